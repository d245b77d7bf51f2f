"""What a million games cost, beside ten thousand: an action, a view, an inbox, the lobby, and each poll of the workers.

Real games are played and multiplied (`million_world.py`): a tenth of all copies run. Three servers answer in turns: one on
ten thousand games, one that was running when its database had as many and has a million by now, and one that has just
started on the same million. Each database has a PostgreSQL of its own with the same settings, whose own memory holds all of
the small database and a thirtieth of the large one. Games are chosen at random over the whole table, and each is looked at
once, so that no process has it in its cache. Polls are compared as PostgreSQL
counts them, by the text of the statement.

Prints one line of JSON: of each kind the median time beside that with ten thousand games.

Usage: million.py [--games N] [--rounds N]
"""

import argparse
import collections
import concurrent.futures
import http.client
import json
import random
import statistics
import sys
import time
import urllib.parse

from million_world import Played, Server, access_token, fill, twin

FEW = 10_000
CLIENTS = 2
# Requests of one kind to one server, one after the other, by all clients; then it is the turn of the next server.
TURN = 16
# Turns before anything is measured: a plan is kept after the fifth time.
WARM = 10
# How long is waited each round for polls that find nothing, in seconds.
IDLE = 1.5
LOBBIES = {"lobby": "/v1/games?status=open", "lobby_filtered": "/v1/games?ruleset=nord&status=running", "lobby_all": "/v1/games"}
# What finds the news of a game and writes them to the streams of its players.
RELAY = "INSERT INTO stream_items"
KINDS = ("act", "view", "inbox", *LOBBIES)


class Visitor:
    """Chooses requests to a server: no game comes twice, and none of another visitor whose `quarters` of all are others."""

    def __init__(self, server, played, quarters, turns):
        self.server, self.played = server, played
        self.signer = server.signer()
        chance = random.Random(quarters)
        wanted = turns * TURN
        copies = f"SELECT id, source, people FROM filling.copies WHERE hashint8(place) & 3 IN ({quarters}) AND source"
        acts = self._random(f"{copies} = ANY ('{{{','.join(played.actions)}}}')", wanted, chance)
        views = self._random(f"{copies} = ANY ('{{{','.join(played.seated)}}}')", wanted, chance)
        inboxes = self._random("SELECT account_id, id FROM sessions", wanted, chance)
        self.queues = {
            "act": [self._act(*row) for row in acts],
            "view": [self._view(*row) for row in views],
            "inbox": [("GET", "/v1/me/inbox", account, None) for account, _ in inboxes],
        } | {name: [("GET", path, None, None)] * wanted for name, path in LOBBIES.items()}
        accounts = {request[2] for queue in self.queues.values() for request in queue if request[2]}
        listed = ",".join(accounts)
        self.sessions = dict(server.sql(f"SELECT account_id, id FROM sessions WHERE account_id = ANY ('{{{listed}}}')"))

    def _random(self, query, wanted, chance):
        """So many rows from anywhere."""
        anywhere = f"hashtextextended(r::text, {chance.getrandbits(31)})"
        rows = self.server.sql(f"SELECT * FROM ({query}) r ORDER BY {anywhere} LIMIT {wanted}")
        chance.shuffle(rows)
        if len(rows) < wanted:
            raise SystemExit(f"only {len(rows)} of {wanted}: {query}")
        return rows

    def _account(self, people, original):
        return people.strip("{}").split(",")[self.played.accounts.index(original)]

    def _act(self, game, source, people):
        account, answer = self.played.actions[source]
        return "POST", f"/v1/games/{game}/actions", self._account(people, account), answer

    def _view(self, game, source, people):
        return "GET", f"/v1/games/{game}/view", self._account(people, self.played.seated[source]), None

    def turn(self, kind):
        """The next requests of a kind, ready to be sent: method, path, body, header."""
        queue = self.queues[kind]
        taken, queue[:] = queue[:TURN], queue[TURN:]
        ready = []
        for method, path, account, content in taken:
            header = {}
            if account:
                header["Authorization"] = "Bearer " + access_token(self.signer, account, self.sessions[account])
            if content:
                header["Content-Type"] = "application/json"
            ready.append((method, path, json.dumps(content) if content else None, header))
        return ready


class Clients:
    """So many clients of one server; each sends one request after the other."""

    def __init__(self, server):
        address = urllib.parse.urlsplit(server.address)
        self.host = address.hostname, address.port

    def _send(self, requests):
        # A server closes what is idle while it is the turn of others, so each turn has new connections.
        connection = http.client.HTTPConnection(*self.host, timeout=60)
        connection.connect()
        taken = []
        for method, path, body, header in requests:
            begun = time.perf_counter()
            connection.request(method, path, body, header)
            answer = connection.getresponse()
            content = answer.read()
            taken.append(time.perf_counter() - begun)
            if answer.status != 200:
                raise SystemExit(f"{method} {path}: {answer.status} {content}")
        connection.close()
        return taken

    def send(self, requests):
        """The seconds that each request took."""
        with concurrent.futures.ThreadPoolExecutor(CLIENTS) as clients:
            shares = [requests[number::CLIENTS] for number in range(CLIENTS)]
            return [seconds for taken in clients.map(self._send, shares) for seconds in taken]


