"""The databases of the measure of a million games: real games are played, and then multiplied (`million.sql`)."""

import base64
import concurrent.futures
import hashlib
import hmac
import json
import os
import pathlib
import random
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "mails"))

from service import Service, move  # noqa: E402

RULESETS = ("landnam", "settlers", "nord")
PEOPLE = 6
# Of all games; the rest is finished.
RUNNING, OPEN = 0.1, 0.01
# Moves after which games are left, so that the game waits for a person, and after which all but one resign.
LEFT_AFTER = (3, 9, 20)
RESIGNED_AFTER = (0, 2, 5)
# How many games are copied by one statement, and by how many sessions at once.
BATCH, SESSIONS = 20_000, 3
# Memory of each PostgreSQL: less than a tenth of the million games.
SETTINGS = {
    "shared_preload_libraries": "pg_stat_statements",
    "shared_buffers": "512MB",
    "max_wal_size": "1GB",
}
# What is due, or would be soon.
DUE = "SELECT (SELECT count(*) FROM relay_due) + (SELECT count(*) FROM bot_turns) \
    + (SELECT count(*) FROM mails WHERE settled_at IS NULL) \
    + (SELECT count(*) FROM games WHERE status = 'finished' AND rated_at IS NULL)"


class Server(Service):
    """A server; it takes the data of another folder if one is named, whose server may run or not."""

    def __init__(self, data=None):
        more = {"DATABASE__DATA_DIR": data} if data else {}
        super().__init__(
            ACCOUNTS__ACCESS_SECONDS="360000",
            MAIL__MESSAGE_HOLD_DOWN_SECONDS="0",
            MAIL__PICTURES="false",
            WORK__POLL_MILLISECONDS="50",
            **more,
        )
        self.data = pathlib.Path(data) if data else self.socket.parent
        self.socket = self.data / "socket"
        self.work = None

    def set_up(self):
        """Gives PostgreSQL its settings, for which it begins again."""
        for name, value in SETTINGS.items():
            self.sql(f"ALTER SYSTEM SET {name} = '{value}'")
        self.stop()
        self.begin()
        self.run("-f", HERE / "million.sql")

    def begin(self):
        """Starts a server that has stopped."""
        self.server = self._start("serve", stdout=subprocess.PIPE)
        self.address = self._address()

    def begin_work(self):
        """A process that works between requests, as a user of its own, so that its statements are counted apart."""
        # Time without a worker would be given back to every game.
        self.sql("UPDATE heartbeats SET seen_at = now()")
        host = str(self.socket).replace("/", "%2F")
        environment = self.environment | {
            "ALTHING__DATABASE__URL": f"postgres://worker@{host}:5432/althing",
            "ALTHING__MAIL__FOLDER": str(pathlib.Path(self.folder.name) / "mail"),
        }
        self.work = subprocess.Popen([self.program, "work"], env=environment, stdout=subprocess.DEVNULL, stderr=self.log)

    def end_work(self):
        if self.work:
            self.work.terminate()
            self.work.wait()
        self.work = None

    def stop(self):
        """Ends the server; its data stay."""
        self.end_work()
        self._stop()

    def end_all(self):
        """Ends the server with what works for it, and its folder."""
        self.end_work()
        self.end()

    def run(self, *arguments):
        """Gives psql a script, which waits for no disk."""
        command = ["psql", "-h", self.socket, "-p", "5432", "-U", "althing", "-d", "althing", "-qX", "-v", "ON_ERROR_STOP=1"]
        options = os.environ | {"PGOPTIONS": "-c synchronous_commit=off -c session_replication_role=replica"}
        subprocess.run([*command, *arguments], env=options, check=True)

    def settle(self):
        """Waits until nothing is due."""
        for _ in range(600):
            if self.sql(DUE) == [["0"]]:
                return
            time.sleep(0.1)
        raise SystemExit("what is due is not done")

    def read_all(self):
        """Reads the whole database once, so that the system keeps it in memory as far as that goes: what a disk takes for a
        page that nobody has touched for long is no figure of the program."""
        for path in (self.data / "postgres" / "base").rglob("*"):
            if path.is_file():
                with path.open("rb") as file:
                    while file.read(1 << 20):
                        pass

    def signer(self):
        """The key that signs access tokens, and its id."""
        return self.sql("SELECT id, encode(secret, 'hex') FROM signing_keys ORDER BY created_at DESC LIMIT 1")[0]


def access_token(signer, account, session):
    """What a log-in would have given: copied players have no password that anybody knows."""

    def part(content):
        return base64.urlsafe_b64encode(content).rstrip(b"=")

    key, secret = signer
    now = int(time.time())
    claims = {"iss": "althing/sessions", "aud": "althing/api", "sub": account, "iat": now, "exp": now + 90000, "sid": session}
    head = {"typ": "JWT", "alg": "HS256", "kid": key}
    signed = b".".join(part(json.dumps(one).encode()) for one in (head, claims))
    return (signed + b"." + part(hmac.new(bytes.fromhex(secret), signed, hashlib.sha256).digest())).decode()


