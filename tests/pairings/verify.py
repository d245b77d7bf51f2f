#!/usr/bin/env python3
"""Checks a competition of Althing that is over: python3 verify.py competition.json (or - for standard input). Several may
follow each other, one to a line.

Derives every pairing again from the revealed secret and the rounds before it, with its seats, byes and reasons, and
the standings; checks what was promised, that everybody is seated once, and how even the seats are. Tells the first
thing that differs and ends with 1. The rules are those of src/pairing, in the same order and with the same names."""

import hashlib
import hmac
import itertools
import json
import sys
from collections import Counter

PRODUCTS = ((0, 0, 0, 0), (0, 1, 2, 3), (0, 2, 3, 1), (0, 3, 1, 2))  # in the field of four elements
EXACT, TRIES, REPEAT, SEAT = 16, 20_000, 1 << 40, 1 << 80

class Wrong(Exception): ...

def entrant(number):
    return {"entrant": number}

def numbers(seats):
    return [seat["entrant"] for seat in seats if "entrant" in seat]

def lot(secret, round, seat):
    number = seat["entrant"] if "entrant" in seat else 2**32 - 1 - seat["bot"]
    place = round.to_bytes(4, "big") + number.to_bytes(4, "big")
    return hmac.digest(secret, b"althing/pairing/v1\0" + place, "sha256")[:6]

# Standings

def first_order(competition, secret):
    count = range(len(competition["entrants"]))
    if competition["settings"]["first_order"] == "given":
        return list(count)
    order = sorted(count, key=lambda one: lot(secret, 0, entrant(one)))
    return [order.index(one) for one in count]

def tables(competition):
    next_round = len(competition["rounds"]) + 1
    for played in competition["rounds"]:
        known_from = played.get("known_from", [])
        for number, (table, results) in enumerate(zip(played["pairing"]["tables"], played["results"], strict=True)):
            yield table["seats"], results if known_from[number:number + 1] <= [next_round] else None

def place(results, seat):
    return len(results) + 1 if results[seat]["by"] == "lapse" else results[seat]["place"]

