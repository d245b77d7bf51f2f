"""Plays a game against bots over HTTP, with nothing but the listed actions.

    play.py begin ADDRESS STATE MAILS [ACTIONS]    registers, confirms the address, opens a game, plays that many actions
    play.py finish ADDRESS STATE                   logs in again and plays the same game to its end

STATE is a file that remembers the game between the two. MAILS is the folder in which mails arrive as files. Works with
every release from 1.0.0 on, so it uses nothing that came later.
"""

import email
import email.policy
import json
import pathlib
import random
import re
import sys
import time
import urllib.error
import urllib.request

NAME, PASSWORD = "Ingolf", "high-seat pillars"
MOST_ACTIONS = 2_000
PATIENCE_S = 60


def wait_for(what, look):
    """What `look` finds, as soon as it finds something."""
    end = time.monotonic() + PATIENCE_S
    while time.monotonic() < end:
        found = look()
        if found:
            return found
        time.sleep(0.1)
    sys.exit(f"{what} did not come within {PATIENCE_S} s")


class Server:
    def __init__(self, address):
        self.address, self.token = address, None
        wait_for("a server that is ready", self.is_ready)

    def is_ready(self):
        try:
            with urllib.request.urlopen(f"{self.address}/readyz", timeout=5):
                return True
        except (urllib.error.URLError, ConnectionError):
            return False

    def call(self, method, path, body=None):
        request = urllib.request.Request(self.address + path, method=method)
        if self.token:
            request.add_header("Authorization", f"Bearer {self.token}")
        data = None
        if body is not None:
            request.add_header("Content-Type", "application/json")
            data = json.dumps(body).encode()
        try:
            with urllib.request.urlopen(request, data, timeout=30) as response:
                return json.loads(response.read() or "null")
        except urllib.error.HTTPError as error:
            sys.exit(f"{method} {path}: {error.code} {error.read().decode()[:400]}")

    def log_in(self):
        self.token = self.call("POST", "/v1/sessions", {"login": NAME, "password": PASSWORD})["access_token"]


def mailed_token(mails):
    """The token in the newest mail about an account."""
    for file in sorted(mails.glob("*.eml"), key=lambda file: file.stat().st_mtime, reverse=True):
        message = email.message_from_bytes(file.read_bytes(), policy=email.policy.default)
        found = re.findall(r"eyJ[\w.-]+", message.get_body(("plain",)).get_content())
        if found:
            return found[-1]
    return None


def play(server, game, most):
    """How many actions were played, the version they led to, and whether the game is over."""
    chance = random.Random(1)
    done, last = 0, time.monotonic()
    while done < most:
        view = server.call("GET", f"{game}/view")
        if view.get("outcome"):
            return done, view["version"], True
        legal = server.call("GET", f"{game}/legal")
        asked = [one for one in legal["decisions"] if one["decision"]["blocking"] and one["actions"]]
        if not asked:
            if time.monotonic() - last > PATIENCE_S:
                sys.exit("nobody is awaited any more")
            time.sleep(0.05)
            continue
        choice = {"decision": asked[0]["decision"]["id"], "action": chance.choice(asked[0]["actions"])}
        server.call("POST", f"{game}/actions", choice)
        done, last = done + 1, time.monotonic()
    return done, server.call("GET", f"{game}/view")["version"], False


def main():
    phase, address, state = sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3])
    server = Server(address)
    if phase == "begin":
        mails, most = pathlib.Path(sys.argv[4]), int(sys.argv[5])
        server.call("POST", "/v1/accounts", {"name": NAME, "email": "ingolf@example.org", "password": PASSWORD})
        token = wait_for("the mail that confirms the address", lambda: mailed_token(mails))
        server.call("POST", "/v1/accounts/verify", {"token": token})
        server.log_in()
        new = {"ruleset": "nord", "seats": 3, "bots": ["steady", "steady"]}
        game = server.call("POST", "/v1/games", new)["id"]
    else:
        most = MOST_ACTIONS
        server.log_in()
        game = json.loads(state.read_text())["game"]
    actions, version, ended = play(server, f"/v1/games/{game}", most)
    state.write_text(json.dumps({"game": game}))
    print(json.dumps({"actions": actions, "ended": ended, "version": version}))


if __name__ == "__main__":
    main()
