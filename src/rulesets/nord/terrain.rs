//! What a land field is made of (rules page §3).

use serde::{Deserialize, Serialize};

/// The terrain of a land field.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, utoipa::ToSchema,
)]
#[serde(rename_all = "snake_case")]
#[schema(as = NordTerrain)]
pub enum Terrain {
    /// Each worker there delivers.
    Mountain,
    /// Each area with a worker delivers, and feeds fighters.
    Forest,
    /// Delivers nothing; treasures lie there.
    Karst,
}

impl Terrain {
    pub const ALL: [Self; 3] = [Self::Mountain, Self::Forest, Self::Karst];

    /// The terrain of a letter in the rows of an island, and whether there is a cairn; `None` for the sea.
    pub const fn of_letter(letter: char) -> Option<(Self, bool)> {
        match letter {
            'M' => Some((Self::Mountain, false)),
            'F' => Some((Self::Forest, false)),
            'K' => Some((Self::Karst, false)),
            'C' => Some((Self::Karst, true)),
            _ => None,
        }
    }
}
