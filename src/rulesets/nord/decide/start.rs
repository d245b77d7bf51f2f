//! The choice of start settlements (rules page §6.1, steps 9 to 11).

use super::{Verdict, turn};
use crate::nord::action::ChooseStart;
use crate::nord::board::Settlement;
use crate::nord::event::{Event, StartChosen};
use crate::nord::recorder::Recorder;
use crate::nord::setup;
use crate::nord::state::{Jarl, Table};
use crate::nord::validate::start as validate;
use rules::Seat;

/// A player begins somewhere.
pub fn choose(recorder: &mut Recorder<'_>, seat: Seat, action: &ChooseStart) -> Verdict {
    validate::choice(recorder.table(), action.settlement)?;
    recorder.record(Event::StartChosen(StartChosen { seat, settlement: action.settlement }));
    go_on(recorder);
    Ok(())
}

/// Those who have given up begin in the first free settlement; after the last player the other jarls are seated, and the
/// first turn begins.
pub fn go_on(recorder: &mut Recorder<'_>) {
    let taken = loop {
        let taken = taken(recorder.table());
        let (all, seat) = (taken.len() == usize::from(recorder.table().seats()), recorder.table().active);
        if all {
            break taken;
        }
        let free = recorder.table().board.settlements().map(|(settlement, _)| settlement);
        let first =
            free.into_iter().find(|settlement| validate::choice(recorder.table(), *settlement).is_ok());
        match first.filter(|_| recorder.table().has_resigned(seat)) {
            Some(settlement) => recorder.record(Event::StartChosen(StartChosen { seat, settlement })),
            None => return,
        }
    };
    let table = recorder.table();
    let seated = setup::jarls(recorder.components, &table.board, &taken, table.seats());
    recorder.record(Event::JarlsSeated(seated));
    turn::begin_first(recorder);
}

/// The settlements in which players begin already.
fn taken(table: &Table) -> Vec<Settlement> {
    let held = table.settlements.iter().filter(|(_, hold)| matches!(hold.jarl, Some(Jarl::Own { .. })));
    held.map(|(settlement, _)| settlement).collect()
}
