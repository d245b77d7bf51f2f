//! An island as it is written down: rows of letters, settlements, the small dragon boat, and the tiles of which it is
//! made (rules page §3, §4.2, §16); and the conditions that every island meets (§6.2, H1 to H8).

use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use strum::VariantArray;

use super::field::{Field, Rectangle, connected};
use super::settlement::{SETTLEMENTS, Settlement, are_distinct};
use crate::nord::components::Components;
use rules::{Spot, Spots, wire, words};

/// What a land field is made of.
#[words(Nord)]
pub enum Terrain {
    /// Each worker there delivers.
    Mountain,
    /// Each area with a worker delivers, and feeds fighters.
    Forest,
    /// Delivers nothing; treasures lie there.
    Karst,
}

impl Terrain {
    /// The terrain of a letter in the rows of an island, and whether there is a cairn; `None` for the sea.
    pub fn of_letter(letter: char) -> Option<(Self, bool)> {
        let known = LETTERS.iter().find(|(known, ..)| *known == letter);
        known.map(|(_, terrain, cairn)| (*terrain, *cairn))
    }
}

/// The letters in the rows of an island, and whether there is a cairn.
pub const LETTERS: [(char, Terrain, bool); 4] = [
    ('M', Terrain::Mountain, false),
    ('F', Terrain::Forest, false),
    ('K', Terrain::Karst, false),
    ('C', Terrain::Karst, true),
];

pub type Sites = Spots<Settlement, Field, SETTLEMENTS>;

/// What is fixed about an island: land, settlements and the small dragon boat.
#[wire(Nord)]
pub struct Island {
    /// Rows from the north, a letter for each field: `.` sea, `M` mountain, `F` forest, `K` karst, `C` karst with a
    /// cairn. All around is sea.
    #[schema(example = json!(["......", ".MMFF.", ".CKCF.", "......"]))]
    pub rows: Vec<String>,
    pub dragon_boat: Field,
    #[schema(value_type = std::collections::BTreeMap<String, Field>)]
    pub settlements: Sites,
    /// The settlements in which the players begin; empty where they choose.
    pub starts: Vec<Settlement>,
    pub tiles: Vec<LaidTile>,
}

impl Island {
    /// The land with its terrain, and whether it has a cairn, in reading order; fields under settlements too.
    pub fn land(&self) -> impl Iterator<Item = (Field, Terrain, bool)> {
        let rows = (0_i16..).zip(&self.rows);
        rows.flat_map(|(y, row)| {
            let letters = (0_i16..).zip(row.chars());
            letters.filter_map(move |(x, letter)| {
                Terrain::of_letter(letter).map(|(terrain, cairn)| (Field::new(x, y), terrain, cairn))
            })
        })
    }
}

/// The fields of a tile that is not turned: columns and rows.
const WIDE: i16 = 4;
const HIGH: i16 = 2;

/// The letters of one side of a tile, two rows of four.
pub type Side = [String; 2];

/// A tile and how it lies.
#[wire(Nord)]
#[derive(Copy)]
pub struct LaidTile {
    /// The side that is up: `1` to `8` the fronts, `A` to `H` the backs of the same tiles.
    #[schema(example = "1", pattern = "^[1-8A-H]$")]
    pub side: char,
    /// Column of its upper left field.
    #[schema(minimum = -100, maximum = 100)]
    pub x: i16,
    /// Row of its upper left field.
    #[schema(minimum = -100, maximum = 100)]
    pub y: i16,
    /// Clockwise degrees: 0, 90, 180 or 270.
    #[schema(value_type = u16, minimum = 0, maximum = 270, multiple_of = 90, example = 90)]
    pub rotation: Rotation,
}

/// Clockwise degrees: 0, 90, 180 or 270. Tiles are never mirrored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, VariantArray, Serialize, Deserialize)]
#[serde(try_from = "u16", into = "u16")]
pub enum Rotation {
    None,
    Quarter,
    Half,
    ThreeQuarters,
}

impl Rotation {
    pub const fn opposite(self) -> Self {
        match self {
            Self::None => Self::Half,
            Self::Quarter => Self::ThreeQuarters,
            Self::Half => Self::None,
            Self::ThreeQuarters => Self::Quarter,
        }
    }

    /// The columns and rows of a tile that lies so.
    pub const fn size(self) -> (i16, i16) {
        match self {
            Self::None | Self::Half => (WIDE, HIGH),
            Self::Quarter | Self::ThreeQuarters => (HIGH, WIDE),
        }
    }

