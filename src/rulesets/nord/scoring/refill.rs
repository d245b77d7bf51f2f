//! New treasures on free cairns (rules page §13.3).

use crate::rulesets::nord::board::Field;
use crate::rulesets::nord::event::{DiscardShuffled, Event, TreasuresLaid};
use crate::rulesets::nord::scribe::Scribe;
use crate::rulesets::nord::state::Buried;

/// A tile for every free cairn, in reading order, as long as there are tiles. The discard pile is shuffled only when one is
/// needed and none is left.
pub fn refill(scribe: &mut Scribe<'_>) {
    let table = scribe.table();
    let is_free = |field: &Field| table.workers.get(*field).is_none() && !table.treasures.contains(field);
    let mut free: Vec<Field> = table.board.cairns().iter().copied().filter(is_free).collect();
    lay(scribe, &mut free);
    if !free.is_empty() && !scribe.table().discard.is_empty() {
        let discard = scribe.table().discard.clone();
        let draw_pile = scribe.chance().shuffled("discard_pile", &discard);
        scribe.tell(Event::DiscardShuffled(DiscardShuffled { draw_pile }));
        lay(scribe, &mut free);
    }
}

/// Lays tiles from the draw pile on the first of these fields, as many as there are.
fn lay(scribe: &mut Scribe<'_>, free: &mut Vec<Field>) {
    let tiles = scribe.state().secret.draw_pile.iter().rev();
    let buried: Vec<Buried> =
        free.iter().zip(tiles).map(|(&field, &treasure)| Buried { field, treasure }).collect();
    free.drain(..buried.len());
    if !buried.is_empty() {
        scribe.tell(Event::TreasuresLaid(TreasuresLaid { buried }));
    }
}
