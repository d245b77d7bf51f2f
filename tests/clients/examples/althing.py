"""What a program needs to play on a server of Althing: a token, requests that may be repeated, and options with words.

For the examples beside it, and for yours: copy it. Needs the standard library of Python 3.10 alone.
"""

import copy
import json
import os
import pathlib
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid

# What the examples are called where players allow them to play; they are registered nowhere.
CLIENT = "Althing example"
SCOPES = "games:read games:create games:play"


class Problem(Exception):
    """The server says no: `code` is for programs, the text for people."""

    def __init__(self, status, body):
        super().__init__(body.get("detail") or body.get("title") or str(body))
        self.status, self.code = status, body.get("code", "")


class Server:
    """A server, with the token of a player."""

    def __init__(self, address, token=None, language="en"):
        self.address, self.token, self.language = address.rstrip("/"), token, language
        self.renew = None  # gets a new token when the server says that the old one has expired
        self.has_words = True  # an older server knows no `include` here

    def call(self, method, path, body=None, form=None, timeout=60):
        """JSON, or text of another kind. Sent again while the server can't be reached: the key makes that harmless."""
        headers = {"Accept-Language": self.language}
        if method == "POST" and form is None:
            headers["Idempotency-Key"] = str(uuid.uuid4())
        data = None if body is None else json.dumps(body).encode()
        if data:
            headers["Content-Type"] = "application/json"
        if form is not None:
            data = urllib.parse.urlencode(form).encode()
        for attempt in range(6):
            if self.token and form is None:
                headers["Authorization"] = f"Bearer {self.token}"
            request = urllib.request.Request(self.address + path, data, headers, method=method)
            try:
                with urllib.request.urlopen(request, timeout=timeout) as response:
                    said = response.read().decode()
                    is_json = response.headers.get_content_type() == "application/json"
                    return json.loads(said) if is_json else said
            except urllib.error.HTTPError as refused:
                problem = Problem(refused.code, read_problem(refused))
                if problem.code == "token_expired" and self.renew and attempt == 0:
                    self.token = self.renew()
                elif refused.code in (429, 503) and attempt < 5:
                    time.sleep(min(float(refused.headers.get("Retry-After") or 1), 30))
                else:
                    raise problem from None
            except (urllib.error.URLError, ConnectionError, TimeoutError):
                if attempt == 5:
                    raise
                time.sleep(2**attempt / 4)
        raise AssertionError("the last attempt returns or raises")

    def with_words(self, method, path, body=None, include=("texts", "requests")):
        """The same with sentences and ready requests, from a server that has them."""
        if self.has_words:
            query = "&".join(f"include={one}" for one in include)
            try:
                return self.call(method, f"{path}{'&' if '?' in path else '?'}{query}", body)
            except Problem as problem:
                if problem.status != 400:
                    raise
                self.has_words = False
        return self.call(method, path, body)

    def legal(self, game):
        return self.with_words("GET", f"/v1/games/{game}/legal")

    def events(self, game, after, wait=25):
        """What happened after a version; waits so many seconds for something to happen."""
        return self.with_words("GET", f"/v1/games/{game}/events?after={after}&wait={wait}", include=["texts"])

    def act(self, game, request):
        return self.with_words("POST", f"/v1/games/{game}/actions", request)


def read_problem(refused):
    try:
        said = json.loads(refused.read())
    except ValueError:
        return {"title": str(refused)}
    # What OAuth calls `error` (RFC 6749, 5.2) is a `code` everywhere else.
    return {"code": said["error"], "detail": said.get("error_description", said["error"])} if "error" in said else said


def options(ruleset, decisions):
    """What the seat may do, as a list of (words, request, fields); the game waits for those of a blocking decision, which
    come first. Fields are to be filled in by `fill`."""
    listed = []
    for asked in sorted(decisions, key=lambda asked: not asked["decision"]["blocking"]):
        texts, ready = asked.get("texts", {}), asked.get("requests")
        for place, action in enumerate(asked["actions"]):
            request = ready[place] if ready else request_of(ruleset, asked, action)
            listed.append((at(texts.get("actions"), place) or in_words(action), request, []))
        for place, shape in enumerate(asked["shapes"]):
            said = at(texts.get("shapes"), place) or in_words(shape["action"])
            listed.append((f"{said} …", request_of(ruleset, asked, shape["action"]), shape["fields"]))
    return listed


