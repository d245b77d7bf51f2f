//! Defeating a jarl instead of placing workers (rules page §10).

use super::action::Action;
use super::board::{Endpoints, Settlement};
use super::connections::Connections;
use super::event::Recorder;
use super::refusals::{self as no, Validation, ensure, refuse, require_settlement};
use super::state::{Jarl, State, Table};
use super::turn;
use super::view::PlayerView;
use rules::{Applied, Apply, Refusal, Seat, wire};

const MIN_FIGHTERS: u8 = 2;

/// Instead of placing workers; the points depend on the large dragon boat.
#[wire(Nord)]
pub struct DefeatJarl {
    pub settlement: Settlement,
}

/// The jarl lies in the lowest free place of the large dragon boat.
#[wire(Nord)]
pub struct JarlDefeated {
    pub seat: Seat,
    pub settlement: Settlement,
    pub jarl: Jarl,
    /// The number of the jarl's place in the large dragon boat.
    pub points: u8,
}

/// May the seat defeat the jarl there? `boat_links` are the settlements linked with the small dragon boat.
fn validate(player: &PlayerView<'_>, boat_links: Endpoints, settlement: Settlement) -> Result<Jarl, Refusal> {
    require_settlement(&player.table.board, settlement, "settlement")?;
    ensure(player.table.this_turn.played.is_none(), || refuse(no::TREASURE_PLAYED))?;
    let refuse = |code| refuse(code).at_field("settlement");
    let jarl = player.table.garrison(settlement).jarl.filter(|jarl| !jarl.is_of(player.seat));
    let jarl = jarl.ok_or_else(|| refuse(no::NO_JARL))?;
    ensure(has_majority(player.table, settlement, player.seat), || refuse(no::NO_MAJORITY))?;
    ensure(boat_links.has(settlement), || refuse(no::NO_FUNERAL))?;
    Ok(jarl)
}

/// Has the seat at least two fighters there, and more than every other seat?
pub fn has_majority(table: &Table, settlement: Settlement, seat: Seat) -> bool {
    let garrison = table.garrison(settlement);
    let own = garrison.fighters_of(seat);
    own >= MIN_FIGHTERS && (0..table.seats()).all(|other| other == seat || garrison.fighters_of(other) < own)
}

impl DefeatJarl {
    /// The jarl goes to the lowest free place of the large dragon boat, and its number is scored. The turn is over.
    pub fn decide(&self, recorder: &mut Recorder<'_>, seat: Seat) -> Validation {
        let settlement = self.settlement;
        let boat_links = recorder.table.connections().boat_links();
        let jarl = validate(&PlayerView::after(recorder, seat), boat_links, settlement)?;
        // At most eight jarls lie there and it is cleared when it is full, so there is a place (§12). Were there none,
        // the event would not fit.
        let points = recorder.table.next_place().unwrap_or(0);
        recorder.record(JarlDefeated { seat, settlement, jarl, points });
        turn::end(recorder, seat);
        Ok(())
    }
}

impl Apply<State> for JarlDefeated {
    fn apply(&self, state: &mut State) -> Applied {
        let table = &mut state.table;
        table.garrison_mut(self.settlement)?.jarl = None;
        table.lay_in_boat([self.jarl.defeated()])?;
        table.player_mut(self.seat)?.add_points(self.points.into())?;
        table.count_act()
    }
}

/// The settlements whose jarl the seat can defeat, in order.
pub fn defeatable(player: &PlayerView<'_>, connections: &Connections) -> Vec<Settlement> {
    let boat_links = connections.boat_links();
    let linked = boat_links.settlements();
    linked.filter(|settlement| validate(player, boat_links, *settlement).is_ok()).collect()
}

pub fn legal(player: &PlayerView<'_>, connections: &Connections) -> Vec<Action> {
    let defeatable = defeatable(player, connections).into_iter();
    defeatable.map(|settlement| Action::DefeatJarl(DefeatJarl { settlement })).collect()
}

/// The one jarl that the seat can defeat, where it can place no worker: a step of the server (§17). Treasures take no
/// part: none can be played where no worker can be placed.
pub fn only_way_on(player: &PlayerView<'_>) -> Option<Action> {
    // A quick check first: this runs after every action of a game.
    let within_reach = player.table.settlements.iter().any(|(settlement, garrison)| {
        garrison.jarl.is_some() && has_majority(player.table, settlement, player.seat)
    });
    if !within_reach {
        return None;
    }
    let connections = player.connections();
    if super::placement::is_possible(player, &connections, player.own_settlements()) {
        return None;
    }
    match defeatable(player, &connections).as_slice() {
        &[settlement] => Some(Action::DefeatJarl(DefeatJarl { settlement })),
        _ => None,
    }
}
