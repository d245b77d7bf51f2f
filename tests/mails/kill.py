"""Kills the process that sends mails again and again while games go on, with a mail server of another make (aiosmtpd).

None is lost, none is stale (its question was open at a check at most 2 s before DATA), and a double comes only after a
final dot whose answer the killed process may not have noted, under the same Message-ID. Prints one line of JSON; fails
when that does not hold. Usage: kill.py [--notices N] [--kills N]
"""

import argparse
import collections
import email
import email.policy
import json
import random
import re
import signal
import sys
import threading
import time

from aiosmtpd.controller import Controller

from service import Service, move

# How long a question may have been closed when its mail comes: the check is that old at most.
FRESH = 2.0
# What a busy machine adds between the acknowledgement of an action and the clock of this script.
SLACK = 0.5
# A process that is killed so long after it had handed a mail over may not have noted it.
NOTED = 1.5


def notice_of(name):
    """The Message-ID of a notice without the instant in it, which the measure does not know."""
    return re.sub(r"^((?:[^.@]+\.){3}[^.@]+)\.[0-9a-f]+@", r"\1@", name)


class Received:
    """Everything that was handed over, and when."""

    def __init__(self):
        self.mails = []

    async def handle_DATA(self, server, session, envelope):
        mail = email.message_from_bytes(envelope.content, policy=email.policy.strict)
        self.mails.append((time.time(), notice_of(mail["Message-ID"].strip("<>")), envelope.rcpt_tos[0]))
        return "250 taken"


def play(service, parties, enough, acted, failed):
    """Plays until it is enough; a party whose game is over begins another."""
    chance = random.Random(7)
    try:
        games = [service.game(tokens) for tokens in parties]
        while not enough.is_set():
            for party, tokens in enumerate(parties):
                if service.call("GET", games[party], tokens[0])["status"] == "finished":
                    games[party] = service.game(tokens)
                game = games[party]
                for token in tokens:
                    made = move(service, game, token, chance)
                    if made:
                        acted[game.rsplit("/", 1)[1]].append(made)
    except Exception as problem:  # Whatever it is, nobody plays any more.
        failed.append(repr(problem))


def written(service):
    """How many notices there are, sent or not."""
    return int(service.sql("SELECT count(*) FROM mails WHERE version IS NOT NULL")[0][0])


def kill_at_random(service, kills, notices, failed):
    """Starts a process that works, and kills it at a random moment, so many times and until so many notices were written;
    when it was."""
    chance, times = random.Random(11), []
    while not failed and (len(times) < kills or written(service) < notices):
        worker = service.worker()
        time.sleep(0.15 + chance.random() * 1.2)
        worker.send_signal(signal.SIGKILL)
        worker.wait()
        times.append(time.time())
    return times


def settle(service):
    """Lets a process that nobody kills send the rest."""
    worker = service.worker()
    for _ in range(1200):
        if service.sql("SELECT count(*) FROM mails WHERE settled_at IS NULL")[0][0] == "0":
            break
        time.sleep(0.1)
    worker.terminate()
    worker.wait()


def judge(service, received, acted, kills):
    """What was lost, stale or doubled, as lists of Message-IDs."""
    rows = service.sql("SELECT partition, version, seat, kind, coalesce(result, '-') FROM mails WHERE version IS NOT NULL")
    first, times = {}, collections.defaultdict(list)
    for at, name, _ in received.mails:
        first.setdefault(name, at)
        times[name].append(at)
    lost, stale, doubled = [], [], []
    for game, version, seat, kind, result in rows:
        name = f"{game}.{version}.{seat}.{kind}@localhost"
        answers = [at for who, to, at in acted[game] if who == int(seat) and to > int(version)]
        if result == "sent" and name not in first:
            lost.append(name)
        elif result == "stale" and not answers:
            lost.append(name)
        elif result not in ("sent", "stale"):
            lost.append(f"{name} ({result})")
        about_an_answer = kind not in ("game_started", "game_ended")
        if about_an_answer and name in first and answers and max(times[name]) > min(answers) + FRESH + SLACK:
            stale.append(name)
    for name, several in times.items():
        for before, _ in zip(several, several[1:]):
            if not any(before - 0.2 <= kill <= before + NOTED for kill in kills):
                doubled.append(name)
    return len(rows), lost, stale, doubled, sum(len(several) - 1 for several in times.values())


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--notices", type=int, default=500)
    parser.add_argument("--kills", type=int, default=200)
    asked = parser.parse_args()
    received = Received()
    controller = Controller(received, hostname="127.0.0.1", port=0)
    controller.port = free_port()
    controller.start()
    service = Service(MAIL__SMTP_URL=f"smtp://127.0.0.1:{controller.port}")
    try:
        people = [service.person(name) for name in ("Aud", "Bjarni", "Cnut", "Dalla", "Egil", "Frida")]
        parties = [people[:3], people[3:]]
        acted, failed, enough = collections.defaultdict(list), [], threading.Event()
        playing = threading.Thread(target=play, args=(service, parties, enough, acted, failed))
        playing.start()
        kills = kill_at_random(service, asked.kills, asked.notices, failed)
        enough.set()
        playing.join()
        settle(service)
        notices, lost, stale, doubled, doubles = judge(service, received, acted, kills)
    finally:
        controller.stop()
        service.end()
    figures = {
        "notices": notices,
        "mails": len(received.mails),
        "kills": len(kills),
        "lost": len(lost),
        "stale": len(stale),
        "doubles": doubles,
        "doubles_without_a_reason": len(doubled),
    }
    print(json.dumps(figures))
    for problem in [*failed, *lost, *stale, *doubled]:
        print(problem, file=sys.stderr)
    sys.exit(1 if failed or lost or stale or doubled or notices < asked.notices else 0)


def free_port():
    """A port that nobody listens at."""
    import socket

    with socket.socket() as place:
        place.bind(("127.0.0.1", 0))
        return place.getsockname()[1]


if __name__ == "__main__":
    main()
