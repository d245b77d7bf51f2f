"""Writers and readers, who record what they do and see. See checker.py for the records."""

import hashlib
import http.client
import itertools
import json
import queue
import random
import threading
import time
import uuid

from service import SERVERS, Caller, log_in

SHARED = ["Aud", "Bjarni", "Cnut", "Dalla"]
APART = ["Egil", "Frida", "Grim", "Helga", "Ivar", "Jorunn", "Ketil", "Ljot"]
PEOPLE = SHARED + APART
RULESETS = ["nord", "settlers", "landnam"]

# How long an action is sent again and again before its outcome is called unknown.
PERSISTENCE = 60
# The decision is closed, or open for another seat only, or the rules allow something else by now.
REFUSED = (403, 409, 422)
BROKEN = (OSError, http.client.HTTPException)


def digest(value):
    text = value if isinstance(value, bytes) else json.dumps(value, sort_keys=True).encode()
    return hashlib.sha256(text).hexdigest()[:16]


class Play:
    """What all share: the history, and whether it is over."""

    def __init__(self):
        self.history, self.over, self.odd = [], threading.Event(), []

    def record(self, **record):
        self.history.append(record)

    def run(self, turn):
        """Repeats until it is over; what should not happen is noted, and is no reason to stop."""
        while not self.over.is_set():
            try:
                turn()
            except BROKEN:
                time.sleep(0.2)
            except Exception as problem:  # Whatever it is, the measure fails by it in the end.
                self.odd.append(repr(problem))
                time.sleep(1)


class Table:
    """People who play one game after another."""

    def __init__(self, ruleset, tokens, bots=()):
        self.ruleset, self.tokens, self.bots = ruleset, tokens, list(bots)
        self.lock, self.game, self.games = threading.Lock(), None, []
        self.begin(None)

    def begin(self, last):
        """Begins a game, unless somebody else has since the last one."""
        with self.lock:
            if self.game != last:
                return
            caller = Caller()
            new = {"ruleset": self.ruleset, "seats": len(self.tokens) + len(self.bots), "bots": self.bots}
            game = caller.insist("POST", "/v1/games", self.tokens[0], new)["id"]
            for token in self.tokens[1:]:
                caller.insist("POST", f"/v1/games/{game}/join", token, {})
            self.game = game
            self.games.append(game)


class Writer:
    """Plays one seat at some tables. A writer with a rival, who has a token of the same account, lets the rival answer each
    decision at the same moment by another server and with another key."""

    def __init__(self, play, name, viewer, token, tables):
        self.play, self.name, self.viewer, self.token, self.tables = play, name, viewer, token, tables
        self.caller, self.chance, self.rival = Caller(), random.Random(name), None
        self.asked = queue.Queue(maxsize=1)

    def turn(self):
        time.sleep(self.chance.uniform(0.1, 0.3))
        table = self.chance.choice(self.tables)
        game, server = table.game, self.chance.choice(list(SERVERS))
        start = time.monotonic()
        status, headers, text = self.caller.call(server, "GET", f"/v1/games/{game}/legal?include=requests", self.token)
        end, answer = time.monotonic(), json.loads(text)
        if status != 200:
            if status < 500:
                raise RuntimeError(f"legal: {status} {text[:300]}")
            return
        self.play.record(op="read", client=self.name, viewer=self.viewer, game=game, path="legal", start=start, end=end,
                         version=answer["version"], tag=headers["ETag"], content=digest(text), server=server)
        asked = [one for one in answer["decisions"] if one["decision"]["blocking"] and one["requests"]]
        if not asked:
            if not answer["decisions"]:
                self.begin_another_after(game, table)
            return
        one = self.chance.choice(asked)
        mine, theirs = self.chance.choice(one["requests"]), self.chance.choice(one["requests"])
        if self.rival and self.rival.asked.empty():
            other = next(name for name in SERVERS if name != server)
            self.rival.asked.put((game, one["decision"]["seat"], theirs, other))
        self.act(game, one["decision"]["seat"], mine, server)

    def begin_another_after(self, game, table):
        """Begins another game if this one is over."""
        status, _, text = self.caller.call("serve2", "GET", f"/v1/games/{game}", self.token)
        if status == 200 and json.loads(text)["status"] == "finished":
            table.begin(game)

    def turn_of_rival(self):
        try:
            self.act(*self.asked.get(timeout=0.5))
        except queue.Empty:
            pass

    def act(self, game, seat, body, server):
        """Sends an action until its outcome is known, or now and then gives up after a break."""
        key, attempts, start = str(uuid.uuid4()), 0, time.monotonic()
        outcome = {"outcome": "unknown", "version": None, "tag": None}
        while time.monotonic() < start + PERSISTENCE and not self.play.over.is_set():
            attempts += 1
            try:
                path = f"/v1/games/{game}/actions"
                status, headers, text = self.caller.call(server, "POST", path, self.token, body, Idempotency_Key=key)
            except BROKEN:
                status, text = 503, b""
            if status == 200:
                outcome = {"outcome": "done", "version": json.loads(text)["version"], "tag": headers["ETag"]}
                break
            if status in REFUSED and b'"busy"' not in text:
                outcome = {"outcome": "refused", "version": None, "tag": None, "code": json.loads(text)["code"]}
                break
            if status < 500 and status not in REFUSED:
                self.play.odd.append(f"action: {status} {text[:300]}")
                break
            if self.chance.random() < 0.1:
                break
            server = self.chance.choice(list(SERVERS))
            time.sleep(0.25)
        self.play.record(op="act", client=self.name, viewer=self.viewer, game=game, seat=seat, decision=body["decision"],
                         type=body["action"]["type"], key=key, start=start, end=time.monotonic(), server=server, attempts=attempts, **outcome)


