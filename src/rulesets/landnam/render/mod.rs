//! The board as a viewer may see it: a picture, and text for screen readers.
//!
//! May know: the view, the questions that follow from it, the vocabulary, the geometry of the board, the texts. May not know: the
//! state, or what is allowed. Both are made from the same sentences in `facts` and `pending`; hexes, corners, units and
//! seats have the ids that actions use, so that a move can be typed from the picture. The places that marks name are hexes,
//! `1,-2` and `outer`, and corners, `1,-2,N`.

mod facts;
mod icons;
mod overview;
mod page;
mod pending;
mod picture;
mod worth;

pub use icons::ICONS;
pub use picture::style_of as terrain_style;

use rules::render::{
    Names, Overview, Phrases, PictureParts, PlaceLabels, RenderOptions, RenderedBoard, Value,
};
use rules::{Hex, Render, Seat, Texts};

use super::Landnam;
use super::action::Action;
use super::board::{Corner, Place};
use super::event::{Event, RedactedEvent};
use super::fate::FateCard;
use super::resource::Bundle;
use super::state::{Building, RedToken, Table, Unit, UnitId};
use super::view::{SeatKnowledge, View};

impl Render for Landnam {
    fn render(&self, view: &View, options: &RenderOptions) -> RenderedBoard {
        rendered(self, view, options, None)
    }

    fn render_chosen(&self, view: &View, action: &Action, options: &RenderOptions) -> RenderedBoard {
        rendered(self, view, options, Some(action))
    }

    fn overview(&self, view: &View, options: &RenderOptions) -> Overview {
        let phrases = Phrases::new(&options.language, |language| self.texts(language));
        let scene =
            Scene { view, table: &view.table, options, phrases: &phrases, chosen: None, shows_ids: false };
        overview::overview(&scene, &self.components)
    }

    fn is_plain(&self, action: &Action) -> bool {
        overview::is_plain(action)
    }

    fn usual_order(&self) -> &'static [&'static str] {
        &overview::USUAL_ORDER
    }

    /// What a viewer sees change on the board: pieces, tiles, numbers and harbours.
    fn changed_places(&self, event: &RedactedEvent) -> Vec<String> {
        let RedactedEvent::Whole(event) = event else { return Vec::new() };
        match event {
            Event::UnitMoved(moved) => vec![moved.from.to_string(), moved.to.to_string()],
            Event::UnitFled(fled) => vec![fled.from.to_string(), fled.to.to_string()],
            Event::UnitRemoved(removed) => vec![removed.hex.to_string()],
            Event::OutlawRemoved(removed) => vec![removed.hex.to_string()],
            Event::UnitOutlawed(outlawed) => vec![outlawed.hex.to_string()],
            Event::HexDiscovered(found) => vec![found.hex.to_string()],
            Event::NumberLaid(laid) => vec![laid.hex.to_string()],
            Event::HexAged(aged) => vec![aged.hex.to_string()],
            Event::HexAgedForPay(aged) => vec![aged.hex.to_string()],
            Event::UnitBuilt(built) => vec![built.hex.to_string()],
            Event::FarmBuilt(built) => vec![built.corner.to_string()],
            Event::TownBuilt(built) => vec![built.corner.to_string()],
            Event::HarbourBuilt(built) => vec![built.hex.to_string()],
            _ => Vec::new(),
        }
    }

    fn places_of(&self, view: &View, action: &Action) -> Vec<String> {
        place_of(&view.table, action).into_iter().collect()
    }

    fn worth(&self, view: &View, action: &Action) -> Option<i32> {
        worth::of(&SeatKnowledge::of(view, &self.components)?, action)
    }
}

/// The place on the board at which an action acts.
fn place_of(table: &Table, action: &Action) -> Option<String> {
    let of_unit = |id: UnitId| table.unit(id).map(|unit| unit.place.to_string());
    match action {
        Action::PlayHarvestCard(play) => play.hex.map(|hex| hex.to_string()),
        Action::ChooseAging(choice) => Some(choice.hex.to_string()),
        Action::Sue(sue) => of_unit(sue.unit),
        Action::Step(step) => Some(step.to.to_string()),
        Action::Flee(flee) => Some(flee.to.to_string()),
        Action::BuildUnit(build) => Some(build.hex.to_string()),
        Action::BuildShipOnOuter(_) => Some(Place::OUTER.to_string()),
        Action::BuildFarm(build) => Some(build.corner.to_string()),
        Action::BuildTown(build) => Some(build.corner.to_string()),
        Action::BuildHarbour(build) => of_unit(build.unit),
        Action::AgeHex(age) => of_unit(age.unit),
        _ => None,
    }
}

fn rendered(rules: &Landnam, view: &View, options: &RenderOptions, chosen: Option<&Action>) -> RenderedBoard {
    let phrases = Phrases::new(&options.language, |language| rules.texts(language));
    let shows_ids = options.place_labels == PlaceLabels::Shown;
    let scene = Scene { view, table: &view.table, options, phrases: &phrases, chosen, shows_ids };
    // No players stand above the board alone.
    let overview = match options.parts {
        PictureParts::Board => Overview::default(),
        PictureParts::Upper | PictureParts::Whole => overview::overview(&scene, &rules.components),
    };
    let svg = picture::picture(&scene, &overview);
    RenderedBoard { svg, text: page::page(&Scene { shows_ids: true, ..scene }) }
}

