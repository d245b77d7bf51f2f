"""Writers and readers play while database machines, processes and cables fail, and the history of it is checked. Prints one
line of JSON. To be run by run.sh, in namespaces of its own. Usage: measure.py FOLDER"""

import collections
import json
import pathlib
import sys
import threading
import time

import checker
import faults
import planted
from machines import Cluster, wait_for
from players import BROKEN, Play, Reader, Table, Writer, digests, events_after
from service import SERVERS, Caller, Service, log_in, people

SHARED = ["Aud", "Bjarni", "Cnut", "Dalla"]
APART = ["Egil", "Frida", "Grim", "Helga", "Ivar", "Jorunn", "Ketil", "Ljot"]
# How long after a new primary takes writes an action may take to succeed, at each of the servers, in seconds.
SOON = 10


def say(text):
    print(text, file=sys.stderr, flush=True)


def begin(play):
    """Sixteen writers: two at each of four seats of one game, and eight who sit at eight games with a bot, two at each; and
    four readers."""
    tokens = {name: log_in(name) for name in SHARED + APART}
    shared = Table("landnam", [tokens[name] for name in SHARED])
    pairs = zip(APART, APART[1:] + APART[:1])
    apart = [Table("nord", [tokens[one], tokens[other]], ["steady"]) for one, other in pairs]
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


def shown(game):
    """The digest of what spectators see of each version."""
    caller, entries, after = Caller(), {}, 0
    while True:
        try:
            page = events_after(caller, "serve1", game, after)
        except BROKEN:
            page = None
        if page is None:
            time.sleep(0.2)
            continue
        entries |= digests(page["items"])
        if page["next_after"] <= after:
            return entries
        after = page["next_after"]


LOGS = "SELECT game_id, version, coalesce(last_version, version), seat, request_key FROM entries ORDER BY 1, 2"
EQUAL = "SELECT md5(string_agg(e::text, ' ' ORDER BY game_id, version)) FROM entries e"


def logs(primary, tables):
    """The logs at the end, as the primary holds them."""
    games = collections.defaultdict(list)
    for line in primary.sql(LOGS, "althing").stdout.splitlines():
        game, version, last, seat, key = line.split("\t")
        games[game].append({"version": int(version), "last": int(last), "key": key or None, "seat": int(seat or -1)})
    for table in tables:
        for game in table.games:
            contents = shown(game)
            for entry in games[game]:
                entry["content"] = contents.get(entry["version"])
            yield {"op": "log", "game": game, "entries": games[game]}


def alike(cluster):
    """Do all machines hold the same logs?"""
    found = {machine.sql(EQUAL, "althing").stdout for machine in cluster.machines}
    return len(found) == 1 and "" not in found


def waits(history):
    """For each fault, how long it took from the first write that was possible until an action succeeded, at each server."""
    done = [record for record in history if record["op"] == "act" and record["outcome"] == "done"]
    for fault in [record for record in history if record["op"] == "fault"]:
        writes, back = fault["writes"], {}
        for server in SERVERS:
            ends = [act["end"] for act in done if act["server"] == server and act["end"] >= writes]
            back[server] = round(min(ends, default=float("inf")) - writes, 2)
        yield fault["kind"], back


def figures(play, tables, service, cluster):
    history = play.history
    acts = [record for record in history if record["op"] == "act"]
    outcomes = collections.Counter(act["outcome"] for act in acts)
    contested = collections.Counter((act["game"], act["seat"], act["decision"]) for act in acts)
    violations = checker.check(history)
    for violation in violations[:20]:
        say(f"VIOLATION {violation}")
    kinds = collections.Counter(violation.kind for violation in violations)
    back = list(waits(history))
    for kind, seconds in back:
        say(f"{kind}: from the first write that was possible to an action {seconds}")
    missed = planted.missed(history)
    say(f"odd: {play.odd[:20]}")
    return {
        "switchovers": faults.count(history, faults.SWITCHOVERS),
        "kills": faults.count(history, faults.KILLS),
        "partitions": faults.count(history, faults.PARTITIONS),
        "clock_jumps": 3 * faults.count(history, faults.CLOCKS),
        "writers": len({act["client"] for act in acts}),
        "games": sum(len(table.games) for table in tables),
        "reads": sum(record["op"] == "read" for record in history),
        "acknowledged": outcomes["done"],
        "refused": outcomes["refused"],
        "unknown": outcomes["unknown"],
        "repeated": sum(act["attempts"] > 1 for act in acts),
        "contested": sum(number > 1 for number in contested.values()),
        "lost": kinds["lost"],
        "doubled": kinds["doubled"],
        "violations": len(violations),
        "planted": len(planted.FAULTS),
        "planted_found": len(planted.FAULTS) - len(missed),
        "machines_alike": alike(cluster),
        "odd_answers": len(play.odd),
        "processes_ended": len(service.ended()),
        "longest_back_s": {server: max(seconds[server] for _, seconds in back) for server in SERVERS},
        "later_than_10_s": sum(max(seconds.values()) > SOON for _, seconds in back),
    }


def main():
    folder, start = pathlib.Path(sys.argv[1]), time.monotonic()
    cluster = Cluster(folder)
    service = Service(folder)
    people(service, SHARED + APART)
    play = Play()
    tables, threads = begin(play)
    say(f"all play after {time.monotonic() - start:.0f} s")
    failing = faults.Faults(cluster, service, play, say)
    try:
        for fault in faults.SCHEDULE:
            failing.run(fault)
    finally:
        play.over.set()
        for thread in threads:
            thread.join()
    primary = wait_for("a primary", cluster.primary)
    play.history += logs(primary, tables)
    with open(folder / "history", "w", encoding="utf-8") as file:
        file.writelines(json.dumps(record) + "\n" for record in play.history)
    found = figures(play, tables, service, cluster)
    print(json.dumps(found | {"seconds": round(time.monotonic() - start)}))


if __name__ == "__main__":
    main()
