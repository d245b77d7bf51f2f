//! Refusals of building (rules page §8).

use super::row;
use rules::RefusalCode;

/// You do not hold the cards it costs.
pub const NOT_AFFORDABLE: RefusalCode = row("not_affordable", "You do not hold the cards it costs.");
/// A unit does nothing in the turn in which it was built.
pub const UNIT_BUILT_THIS_TURN: RefusalCode =
    row("unit_built_this_turn", "A unit does nothing in the turn in which it was built.");
/// The unit has built a harbour or aged a hex in this turn.
pub const UNIT_ACTED_THIS_TURN: RefusalCode =
    row("unit_acted_this_turn", "The unit has built a harbour or aged a hex in this turn.");
/// An outlaw builds no farm.
pub const UNIT_IS_OUTLAW: RefusalCode = row("unit_is_outlaw", "An outlaw builds no farm.");
/// No piece of that kind is in your supply.
pub const NO_UNIT_LEFT: RefusalCode = row("no_unit_left", "No piece of that kind is in your supply.");
/// You have not enough houses left.
pub const NO_HOUSE_LEFT: RefusalCode = row("no_house_left", "You have not enough houses left.");
/// You have no building at that corner.
pub const NOT_YOUR_BUILDING: RefusalCode = row("not_your_building", "You have no building at that corner.");
/// The building was built or expanded in this turn.
pub const BUILDING_IS_NEW: RefusalCode =
    row("building_is_new", "The building was built or expanded in this turn.");
/// The building has built as many units as it may in this turn.
pub const BUILDING_SPENT: RefusalCode =
    row("building_spent", "The building has built as many units as it may in this turn.");
/// A farm that built a unit in this turn is not expanded in it.
pub const FARM_MADE_A_UNIT: RefusalCode =
    row("farm_made_a_unit", "A farm that built a unit in this turn is not expanded in it.");
pub const ALREADY_A_TOWN: RefusalCode = row("already_a_town", "The building is a town already.");
/// No sea hex lies at that corner.
pub const CORNER_WITHOUT_SEA: RefusalCode = row("corner_without_sea", "No sea hex lies at that corner.");
/// The hex does not lie at that corner.
pub const NOT_AT_CORNER: RefusalCode = row("not_at_corner", "The hex does not lie at that corner.");
/// The hex is unknown.
pub const HEX_UNKNOWN: RefusalCode = row("hex_unknown", "The hex is unknown.");
/// A unit that built a farm has left that hex in this turn; it is free again next turn.
pub const HEX_VACATED: RefusalCode = row(
    "hex_vacated",
    "A unit that built a farm has left that hex in this turn; it is free again next turn.",
);
pub const CORNER_TAKEN: RefusalCode = row("corner_taken", "A building stands at that corner.");
/// A building stands one edge away, and the hexes along that edge are not both sea or mountain.
pub const CORNER_TOO_CLOSE: RefusalCode = row(
    "corner_too_close",
    "A building stands one edge away, and the hexes along that edge are not both sea or mountain.",
);
/// No hex with a number lies at that corner.
pub const CORNER_WITHOUT_NUMBER: RefusalCode =
    row("corner_without_number", "No hex with a number lies at that corner.");
/// Only a ship on the sea builds a harbour.
pub const NOT_A_SHIP: RefusalCode = row("not_a_ship", "Only a ship on the sea builds a harbour.");
/// Harbours are built on sea hexes inside the rim.
pub const NO_HARBOUR_SITE: RefusalCode =
    row("no_harbour_site", "Harbours are built on sea hexes inside the rim.");
/// The hex has a harbour.
pub const HARBOUR_EXISTS: RefusalCode = row("harbour_exists", "The hex has a harbour.");
/// No hex with a number borders the sea hex.
pub const HARBOUR_WITHOUT_NUMBER: RefusalCode =
    row("harbour_without_number", "No hex with a number borders the sea hex.");
/// No harbour marker of that kind is left.
pub const NO_HARBOUR_MARKER: RefusalCode =
    row("no_harbour_marker", "No harbour marker of that kind is left.");
/// Only a settler or a landed ship ages a hex.
pub const NOT_A_SETTLER: RefusalCode = row("not_a_settler", "Only a settler or a landed ship ages a hex.");
/// The hex has no number.
pub const HEX_WITHOUT_NUMBER: RefusalCode = row("hex_without_number", "The hex has no number.");
/// No other number marker is free, so aging would change nothing.
pub const AGING_CHANGES_NOTHING: RefusalCode =
    row("aging_changes_nothing", "No other number marker is free, so aging would change nothing.");

pub const ALL: &[RefusalCode] = &[
    NOT_AFFORDABLE,
    UNIT_BUILT_THIS_TURN,
    UNIT_ACTED_THIS_TURN,
    UNIT_IS_OUTLAW,
    NO_UNIT_LEFT,
    NO_HOUSE_LEFT,
    NOT_YOUR_BUILDING,
    BUILDING_IS_NEW,
    BUILDING_SPENT,
    FARM_MADE_A_UNIT,
    ALREADY_A_TOWN,
    CORNER_WITHOUT_SEA,
    NOT_AT_CORNER,
    HEX_UNKNOWN,
    HEX_VACATED,
    CORNER_TAKEN,
    CORNER_TOO_CLOSE,
    CORNER_WITHOUT_NUMBER,
    NOT_A_SHIP,
    NO_HARBOUR_SITE,
    HARBOUR_EXISTS,
    HARBOUR_WITHOUT_NUMBER,
    NO_HARBOUR_MARKER,
    NOT_A_SETTLER,
    HEX_WITHOUT_NUMBER,
    AGING_CHANGES_NOTHING,
];
