//! The hex that ages after the harvest (rules page §4.5, B7, B8).

use super::{Verdict, turn};
use crate::rules::Seat;
use crate::rulesets::landnam::action::ChooseAging;
use crate::rulesets::landnam::board::Place;
use crate::rulesets::landnam::event::{AgingAwaited, Event, HexAged, HexYield};
use crate::rulesets::landnam::harvest;
use crate::rulesets::landnam::refusals::{phase_1 as no, refuse};
use crate::rulesets::landnam::scribe::Scribe;
use crate::rulesets::landnam::state::Phase;

/// The active player is asked; with one candidate the server answers.
pub(super) fn begin(scribe: &mut Scribe<'_>, yields: &[HexYield]) {
    let candidates = harvest::aging_candidates(scribe.table(), yields);
    let seat = scribe.table().active;
    scribe.tell(Event::AgingAwaited(AgingAwaited { seat, candidates }));
}

pub(super) fn choose(scribe: &mut Scribe<'_>, seat: Seat, action: &ChooseAging) -> Verdict {
    let hex = action.hex;
    let is_candidate =
        matches!(&scribe.table().phase, Phase::Aging { candidates } if candidates.contains(&hex));
    if !is_candidate {
        return Err(refuse(no::HEX_NOT_CANDIDATE).of("hex"));
    }
    age(scribe, seat, hex);
    turn::begin_movement(scribe);
    Ok(())
}

fn age(scribe: &mut Scribe<'_>, seat: Seat, hex: Place) {
    let Some(from) = scribe.table().number(hex) else { return };
    let to = from.aged(&scribe.table().supply.numbers);
    scribe.tell(Event::HexAged(HexAged { seat, hex, from, to }));
}
