//! Where pieces may lie, and what is needed to build them (rules page §8).

use super::{Verdict, can_pay, demand};
use crate::rulesets::settlers::board::{Edge, Vertex};
use crate::rulesets::settlers::refusals::{self as no, refuse};
use crate::rulesets::settlers::sight::Sight;
use crate::rulesets::settlers::state::BuildingKind;

/// May a building stand there, roads apart: on the board, free, and none one edge away (§8.3)?
pub fn is_free(sight: &Sight<'_>, vertex: Vertex) -> Verdict {
    demand(vertex.exists(), || refuse(no::UNKNOWN_ID).of("vertex"))?;
    let taken = |vertex| sight.table.buildings.get(vertex).is_some();
    demand(!taken(vertex), || refuse(no::VERTEX_TAKEN).of("vertex"))?;
    demand(!vertex.neighbours().any(taken), || refuse(no::DISTANCE_RULE).of("vertex"))
}

/// May a road of the seat lie there, cards apart (§8.2)?
pub fn road_place(sight: &Sight<'_>, edge: Edge) -> Verdict {
    demand(edge.exists(), || refuse(no::UNKNOWN_ID).of("edge"))?;
    demand(sight.table.roads.get(edge).is_none(), || refuse(no::EDGE_TAKEN).of("edge"))?;
    let leads = |end: Vertex| match sight.table.buildings.get(end) {
        Some(building) => building.seat == sight.seat,
        None => sight.table.has_road_at(end, sight.seat),
    };
    demand(edge.vertices().into_iter().any(leads), || refuse(no::NOT_CONNECTED).of("edge"))?;
    demand(sight.table.player(sight.seat).left.roads > 0, || refuse(no::NO_PIECE_LEFT))
}

/// May the road of the set-up lie there: free, and at the settlement just founded (§5)?
pub fn setup_road(sight: &Sight<'_>, settlement: Vertex, edge: Edge) -> Verdict {
    demand(edge.exists(), || refuse(no::UNKNOWN_ID).of("edge"))?;
    demand(sight.table.roads.get(edge).is_none(), || refuse(no::EDGE_TAKEN).of("edge"))?;
    demand(edge.vertices().contains(&settlement), || refuse(no::NOT_CONNECTED).of("edge"))
}

/// May the seat build a road there?
pub fn road(sight: &Sight<'_>, edge: Edge) -> Verdict {
    road_place(sight, edge)?;
    can_pay(sight, sight.components.costs.road)
}

/// May the seat build a settlement there?
pub fn settlement(sight: &Sight<'_>, vertex: Vertex) -> Verdict {
    is_free(sight, vertex)?;
    let led_to = sight.table.has_road_at(vertex, sight.seat);
    demand(led_to, || refuse(no::NOT_CONNECTED).of("vertex"))?;
    demand(sight.table.player(sight.seat).left.settlements > 0, || refuse(no::NO_PIECE_LEFT))?;
    can_pay(sight, sight.components.costs.settlement)
}

/// May the seat make a city there (§8.4)?
pub fn city(sight: &Sight<'_>, vertex: Vertex) -> Verdict {
    demand(vertex.exists(), || refuse(no::UNKNOWN_ID).of("vertex"))?;
    let own = sight
        .table
        .buildings
        .get(vertex)
        .is_some_and(|building| building.seat == sight.seat && building.kind == BuildingKind::Settlement);
    demand(own, || refuse(no::NOT_YOUR_SETTLEMENT).of("vertex"))?;
    demand(sight.table.player(sight.seat).left.cities > 0, || refuse(no::NO_PIECE_LEFT))?;
    can_pay(sight, sight.components.costs.city)
}

/// May the seat buy a development card (§9)?
pub fn development_card(sight: &Sight<'_>) -> Verdict {
    demand(sight.table.deck > 0, || refuse(no::DECK_EMPTY))?;
    can_pay(sight, sight.components.costs.development_card)
}

/// The edges at which a road of the seat could begin or go on, each once, in order.
pub fn road_candidates(sight: &Sight<'_>) -> Vec<Edge> {
    let table = sight.table;
    let own = table.roads_of(sight.seat).flat_map(Edge::vertices);
    let ends = own.chain(table.buildings_of(sight.seat).map(|(vertex, _)| vertex));
    let mut edges: Vec<Edge> =
        ends.flat_map(Vertex::edges).filter(|edge| table.roads.get(*edge).is_none()).collect();
    edges.sort_unstable();
    edges.dedup();
    edges.retain(|edge| road_place(sight, *edge).is_ok());
    edges
}
