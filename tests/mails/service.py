"""A service on a private PostgreSQL, in processes of its own, with people who play by what they are listed."""

import json
import os
import pathlib
import random
import re
import signal
import subprocess
import tempfile
import time
import urllib.error
import urllib.request

PASSWORD = "a long ship west"


class Service:
    """`althing serve`, and as many `althing work` as are asked for; all of it is gone at the end."""

    def __init__(self, **settings):
        self.folder = tempfile.TemporaryDirectory(prefix="alt-")
        folder = pathlib.Path(self.folder.name)
        folder.chmod(0o711)
        self.socket = folder / "data" / "socket"
        self.program = os.environ["ALTHING_PROGRAM"]
        self.environment = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}
        usual = {
            "DATABASE__DATA_DIR": folder / "data",
            "HTTP__BIND": "127.0.0.1:0",
            "ACCOUNTS__VERIFY_ADDRESSES": "false",
            "LIMITS__ENABLED": "false",
            "MAIL__HOLD_DOWN_SECONDS": "0",
            "WORK__LEASE_SECONDS": "3",
            "WORK__POLL_MILLISECONDS": "100",
        }
        for name, value in (usual | settings).items():
            self.environment[f"ALTHING__{name}"] = str(value)
        self.log = open(folder / "log", "wb")
        self.server = self._start("serve", stdout=subprocess.PIPE)
        self.address = self._address()

    def _start(self, role, stdout=subprocess.DEVNULL):
        return subprocess.Popen([self.program, role], env=self.environment, stdout=stdout, stderr=self.log)

    def _address(self):
        for line in self.server.stdout:
            found = re.search(rb"http://127\.0\.0\.1:\d+", line)
            if found:
                return found.group().decode()
        raise SystemExit("the server did not start: " + pathlib.Path(self.log.name).read_text()[-2000:])

    def worker(self):
        """One more process that works between requests."""
        return self._start("work")

    def operator(self, account):
        """Makes an account an operator: the server begins again with that setting."""
        self.environment["ALTHING__OPERATORS__ACCOUNTS"] = account
        self._stop()
        self.server = self._start("serve", stdout=subprocess.PIPE)
        self.address = self._address()

    def _stop(self):
        self.server.send_signal(signal.SIGTERM)
        self.server.wait()

    def end(self):
        """Ends the server and what it kept."""
        self._stop()
        self.log.close()
        self.folder.cleanup()

    def sql(self, query):
        """The rows of a query, as lists of texts."""
        command = ["psql", "-h", self.socket, "-p", "5432", "-U", "althing", "-d", "althing", "-v", "ON_ERROR_STOP=1"]
        done = subprocess.run([*command, "-AtF", "\t", "-c", query], capture_output=True, text=True, check=False)
        if done.returncode:
            raise SystemExit(f"{query}: {done.stderr}")
        return [line.split("\t") for line in done.stdout.splitlines()]

    def call(self, method, path, token="", body=None):
        """The answer to a request; a refusal is an error."""
        request = urllib.request.Request(self.address + path, method=method)
        if token:
            request.add_header("Authorization", f"Bearer {token}")
        data = None
        if body is not None:
            request.add_header("Content-Type", "application/json")
            data = json.dumps(body).encode()
        with urllib.request.urlopen(request, data) as response:
            return json.load(response)

    def person(self, name):
        """The token of somebody new."""
        email = f"{name.lower()}@example.org"
        self.call("POST", "/v1/accounts", body={"name": name, "email": email, "password": PASSWORD})
        return self.call("POST", "/v1/sessions", body={"login": name, "password": PASSWORD})["access_token"]

    def game(self, tokens):
        """The address of a game of Landnám that these people have begun."""
        new = {"ruleset": "landnam", "seats": len(tokens)}
        game = "/v1/games/" + self.call("POST", "/v1/games", tokens[0], new)["id"]
        for token in tokens[1:]:
            self.call("POST", f"{game}/join", token, {})
        return game


def filled(shape, chance):
    """A shape of numbers and bundles, filled in; of each bundle as little as is asked for. None: it has other fields."""
    action = dict(shape["action"])
    for field in shape["fields"]:
        if field["kind"] == "integer":
            action[field["name"]] = chance.randint(field["min"], field["max"])
        elif field["kind"] == "bundle":
            cards = [limit["kind"] for limit in field["limits"] for _ in range(limit["max"])]
            given = chance.sample(cards, field["min_total"])
            action[field["name"]] = {kind: given.count(kind) for kind in given}
        else:
            return None
    return action


def move(service, game, token, chance: random.Random):
    """Answers a question that the game waits for, if it waits for this person: the seat and the version it led to."""
    legal = service.call("GET", f"{game}/legal", token)
    asked = [one for one in legal["decisions"] if one["decision"]["blocking"]]
    if not asked:
        return None
    shapes = [filled(shape, chance) for shape in asked[0]["shapes"]]
    choices = asked[0]["actions"] + [shape for shape in shapes if shape]
    choice = {"decision": asked[0]["decision"]["id"], "action": chance.choice(choices)}
    try:
        reply = service.call("POST", f"{game}/actions", token, choice)
    except urllib.error.HTTPError as refused:
        if refused.code in (409, 422):
            return None
        raise
    return asked[0]["decision"]["seat"], reply["version"], time.time()