class Polls:
    """What the statements of a server's workers take, by their text: milliseconds, and pages that they touch."""

    # The same text may be counted in several lines: after a migration, for one.
    COUNTED = "SELECT json_agg(line) FROM (SELECT json_build_array(query, sum(calls), sum(total_exec_time), \
        sum(shared_blks_hit + shared_blks_read)) AS line \
        FROM filling.pg_stat_statements s JOIN pg_roles r ON r.oid = s.userid WHERE r.rolname = 'worker' \
        AND query ~* '^(select|insert|update|delete|with)' GROUP BY query) lines"

    def __init__(self, server):
        self.server = server
        self.means, self.pages = collections.defaultdict(list), collections.defaultdict(list)

    def _read(self):
        rows = json.loads(self.server.sql(self.COUNTED)[0][0] or "[]")
        return {query: counted for query, *counted in rows}

    def begin(self):
        self.before = self._read()

    def end(self):
        for query, counted in self._read().items():
            calls, spent, pages = (now - then for now, then in zip(counted, self.before.get(query, (0, 0, 0))))
            if calls:
                self.means[query].append(spent / calls)
                self.pages[query].append(pages / calls)

    def compared(self, few, least):
        """What the statements that ran in at least so many rounds take in both databases, here and there: the lower quartile
        of the rounds, since they take hundredths of a millisecond, and whatever else the machine does adds to that."""
        return {
            query: (statistics.quantiles(means)[0], statistics.quantiles(few.means[query])[0])
            for query, means in self.means.items()
            if min(len(means), len(few.means[query])) >= max(least, 2)
        }


def measure(visitors, rounds, workers):
    """Rounds of all kinds of requests by all servers in turns, each followed by rest: the seconds by server and kind, and
    the polls at rest and meanwhile by server, of those that have workers."""
    clients = {name: Clients(visitor.server) for name, visitor in visitors.items()}
    taken = collections.defaultdict(list)
    idle = {name: Polls(visitors[name].server) for name in workers}
    busy = {name: Polls(visitors[name].server) for name in workers}
    names = list(visitors)
    for number in range(rounds):
        order = names[number % len(names):] + names[: number % len(names)]
        for polls in busy.values():
            polls.begin()
        for kind in KINDS:
            for name in order:
                taken[name, kind].append(clients[name].send(visitors[name].turn(kind)))
        for name in workers:
            visitors[name].server.settle()
            busy[name].end()
        for polls in idle.values():
            polls.begin()
        time.sleep(IDLE)
        for polls in idle.values():
            polls.end()
    return taken, idle, busy


def typical(rounds):
    """The median of the medians of the rounds, in milliseconds."""
    return 1000 * statistics.median(statistics.median(one) for one in rounds)


def latest(rounds):
    """The 99th percentile of all, in milliseconds."""
    return 1000 * statistics.quantiles([seconds for one in rounds for seconds in one], n=100)[98]


def short(query):
    return " ".join(query.split())[:160]


def report(taken, idle, busy, name, rounds):
    """The ratios of a server to the one with few games. Details go to stderr."""
    figures = {}
    for kind in KINDS:
        many, few = taken[name, kind], taken["few", kind]
        figures[kind] = round(typical(many) / typical(few), 2)
        print(f"{name} {kind}: p50 {typical(many):.2f} ms, {typical(few):.2f} with few; p99 {latest(many):.1f} ms, "
              f"{latest(few):.1f}", file=sys.stderr)
    resting = idle[name].compared(idle["few"], rounds // 2)
    working = busy[name].compared(busy["few"], rounds // 2)
    for kind, found in (("at rest", resting), ("meanwhile", working)):
        for query, (many, few) in sorted(found.items(), key=lambda item: -item[1][0] / item[1][1]):
            print(f"{name} {kind}: {many / few:.2f} ({many:.3f} ms, {few:.3f}) {short(query)}", file=sys.stderr)
    polls = {query: many / few for query, (many, few) in resting.items()}
    worst = max(polls, key=polls.get)
    relay = next(query for query in working if RELAY in query)
    pages = [statistics.median(busy[server].pages[relay]) for server in (name, "few")]
    figures |= {"relay": round(working[relay][0] / working[relay][1], 2), "relay_pages": round(pages[0] / pages[1], 2)}
    figures |= {"polls": len(polls), "poll": round(polls[worst], 2), "worst_poll": short(worst)}
    return figures


def show(server, played, quarters, turns):
    """A visitor who has asked for everything so often that statements are prepared and their plans kept."""
    visitor = Visitor(server, played, quarters, turns)
    clients = Clients(server)
    for _ in range(turns):
        for kind in KINDS:
            clients.send(visitor.turn(kind))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=1_000_000)
    parser.add_argument("--rounds", type=int, default=24)
    asked = parser.parse_args()
    half = asked.rounds // 2
    servers = [Server()]
    try:
        few = servers[0]
        few.set_up()
        few.begin_work()
        played = Played(few)
        played.all()
        few.settle()
        few.end_work()
        played.store()
        fill(few, FEW)
        few.stop()
        running = twin(few)
        servers.append(running)
        few.begin()
        for server in (few, running):
            server.begin_work()
            show(server, played, "3", WARM)
            server.settle()
        fill(running, asked.games)
        for server in servers:
            server.read_all()
        fresh = Server(running.data)
        servers.append(fresh)
        visitors = {
            "few": Visitor(few, played, "0, 1, 2", 2 * half),
            "running": Visitor(running, played, "0", 2 * half),
            "fresh": Visitor(fresh, played, "1", 2 * half),
        }
        # Both servers on the million answer in both halves, but only one process works at a time: that one finds everything.
        first = measure(visitors, half, ("few", "running"))
        running.end_work()
        fresh.begin_work()
        second = measure(visitors, half, ("few", "fresh"))
    finally:
        for server in reversed(servers):
            server.end_all()
    taken = {key: rounds + second[0][key] for key, rounds in first[0].items()}
    figures = {
        "games": asked.games,
        "running": report(taken, *first[1:], "running", half),
        "fresh": report(taken, *second[1:], "fresh", half),
    }
    print(json.dumps(figures))


if __name__ == "__main__":
    main()
