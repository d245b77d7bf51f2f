//! Where a unit may go (rules page §6): the terrain alone, whichever unit stands there. Sets of places are made once
//! for a decision, then answered by masks, so that listing every legal step costs next to nothing.

use std::ops::BitOr;

use super::board::{Place, PlaceSet};
use super::state::{Table, UnitKind};
use super::terrain::Terrain;
use rules::Seat;

#[derive(Debug, Clone, Copy)]
pub struct BoardAreas {
    /// Discovered hexes, the rim and the outer sea.
    pub known: PlaceSet,
    /// Known sea, the rim and the outer sea included.
    pub sea: PlaceSet,
    pub mountain: PlaceSet,
    /// Places with a unit; never the outer sea, which always counts as empty (rules page §2).
    pub held: PlaceSet,
}

impl BoardAreas {
    pub fn of(table: &Table) -> Self {
        let outer = PlaceSet::only(Place::OUTER);
        let water = PlaceSet::rim() | outer;
        let tiles = &table.tiles;
        let held: PlaceSet = table.units.iter().map(|unit| unit.place).collect();
        Self {
            known: Terrain::ALL
                .into_iter()
                .map(|terrain| tiles.of_terrain(terrain))
                .fold(water, BitOr::bitor),
            sea: water | tiles.of_terrain(Terrain::Sea),
            mountain: tiles.of_terrain(Terrain::Mountain),
            held: held - outer,
        }
    }

    pub fn add(&mut self, place: Place, terrain: Terrain) {
        self.known.insert(place);
        match terrain {
            Terrain::Sea => self.sea.insert(place),
            Terrain::Mountain => self.mountain.insert(place),
            Terrain::Bog | Terrain::Field | Terrain::Pasture | Terrain::Forest => {}
        }
    }

    pub fn land(&self) -> PlaceSet {
        self.known - self.sea
    }

    pub fn numbered(&self) -> PlaceSet {
        self.land() - self.mountain
    }

    /// Known sea and mountains, which yield nothing.
    pub fn barren(&self) -> PlaceSet {
        self.sea | self.mountain
    }
}

/// The hexes at which `seat` has a building; they open their mountains to its settlers (rules page §6).
pub fn home_of(table: &Table, seat: Seat) -> PlaceSet {
    let own = table.buildings.iter().filter(|(_, building)| building.seat == seat);
    own.flat_map(|(corner, _)| corner.places()).collect()
}

/// A unit that moves or flees: what decides which terrain it may enter.
#[derive(Debug, Clone, Copy)]
pub struct Mover {
    /// A ship, landed or not, moves as a ship (§6 Landed ship, B33).
    pub kind: UnitKind,
    pub at: Place,
    pub home: PlaceSet,
}

impl Mover {
    /// The places next to it that it may enter by the ordinary rules, with a unit or not.
    pub fn ordinary(&self, areas: &BoardAreas) -> PlaceSet {
        let near = self.at.near();
        match self.kind {
            UnitKind::Ship => near & areas.sea,
            UnitKind::Settler if areas.mountain.contains(self.at) => near & areas.land(),
            UnitKind::Settler => near & (areas.numbered() | (areas.mountain & self.home)),
        }
    }

    /// The places next to it that a movement card of its kind opens: land that is no mountain to a ship
    /// (`landfall`, B27), mountains to a settler (`mountain_trail`).
    pub fn by_card(&self, areas: &BoardAreas) -> PlaceSet {
        match self.kind {
            UnitKind::Ship => self.at.near() & areas.numbered(),
            UnitKind::Settler => self.at.near() & areas.mountain,
        }
    }

    /// Where it may flee to from a chaser who came from `chaser_from` (B34), in the order of the rules.
    pub fn flight(&self, areas: &BoardAreas, chaser_from: Place) -> PlaceSet {
        self.ordinary(areas) - areas.held - PlaceSet::only(chaser_from)
    }
}
