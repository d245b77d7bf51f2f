//! The board as a viewer may see it: a picture, and text for screen readers.
//!
//! May know: the view, the questions that follow from it, the vocabulary, the geometry of the board. May not know: the
//! state, or what is allowed. Both are made from the same sentences in `facts` and `pending`; hexes, corners, units and
//! seats have the ids that actions use, so that a move can be typed from the picture.

mod facts;
mod page;
mod pending;
mod picture;

use rules::render::{Names, RenderedBoard};
use rules::{Hex, Render, Seat};

use super::Landnam;
use super::board::{Corner, Place};
use super::fate::FateCard;
use super::resource::Bundle;
use super::state::{Building, RedToken, Table, Unit, UnitId};
use super::view::View;

impl Render for Landnam {
    fn render(&self, view: &View, names: &[String]) -> RenderedBoard {
        let scene = Scene { view, table: &view.table, names: Names(names) };
        let (svg, board) = picture::picture(&scene);
        RenderedBoard { svg, board, text: page::page(&scene) }
    }
}

#[derive(Debug, Clone, Copy)]
pub struct Scene<'a> {
    pub view: &'a View,
    pub table: &'a Table,
    pub names: Names<'a>,
}

impl<'a> Scene<'a> {
    pub fn name(&self, seat: Seat) -> String {
        self.names.inside(seat)
    }

    pub fn whose(&self, seat: Seat) -> String {
        format!("{}'s", self.name(seat))
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

    /// `Ada's settler 4`; `unit 4` once it has left the board.
    pub fn unit_and_owner(&self, id: UnitId) -> String {
        match self.table.unit(id) {
            Some(unit) => format!("{} {} {}", self.whose(unit.seat), unit.kind, id.0),
            None => format!("unit {}", id.0),
        }
    }

    /// `settler 4`, with `landed` and `outlaw` where they apply.
    pub fn unit(&self, unit: Unit) -> String {
        let landed = if self.table.is_landed(unit) { "landed " } else { "" };
        let outlaw = if self.table.is_outlaw(unit.id) { " (outlaw)" } else { "" };
        format!("{landed}{} {}{outlaw}", unit.kind, unit.id.0)
    }
}

/// Cards by kind: `2 iron, 1 wool`; `none` if there are none.
pub fn bundle(bundle: Bundle) -> String {
    if bundle.is_empty() {
        return "none".to_owned();
    }
    listed(bundle.kinds().map(|(kind, count)| format!("{count} {kind}")))
}

pub fn listed<T: ToString>(things: impl IntoIterator<Item = T>) -> String {
    let texts: Vec<String> = things.into_iter().map(|thing| thing.to_string()).collect();
    texts.join(", ")
}

/// Fate cards with their numbers, in the order of the deck: `2 omen, 1 uproar`.
pub fn cards(cards: &[FateCard]) -> String {
    let count = |kind: &FateCard| cards.iter().filter(|card| *card == kind).count();
    let kinds = FateCard::ALL.iter().map(|kind| (kind, count(kind))).filter(|(_, count)| *count > 0);
    listed(kinds.map(|(kind, count)| format!("{count} {kind}")))
}
