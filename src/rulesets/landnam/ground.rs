//! The board at a glance: which places are known, sea, mountain, held. Made once for a question, then asked by
//! masks, so that listing every legal step costs next to nothing.

use super::board::{Place, PlaceSet};
use super::state::Table;
use super::terrain::Terrain;
use rules::Seat;

/// Sets of places by what is there.
#[derive(Debug, Clone, Copy)]
pub struct Ground {
    /// Discovered hexes, the rim and the outer sea.
    pub known: PlaceSet,
    /// Known sea, the rim and the outer sea included.
    pub sea: PlaceSet,
    pub mountain: PlaceSet,
    /// Places held by a unit; never the outer sea, which always counts as empty (rules page §2).
    pub held: PlaceSet,
}

impl Ground {
    pub fn of(table: &Table) -> Self {
        let outer = PlaceSet::only(Place::OUTER);
        let water = PlaceSet::rim() | outer;
        let mut ground = Self { known: water, sea: water, mountain: PlaceSet::EMPTY, held: PlaceSet::EMPTY };
        for (place, tile) in table.tiles.iter() {
            ground.known.insert(place);
            match tile.terrain {
                Terrain::Sea => ground.sea.insert(place),
                Terrain::Mountain => ground.mountain.insert(place),
                Terrain::Bog | Terrain::Field | Terrain::Pasture | Terrain::Forest => {}
            }
        }
        ground.held = table.units.iter().map(|unit| unit.place).collect::<PlaceSet>() - outer;
        ground
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

/// The hexes at which `seat` has a building; they open their mountains to his settlers (rules page §6).
pub fn home(table: &Table, seat: Seat) -> PlaceSet {
    let own = table.buildings.iter().filter(|(_, building)| building.seat == seat);
    own.flat_map(|(corner, _)| corner.places()).collect()
}
