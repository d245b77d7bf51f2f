"""Does the release before go on while the migrations of this version run?

The program of the release serves and works on a database of its own. Each migration that it does not know runs there, one
after the other, as a process of the next release would run it, and after each the games of all rulesets are played on, with
registrations, messages and mails beside. Prints one line of JSON: the migrations, what was done, and what went wrong.

Usage: beside.py; ALTHING_PROGRAM names the program of the release, and its last migration is the newest one that it ran.
"""

import json
import pathlib
import random
import sys
import urllib.error

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "tests" / "mails"))

from service import Service, move  # noqa: E402

RULESETS = ("landnam", "nord", "settlers")
# How often each player is asked for a move after each migration.
ROUNDS = 4


def versions():
    """The migrations of this version, by what diesel calls them, in their order."""
    folders = sorted((ROOT / "migrations").iterdir(), key=lambda folder: folder.name.split("_")[0].replace("-", ""))
    return [(folder.name.split("_")[0].replace("-", ""), folder) for folder in folders]


def main():
    chance = random.Random(7)
    service = Service(ACCOUNTS__ACCESS_SECONDS="36000")
    worker = service.worker()
    figures = {"migrations": 0, "moves": 0, "requests": 0, "failed": []}
    try:
        people = [service.person(name) for name in ("Aud", "Bjarni", "Cnut")]
        games = []
        for ruleset in RULESETS:
            made = service.call("POST", "/v1/games", people[0], {"ruleset": ruleset, "seats": 3, "bots": ["random"]})
            game = f"/v1/games/{made['id']}"
            service.call("POST", f"{game}/join", people[1], {})
            games.append(game)

        def tried(what, *request):
            figures["requests"] += 1
            try:
                service.call(*request)
            except json.JSONDecodeError:
                # A picture, or an answer without a body.
                pass
            except urllib.error.HTTPError as refused:
                if refused.code >= 500:
                    figures["failed"].append(f"{what}: {refused.code} at {' '.join(map(str, request[:2]))}")

        def go_on(what, number):
            for game in games:
                for _ in range(ROUNDS):
                    for token in people[:2]:
                        try:
                            figures["moves"] += move(service, game, token, chance) is not None
                        except urllib.error.HTTPError as refused:
                            figures["failed"].append(f"{what}: {refused.code} at a move")
                for path in (game, f"{game}/view", f"{game}/events", f"{game}/record", f"{game}/board.svg"):
                    tried(what, "GET", path, people[0])
                tried(what, "POST", f"{game}/messages", people[0], {"text": f"After {number} migrations."})
            for path in ("/v1/me", "/v1/me/inbox", "/v1/games", "/v1/me/webhooks", "/v1/me/tokens", "/v1/people/Bjarni"):
                tried(what, "GET", path, people[0])
            login = f"Dalla{number}"
            body = {"name": login, "email": f"{login}@example.org", "password": "a long ship west"}
            tried(what, "POST", "/v1/accounts", "", body)
            tried(what, "POST", "/v1/me/tokens", people[2], {"name": "bot", "scopes": ["games:read"]})
            tried(what, "POST", "/v1/me/notifications/test", people[2], {})

        go_on("before", 0)
        newest = service.sql("SELECT max(version) FROM __diesel_schema_migrations")[0][0]
        for version, folder in versions():
            if version <= newest:
                continue
            service.sql((folder / "up.sql").read_text())
            service.sql(f"INSERT INTO __diesel_schema_migrations (version) VALUES ('{version}')")
            figures["migrations"] += 1
            go_on(folder.name, figures["migrations"])
        unsent = "SELECT count(*) FROM mails WHERE settled_at IS NULL AND attempts > 1"
        figures["mails_failed"] = int(service.sql(unsent)[0][0])
        log = (pathlib.Path(service.folder.name) / "log").read_text()
        figures["errors"] = sum(" ERROR " in line for line in log.splitlines())
        figures["log"] = [line for line in log.splitlines() if " ERROR " in line][:3]
    finally:
        worker.kill()
        worker.wait()
        service.end()
    print(json.dumps(figures))


if __name__ == "__main__":
    main()
