//! The fields of islands for clients that draw them themselves: what the letters of an island mean, and the islands for
//! first games. A game brings its own island in the view.

use std::collections::BTreeMap;

use super::Nord;
use super::board::{Field, Island, LETTERS, Terrain};
use super::components::Components;
use super::render::terrain_style;
use rules::render::GroundColour;
use rules::{BoardGeometry, wire};

/// How fields lie and what the rows of an island mean. A field `x,y` is a square with sides of 1 whose middle lies at
/// these numbers: `x` grows to the east, `y` to the south. Sea is all around, and workers may lie there as well.
#[wire(Nord)]
pub struct ShownGeometry {
    /// How long a side of a field is in the numbers of `x` and `y`.
    #[schema(example = 1)]
    pub unit: i16,
    /// What each letter in the rows of an island stands for; `.` is sea.
    pub letters: Vec<LandLetter>,
    /// The islands for first games by number of players, with every field of land.
    #[schema(value_type = std::collections::BTreeMap<String, IslandGeometry>)]
    pub islands: BTreeMap<u8, IslandGeometry>,
}

/// A letter in the rows of an island.
#[wire(Nord)]
pub struct LandLetter {
    /// As it stands in `rows`.
    #[schema(example = "C", pattern = "^[MFKC]$")]
    pub letter: char,
    pub terrain: Terrain,
    /// Is there a cairn, where treasures can lie?
    pub cairn: bool,
}

/// An island as the view of its games has it, and its land field by field.
#[wire(Nord)]
pub struct IslandGeometry {
    pub island: Island,
    /// Every field of land in reading order, those under settlements included.
    pub fields: Vec<FieldGeometry>,
}

/// A field of land by its middle.
#[wire(Nord)]
pub struct FieldGeometry {
    pub field: Field,
    pub x: i16,
    pub y: i16,
    pub terrain: Terrain,
    /// Is there a cairn, where treasures can lie?
    pub cairn: bool,
}

impl BoardGeometry for Nord {
    type Components = Components;
    type Geometry = ShownGeometry;

    fn geometry(&self) -> ShownGeometry {
        let letters = LETTERS.map(|(letter, terrain, cairn)| LandLetter { letter, terrain, cairn });
        let players = self.components.players;
        let islands = (players.min..=players.max).filter_map(|players| {
            let island = self.components.island(players)?;
            let fields = island
                .land()
                .map(|(field, terrain, cairn)| FieldGeometry {
                    field,
                    x: field.x,
                    y: field.y,
                    terrain,
                    cairn,
                })
                .collect();
            Some((players, IslandGeometry { island, fields }))
        });
        ShownGeometry { unit: 1, letters: letters.into(), islands: islands.collect() }
    }

    fn colours(&self) -> Vec<GroundColour> {
        let tiles = Terrain::ALL.map(|terrain| GroundColour::of(terrain.name(), terrain_style(terrain)));
        tiles.into_iter().chain([GroundColour::around("sea", |palette| palette.sea)]).collect()
    }
}
