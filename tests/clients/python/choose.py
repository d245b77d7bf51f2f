"""Chooses an action out of those that are listed as legal. Knows no rules."""

import os
import random
from collections.abc import Sequence
from typing import Protocol, TypeVar

from althing_client.models import (
    Decision,
    FieldBundle,
    FieldInteger,
    FieldSeats,
    LandnamActionRequest,
    LandnamAddToSuitAction,
    LandnamLegalActions,
    LandnamLegalDecision,
    LandnamRaiseAction,
    LandnamSueAction,
    NordActionRequest,
    NordLegalActions,
    SettlersActionRequest,
    SettlersBundle,
    SettlersDiscardAction,
    SettlersLegalActions,
    SettlersLegalDecision,
)
from althing_client.types import UNSET

Field = FieldBundle | FieldInteger | FieldSeats

SHAPES = 0.1

chance = random.Random(int(os.environ.get("SEED", "1")))


class Asked(Protocol):
    @property
    def decision(self) -> Decision: ...


One = TypeVar("One", bound=Asked)


def awaited(decisions: Sequence[One]) -> One | None:
    """One of the decisions that the game waits for; none if there is none."""
    blocking = [asked for asked in decisions if asked.decision.blocking]
    return chance.choice(blocking) if blocking else None


def integer(fields: Sequence[Field], name: str) -> int:
    """A number for the open field of that name."""
    for field in fields:
        if isinstance(field, FieldInteger) and field.name == name:
            return chance.randint(field.min_, field.max_)
    raise LookupError(name)


def bundle(fields: Sequence[Field], name: str) -> SettlersBundle:
    """Cards for the open field of that name, as few as are asked for."""
    for field in fields:
        if isinstance(field, FieldBundle) and field.name == name:
            cards = [limit.kind for limit in field.limits for _ in range(limit.max_)]
            given = chance.sample(cards, field.min_total)
            # A kind of which there are none is left out.
            return SettlersBundle(
                brick=given.count("brick") or UNSET,
                grain=given.count("grain") or UNSET,
                lumber=given.count("lumber") or UNSET,
                ore=given.count("ore") or UNSET,
                wool=given.count("wool") or UNSET,
            )
    raise LookupError(name)


Shape = TypeVar("Shape")


def shaped(actions: Sequence[object], shapes: Sequence[Shape]) -> Shape | None:
    """Now and then, and where no action is listed as it can be sent, one that has to be filled in."""
    return chance.choice(shapes) if shapes and (not actions or chance.random() < SHAPES) else None


def of_landnam(asked: LandnamLegalDecision) -> LandnamActionRequest:
    shape = shaped(asked.actions, asked.shapes)
    action = shape.action if shape else chance.choice(asked.actions)
    # An offer is complete as it is listed: one card for one.
    if shape and isinstance(action, LandnamSueAction | LandnamRaiseAction | LandnamAddToSuitAction):
        action.cards = integer(shape.fields, "cards")
    return LandnamActionRequest(ruleset="landnam", decision=asked.decision.id, action=action)


def of_settlers(asked: SettlersLegalDecision) -> SettlersActionRequest:
    shape = shaped(asked.actions, asked.shapes)
    action = shape.action if shape else chance.choice(asked.actions)
    if shape and isinstance(action, SettlersDiscardAction):
        action.cards = bundle(shape.fields, "cards")
    return SettlersActionRequest(ruleset="settlers", decision=asked.decision.id, action=action)


def choose(
    legal: LandnamLegalActions | NordLegalActions | SettlersLegalActions,
) -> LandnamActionRequest | NordActionRequest | SettlersActionRequest | None:
    """An answer to one of the decisions that the game waits for; none if there is none."""
    if isinstance(legal, LandnamLegalActions):
        landnam = awaited(legal.decisions)
        return of_landnam(landnam) if landnam else None
    if isinstance(legal, SettlersLegalActions):
        settlers = awaited(legal.decisions)
        return of_settlers(settlers) if settlers else None
    # NORD has no shapes.
    nord = awaited(legal.decisions)
    if nord is None:
        return None
    return NordActionRequest(ruleset="nord", decision=nord.decision.id, action=chance.choice(nord.actions))
