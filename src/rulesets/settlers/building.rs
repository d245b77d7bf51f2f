//! Roads, settlements and cities (rules page §8).

use super::board::{Edge, Spot, Vertex};
use super::event::Recorder;
use super::options::TradeBuild;
use super::question::Answers;
use super::refusals::{self as no, Validation, ensure, refuse};
use super::resource::Bundle;
use super::scoring::{measure_route, settle_route};
use super::state::{Building, BuildingKind, State, Table};
use super::trade;
use super::view::PlayerView;
use rules::{Applied, Apply, OrMisfit, Seat, wire};

/// Pays for a road next to an own road or building.
#[wire(Settlers)]
pub struct BuildRoad {
    pub edge: Edge,
}

/// Pays for a settlement at an own road, at least two edges from any other.
#[wire(Settlers)]
pub struct BuildSettlement {
    pub vertex: Vertex,
}

/// Pays to turn an own settlement into a city.
#[wire(Settlers)]
pub struct BuildCity {
    /// Where the settlement stands.
    pub vertex: Vertex,
}

/// A road was paid for and laid.
#[wire(Settlers)]
pub struct RoadBuilt {
    pub seat: Seat,
    pub edge: Edge,
    pub paid: Bundle,
}

/// A settlement was paid for and placed.
#[wire(Settlers)]
pub struct SettlementBuilt {
    pub seat: Seat,
    pub vertex: Vertex,
    pub paid: Bundle,
}

/// The settlement went back to the supply of the seat.
#[wire(Settlers)]
pub struct CityBuilt {
    pub seat: Seat,
    pub vertex: Vertex,
    pub paid: Bundle,
}

pub fn validate_cost(player: &PlayerView<'_>, cost: Bundle) -> Validation {
    ensure(player.hand.covers(&cost), refuse(no::CANNOT_AFFORD))
}

/// May a building stand there, roads apart: on the board, free, and none one edge away (§8.3)?
pub fn validate_site(player: &PlayerView<'_>, vertex: Vertex) -> Validation {
    ensure(vertex.exists(), refuse(no::UNKNOWN_ID).at_field("vertex"))?;
    let taken = |vertex| player.table.buildings.get(vertex).is_some();
    ensure(!taken(vertex), refuse(no::VERTEX_TAKEN).at_field("vertex"))?;
    ensure(!vertex.neighbours().any(taken), refuse(no::DISTANCE_RULE).at_field("vertex"))
}

/// May a road of the seat lie there, cards apart (§8.2)?
pub fn validate_road_place(player: &PlayerView<'_>, edge: Edge) -> Validation {
    ensure(edge.exists(), refuse(no::UNKNOWN_ID).at_field("edge"))?;
    ensure(player.table.roads.get(edge).is_none(), refuse(no::EDGE_TAKEN).at_field("edge"))?;
    let leads = |end: Vertex| match player.table.buildings.get(end) {
        Some(building) => building.seat == player.seat,
        None => player.table.has_road_at(end, player.seat),
    };
    ensure(edge.vertices().into_iter().any(leads), refuse(no::NOT_CONNECTED).at_field("edge"))?;
    ensure(player.table.player(player.seat).left.roads > 0, refuse(no::NO_PIECE_LEFT))
}

fn validate_settlement(player: &PlayerView<'_>, vertex: Vertex) -> Validation {
    validate_site(player, vertex)?;
    let led_to = player.table.has_road_at(vertex, player.seat);
    ensure(led_to, refuse(no::NOT_CONNECTED).at_field("vertex"))?;
    ensure(player.table.player(player.seat).left.settlements > 0, refuse(no::NO_PIECE_LEFT))?;
    validate_cost(player, player.components.costs.settlement)
}

/// May the seat make a city there (§8.4)?
fn validate_city(player: &PlayerView<'_>, vertex: Vertex) -> Validation {
    ensure(vertex.exists(), refuse(no::UNKNOWN_ID).at_field("vertex"))?;
    let own = Building { seat: player.seat, kind: BuildingKind::Settlement };
    let is_own = player.table.buildings.get(vertex) == Some(own);
    ensure(is_own, refuse(no::NOT_YOUR_SETTLEMENT).at_field("vertex"))?;
    ensure(player.table.player(player.seat).left.cities > 0, refuse(no::NO_PIECE_LEFT))?;
    validate_cost(player, player.components.costs.city)
}

/// The edges at which a road of the seat could begin or go on, each once, in order.
pub fn road_places(player: &PlayerView<'_>) -> Vec<Edge> {
    let table = player.table;
    let own = table.roads_of(player.seat).flat_map(Edge::vertices);
    let ends = own.chain(table.buildings_of(player.seat).map(|(vertex, _)| vertex));
    let mut edges: Vec<Edge> =
        ends.flat_map(Vertex::edges).filter(|edge| table.roads.get(*edge).is_none()).collect();
    edges.sort_unstable();
    edges.dedup();
    edges.retain(|edge| validate_road_place(player, *edge).is_ok());
    edges
}

