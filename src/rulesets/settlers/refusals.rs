//! Every way in which the rules say no: stable codes with their meanings (rules page §13).
//!
//! A code is never changed or given another meaning; clients branch on it.

use rules::RefusalCode;
pub use rules::refusal::refuse;
use rules::refusal::row;

/// It is somebody else's turn.
pub const NOT_YOUR_TURN: RefusalCode = row("not_your_turn", "It is somebody else's turn.");
pub const NOT_AWAITED: RefusalCode = row("not_awaited", "Nothing is asked of you now.");
/// This can't be done at this point of the turn.
pub const WRONG_PHASE: RefusalCode = row("wrong_phase", "This can't be done at this point of the turn.");
/// There is no such place on the board.
pub const UNKNOWN_ID: RefusalCode = row("unknown_id", "There is no such place on the board.");
pub const VERTEX_TAKEN: RefusalCode = row("vertex_taken", "A building stands there.");
pub const DISTANCE_RULE: RefusalCode = row("distance_rule", "A building stands one edge away.");
pub const NOT_CONNECTED: RefusalCode = row("not_connected", "Nothing of yours leads there.");
pub const EDGE_TAKEN: RefusalCode = row("edge_taken", "A road lies there.");
/// You have no such piece left.
pub const NO_PIECE_LEFT: RefusalCode = row("no_piece_left", "You have no such piece left.");
/// There is no settlement of yours.
pub const NOT_YOUR_SETTLEMENT: RefusalCode = row("not_your_settlement", "There is no settlement of yours.");
pub const CANNOT_AFFORD: RefusalCode = row("cannot_afford", "You can't pay for it.");
/// The bank does not have these cards.
pub const BANK_EMPTY: RefusalCode = row("bank_empty", "The bank does not have these cards.");
/// No development card is left.
pub const DECK_EMPTY: RefusalCode = row("deck_empty", "No development card is left.");
/// You do not hold this card.
pub const CARD_NOT_HELD: RefusalCode = row("card_not_held", "You do not hold this card.");
/// You bought this card in this turn.
pub const CARD_BOUGHT_THIS_TURN: RefusalCode =
    row("card_bought_this_turn", "You bought this card in this turn.");
/// You have played a card in this turn.
pub const CARD_ALREADY_PLAYED: RefusalCode =
    row("card_already_played", "You have played a card in this turn.");
/// You have no road left, or no place for one.
pub const NO_PLACE_FOR_ROADS: RefusalCode =
    row("no_place_for_roads", "You have no road left, or no place for one.");
/// Two cards are taken from the bank, or the only one it has.
pub const BAD_CARDS: RefusalCode =
    row("bad_cards", "Two cards are taken from the bank, or the only one it has.");
/// The robber must move to another hex.
pub const SAME_HEX: RefusalCode = row("same_hex", "The robber must move to another hex.");
/// A card is taken from an opponent with a building there and a card, if there is one; else from nobody.
pub const BAD_VICTIM: RefusalCode = row(
    "bad_victim",
    "A card is taken from an opponent with a building there and a card, if there is one; else from nobody.",
);
/// Give back exactly as many cards as you owe, of those you hold.
pub const BAD_DISCARD: RefusalCode =
    row("bad_discard", "Give back exactly as many cards as you owe, of those you hold.");
pub const TRADING_CLOSED: RefusalCode = row("trading_closed", "Trade is over for this turn.");
/// Both sides of a trade give at least one card, and no kind is on both sides.
pub const BAD_OFFER: RefusalCode =
    row("bad_offer", "Both sides of a trade give at least one card, and no kind is on both sides.");
pub const SAME_KIND: RefusalCode = row("same_kind", "Cards are traded for another kind.");
/// An offer goes to other seats, each named once; that of another than the active seat to the active seat alone.
pub const WRONG_RECIPIENTS: RefusalCode = row(
    "wrong_recipients",
    "An offer goes to other seats, each named once; that of another than the active seat to the active seat alone.",
);
/// You have as many open offers as are allowed.
pub const TOO_MANY_OFFERS: RefusalCode =
    row("too_many_offers", "You have as many open offers as are allowed.");
pub const OFFER_CLOSED: RefusalCode = row("offer_closed", "The offer is gone.");
/// The offer was not made to you, or you have answered it.
pub const OFFER_NOT_TO_YOU: RefusalCode =
    row("offer_not_to_you", "The offer was not made to you, or you have answered it.");
/// The offer is somebody else's.
pub const NOT_YOUR_OFFER: RefusalCode = row("not_your_offer", "The offer is somebody else's.");
/// He has not accepted it.
pub const NOT_ACCEPTED: RefusalCode = row("not_accepted", "He has not accepted it.");
/// You do not hold these cards.
pub const CARDS_MISSING: RefusalCode = row("cards_missing", "You do not hold these cards.");
pub const GAME_OVER: RefusalCode = row("game_over", "The game is over.");

pub const ALL: &[RefusalCode] = &[
    NOT_YOUR_TURN,
    NOT_AWAITED,
    WRONG_PHASE,
    UNKNOWN_ID,
    VERTEX_TAKEN,
    DISTANCE_RULE,
    NOT_CONNECTED,
    EDGE_TAKEN,
    NO_PIECE_LEFT,
    NOT_YOUR_SETTLEMENT,
    CANNOT_AFFORD,
    BANK_EMPTY,
    DECK_EMPTY,
    CARD_NOT_HELD,
    CARD_BOUGHT_THIS_TURN,
    CARD_ALREADY_PLAYED,
    NO_PLACE_FOR_ROADS,
    BAD_CARDS,
    SAME_HEX,
    BAD_VICTIM,
    BAD_DISCARD,
    TRADING_CLOSED,
    BAD_OFFER,
    SAME_KIND,
    WRONG_RECIPIENTS,
    TOO_MANY_OFFERS,
    OFFER_CLOSED,
    OFFER_NOT_TO_YOU,
    NOT_YOUR_OFFER,
    NOT_ACCEPTED,
    CARDS_MISSING,
    GAME_OVER,
];
