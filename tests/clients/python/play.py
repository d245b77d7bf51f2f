"""Plays a game of any ruleset to its end with two accounts and a bot, and fetches the picture of its board.

With the client that openapi-python-client makes of the description.
"""

import os
import random
import sys
import time
import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NoReturn, TypeVar
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
    LandnamActionRequest,
    LandnamActionResult,
    LandnamGameView,
    LandnamLegalActions,
    LandnamLegalDecision,
    NordActionRequest,
    NordActionResult,
    NordGameView,
    NordLegalActions,
    NordLegalDecision,
    Outcome,
    PlayInclude,
    Scope,
    SessionTokens,
    SettlersActionRequest,
    SettlersActionResult,
    SettlersGameView,
    SettlersLegalActions,
    SettlersLegalDecision,
)
from althing_client.types import File, Response, Unset

ADDRESS = os.environ["API"]
RULESET = os.environ.get("RULESET", "landnam")
PASSWORD = "a long ship west"
MOST_REQUESTS = 20_000
PNG = b"\x89PNG\r\n\x1a\n"

Answer = TypeVar("Answer")
LegalDecision = LandnamLegalDecision | NordLegalDecision | SettlersLegalDecision
Request = LandnamActionRequest | NordActionRequest | SettlersActionRequest
View = LandnamGameView | NordGameView | SettlersGameView

# What reads of legal actions and replies to actions bring along.
INCLUDE = [PlayInclude.REQUESTS, PlayInclude.VIEW]

chance = random.Random(int(os.environ.get("SEED", "1")))


def refused(response: Response[Any]) -> NoReturn:
    """Ends the program with what the server says."""
    sys.exit(f"python: {response.status_code}: {response.content.decode(errors='replace')[:500]}")


def must(kind: type[Answer], response: Response[Any]) -> Answer:
    """The answer, if it is what it should be."""
    return response.parsed if isinstance(response.parsed, kind) else refused(response)


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


@dataclass
class Turn:
    """What a read or the reply to an action tells a seat: what it may do, ready to send, and how the game stands."""

    ready: list[Request]
    view: View


def turn(decisions: Sequence[LegalDecision], view: View | Unset) -> Turn:
    if isinstance(view, Unset):
        sys.exit("python: the view is missing")
    blocking = [asked for asked in decisions if asked.decision.blocking]
    return Turn([request for asked in blocking for request in asked.requests or []], view)


def read(player: AuthenticatedClient, game: UUID) -> Turn:
    listed = list_legal_actions.sync_detailed(game, client=player, include=INCLUDE)
    legal = listed.parsed
    if not isinstance(legal, LandnamLegalActions | NordLegalActions | SettlersLegalActions):
        refused(listed)
    return turn(legal.decisions, legal.view)


def act(player: AuthenticatedClient, game: UUID, request: Request) -> Turn | None:
    """Sends a ready request; no reply if another was faster."""
    key = str(uuid.uuid4())
    response = create_action.sync_detailed(game, client=player, body=request, include=INCLUDE, idempotency_key=key)
    if response.status_code == 409:
        return None
    result = response.parsed
    if not isinstance(result, LandnamActionResult | NordActionResult | SettlersActionResult):
        refused(response)
    return turn(result.legal, result.view)


@dataclass
class Tally:
    """Counts the requests of a game, and those that an action took beside its own within a stretch.

    That is since the last action of the same seat, if nobody has acted since.
    """

    requests: int = 0
    actions: int = 0
    stretches: int = 0
    within: int = 0
    last: tuple[int, int] = (-1, -1)
    sent: int = 0

    def acted(self, seat: int, before: int, after: int) -> None:
        self.actions += 1
        if self.last == (seat, before):
            self.within += self.requests - self.sent - 1
        else:
            self.stretches += 1
        self.last, self.sent = (seat, after), self.requests

    def __str__(self) -> str:
        counts = f"{self.actions} actions in {self.stretches} stretches by {self.requests} requests"
        return f"{counts} ({self.within} within a stretch)"


def play(players: dict[int, AuthenticatedClient], game: UUID) -> str:
    """Plays until the game has ended.

    What a seat may do is read when the game may wait for it; from then on, each reply brings the next ready requests, until
    the game waits for others.
    """
    tally, seat = Tally(), 0
    told: Turn | None = None
    while tally.requests < MOST_REQUESTS:
        if told is None:
            tally.requests += 1
            told = read(players[seat], game)
        elif told.ready:
            before = told.view.version
            tally.requests += 1
            told = act(players[seat], game, chance.choice(told.ready))
            if told is not None:
                tally.acted(seat, before, told.view.version)
        elif isinstance(told.view.outcome, Outcome):
            if tally.within > 0:
                sys.exit(f"python: an action took more than its own request: {tally}")
            return f"by {told.view.outcome.ended_by}: {tally}, {len(told.view.outcome.ranking)} seats ranked"
        else:
            called = [one.seat for one in told.view.awaited if one.blocking and one.seat in players]
            if called:
                seat = called[0]
            else:
                time.sleep(0.05)
            told = None
    sys.exit(f"python: not over after {tally}")


def board(player: AuthenticatedClient, game: UUID) -> str:
    """The size of the picture of the board."""
    png = must(File, get_board_png.sync_detailed(game, client=player)).payload.read()
    width, height = int.from_bytes(png[16:20]), int.from_bytes(png[20:24])
    if not png.startswith(PNG) or width < 300 or height < 300 or len(png) < 10_000:
        sys.exit(f"python: no picture of a board: {len(png)} bytes, {width} × {height}")
    return f"{width} × {height}"


def main() -> None:
    host, guest = account("host"), account("guest")
    table = CreateGame(ruleset=CreateGameRuleset(RULESET), seats=3, bots=["steady"], deal_seats=False)
    game = must(Game, create_game.sync_detailed(client=host, body=table, idempotency_key=str(uuid.uuid4())))
    must(Game, join_game.sync_detailed(game.id, client=guest, body=JoinGame()))
    # In the order of joining, the bot is second.
    ended = play({0: host, 2: guest}, game.id)
    print(f"python: a game of {RULESET} played to its end {ended}; board {board(host, game.id)}")


if __name__ == "__main__":
    main()
