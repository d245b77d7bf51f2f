//! The tiles and markers in supply (rules page §2).

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use utoipa::ToSchema;

use crate::rulesets::landnam::number::Number;
use crate::rulesets::landnam::resource::{Bundle, Resource};
use crate::rulesets::landnam::terrain::Terrain;

/// How many of each are left; all of it is public.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(from = "NamedSupply", into = "NamedSupply")]
pub struct Supply {
    /// Terrain tiles, in the order of [`Terrain::ALL`].
    pub tiles: [u8; Terrain::ALL.len()],
    /// Number markers, in the order of [`Number::ALL`].
    pub numbers: [u8; Number::COUNT],
    /// Harbour markers.
    pub harbours: Bundle,
}

impl Supply {
    /// The tiles of one terrain.
    pub fn tiles_of(&self, terrain: Terrain) -> u8 {
        self.tiles[terrain.index()]
    }

    /// The markers of one value.
    pub fn numbers_of(&self, number: Number) -> u8 {
        self.numbers[number.index()]
    }

    /// The harbour markers of one resource.
    pub fn harbours_of(&self, kind: Resource) -> u8 {
        self.harbours.get(kind)
    }

    /// Takes a marker of one value.
    pub fn take_number(&mut self, number: Number) {
        let left = &mut self.numbers[number.index()];
        *left = left.saturating_sub(1);
    }

    /// Puts a marker of one value back.
    pub fn return_number(&mut self, number: Number) {
        let left = &mut self.numbers[number.index()];
        *left = left.saturating_add(1);
    }
}

/// A [`Supply`] as it is written: what is left by name; kinds of which nothing is left are missing.
#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = Supply)]
pub struct NamedSupply {
    /// Terrain tiles by terrain.
    tiles: BTreeMap<Terrain, u8>,
    /// Number markers by value.
    #[schema(value_type = BTreeMap<String, u8>)]
    numbers: BTreeMap<Number, u8>,
    /// Harbour markers by resource.
    harbours: Bundle,
}

impl From<Supply> for NamedSupply {
    fn from(supply: Supply) -> Self {
        let tiles = Terrain::ALL.map(|terrain| (terrain, supply.tiles_of(terrain)));
        let numbers = Number::ALL.map(|number| (number, supply.numbers_of(number)));
        Self {
            tiles: tiles.into_iter().filter(|(_, left)| *left > 0).collect(),
            numbers: numbers.into_iter().filter(|(_, left)| *left > 0).collect(),
            harbours: supply.harbours,
        }
    }
}

impl From<NamedSupply> for Supply {
    fn from(named: NamedSupply) -> Self {
        Self {
            tiles: Terrain::ALL.map(|terrain| named.tiles.get(&terrain).copied().unwrap_or(0)),
            numbers: Number::ALL.map(|number| named.numbers.get(&number).copied().unwrap_or(0)),
            harbours: named.harbours,
        }
    }
}
