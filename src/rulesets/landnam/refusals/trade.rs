//! Refusals of trade (rules page §7).

use super::row;
use rules::RefusalCode;

pub const TRADE_CLOSED: RefusalCode = row("trade_closed", "Trade is over for this turn.");
pub const SAME_KIND: RefusalCode = row("same_kind", "Cards are traded for another kind.");
/// Both sides of a trade give at least one card.
pub const GIFT: RefusalCode = row("gift", "Both sides of a trade give at least one card.");
/// No kind may be on both sides of a trade.
pub const KIND_ON_BOTH_SIDES: RefusalCode =
    row("kind_on_both_sides", "No kind may be on both sides of a trade.");
/// An offer goes to other seats, each named once; a counter-offer to the active seat alone.
pub const WRONG_RECIPIENTS: RefusalCode = row(
    "wrong_recipients",
    "An offer goes to other seats, each named once; a counter-offer to the active seat alone.",
);
/// You have made as many offers as one turn allows.
pub const TOO_MANY_OFFERS: RefusalCode =
    row("too_many_offers", "You have made as many offers as one turn allows.");
pub const OFFER_CLOSED: RefusalCode = row("offer_closed", "The offer is gone.");
/// The offer was not made to you, or you have declined it.
pub const OFFER_NOT_TO_YOU: RefusalCode =
    row("offer_not_to_you", "The offer was not made to you, or you have declined it.");
/// The offer is somebody else's.
pub const NOT_YOUR_OFFER: RefusalCode = row("not_your_offer", "The offer is somebody else's.");

pub const ALL: &[RefusalCode] = &[
    TRADE_CLOSED,
    SAME_KIND,
    GIFT,
    KIND_ON_BOTH_SIDES,
    WRONG_RECIPIENTS,
    TOO_MANY_OFFERS,
    OFFER_CLOSED,
    OFFER_NOT_TO_YOU,
    NOT_YOUR_OFFER,
];
