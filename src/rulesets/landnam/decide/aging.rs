//! The hex that ages after the harvest (rules page §4.5, B7, B8).

use super::{Verdict, turn};
use crate::landnam::action::ChooseAging;
use crate::landnam::board::Place;
use crate::landnam::event::{AgingAwaited, Event, HexAged, HexYield};
use crate::landnam::harvest;
use crate::landnam::recorder::Recorder;
use crate::landnam::refusals::{phase_1 as no, refuse};
use crate::landnam::state::Phase;
use rules::Seat;

/// The active player is asked; with one candidate the server answers.
pub(super) fn begin(recorder: &mut Recorder<'_>, yields: &[HexYield]) {
    let candidates = harvest::aging_candidates(recorder.table(), yields);
    let seat = recorder.table().active;
    recorder.record(Event::AgingAwaited(AgingAwaited { seat, candidates }));
}

pub(super) fn choose(recorder: &mut Recorder<'_>, seat: Seat, action: &ChooseAging) -> Verdict {
    let hex = action.hex;
    let is_candidate =
        matches!(&recorder.table().phase, Phase::Aging { candidates } if candidates.contains(&hex));
    if !is_candidate {
        return Err(refuse(no::HEX_NOT_CANDIDATE).of("hex"));
    }
    age(recorder, seat, hex);
    turn::begin_movement(recorder);
    Ok(())
}

fn age(recorder: &mut Recorder<'_>, seat: Seat, hex: Place) {
    let Some(from) = recorder.table().number(hex) else { return };
    let to = from.aged(&recorder.table().supply.numbers);
    recorder.record(Event::HexAged(HexAged { seat, hex, from, to }));
}
