//! Placing workers (rules page §9.3).

use super::{Verdict, attack};
use crate::nord::action::PlaceWorkers;
use crate::nord::board::Field;
use crate::nord::event::{Event, TreasureTaken, WorkersPlaced};
use crate::nord::recorder::Recorder;
use crate::nord::validate::placement as validate;
use rules::Seat;

/// Workers go to their fields and take the treasures there; then come the attacks that they force.
pub fn place(recorder: &mut Recorder<'_>, seat: Seat, action: &PlaceWorkers) -> Verdict {
    let mut fields = action.fields.clone();
    fields.sort_unstable();
    validate::placement(&recorder.player_view(seat), &recorder.connections(), &fields)?;
    let at_sea = fields.iter().all(|field| recorder.table().board.land(*field).is_none());
    let boats = if at_sea { fields.len() as u8 } else { 0 };
    recorder.record(Event::WorkersPlaced(WorkersPlaced { seat, fields: fields.clone(), boats }));
    take_treasures(recorder, seat, &fields);
    attack::go_on(recorder, seat);
    Ok(())
}

/// The treasures of these fields go to the hand, each told as it lay (§15, Q15b).
fn take_treasures(recorder: &mut Recorder<'_>, seat: Seat, fields: &[Field]) {
    for &field in fields {
        if let Some(treasure) = recorder.state().secret.buried_at(field) {
            recorder.record(Event::TreasureTaken(TreasureTaken { seat, field, treasure }));
        }
    }
}
