//! What is allowed: the one validator behind `decide`, which asks about one action, and `legal`, which asks about
//! every candidate.
//!
//! May know: what a seat sees ([`super::player_view::PlayerView`]). May not know: other hands, what lies face down, chance.

pub mod attacks;
pub mod jarls;
pub mod placement;
pub mod start;
pub mod treasures;

use super::board::Settlement;
use super::refusals::{self as no, refuse};
use super::state::Table;
use rules::Refusal;

pub type Verdict = Result<(), Refusal>;

/// Yes, or the refusal.
pub fn ensure(holds: bool, refusal: impl FnOnce() -> Refusal) -> Verdict {
    if holds { Ok(()) } else { Err(refusal()) }
}

fn is_there(table: &Table, settlement: Settlement, field: &'static str) -> Verdict {
    let known = table.board.place_of(settlement).is_some();
    ensure(known, || refuse(no::UNKNOWN_SETTLEMENT).of(field))
}
