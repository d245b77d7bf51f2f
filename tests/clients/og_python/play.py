"""Plays a game of any ruleset to its end with two accounts and a bot, and fetches the picture of its board.

With the client that openapi-generator's `python` makes of the description.
"""

import os
import random
import sys
import time
import uuid
from typing import Any
from uuid import UUID

from althing_og import ApiClient, Configuration
from althing_og.api.accounts_api import AccountsApi
from althing_og.api.games_api import GamesApi
from althing_og.api.pictures_api import PicturesApi
from althing_og.api.play_api import PlayApi
from althing_og.api.sessions_api import SessionsApi
from althing_og.api.tokens_api import TokensApi
from althing_og.exceptions import ApiException
from althing_og.models.action_request import ActionRequest
from althing_og.models.create_account import CreateAccount
from althing_og.models.create_game import CreateGame
from althing_og.models.create_personal_token import CreatePersonalToken
from althing_og.models.create_session import CreateSession
from althing_og.models.join_game import JoinGame
from althing_og.models.outcome import Outcome
from althing_og.models.scope import Scope
from pydantic import SecretStr

ADDRESS = os.environ["API"]
RULESET = os.environ.get("RULESET", "landnam")
PASSWORD = "a long ship west"
MOST_ACTIONS = 5_000
PNG = b"\x89PNG\r\n\x1a\n"

chance = random.Random(int(os.environ.get("SEED", "1")))


def client(token: str | None = None) -> ApiClient:
    return ApiClient(Configuration(host=ADDRESS, access_token=token))


def account(role: str) -> ApiClient:
    """Makes an account, and a personal token that plays for it."""
    login = f"og_python-{RULESET}-{role}"
    AccountsApi(client()).create_account(
        CreateAccount(name=login, email=f"{login}@example.org", password=PASSWORD)
    )
    session = SessionsApi(client()).create_session(CreateSession(login=login, password=SecretStr(PASSWORD)))
    scopes = [Scope("games:read"), Scope("games:create"), Scope("games:play")]
    made = TokensApi(client(session.access_token)).create_personal_token(
        CreatePersonalToken(name="player", scopes=scopes)
    )
    return client(made.token)


def filled(shape: dict[str, Any]) -> dict[str, Any]:
    """The action of a shape, with as few cards as its fields ask for."""
    action: dict[str, Any] = dict(shape["action"])
    for field in shape["fields"]:
        if field["kind"] == "bundle":
            cards = [limit["kind"] for limit in field["limits"] for _ in range(limit["max"])]
            given = chance.sample(cards, field["min_total"])
            action[field["name"]] = {kind: given.count(kind) for kind in sorted(set(given))}
    return action


def answer(player: ApiClient, game: UUID) -> ActionRequest | None:
    """An answer to one of the decisions that the game waits for; none if there is none."""
    listed = PlayApi(player).list_legal_actions(game).actual_instance
    assert listed is not None, "it is of one of the rulesets"
    legal = listed.to_dict()
    awaited = [asked for asked in legal["decisions"] if asked["decision"]["blocking"]]
    if not awaited:
        return None
    asked = chance.choice(awaited)
    action = chance.choice(asked["actions"]) if asked["actions"] else filled(chance.choice(asked["shapes"]))
    sent = {"ruleset": legal["ruleset"], "decision": asked["decision"]["id"], "action": action}
    return ActionRequest.from_dict(sent)


def act(player: ApiClient, game: UUID) -> bool | None:
    """Answers a decision; false if it is refused, nothing if none is open."""
    chosen = answer(player, game)
    if chosen is None:
        return None
    try:
        PlayApi(player).create_action(game, chosen, idempotency_key=str(uuid.uuid4()))
    except ApiException as refused:
        # Another was faster; or bounds of single fields, which can't say everything, were kept and yet it is refused.
        if refused.status in (409, 422):
            return False
        raise
    return True


def outcome(player: ApiClient, game: UUID) -> Outcome | None:
    """How the game ended, once it has."""
    view = PlayApi(player).get_game_view(game).actual_instance
    if view is None:
        sys.exit("og_python: no view")
    return view.outcome


def play(players: list[ApiClient], game: UUID) -> str:
    """Plays until the game has ended."""
    tried, done = 0, 0
    while tried < MOST_ACTIONS:
        answers = [act(player, game) for player in players]
        tried += sum(one is not None for one in answers)
        done += sum(one is True for one in answers)
        if all(one is None for one in answers):
            ended = outcome(players[0], game)
            if ended:
                return f"by {ended.ended_by}: {done} actions, {len(ended.ranking)} seats ranked"
            time.sleep(0.05)
    sys.exit(f"og_python: not over after {tried} actions, of which {done} were taken")


def board(player: ApiClient, game: UUID) -> str:
    """The size of the picture of the board."""
    png = bytes(PicturesApi(player).get_board_png(game))
    width, height = int.from_bytes(png[16:20]), int.from_bytes(png[20:24])
    if not png.startswith(PNG) or width < 300 or height < 300 or len(png) < 10_000:
        sys.exit(f"og_python: no picture of a board: {len(png)} bytes, {width} × {height}")
    return f"{width} × {height}"


def main() -> None:
    host, guest = account("host"), account("guest")
    table = CreateGame(ruleset=RULESET, seats=3, bots=["steady"])
    game = GamesApi(host).create_game(table, idempotency_key=str(uuid.uuid4()))
    GamesApi(guest).join_game(game.id, JoinGame())
    ended = play([host, guest], game.id)
    print(f"og_python: a game of {RULESET} played to its end {ended}; board {board(host, game.id)}")


if __name__ == "__main__":
    main()
