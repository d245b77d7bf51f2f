//! The final scoring: treasures (rules page §13.4).

use crate::nord::components::Components;
use crate::nord::event::{Event, TreasuresScored, Worth};
use crate::nord::recorder::Recorder;
use crate::nord::treasure::Treasures;
use rules::Seat;

/// All show their treasures, and those who have not given up score them.
pub fn score(recorder: &mut Recorder<'_>) {
    let worth = |seat: Seat| {
        let treasures = recorder.state().secret.hand(seat);
        if recorder.table().has_resigned(seat) {
            return Worth { seat, treasures, different: 0, equal: 0 };
        }
        worth(recorder.components, seat, treasures)
    };
    let hands = (0..recorder.table().seats()).map(worth).collect();
    recorder.record(Event::TreasuresScored(TreasuresScored { hands }));
}

/// What treasures are worth: different kinds by the table, many equal ones by their square.
pub fn worth(components: &Components, seat: Seat, treasures: Treasures) -> Worth {
    let kinds = treasures.kinds().count();
    let different = components.different_kinds_points.get(kinds).copied().unwrap_or(0);
    let many = treasures.kinds().filter(|(_, count)| *count >= components.equal_kinds_from);
    let equal = many.map(|(_, count)| u16::from(count) * u16::from(count)).sum();
    Worth { seat, treasures, different: different.into(), equal }
}
