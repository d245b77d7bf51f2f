//! The conditions that every island meets (rules page §6.2, H1 to H8).

use std::collections::BTreeSet;

use super::field::Field;
use super::island::Sites;
use super::tile::LaidTile;

/// The least distance between two settlements, and of a settlement from the small dragon boat (H8).
pub const APART: u32 = 3;

/// The condition that an island does not meet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Flaw {
    /// H1: as many different tiles as belong to the number of players, none over another.
    Tiles,
    /// H2: the small dragon boat lies at sea.
    BoatOnLand,
    /// H3: land lies beside the small dragon boat.
    BoatOffshore,
    /// H4: the tiles hang together by edges.
    TilesApart,
    /// H5: every tile lies at the sea.
    TileInland,
    /// H6: one settlement on each tile.
    SettlementsOnTiles,
    /// H7: every settlement lies at the sea.
    SettlementInland,
    /// H8: settlements and the small dragon boat are apart.
    TooNear,
}

impl Flaw {
    /// The field of a custom island that is wrong.
    pub const fn field(self) -> &'static str {
        match self {
            Self::Tiles | Self::TilesApart | Self::TileInland => "custom.tiles",
            Self::BoatOnLand | Self::BoatOffshore => "custom.dragon_boat",
            Self::SettlementsOnTiles | Self::SettlementInland | Self::TooNear => "custom.settlements",
        }
    }

    pub const fn message(self) -> &'static str {
        match self {
            Self::Tiles => {
                "The island has one tile for each player and four more, all different, none over another."
            }
            Self::BoatOnLand => "The small dragon boat lies on a sea field.",
            Self::BoatOffshore => "At least one field beside the small dragon boat is land.",
            Self::TilesApart => "The tiles hang together by edges.",
            Self::TileInland => "Every tile has a field beside the sea.",
            Self::SettlementsOnTiles => "Every tile carries exactly one settlement, numbered from s1 on.",
            Self::SettlementInland => "Every settlement has the sea before a gate.",
            Self::TooNear => "Settlements are 3 steps apart at least, and as far from the small dragon boat.",
        }
    }
}

/// Does an island of these tiles meet the conditions? `count` tiles belong to the number of players.
pub fn check(tiles: &[LaidTile], boat: Field, sites: &Sites, count: usize) -> Result<(), Flaw> {
    check_land(tiles, boat, count)?;
    let land: BTreeSet<Field> = tiles.iter().flat_map(LaidTile::fields).collect();
    let sites: Vec<Field> = sites.iter().map(|(_, field)| field).collect();
    let on = |tile: &LaidTile| tile.fields().filter(|field| sites.contains(field)).count();
    ensure(sites.len() == count && tiles.iter().all(|tile| on(tile) == 1), Flaw::SettlementsOnTiles)?;
    let at_sea = |field: &Field| field.neighbours().iter().any(|near| !land.contains(near));
    ensure(sites.iter().all(at_sea), Flaw::SettlementInland)?;
    ensure(sites.iter().all(|site| is_apart(*site, boat, &sites)), Flaw::TooNear)
}

/// The conditions that do not ask for settlements: H1 to H5.
pub fn check_land(tiles: &[LaidTile], boat: Field, count: usize) -> Result<(), Flaw> {
    let numbers: BTreeSet<usize> =
        tiles.iter().filter_map(|tile| tile.tile()).map(|(number, _)| number).collect();
    let land: BTreeSet<Field> = tiles.iter().flat_map(LaidTile::fields).collect();
    let fields: usize = tiles.iter().map(|tile| tile.fields().count()).sum();
    ensure(tiles.len() == count && numbers.len() == count && land.len() == fields, Flaw::Tiles)?;
    ensure(!land.contains(&boat), Flaw::BoatOnLand)?;
    ensure(boat.neighbours().iter().any(|near| land.contains(near)), Flaw::BoatOffshore)?;
    ensure(hangs_together(&land), Flaw::TilesApart)?;
    let at_sea = |field: &Field| field.neighbours().iter().any(|near| !land.contains(near));
    ensure(tiles.iter().all(|tile| tile.fields().any(|field| at_sea(&field))), Flaw::TileInland)
}

/// Is a settlement far enough from the small dragon boat and the others?
pub fn is_apart(site: Field, boat: Field, others: &[Field]) -> bool {
    let far = |other: &Field| *other == site || site.distance(*other) >= APART;
    site.distance(boat) >= APART && others.iter().all(far)
}

fn hangs_together(land: &BTreeSet<Field>) -> bool {
    let mut reached: BTreeSet<Field> = land.first().copied().into_iter().collect();
    let mut front: Vec<Field> = reached.iter().copied().collect();
    while let Some(field) = front.pop() {
        let near = field.neighbours().into_iter().filter(|near| land.contains(near));
        front.extend(near.filter(|near| reached.insert(*near)));
    }
    reached.len() == land.len()
}

fn ensure(holds: bool, flaw: Flaw) -> Result<(), Flaw> {
    if holds { Ok(()) } else { Err(flaw) }
}
