//! Where a unit may go (rules page §6): the terrain alone, whoever stands there.

use super::board::{Place, PlaceSet};
use super::ground::Ground;
use super::state::UnitKind;

/// A unit on its way: what decides which terrain it may enter.
#[derive(Debug, Clone, Copy)]
pub struct Passenger {
    /// A ship, landed or not, moves as a ship (§6 Landed ship, B33).
    pub kind: UnitKind,
    pub at: Place,
    /// The hexes at which its owner has a building, which open their mountains to his settlers.
    pub home: PlaceSet,
}

impl Passenger {
    /// The places next to it that it may enter by the ordinary rules, held or not.
    pub fn ordinary(&self, ground: &Ground) -> PlaceSet {
        let near = self.at.near();
        match self.kind {
            UnitKind::Ship => near & ground.sea,
            UnitKind::Settler if ground.mountain.contains(self.at) => near & ground.land(),
            UnitKind::Settler => near & (ground.numbered() | (ground.mountain & self.home)),
        }
    }

    /// The places next to it that a movement card of its kind opens: land that is no mountain to a ship
    /// (`landfall`, B27), mountains to a settler (`mountain_trail`).
    pub fn by_card(&self, ground: &Ground) -> PlaceSet {
        match self.kind {
            UnitKind::Ship => self.at.near() & ground.numbered(),
            UnitKind::Settler => self.at.near() & ground.mountain,
        }
    }

    /// The places next to it that it would explore: unknown ones, whatever the unit (§6 Exploring, B32).
    pub fn unknown(&self, ground: &Ground) -> PlaceSet {
        self.at.near() - ground.known
    }

    /// Where it may flee to from a chaser who came from `chaser_from` (B34), in the order of the rules.
    pub fn flight(&self, ground: &Ground, chaser_from: Place) -> PlaceSet {
        self.ordinary(ground) - ground.held - PlaceSet::only(chaser_from)
    }
}
