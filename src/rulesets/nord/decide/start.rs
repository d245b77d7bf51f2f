//! The choice of start settlements (rules page §6.1, steps 9 to 11).

use super::{Verdict, turn};
use crate::rules::Seat;
use crate::rulesets::nord::action::ChooseStart;
use crate::rulesets::nord::board::Settlement;
use crate::rulesets::nord::event::{Event, StartChosen};
use crate::rulesets::nord::judge::start as judge;
use crate::rulesets::nord::scribe::Scribe;
use crate::rulesets::nord::setup;
use crate::rulesets::nord::state::Jarl;

/// A player begins somewhere; after the last one the other jarls are seated, and the first turn begins.
pub fn choose(scribe: &mut Scribe<'_>, seat: Seat, action: &ChooseStart) -> Verdict {
    judge::choice(scribe.table(), action.settlement)?;
    scribe.tell(Event::StartChosen(StartChosen { seat, settlement: action.settlement }));
    let table = scribe.table();
    let held = table.settlements.iter().filter(|(_, hold)| matches!(hold.jarl, Some(Jarl::Own { .. })));
    let taken: Vec<Settlement> = held.map(|(settlement, _)| settlement).collect();
    if taken.len() == usize::from(table.seats()) {
        let seated = setup::jarls(scribe.components, &table.board, &taken, table.seats());
        scribe.tell(Event::JarlsSeated(seated));
        turn::begin(scribe, 0);
    }
    Ok(())
}
