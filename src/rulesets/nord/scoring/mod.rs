//! The five scorings with what follows from them (rules page §12, §13).
//!
//! May know: everything; draws chance where treasures are laid. May not know: what brought the scoring about.

pub mod fighters;
pub mod materials;
mod refill;
pub mod treasures;

use super::event::{DragonBoatCleared, Event, ScoringBegun, ScoringEnded};
use super::recorder::Recorder;
use super::state::Figure;
use rules::Seat;

/// The number of the last scoring but the final one.
const LAST: u8 = 4;

/// Runs the next scoring, whether somebody forced it or the large dragon boat is full.
pub fn run(recorder: &mut Recorder<'_>, forced_by: Option<Seat>) {
    let number = recorder.table().next_scoring;
    recorder.record(Event::ScoringBegun(ScoringBegun { number, forced_by }));
    let counts_fighters = number.is_multiple_of(2);
    if counts_fighters {
        fighters::score(recorder);
    } else {
        materials::score(recorder);
    }
    // What would follow the fourth one changes nothing that counts any more (§13.2).
    if number < LAST {
        if counts_fighters {
            fighters::storm(recorder);
        }
        clear(recorder);
        refill::refill(recorder);
    }
    recorder.record(Event::ScoringEnded(ScoringEnded { number }));
}

/// The dead go home, and the jarls move down (§12).
fn clear(recorder: &mut Recorder<'_>) {
    let boat = &recorder.table().dragon_boat;
    let of = |seat: Seat| boat.iter().filter(|figure| **figure == Figure::Man { seat }).count() as u8;
    let men: Vec<u8> = (0..recorder.table().seats()).map(of).collect();
    recorder.record(Event::DragonBoatCleared(DragonBoatCleared { men }));
}
