//! Placing workers (rules page §9.3).

use super::{Verdict, attack};
use crate::rules::Seat;
use crate::rulesets::nord::action::PlaceWorkers;
use crate::rulesets::nord::board::Field;
use crate::rulesets::nord::event::{Event, TreasureTaken, WorkersPlaced};
use crate::rulesets::nord::judge::placement as judge;
use crate::rulesets::nord::scribe::Scribe;
use crate::rulesets::nord::treasure::Treasure;

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

/// The treasures of these fields go to the hand. Those of several fields are taken together and told in the order of their
/// kinds: which of them lay where is nothing that the hand shows afterwards.
fn take_treasures(scribe: &mut Scribe<'_>, seat: Seat, fields: &[Field]) {
    let secret = &scribe.state().secret;
    let with_tile = fields.iter().filter_map(|field| Some((*field, secret.buried_at(*field)?)));
    let (found, mut treasures): (Vec<Field>, Vec<Treasure>) = with_tile.unzip();
    treasures.sort_unstable();
    for (field, treasure) in found.into_iter().zip(treasures) {
        scribe.tell(Event::TreasureTaken(TreasureTaken { seat, field, treasure }));
    }
}
