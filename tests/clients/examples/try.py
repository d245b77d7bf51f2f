"""Tries the examples out against a server that lets accounts in unverified (`API`). See run.sh.

    python3 try.py token NAME         makes an account, and prints a personal token of it
    python3 try.py terminal RULESET   plays a game in the terminal client, by moves at random
    python3 try.py discord            plays a game by the Discord bot, with a double of Discord on this machine
"""

import http.server
import json
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.parse
import urllib.request

import althing

HERE = pathlib.Path(__file__).parent
API = os.environ["API"]
PASSWORD = "a long ship west"


def token_of(name):
    server = althing.Server(API)
    server.call("POST", "/v1/accounts", {"name": name, "email": f"{name}@example.org", "password": PASSWORD})
    server.token = server.call("POST", "/v1/sessions", {"login": name, "password": PASSWORD})["access_token"]
    scopes = [*althing.SCOPES.split(), "webhooks"]
    return server.call("POST", "/v1/me/tokens", {"name": "example", "scopes": scopes})["token"]


def terminal(ruleset):
    environment = {**os.environ, "ALTHING_TOKEN": token_of(f"terminal-{ruleset}"), "LANG": "sv_SE.UTF-8"}
    command = [sys.executable, HERE / "terminal.py", API, "--new", ruleset]
    client = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment, bufsize=0)
    chance, said, moves = random.Random(ruleset), "", 0
    while part := client.stdout.read(4096):
        said += part.decode(errors="replace")
        if said.endswith(" > "):
            question = said.rsplit("\n", 1)[-1]
            moves += question.startswith("Your move")
            client.stdin.write(f"{typed(question, said, chance)}\n".encode())
            said = said[-6_000:]
    ranked = [line[:2] for line in said.splitlines()[-3:]]
    if client.wait() or len([rank for rank in ranked if rank in ("1.", "2.", "3.")]) != 3:
        sys.exit(f"terminal: {said}")
    print(json.dumps({"example": "terminal", "ruleset": ruleset, "moves": moves, "ended": True}))


def typed(question, said, chance):
    """What somebody types who knows nothing but the question."""
    if bounds := re.search(r"(\d+) to \d+ cards, .*?: (.*) > $", question):
        # As few cards as are asked for.
        missing, given = int(bounds[1]), []
        for kind, most in re.findall(r"(\w+) up to (\d+)", bounds[2]):
            given.append(f"{kind} {min(missing, int(most))}" if missing else "")
            missing -= min(missing, int(most))
        return " ".join(given)
    if bounds := re.search(r"(\d+) to (\d+) > $", question):
        return chance.randint(int(bounds[1]), int(bounds[2]))
    listed = re.findall(r"^ *(\d+)  ", said, re.MULTILINE)
    return chance.randint(1, int(listed[-1])) if listed else "b"


class Double(http.server.BaseHTTPRequestHandler):
    """As much of Discord as the bot calls."""

    registered = []

    def do_PUT(self):
        Double.registered += json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.send_response(200)
        self.end_headers()

    def log_message(self, *_):
        pass


def discord():
    import nacl.signing

    key = nacl.signing.SigningKey.generate()
    double = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Double)
    threading.Thread(target=double.serve_forever, daemon=True).start()
    folder = pathlib.Path(tempfile.mkdtemp())
    server = althing.Server(API, token_of("discord"))
    # As if the member had logged in.
    althing.Grant(server, folder / "77").keep({"access_token": server.token})
    port = free_port()
    environment = {
        **os.environ, "ALTHING": API, "TOKENS": str(folder), "PORT": str(port), "DISCORD_APPLICATION": "1", "DISCORD_TOKEN": "x",
        "DISCORD_API": f"http://127.0.0.1:{double.server_port}", "DISCORD_PUBLIC_KEY": key.verify_key.encode().hex(),
    }
    subprocess.run([sys.executable, HERE / "discord_bot.py", "--register"], env=environment, check=True, timeout=60)
    bot = subprocess.Popen([sys.executable, HERE / "discord_bot.py"], env=environment, stderr=subprocess.DEVNULL)
    try:
        found = {"example": "discord", "commands": len(Double.registered), **played(server, port, key)}
    finally:
        bot.terminate()
    print(json.dumps(found))


def free_port():
    with http.server.HTTPServer(("127.0.0.1", 0), Double) as taken:
        return taken.server_port


def played(server, port, key):
    def send(interaction, sign=True, late=0, user="77"):
        body = json.dumps({**interaction, "user": {"id": user}}).encode()
        stamp = str(int(time.time()) - late)
        signature = key.sign(stamp.encode() + (body if sign else b"{}")).signature.hex()
        headers = {"X-Signature-Ed25519": signature, "X-Signature-Timestamp": stamp}
        request = urllib.request.Request(f"http://127.0.0.1:{port}/", body, headers)
        try:
            with urllib.request.urlopen(request, timeout=60) as response:
                return json.loads(response.read())
        except urllib.error.HTTPError as refused:
            return refused.code

    for _ in range(100):
        try:
            pong = send({"type": 1})
            break
        except OSError:
            time.sleep(0.1)
    command = lambda name, **given: {
        "type": 2, "data": {"name": name, "options": [{"name": key, "value": value} for key, value in given.items()]}}
    game = server.call("POST", "/v1/games", {"ruleset": "nord", "seats": 3, "bots": ["steady", "steady"]})["id"]
    refused = [send({"type": 1}, sign=False), send({"type": 1}, late=3_600)].count(401)
    refused += "login" in send(command("games"), user="78")["data"]["content"]
    refused += send(command("moves", game="../../x"))["data"]["components"] == []
    chance, moves = random.Random(1), 0
    while server.call("GET", f"/v1/games/{game}")["status"] == "running":
        shown = send(command("moves", game=game))["data"]
        while menus := shown["components"]:
            menu = chance.choice(menus)["components"][0]
            values = [chance.choice(menu["options"])["value"]]
            reply = send({"type": 3, "data": {"custom_id": menu["custom_id"], "values": values}})
            moves += reply["type"] == 7
            shown = reply["data"]
        time.sleep(0.1)
    return {"pong": pong == {"type": 1}, "refused": refused, "moves": moves, "ended": True}


if __name__ == "__main__":
    what, *rest = sys.argv[1:]
    if what == "token":
        print(token_of(*rest))
    elif what == "terminal":
        terminal(*rest)
    else:
        discord()
