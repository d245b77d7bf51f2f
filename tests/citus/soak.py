"""Two servers, two workers, sixteen writers and four readers on a cluster of Citus, while one process after another is killed,
one node after another loses its power, and shards move to the other node and are split; and a check that the history is
linearizable. Prints one line of JSON.
Usage: soak.py DATABASE_URL MINUTES; ALTHING_TEST_CITUS and ALTHING_TEST_CITUS_FOLDER name the nodes, which have to keep what
they acknowledge (DURABLE=yes)."""

import datetime
import json
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "high_availability"))

from machines import AS_POSTGRES
from players import PEOPLE, Play, begin
from report import counted, logs, say
from service import Service, people

# A process is killed so often, in seconds, and is away for so long.
KILL_EVERY, AWAY = 15, 3
# After so many kills of processes a node loses its power.
KILLS_PER_CRASH = 16
# How long after a node is back an error of the service may still tell of it, in seconds.
AFTERMATH = 30
# And after a move.
AFTER_MOVE = 2


def now():
    return datetime.datetime.now(datetime.timezone.utc)


def crash(port):
    """PostgreSQL of this node ends without warning and starts again; returns when it answers."""
    folder = pathlib.Path(os.environ["ALTHING_TEST_CITUS_FOLDER"])
    programs = subprocess.run(["pg_config", "--bindir"], capture_output=True, text=True, check=True).stdout.strip()
    as_postgres = AS_POSTGRES if os.getuid() == 0 else []
    command = [f"{programs}/pg_ctl", "-D", folder / port, "-l", folder / f"{port}.log", "-m", "immediate", "-w", "restart"]
    subprocess.run([*as_postgres, *command], check=True, stdout=subprocess.DEVNULL, cwd="/")


class Shards:
    """Moves the shards of games, each with all that belongs to its games, while they are written."""

    def __init__(self, sql):
        self.sql, self.chance = sql, random.Random(7)
        self.moved, self.split, self.moves = 0, 0, []

    def disturb(self):
        """Notes when a move began and when its last error may be logged: what waits for it may run into the time limit of
        statements, and what was planned before a split asks for a shard that is gone."""
        first = now()
        self.move()
        self.moves.append((first, now() + datetime.timedelta(seconds=AFTER_MOVE)))

    def move(self):
        """Moves one, in turns while writes wait and while they go on; now and then splits one first."""
        if self.moved % 8 == 3:
            self.divide()
        shard, host, port = self.chance.choice(self.placed())
        others = f"SELECT nodename, nodeport FROM pg_dist_node WHERE shouldhaveshards AND nodeport <> {port}"
        to_host, to_port = rows(self.sql(others))[0]
        way = ("force_logical", "block_writes")[self.moved % 2]
        self.sql(f"SELECT citus_move_shard_placement({shard}, '{host}', {port}, '{to_host}', {to_port}, '{way}')")
        self.moved += 1

    def placed(self):
        return rows(self.sql("SELECT shardid, nodename, nodeport FROM citus_shards WHERE table_name = 'games'::regclass"))

    def divide(self):
        """Splits one into two that stay where it was."""
        shard, _, port = self.chance.choice(self.placed())
        self.sql(
            f"SELECT citus_split_shard_by_split_points(s.shardid, "
            f"ARRAY[((s.shardminvalue::bigint + s.shardmaxvalue::bigint) / 2)::text], ARRAY[n.nodeid, n.nodeid], "
            f"'block_writes') FROM pg_dist_shard s, pg_dist_node n WHERE s.shardid = {shard} AND n.nodeport = {port}"
        )
        self.split += 1


def rows(text):
    return [line.split("\t") for line in text.splitlines()]


def fail(service, shards, end):
    """Kills processes and nodes and moves shards until the time is over. Returns how many it killed of each, and when nodes
    were away."""
    ports, names = os.environ["ALTHING_TEST_CITUS"].split(","), ["serve1", "work1", "serve2", "work2"]
    kills, outages = 0, []
    while time.monotonic() < end:
        name = names[kills % len(names)]
        service.kill(name)
        time.sleep(AWAY)
        service.start(name)
        kills += 1
        # Apart from the kill, whose errors would count as those of the move.
        time.sleep((KILL_EVERY - AWAY) / 2)
        shards.disturb()
        time.sleep((KILL_EVERY - AWAY) / 2)
        if kills % KILLS_PER_CRASH == KILLS_PER_CRASH // 2:
            first = now()
            crash(ports[len(outages) % len(ports)])
            outages.append((first, now() + datetime.timedelta(seconds=AFTERMATH)))
            say(f"node {len(outages)} crashed and came back")
            time.sleep(AFTERMATH)
    return kills, outages


def errors(folder, outages, moves):
    """How many errors the service logged: while nothing was wrong with the nodes, while one was away or had just come back,
    and while a shard moved or was split."""
    lines = [line for log in folder.glob("*.log") for line in log.read_text().splitlines() if " ERROR " in line]
    found = [0, 0, 0]
    for line in lines:
        at = re.search(r"\d{4}-\d\d-\d\dT[\d:.]+", line).group(0)[:26]
        at = datetime.datetime.fromisoformat(at).replace(tzinfo=datetime.timezone.utc)
        is_within = lambda spans: any(first <= at <= last for first, last in spans)
        kind = 1 if is_within(outages) else 2 if is_within(moves) else 0
        found[kind] += 1
        if kind == 0:
            say(line)
    return found


def main():
    url, minutes = sys.argv[1], float(sys.argv[2])
    folder = pathlib.Path(os.environ.get("ALTHING_KEEP") or tempfile.mkdtemp())
    folder.mkdir(exist_ok=True)
    service = Service(folder, dict.fromkeys(["serve1", "work1", "serve2", "work2"], url))
    play = Play()
    sql = lambda text: subprocess.run(
        ["psql", "-XqAt", "-F", "\t", "-v", "ON_ERROR_STOP=1", url, "-c", text], capture_output=True, text=True, check=True
    ).stdout
    shards, threads = Shards(sql), []
    try:
        people(service, PEOPLE)
        tables, threads = begin(play)
        kills, outages = fail(service, shards, time.monotonic() + 60 * minutes)
    finally:
        play.over.set()
        for thread in threads:
            thread.join()
    play.history += logs(sql, tables)
    found = counted(play, tables)
    ended = service.ended()
    for name in service.processes:
        service.kill(name)
    outside, away, moving = errors(folder, outages, shards.moves)
    figures = {"minutes": minutes, "kills": kills, "crashes": len(outages), "moved": shards.moved, "split": shards.split,
               "processes_ended": len(ended), "errors": outside, "errors_while_nodes_were_away": away,
               "errors_while_shards_moved": moving}
    print(json.dumps(found | figures))


if __name__ == "__main__":
    main()
