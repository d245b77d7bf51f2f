//! What is allowed: the one validator behind `decide`, which asks about one action, and `legal`, which asks about
//! every candidate.
//!
//! May know: what a seat sees ([`super::player_view::PlayerView`]). May not know: other hands, the deck, chance.

pub mod building;
pub mod cards;
pub mod offers;
pub mod robber;

use super::player_view::PlayerView;
use super::refusals::{self as no, refuse};
use super::resource::Bundle;
use rules::Refusal;

pub type Verdict = Result<(), Refusal>;

pub fn can_pay(player: &PlayerView<'_>, cost: Bundle) -> Verdict {
    ensure(player.hand.covers(&cost), || refuse(no::CANNOT_AFFORD))
}

/// Yes, or the refusal.
pub fn ensure(holds: bool, refusal: impl FnOnce() -> Refusal) -> Verdict {
    if holds { Ok(()) } else { Err(refusal()) }
}