#[derive(Debug, Clone, Copy)]
pub struct Scene<'a> {
    pub view: &'a View,
    pub table: &'a Table,
    pub options: &'a RenderOptions,
    pub phrases: &'a Phrases,
    /// What the viewer has chosen to do.
    pub chosen: Option<&'a Action>,
    /// Are hexes, corners and units named by their ids?
    pub shows_ids: bool,
}

impl<'a> Scene<'a> {
    pub fn names(&self) -> Names<'a> {
        Names(&self.options.names, self.phrases)
    }

    pub fn name(&self, seat: Seat) -> String {
        self.names().inside(seat)
    }

    pub fn say(&self, key: &str, values: &[Value<'_>]) -> String {
        self.phrases.say(key, values)
    }

    pub fn seats(&self) -> impl Iterator<Item = Seat> + use<> {
        0..self.table.seats()
    }

    /// The units of a seat in the order of their names.
    pub fn units_of(&self, seat: Seat) -> impl Iterator<Item = Unit> + use<'a> {
        self.table.units.iter().filter(move |unit| unit.seat == seat).copied()
    }

    pub fn on_outer(&self) -> Vec<Unit> {
        let mut units: Vec<Unit> =
            self.table.units.iter().filter(|unit| unit.place == Place::OUTER).copied().collect();
        units.sort_by_key(|unit| (unit.seat, unit.id));
        units
    }

    pub fn buildings_of(&self, seat: Seat) -> impl Iterator<Item = (Corner, Building)> + use<'a> {
        self.table.buildings.iter().filter(move |(_, building)| building.seat == seat)
    }

    pub fn tokens_on(&self, place: Place) -> impl Iterator<Item = RedToken> + use<'a> {
        self.table.red_tokens.iter().filter(move |token| token.hex == place).copied()
    }

    /// The hexes of the board row by row from the north, each row from the west: as one reads.
    pub fn in_reading_order(&self) -> Vec<(Place, Hex)> {
        let mut hexes: Vec<(Place, Hex)> =
            Place::hexes().filter_map(|place| Some((place, place.hex()?))).collect();
        hexes.sort_by_key(|(_, hex)| (hex.r, hex.q));
        hexes
    }

    /// The name of a hex, which is the same in every language, or what the outer sea is called.
    pub fn place(&self, place: Place) -> String {
        if place == Place::OUTER { self.phrases.word(place) } else { place.to_string() }
    }

    pub fn places(&self, places: &[Place]) -> String {
        self.listed(places.iter().map(|&place| self.place(place)))
    }

    /// `Ada's settler 4`; `unit 4` once it has left the board.
    pub fn unit_and_owner(&self, id: UnitId) -> String {
        let Some(unit) = self.table.unit(id) else { return self.say("gone_unit", &[("id", &id.0)]) };
        let thing = self.say("unit", &[("kind", &self.phrases.word(unit.kind)), ("id", &id.0)]);
        self.say("owned", &[("name", &self.name(unit.seat)), ("thing", &thing)])
    }

    /// `settler 4`, said to be landed or an outlaw where it is.
    pub fn unit(&self, unit: Unit) -> String {
        let kind = self.phrases.word(unit.kind);
        let said = match (self.table.is_landed(unit), self.shows_ids) {
            (true, true) => self.say("landed_unit", &[("kind", &kind), ("id", &unit.id.0)]),
            (false, true) => self.say("unit", &[("kind", &kind), ("id", &unit.id.0)]),
            (true, false) => self.say("landed_there", &[("kind", &kind)]),
            (false, false) => kind,
        };
        if self.table.is_outlaw(unit.id) { self.say("outlaw", &[("unit", &said)]) } else { said }
    }

    /// Cards by kind: `2 iron, 1 wool`; the text `none` where there are none.
    pub fn bundle(&self, bundle: Bundle, none: &str) -> String {
        self.phrases.bundle(bundle.kinds(), none)
    }

    pub fn listed<T: ToString>(&self, things: impl IntoIterator<Item = T>) -> String {
        self.phrases.joined(things.into_iter().map(|thing| thing.to_string()), ", ", "none")
    }

    pub fn fate_cards(&self, cards: &[FateCard]) -> String {
        // A name such as “Find Bog” is else read as a part of the sentence.
        let quoted = |card: &FateCard| self.say("fate_card", &[("card", &self.phrases.word(card))]);
        self.phrases.joined(cards.iter().map(quoted), ", ", "no_fate_card")
    }

    /// Fate cards with their numbers, in the order of the deck: `Omen ×2, Uproar ×1`.
    pub fn counted_cards(&self, cards: &[FateCard]) -> String {
        let count = |kind: &FateCard| cards.iter().filter(|card| *card == kind).count();
        let kinds = FateCard::ALL.iter().map(|kind| (kind, count(kind))).filter(|(_, count)| *count > 0);
        self.listed(kinds.map(|(kind, count)| format!("{} ×{count}", self.phrases.word(kind))))
    }
}
