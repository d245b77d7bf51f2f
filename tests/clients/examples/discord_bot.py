"""A bot that plays on a server of Althing for the members of a Discord server, each with their own account.

    python3 discord_bot.py --register     tells Discord its commands, once
    python3 discord_bot.py                answers them, at PORT (8090) behind a proxy with HTTPS

Commands: `/login` lets a member allow the bot on a page of the game server; `/games` lists what waits for them; `/moves` shows
the moves of a game in a menu that only they see; `/news` has the game server post the news of a game to a webhook of a channel.
Enter the proxy's address as the “Interactions Endpoint URL” of an application at discord.com/developers.

Needs PyNaCl (`pip install pynacl`), and in the environment ALTHING (the address of the game server), DISCORD_PUBLIC_KEY,
and for `--register` DISCORD_APPLICATION and DISCORD_TOKEN. Permissions are kept in the folder TOKENS (`tokens`).
"""

import http.server
import json
import os
import pathlib
import queue
import re
import sys
import threading
import time
import urllib.request

import nacl.exceptions
import nacl.signing

import althing

ADDRESS = os.environ.get("ALTHING", "http://127.0.0.1:8080")
FOLDER = pathlib.Path(os.environ.get("TOKENS", "tokens"))
DISCORD = os.environ.get("DISCORD_API", "https://discord.com/api/v10")
PING, COMMAND, CHOICE = 1, 2, 3
PONG, MESSAGE, UPDATE = 1, 4, 7
FOR_ONE = 64  # nobody else sees it
MENU, MENUS = 25, 5  # what Discord shows at most

TEXT = {"type": 3, "required": True}
COMMANDS = [
    {"name": "login", "description": "Allow me to play for you"},
    {"name": "games", "description": "The games that wait for you"},
    {"name": "moves", "description": "Your moves in a game", "options": [{**TEXT, "name": "game", "description": "Its id"}]},
    {
        "name": "news",
        "description": "Have the news of a game posted to a channel",
        "options": [
            {**TEXT, "name": "game", "description": "Its id"},
            {**TEXT, "name": "webhook", "description": "The address of a webhook of the channel"},
        ],
    },
]


def answer(interaction):
    """What Discord gets for an interaction that it has signed."""
    if interaction["type"] == PING:
        return {"type": PONG}
    member = interaction.get("member", interaction)["user"]["id"]
    server = althing.Server(ADDRESS, language=interaction.get("locale", "en")[:2])
    # Discord's ids are numbers; nothing else may name a file.
    grant = althing.Grant(server, FOLDER / re.sub(r"\D", "", member))
    data = interaction["data"]
    given = {option["name"]: option["value"] for option in data.get("options", [])}
    try:
        if data.get("name") == "login":
            return told(log_in(grant))
        if not grant.is_known():
            return told("I don't know your account yet: `/login`.")
        if interaction["type"] == CHOICE:
            game = data["custom_id"].split("|")[1]
            return {**moved(server, game, data["values"][0]), "type": UPDATE}
        if data["name"] == "games":
            return told(games(server))
        if data["name"] == "moves":
            return moves(server, given["game"])
        server.call("POST", f"/v1/games/{quoted(given['game'])}/channels", {"format": "discord", "url": given["webhook"]})
        return told("The news of the game will be posted there.")
    except althing.Problem as problem:
        return told(str(problem))


def log_in(grant):
    """Where the member allows the bot; it waits for that in the background, since Discord waits three seconds."""
    said = queue.Queue()

    def ask():
        try:
            scopes = f"{althing.SCOPES} webhooks"
            grant.ask(lambda page, code: said.put(f"Open {page} and type **{code}**. Then `/games` works."), scopes)
        except (althing.Problem, OSError) as problem:
            said.put(str(problem))

    threading.Thread(target=ask, daemon=True).start()
    try:
        return said.get(timeout=2.5)
    except queue.Empty:
        return "The game server is slow; try again."


def games(server):
    waiting = {item["game_id"]: item["game_name"] for item in server.call("GET", "/v1/me/inbox")["items"] if item["awaited"]}
    return "\n".join(f"{plain(name)}: `/moves {game}`" for game, name in waiting.items()) or "No game waits for you."


def moves(server, game, happened=()):
    """The moves that are ready, in menus; what has to be filled in is left to other clients."""
    legal = server.legal(quoted(game))
    return menus(game, legal["ruleset"], legal["decisions"], happened)


def menus(game, ruleset, decisions, happened):
    lines = [plain(line) for line in happened]
    choices = []
    for asked in decisions:
        if asked["decision"]["blocking"]:
            lines.append(f"**{plain(asked.get('texts', {}).get('decision') or asked['decision']['kind'])}**")
        for place, (said, _, _) in enumerate(althing.options(ruleset, [{**asked, "shapes": []}])):
            choices.append({"label": said[:100], "value": f"{asked['decision']['id']}|{place}"})
    if not choices:
        lines.append("Others are to move.")
    parts = [choices[start : start + MENU] for start in range(0, min(len(choices), MENU * MENUS), MENU)]
    rows = [
        {"type": 1, "components": [{"type": 3, "custom_id": f"move|{game}|{number}", "options": part}]}
        for number, part in enumerate(parts)
    ]
    return told("\n".join(lines)[-1900:], rows)


def moved(server, game, choice):
    """Makes the chosen move, if the game still asks for it, and shows the next ones."""
    decision, place = choice.rsplit("|", 1)
    legal = server.legal(quoted(game))
    for asked in legal["decisions"]:
        if asked["decision"]["id"] == decision and int(place) < len(asked["actions"]):
            _, request, _ = althing.options(legal["ruleset"], [asked])[int(place)]
            reply = server.act(quoted(game), request)
            return menus(game, legal["ruleset"], reply["legal"], althing.happened(reply["events"]))
    return moves(server, game, ["The game has gone on."])


def told(content, components=()):
    # Nothing in it notifies anybody, whatever a name holds.
    data = {"content": content, "components": list(components), "flags": FOR_ONE, "allowed_mentions": {"parse": []}}
    return {"type": MESSAGE, "data": data}


def plain(text):
    return re.sub(r"([\\*_~`|>#\[\]()<@-])", r"\\\1", text)


def quoted(game):
    """Ids are opaque, and come from people here: nothing else may get into an address."""
    return urllib.request.quote(game, safe="")


class Endpoint(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(min(int(self.headers.get("Content-Length", 0)), 1 << 20))
        stamp = self.headers.get("X-Signature-Timestamp", "")
        try:
            # Without this, anybody could play for anybody.
            key = nacl.signing.VerifyKey(bytes.fromhex(os.environ["DISCORD_PUBLIC_KEY"]))
            key.verify(stamp.encode() + body, bytes.fromhex(self.headers.get("X-Signature-Ed25519", "")))
            is_fresh = abs(time.time() - int(stamp)) < 300
        except (ValueError, nacl.exceptions.CryptoError):
            is_fresh = False
        if not is_fresh:
            return self.send_error(401)
        said = json.dumps(answer(json.loads(body))).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(said)))
        self.end_headers()
        self.wfile.write(said)


def register():
    address = f"{DISCORD}/applications/{os.environ['DISCORD_APPLICATION']}/commands"
    headers = {"Authorization": f"Bot {os.environ['DISCORD_TOKEN']}", "Content-Type": "application/json"}
    urllib.request.urlopen(urllib.request.Request(address, json.dumps(COMMANDS).encode(), headers, method="PUT")).close()


if __name__ == "__main__":
    if sys.argv[1:] == ["--register"]:
        register()
    else:
        http.server.ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", "8090"))), Endpoint).serve_forever()