class Reader:
    """Looks at all games, as one of the players or as nobody, with the tag of the last look or without."""

    def __init__(self, play, name, viewer, token, tables):
        self.play, self.name, self.viewer, self.token, self.tables = play, name, viewer, token, tables
        self.caller, self.chance, self.seen = Caller(), random.Random(name), {}

    def turn(self):
        time.sleep(self.chance.uniform(0.1, 0.3))
        game, server = self.chance.choice(self.tables).game, self.chance.choice(list(SERVERS))
        if self.chance.random() < 0.5:
            self.view(game, server)
        else:
            self.events(game, server)

    def view(self, game, server):
        tag, version = self.seen.get(game, (None, None))
        known = {"If_None_Match": tag} if tag and self.chance.random() < 0.6 else {}
        start = time.monotonic()
        status, headers, text = self.caller.call(server, "GET", f"/v1/games/{game}/view", self.token, **known)
        end = time.monotonic()
        if status == 200:
            tag, version = headers["ETag"], json.loads(text)["version"]
            self.seen[game] = tag, version
        elif status >= 500 or status == 409:
            return
        elif status != 304:
            raise RuntimeError(f"view: {status} {text[:300]}")
        self.play.record(op="read", client=self.name, viewer=self.viewer, game=game, path="view", start=start, end=end,
                         version=version, tag=tag, content=digest(text) if status == 200 else None, server=server)

    def events(self, game, server):
        after = max(0, self.seen.get(game, (None, 0))[1] - self.chance.randint(0, 30))
        start = time.monotonic()
        page = events_after(self.caller, server, game, after)
        if page:
            self.play.record(op="read", client=self.name, viewer="spectator", game=game, path="events", start=start,
                             end=time.monotonic(), version=page["version"], tag=None, content=None, server=server,
                             entries=digests(page["items"]))


def events_after(caller, server, game, after):
    """A page of the log as spectators see it; None if the server can't answer."""
    path = f"/v1/games/{game}/events?after={after}&limit=500&as=spectator"
    status, _, text = caller.call(server, "GET", path)
    if status != 200:
        if status < 500 and status != 409:
            raise RuntimeError(f"events: {status} {text[:300]}")
        return None
    return json.loads(text)


def digests(items):
    """A digest of the events of each version."""
    versions = {}
    for item in items:
        versions.setdefault(item["version"], []).append(item)
    return {version: digest(events) for version, events in versions.items()}


def begin(play):
    """Sixteen writers: two at each of four seats of one game, and eight who sit at eight games of all rulesets with a bot,
    two at each; and four readers."""
    tokens = {name: log_in(name) for name in SHARED + APART}
    shared = Table("landnam", [tokens[name] for name in SHARED])
    pairs = zip(APART, APART[1:] + APART[:1])
    rulesets = itertools.cycle(RULESETS)
    apart = [Table(next(rulesets), [tokens[one], tokens[other]], ["steady"]) for one, other in pairs]
    turns = []
    for name in SHARED:
        first = Writer(play, f"{name} 1", name, tokens[name], [shared])
        first.rival = Writer(play, f"{name} 2", name, log_in(name), [shared])
        turns += [first.turn, first.rival.turn_of_rival]
    for number, name in enumerate(APART):
        turns.append(Writer(play, name, name, tokens[name], [apart[number], apart[number - 1]]).turn)
    tables = [shared, *apart]
    for name in ("Aud", "Egil"):
        turns.append(Reader(play, f"reader {name}", name, tokens[name], tables).turn)
    for number in (1, 2):
        turns.append(Reader(play, f"reader {number}", "nobody", None, tables).turn)
    threads = [threading.Thread(target=play.run, args=(turn,)) for turn in turns]
    for thread in threads:
        thread.start()
    return tables, threads