    /// Where the letter at column `x` and row `y` of the tile lies after turning.
    const fn turned(self, x: i16, y: i16) -> (i16, i16) {
        match self {
            Self::None => (x, y),
            Self::Quarter => (HIGH - 1 - y, x),
            Self::Half => (WIDE - 1 - x, HIGH - 1 - y),
            Self::ThreeQuarters => (y, WIDE - 1 - x),
        }
    }
}

impl From<Rotation> for u16 {
    fn from(rotation: Rotation) -> Self {
        match rotation {
            Rotation::None => 0,
            Rotation::Quarter => 90,
            Rotation::Half => 180,
            Rotation::ThreeQuarters => 270,
        }
    }
}

impl TryFrom<u16> for Rotation {
    type Error = &'static str;

    fn try_from(degrees: u16) -> Result<Self, Self::Error> {
        let known = Self::VARIANTS.iter().find(|rotation| u16::from(**rotation) == degrees);
        known.copied().ok_or("a tile is turned by 0, 90, 180 or 270 degrees")
    }
}

impl LaidTile {
    /// The number of the tile, from 0, and whether its back is up.
    pub const fn tile(&self) -> Option<(usize, bool)> {
        match self.side {
            front @ '1'..='8' => Some((front as usize - '1' as usize, false)),
            back @ 'A'..='H' => Some((back as usize - 'A' as usize, true)),
            _ => None,
        }
    }

    pub fn fields(&self) -> impl Iterator<Item = Field> + use<> {
        let corner = Field::new(self.x, self.y);
        let (wide, high) = self.rotation.size();
        (0..high).flat_map(move |down| (0..wide).map(move |right| corner.moved(right, down)))
    }

    /// The fields with their letters, when `letters` are those of the side that is up.
    pub fn letters(&self, letters: &Side) -> Vec<(Field, char)> {
        let corner = Field::new(self.x, self.y);
        let rows = (0_i16..).zip(letters);
        let turned = rows.flat_map(|(y, row)| {
            (0_i16..).zip(row.chars()).map(move |(x, letter)| {
                let (right, down) = self.rotation.turned(x, y);
                (corner.moved(right, down), letter)
            })
        });
        turned.collect()
    }
}

/// An island of your own from the tiles of the game. Only its shape counts: the game moves it to its own coordinates.
#[wire]
#[schema(as = NordCustomIsland)]
pub struct IslandPlan {
    /// Four tiles and one for each player: all different, joined by edges, each beside the sea.
    pub tiles: Vec<LaidTile>,
    /// The sea field of the small dragon boat; it touches land.
    pub dragon_boat: Field,
    /// One on each tile, named from `s1` on without a gap: with the sea before a gate, 3 steps from each other and from the small dragon
    /// boat.
    #[schema(value_type = std::collections::BTreeMap<String, Field>, example = json!({"s1": "5,2"}))]
    pub settlements: Sites,
    /// One for each player to begin in; empty or left out if they choose.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub starts: Vec<Settlement>,
}

const MARGIN: i16 = 2;

impl IslandPlan {
    /// Writes the island down. Its plan has passed [`IslandPlan::check`].
    pub fn build(&self, components: &Components) -> Island {
        let sides = self.tiles.iter().filter_map(|tile| Some(tile.letters(components.side(tile)?)));
        let land: BTreeMap<Field, char> = sides.flatten().collect();
        let seen = land.keys().copied().chain([self.dragon_boat]);
        let shown = Rectangle::around(seen, MARGIN);
        let letter = |field: Field| land.get(&field).copied().unwrap_or('.');
        let letters: Vec<char> = shown.fields().map(letter).collect();
        let (right, down) = (-shown.left, -shown.top);
        let mut settlements = Sites::default();
        self.settlements.iter().for_each(|(id, field)| settlements.put(id, field.moved(right, down)));
        let moved = |tile: &LaidTile| LaidTile { x: tile.x + right, y: tile.y + down, ..*tile };
        Island {
            rows: letters.chunks(shown.columns.into()).map(|row| row.iter().collect()).collect(),
            dragon_boat: self.dragon_boat.moved(right, down),
            settlements,
            starts: self.starts.clone(),
            tiles: self.tiles.iter().map(moved).collect(),
        }
    }

    /// Does it name a settlement of its own for each player to begin in?
    pub fn has_starts_for(&self, players: u8) -> bool {
        let known = self.starts.iter().all(|start| self.settlements.get(*start).is_some());
        known && are_distinct(&self.starts) && self.starts.len() == usize::from(players)
    }

