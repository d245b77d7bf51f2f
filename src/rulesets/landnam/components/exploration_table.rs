//! The exploration table (rules page §6 Exploring): from die and modifier to terrain, from the red die to a number.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::collections::BTreeMap;

use crate::landnam::number::Number;
use crate::landnam::terrain::Terrain;
use rules::wire;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExplorationTable {
    die: u8,
    modifier: Modifier,
    /// By the sum of die and modifier, from 1.
    terrain: Vec<Terrain>,
    /// By the face of the red die, from 1.
    number: Vec<Number>,
    /// As it was read, so that it is stored unchanged.
    written: Written,
}

/// What is added to the green die for the known land beside the hex.
#[wire]
#[derive(Copy)]
#[schema(as = ExplorationModifier)]
pub struct Modifier {
    /// For each mountain beside it.
    mountain: u8,
    /// For each other land beside it.
    other_land: u8,
    /// The most that is added together.
    max: u8,
}

/// What is found on an unknown hex: the green die with the modifier gives the terrain, the red one the number.
// As it is in the data.
#[wire]
#[schema(as = ExplorationTable)]
pub struct Written {
    /// How many faces each of the two dice has.
    die: u8,
    modifier: Modifier,
    /// The terrain by the sum of the green die and the modifier: keys such as `5`, `1-4` and `11+`.
    terrain: BTreeMap<String, Terrain>,
    /// The number by the face of the red die.
    #[schema(value_type = BTreeMap<String, Number>)]
    number: BTreeMap<u8, Number>,
}

impl ExplorationTable {
    pub fn faces(&self) -> u8 {
        self.die
    }

    pub fn modifier(&self, neighbours: impl Iterator<Item = Terrain>) -> u8 {
        let sum = neighbours
            .map(|terrain| match terrain {
                Terrain::Mountain => u32::from(self.modifier.mountain),
                other if other.is_land() => u32::from(self.modifier.other_land),
                _ => 0,
            })
            .sum::<u32>();
        sum.min(self.modifier.max.into()) as u8
    }

    // A table that lacks a row is refused when it is read, so that each face of a die has one.

    /// The terrain that a face of the green die finds with that modifier.
    pub fn terrain(&self, face: u8, modifier: u8) -> Terrain {
        self.terrain[usize::from(face) + usize::from(modifier) - 1]
    }

    pub fn number(&self, face: u8) -> Number {
        self.number[usize::from(face) - 1]
    }
}

impl TryFrom<Written> for ExplorationTable {
    type Error = String;

    fn try_from(written: Written) -> Result<Self, String> {
        if written.die == 0 {
            return Err("the dice need faces".to_owned());
        }
        let highest = written.die.checked_add(written.modifier.max).ok_or("the dice have too many faces")?;
        let terrain = (1..=highest).map(|sum| found(&written.terrain, sum)).collect::<Result<_, _>>()?;
        let number = (1..=written.die)
            .map(|face| written.number.get(&face).copied().ok_or(format!("no number for the red {face}")))
            .collect::<Result<_, _>>()?;
        if written.number.len() != usize::from(written.die) {
            return Err("a number for a face that the red die has not".to_owned());
        }
        Ok(Self { die: written.die, modifier: written.modifier, terrain, number, written })
    }
}

/// The one row of the table for `sum`.
fn found(rows: &BTreeMap<String, Terrain>, sum: u8) -> Result<Terrain, String> {
    let mut fitting = Vec::with_capacity(1);
    for (key, terrain) in rows {
        let (low, high) = span(key).ok_or_else(|| format!("`{key}` is no span of die results"))?;
        if (low..=high).contains(&sum) {
            fitting.push(*terrain);
        }
    }
    match fitting.as_slice() {
        [terrain] => Ok(*terrain),
        [] => Err(format!("no terrain for {sum}")),
        _ => Err(format!("more than one terrain for {sum}")),
    }
}

/// `5`, `1-4`, `11+`.
fn span(key: &str) -> Option<(u8, u8)> {
    if let Some(low) = key.strip_suffix('+') {
        return Some((low.parse().ok()?, u8::MAX));
    }
    match key.split_once('-') {
        Some((low, high)) => Some((low.parse().ok()?, high.parse().ok()?)),
        None => key.parse().ok().map(|only| (only, only)),
    }
}

impl Serialize for ExplorationTable {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.written.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for ExplorationTable {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::try_from(Written::deserialize(deserializer)?).map_err(serde::de::Error::custom)
    }
}
