"""Twelve people change what belongs to their accounts at the same moment: on a cluster those tables are copied to every
node, and writes to a copied table must not wait for each other in a circle. Prints one line of JSON.

    accounts.py PROGRAM URL
"""

import collections
import json
import random
import sys
import tempfile
import threading
import urllib.error

from service import PASSWORD, Server

PEOPLE, ROUNDS = 12, 5
TOKEN = {"name": "a bot", "scopes": ["games:read"]}
NIGHT = {"sleep": {"from": "23:00", "until": "07:00"}, "days_off": []}
GAME = {"ruleset": "nord", "seats": 2, "bots": ["steady"]}


class Crowd:
    def __init__(self, server):
        self.server, self.statuses, self.ids = server, collections.Counter(), []

    def call(self, method, path, token=None, body=None):
        try:
            answer = self.server.call(method, path, token, body)
            self.statuses[200] += 1
            return answer
        except urllib.error.HTTPError as error:
            self.statuses[error.code] += 1
            print(method, path, error.code, file=sys.stderr)
            return None

    def person(self, name):
        self.call("POST", "/v1/accounts", body={"name": name, "email": f"{name}@example.org", "password": PASSWORD})
        for _ in range(ROUNDS):
            self.evening(name)

    def evening(self, name):
        session = self.call("POST", "/v1/sessions", body={"login": name, "password": PASSWORD})
        if not session:
            return
        token, own = session["access_token"], session["account"]["id"]
        self.ids.append(own)
        other = random.choice([one for one in self.ids if one != own] or [None])
        self.call("POST", "/v1/sessions/refresh", body={"refresh_token": session["refresh_token"]})
        self.call("PATCH", "/v1/me", token, {"about": random.choice(["Bold.", "Careful."])})
        self.call("PUT", "/v1/me/availability", token, NIGHT)
        self.call("PUT", "/v1/me/notifications/preferences", token, {"digest_hour": random.randrange(24)})
        made = self.call("POST", "/v1/me/tokens", token, TOKEN)
        if other:
            self.call("PUT", f"/v1/me/following/{other}", token)
            self.call("PUT", f"/v1/me/blocks/{other}", token)
            self.call("DELETE", f"/v1/me/blocks/{other}", token)
        self.call("POST", "/v1/me/webhooks", token, {"url": "http://127.0.0.1:9/"})
        game = self.call("POST", "/v1/games", token, GAME)
        if game:
            self.call("POST", f"/v1/games/{game['id']}/resign", token, {})
        if made:
            self.call("DELETE", f"/v1/me/tokens/{made['personal_token']['id']}", token)
        self.call("DELETE", "/v1/sessions/current", token)


def main():
    program, url = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        server, worker = Server(program, url, "serve", folder), Server(program, url, "work", folder)
        crowd = Crowd(server)
        threads = [threading.Thread(target=crowd.person, args=(f"person{number}",)) for number in range(PEOPLE)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        errors = server.end() + worker.end()
    answers = sum(crowd.statuses.values())
    # A player can't be followed while one of the two blocks the other, which happens here.
    refused = sum(number for status, number in crowd.statuses.items() if 400 <= status < 500)
    broken = sum(number for status, number in crowd.statuses.items() if status >= 500)
    print(json.dumps({"people": PEOPLE, "answers": answers, "refused": refused, "broken": broken, "errors": errors}))


if __name__ == "__main__":
    main()