    /// Are the settlements those in play, `s1` and so on, one for each tile? Lists, pictures and start settlements go by
    /// these numbers.
    pub fn names_those_in_play(&self) -> bool {
        let named = self.settlements.iter().map(|(settlement, _)| settlement);
        named.eq(Settlement::all().take(self.tiles.len()))
    }

    /// Does the island meet the conditions? `count` tiles belong to the number of players.
    pub fn check(&self, count: usize) -> Result<(), UnmetCondition> {
        let Self { tiles, dragon_boat, .. } = self;
        check_land(tiles, *dragon_boat, count)?;
        let land: BTreeSet<Field> = tiles.iter().flat_map(LaidTile::fields).collect();
        let sites: Vec<Field> = self.settlements.iter().map(|(_, field)| field).collect();
        let on = |tile: &LaidTile| tile.fields().filter(|field| sites.contains(field)).count();
        let on_tiles = sites.len() == count && tiles.iter().all(|tile| on(tile) == 1);
        ensure(on_tiles, UnmetCondition::SettlementsOnTiles)?;
        ensure(sites.iter().all(|site| is_coast(*site, &land)), UnmetCondition::SettlementInland)?;
        ensure(sites.iter().all(|site| is_apart(*site, *dragon_boat, &sites)), UnmetCondition::TooNear)
    }
}

/// The least distance between two settlements, and of a settlement from the small dragon boat (H8).
pub const APART: u32 = 3;

/// A condition that an island does not meet: H1 to H8, in this order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UnmetCondition {
    Tiles,
    BoatOnLand,
    BoatOffshore,
    TilesApart,
    TileInland,
    SettlementsOnTiles,
    SettlementInland,
    TooNear,
}

impl UnmetCondition {
    /// The option of a custom island that is wrong, and what is required.
    pub const fn describe(self) -> (&'static str, &'static str) {
        const TILES: &str = "custom.tiles";
        const BOAT: &str = "custom.dragon_boat";
        const SETTLEMENTS: &str = "custom.settlements";
        match self {
            Self::Tiles => (
                TILES,
                "The island has one tile for each player and four more, all different, none over another.",
            ),
            Self::BoatOnLand => (BOAT, "The small dragon boat lies on a sea field."),
            Self::BoatOffshore => (BOAT, "At least one field beside the small dragon boat is land."),
            Self::TilesApart => (TILES, "The tiles hang together by edges."),
            Self::TileInland => (TILES, "Every tile has a field beside the sea."),
            Self::SettlementsOnTiles => {
                (SETTLEMENTS, "Every tile carries exactly one settlement, numbered from s1 on.")
            }
            Self::SettlementInland => (SETTLEMENTS, "Every settlement has the sea before a gate."),
            Self::TooNear => (
                SETTLEMENTS,
                "Settlements are 3 steps apart at least, and as far from the small dragon boat.",
            ),
        }
    }
}

/// The conditions that do not depend on settlements: H1 to H5.
pub fn check_land(tiles: &[LaidTile], boat: Field, count: usize) -> Result<(), UnmetCondition> {
    let numbers: BTreeSet<usize> =
        tiles.iter().filter_map(|tile| tile.tile()).map(|(number, _)| number).collect();
    let land: BTreeSet<Field> = tiles.iter().flat_map(LaidTile::fields).collect();
    let fields: usize = tiles.iter().map(|tile| tile.fields().count()).sum();
    ensure(tiles.len() == count && numbers.len() == count && land.len() == fields, UnmetCondition::Tiles)?;
    ensure(!land.contains(&boat), UnmetCondition::BoatOnLand)?;
    ensure(boat.neighbours().iter().any(|near| land.contains(near)), UnmetCondition::BoatOffshore)?;
    let reached = land.first().map_or(0, |first| connected(*first, |near| land.contains(&near)).len());
    ensure(reached == land.len(), UnmetCondition::TilesApart)?;
    let on_coast = |tile: &LaidTile| tile.fields().any(|field| is_coast(field, &land));
    ensure(tiles.iter().all(on_coast), UnmetCondition::TileInland)
}

pub fn is_coast(field: Field, land: &BTreeSet<Field>) -> bool {
    field.neighbours().iter().any(|near| !land.contains(near))
}

/// Is a settlement far enough from the small dragon boat and the others?
pub fn is_apart(site: Field, boat: Field, others: &[Field]) -> bool {
    let far = |other: &Field| *other == site || site.distance(*other) >= APART;
    site.distance(boat) >= APART && others.iter().all(far)
}

fn ensure(holds: bool, condition: UnmetCondition) -> Result<(), UnmetCondition> {
    if holds { Ok(()) } else { Err(condition) }
}
