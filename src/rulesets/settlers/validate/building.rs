//! Where pieces may lie, and what is needed to build them (rules page §8).

use super::{Verdict, can_pay, ensure};
use crate::settlers::board::{Edge, Vertex};
use crate::settlers::player_view::PlayerView;
use crate::settlers::refusals::{self as no, refuse};
use crate::settlers::state::BuildingKind;

/// May a building stand there, roads apart: on the board, free, and none one edge away (§8.3)?
pub fn is_free(player: &PlayerView<'_>, vertex: Vertex) -> Verdict {
    ensure(vertex.exists(), || refuse(no::UNKNOWN_ID).of("vertex"))?;
    let taken = |vertex| player.table.buildings.get(vertex).is_some();
    ensure(!taken(vertex), || refuse(no::VERTEX_TAKEN).of("vertex"))?;
    ensure(!vertex.neighbours().any(taken), || refuse(no::DISTANCE_RULE).of("vertex"))
}

/// May a road of the seat lie there, cards apart (§8.2)?
pub fn road_place(player: &PlayerView<'_>, edge: Edge) -> Verdict {
    ensure(edge.exists(), || refuse(no::UNKNOWN_ID).of("edge"))?;
    ensure(player.table.roads.get(edge).is_none(), || refuse(no::EDGE_TAKEN).of("edge"))?;
    let leads = |end: Vertex| match player.table.buildings.get(end) {
        Some(building) => building.seat == player.seat,
        None => player.table.has_road_at(end, player.seat),
    };
    ensure(edge.vertices().into_iter().any(leads), || refuse(no::NOT_CONNECTED).of("edge"))?;
    ensure(player.table.player(player.seat).left.roads > 0, || refuse(no::NO_PIECE_LEFT))
}

/// May the road of the set-up lie there: free, and at the settlement just founded (§5)?
pub fn setup_road(player: &PlayerView<'_>, settlement: Vertex, edge: Edge) -> Verdict {
    ensure(edge.exists(), || refuse(no::UNKNOWN_ID).of("edge"))?;
    ensure(player.table.roads.get(edge).is_none(), || refuse(no::EDGE_TAKEN).of("edge"))?;
    ensure(edge.vertices().contains(&settlement), || refuse(no::NOT_CONNECTED).of("edge"))
}

/// May the seat build a road there?
pub fn road(player: &PlayerView<'_>, edge: Edge) -> Verdict {
    road_place(player, edge)?;
    can_pay(player, player.components.costs.road)
}

/// May the seat build a settlement there?
pub fn settlement(player: &PlayerView<'_>, vertex: Vertex) -> Verdict {
    is_free(player, vertex)?;
    let led_to = player.table.has_road_at(vertex, player.seat);
    ensure(led_to, || refuse(no::NOT_CONNECTED).of("vertex"))?;
    ensure(player.table.player(player.seat).left.settlements > 0, || refuse(no::NO_PIECE_LEFT))?;
    can_pay(player, player.components.costs.settlement)
}

/// May the seat make a city there (§8.4)?
pub fn city(player: &PlayerView<'_>, vertex: Vertex) -> Verdict {
    ensure(vertex.exists(), || refuse(no::UNKNOWN_ID).of("vertex"))?;
    let own =
        player.table.buildings.get(vertex).is_some_and(|building| {
            building.seat == player.seat && building.kind == BuildingKind::Settlement
        });
    ensure(own, || refuse(no::NOT_YOUR_SETTLEMENT).of("vertex"))?;
    ensure(player.table.player(player.seat).left.cities > 0, || refuse(no::NO_PIECE_LEFT))?;
    can_pay(player, player.components.costs.city)
}

/// May the seat buy a development card (§9)?
pub fn development_card(player: &PlayerView<'_>) -> Verdict {
    ensure(player.table.deck > 0, || refuse(no::DECK_EMPTY))?;
    can_pay(player, player.components.costs.development_card)
}

/// The edges at which a road of the seat could begin or go on, each once, in order.
pub fn road_candidates(player: &PlayerView<'_>) -> Vec<Edge> {
    let table = player.table;
    let own = table.roads_of(player.seat).flat_map(Edge::vertices);
    let ends = own.chain(table.buildings_of(player.seat).map(|(vertex, _)| vertex));
    let mut edges: Vec<Edge> =
        ends.flat_map(Vertex::edges).filter(|edge| table.roads.get(*edge).is_none()).collect();
    edges.sort_unstable();
    edges.dedup();
    edges.retain(|edge| road_place(player, *edge).is_ok());
    edges
}
