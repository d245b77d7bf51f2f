"""What an export of many games takes, and whether it goes on after cuts without loss or double.

Some games are played to the end and copied in the database. They are then exported three times: once as fast as the server
sends, once across connections that are cut at random bytes, and once by a client that stops reading. Prints one line of
JSON: the games, what was lost or doubled, how far the memory of the server rose above what it has while idle, and whether
a connection to the database was held for the client that did not read.

Usage: exports.py [--games N] [--cuts N]
"""

import argparse
import collections
import http.client
import json
import pathlib
import random
import sys
import threading
import time
import urllib.parse

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "mails"))

from service import Service, move  # noqa: E402

MINE = "/v1/me/games/export"
# How many games are played; the others are copies of these.
PLAYED = 4
# How much is read at once.
CHUNK = 1 << 16


class Memory:
    """The resident memory of a process, watched all the time."""

    def __init__(self, pid):
        self.status = pathlib.Path(f"/proc/{pid}/status")
        self.peak = 0
        threading.Thread(target=self._watch, daemon=True).start()

    def now(self):
        """In kilobytes."""
        lines = self.status.read_text().splitlines()
        return int(next(line for line in lines if line.startswith("VmRSS")).split()[1])

    def _watch(self):
        while True:
            try:
                self.peak = max(self.peak, self.now())
            except (OSError, StopIteration):
                return
            time.sleep(0.02)


def play(service, tokens, chance):
    """A game of NORD, played to its end."""
    game = "/v1/games/" + service.call("POST", "/v1/games", tokens[0], {"ruleset": "nord", "seats": len(tokens)})["id"]
    for token in tokens[1:]:
        service.call("POST", f"{game}/join", token, {})
    while service.call("GET", game, tokens[0])["status"] == "running":
        for token in tokens:
            move(service, game, token, chance)


def copy(service, games):
    """Copies the games that were played until there are so many; each copy ended a little earlier."""
    service.sql("UPDATE games SET finished_at = finished_at - interval '1 minute'")
    copies = f"generate_series(1, {games // PLAYED - 1}) n"
    renamed = "md5(t.{id}::text || n)::uuid"
    tables = {
        "games": ("id", ", 'finished_at', t.finished_at - n * interval '1 millisecond'"),
        "seats": ("game_id", ""),
        "positions": ("game_id", ""),
        "entries": ("game_id", ""),
    }
    for table, (key, more) in tables.items():
        changed = f"jsonb_build_object('{key}', {renamed.format(id=key)}{more})"
        service.sql(f"INSERT INTO {table} SELECT r.* FROM {table} t, {copies}, jsonb_populate_record(t, {changed}) r")
    service.sql("ANALYZE")


class Export:
    """One connection that fetches an export."""

    def __init__(self, service, token, after):
        address = urllib.parse.urlsplit(service.address)
        self.connection = http.client.HTTPConnection(address.hostname, address.port, timeout=60)
        query = f"?after={after}" if after else ""
        self.connection.request("GET", MINE + query, headers={"Authorization": f"Bearer {token}"})
        self.answer = self.connection.getresponse()
        if self.answer.status != 200:
            raise SystemExit(f"{self.answer.status}: {self.answer.read()}")

    def read(self, most):
        """So many bytes, or what is left of them at the end."""
        got = bytearray()
        while len(got) < most:
            piece = self.answer.read(min(CHUNK, most - len(got)))
            if not piece:
                break
            got += piece
        return bytes(got)

    def close(self):
        self.connection.close()


def game_of(line):
    record = json.loads(line)
    if not record["entries"] or not record["digest"]:
        raise SystemExit(f"{record['game']} is not whole")
    return record["game"]


def fetch(service, token, cut_after):
    """The games in the order in which they came, how many bytes, and how many cuts; `cut_after` says after how many bytes
    each connection is cut."""
    games, size, cuts, rest = [], 0, 0, b""
    export, left = Export(service, token, None), cut_after()
    while True:
        piece = export.read(min(left, 1 << 20))
        size, left, rest = size + len(piece), left - len(piece), rest + piece
        *lines, rest = rest.split(b"\n")
        games.extend(game_of(line) for line in lines)
        if left == 0:
            export.close()
            # What is not a whole line is forgotten.
            rest, cuts, left = b"", cuts + 1, cut_after()
            export = Export(service, token, games[-1] if games else None)
        elif not piece:
            export.close()
            if rest:
                raise SystemExit("the end is no whole line")
            return games, size, cuts


def stall(service, token):
    """How many connections to the database are in use while a client does not read."""
    export = Export(service, token, None)
    export.read(1 << 20)
    held = 0
    for _ in range(20):
        time.sleep(0.1)
        busy = "SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()"
        held = max(held, int(service.sql(f"{busy} AND (state <> 'idle' OR backend_xmin IS NOT NULL)")[0][0]))
    export.close()
    return held


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--cuts", type=int, default=25)
    asked = parser.parse_args()
    chance = random.Random(5)
    service = Service(ACCOUNTS__ACCESS_SECONDS="36000")
    try:
        tokens = [service.person(f"Player{number}") for number in range(2)]
        for _ in range(PLAYED):
            play(service, tokens, chance)
        copy(service, asked.games)
        stored = int(service.sql("SELECT count(*) FROM games WHERE finished_at IS NOT NULL")[0][0])
        expected = [row[0] for row in service.sql("SELECT id FROM games ORDER BY finished_at, id")]
        # What every process gets once in its life, such as connections, is not of the export.
        Export(service, tokens[0], expected[-20]).read(1 << 20)
        time.sleep(1)
        memory = Memory(service.server.pid)
        idle = memory.now()
        begun = time.monotonic()
        whole, size, _ = fetch(service, tokens[0], lambda: sys.maxsize)
        seconds = time.monotonic() - begun
        cut, _, cuts = fetch(service, tokens[0], lambda: chance.randint(1, 2 * size // asked.cuts))
        held = stall(service, tokens[0])
        grown = memory.peak - idle
    finally:
        service.end()
    doubled = sum(many - 1 for games in (whole, cut) for many in collections.Counter(games).values())
    figures = {
        "games": stored,
        "lost": len(set(expected) - set(whole)) + len(set(expected) - set(cut)),
        "doubled": doubled,
        "out_of_order": int(whole != expected) + int(cut != expected),
        "cuts": cuts,
        "held": held,
        "idle_mb": round(idle / 1024, 1),
        "growth_mb": round(grown / 1024, 1),
        "megabytes": round(size / 1e6),
        "seconds": round(seconds, 1),
    }
    print(json.dumps(figures))


if __name__ == "__main__":
    main()
