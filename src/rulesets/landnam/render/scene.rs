//! What is drawn: the view and the names, with what is asked of them again and again.

use super::words;
use crate::landnam::board::{Corner, Place};
use crate::landnam::state::{Building, RedToken, Table, Unit, UnitId};
use crate::landnam::view::View;
use rules::render::Names;
use rules::{Hex, Seat};

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

    /// The seats in order.
    pub fn seats(&self) -> impl Iterator<Item = Seat> + use<> {
        0..self.table.seats()
    }

    /// The units of a seat in the order of their names.
    pub fn units_of(&self, seat: Seat) -> impl Iterator<Item = Unit> + use<'a> {
        self.table.units.iter().filter(move |unit| unit.seat == seat).copied()
    }

    /// The units on the outer sea, by seat.
    pub fn on_outer(&self) -> Vec<Unit> {
        let mut units: Vec<Unit> =
            self.table.units.iter().filter(|unit| unit.place == Place::OUTER).copied().collect();
        units.sort_by_key(|unit| (unit.seat, unit.id));
        units
    }

    /// The buildings of a seat by corner.
    pub fn buildings_of(&self, seat: Seat) -> impl Iterator<Item = (Corner, Building)> + use<'a> {
        self.table.buildings.iter().filter(move |(_, building)| building.seat == seat)
    }

    /// The red tokens that lie on a hex.
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
            Some(unit) => format!("{} {} {}", self.whose(unit.seat), words::unit(unit.kind), id.0),
            None => format!("unit {}", id.0),
        }
    }

    /// `settler 4`, with `landed` and `outlaw` where they hold.
    pub fn unit(&self, unit: Unit) -> String {
        let landed = if self.table.is_landed(unit) { "landed " } else { "" };
        let outlaw = if self.table.is_outlaw(unit.id) { " (outlaw)" } else { "" };
        format!("{landed}{} {}{outlaw}", words::unit(unit.kind), unit.id.0)
    }
}
