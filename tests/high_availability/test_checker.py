"""Tests of the checker: a clean history passes, and each fault is found under its name."""

import itertools
import random
import unittest

import checker
import planted


def act(key, start, end, outcome, version=None, seat=0, decision=None, type="step"):
    tag = f"g.{version}" if version is not None else None
    return {"op": "act", "client": f"w{key}", "viewer": f"seat{seat}", "game": "g", "seat": seat, "key": key, "start": start,
            "end": end, "outcome": outcome, "version": version, "tag": tag, "decision": decision or f"d.{key}",
            "type": type}


def read(start, end, version, client="r", tag=None, **more):
    return {"op": "read", "client": client, "viewer": client, "game": "g", "path": "view", "start": start, "end": end,
            "version": version, "tag": tag, "content": None, **more}


def entry(version, key=None, seat=0, last=None):
    return {"version": version, "last": last or version, "seat": seat, "key": key, "content": f"e{version}"}


def log(*entries):
    return {"op": "log", "game": "g", "entries": list(entries)}


# Two writers answer d.a at once, and one is refused; a bot makes version 2; c's answer is lost and its action is not; d leads
# to two versions at once; e is unknown and not there.
CLEAN = [
    act("a", 1, 3, "done", 1),
    act("b", 1, 3, "refused", decision="d.a"),
    read(1, 2, 0),
    read(2, 3, 1, tag="v1", content="x"),
    act("c", 5, 9, "unknown", seat=1),
    read(10, 11, 2, tag="v2", content="y"),
    read(11, 12, 3),
    act("d", 13, 15, "done", 5, seat=1),
    act("e", 16, 18, "unknown"),
    read(16, 17, 5, tag="v5", content="z", entries={"1": "e1", "5": "e5"}),
    read(20, 21, 5, client="s"),
    act("f", 22, 23, "done", 6),
    read(24, 25, 6),
    log(entry(0), entry(1, "a"), entry(2), entry(3, "c", 1), entry(4, "d", 1, last=5), entry(5), entry(6, "f")),
]


def kinds(history):
    return {violation.kind for violation in checker.check(history)}


def can_be_explained(operations):
    """Linearizability by its definition: does any order that keeps to time explain what was seen? Writes lead to 1, 2, ...
    in an order that is open; here `place` of a write is what it led to."""
    for several in itertools.permutations(operations):
        version, explains = 0, True
        for number, (start, _, (place, is_read)) in enumerate(several):
            explains &= all(end >= start for _, end, _ in several[number + 1 :])
            explains &= place == version if is_read else place == version + 1
            version = version if is_read else place
        if explains:
            return True
    return False


class Checker(unittest.TestCase):
    def test_a_clean_history_passes(self):
        self.assertEqual(checker.check(CLEAN), [])

    def test_every_planted_fault_is_found(self):
        self.assertEqual(planted.missed(CLEAN), [])

    def test_an_action_led_elsewhere_than_its_reply_said(self):
        self.assertEqual(kinds([act("a", 1, 2, "done", 2), log(entry(0), entry(1, "a"), entry(2))]), {"lost"})

    def test_an_unknown_action_may_be_there_once_but_not_twice(self):
        once = [act("a", 1, 2, "unknown"), log(entry(0), entry(1, "a"))]
        self.assertEqual(kinds(once), set())
        self.assertEqual(kinds([once[0], log(entry(0), entry(1, "a"), entry(2, "a"))]), {"doubled"})

    def test_an_unknown_action_takes_effect_after_its_end_but_not_before_its_beginning(self):
        late = [act("a", 1, 2, "unknown"), read(3, 4, 0), read(5, 6, 1), log(entry(0), entry(1, "a"))]
        self.assertEqual(kinds(late), set())
        self.assertEqual(kinds([act("a", 5, 6, "unknown"), read(3, 4, 1), late[-1]]), {"stale"})

    def test_reads_of_one_client_or_two_never_go_back(self):
        versions = log(entry(0), entry(1))
        self.assertEqual(kinds([read(1, 2, 1), read(3, 4, 0, client="s"), versions]), {"stale"})
        self.assertEqual(kinds([read(1, 3, 1), read(2, 4, 0, client="s"), versions]), set())

    def test_what_ends_when_another_begins_was_not_before_it(self):
        self.assertEqual(kinds([read(1, 2, 1), read(2, 3, 0), log(entry(0), entry(1))]), set())

    def test_two_acknowledged_actions_in_the_other_order_of_time(self):
        swapped = [act("a", 1, 2, "done", 2), act("b", 3, 4, "done", 1), log(entry(0), entry(1, "b"), entry(2, "a"))]
        self.assertEqual(kinds(swapped), {"stale"})

    def test_half_an_action_or_a_version_that_never_was_is_never_shown(self):
        double = [act("a", 1, 9, "done", 2), log(entry(0), entry(1, "a", last=2), entry(2))]
        self.assertEqual(kinds([*double, read(2, 3, 1)]), {"half"})
        self.assertEqual(kinds([*double, read(2, 3, 3)]), {"stale"})

    def test_one_content_under_one_tag_and_one_log_behind_all_reads(self):
        other = read(22, 23, 5, tag="v5", content="other")
        self.assertEqual(kinds([*CLEAN, other]), {"tag"})
        self.assertEqual(kinds([*CLEAN, read(22, 23, 5, client="s", entries={"1": "other"})]), {"rewritten"})

    def test_an_action_that_nobody_sent_and_a_game_without_a_log(self):
        self.assertEqual(kinds([log(entry(0), entry(1, "x"))]), {"foreign"})
        self.assertEqual(kinds([read(1, 2, 0)]), {"log"})
        self.assertEqual(kinds([log(entry(0)), log(entry(0))]), {"log"})

    def test_it_agrees_with_the_definition_on_made_up_histories(self):
        chance, counts = random.Random(1), {True: 0, False: 0}
        for _ in range(400):
            writes = chance.randint(1, 3)
            spans = [sorted(chance.sample(range(12), 2)) for _ in range(writes + chance.randint(1, 3))]
            acts = [act(str(n), *span, "done", n + 1) for n, span in enumerate(spans[:writes])]
            reads = [read(*span, chance.randint(0, writes)) for span in spans[writes:]]
            entries = log(entry(0), *(entry(n + 1, str(n)) for n in range(writes)))
            places = [(*span, (n + 1, 0)) for n, span in enumerate(spans[:writes])]
            places += [(one["start"], one["end"], (one["version"], 1)) for one in reads]
            right = can_be_explained(places)
            counts[right] += 1
            self.assertEqual(checker.check([*acts, *reads, entries]) == [], right, (acts, reads))
        self.assertGreater(min(counts.values()), 50)


if __name__ == "__main__":
    unittest.main()
