"""Plays a game of any ruleset to its end with two accounts and a bot, and fetches the picture of its board.

With the client that openapi-python-client makes of the description.
"""

import os
import sys
import time
import uuid
from typing import Any, TypeVar
from uuid import UUID

from althing_client import AuthenticatedClient, Client
from althing_client.api.accounts import create_account
from althing_client.api.games import create_game, join_game
from althing_client.api.pictures import get_board_png
from althing_client.api.play import create_action, get_game_view, list_legal_actions
from althing_client.api.sessions import create_session
from althing_client.api.tokens import create_personal_token
from althing_client.models import (
    Acknowledgement,
    CreateAccount,
    CreatedPersonalToken,
    CreateGame,
    CreateGameRuleset,
    CreatePersonalToken,
    CreateSession,
    Game,
    JoinGame,
    LandnamActionResult,
    LandnamGameView,
    LandnamLegalActions,
    NordActionResult,
    NordGameView,
    NordLegalActions,
    Outcome,
    Scope,
    SessionTokens,
    SettlersActionResult,
    SettlersGameView,
    SettlersLegalActions,
)
from althing_client.types import File, Response
from choose import choose

ADDRESS = os.environ["API"]
RULESET = os.environ.get("RULESET", "landnam")
PASSWORD = "a long ship west"
MOST_ACTIONS = 5_000
PNG = b"\x89PNG\r\n\x1a\n"

Answer = TypeVar("Answer")


def must(kind: type[Answer], response: Response[Any]) -> Answer:
    """The answer, if it is what it should be; ends the program with what the server says if not."""
    if isinstance(response.parsed, kind):
        return response.parsed
    sys.exit(f"python: {response.status_code}: {response.content.decode(errors='replace')[:500]}")


def account(role: str) -> AuthenticatedClient:
    """Makes an account, and a personal token that plays for it."""
    login = f"python-{RULESET}-{role}"
    stranger = Client(base_url=ADDRESS)
    registration = CreateAccount(name=login, email=f"{login}@example.org", password=PASSWORD)
    must(Acknowledgement, create_account.sync_detailed(client=stranger, body=registration))
    log_in = CreateSession(login=login, password=PASSWORD)
    session = must(SessionTokens, create_session.sync_detailed(client=stranger, body=log_in))
    player = AuthenticatedClient(base_url=ADDRESS, token=session.access_token)
    asked = CreatePersonalToken(name="player", scopes=[Scope.GAMESREAD, Scope.GAMESCREATE, Scope.GAMESPLAY])
    made = must(CreatedPersonalToken, create_personal_token.sync_detailed(client=player, body=asked))
    return AuthenticatedClient(base_url=ADDRESS, token=made.token)


def outcome(player: AuthenticatedClient, game: UUID) -> Outcome | None:
    """How the game ended, once it has."""
    view = get_game_view.sync_detailed(game, client=player).parsed
    if not isinstance(view, (LandnamGameView, NordGameView, SettlersGameView)):
        sys.exit(f"python: no view: {view}")
    return view.outcome if isinstance(view.outcome, Outcome) else None


def act(player: AuthenticatedClient, game: UUID) -> str | None:
    """Answers a decision, and says with what; nothing if none is open."""
    listed = list_legal_actions.sync_detailed(game, client=player)
    legal = listed.parsed
    if not isinstance(legal, (LandnamLegalActions, NordLegalActions, SettlersLegalActions)):
        sys.exit(f"python: {listed.status_code}: {listed.content.decode()[:500]}")
    answer = choose(legal)
    if answer is None:
        return None
    key = str(uuid.uuid4())
    response = create_action.sync_detailed(game, client=player, body=answer, idempotency_key=key)
    if isinstance(response.parsed, (LandnamActionResult, NordActionResult, SettlersActionResult)):
        return answer.action.type_
    # Another was faster; or bounds of single fields, which can't say everything, were kept and yet it is refused.
    if response.status_code in (409, 422):
        return ""
    sys.exit(f"python: {response.status_code}: {response.content.decode()[:500]}")


def play(players: list[AuthenticatedClient], game: UUID) -> str:
    """Plays until the game has ended."""
    tried, done, kinds = 0, 0, set[str]()
    while tried < MOST_ACTIONS:
        answers = [act(player, game) for player in players]
        for kind in answers:
            tried += kind is not None
            if kind:
                done += 1
                kinds.add(kind)
        if all(kind is None for kind in answers):
            ended = outcome(players[0], game)
            if ended:
                return f"by {ended.ended_by}: {done} actions of {len(kinds)} kinds, {len(ended.ranking)} seats ranked"
            time.sleep(0.05)
    sys.exit(f"python: not over after {tried} actions, of which {done} were taken")


def board(player: AuthenticatedClient, game: UUID) -> str:
    """The size of the picture of the board."""
    png = must(File, get_board_png.sync_detailed(game, client=player)).payload.read()
    width, height = int.from_bytes(png[16:20]), int.from_bytes(png[20:24])
    if not png.startswith(PNG) or width < 300 or height < 300 or len(png) < 10_000:
        sys.exit(f"python: no picture of a board: {len(png)} bytes, {width} × {height}")
    return f"{width} × {height}"


def main() -> None:
    host, guest = account("host"), account("guest")
    table = CreateGame(ruleset=CreateGameRuleset(RULESET), seats=3, bots=["steady"])
    game = must(Game, create_game.sync_detailed(client=host, body=table, idempotency_key=str(uuid.uuid4())))
    must(Game, join_game.sync_detailed(game.id, client=guest, body=JoinGame()))
    ended = play([host, guest], game.id)
    print(f"python: a game of {RULESET} played to its end {ended}; board {board(host, game.id)}")


if __name__ == "__main__":
    main()
