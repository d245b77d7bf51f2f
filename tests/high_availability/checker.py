"""Checks that a history of requests to games is linearizable, exactly and in n log n.

The model: a game is a log. Each entry has a version, 1 above the one before, and an action appends one or more entries at
once. A read shows the state at one version. So a game is a register whose value is its version, and the log itself tells
in which order the writes took effect. That is why no search is needed, as it is for a general object: the only order
that can explain the history is the one by version, each action before the reads of what it led to, and it is left to
check that it agrees with time. It does if, for every two operations of which one ended before the other began, the
earlier one is not behind the later one in that order. This is necessary by the definition of linearizability, and
sufficient, since sorting by version and then by the beginning gives an order that keeps both. One pass through the
instants finds every operation that began after one had ended that lies behind it: it is enough to remember the furthest
place of all that have ended.

A history is a list of records, which `run.sh` keeps as lines of JSON:

    {"op": "act", "client", "viewer", "game", "seat", "decision", "type", "key", "start", "end", "outcome", "version", "tag"}
        `outcome` is done (with the version of the reply and its tag), refused, or unknown: no answer came, so it may
        have taken effect at any time since `start`, or never. Repetitions under one key are one action.
    {"op": "read", "client", "viewer", "game", "path", "start", "end", "version", "tag", "content", "entries"}
        What `viewer` was shown at `path`; `content` is a digest of it, null for an answer "unchanged", whose version is
        that of the tag. `entries`, for a read of the log, has the digest of each version that was shown.
    {"op": "log", "game", "entries": [{"version", "last", "seat", "key", "content"}]}
        The log at the end. `last` is the version that the action led to; entries that nobody sent have no `key`.

Instants are of one clock that never goes back. Records with another `op` are skipped.
"""

import collections
import json
import sys

# Actions that leave the decision open which they are sent to: whoever offers to hand a suit over still has to answer it
# when nobody takes it over.
KEEP_OPEN = ("hand_over", "withdraw_hand_over")

Violation = collections.namedtuple("Violation", "kind game text")


def check(history):
    """Everything that is wrong with a history, as a list of violations."""
    logs, acts, reads = {}, collections.defaultdict(list), collections.defaultdict(list)
    violations = []
    for record in history:
        if record["op"] == "log":
            if record["game"] in logs:
                violations.append(Violation("log", record["game"], "has two logs"))
            logs[record["game"]] = record["entries"]
        elif record["op"] == "act":
            acts[record["game"]].append(record)
        elif record["op"] == "read":
            reads[record["game"]].append(record)
    for game in sorted(logs.keys() | acts.keys() | reads.keys()):
        if game not in logs:
            violations.append(Violation("log", game, "has no log"))
            continue
        found = [*gaps(logs[game]), *outcomes(logs[game], acts[game]), *answered_twice(logs[game], acts[game])]
        found += [*order(logs[game], acts[game], reads[game]), *tags(acts[game], reads[game])]
        found += contents(logs[game], reads[game])
        violations += [Violation(kind, game, text) for kind, text in found]
    return violations


def gaps(log):
    """Versions count from 0 without gaps."""
    for place, entry in enumerate(log):
        if entry["version"] != place:
            yield "gap", f"entry {place} has version {entry['version']}"
            return


def by_key(log):
    """The entries that each request made, by seat and key."""
    found = collections.defaultdict(list)
    for entry in log:
        if entry["key"] is not None:
            found[entry["seat"], entry["key"]].append(entry)
    return found


def outcomes(log, acts):
    """An acknowledged action is in the log once and led where its reply said; an unknown one at most once; a refused one
    not at all; and nothing is there that nobody sent."""
    entries = by_key(log)
    for act in acts:
        made = entries.pop((act["seat"], act["key"]), [])
        name = f"{act['outcome']} action {act['key']} of seat {act['seat']} on {act['decision']}"
        if len(made) > 1:
            yield "doubled", f"{name} is there at {[entry['version'] for entry in made]}"
        elif act["outcome"] == "refused" and made:
            yield "refused", f"{name} is there at {made[0]['version']}"
        elif act["outcome"] == "done" and not made:
            yield "lost", f"{name} at {act['version']} is not there"
        elif act["outcome"] == "done" and made[0]["last"] != act["version"]:
            yield "lost", f"{name} was said to lead to {act['version']}, and led to {made[0]['last']}"
    for seat, key in entries:
        yield "foreign", f"action {key} of seat {seat} was never sent"


