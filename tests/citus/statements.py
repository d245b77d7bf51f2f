"""Which statements of the service run on one shard, by the statistics of Citus.

    statements.py PROGRAM URL

URL is a database over several nodes. First a server alone is asked for views and legal actions and is sent actions in
games of every ruleset: nothing of that may run on several shards. Then workers join, with bots, deadlines, mails, webhooks
and votes: what looks for work may look over all shards, but only read, and lock nothing. Prints one line of JSON.
"""

import http.server
import json
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import threading
import time

from service import Server

ACTIONS = 150
RULESETS = ("landnam", "settlers", "nord")


def query(url, text):
    """The rows of a query, each a list of texts."""
    command = ["psql", "-qAtX", "-F", "\x1f", "-R", "\x1e", "-v", "ON_ERROR_STOP=1", "-d", url, "-c", text]
    printed = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return [row.split("\x1f") for row in printed.rstrip("\n\x1e").split("\x1e") if row]


class Hooks(http.server.BaseHTTPRequestHandler):
    """Takes what webhooks are told."""

    taken = 0

    def do_POST(self):
        self.rfile.read(int(self.headers["Content-Length"]))
        type(self).taken += 1
        self.send_response(204)
        self.end_headers()

    def log_message(self, *_):
        pass


def counters(url):
    """How many statements ran on one shard and on several."""
    text = (
        "SELECT query_execution_single_shard, query_execution_multi_shard FROM citus_stat_counters "
        "WHERE name = current_database()"
    )
    return [int(count) for count in query(url, text)[0]]


def nodes(url):
    """The addresses of the nodes that hold shards."""
    placed = query(url, "SELECT nodename, nodeport FROM pg_dist_node WHERE shouldhaveshards")
    return [re.sub(r"@[^/]*/", f"@{host}:{port}/", url) for host, port in placed]


def over_shards(url, tables):
    """The statements that name a table of games and were sent to no particular shard, each with its calls. The function
    that writes a game names none, and is seen by the counters."""
    rows = query(
        url,
        "SELECT calls, regexp_replace(query, '\\s+', ' ', 'g') FROM citus_stat_statements "
        "WHERE partition_key IS NULL AND executor = 'adaptive' ORDER BY calls DESC",
    )
    named = re.compile(rf'\b(from|join|update|into) "?({tables})\b', re.IGNORECASE)
    return [(int(calls), text) for calls, text in rows if named.search(text)]


def claims(tables, text):
    """Does a statement change or lock rows of games? What is thrown away once a day is no claim."""
    changed = re.search(rf'\bupdate "?({tables})\b', text, re.IGNORECASE)
    return changed is not None or re.search(r"\bfor (no key )?update\b", text, re.IGNORECASE) is not None


def reset(url):
    query(url, "SELECT citus_stat_statements_reset()")
    for place in [url, *nodes(url)]:
        query(place, "SELECT citus_stat_counters_reset(oid) FROM pg_database WHERE datname = current_database()")


def largest_session(url):
    """The megabytes that the largest session at a node, through which the coordinator works there, has for itself."""
    largest = 0
    for node in nodes(url):
        sessions = "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND application_name ~ '^citus_internal'"
        for (pid,) in query(node, sessions):
            held = re.search(r"^Anonymous: +(\d+) kB", pathlib.Path(f"/proc/{pid}/smaps_rollup").read_text(), re.M)
            largest = max(largest, int(held.group(1)) / 1024)
    return round(largest, 1)


def main():
    program, url = sys.argv[1:]
    chance = random.Random(1)
    query(url, "CREATE EXTENSION IF NOT EXISTS pg_stat_statements")
    spread = query(url, "SELECT logicalrelid::text FROM pg_dist_partition WHERE partmethod = 'h'")
    tables = "|".join(name for (name,) in spread)
    with tempfile.TemporaryDirectory() as folder:
        server = Server(program, url, "serve", folder)
        people = [server.person(f"Aud{index}") for index in range(4)]
        games = [server.game(people, ruleset) for ruleset in RULESETS]
        for game in games:
            server.play(game, people, 1, chance)
        # What a process asks now and then beside requests (ended sessions, keys) lies on every node or at the coordinator.
        reset(url)
        acted = sum(server.play(game, people, ACTIONS, chance) for game in games)
        acting_one, acting_several = counters(url)
        planned_at_nodes = sum(sum(counters(node)) for node in nodes(url))
        several = over_shards(url, tables)
        session_mb = largest_session(url)

        hooks = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Hooks)
        threading.Thread(target=hooks.serve_forever, daemon=True).start()
        worker = Server(program, url, "work", folder)
        hook = {"url": f"http://127.0.0.1:{hooks.server_address[1]}/", "topics": ["your_turn", "game_ended"]}
        reset(url)
        for token in people:
            server.call("POST", "/v1/me/webhooks", token, hook)
        done = 0
        for ruleset in RULESETS:
            game = server.game(people[:3], ruleset, bots=["steady"])
            server.call("POST", f"{game}/votes", people[0], {"kind": "pause"})
            server.call("POST", f"{game}/messages", people[1], {"text": "Are you there?"})
            done += server.play(game, people[:3], ACTIONS // 2, chance)
        time.sleep(3)
        polls = over_shards(url, tables)
        wrong = [text for _, text in polls if claims(tables, text)]
        single = query(
            url,
            "SELECT count(DISTINCT queryid), coalesce(sum(calls), 0) FROM citus_stat_statements "
            "WHERE partition_key IS NOT NULL AND query ~* '\\mupdate\\M'",
        )[0]
        errors = server.end() + worker.end()
    for calls, text in several + [(0, text) for text in wrong]:
        print(f"several shards, {calls} calls: {text[:300]}", file=sys.stderr)
    for calls, text in polls:
        print(f"a poll, {calls} calls: {text[:120]}", file=sys.stderr)
    print(
        json.dumps(
            {
                "actions": acted,
                "on_one_shard": acting_one,
                "on_several": acting_several,
                "planned_at_nodes": planned_at_nodes,
                "session_mb": session_mb,
                "actions_beside_workers": done,
                "webhooks": Hooks.taken,
                "polls": len(polls),
                "claims": int(single[0]),
                "claims_made": int(single[1]),
                "claims_on_several": len(wrong),
                "errors": errors,
            }
        )
    )


main()