impl BuildRoad {
    pub fn decide(&self, recorder: &mut Recorder<'_>, seat: Seat) -> Validation {
        let paid = recorder.components.costs.road;
        let player = PlayerView::after(recorder, seat);
        validate_road_place(&player, self.edge)?;
        validate_cost(&player, paid)?;
        close_trade_if_strict(recorder);
        recorder.record(RoadBuilt { seat, edge: self.edge, paid });
        settle_route(recorder);
        Ok(())
    }
}

impl BuildSettlement {
    pub fn decide(&self, recorder: &mut Recorder<'_>, seat: Seat) -> Validation {
        validate_settlement(&PlayerView::after(recorder, seat), self.vertex)?;
        close_trade_if_strict(recorder);
        let paid = recorder.components.costs.settlement;
        recorder.record(SettlementBuilt { seat, vertex: self.vertex, paid });
        // It may break the route of another seat.
        settle_route(recorder);
        Ok(())
    }
}

impl BuildCity {
    pub fn decide(&self, recorder: &mut Recorder<'_>, seat: Seat) -> Validation {
        validate_city(&PlayerView::after(recorder, seat), self.vertex)?;
        close_trade_if_strict(recorder);
        let paid = recorder.components.costs.city;
        recorder.record(CityBuilt { seat, vertex: self.vertex, paid });
        Ok(())
    }
}

/// The first paid build or purchase closes trade where the game is played strictly (§6.1).
pub fn close_trade_if_strict(recorder: &mut Recorder<'_>) {
    if recorder.table.trade_build == TradeBuild::Strict {
        trade::close(recorder);
    }
}

impl Apply<State> for RoadBuilt {
    fn apply(&self, state: &mut State) -> Applied {
        state.table.count_act(self.seat)?;
        state.pay(self.seat, self.paid)?;
        lay_road(&mut state.table, self.seat, self.edge)
    }
}

impl Apply<State> for SettlementBuilt {
    fn apply(&self, state: &mut State) -> Applied {
        state.table.count_act(self.seat)?;
        state.pay(self.seat, self.paid)?;
        stand_settlement(&mut state.table, self.seat, self.vertex)
    }
}

impl Apply<State> for CityBuilt {
    fn apply(&self, state: &mut State) -> Applied {
        state.table.count_act(self.seat)?;
        state.pay(self.seat, self.paid)?;
        state.table.buildings.put(self.vertex, Building { seat: self.seat, kind: BuildingKind::City });
        let left = &mut state.table.player_mut(self.seat)?.left;
        take_piece(&mut left.cities)?;
        left.settlements = left.settlements.checked_add(1).or_misfit("more settlements than there can be")?;
        Ok(())
    }
}

fn take_piece(left: &mut u8) -> Applied {
    *left = left.checked_sub(1).or_misfit("no such piece in supply")?;
    Ok(())
}

pub fn lay_road(table: &mut Table, seat: Seat, edge: Edge) -> Applied {
    table.roads.put(edge, seat);
    take_piece(&mut table.player_mut(seat)?.left.roads)?;
    measure_route(table, seat)
}

/// Routes of other seats may pass there no longer.
pub fn stand_settlement(table: &mut Table, seat: Seat, vertex: Vertex) -> Applied {
    table.buildings.put(vertex, Building { seat, kind: BuildingKind::Settlement });
    take_piece(&mut table.player_mut(seat)?.left.settlements)?;
    for other in table.others(seat) {
        if table.has_road_at(vertex, other) {
            measure_route(table, other)?;
        }
    }
    Ok(())
}

pub fn list(answers: &mut Answers<'_>) {
    let player = answers.player;
    let costs = &player.components.costs;
    if player.hand.covers(&costs.road) {
        answers.extend(road_places(&player).into_iter().map(|edge| BuildRoad { edge }));
    }
    if player.hand.covers(&costs.settlement) && player.table.player(player.seat).left.settlements > 0 {
        let places = Vertex::all().filter(|vertex| validate_settlement(&player, *vertex).is_ok());
        answers.extend(places.map(|vertex| BuildSettlement { vertex }));
    }
    if player.hand.covers(&costs.city) {
        let own = player.table.buildings_of(player.seat).map(|(vertex, _)| vertex);
        let places = own.filter(|vertex| validate_city(&player, *vertex).is_ok());
        answers.extend(places.map(|vertex| BuildCity { vertex }));
    }
}