def points_of(settings, seats):
    own = settings["match_points"].get(str(seats), [])
    steps = max(seats - 1, 1)
    by_rule = [100 * behind * (settings["size"] - 1) // steps for behind in reversed(range(seats))]
    return own if len(own) == seats else by_rule

def divisions_of(competition):
    form = competition["settings"]["form"]
    return form["league"]["divisions"] if "league" in form else []

def standings(competition, secret):
    settings, next_round = competition["settings"], len(competition["rounds"]) + 1
    lots = first_order(competition, secret)
    rows = []
    for number, one in enumerate(competition["entrants"]):
        division = [place for place, members in enumerate(divisions_of(competition)) if number in members]
        made = (made for made in competition["corrections"] if made["from_round"] <= next_round)
        corrected = sum(made["change"] for made in made if made["entrant"] == number)
        zeros = dict.fromkeys(("rank", "reached", "last_place", "points", "direct", "opponents", "tables", "byes",
                               "replaced", "lapsed"), 0)
        rows.append(zeros | one | {"entrant": number, "division": (division + [0])[0], "match_points": corrected,
                                   "lot": lots[number], "corrected": corrected})
    for bye in (bye for played in competition["rounds"] for bye in played["pairing"]["byes"]):
        row, worth = rows[bye["entrant"]], settings["bye_points"]
        row["byes"] += 1
        row["match_points"] += 50 * (settings["size"] - 1) if worth is None else worth
        row["points"] += 1000 // settings["size"]
    for seats, results in tables(competition):
        for seat, who in enumerate(seats):
            if results is None or "bot" in who:
                continue
            row, own, worth = rows[who["entrant"]], results[seat], points_of(settings, len(seats))
            row["tables"] += 1
            if own["by"] == "lapse":
                row["lapsed"] += 1
                row["match_points"] += worth[-1]
                continue
            row["replaced"] += own["by"] == "replacement"
            shared = sum(other["place"] == own["place"] for other in results)
            row["match_points"] += sum(worth[own["place"] - 1:][:shared]) // shared
            whole = sum(max(result["points"], 0) for result in results)
            row["points"] += 1000 * max(own["points"], 0) // whole if whole else 1000 // len(results)
    if "knockout" in settings["form"]:
        for number, played in enumerate(competition["rounds"], 1):
            for bye in played["pairing"]["byes"]:
                rows[bye["entrant"]] |= {"reached": number, "last_place": 0}
            for table, results in zip(played["pairing"]["tables"], played["results"]):
                for seat, who in enumerate(table["seats"]):
                    if "entrant" in who:
                        last = 0 if results is None else place(results, seat)
                        rows[who["entrant"]] |= {"reached": number, "last_place": last}
    alike = lambda row: (row["division"], -row["reached"], row["last_place"], -row["match_points"], -row["points"])
    for seats, results in tables(competition):
        for (a, own), (b, other) in itertools.permutations(enumerate(seats), 2):
            if "entrant" in own and "entrant" in other:
                own, other = rows[own["entrant"]], rows[other["entrant"]]
                own["opponents"] += other["match_points"]
                if results is not None and alike(own) == alike(other):
                    own["direct"] += (place(results, a) < place(results, b)) - (place(results, b) < place(results, a))
    rows.sort(key=lambda row: (alike(row), -row["direct"], -row["opponents"], row["lot"]))
    ranks = Counter()
    for row in rows:
        ranks[row["division"]] += 1
        row["rank"] = ranks[row["division"]]
    return rows

# Sizes of tables: (seats by table, bots by table, byes)

def spread(seats, count, fill, bots):
    by_table = [0] * count
    for bot in range(fill if bots else 0):
        by_table[count - 1 - bot % count] += 1
    return [seats // count + (table < seats % count) for table in range(count)], by_table, 0 if bots else fill

def sizes_of(entrants, settings):
    bots, least = settings["fill"] == "bots", settings["least"]
    if entrants >= (2 if bots else least):
        for fill in range(least + 1 if bots else entrants - least + 1):
            seats = entrants + fill if bots else entrants - fill
            counts = range(-(-seats // settings["most"]), seats // least + 1)
            if counts:
                count = min(counts, key=lambda count: (abs(seats - count * settings["size"]), -count))
                return spread(seats, count, fill, bots)
    raise Wrong("there are too few for a table")

# Seats

def counted(competition):
    had = {}
    for seats, _ in tables(competition):
        for number, who in enumerate(seats):
            had.setdefault(str(who), [0] * competition["settings"]["most"])[number] += 1
    return lambda who: had.get(str(who), [0] * competition["settings"]["most"])

def costs(had, seats):
    return [count - min(had[:seats]) for count in had[:seats]]

def cheapest(wishes, seats):
    best = {0: (0, ())}
    for costs in wishes:
        after = {}
        for taken, (cost, way) in best.items():
            for seat in range(seats):
                if not taken >> seat & 1:
                    new = (cost + costs[seat], way + (seat,))
                    after[taken | 1 << seat] = min(new, after.get(taken | 1 << seat, new))
        best = after
    return min(best.values())

class Matching:
    def __init__(self, had, seats):
        self.free = [[number for number, cost in enumerate(costs(had, max(seats))) if not cost] for had in had]
        self.room = [sum(size > number for size in seats) for number in range(max(seats))]
        self.taken = [[] for _ in self.room]

    def add(self, one, seen=None):
        seen = set() if seen is None else seen
        for number in self.free[one]:
            if number not in seen:
                seen.add(number)
                taken = self.taken[number]
                if len(taken) < self.room[number]:
                    taken.append(one)
                    return True
                for place, other in enumerate(taken):
                    if self.add(other, seen):
                        taken[place] = one
                        return True
        return False

def who_plays(had, byes, seats):
    left = sum(seats)
    limit = sorted(byes)[len(had) - left - 1]
    matching, plays = Matching(had, seats), set()
    order = sorted((one for one in range(len(had)) if byes[one] >= limit), key=lambda one: (byes[one] == limit, one))
    for spare, one in itertools.product((False, True), order):
        if one not in plays and left and (spare or matching.add(one) or byes[one] > limit):
            plays.add(one)
            left -= 1
    return sorted(plays)

def one_of_each(had, seats, entrants):
    matching = Matching(had, seats)
    if not all(matching.add(one) for one in range(len(had))):
        return None
    found, with_bots = [[None] * size for size in seats], [0] * len(seats)
    for one in [*range(entrants, len(had)), *range(entrants)]:
        number = next(number for number, taken in enumerate(matching.taken) if one in taken)
        free = [table for table, size in enumerate(seats) if size > number and found[table][number] is None]
        table = free[0] if one < entrants else min(free, key=lambda table: (with_bots[table], -table))
        with_bots[table] += one >= entrants
        found[table][number] = one
    return found

def add_peer(peers, had):
    count, sums = peers.get(sum(had), (0, [0] * len(had)))
    peers[sum(had)] = count + 1, [*map(sum, zip(sums, costs(had, len(had))))]

def shares(peers, had):
    count, sums = peers.get(sum(had) + 1, (1, [0] * len(had)))
    return [1000 * share // count for share in sums]

def seated(members, had, peers, round, secret):
    members = sorted(members, key=lambda who: lot(secret, round, who))
    wishes = [[(cost << 32) + share for cost, share in zip(costs(had(who), len(members)), shares(peers, had(who)))]
              for who in members]
    _, chosen = cheapest(wishes, len(members))
    for who, number in zip(members, chosen):
        add_peer(peers, [count + (seat == number) for seat, count in enumerate(had(who))])
    return [who for _, who in sorted(zip(chosen, members), key=lambda seat: seat[0])]

# The search for tables with the fewest repeats

class Search:
    def __init__(self, tables, seats, met, groups, had):
        self.seats, self.met, self.had, self.entrants, self.known = seats, met, had, len(met), {}
        everybody = range(len(had))
        here = lambda a, b: met[a][b] * REPEAT + (groups[a] - groups[b]) ** 2 if max(a, b) < len(met) else 0
        self.together = [[here(a, b) for b in everybody] for a in everybody]
        self.kinds = {size: [tuple(costs(had, size)) for had in had] for size in set(seats)}
        self.place(tables)
        others = min(sum(one < len(met) for one in members) for members in tables) - 1
        least = (sum(sorted(met[:one] + met[one + 1:])[:others]) for one, met in enumerate(met))
        self.bound = (0, (sum(least) + 1) // 2)

    def place(self, tables):
        self.tables = [list(members) for members in tables]
        self.table_of = [None] * len(self.had)
        for table, members in enumerate(tables):
            for one in members:
                self.table_of[one] = table
        self.links = [[sum(cost[one] for one in members) for members in tables] for cost in self.together]
        self.seat_costs = [self.seat_cost(table, members) for table, members in enumerate(tables)]

    def seat_cost(self, table, members):
        kinds = self.kinds[self.seats[table]]
        key = (self.seats[table], tuple(sorted([kinds[one] for one in members])))
        if key not in self.known:
            self.known[key] = cheapest(key[1], key[0])[0]
        return self.known[key]

    def cost(self):
        return sum(self.seat_costs) * SEAT + sum(links[t] for t, links in zip(self.table_of, self.links)) // 2

    def worth(self):
        return self.cost() // SEAT, self.cost() % SEAT // REPEAT

    def change(self, a, b, limit):
        at_a, at_b, links_a, links_b = self.table_of[a], self.table_of[b], self.links[a], self.links[b]
        links = links_b[at_a] + links_a[at_b] - links_a[at_a] - links_b[at_b] - 2 * self.together[a][b]
        now = self.seat_costs[at_a] + self.seat_costs[at_b]
        if links - now * SEAT >= limit:
            return limit
        then = sum(self.seat_cost(table, [comes if one == leaves else one for one in self.tables[table]])
                   for table, leaves, comes in ((at_a, a, b), (at_b, b, a)))
        return min(limit, links + (then - now) * SEAT)

    def swap(self, a, b):
        at_a, at_b = self.table_of[a], self.table_of[b]
        for table, leaves, comes in ((at_a, a, b), (at_b, b, a)):
            self.tables[table][self.tables[table].index(leaves)] = comes
            self.table_of[comes] = table
            self.seat_costs[table] = self.seat_cost(table, self.tables[table])
        for links, cost in zip(self.links, self.together):
            links[at_a] += cost[b] - cost[a]
            links[at_b] -= cost[b] - cost[a]

    def apart(self, a, b):
        return self.table_of[a] != self.table_of[b] and (a < self.entrants) == (b < self.entrants)

    def descend(self):
        for _ in range(10):
            before = self.cost()
            for a, b in itertools.combinations(range(len(self.had)), 2):
                if self.apart(a, b) and self.change(a, b, 0) < 0:
                    self.swap(a, b)
            if self.cost() == before:
                break

    def exchange(self):
        best, rests = (self.cost(), [list(members) for members in self.tables]), [0] * len(self.had)
        for step in range(1, 201):
            costly = [self.seat_costs[table] > 0 or sum(self.links[one][table] for one in members) >= 2 * REPEAT
                      for table, members in enumerate(self.tables)]
            limit, found, awake = SEAT * SEAT, None, [one for one, rest in enumerate(rests) if rest < step]
            for a in awake:
                if costly[self.table_of[a]]:
                    for b in awake:
                        if self.apart(a, b) and (change := self.change(a, b, limit)) < limit:
                            limit, found = change, (a, b)
            if not found:
                break
            self.swap(*found)
            for one in found:
                rests[one] = step + 2 + step % 5
            if self.cost() < best[0]:
                best = (self.cost(), [list(members) for members in self.tables])
                if self.worth() <= self.bound:
                    break
        self.place(best[1])

    def improve(self):
        self.descend()
        if self.worth() > self.bound:
            self.exchange()
            self.descend()

class Exact:
    def __init__(self, search):
        self.search, self.best, self.found, self.tries = search, search.worth(), None, 0
        self.kinds = [(size, sum(one < search.entrants for one in members), len(members))
                      for size, members in zip(search.seats, search.tables)]
        self.tables, self.placed = [[] for _ in self.kinds], [False] * len(search.had)
        self.open(0, 0)

    def open(self, seat_cost, repeats):
        if (seat_cost, repeats) >= self.best:
            return
        if all(self.placed):
            self.best, self.found = (seat_cost, repeats), [list(members) for members in self.tables]
            return
        first, seen = self.placed.index(False), set()
        self.placed[first] = True
        for table, kind in enumerate(self.kinds):
            if not self.tables[table] and kind not in seen:
                seen.add(kind)
                self.tables[table].append(first)
                self.join(table, seat_cost, repeats)
                self.tables[table].clear()
        self.placed[first] = False

    def join(self, table, seat_cost, repeats):
        if self.tries > TRIES or self.best <= self.search.bound:
            return
        self.tries += 1
        members, (_, entrants, everybody), border = self.tables[table], self.kinds[table], self.search.entrants
        if (seat_cost, repeats) >= self.best:
            return
        if len(members) == everybody:
            return self.open(seat_cost + self.search.seat_cost(table, members), repeats)
        least = members[-1] + 1
        others = range(least, border) if len(members) < entrants else range(max(least, border), len(self.placed))
        for one in others:
            if not self.placed[one]:
                met = sum(self.search.met[one][other] for other in members) if one < border else 0
                self.placed[one] = True
                members.append(one)
                self.join(table, seat_cost, repeats + met)
                members.pop()
                self.placed[one] = False

def arrange(tables, seats, met, groups, had):
    search = Search(tables, seats, met, groups, had)
    search.improve()
    if search.worth() >= (1, 0) and (others := one_of_each(had, seats, len(met))):
        search.place(others)
        search.improve()
    proven = search.worth() <= search.bound
    if not proven and len(met) <= EXACT:
        exact = Exact(search)
        proven = exact.tries <= TRIES
        if exact.found:
            search.place(exact.found)
            search.descend()
    return search.tables, proven

# The three forms

def is_playing(competition, number):
    withdrawn = competition["entrants"][number]["withdrawn_from"]
    return withdrawn is None or withdrawn > len(competition["rounds"]) + 1

def meetings(count, groups):
    met = [[0] * count for _ in range(count)]
    for a, b in (pair for members in groups for pair in itertools.permutations(members, 2)):
        met[a][b] += 1
    return met

def met_before(competition):
    return meetings(len(competition["entrants"]), (numbers(seats) for seats, _ in tables(competition)))

def swiss(competition, rows, secret):
    round, had, met = len(competition["rounds"]) + 1, counted(competition), met_before(competition)
    playing = [row for row in rows if is_playing(competition, row["entrant"])]
    seats, bots, byes = sizes_of(len(playing), competition["settings"])
    plays = playing
    if byes:
        chosen = who_plays([had(entrant(row["entrant"])) for row in playing], [row["byes"] for row in playing], seats)
        plays = [playing[one] for one in chosen]
    who, ahead = [entrant(row["entrant"]) for row in plays], itertools.count()
    start = [list(itertools.islice(ahead, size - fill)) for size, fill in zip(seats, bots)]
    for bot in range(sum(bots)):
        start[len(start) - 1 - bot % len(start)].append(len(who))
        who.append({"bot": bot})
    scores = sorted({row["match_points"] for row in plays}, reverse=True)
    found, proven = arrange(start, seats, [[met[a["entrant"]][b["entrant"]] for b in plays] for a in plays],
                            [scores.index(row["match_points"]) for row in plays], [had(who) for who in who])
    paired, peers, left_out = [], {}, [row["entrant"] for row in playing if row not in plays]
    for one in left_out:
        add_peer(peers, had(entrant(one)))
    for members in found:
        points = sorted((plays[one]["entrant"], plays[one]["match_points"]) for one in members if one < len(plays))
        frequent = Counter(points for _, points in points)
        group = max(frequent, key=lambda points: (frequent[points], points))
        reasons = [{"code": "score_group", "match_points": group}]
        reasons += [{"code": "floated_down" if own > group else "floated_up", "entrant": one, "match_points": own}
                    for one, own in points if own != group]
        paired.append({"seats": seated([who[one] for one in members], had, peers, round, secret), "reasons": reasons})
    return paired, left_out, proven

def still_in(competition, rows, advance):
    playing = [row["entrant"] for row in rows if is_playing(competition, row["entrant"])]
    if not competition["rounds"]:
        return playing
    last, others = competition["rounds"][-1]["pairing"], []
    if not last["byes"] and len(last["tables"]) == 1:
        raise Wrong("a round was paired after the last one")
    goes_on = [bye["entrant"] for bye in last["byes"] if bye["entrant"] in playing]
    for table in last["tables"]:
        best = [one for one in playing if entrant(one) in table["seats"]]
        goes_on += best[:advance]
        others += best[advance:]
    missing = max(competition["settings"]["least"] - len(goes_on), 0)
    goes_on += [one for one in playing if one in others][:missing]
    return [one for one in playing if one in goes_on]

def with_byes(settings, entrants, advance):
    def full(count):
        found = sizes_of(count, settings) if count >= settings["least"] else None
        return found if found and not found[2] else None

    def comes_out(left):
        while not settings["least"] <= left <= settings["most"]:
            if not (found := full(left)):
                return False
            left = len(found[0]) * advance
        return True

    for byes in range(entrants):
        if (found := full(entrants - byes)) and comes_out(byes + len(found[0]) * advance):
            return *found[:2], byes
    return sizes_of(entrants, settings)

def knockout(competition, rows, secret):
    settings, had, met = competition["settings"], counted(competition), met_before(competition)
    advance = settings["form"]["knockout"]["advance"]
    left = still_in(competition, rows, advance)
    if settings["least"] <= len(left) <= settings["most"]:
        seats, bots, byes = spread(len(left), 1, 0, False)
    elif settings["fill"] == "byes":
        seats, bots, byes = with_byes(settings, len(left), advance)
    else:
        seats, bots, byes = sizes_of(len(left), settings)
    dealt, ahead, bot = [[] for _ in seats], iter(left[byes:]), itertools.count()
    for row in range(settings["most"]):
        free = [table for table in range(len(seats)) if seats[table] - bots[table] > row][::-1 if row % 2 else 1]
        for one in itertools.islice(ahead, len(free)):
            table = min(free, key=lambda table: sum(met[one][other] for other in dealt[table]))
            free.remove(table)
            dealt[table].append(one)
    paired, peers = [], {}
    for members, fill in zip(dealt, bots):
        reasons = [{"code": "seeded", "entrant": one, "seed": left.index(one) + 1} for one in members]
        who = [entrant(one) for one in members] + [{"bot": next(bot)} for _ in range(fill)]
        paired.append({"seats": seated(who, had, peers, len(competition["rounds"]) + 1, secret), "reasons": reasons})
    return paired, left[:byes], False

def circle(count, rounds):
    others = count + count % 2 - 1
    for round in range(rounds):
        pairs = [((round + i) % others, (round - i) % others) for i in range(1, others // 2 + 1)]
        pairs.append((others, round % others))
        yield [[one for one in pair if one < count] for pair in pairs]

def improved(count, season, round, seats):
    met = meetings(count, (members for other, table in enumerate(season) if other != round for members in table))
    playing = sorted(itertools.chain(*season[round]))
    start = [[playing.index(one) for one in members] for members in season[round]]
    met = [[met[a][b] ** 2 for b in playing] for a in playing]
    cost = lambda tables: sum(met[a][b] for members in tables for a in members for b in members)
    found, _ = arrange(start, seats, met, [0] * len(playing), [[0] * seats[0] for _ in playing])
    if better := cost(found) < cost(start):
        season[round] = [[playing[one] for one in members] for members in found]
    return better

def searched(count, rounds, sizes):
    (seats, bots, byes), season = sizes, []
    room = [size - fill for size, fill in zip(seats, bots)]
    for round in range(rounds):
        ahead = iter([one for one in range(count) if (one - round * byes) % count >= byes])
        season.append([[] for _ in seats])
        for row in range(room[0]):
            width = sum(size > row for size in room)
            for column in range(width):
                to = column ^ PRODUCTS[round % 4][row % 4] if width == 4 else (column + round * row) % width
                season[round][to].append(next(ahead))
        improved(count, season, round, seats)
    for _ in range(5):
        if not any([improved(count, season, round, seats) for round in range(rounds)]):
            break
    return season

def coloured(season, members, colours, secret, alone):
    at, games = {}, Counter()
    for round, tables in enumerate(season):
        for table, present in enumerate(tables):
            for one in sorted(present, key=lambda one: lot(secret, round + 1, entrant(members[one]))):
                if alone and len(present) == 1:
                    continue
                start, end = (0, one, games[one] // colours), (1, round, table)
                games[one] += 1
                for vertex in (start, end):
                    at.setdefault(vertex, [None] * colours)
                free = [[colour for colour in range(colours) if at[vertex][colour] is None] for vertex in (start, end)]
                a, b = next(((colour, colour) for colour in free[0] if colour in free[1]), (free[0][0], free[1][0]))
                path, colour = [end], a
                while (after := at[path[-1]][colour]) is not None:
                    path.append(after)
                    colour = a + b - colour
                for step in range(len(path) - 1):
                    colour = a if step % 2 else b
                    at[path[step]][colour], at[path[step + 1]][colour] = path[step + 1], path[step]
                if len(path) > 1:
                    at[path[-1]][b if len(path) % 2 else a] = None
                at[start][a], at[end][a] = end, start
    return at

def league(competition, rows, secret):
    settings, round, places = competition["settings"], len(competition["rounds"]), first_order(competition, secret)
    form, duels = settings["form"]["league"], settings["least"] == settings["most"] == 2
    paired, byes, proven, bot = [], [], True, itertools.count()
    for division, members in enumerate(divisions_of(competition)):
        members = sorted(members, key=lambda one: places[one])
        key = (tuple(members), form["rounds"], json.dumps(settings, sort_keys=True), secret)
        if key not in SEASONS:
            sizes = sizes_of(len(members), settings)
            season = [*circle(len(members), form["rounds"])] if duels else searched(len(members), form["rounds"], sizes)
            alone = duels and settings["fill"] == "byes"
            SEASONS[key] = sizes[0], season, coloured(season, members, sizes[0][0], secret, alone)
        seats, season, at = SEASONS[key]
        met = meetings(len(members), itertools.chain(*season))
        times = [met[a][b] for a, b in itertools.combinations(range(len(members)), 2)]
        proven = proven and max(times, default=0) - min(times, default=0) <= 1
        plays = set()
        for table, size in enumerate(seats):
            if (1, round, table) in at:
                order = [vertex and members[vertex[1]] for vertex in at[1, round, table]]
                if size < seats[0]:
                    order = ([one for one in order if one is not None] + [None] * size)[:size]
                plays |= set(order)
                order = [None if one is None or not is_playing(competition, one) else one for one in order]
                paired.append({"seats": [{"bot": next(bot)} if one is None else entrant(one) for one in order],
                               "reasons": [{"code": "division", "division": division}]})
        byes += [one for one in members if one not in plays and is_playing(competition, one)]
    return paired, byes, proven

SEASONS = {}

def pair(competition, secret):
    rows, had, met = standings(competition, secret), counted(competition), met_before(competition)
    form, = competition["settings"]["form"]
    paired, byes, proven = {"swiss": swiss, "league": league, "knockout": knockout}[form](competition, rows, secret)
    byes = [{"entrant": one, "before": row["byes"], "rank": row["rank"]}
            for one in byes for row in rows if row["entrant"] == one]
    repeats = seat_cost = 0
    for table in paired:
        for a, b in itertools.combinations(sorted(numbers(table["seats"])), 2):
            if times := met[a][b]:
                table["reasons"].append({"code": "met_before", "entrants": [a, b], "times": times})
                repeats += times
        for number, who in enumerate(table["seats"]):
            seat_cost += costs(had(who), len(table["seats"]))[number]
            if "entrant" in who:
                table["reasons"].append({"code": "seats_had", "entrant": who["entrant"], "had": had(who)})
    return {"tables": paired, "byes": byes, "seat_cost": seat_cost, "repeats": repeats,
            "proven": proven or seat_cost == repeats == 0}

# What is checked

def check_legal(competition, pairing, where):
    settings, there = competition["settings"], [bye["entrant"] for bye in pairing["byes"]]
    for table in pairing["tables"]:
        there += numbers(table["seats"])
        if not settings["least"] <= len(table["seats"]) <= settings["most"]:
            raise Wrong(f"{where}: a table has {len(table['seats'])} seats")
    if len(set(there)) < len(there) or not all(is_playing(competition, one) for one in there):
        raise Wrong(f"{where}: somebody is paired twice, or after they withdrew")
    playing = sum(is_playing(competition, one) for one in range(len(competition["entrants"])))
    if "knockout" not in settings["form"] and len(there) != playing:
        raise Wrong(f"{where}: somebody has no table and no bye")

def verify(competition):
    if (competition["format"], competition["format_version"]) != ("althing/competition", 1) or not competition["secret"]:
        raise Wrong("this is no competition that is over, or it has another format")
    secret, worst, repeats = bytes.fromhex(competition["secret"]), 0, 0
    if hashlib.sha256(secret).hexdigest() != competition["commitment"]:
        raise Wrong("the secret is not the one that was promised")
    for number, played in enumerate(competition["rounds"]):
        before, where = competition | {"rounds": competition["rounds"][:number]}, f"round {number + 1}"
        check_legal(before, played["pairing"], where)
        derived = pair(before, secret)
        for name, right in derived.items():
            if (given := played["pairing"][name]) != right:
                raise Wrong(f"{where}: {name} are {given!r:.300} and should be {right!r:.300}")
        repeats += derived["repeats"]
        had = counted(competition | {"rounds": competition["rounds"][:number + 1]})
        counts = [had(entrant(one)) for one in range(len(competition["entrants"]))]
        worst = max([worst] + [max(counts) - min(counts) for counts in counts])
    if standings(competition, secret) != competition["standings"]:
        raise Wrong("the standings are others")
    byes = Counter(bye["entrant"] for played in competition["rounds"] for bye in played["pairing"]["byes"])
    byes = [byes[one] for one in range(len(competition["entrants"]))]
    return {"rounds": len(competition["rounds"]), "repeats": repeats, "seats_uneven_by": worst,
            "byes_uneven_by": max(byes) - min(byes),
            "unproven": sum(not played["pairing"]["proven"] for played in competition["rounds"])}

if __name__ == "__main__":
    try:
        with sys.stdin if sys.argv[1] == "-" else open(sys.argv[1], encoding="utf-8") as file:
            text, at, decoder = file.read().strip(), 0, json.JSONDecoder()
        while at < len(text):
            competition, at = decoder.raw_decode(text, at)
            print(json.dumps(verify(competition)), flush=True)
            while text[at:at + 1].isspace():
                at += 1
    except Wrong as wrong:
        sys.exit(str(wrong))
    except (OSError, ValueError, TypeError, LookupError, AttributeError, OverflowError, RecursionError) as error:
        sys.exit(f"this is no complete competition: {error or type(error).__name__}")
