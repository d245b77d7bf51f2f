//! The choice of start settlements (rules page §6.1, steps 9 to 11).

use super::{Verdict, turn};
use crate::rules::Seat;
use crate::rulesets::nord::action::ChooseStart;
use crate::rulesets::nord::board::Settlement;
use crate::rulesets::nord::event::{Event, StartChosen};
use crate::rulesets::nord::judge::start as judge;
use crate::rulesets::nord::scribe::Scribe;
use crate::rulesets::nord::setup;
use crate::rulesets::nord::state::{Jarl, Table};

/// A player begins somewhere.
pub fn choose(scribe: &mut Scribe<'_>, seat: Seat, action: &ChooseStart) -> Verdict {
    judge::choice(scribe.table(), action.settlement)?;
    scribe.tell(Event::StartChosen(StartChosen { seat, settlement: action.settlement }));
    go_on(scribe);
    Ok(())
}

/// Those who have given up begin in the first free settlement; after the last player the other jarls are seated, and the
/// first turn begins.
pub fn go_on(scribe: &mut Scribe<'_>) {
    let taken = loop {
        let taken = taken(scribe.table());
        let (all, seat) = (taken.len() == usize::from(scribe.table().seats()), scribe.table().active);
        if all {
            break taken;
        }
        let free = scribe.table().board.settlements().map(|(settlement, _)| settlement);
        let first = free.into_iter().find(|settlement| judge::choice(scribe.table(), *settlement).is_ok());
        match first.filter(|_| scribe.table().has_resigned(seat)) {
            Some(settlement) => scribe.tell(Event::StartChosen(StartChosen { seat, settlement })),
            None => return,
        }
    };
    let table = scribe.table();
    let seated = setup::jarls(scribe.components, &table.board, &taken, table.seats());
    scribe.tell(Event::JarlsSeated(seated));
    turn::begin_first(scribe);
}

/// The settlements in which players begin already.
fn taken(table: &Table) -> Vec<Settlement> {
    let held = table.settlements.iter().filter(|(_, hold)| matches!(hold.jarl, Some(Jarl::Own { .. })));
    held.map(|(settlement, _)| settlement).collect()
}
