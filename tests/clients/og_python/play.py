"""Plays a game of any ruleset to its end with two accounts and a bot, and fetches the picture of its board.

With the client that openapi-generator's `python` makes of the description.
"""

import os
import random
import sys
import time
import uuid
from collections.abc import Sequence
from dataclasses import dataclass
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
from althing_og.models.landnam_action_request import LandnamActionRequest
from althing_og.models.landnam_game_view import LandnamGameView
from althing_og.models.landnam_legal_decision import LandnamLegalDecision
from althing_og.models.nord_action_request import NordActionRequest
from althing_og.models.nord_game_view import NordGameView
from althing_og.models.nord_legal_decision import NordLegalDecision
from althing_og.models.play_include import PlayInclude
from althing_og.models.scope import Scope
from althing_og.models.settlers_action_request import SettlersActionRequest
from althing_og.models.settlers_game_view import SettlersGameView
from althing_og.models.settlers_legal_decision import SettlersLegalDecision
from pydantic import SecretStr

ADDRESS = os.environ["API"]
RULESET = os.environ.get("RULESET", "landnam")
PASSWORD = "a long ship west"
MOST_REQUESTS = 20_000
PNG = b"\x89PNG\r\n\x1a\n"

LegalDecision = LandnamLegalDecision | NordLegalDecision | SettlersLegalDecision
Request = LandnamActionRequest | NordActionRequest | SettlersActionRequest
View = LandnamGameView | NordGameView | SettlersGameView

# What reads of legal actions and replies to actions bring along.
INCLUDE = [PlayInclude.REQUESTS, PlayInclude.VIEW]

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


@dataclass
class Turn:
    """What a read or the reply to an action tells a seat: what it may do, ready to send, and how the game stands."""

    ready: list[Request]
    view: View


def turn(decisions: Sequence[LegalDecision], view: View | None) -> Turn:
    assert view is not None, "it was asked for"
    blocking = [asked for asked in decisions if asked.decision.blocking]
    return Turn([request for asked in blocking for request in asked.requests or []], view)


def read(player: ApiClient, game: UUID) -> Turn:
    legal = PlayApi(player).list_legal_actions(game, include=INCLUDE).actual_instance
    assert legal is not None, "it is of one of the rulesets"
    return turn(legal.decisions, legal.view)


def act(player: ApiClient, game: UUID, request: Request) -> Turn | None:
    """Sends a ready request; no reply if another was faster."""
    try:
        reply = PlayApi(player).create_action(
            game, ActionRequest(request), include=INCLUDE, idempotency_key=str(uuid.uuid4())
        )
    except ApiException as refused:
        if refused.status == 409:
            return None
        raise
    result = reply.actual_instance
    assert result is not None, "it is of one of the rulesets"
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


def play(players: dict[int, ApiClient], game: UUID) -> str:
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
        elif told.view.outcome:
            if tally.within > 0:
                sys.exit(f"og_python: an action took more than its own request: {tally}")
            return f"by {told.view.outcome.ended_by}: {tally}, {len(told.view.outcome.ranking)} seats ranked"
        else:
            called = [one.seat for one in told.view.awaited if one.blocking and one.seat in players]
            if called:
                seat = called[0]
            else:
                time.sleep(0.05)
            told = None
    sys.exit(f"og_python: not over after {tally}")


def board(player: ApiClient, game: UUID) -> str:
    """The size of the picture of the board."""
    png = bytes(PicturesApi(player).get_board_png(game))
    width, height = int.from_bytes(png[16:20]), int.from_bytes(png[20:24])
    if not png.startswith(PNG) or width < 300 or height < 300 or len(png) < 10_000:
        sys.exit(f"og_python: no picture of a board: {len(png)} bytes, {width} × {height}")
    return f"{width} × {height}"


def main() -> None:
    host, guest = account("host"), account("guest")
    table = CreateGame(ruleset=RULESET, seats=3, bots=["steady"], deal_seats=False)
    game = GamesApi(host).create_game(table, idempotency_key=str(uuid.uuid4()))
    GamesApi(guest).join_game(game.id, JoinGame())
    # In the order of joining, the bot is second.
    ended = play({0: host, 2: guest}, game.id)
    print(f"og_python: a game of {RULESET} played to its end {ended}; board {board(host, game.id)}")


if __name__ == "__main__":
    main()
