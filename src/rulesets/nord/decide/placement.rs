//! Placing workers (rules page §9.3).

use super::{Verdict, attack};
use crate::rules::Seat;
use crate::rulesets::nord::action::PlaceWorkers;
use crate::rulesets::nord::board::Field;
use crate::rulesets::nord::event::{Event, TreasureTaken, WorkersPlaced};
use crate::rulesets::nord::judge::placement as judge;
use crate::rulesets::nord::scribe::Scribe;

/// Workers go to their fields and take the treasures there; then come the attacks that they force.
pub fn place(scribe: &mut Scribe<'_>, seat: Seat, action: &PlaceWorkers) -> Verdict {
    let mut fields = action.fields.clone();
    fields.sort_unstable();
    judge::placement(&scribe.sight(seat), &scribe.connections(), &fields)?;
    let at_sea = fields.iter().all(|field| scribe.table().board.land(*field).is_none());
    let boats = if at_sea { fields.len() as u8 } else { 0 };
    scribe.tell(Event::WorkersPlaced(WorkersPlaced { seat, fields: fields.clone(), boats }));
    take_treasures(scribe, seat, &fields);
    attack::go_on(scribe, seat);
    Ok(())
}

/// The treasures of these fields go to the hand, each told as it lay (§15, Q15b).
fn take_treasures(scribe: &mut Scribe<'_>, seat: Seat, fields: &[Field]) {
    for &field in fields {
        if let Some(treasure) = scribe.state().secret.buried_at(field) {
            scribe.tell(Event::TreasureTaken(TreasureTaken { seat, field, treasure }));
        }
    }
}
