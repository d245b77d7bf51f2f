//! Refusals that more than one part of the turn uses.

use super::row;
use rules::RefusalCode;

/// No unit of that name is on the board.
pub const UNKNOWN_UNIT: RefusalCode = row("unknown_unit", "No unit of that name is on the board.");
/// The unit belongs to somebody else.
pub const NOT_YOUR_UNIT: RefusalCode = row("not_your_unit", "The unit belongs to somebody else.");
/// You do not hold that fate card.
pub const CARD_NOT_HELD: RefusalCode = row("card_not_held", "You do not hold that fate card.");
/// The card is not played in this part of the turn.
pub const WRONG_CARD: RefusalCode = row("wrong_card", "The card is not played in this part of the turn.");
/// The card could have no effect now.
pub const CARD_WITHOUT_EFFECT: RefusalCode = row("card_without_effect", "The card could have no effect now.");
/// You do not hold these resource cards.
pub const CARDS_NOT_HELD: RefusalCode = row("cards_not_held", "You do not hold these resource cards.");
/// The supply has run out of that kind.
pub const NONE_IN_SUPPLY: RefusalCode = row("none_in_supply", "The supply has run out of that kind.");
/// Another unit stands on that hex.
pub const HEX_OCCUPIED: RefusalCode = row("hex_occupied", "Another unit stands on that hex.");
/// The unit may not enter that terrain.
pub const TERRAIN_BARRED: RefusalCode = row("terrain_barred", "The unit may not enter that terrain.");

pub const ALL: &[RefusalCode] = &[
    UNKNOWN_UNIT,
    NOT_YOUR_UNIT,
    CARD_NOT_HELD,
    WRONG_CARD,
    CARD_WITHOUT_EFFECT,
    CARDS_NOT_HELD,
    NONE_IN_SUPPLY,
    HEX_OCCUPIED,
    TERRAIN_BARRED,
];
