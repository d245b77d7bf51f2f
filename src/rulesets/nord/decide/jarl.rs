//! Defeating a jarl (rules page §10).

use super::{Verdict, turn};
use crate::nord::action::DefeatJarl;
use crate::nord::event::{Event, JarlDefeated};
use crate::nord::recorder::Recorder;
use crate::nord::refusals::{self as no, refuse};
use crate::nord::validate::jarls as validate;
use rules::Seat;

/// The jarl goes to the lowest free place of the large dragon boat, and its number is scored. The turn is over.
pub fn defeat(recorder: &mut Recorder<'_>, seat: Seat, action: &DefeatJarl) -> Verdict {
    let settlement = action.settlement;
    let boat_links = recorder.connections().boat_links();
    validate::defeat(&recorder.player_view(seat), boat_links, settlement)?;
    let table = recorder.table();
    let jarl = table.hold(settlement).jarl.ok_or_else(|| refuse(no::NO_JARL).of("settlement"))?;
    // At most eight jarls lie there and it is cleared when it is full, so there is a place (§12).
    let points = table.places.get(table.dragon_boat.len()).copied().unwrap_or(0);
    recorder.record(Event::JarlDefeated(JarlDefeated { seat, settlement, jarl, points }));
    turn::end(recorder, seat);
    Ok(())
}
