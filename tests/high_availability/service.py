"""The service: two processes that answer requests and two that work; and people who call it."""

import email
import email.policy
import http.client
import json
import os
import pathlib
import re
import subprocess
import time
import uuid

import machines
from machines import wait_for

SERVERS = {name: machines.free_port() for name in ("serve1", "serve2")}
PASSWORD = "a long ship west"
# A request that is not answered by then is sent again.
PATIENCE = 8


def faketime():
    """The library that shows a process another time than the machine's."""
    return str(next(pathlib.Path("/usr/lib").glob("*/faketime/libfaketimeMT.so.1")))


class Service:
    def __init__(self, folder, urls, clocks=False):
        """`urls` names the database of each process: serve1, serve2, work1 and work2. With `clocks`, which takes faketime,
        their clocks can be set."""
        self.folder, self.urls, self.clocks, self.processes = folder, urls, clocks, {}
        self.mails = folder / "mails"
        self.mails.mkdir()
        for name in urls:
            if clocks:
                self.set_clock(name, 0)
            self.start(name)
            if name in SERVERS:
                wait_for(name, lambda name=name: self.is_ready(name))

    def start(self, name):
        environment = {key: value for key, value in os.environ.items() if not key.startswith("ALTHING__")}
        environment |= {
            "DATABASE_URL": self.urls[name],
            "ALTHING__MAIL__FOLDER": str(self.mails),
            "ALTHING__LIMITS__ENABLED": "false",
            # Nobody logs in again during the half hour of the soak on Citus.
            "ALTHING__ACCOUNTS__ACCESS_SECONDS": "7200",
            "ALTHING__HTTP__BIND": f"127.0.0.1:{SERVERS.get(name, 0)}",
        }
        if self.clocks:
            environment |= {
                "LD_PRELOAD": faketime(),
                "FAKETIME_TIMESTAMP_FILE": str(self._clock(name)),
                "FAKETIME_CACHE_DURATION": "1",
                "FAKETIME_DONT_FAKE_MONOTONIC": "1",
            }
        log = open(self.folder / f"{name}.log", "ab")
        role = name.rstrip("12")
        self.processes[name] = subprocess.Popen(
            [os.environ["ALTHING_PROGRAM"], role], env=environment, stdout=log, stderr=log, stdin=subprocess.DEVNULL
        )

    def kill(self, name):
        self.processes[name].kill()
        self.processes[name].wait()

    def ended(self):
        """The processes that ended by themselves."""
        return [name for name, process in self.processes.items() if process.poll() is not None]

    def _clock(self, name):
        return self.folder / f"{name}.clock"

    def set_clock(self, name, seconds):
        """Sets the wall clock of a process so many seconds before or behind the machine's; it jumps within a second."""
        new = self._clock(name).with_suffix(".new")
        new.write_text(f"{seconds:+d}s")
        new.rename(self._clock(name))

    def is_ready(self, name):
        answer = machines.ask("127.0.0.1", SERVERS[name], "GET", "/readyz")
        return answer and answer[0] == 200


class Caller:
    """Calls the servers, and keeps a connection to each."""

    def __init__(self):
        self.connections = {}

    def call(self, server, method, path, token=None, body=None, **headers):
        """Status, headers and text of the answer; OSError or HTTPException if there is none."""
        headers = {name.replace("_", "-"): value for name, value in headers.items()}
        if token:
            headers["Authorization"] = f"Bearer {token}"
        if body is not None:
            headers["Content-Type"] = "application/json"
        connection = self.connections.get(server)
        if connection is None:
            connection = http.client.HTTPConnection("127.0.0.1", SERVERS[server], timeout=PATIENCE)
            self.connections[server] = connection
        try:
            connection.request(method, path, None if body is None else json.dumps(body), headers)
            response = connection.getresponse()
            return response.status, response.headers, response.read()
        except (OSError, http.client.HTTPException):
            connection.close()
            del self.connections[server]
            raise

    def insist(self, method, path, token=None, body=None, expect=(200, 201, 202)):
        """The answer to a request that is sent until there is one; with one key, so it has one effect."""
        key, servers = str(uuid.uuid4()), list(SERVERS)
        for attempt in range(1_000):
            try:
                status, _, text = self.call(servers[attempt % 2], method, path, token, body, Idempotency_Key=key)
            except (OSError, http.client.HTTPException):
                status, text = 503, b""
            if status in expect:
                return json.loads(text or "null")
            if status < 500 and b'"busy"' not in text:
                raise RuntimeError(f"{method} {path}: {status} {text[:300]}")
            time.sleep(0.3)
        raise RuntimeError(f"{method} {path} was never answered")


def mailed_token(mails, address):
    """The token in the mail to this address."""
    for file in mails.glob("*.eml"):
        message = email.message_from_bytes(file.read_bytes(), policy=email.policy.default)
        found = re.findall(r"eyJ[\w.-]+", message.get_body(("plain",)).get_content())
        if address in message["To"] and found:
            return found[-1]
    return None


def people(service, names):
    """Registers people and confirms their addresses."""
    caller = Caller()
    address = "{}@example.org".format
    for name in names:
        caller.insist("POST", "/v1/accounts", body={"name": name, "email": address(name), "password": PASSWORD})
    for name in names:
        token = wait_for(f"the mail to {name}", lambda name=name: mailed_token(service.mails, address(name)))
        caller.insist("POST", "/v1/accounts/verify", body={"token": token})


def log_in(name):
    """An access token, a new one each time; it is good for longer than the run takes."""
    return Caller().insist("POST", "/v1/sessions", body={"login": name, "password": PASSWORD})["access_token"]
