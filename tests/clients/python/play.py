"""Plays a game of any title with the client that openapi-python-client makes of the description.

Knows no rules: it does what is listed as legal, and fills in what is open within the bounds that are given.
"""

import os
import random
import sys
import time
import uuid
from collections.abc import Callable, Sequence
from typing import Any, TypeVar
from uuid import UUID

from althing_client import AuthenticatedClient, Client
from althing_client.api.accounts import create_account
from althing_client.api.games import create_game
from althing_client.api.play import create_action, get_view, list_legal_actions
from althing_client.api.sessions import create_session, refresh_session
from althing_client.models import (
    CreateGame,
    CreateGameRuleset,
    FieldBundle,
    FieldInteger,
    FieldSeats,
    LandnamActionShape,
    LandnamAnswer,
    LandnamLegalDecision,
    LandnamLegalActions,
    LandnamActionResult,
    LandnamGameView,
    LogIn,
    NordActionShape,
    NordAnswer,
    NordLegalDecision,
    NordLegalActions,
    NordActionResult,
    NordGameView,
    Outcome,
    Problem,
    Refresh,
    Registration,
    SettlersActionShape,
    SettlersAnswer,
    SettlersLegalDecision,
    SettlersLegalActions,
    SettlersActionResult,
    SettlersGameView,
    Tokens,
)
from althing_client.types import Response

# What is of a title has a form for each; a client for one title needs that alone.
ActionShape = LandnamActionShape | NordActionShape | SettlersActionShape
LegalDecision = LandnamLegalDecision | NordLegalDecision | SettlersLegalDecision
LegalActions = LandnamLegalActions | NordLegalActions | SettlersLegalActions
ActionResult = LandnamActionResult | NordActionResult | SettlersActionResult
GameView = LandnamGameView | NordGameView | SettlersGameView

ADDRESS = os.environ["API"]
RULESET = os.environ.get("RULESET", "landnam")
VIEW: type[GameView] = {"landnam": LandnamGameView, "nord": NordGameView, "settlers": SettlersGameView}[RULESET]
LEGAL: type[LegalActions] = {"landnam": LandnamLegalActions, "nord": NordLegalActions, "settlers": SettlersLegalActions}[RULESET]
ANSWER: type[LandnamAnswer | NordAnswer | SettlersAnswer] = {
    "landnam": LandnamAnswer,
    "nord": NordAnswer,
    "settlers": SettlersAnswer,
}[RULESET]
PASSWORD = "a long ship west"
MOST_ACTIONS = 5_000
SHAPES = 0.1

Answered = TypeVar("Answered")
chance = random.Random(int(os.environ.get("SEED", "1")))


def must(kind: type[Answered], response: Response[Any]) -> Answered:
    """The answer, if it is what it should be; ends the program with what the server says if not."""
    if isinstance(response.parsed, kind):
        return response.parsed
    sys.exit(f"python: {response.status_code}: {response.content.decode()[:500]}")


def filled(shape: ActionShape) -> dict[str, Any]:
    """The action with every open field set to something within its bounds."""
    action = shape.action.to_dict()
    for field in shape.fields:
        if isinstance(field, FieldInteger):
            action[field.name] = chance.randint(field.min_, field.max_)
        elif isinstance(field, FieldBundle):
            action[field.name] = bundle(field, action)
        elif isinstance(field, FieldSeats):
            action[field.name] = chance.sample(field.of, chance.randint(field.min_, len(field.of)))
    return action


def bundle(field: FieldBundle, action: dict[str, Any]) -> dict[str, int]:
    """A number of each kind, as many altogether as are asked for."""
    taken: dict[str, int] = action.get(field.not_in, {}) if isinstance(field.not_in, str) else {}
    cards = [limit.kind for limit in field.most if not taken.get(limit.kind) for _ in range(limit.max_)]
    most = min(field.max_total, len(cards))
    counts: dict[str, int] = {}
    for card in chance.sample(cards, chance.randint(min(field.min_total, most), most)):
        counts[card] = counts.get(card, 0) + 1
    return counts


