//! Every way in which the rules say no: stable codes with their meanings (rules page §8.1, §9.3).
//!
//! A code is never changed or given another meaning; clients branch on it.

use super::board::{Board, Settlement};
use rules::Refusal;
pub use rules::refusal::{Validation, refuse};

rules::refusals! {
    NOT_YOUR_TURN = "not_your_turn": "It is another player's turn.";
    NOT_AWAITED = "not_awaited": "You have nothing to decide now.";
    WRONG_PHASE = "wrong_phase": "This can't be done at this point of the turn.";
    GAME_OVER = "game_over": "The game is over.";
    UNKNOWN_SETTLEMENT = "unknown_settlement": "The island has no such settlement.";
    OCCUPIED = "occupied": "Another player has chosen this settlement.";
    ALREADY_PLAYED = "already_played": "You have played a treasure in this turn.";
    ALREADY_PLACED = "already_placed":
        "A treasure is played before workers are placed; one that you have just picked up has to wait for your next turn.";
    NO_PLACEMENT = "no_placement": "There would be no place for workers, and then no treasure can be played.";
    NOT_IN_HAND = "not_in_hand": "You do not hold this treasure.";
    WRONG_SETTLEMENTS = "wrong_settlements": "A negotiator names both settlements, another treasure none.";
    NO_FIGHTER = "no_fighter": "You have no fighter there.";
    NOT_LINKED = "not_linked": "The two settlements are not linked.";
    BAD_FIELDS = "bad_fields": "No field is named, or one is named twice.";
    NOT_FREE = "not_free": "Something stands there.";
    MIXED = "mixed": "Land and sea can't be mixed in a turn.";
    TOO_MANY = "too_many": "That is more workers than may be placed in this turn.";
    NO_MEN = "no_men": "You do not have so many men at home.";
    NO_BOATS = "no_boats": "There are not so many fishing boats left.";
    NOT_ADJACENT = "not_adjacent": "The new workers must hang together edge to edge; old workers do not help.";
    TOO_MANY_AREAS = "too_many_areas": "The new workers stand in more areas than they may.";
    NOT_CONNECTED = "not_connected":
        "None of the fields is connected to a settlement where you have a fighter, or to an alliance with such a settlement.";
    NO_ATTACK = "no_attack": "The new workers do not force you to attack there from there.";
    NOT_SHORTEST = "not_shortest": "These are not your workers of one of the shortest connections.";
    NEED_FIFTH = "need_fifth": "Say whether the fifth attacker goes to the start settlement or to the target settlement.";
    NO_FIFTH = "no_fifth": "There is no fifth attacker.";
    TREASURE_PLAYED = "treasure_played": "After playing a treasure you must place workers.";
    NO_JARL = "no_jarl": "There is no jarl here that you could defeat.";
    NO_MAJORITY = "no_majority": "It takes two fighters there, and more than anybody else has.";
    NO_FUNERAL = "no_funeral":
        "The settlement is not linked with the small dragon boat, where the funeral is held.";
}

pub fn ensure(holds: bool, refusal: impl FnOnce() -> Refusal) -> Validation {
    if holds { Ok(()) } else { Err(refusal()) }
}

/// Refuses a settlement that is not on the island, naming the field of the action.
pub fn require_settlement(board: &Board, settlement: Settlement, field: &'static str) -> Validation {
    ensure(board.field_of(settlement).is_some(), || refuse(UNKNOWN_SETTLEMENT).at_field(field))
}
