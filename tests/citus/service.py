"""A process of the service, and what is asked of it."""

import json
import os
import subprocess
import sys
import time
import urllib.error
import urllib.request

PASSWORD = "a long ship west"


class Server:
    """A process of the service, and what is asked of it."""

    def __init__(self, program, url, duty, folder):
        environment = {
            **os.environ,
            "DATABASE_URL": url,
            "ALTHING__HTTP__BIND": "127.0.0.1:0",
            "ALTHING__LIMITS__ENABLED": "false",
            "ALTHING__ACCOUNTS__VERIFY_ADDRESSES": "false",
            # Nobody logs in again during the half hour of the soak.
            "ALTHING__ACCOUNTS__ACCESS_SECONDS": "7200",
            "ALTHING__MAIL__FOLDER": os.path.join(folder, "mail"),
            "ALTHING__MAIL__HOLD_DOWN_SECONDS": "0",
            "ALTHING__WEBHOOKS__ALLOW_PRIVATE": "true",
            "ALTHING__WEBHOOKS__ALLOW_PLAIN": "true",
        }
        self.log = open(os.path.join(folder, duty), "w+", encoding="utf-8")
        self.process = subprocess.Popen(
            [program, duty], env=environment, stdout=subprocess.PIPE, stderr=self.log, text=True
        )
        self.address = ""
        if duty == "serve":
            line = next(line for line in self.process.stdout if "http://" in line)
            self.address = "http://" + line.split("http://")[1].split()[0]

    def call(self, method, path, token=None, body=None):
        request = urllib.request.Request(self.address + path, method=method)
        if token:
            request.add_header("Authorization", f"Bearer {token}")
        data = None
        if body is not None:
            request.add_header("Content-Type", "application/json")
            data = json.dumps(body).encode()
        with urllib.request.urlopen(request, data, timeout=30) as answer:
            return json.loads(answer.read() or "null")

    def look_twice(self, path):
        """As somebody without a log-in, and again with the tag of the answer."""
        with urllib.request.urlopen(self.address + path, timeout=30) as answer:
            tag = answer.headers["ETag"]
        try:
            urllib.request.urlopen(urllib.request.Request(self.address + path, headers={"If-None-Match": tag}), timeout=30)
        except urllib.error.HTTPError as error:
            if error.code != 304:
                raise

    def person(self, name):
        self.call("POST", "/v1/accounts", None, {"name": name, "email": f"{name}@example.org", "password": PASSWORD})
        return self.call("POST", "/v1/sessions", None, {"login": name, "password": PASSWORD})["access_token"]

    def game(self, people, ruleset, **terms):
        bots = terms.get("bots", [])
        opening = {"ruleset": ruleset, "seats": len(people) + len(bots), **terms}
        game = "/v1/games/" + self.call("POST", "/v1/games", people[0], opening)["id"]
        for token in people[1:]:
            self.call("POST", f"{game}/join", token, {})
        return game

    def play(self, game, people, actions, chance):
        """Each looks at the game and answers, until so many actions are done; how many were."""
        done, idle = 0, 0
        while done < actions and idle < 100:
            idle += 1
            for token in people:
                self.call("GET", f"{game}/view", token)
                self.look_twice(f"{game}/view")
                legal = self.call("GET", f"{game}/legal?include=requests", token)
                blocking = [asked for asked in legal["decisions"] if asked["decision"]["blocking"] and asked["requests"]]
                if blocking:
                    try:
                        self.call("POST", f"{game}/actions", token, chance.choice(blocking[0]["requests"]))
                    except urllib.error.HTTPError as error:
                        # A bot or a deadline was first.
                        if error.code != 409:
                            raise
                        continue
                    done, idle = done + 1, 0
            if idle:
                time.sleep(0.05)
        return done

    def end(self):
        """Ends it; how many errors it logged."""
        self.process.terminate()
        self.process.wait()
        self.log.seek(0)
        errors = [line for line in self.log if " ERROR " in line]
        for line in errors:
            print(line, end="", file=sys.stderr)
        return len(errors)
