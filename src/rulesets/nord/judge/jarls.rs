//! Which jarls a player can defeat (rules page §10).

use super::{Verdict, demand, is_there};
use crate::rules::Seat;
use crate::rulesets::nord::board::{Ends, Settlement};
use crate::rulesets::nord::connections::Connections;
use crate::rulesets::nord::refusals::{self as no, refuse};
use crate::rulesets::nord::sight::Sight;
use crate::rulesets::nord::state::Table;

/// The fighters that it takes.
const FEWEST_FIGHTERS: u8 = 2;

/// May the seat defeat the jarl there instead of placing workers?
pub fn defeat(sight: &Sight<'_>, boat_links: Ends, settlement: Settlement) -> Verdict {
    is_there(sight.table, settlement, "settlement")?;
    demand(sight.table.this_turn.played.is_none(), || refuse(no::TREASURE_PLAYED))?;
    let refuse = |row| refuse(row).of("settlement");
    let jarl = sight.table.hold(settlement).jarl;
    demand(jarl.is_some_and(|jarl| !jarl.is_of(sight.seat)), || refuse(no::NO_JARL))?;
    demand(has_majority(sight.table, settlement, sight.seat), || refuse(no::NO_MAJORITY))?;
    demand(boat_links.has(settlement), || refuse(no::NO_FUNERAL))
}

/// Has the seat at least two fighters there, and more than anybody else?
pub fn has_majority(table: &Table, settlement: Settlement, seat: Seat) -> bool {
    let hold = table.hold(settlement);
    let own = hold.of(seat);
    own >= FEWEST_FIGHTERS && (0..table.seats()).all(|other| other == seat || hold.of(other) < own)
}

/// The settlements whose jarl the seat can defeat, in order.
pub fn defeatable(sight: &Sight<'_>, connections: &Connections<'_>) -> Vec<Settlement> {
    let boat_links = connections.boat_links();
    let linked = boat_links.settlements();
    linked.filter(|settlement| defeat(sight, boat_links, *settlement).is_ok()).collect()
}
