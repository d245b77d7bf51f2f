"""How long it takes until many mails have left that were queued at once, to a server that takes 40 ms for each connection.

They are notices of games to the people in them; of each recipient and game they must arrive in the order in which they
became true. Prints one line of JSON; fails when it took too long beside the pauses of the server, or when one is missing, doubled or
out of order. Usage: mails.py [--mails N]
"""

import argparse
import asyncio
import json
import pathlib
import re
import sys
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "mails"))

from service import Service  # noqa: E402

# What the server does not do before it greets somebody.
DELAY = 0.040
# How many mails a worker sends at the same moment.
AT_ONCE = 10
# All must have left within so many times what the pauses of the server take by themselves.
MOST_RATIO = 3.0
# The largest mail that is taken, in bytes.
LARGEST = 1 << 20
# How many tables of three the notices are about.
TABLES = 40


class Sink:
    """A mail server (RFC 5321) that takes everything, but slowly begins to talk."""

    def __init__(self):
        self.arrived, self.connections = [], 0
        self.loop = asyncio.new_event_loop()
        started = threading.Event()
        threading.Thread(target=self._run, args=(started,), daemon=True).start()
        started.wait()

    def _run(self, started):
        self.server = self.loop.run_until_complete(asyncio.start_server(self._talk, "127.0.0.1", 0, limit=LARGEST))
        self.port = self.server.sockets[0].getsockname()[1]
        started.set()
        self.loop.run_forever()

    async def _talk(self, lines, out):
        self.connections += 1
        await asyncio.sleep(DELAY)
        out.write(b"220 sink\r\n")
        while line := await lines.readline():
            verb = line[:4].upper()
            if verb == b"DATA":
                out.write(b"354 go on\r\n")
                mail = await lines.readuntil(b"\r\n.\r\n")
                name = re.search(rb"^Message-ID: <(.*?)>", mail, re.MULTILINE | re.IGNORECASE)
                self.arrived.append((time.monotonic(), name.group(1).decode()))
            answer = b"221 bye" if verb == b"QUIT" else b"250 ok"
            out.write(answer + b"\r\n")
            if verb == b"QUIT":
                break
        out.close()


def queue(service, mails):
    """Begins games, and writes so many notices about them, all due at once."""
    people = [service.person(f"Player{number}") for number in range(TABLES * 3)]
    for table in range(TABLES):
        service.game(people[table * 3 : table * 3 + 3])
    each = -(-mails // (TABLES * 3))
    service.sql(
        "UPDATE mails SET settled_at = created_at, result = 'stale', reason = 'stale: decision closed';"
        "INSERT INTO mails (partition, id, version, seat, kind, account_id, created_at, due_at)"
        " SELECT s.game_id, gen_random_uuid(), 1000 + n, s.seat, 'game_started', s.account_id, p.updated_at, p.updated_at"
        f" FROM seats s JOIN positions p USING (game_id) CROSS JOIN generate_series(1, {each}) n LIMIT {mails}"
    )
    return int(service.sql("SELECT count(*) FROM mails WHERE settled_at IS NULL")[0][0])


def disorder(arrived):
    """How many came after a later one of the same recipient and game."""
    last, wrong = {}, 0
    for _, name in arrived:
        game, version, seat, *_ = name.split("@")[0].split(".")
        wrong += last.get((game, seat), -1) >= int(version)
        last[game, seat] = int(version)
    return wrong


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--mails", type=int, default=5000)
    asked = parser.parse_args()
    sink = Sink()
    service = Service(MAIL__SMTP_URL=f"smtp://127.0.0.1:{sink.port}", WORK__LEASE_SECONDS="120")
    try:
        queued = queue(service, asked.mails)
        pauses = queued * DELAY / AT_ONCE
        patience = 3 * MOST_RATIO * pauses
        worker, begun = service.worker(), time.monotonic()
        while len(sink.arrived) < queued and time.monotonic() - begun < patience:
            time.sleep(0.05)
        time.sleep(1)
        worker.terminate()
        worker.wait()
    finally:
        service.end()
    names = [name for _, name in sink.arrived]
    seconds = max((at for at, _ in sink.arrived), default=begun + patience) - begun
    figures = {
        "mails": queued,
        "arrived": len(set(names)),
        "doubled": len(names) - len(set(names)),
        "out_of_order": disorder(sink.arrived),
        "connections": sink.connections,
        "seconds": round(seconds, 2),
        "ratio": round(seconds / pauses, 2),
    }
    print(json.dumps(figures))
    whole = figures["arrived"] == queued == asked.mails
    sys.exit(0 if whole and not figures["doubled"] and not figures["out_of_order"] and figures["ratio"] <= MOST_RATIO else 1)


if __name__ == "__main__":
    main()
