//! The tiles and markers in supply (rules page §2).

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::landnam::number::Number;
use crate::landnam::resource::{Bundle, Resource};
use crate::landnam::terrain::Terrain;
use rules::{ByName, Spot};

/// What is left by name; kinds of which nothing is left are missing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Supply {
    /// Terrain tiles by terrain.
    #[serde(with = "ByName::<Terrain>")]
    #[schema(value_type = std::collections::BTreeMap<Terrain, u8>)]
    pub tiles: [u8; Terrain::ALL.len()],
    /// Number markers by value.
    #[serde(with = "ByName::<Number>")]
    #[schema(value_type = std::collections::BTreeMap<String, u8>)]
    pub numbers: [u8; Number::COUNT],
    /// Harbour markers by resource.
    pub harbours: Bundle,
}

impl Supply {
    pub fn tiles_of(&self, terrain: Terrain) -> u8 {
        self.tiles[terrain.index()]
    }

    pub fn numbers_of(&self, number: Number) -> u8 {
        self.numbers[number.index()]
    }

    pub fn harbours_of(&self, kind: Resource) -> u8 {
        self.harbours.get(kind)
    }

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

impl Spot for Terrain {
    fn index(self) -> usize {
        Self::index(self)
    }

    fn all() -> impl Iterator<Item = Self> {
        Self::ALL.into_iter()
    }
}

impl Spot for Number {
    fn index(self) -> usize {
        Self::index(self)
    }

    fn all() -> impl Iterator<Item = Self> {
        Self::ALL.into_iter()
    }
}
