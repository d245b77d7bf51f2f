"""What a run comes to: the logs at its end, and how many actions were acknowledged, lost and doubled."""

import collections
import sys
import time

import checker
import planted
from players import BROKEN, digests, events_after
from service import Caller


def say(text):
    print(text, file=sys.stderr, flush=True)


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


def logs(sql, tables):
    """The logs at the end, as the database holds them; `sql` returns the rows of a statement, tabs between columns."""
    games = collections.defaultdict(list)
    for line in sql(LOGS).splitlines():
        game, version, last, seat, key = line.split("\t")
        games[game].append({"version": int(version), "last": int(last), "key": key or None, "seat": int(seat or -1)})
    for table in tables:
        for game in table.games:
            contents = shown(game)
            for entry in games[game]:
                entry["content"] = contents.get(entry["version"])
            yield {"op": "log", "game": game, "entries": games[game]}


def counted(play, tables):
    """The history in figures; it has the logs already. What is wrong with it is said."""
    history = play.history
    acts = [record for record in history if record["op"] == "act"]
    outcomes = collections.Counter(act["outcome"] for act in acts)
    contested = collections.Counter((act["game"], act["seat"], act["decision"]) for act in acts)
    violations = checker.check(history)
    for violation in violations[:20]:
        say(f"VIOLATION {violation}")
    kinds = collections.Counter(violation.kind for violation in violations)
    missed = planted.missed(history)
    say(f"odd: {play.odd[:20]}")
    return {
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
        "odd_answers": len(play.odd),
    }
