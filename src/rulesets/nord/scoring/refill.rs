//! New treasures on free cairns (rules page §13.3).

use crate::nord::board::Field;
use crate::nord::event::{DiscardShuffled, Event, TreasuresLaid};
use crate::nord::recorder::Recorder;
use crate::nord::state::Buried;

/// A tile for every free cairn, in reading order, as long as there are tiles. The discard pile is shuffled only when one is
/// needed and none is left.
pub fn refill(recorder: &mut Recorder<'_>) {
    let table = recorder.table();
    let is_free = |field: &Field| table.workers.get(*field).is_none() && !table.treasures.contains(field);
    let mut free: Vec<Field> = table.board.cairns().iter().copied().filter(is_free).collect();
    lay(recorder, &mut free);
    if !free.is_empty() && !recorder.table().discard.is_empty() {
        let discard = recorder.table().discard.clone();
        let draw_pile = recorder.chance().shuffled("discard_pile", &discard);
        recorder.record(Event::DiscardShuffled(DiscardShuffled { draw_pile }));
        lay(recorder, &mut free);
    }
}

/// Lays tiles from the draw pile on the first of these fields, as many as there are.
fn lay(recorder: &mut Recorder<'_>, free: &mut Vec<Field>) {
    let tiles = recorder.state().secret.draw_pile.iter().rev();
    let buried: Vec<Buried> =
        free.iter().zip(tiles).map(|(&field, &treasure)| Buried { field, treasure }).collect();
    free.drain(..buried.len());
    if !buried.is_empty() {
        recorder.record(Event::TreasuresLaid(TreasuresLaid { buried }));
    }
}
