#!/usr/bin/env python3
"""Checks the record of a finished game of Althing: python3 verify.py record.json (or - for standard input).

Derives every draw from the revealed secret and what the players gave when they joined; checks the promise made before
the first draw, the seats, and the seal over all that was done. Tells the first thing that differs and ends with 1."""

import hashlib
import hmac
import itertools
import json
import struct
import sys

class Wrong(Exception): ...

def without(members, *names):
    return {name: value for name, value in members.items() if name not in names}

def hashed(before, value):
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(before + text.encode())

def whole(value, least=0):
    if type(value) is not int or not least <= value < 2**32:
        raise Wrong(f"this is no complete record: {value!r:.80} is no whole number that fits")
    return value

def chance(seed, version):
    places = itertools.count()

    def below(n):
        place, limit = struct.pack(">QI", version, next(places)), 2**64 // n * n
        for retry in itertools.count():
            drawn = hmac.digest(seed, b"althing/draw/v1\0" + place + struct.pack(">I", retry), "sha256")
            if (x := int.from_bytes(drawn[:8], "big")) < limit:
                return x % n

    return below

def derive(draw, below, where):
    if draw["kind"] == "die":
        return below(whole(draw["faces"], 1)) + 1
    if draw["kind"] == "pick":
        return below(whole(draw["of"], 1))
    if draw["kind"] != "shuffle" or len(draw["value"]) != whole(draw["of"]):
        raise Wrong(f"{where} is no shuffle of {draw['of']}")
    order = list(range(draw["of"]))
    for i in range(len(order) - 1, 0, -1):
        j = below(i + 1)
        order[i], order[j] = order[j], order[i]
    return order

def check_return(entries, entry):
    """A seat may return to a version if all since then was its own doing, or a step of the server, without chance."""
    for to in (event["to_version"] for event in entry["service_events"] if event["type"] == "taken_back"):
        undone = entries[whole(to) + 1:entry["version"]]
        own = (made["by"] == "server" or (made["by"], made["seat"]) == ("seat", entry["seat"]) for made in undone)
        marks = (event["type"] for made in undone for event in made["service_events"])
        chance_free = not any(made["draws"] for made in undone)
        if not (undone and all(own) and chance_free and all(mark == "taken_back" for mark in marks)):
            raise Wrong(f"version {entry['version']}: nobody could return from here to version {to}")

def verify(record):
    if (record["format"], record["format_version"], record["complete"]) != ("althing/record", 1, True):
        raise Wrong("this is no complete record: the game was not over, or it has another format")
    secret, players = bytes.fromhex(record["secret"]), record["players"]
    if hashlib.sha256(secret).hexdigest() != record["commitment"]:
        raise Wrong("the secret is not the one that was promised")
    if [player["join_order"] for player in players] != list(range(record["seat_count"] % 256)):
        raise Wrong("the players are not those who joined, in order")
    given = [bytes.fromhex(player["entropy"]) for player in players]
    seed = hmac.digest(secret, b"".join(len(gift).to_bytes(2, "big") + gift for gift in given), "sha256")
    head = without(record, "entries", "digest") | {"players": [without(player, "name") for player in players]}
    seal, draws = hashed(b"althing/record/v1\0", head), 0
    for version, entry in enumerate(record["entries"]):
        if whole(entry["version"]) != version:
            raise Wrong(f"version {version}: it says that it is version {entry['version']}")
        below = chance(seed, version)
        for index, draw in enumerate(entry["draws"]):
            where = f"version {version}: draw {index} ({draw['purpose']})"
            if (derived := derive(draw, below, where)) != draw["value"] or type(derived) is not type(draw["value"]):
                raise Wrong(f"{where} is {draw['value']} and should be {derived}")
            draws += 1
        check_return(record["entries"], entry)
        seal = hashed(seal.digest(), without(entry, "digest", "texts"))
        if entry["digest"] != seal.hexdigest():
            raise Wrong(f"version {version}: the seal does not fit")
    if record["last_version"] != len(record["entries"]) - 1:
        raise Wrong(f"the record does not end with version {record['last_version']}")
    if record["digest"] != seal.hexdigest():
        raise Wrong("the seal of the whole does not fit")
    dealt = list(range(len(players)))
    if record["deal_seats"]:
        deal = record["entries"][0]["draws"][0]
        dealt = deal["value"] if (deal["kind"], deal["purpose"]) == ("shuffle", "deal of seats") else []
    if len(dealt) != len(players) or any(players[joiner]["seat"] != seat for seat, joiner in enumerate(dealt)):
        raise Wrong("the players do not sit where chance put them")
    return f"{len(record['entries'])} entries and {draws} draws are as they should be"

if __name__ == "__main__":
    try:
        with sys.stdin.buffer if sys.argv[1] == "-" else open(sys.argv[1], "rb") as file:
            print(verify(json.load(file)))
    except Wrong as wrong:
        sys.exit(str(wrong))
    except (OSError, ValueError, TypeError, LookupError, AttributeError, OverflowError, RecursionError) as error:
        sys.exit(f"this is no complete record: {error or type(error).__name__}")
