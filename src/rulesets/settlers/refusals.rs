//! Every way in which the rules say no: stable codes with their meanings (rules page §13).
//!
//! A code is never changed or given another meaning; clients branch on it.

use rules::Refusal;
pub use rules::refusal::{Validation, refuse};

pub fn ensure(holds: bool, refusal: Refusal) -> Validation {
    if holds { Ok(()) } else { Err(refusal) }
}

rules::refusals! {
    NOT_YOUR_TURN = "not_your_turn": "It is another player's turn.";
    NOT_AWAITED = "not_awaited": "You have nothing to decide now.";
    WRONG_PHASE = "wrong_phase": "This can't be done at this point of the turn.";
    UNKNOWN_ID = "unknown_id": "There is no such place on the board.";
    VERTEX_TAKEN = "vertex_taken": "A building stands there.";
    DISTANCE_RULE = "distance_rule": "A building stands one edge away.";
    NOT_CONNECTED = "not_connected": "Nothing of yours leads there.";
    EDGE_TAKEN = "edge_taken": "A road lies there.";
    NO_PIECE_LEFT = "no_piece_left": "You have no such piece left.";
    NOT_YOUR_SETTLEMENT = "not_your_settlement": "You have no settlement there.";
    CANNOT_AFFORD = "cannot_afford": "You can't pay for it.";
    BANK_EMPTY = "bank_empty": "The bank does not have these cards.";
    DECK_EMPTY = "deck_empty": "No development card is left.";
    CARD_NOT_HELD = "card_not_held": "You do not hold this card.";
    CARD_BOUGHT_THIS_TURN = "card_bought_this_turn": "You bought this card in this turn.";
    CARD_ALREADY_PLAYED = "card_already_played": "You have played a card in this turn.";
    NO_PLACE_FOR_ROADS = "no_place_for_roads": "You have no road left, or no place for one.";
    BAD_CARDS = "bad_cards": "Take two cards from the bank, or the only one it has.";
    SAME_HEX = "same_hex": "The robber must move to another hex.";
    BAD_VICTIM = "bad_victim": "Take a card from an opponent who has a building there and holds a card, if there is one; else from nobody.";
    BAD_DISCARD = "bad_discard": "Give back exactly as many cards as you owe, of those you hold.";
    TRADING_CLOSED = "trading_closed": "Trading is over for this turn.";
    BAD_OFFER = "bad_offer": "Both sides of a trade give at least one card, and no kind is on both sides.";
    SAME_KIND = "same_kind": "Cards are traded for another kind.";
    WRONG_RECIPIENTS = "wrong_recipients": "An offer goes to other seats, each named once; when it is not your turn, to the active seat alone.";
    TOO_MANY_OFFERS = "too_many_offers": "You have as many open offers as are allowed.";
    OFFER_CLOSED = "offer_closed": "The offer is gone.";
    OFFER_NOT_TO_YOU = "offer_not_to_you": "The offer was not made to you, or you have answered it.";
    NOT_YOUR_OFFER = "not_your_offer": "The offer is somebody else's.";
    NOT_ACCEPTED = "not_accepted": "That player has not accepted it.";
    CARDS_MISSING = "cards_missing": "You do not hold these cards.";
    GAME_OVER = "game_over": "The game is over.";
}
