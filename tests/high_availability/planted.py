"""Plants faults in copies of a history, to see that the checker finds them. Each takes the records that it needs from the
history, so that what is planted lies among what really happened."""

import checker


def logs_of(history):
    return {record["game"]: record["entries"] for record in history if record["op"] == "log"}


def sent(history, outcome):
    """The actions with this outcome, last one first: late in a history most lies before them."""
    return [record for record in reversed(history) if record["op"] == "act" and record["outcome"] == outcome]


def with_log(history, game, entries):
    """A copy in which a game has this log."""
    other = {"op": "log", "game": game, "entries": entries}
    return [other if record["op"] == "log" and record["game"] == game else record for record in history]


def with_record(history, old, **changes):
    return [record | changes if record is old else record for record in history]


def lost(history):
    """An acknowledged action that the log does not have: somebody else made the entry."""
    act = sent(history, "done")[0]
    mine = act["seat"], act["key"]
    log = logs_of(history)[act["game"]]
    entries = [entry | {"key": None} if (entry["seat"], entry["key"]) == mine else entry for entry in log]
    return act["game"], with_log(history, act["game"], entries)


def doubled(history):
    """An acknowledged action that took effect once more."""
    act = sent(history, "done")[0]
    log = logs_of(history)[act["game"]]
    again = next(entry for entry in log if (entry["seat"], entry["key"]) == (act["seat"], act["key"]))
    return act["game"], with_log(history, act["game"], [*log, again | {"version": len(log), "last": len(log)}])


def gap(history):
    """An entry that nobody sent is missing."""
    for game, log in logs_of(history).items():
        for place in range(1, len(log) - 1):
            if log[place]["key"] is None:
                return game, with_log(history, game, log[:place] + log[place + 1 :])
    raise LookupError("no entry without a key")


def refused(history):
    """A refused action that took effect all the same."""
    logs = logs_of(history)
    for act in sent(history, "refused"):
        log = logs[act["game"]]
        for place, entry in enumerate(log):
            if place > 0 and entry["key"] is None:
                changed = entry | {"seat": act["seat"], "key": act["key"]}
                return act["game"], with_log(history, act["game"], [*log[:place], changed, *log[place + 1 :]])
    raise LookupError("no refused action in a game with an entry of others")


def stale(history):
    """A read that began after an action was acknowledged and does not show it."""
    reads = [record for record in history if record["op"] == "read"]
    for act in sent(history, "done"):
        for read in reads:
            if read["game"] == act["game"] and read["start"] > act["end"]:
                return act["game"], with_record(history, read, version=act["version"] - 1, tag=None, entries=None)
    raise LookupError("no read after an action")


def answered_twice(history):
    """Two actions of a seat that answer one decision."""
    last = {}
    for act in sent(history, "done"):
        if act["type"] in checker.KEEP_OPEN:
            continue
        seat = act["game"], act["seat"]
        if seat in last:
            return act["game"], with_record(history, last[seat], decision=act["decision"])
        last[seat] = act
    raise LookupError("no seat acted twice")


def tag(history):
    """A tag that comes again with another version."""
    seen = {}
    for record in history:
        if record["op"] == "read" and record["tag"] is not None:
            viewer = record["game"], record["viewer"], record["path"]
            before = seen.setdefault(viewer, record)
            if before["version"] != record["version"]:
                return record["game"], with_record(history, record, tag=before["tag"])
    raise LookupError("no path was read at two versions")


FAULTS = [lost, doubled, gap, refused, stale, answered_twice, tag]


def missed(history):
    """The names of the faults that the checker does not find when they are planted in this history."""
    before = set(checker.check(history))
    names = []
    for fault in FAULTS:
        game, copy = fault(history)
        new = set(checker.check(copy)) - before
        if not any(violation.kind == fault.__name__ and violation.game == game for violation in new):
            names.append(fault.__name__)
    return names
