//! How much comes from a place, so that a mail can name the best of many: rolls, kinds and harbours, as printed on the
//! board. No advice: what a place is for the plans of a seat is not weighed.

use crate::settlers::action::Action;
use crate::settlers::board::{Edge, Hex, Vertex};
use crate::settlers::building::validate_site;
use crate::settlers::view::PlayerView;

/// A chance in 36, a kind of resource, and a harbour.
const PIP: i32 = 3;
const KIND: i32 = 3;
const HARBOUR: i32 = 2;

pub fn of(player: &PlayerView<'_>, action: &Action) -> Option<i32> {
    match action {
        Action::PlaceSetupSettlement(place) => Some(of_vertex(player, place.vertex)),
        Action::BuildSettlement(build) => Some(of_vertex(player, build.vertex)),
        Action::BuildCity(build) => Some(of_vertex(player, build.vertex)),
        Action::PlaceSetupRoad(place) => Some(of_edge(player, place.edge)),
        Action::PlaceFreeRoad(place) => Some(of_edge(player, place.edge)),
        Action::BuildRoad(build) => Some(of_edge(player, build.edge)),
        Action::MoveRobber(moved) => Some(of_robber(player, moved.hex)),
        _ => None,
    }
}

fn of_vertex(player: &PlayerView<'_>, vertex: Vertex) -> i32 {
    let board = &player.table.board;
    let (mut worth, mut kinds) = (0, Vec::new());
    for hex in vertex.hexes() {
        let Some(kind) = board.land(hex).and_then(|land| land.terrain.resource()) else { continue };
        worth += PIP * i32::from(board.pips(hex));
        if !kinds.contains(&kind) {
            kinds.push(kind);
            worth += KIND;
        }
    }
    worth + if board.harbour(vertex).is_some() { HARBOUR } else { 0 }
}

/// The best place for a settlement at an end of the road or one edge beyond it, which counts half.
fn of_edge(player: &PlayerView<'_>, edge: Edge) -> i32 {
    let site = |vertex: Vertex| validate_site(player, vertex).ok().map_or(0, |()| of_vertex(player, vertex));
    let ends = edge.vertices().into_iter().filter(|end| !player.table.has_road_at(*end, player.seat));
    let worth = |end: Vertex| {
        let beyond = end.neighbours().map(site).max().unwrap_or(0);
        site(end).max(beyond / 2)
    };
    ends.map(worth).max().unwrap_or(0)
}

/// What it takes from others, less what it takes from the seat itself.
fn of_robber(player: &PlayerView<'_>, hex: Hex) -> i32 {
    let claims = player.table.buildings_on(hex).map(|building| {
        let claim = i32::from(building.kind.worth());
        if building.seat == player.seat { -2 * claim } else { claim }
    });
    claims.sum::<i32>() * i32::from(player.table.board.pips(hex))
}
