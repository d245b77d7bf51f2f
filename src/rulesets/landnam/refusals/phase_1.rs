//! Refusals of the harvest and the Althing (rules page §4–5).

use super::row;
use rules::RefusalCode;

/// `good_year` and `blight` name a hex that yields this turn, `fallow` names none.
pub const HEX_NOT_DUE: RefusalCode =
    row("hex_not_due", "`good_year` and `blight` name a hex that yields this turn, `fallow` names none.");
/// The hex is not among those that may age.
pub const HEX_NOT_CANDIDATE: RefusalCode =
    row("hex_not_candidate", "The hex is not among those that may age.");
/// There is no such seat at the table.
pub const NO_SUCH_SEAT: RefusalCode = row("no_such_seat", "There is no such seat at the table.");
/// The suit is not among the possible suits of this Althing.
pub const SUIT_NOT_POSSIBLE: RefusalCode =
    row("suit_not_possible", "The suit is not among the possible suits of this Althing.");
pub const SUIT_ALREADY_BROUGHT: RefusalCode = row("suit_already_brought", "The suit was brought already.");
/// More cards must be staked than that.
pub const STAKE_TOO_LOW: RefusalCode = row("stake_too_low", "More cards must be staked than that.");
/// That seat is or was a principal in this suit.
pub const ALREADY_INVOLVED: RefusalCode =
    row("already_involved", "That seat is or was a principal in this suit.");
/// This side has asked that seat in this suit before.
pub const ALREADY_ASKED: RefusalCode =
    row("already_asked", "This side has asked that seat in this suit before.");
pub const HAS_RESIGNED: RefusalCode = row("has_resigned", "That seat has given up.");
/// This side has an open offer; it is answered or withdrawn first.
pub const HAND_OVER_OPEN: RefusalCode =
    row("hand_over_open", "This side has an open offer; it is answered or withdrawn first.");
/// This side has no open offer.
pub const NO_HAND_OVER: RefusalCode = row("no_hand_over", "This side has no open offer.");
/// `settlement` names the suit that is being fought, `uproar` names none.
pub const SUIT_CLOSED: RefusalCode =
    row("suit_closed", "`settlement` names the suit that is being fought, `uproar` names none.");

pub const ALL: &[RefusalCode] = &[
    HEX_NOT_DUE,
    HEX_NOT_CANDIDATE,
    NO_SUCH_SEAT,
    SUIT_NOT_POSSIBLE,
    SUIT_ALREADY_BROUGHT,
    STAKE_TOO_LOW,
    ALREADY_INVOLVED,
    ALREADY_ASKED,
    HAS_RESIGNED,
    HAND_OVER_OPEN,
    NO_HAND_OVER,
    SUIT_CLOSED,
];