def answered_twice(log, acts):
    """No two actions in the log close the same decision of a seat."""
    entries, answers = by_key(log), {}
    for act in acts:
        if (act["seat"], act["key"]) in entries and act["type"] not in KEEP_OPEN:
            first = answers.setdefault((act["seat"], act["decision"]), act["key"])
            if first != act["key"]:
                yield "answered_twice", f"{act['decision']} of seat {act['seat']} by {first} and {act['key']}"


# Places in the order are pairs: the version, and whether an operation is the write that led to it or saw it afterwards.
WRITE, READ = 0, 1
NEVER = float("inf")


def operations(log, acts, reads):
    """Start, end and place of all that took effect. What no answer told has no end."""
    entries = by_key(log)
    for act in acts:
        for entry in entries.get((act["seat"], act["key"]), []):
            end = act["end"] if act["outcome"] == "done" else NEVER
            yield act["start"], end, (entry["last"], WRITE), f"action {act['key']}"
    for read in reads:
        yield read["start"], read["end"], (read["version"], READ), f"read of {read['path']} by {read['client']}"


def order(log, acts, reads):
    """The order by version agrees with time, and each read shows a state that was there."""
    within = {version for entry in log for version in range(entry["version"], entry["last"]) if entry["key"] is not None}
    for read in reads:
        if not 0 <= read["version"] < len(log):
            yield "stale", f"read of {read['path']} by {read['client']} shows {read['version']} of {len(log)}"
        elif read["version"] in within:
            yield "half", f"read of {read['path']} by {read['client']} shows half an action at {read['version']}"
    instants = []
    for operation in operations(log, acts, reads):
        start, end, _, _ = operation
        # At one instant beginnings come first: what meets is not one after the other.
        instants.append((start, 0, operation))
        if end != NEVER:
            instants.append((end, 1, operation))
    instants.sort(key=lambda instant: instant[:2])
    furthest, by = (-1, READ), "nothing"
    for _, is_end, (_, _, place, name) in instants:
        if is_end:
            if place > furthest:
                furthest, by = place, name
        elif furthest > place or (furthest == place and place[1] == WRITE):
            yield "stale", f"{name} is at {place[0]}, and began after {by} at {furthest[0]} had ended"


def tags(acts, reads):
    """A tag is good for one viewer, stands for one version, and at one path for one content."""
    versions, shown = {}, {}
    for record in [act for act in acts if act["outcome"] == "done"] + reads:
        if record["tag"] is None:
            continue
        tag = record["viewer"], record["tag"]
        version = versions.setdefault(tag, record["version"])
        if version != record["version"]:
            yield "tag", f"{record['tag']} of {record['viewer']} is of {version} and of {record['version']}"
        if record.get("content") is not None:
            content = shown.setdefault((*tag, record["path"]), record["content"])
            if content != record["content"]:
                yield "tag", f"{record['tag']} of {record['viewer']} shows two things at {record['path']}"


def contents(log, reads):
    """What was shown of the log is what it holds: it is only ever added to."""
    known = {entry["version"]: entry["content"] for entry in log}
    for read in reads:
        for version, content in (read.get("entries") or {}).items():
            if known.get(int(version)) != content:
                yield "rewritten", f"version {version} was shown to {read['client']} with other events"


def main():
    """Checks the history on standard input; fails if something is wrong with it."""
    violations = check([json.loads(line) for line in sys.stdin])
    for violation in violations:
        print(json.dumps(violation._asdict()))
    sys.exit(1 if violations else 0)


if __name__ == "__main__":
    main()
