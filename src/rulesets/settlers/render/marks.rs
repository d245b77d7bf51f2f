//! The places that marks name: `hex.9`, `vertex.18`, `edge.33`.

use crate::settlers::action::Action;
use crate::settlers::board::{Edge, Hex, Vertex};
use crate::settlers::event::{Event, RedactedEvent};

pub fn hex(hex: Hex) -> String {
    format!("hex.{}", hex.0)
}

pub fn vertex(vertex: Vertex) -> String {
    format!("vertex.{}", vertex.0)
}

pub fn edge(edge: Edge) -> String {
    format!("edge.{}", edge.0)
}

/// What a viewer sees change on the board: pieces that were placed, and the robber.
pub fn changed_places(event: &RedactedEvent) -> Vec<String> {
    let RedactedEvent::Whole(event) = event else { return Vec::new() };
    let place = match event {
        Event::SettlementFounded(founded) => vertex(founded.vertex),
        Event::RoadFounded(founded) => edge(founded.edge),
        Event::RobberMoved(moved) => hex(moved.hex),
        Event::FreeRoadPlaced(placed) => edge(placed.edge),
        Event::RoadBuilt(built) => edge(built.edge),
        Event::SettlementBuilt(built) => vertex(built.vertex),
        Event::CityBuilt(built) => vertex(built.vertex),
        _ => return Vec::new(),
    };
    vec![place]
}

pub fn places_of(action: &Action) -> Vec<String> {
    let place = match action {
        Action::PlaceSetupSettlement(place) => vertex(place.vertex),
        Action::PlaceSetupRoad(place) => edge(place.edge),
        Action::MoveRobber(moved) => hex(moved.hex),
        Action::PlaceFreeRoad(place) => edge(place.edge),
        Action::BuildRoad(build) => edge(build.edge),
        Action::BuildSettlement(build) => vertex(build.vertex),
        Action::BuildCity(build) => vertex(build.vertex),
        _ => return Vec::new(),
    };
    vec![place]
}
