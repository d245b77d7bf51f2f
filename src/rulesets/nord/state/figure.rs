//! Men and jarls: who stands in the settlements, and who lies in the large dragon boat (rules page §5, §12).

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::nord::board::{Board, SETTLEMENTS, Settlement};
use rules::{Seat, Spots};

pub const MOST_SEATS: usize = 4;

/// What stands in the settlements, by settlement.
pub type Holds = Spots<Settlement, Hold, SETTLEMENTS>;

/// The settlements of an island, with nobody in them.
pub fn holds_of(board: &Board) -> Holds {
    let mut holds = Holds::default();
    board.settlements().for_each(|(settlement, _)| holds.put(settlement, Hold::default()));
    holds
}

/// What stands in a settlement.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = NordHold)]
pub struct Hold {
    /// The fighters by seat; four numbers, 0 for seats that are not there.
    #[schema(value_type = Vec<u8>, min_items = 4, max_items = 4)]
    pub fighters: [u8; MOST_SEATS],
    /// The chief, while he lives.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub jarl: Option<Jarl>,
}

impl Hold {
    pub fn of(&self, seat: Seat) -> u8 {
        self.fighters.get(usize::from(seat)).copied().unwrap_or(0)
    }

    pub fn of_mut(&mut self, seat: Seat) -> Option<&mut u8> {
        self.fighters.get_mut(usize::from(seat))
    }
}

/// The chief of a settlement.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
#[schema(as = NordJarl)]
pub enum Jarl {
    /// He belongs to nobody.
    Neutral {},
    /// He belongs to a player.
    Own {
        /// To whom.
        seat: Seat,
    },
}

impl Jarl {
    pub fn is_of(self, seat: Seat) -> bool {
        self == Self::Own { seat }
    }

    /// What lies in the large dragon boat once he is defeated.
    pub fn defeated(self) -> Figure {
        match self {
            Self::Neutral {} => Figure::NeutralJarl {},
            Self::Own { seat } => Figure::Jarl { seat },
        }
    }
}

/// Who lies in a place of the large dragon boat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
#[schema(as = NordFigure)]
pub enum Figure {
    /// A dead man.
    Man {
        /// Whose.
        seat: Seat,
    },
    /// A player's jarl.
    Jarl {
        /// Whose.
        seat: Seat,
    },
    /// A jarl who belonged to nobody.
    NeutralJarl {},
    /// A jarl of a colour that is not in play.
    UnusedJarl {},
}
