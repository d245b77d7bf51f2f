//! Everything there is to know about a game (rules page §5).
//!
//! May know: the vocabulary and the board. May not know: what is allowed. `Table` is what everybody sees, `Secret`
//! what nobody may learn but its owner, or nobody at all. Alliances and links are derived, never stored, except the links
//! with which a turn began.

mod figure;
mod links;
mod phase;
mod secret;
mod table;
mod turn;
mod workers;

pub use figure::{Figure, Hold, Holds, Jarl, MOST_SEATS, holds_of};
pub use links::Links;
pub use phase::{EndedBy, Phase};
pub use secret::{Buried, Secret};
pub use table::{Player, Table};
pub use turn::{Mode, ThisTurn};
pub use workers::Workers;

use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct State {
    pub table: Table,
    /// What only its owner sees, or nobody.
    pub secret: Secret,
}
