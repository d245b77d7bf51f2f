//! What is allowed: the one validator behind `decide`, which asks about one action, and `legal`, which asks about
//! every candidate.
//!
//! May know: what a seat sees ([`super::sight::Sight`]). May not know: other hands, the deck, chance.

pub mod building;
pub mod cards;
pub mod offers;
pub mod robber;

use super::refusals::{self as no, refuse};
use super::resource::Bundle;
use super::sight::Sight;
use crate::rules::Refusal;

/// An answer of the rules.
pub type Verdict = Result<(), Refusal>;

/// Can the seat pay?
pub fn can_pay(sight: &Sight<'_>, cost: Bundle) -> Verdict {
    demand(sight.hand.covers(&cost), || refuse(no::CANNOT_AFFORD))
}

/// Yes, or the refusal.
pub fn demand(holds: bool, refusal: impl FnOnce() -> Refusal) -> Verdict {
    if holds { Ok(()) } else { Err(refusal()) }
}
