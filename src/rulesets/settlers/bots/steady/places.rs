//! Where to settle, and which way to build roads.

use crate::settlers::action::Action;
use crate::settlers::board::{Edge, Spot, Vertex};
use crate::settlers::player_view::PlayerView;
use crate::settlers::resource::Resource;
use crate::settlers::validate::building;

/// What a card of each kind is worth at the beginning, in the order of the kinds.
const WORTH: [u32; Resource::COUNT] = [10, 10, 9, 11, 10];
/// What a kind that the seat does not get yet adds.
const NEW_KIND: u32 = 18;
const HARBOUR: u32 = 8;

pub fn first_settlement(player: &PlayerView<'_>, actions: &[Action]) -> Option<Action> {
    let vertex = |action: &Action| match action {
        Action::PlaceSetupSettlement(placed) => Some(placed.vertex),
        _ => None,
    };
    let listed = actions.iter().filter_map(|action| Some((worth(player, vertex(action)?), action)));
    best(listed).cloned()
}

/// Of the listed roads the one that leads towards the best place to settle.
pub fn road(player: &PlayerView<'_>, actions: &[Action]) -> Option<Action> {
    let edge = |action: &Action| match action {
        Action::PlaceSetupRoad(placed) => Some(placed.edge),
        Action::PlaceFreeRoad(placed) => Some(placed.edge),
        Action::BuildRoad(built) => Some(built.edge),
        _ => None,
    };
    let listed = actions.iter().filter_map(|action| Some((road_worth(player, edge(action)?), action)));
    best(listed).cloned()
}

/// The listed one with the highest worth, the first of equals.
pub fn best<'a>(listed: impl Iterator<Item = (u32, &'a Action)>) -> Option<&'a Action> {
    let mut found: Option<(u32, &Action)> = None;
    for (worth, action) in listed {
        if found.is_none_or(|(highest, _)| worth > highest) {
            found = Some((worth, action));
        }
    }
    found.map(|(_, action)| action)
}

/// What settling there is worth: what is rolled around it, kinds that are new to the seat, a harbour.
pub fn worth(player: &PlayerView<'_>, vertex: Vertex) -> u32 {
    let board = &player.table.board;
    let mut sum = 0;
    for hex in vertex.hexes() {
        let Some(kind) = board.land(hex).and_then(|land| land.terrain.resource()) else { continue };
        let pips = u32::from(board.pips(hex));
        sum += pips * WORTH[kind.index()];
        if income(player, kind) == 0 {
            sum += NEW_KIND.min(6 * pips);
        }
    }
    sum + if board.harbour(vertex).is_some() { HARBOUR } else { 0 }
}

/// The chances in 36 with which the seat gets a card of that kind, cities double.
pub fn income(player: &PlayerView<'_>, kind: Resource) -> u32 {
    let board = &player.table.board;
    let own = player.table.buildings_of(player.seat);
    own.map(|(vertex, building)| {
        let gives = vertex
            .hexes()
            .filter(|hex| board.land(*hex).and_then(|land| land.terrain.resource()) == Some(kind));
        u32::from(building.worth()) * gives.map(|hex| u32::from(board.pips(hex))).sum::<u32>()
    })
    .sum()
}

/// What lies beyond the road: a place to settle at its end, or one edge further.
pub fn road_worth(player: &PlayerView<'_>, edge: Edge) -> u32 {
    let table = player.table;
    let reached = |vertex: &Vertex| {
        table.has_road_at(*vertex, player.seat)
            || table.buildings.get(*vertex).is_some_and(|building| building.seat == player.seat)
    };
    let ends = edge.vertices().into_iter().filter(|end| !reached(end));
    ends.map(|end| {
        let here = if building::is_free(player, end).is_ok() { 2 * worth(player, end) } else { 0 };
        if table.is_opponents(end, player.seat) {
            return 0;
        }
        let next = end.neighbours().filter(|next| !reached(next) && building::is_free(player, *next).is_ok());
        let beyond = next.map(|next| worth(player, next)).max().unwrap_or(0);
        here.max(beyond)
    })
    .max()
    .unwrap_or(0)
}

/// Can the seat settle somewhere at once, roads apart from cards?
pub fn has_place(player: &PlayerView<'_>) -> bool {
    Vertex::all().any(|vertex| {
        player.table.has_road_at(vertex, player.seat) && building::is_free(player, vertex).is_ok()
    })
}
