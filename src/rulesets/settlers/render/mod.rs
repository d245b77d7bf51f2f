//! The board as a viewer may see it: a picture, and text for screen readers.
//!
//! May know: the view, the vocabulary, the geometry of the board, the texts. May not know: the state, or what is
//! allowed. Both are made from the same sentences in `text`; hexes, vertices, edges and seats have the ids that actions
//! use. Marks name places: `hex.9`, `vertex.18`, `edge.33`.

mod board;
mod ghost;
mod icons;
mod overview;
mod picture;
mod text;
mod worth;

pub use board::style as terrain_style;
pub use icons::ICONS;

use super::Settlers;
use super::action::Action;
use super::board::{Edge, Hex, Vertex};
use super::event::{Event, RedactedEvent};
use super::view::View;
use rules::render::{
    Names, Overview, Phrases, PictureParts, PlaceLabels, RenderOptions, RenderedBoard, Value,
};
use rules::{Render, Seat, Texts};

#[derive(Debug, Clone, Copy)]
struct Scene<'a> {
    view: &'a View,
    options: &'a RenderOptions,
    phrases: &'a Phrases,
    /// What the viewer has chosen to do.
    chosen: Option<&'a Action>,
    /// Are hexes, vertices and edges named by their ids?
    shows_ids: bool,
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

fn rendered(
    rules: &Settlers,
    view: &View,
    options: &RenderOptions,
    chosen: Option<&Action>,
) -> RenderedBoard {
    let phrases = Phrases::new(&options.language, |language| rules.texts(language));
    let shows_ids = options.place_labels == PlaceLabels::Shown;
    let scene = Scene { view, options, phrases: &phrases, chosen, shows_ids };
    // No players stand above the board alone.
    let overview = match options.parts {
        PictureParts::Board => Overview::default(),
        PictureParts::Upper | PictureParts::Whole => overview::overview(&scene, &rules.components),
    };
    let svg = picture::picture(&scene, &overview);
    RenderedBoard { svg, text: text::page(&Scene { shows_ids: true, ..scene }) }
}

impl Render for Settlers {
    fn render(&self, view: &View, options: &RenderOptions) -> RenderedBoard {
        rendered(self, view, options, None)
    }

    fn render_chosen(&self, view: &View, action: &Action, options: &RenderOptions) -> RenderedBoard {
        rendered(self, view, options, Some(action))
    }

    fn overview(&self, view: &View, options: &RenderOptions) -> Overview {
        let phrases = Phrases::new(&options.language, |language| self.texts(language));
        overview::overview(
            &Scene { view, options, phrases: &phrases, chosen: None, shows_ids: false },
            &self.components,
        )
    }

    fn is_plain(&self, action: &Action) -> bool {
        overview::is_plain(action)
    }

    fn usual_order(&self) -> &'static [&'static str] {
        &overview::USUAL_ORDER
    }

    /// What a viewer sees change on the board: pieces that were placed, and the robber.
    fn changed_places(&self, event: &RedactedEvent) -> Vec<String> {
        let RedactedEvent::Whole(event) = event else { return Vec::new() };
        let place = match event {
            Event::SettlementFounded(founded) => BoardSpot::Vertex(founded.vertex),
            Event::RoadFounded(founded) => BoardSpot::Edge(founded.edge),
            Event::RobberMoved(moved) => BoardSpot::Hex(moved.hex),
            Event::FreeRoadPlaced(placed) => BoardSpot::Edge(placed.edge),
            Event::RoadBuilt(built) => BoardSpot::Edge(built.edge),
            Event::SettlementBuilt(built) => BoardSpot::Vertex(built.vertex),
            Event::CityBuilt(built) => BoardSpot::Vertex(built.vertex),
            _ => return Vec::new(),
        };
        vec![mark_of(place)]
    }

    fn places_of(&self, _view: &View, action: &Action) -> Vec<String> {
        spot_of(action).into_iter().map(mark_of).collect()
    }

    fn worth(&self, view: &View, action: &Action) -> Option<i32> {
        worth::of(&view.player_view(&self.components)?, action)
    }
}

/// A place of the board at which something happens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum BoardSpot {
    Hex(Hex),
    Vertex(Vertex),
    Edge(Edge),
}

/// Where on the board an action acts.
const fn spot_of(action: &Action) -> Option<BoardSpot> {
    Some(match action {
        Action::PlaceSetupSettlement(place) => BoardSpot::Vertex(place.vertex),
        Action::PlaceSetupRoad(place) => BoardSpot::Edge(place.edge),
        Action::MoveRobber(moved) => BoardSpot::Hex(moved.hex),
        Action::PlaceFreeRoad(place) => BoardSpot::Edge(place.edge),
        Action::BuildRoad(build) => BoardSpot::Edge(build.edge),
        Action::BuildSettlement(build) => BoardSpot::Vertex(build.vertex),
        Action::BuildCity(build) => BoardSpot::Vertex(build.vertex),
        _ => return None,
    })
}

fn mark_of(spot: BoardSpot) -> String {
    match spot {
        BoardSpot::Hex(hex) => format!("hex.{}", hex.0),
        BoardSpot::Vertex(vertex) => format!("vertex.{}", vertex.0),
        BoardSpot::Edge(edge) => format!("edge.{}", edge.0),
    }
}

/// The place that a mark names, if it is one of the board.
fn marked_spot(mark: &str) -> Option<BoardSpot> {
    let (kind, id) = mark.split_once('.')?;
    let id = id.parse().ok()?;
    match kind {
        "hex" => Some(Hex(id)).filter(|hex| hex.exists()).map(BoardSpot::Hex),
        "vertex" => Some(Vertex(id)).filter(|vertex| vertex.exists()).map(BoardSpot::Vertex),
        "edge" => Some(Edge(id)).filter(|edge| edge.exists()).map(BoardSpot::Edge),
        _ => None,
    }
}