class Player:
    """Somebody with an account, and the token that says so."""

    def __init__(self, name: str) -> None:
        self.stranger = Client(base_url=ADDRESS)
        registration = Registration(name=name, email=f"{name}@example.org", password=PASSWORD)
        create_account.sync_detailed(client=self.stranger, body=registration)
        log_in = LogIn(login=name, password=PASSWORD)
        self.take(must(Tokens, create_session.sync_detailed(client=self.stranger, body=log_in)))

    def take(self, tokens: Tokens) -> None:
        self.refresh_token = tokens.refresh_token
        self.client = AuthenticatedClient(base_url=ADDRESS, token=tokens.access_token)

    def ask(self, question: Callable[[AuthenticatedClient], Response[Any]]) -> Response[Any]:
        """Asks; with a new token, if the old one has expired."""
        response = question(self.client)
        if isinstance(response.parsed, Problem) and response.parsed.code == "token_expired":
            refresh = Refresh(refresh_token=self.refresh_token)
            self.take(must(Tokens, refresh_session.sync_detailed(client=self.stranger, body=refresh)))
            response = question(self.client)
        return response


class Game:
    """A game of this player against two bots."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self.done, self.kinds, self.refused = 0, set[str](), 0
        new = CreateGame(ruleset=CreateGameRuleset(RULESET), seats=3, bots=["steady", "steady"])
        key = str(uuid.uuid4())
        made = player.ask(lambda client: create_game.sync_detailed(client=client, body=new, idempotency_key=key))
        if made.parsed is None or isinstance(made.parsed, Problem):
            sys.exit(f"python: {made.content.decode()}")
        self.id: UUID = made.parsed.id

    def play(self) -> Outcome:
        """Plays to the end."""
        while self.done < MOST_ACTIONS:
            seen = self.player.ask(lambda client: get_view.sync_detailed(self.id, client=client))
            view: GameView = must(VIEW, seen)
            if isinstance(view.outcome, Outcome):
                return view.outcome
            listed = self.player.ask(lambda client: list_legal_actions.sync_detailed(self.id, client=client))
            legal: LegalActions = must(LEGAL, listed)
            asked: list[LegalDecision] = [one for one in legal.decisions if one.decision.blocking]
            if asked:
                self.act(chance.choice(asked))
            else:
                time.sleep(0.1)
        sys.exit(f"python: not over after {self.done} actions")

    def act(self, asked: LegalDecision) -> None:
        """Does something that is listed."""
        shapes: Sequence[ActionShape] = asked.shapes
        shaped = bool(asked.shapes) and (not asked.actions or chance.random() < SHAPES)
        action = filled(chance.choice(shapes)) if shaped else chance.choice(asked.actions).to_dict()
        body = {"ruleset": RULESET, "decision": asked.decision.id, "action": action}
        answer = ANSWER.from_dict(body)
        key = str(uuid.uuid4())
        response = self.player.ask(
            lambda client: create_action.sync_detailed(self.id, client=client, body=answer, idempotency_key=key)
        )
        if isinstance(response.parsed, ActionResult):
            self.done += 1
            self.kinds.add(answer.action.type_)
        elif response.status_code == 422:
            # Bounds of single fields can't say everything; a listed action is never refused.
            self.refused += 1
            if not shaped:
                sys.exit(f"python: {action} was listed: {response.content.decode()}")
        elif response.status_code != 409:
            sys.exit(f"python: {response.status_code}: {response.content.decode()}")


def main() -> None:
    game = Game(Player(f"python-{RULESET}"))
    outcome = game.play()
    print(
        f"python: a game of {RULESET} played to its end with {game.done} actions of {len(game.kinds)} kinds "
        f"({game.refused} guesses refused), ranking {outcome.to_dict()}"
    )


if __name__ == "__main__":
    main()