def at(texts, place):
    return texts[place] if texts and place < len(texts) else ""


def request_of(ruleset, asked, action):
    return {"ruleset": ruleset, "decision": asked["decision"]["id"], "action": copy.deepcopy(action)}


def fill(request, fields, ask):
    """The request with its fields, for each of which `ask` gets a question and gives a line."""
    action = request["action"]
    for field in fields:
        name = field["name"].replace("_", " ")
        if field["kind"] == "integer":
            action[field["name"]] = int(ask(f"{name}, {field['min']} to {field['max']}"))
        elif field["kind"] == "seats":
            line = ask(f"{name}: seats of {field['of']}, nothing for all").replace(",", " ").split()
            if line:
                action[field["name"]] = [int(seat) for seat in line]
            else:
                action.pop(field["name"], None)
        else:
            kinds = ", ".join(f"{limit['kind']} up to {limit['max']}" for limit in field["limits"])
            line = ask(f"{name}, {field['min_total']} to {field['max_total']} cards, such as “wool 2”: {kinds}")
            words = line.replace(",", " ").split()
            action[field["name"]] = {kind: int(count) for kind, count in zip(words[::2], words[1::2])}
    return request


def in_words(thing):
    """An action or event without a sentence of the server."""
    facts = [f"{name} {json.dumps(value) if isinstance(value, (dict, list)) else value}" for name, value in thing.items() if name != "type"]
    return thing["type"].replace("_", " ") + (f" ({', '.join(facts)})" if facts else "")


def happened(events):
    """What a log says of events. An empty sentence means that nothing needs to be said."""
    said = (event["text"] if "text" in event else in_words(event["event"]) for event in events)
    return [line for line in said if line]


class Grant:
    """The permission of a player, kept in a file that nobody else can read."""

    def __init__(self, server, folder):
        self.server = server
        self.file = folder / (urllib.parse.quote(server.address, safe="") + ".json")

    def keep(self, answer):
        self.file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        # The file is nobody else's before anything is in it.
        with open(os.open(self.file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as file:
            json.dump(answer, file)
        self.server.token, self.server.renew = answer["access_token"], self.renewed
        return self.server.token

    def renewed(self):
        """The next access token. A refresh token works once, so the new one is kept before anything is done with it."""
        known = json.loads(self.file.read_text("utf-8"))
        form = {"grant_type": "refresh_token", "client_id": CLIENT, "refresh_token": known.get("refresh_token", "")}
        return self.keep(self.server.call("POST", "/oauth/token", form=form))

    def is_known(self):
        """Was it given earlier?"""
        if self.file.exists():
            self.keep(json.loads(self.file.read_text("utf-8")))
        return self.file.exists()

    def ask(self, ask_to_open, scopes=SCOPES):
        """Lets the player allow this program on a page of the server (RFC 8628): `ask_to_open` gets its address and the code
        to type there. Returns once the player has done so."""
        call = self.server.call
        asked = call("POST", "/oauth/device_authorization", form={"client_id": CLIENT, "scope": scopes})
        ask_to_open(asked["verification_uri"], asked["user_code"])
        kind = "urn:ietf:params:oauth:grant-type:device_code"
        form = {"grant_type": kind, "client_id": CLIENT, "device_code": asked["device_code"]}
        pause, until = asked.get("interval", 5), time.monotonic() + asked["expires_in"]
        while time.monotonic() < until:
            time.sleep(pause)
            try:
                self.keep(call("POST", "/oauth/token", form=form))
                return
            except Problem as problem:
                if problem.code == "slow_down":
                    pause += 5
                elif problem.code != "authorization_pending":
                    raise
        raise Problem(400, {"code": "expired_token", "detail": "Nobody has typed the code in time."})
