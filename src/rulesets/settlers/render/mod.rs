//! The board as a viewer may see it: a picture, and text for screen readers.
//!
//! May know: the view, the vocabulary, the geometry of the board, the texts. May not know: the state, or what is
//! allowed. Both are made from the same sentences in `text`; hexes, vertices, edges and seats have the ids that actions
//! use. Marks name places: `hex.9`, `vertex.18`, `edge.33`.

mod glance;
mod icons;
mod picture;
mod text;
mod worth;

pub use icons::ICONS;

use super::Settlers;
use super::action::Action;
use super::board::{Edge, Hex, Vertex};
use super::event::{Event, RedactedEvent};
use super::view::View;
use rules::render::{Glance, Names, Phrases, RenderOptions, RenderedBoard, Value};
use rules::{Render, Seat, Texts};

#[derive(Debug, Clone, Copy)]
struct Scene<'a> {
    view: &'a View,
    options: &'a RenderOptions,
    phrases: &'a Phrases,
}

impl Scene<'_> {
    fn names(&self) -> Names<'_> {
        Names(&self.options.names, self.phrases)
    }

    fn name(&self, seat: Seat) -> String {
        self.names().inside(seat)
    }

    fn say(&self, key: &str, values: &[Value<'_>]) -> String {
        self.phrases.say(key, values)
    }
}

impl Render for Settlers {
    fn render(&self, view: &View, options: &RenderOptions) -> RenderedBoard {
        let phrases = Phrases::new(&options.language, |language| self.texts(language));
        let scene = Scene { view, options, phrases: &phrases };
        RenderedBoard { svg: picture::picture(&scene), text: text::page(&scene) }
    }

    fn glance(&self, view: &View, options: &RenderOptions) -> Glance {
        let phrases = Phrases::new(&options.language, |language| self.texts(language));
        glance::glance(&Scene { view, options, phrases: &phrases }, &self.components)
    }

    fn is_plain(&self, action: &Action) -> bool {
        glance::is_plain(action)
    }

    fn usual_order(&self) -> &'static [&'static str] {
        &glance::USUAL_ORDER
    }

    /// What a viewer sees change on the board: pieces that were placed, and the robber.
    fn changed_places(&self, event: &RedactedEvent) -> Vec<String> {
        let RedactedEvent::Whole(event) = event else { return Vec::new() };
        let place = match event {
            Event::SettlementFounded(founded) => vertex_mark(founded.vertex),
            Event::RoadFounded(founded) => edge_mark(founded.edge),
            Event::RobberMoved(moved) => hex_mark(moved.hex),
            Event::FreeRoadPlaced(placed) => edge_mark(placed.edge),
            Event::RoadBuilt(built) => edge_mark(built.edge),
            Event::SettlementBuilt(built) => vertex_mark(built.vertex),
            Event::CityBuilt(built) => vertex_mark(built.vertex),
            _ => return Vec::new(),
        };
        vec![place]
    }

    fn places_of(&self, _view: &View, action: &Action) -> Vec<String> {
        let place = match action {
            Action::PlaceSetupSettlement(place) => vertex_mark(place.vertex),
            Action::PlaceSetupRoad(place) => edge_mark(place.edge),
            Action::MoveRobber(moved) => hex_mark(moved.hex),
            Action::PlaceFreeRoad(place) => edge_mark(place.edge),
            Action::BuildRoad(build) => edge_mark(build.edge),
            Action::BuildSettlement(build) => vertex_mark(build.vertex),
            Action::BuildCity(build) => vertex_mark(build.vertex),
            _ => return Vec::new(),
        };
        vec![place]
    }

    fn worth(&self, view: &View, action: &Action) -> Option<i32> {
        worth::of(&view.player_view(&self.components)?, action)
    }
}

fn hex_mark(hex: Hex) -> String {
    format!("hex.{}", hex.0)
}

fn vertex_mark(vertex: Vertex) -> String {
    format!("vertex.{}", vertex.0)
}

fn edge_mark(edge: Edge) -> String {
    format!("edge.{}", edge.0)
}
