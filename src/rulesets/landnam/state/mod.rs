//! Everything there is to know about a game of Landnám: what lies on the table, and what is secret.
//!
//! May know: the vocabulary (resources, terrains, cards, numbers) and the geometry of the board.
//! May not know: what is allowed, what an action does, or any component data; no log and no chance. Every
//! change comes from an event (`apply`). A pending question is data here, never a closure.

mod althing;
mod movement;
mod offer;
mod phase;
mod pieces;
mod secret;
mod suit;
mod supply;
mod table;
mod trading;

pub use althing::{Althing, PossibleSuit};
pub use movement::{Flight, Movement, Naming};
pub use offer::{Offer, OfferId};
pub use phase::{Ending, Phase};
pub use pieces::{Building, BuildingKind, RedToken, Tile, Unit, UnitId, UnitKind};
pub use secret::Secret;
pub use suit::{Party, Side, Suit};
pub use supply::Supply;
pub use table::{Buildings, Player, Table, Tiles};
pub use trading::Trading;

use serde::{Deserialize, Serialize};

/// A game, secrets included.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct State {
    pub table: Table,
    /// What nobody sees, or only one.
    pub secret: Secret,
}
