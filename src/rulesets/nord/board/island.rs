//! An island as it is written down: rows of letters, the small dragon boat, settlements, starts, tiles (rules page §16).

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::field::Field;
use super::settlement::{SETTLEMENTS, Settlement};
use super::tile::LaidTile;
use crate::nord::terrain::Terrain;
use rules::Spots;

pub type Sites = Spots<Settlement, Field, SETTLEMENTS>;

/// Everything that is fixed about the island of a game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = NordIsland)]
pub struct Island {
    /// The terrain by rows from the north: `.` sea, `M` mountain, `F` forest, `K` karst, `C` karst with a cairn. Under
    /// settlements too, where it counts for nothing. All that lies outside is sea.
    #[schema(example = json!(["......", ".MMFF.", ".CKCF.", "......"]))]
    pub rows: Vec<String>,
    /// The sea field that the small dragon boat covers.
    pub dragon_boat: Field,
    /// Where the settlements stand, by settlement.
    #[schema(value_type = std::collections::BTreeMap<String, Field>)]
    pub settlements: Sites,
    /// The settlements in which the players begin; empty where they choose themselves.
    pub starts: Vec<Settlement>,
    /// The tiles of which it is made.
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