class Played:
    """Some dozen real games of six people, and what somebody may do in those that run."""

    def __init__(self, service):
        self.service = service
        self.chance = random.Random(7)
        self.tokens = [service.person(f"Player{number}") for number in range(PEOPLE)]
        self.accounts = [service.call("GET", "/v1/me", token)["id"] for token in self.tokens]
        # By game: its share of all, somebody who plays in it, and for those that run, who may do what.
        self.shares, self.seated, self.actions, self.turn = {}, {}, {}, 0

    def begin(self, ruleset, people, bots=0):
        """The address of a new game, and who plays in it; everybody is in about as many."""
        seated = [self.tokens[(self.turn + number) % PEOPLE] for number in range(people)]
        self.turn += people
        new = {"ruleset": ruleset, "seats": people + bots, "bots": ["steady"] * bots}
        game = "/v1/games/" + self.service.call("POST", "/v1/games", seated[0], new)["id"]
        self.seated[game[10:]] = self.accounts[self.tokens.index(seated[0])]
        for token in seated[1:]:
            self.service.call("POST", f"{game}/join", token, {})
        # People talk in one game of four.
        if len(self.seated) % 4 == 1:
            self.service.call("POST", f"{game}/messages", seated[-1], {"text": "Well met"})
            self.service.call("PUT", f"{game}/note", seated[0], {"text": "The north is rich"})
        return game, seated

    def play(self, game, seated, moves):
        while moves > 0 and self.service.call("GET", game, seated[0])["status"] == "running":
            moves -= sum(move(self.service, game, token, self.chance) is not None for token in seated)

    def ready(self, game, seated):
        """Plays on until somebody can answer by a whole action, and remembers it."""
        for _ in range(200):
            time.sleep(0.05)
            for token in seated:
                asked = self.service.call("GET", f"{game}/legal", token)["decisions"]
                for one in (one for one in asked if one["decision"]["blocking"] and one["actions"]):
                    answer = {"decision": one["decision"]["id"], "action": self.chance.choice(one["actions"])}
                    self.actions[game[10:]] = (self.accounts[self.tokens.index(token)], answer)
                    return
            self.play(game, seated, 1)
        raise SystemExit(f"nobody can act in {game}")

    def resign(self, game, seated):
        for token in seated[1:]:
            self.service.call("POST", f"{game}/resign", token, {})

    def all(self):
        """Plays all, and shares them out: short games among the finished ones are the most frequent."""
        running, opened, finished = [], [], []
        for ruleset in RULESETS:
            for moves in LEFT_AFTER:
                bots = int(moves == LEFT_AFTER[0])
                game, seated = self.begin(ruleset, 3 - bots, bots)
                self.play(game, seated, moves)
                self.ready(game, seated)
                running.append(game)
            for moves in RESIGNED_AFTER:
                game, seated = self.begin(ruleset, 2 if ruleset == "nord" else 3)
                self.play(game, seated, moves)
                self.resign(game, seated)
                finished.append(game)
            waiting = {"ruleset": ruleset, "seats": 4}
            opened.append("/v1/games/" + self.service.call("POST", "/v1/games", self.tokens[self.turn % PEOPLE], waiting)["id"])
        game, seated = self.begin("nord", 2)
        self.play(game, seated, 1_000)
        finished.append(game)
        entries = dict(self.service.sql("SELECT game_id, count(*) FROM entries GROUP BY game_id"))
        weights = {game: int(entries[game[10:]]) ** -2 for game in finished}
        whole = sum(weights.values())
        self.shares = {game[10:]: (1 - RUNNING - OPEN) * weight / whole for game, weight in weights.items()}
        self.shares |= {game[10:]: RUNNING / len(running) for game in running}
        self.shares |= {game[10:]: OPEN / len(opened) for game in opened}

    def store(self):
        """Writes down what is to be multiplied."""
        rows = ", ".join(f"('{game}', {share})" for game, share in self.shares.items())
        people = ",".join(self.accounts)
        self.service.sql(f"INSERT INTO filling.sources VALUES {rows}")
        self.service.sql(f"INSERT INTO filling.played VALUES ('{{{people}}}', now())")
        self.service.run("-c", "CALL filling.begin()")


def fill(server, games):
    """Fills up to so many games, and leaves the database as autovacuum would."""
    begun = time.monotonic()

    def last(table):
        return int(server.sql(f"SELECT coalesce(max(place), 0) FROM filling.{table}")[0][0])

    first, crowd = last("copies") + 1, last("crowds") + 1
    server.run("-c", f"CALL filling.plan({games})")
    crowds = f"{crowd}, {last('crowds')}"
    with concurrent.futures.ThreadPoolExecutor(SESSIONS) as sessions:
        places = range(first, games + 1, BATCH)
        calls = [f"CALL filling.copy_games({place}, {min(place + BATCH - 1, games)}, {crowds})" for place in places]
        list(sessions.map(lambda call: server.run("-c", call), calls))
    server.run("-c", f"CALL filling.number({first}, {games})")
    filled = time.monotonic()
    server.run("-c", "VACUUM ANALYZE", "-c", "CHECKPOINT")
    size = int(server.sql("SELECT pg_database_size(current_database())")[0][0])
    seconds = f"filled in {filled - begun:.0f} s, vacuumed in {time.monotonic() - filled:.0f} s"
    print(f"{games} games: {size / 1e6:.0f} MB, {seconds}", file=sys.stderr)


def twin(server):
    """A second server on a copy of the data of one that has stopped."""
    data = server.data.with_name("data-of-many")
    subprocess.run(["cp", "-a", server.data, data], check=True)
    return Server(data)
