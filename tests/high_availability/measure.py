"""Writers and readers play while database machines, processes and cables fail, and the history of it is checked. Prints one
line of JSON. To be run by run.sh, in namespaces of its own. Usage: measure.py FOLDER"""

import json
import pathlib
import sys
import time

import faults
import machines
from machines import Cluster, wait_for
from players import PEOPLE, Play, begin
from report import counted, logs, say
from service import SERVERS, Service, people

LOGIN = f"postgres://althing:{machines.PASSWORD}"
HOSTS = ",".join(machines.DATA.format(number) for number in machines.NUMBERS)
# Both ways check that the server takes writes: HAProxy needs a second to see that it does not any more.
BEHIND_HAPROXY = f"{LOGIN}@127.0.0.1:{machines.HAPROXY_PORT}/althing?target_session_attrs=read-write"
SEVERAL_HOSTS = f"{LOGIN}@{HOSTS}/althing?target_session_attrs=read-write&connect_timeout=2" \
    "&keepalives_idle=5&keepalives_interval=2&keepalives_count=3"
# One process of each kind behind HAProxy, and the other with a URL of several hosts.
URLS = {"serve1": BEHIND_HAPROXY, "work1": BEHIND_HAPROXY, "serve2": SEVERAL_HOSTS, "work2": SEVERAL_HOSTS}
# How long after a new primary takes writes an action may take to succeed, at each of the servers, in seconds.
SOON = 10


EQUAL = "SELECT md5(string_agg(e::text, ' ' ORDER BY game_id, version)) FROM entries e"


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
    back = list(waits(history))
    for kind, seconds in back:
        say(f"{kind}: from the first write that was possible to an action {seconds}")
    return counted(play, tables) | {
        "switchovers": faults.count(history, faults.SWITCHOVERS),
        "kills": faults.count(history, faults.KILLS),
        "partitions": faults.count(history, faults.PARTITIONS),
        "clock_jumps": 3 * faults.count(history, faults.CLOCKS),
        "machines_alike": alike(cluster),
        "processes_ended": len(service.ended()),
        "longest_back_s": {server: max(seconds[server] for _, seconds in back) for server in SERVERS},
        "later_than_10_s": sum(max(seconds.values()) > SOON for _, seconds in back),
    }


def main():
    folder, start = pathlib.Path(sys.argv[1]), time.monotonic()
    cluster = Cluster(folder)
    service = Service(folder, URLS, clocks=True)
    people(service, PEOPLE)
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
    play.history += logs(lambda text: primary.sql(text, "althing").stdout, tables)
    with open(folder / "history", "w", encoding="utf-8") as file:
        file.writelines(json.dumps(record) + "\n" for record in play.history)
    found = figures(play, tables, service, cluster)
    print(json.dumps(found | {"seconds": round(time.monotonic() - start)}))


if __name__ == "__main__":
    main()
