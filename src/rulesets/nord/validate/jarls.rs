//! Which jarls a player can defeat (rules page §10).

use super::{Verdict, ensure, is_there};
use crate::nord::board::{Ends, Settlement};
use crate::nord::connections::Connections;
use crate::nord::player_view::PlayerView;
use crate::nord::refusals::{self as no, refuse};
use crate::nord::state::Table;
use rules::Seat;

const FEWEST_FIGHTERS: u8 = 2;

/// May the seat defeat the jarl there instead of placing workers?
pub fn defeat(player: &PlayerView<'_>, boat_links: Ends, settlement: Settlement) -> Verdict {
    is_there(player.table, settlement, "settlement")?;
    ensure(player.table.this_turn.played.is_none(), || refuse(no::TREASURE_PLAYED))?;
    let refuse = |row| refuse(row).of("settlement");
    let jarl = player.table.hold(settlement).jarl;
    ensure(jarl.is_some_and(|jarl| !jarl.is_of(player.seat)), || refuse(no::NO_JARL))?;
    ensure(has_majority(player.table, settlement, player.seat), || refuse(no::NO_MAJORITY))?;
    ensure(boat_links.has(settlement), || refuse(no::NO_FUNERAL))
}

/// Has the seat at least two fighters there, and more than anybody else?
pub fn has_majority(table: &Table, settlement: Settlement, seat: Seat) -> bool {
    let hold = table.hold(settlement);
    let own = hold.of(seat);
    own >= FEWEST_FIGHTERS && (0..table.seats()).all(|other| other == seat || hold.of(other) < own)
}

/// The settlements whose jarl the seat can defeat, in order.
pub fn defeatable(player: &PlayerView<'_>, connections: &Connections<'_>) -> Vec<Settlement> {
    let boat_links = connections.boat_links();
    let linked = boat_links.settlements();
    linked.filter(|settlement| defeat(player, boat_links, *settlement).is_ok()).collect()
}
