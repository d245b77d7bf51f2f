//! The set-up: two rounds of free placement (rules page §5).

use std::cmp::Reverse;

use super::board::{Edge, Spot, Vertex};
use super::building::{lay_road, stand_settlement, validate_site};
use super::event::Recorder;
use super::question::Answers;
use super::refusals::{self as no, Validation, ensure, refuse};
use super::resource::Bundle;
use super::state::{Founding, Phase, State, Table};
use super::turn;
use super::view::PlayerView;
use rules::{Applied, Apply, OrMisfit, Seat, wire};

/// At least two edges from any other; your second one brings the first cards.
#[wire(Settlers)]
pub struct PlaceSetupSettlement {
    pub vertex: Vertex,
}

/// The road must touch the settlement just founded.
#[wire(Settlers)]
pub struct PlaceSetupRoad {
    pub edge: Edge,
}

/// In the set-up, without pay.
#[wire(Settlers)]
pub struct SettlementFounded {
    pub seat: Seat,
    pub vertex: Vertex,
}

/// For its second settlement the seat got its first cards.
#[wire(Settlers)]
pub struct StartingCardsTaken {
    pub seat: Seat,
    /// One for each hex around the settlement, but the desert.
    pub cards: Bundle,
}

/// In the set-up, without pay.
#[wire(Settlers)]
pub struct RoadFounded {
    pub seat: Seat,
    pub edge: Edge,
}

/// May the road of the set-up lie there: free, and at the settlement just founded?
fn validate_road(player: &PlayerView<'_>, edge: Edge) -> Validation {
    let founding = player.table.founding();
    let settlement = founding.and_then(|founding| founding.settlement);
    let settlement = settlement.ok_or_else(|| refuse(no::WRONG_PHASE))?;
    ensure(edge.exists(), refuse(no::UNKNOWN_ID).at_field("edge"))?;
    ensure(player.table.roads.get(edge).is_none(), refuse(no::EDGE_TAKEN).at_field("edge"))?;
    ensure(edge.vertices().contains(&settlement), refuse(no::NOT_CONNECTED).at_field("edge"))
}

impl PlaceSetupSettlement {
    pub fn decide(&self, recorder: &mut Recorder<'_>, seat: Seat) -> Validation {
        let vertex = self.vertex;
        validate_site(&PlayerView::after(recorder, seat), vertex)?;
        recorder.record(SettlementFounded { seat, vertex });
        let table = &recorder.table;
        if table.founding().is_some_and(|founding| founding.placed >= table.seats()) {
            let cards = starting_cards(table, vertex);
            recorder.record(StartingCardsTaken { seat, cards });
        }
        Ok(())
    }
}

/// A card for each land hex around the second settlement.
fn starting_cards(table: &Table, vertex: Vertex) -> Bundle {
    let lands = vertex.hexes().filter_map(|hex| table.board.land(hex));
    lands.filter_map(|land| land.terrain.resource()).collect()
}

impl PlaceSetupRoad {
    pub fn decide(&self, recorder: &mut Recorder<'_>, seat: Seat) -> Validation {
        validate_road(&PlayerView::after(recorder, seat), self.edge)?;
        recorder.record(RoadFounded { seat, edge: self.edge });
        begin_first_turn_if_founded(recorder);
        Ok(())
    }
}

/// After the last founding the first turn begins.
pub fn begin_first_turn_if_founded(recorder: &mut Recorder<'_>) {
    let table = &recorder.table;
    if table.founding().is_some_and(|founding| founding.placed >= 2 * table.seats()) {
        turn::begin_first(recorder);
    }
}

impl Apply<State> for SettlementFounded {
    fn apply(&self, state: &mut State) -> Applied {
        stand_settlement(&mut state.table, self.seat, self.vertex)?;
        if let Phase::Founding(founding) = &mut state.table.phase {
            founding.settlement = Some(self.vertex);
        }
        Ok(())
    }
}

impl Apply<State> for StartingCardsTaken {
    fn apply(&self, state: &mut State) -> Applied {
        state.pay_out(self.seat, self.cards)
    }
}

impl Apply<State> for RoadFounded {
    fn apply(&self, state: &mut State) -> Applied {
        lay_road(&mut state.table, self.seat, self.edge)?;
        pass_on(&mut state.table)
    }
}

/// A founding is done, or its founder has given up: the next founder who has not is active.
pub fn pass_on(table: &mut Table) -> Applied {
    let Founding { placed, .. } = table.founding().or_misfit("nobody is founding")?;
    let all = 2 * table.seats();
    let left = placed.checked_add(1).or_misfit("more foundings than there can be")?..all;
    // When all that is left is up to seats that have given up, the founding is over.
    let placed = left.into_iter().find(|placed| !table.has_resigned(founder(table, *placed))).unwrap_or(all);
    table.phase = Phase::Founding(Founding { placed, settlement: None });
    table.active = founder(table, placed);
    Ok(())
}

/// The seat whose turn it is to found: clockwise from the first seat, then back. When all is founded it is the first
/// seat, which begins.
fn founder(table: &Table, placed: u8) -> Seat {
    let seats = table.seats();
    let step = if placed < seats { Some(placed) } else { (2 * seats - 1).checked_sub(placed) };
    (table.first_seat + step.unwrap_or(0)) % seats
}

fn sites(player: &PlayerView<'_>) -> impl Iterator<Item = Vertex> {
    Vertex::all().filter(|vertex| validate_site(player, *vertex).is_ok())
}

fn roads(player: &PlayerView<'_>) -> impl Iterator<Item = Edge> {
    let settlement = player.table.founding().and_then(|founding| founding.settlement);
    let edges = settlement.into_iter().flat_map(Vertex::edges);
    edges.filter(|edge| validate_road(player, *edge).is_ok())
}

pub fn list_settlements(answers: &mut Answers<'_>) {
    let player = answers.player;
    answers.extend(sites(&player).map(|vertex| PlaceSetupSettlement { vertex }));
}

pub fn list_roads(answers: &mut Answers<'_>) {
    let player = answers.player;
    answers.extend(roads(&player).map(|edge| PlaceSetupRoad { edge }));
}

/// For an absent seat (§15): the free vertex with most pips around it, the lowest of equals.
pub fn default_settlement(player: &PlayerView<'_>) -> Option<PlaceSetupSettlement> {
    let board = &player.table.board;
    let pips = |vertex: &Vertex| -> u16 { vertex.hexes().map(|hex| u16::from(board.pips(hex))).sum() };
    let vertex = sites(player).min_by_key(|vertex| (Reverse(pips(vertex)), *vertex))?;
    Some(PlaceSetupSettlement { vertex })
}

/// For an absent seat (§15): the lowest edge.
pub fn default_road(player: &PlayerView<'_>) -> Option<PlaceSetupRoad> {
    roads(player).next().map(|edge| PlaceSetupRoad { edge })
}
