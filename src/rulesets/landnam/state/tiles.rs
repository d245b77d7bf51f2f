//! The hexes that were discovered, and where each kind of them lies.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::landnam::board::{HEXES, Place, PlaceSet};
use crate::landnam::number::Number;
use crate::landnam::resource::Resource;
use crate::landnam::terrain::Terrain;
use rules::{Applied, OrMisfit, Spots, wire};

/// An interior hex that was discovered.
#[wire]
#[derive(Copy)]
pub struct Tile {
    pub terrain: Terrain,
    /// On bog, field, pasture and forest alone; missing there only until the number of an `omen` is named.
    pub number: Option<Number>,
    /// Missing without a harbour marker.
    pub harbour: Option<Resource>,
}

impl Tile {
    /// A tile as it comes from the supply, without marker or harbour.
    pub const fn bare(terrain: Terrain) -> Self {
        Self { terrain, number: None, harbour: None }
    }
}

/// The known interior hexes. The rim and the outer sea are always sea and carry nothing. In JSON a map from hex to
/// tile.
///
/// Every listing of steps and buildings, every view and every roll asks where a kind of tile lies. Walks over all tiles
/// for that took an eighth of the time of a random game, so the sets are kept beside the tiles; only [`Tiles::put`]
/// changes either.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Tiles {
    tiles: Spots<Place, Tile, HEXES>,
    by_terrain: [PlaceSet; Terrain::COUNT],
    by_number: [PlaceSet; Number::COUNT],
    harbours: PlaceSet,
}

impl Tiles {
    pub fn get(&self, place: Place) -> Option<Tile> {
        self.tiles.get(place)
    }

    /// Lays a tile, in place of the one that lay there. Nothing lies on the outer sea.
    pub fn put(&mut self, place: Place, tile: Tile) {
        if place == Place::OUTER {
            return;
        }
        let here = PlaceSet::only(place);
        if let Some(before) = self.get(place) {
            self.sets_with(before).for_each(|set| *set = *set - here);
        }
        self.sets_with(tile).for_each(|set| *set = *set | here);
        self.tiles.put(place, tile);
    }

    /// The sets that a hex with this tile is in.
    fn sets_with(&mut self, tile: Tile) -> impl Iterator<Item = &mut PlaceSet> {
        let number = tile.number.map(|number| &mut self.by_number[number.index()]);
        let harbour = tile.harbour.map(|_| &mut self.harbours);
        [Some(&mut self.by_terrain[tile.terrain.index()]), number, harbour].into_iter().flatten()
    }

    pub fn change(&mut self, place: Place, change: impl FnOnce(&mut Tile)) -> Applied {
        let mut tile = self.get(place).or_misfit("no such hex")?;
        change(&mut tile);
        self.put(place, tile);
        Ok(())
    }

    /// All of them, in the order of the hexes.
    pub fn iter(&self) -> impl Iterator<Item = (Place, Tile)> {
        self.tiles.iter()
    }

    pub const fn of_terrain(&self, terrain: Terrain) -> PlaceSet {
        self.by_terrain[terrain as usize]
    }

    pub const fn with_number(&self, number: Number) -> PlaceSet {
        self.by_number[number.index()]
    }

    /// The hexes with a harbour.
    pub const fn harbours(&self) -> PlaceSet {
        self.harbours
    }
}

impl Serialize for Tiles {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.tiles.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Tiles {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let read = Spots::<Place, Tile, HEXES>::deserialize(deserializer)?;
        let mut tiles = Self::default();
        read.iter().for_each(|(place, tile)| tiles.put(place, tile));
        Ok(tiles)
    }
}
