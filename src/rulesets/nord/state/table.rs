//! What lies on the table for everybody to see (rules page §5).

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Figure, Hold, Holds, Phase, ThisTurn, Workers};
use crate::nord::board::{Board, Ends, Field, Settlement};
use crate::nord::options::Layout;
use crate::nord::treasure::Treasure;
use rules::Seat;

/// The public part of a game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = NordTable)]
pub struct Table {
    /// The number of the turn, counted from 1; 0 in the set-up. Turns that are skipped, because a seat has given up, are
    /// counted.
    pub turn: u32,
    /// Whose turn it is.
    pub active: Seat,
    /// Where in the game it stands.
    pub phase: Phase,
    /// The number of the next scoring: 1 and 3 raw materials, 2 and 4 fighters; 5 once all four are done.
    #[schema(minimum = 1, maximum = 5)]
    pub next_scoring: u8,
    /// The island.
    pub board: Board,
    /// The owners of the workers by field.
    #[schema(value_type = std::collections::BTreeMap<String, Seat>)]
    pub workers: Workers,
    /// Fighters and jarls by settlement; every settlement of the island is listed, empty ones too.
    #[schema(value_type = std::collections::BTreeMap<String, Hold>)]
    pub settlements: Holds,
    /// What is known of each seat, by seat.
    pub players: Vec<Player>,
    /// The fishing boats in the general supply.
    pub boats: u8,
    /// Who lies in the large dragon boat, from its lowest place on; the places behind are free.
    pub dragon_boat: Vec<Figure>,
    /// The numbers of the places of the large dragon boat, ascending.
    pub places: Vec<u8>,
    /// The fields on which a treasure lies face down, in reading order.
    pub treasures: Vec<Field>,
    /// How many tiles are in the draw pile.
    pub draw_pile: u8,
    /// The treasures that were played, the last one last.
    pub discard: Vec<Treasure>,
    /// The turn that is being played.
    pub this_turn: ThisTurn,
    /// How often the active player has acted in this turn.
    pub acts: u16,
    /// What was chosen about the island.
    pub layout: Layout,
}

/// What is known of a seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = NordPlayer)]
pub struct Player {
    /// The points so far.
    pub score: i32,
    /// Men at home, who can be placed.
    pub supply: u8,
    /// The number of treasures in hand.
    pub treasures: u8,
    /// Has the seat given up?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub resigned: bool,
}

impl Table {
    pub fn seats(&self) -> u8 {
        self.players.len() as u8
    }

    /// What is known of a seat; nothing of one that is not there.
    pub fn player(&self, seat: Seat) -> Player {
        self.players.get(usize::from(seat)).copied().unwrap_or_default()
    }

    pub fn player_mut(&mut self, seat: Seat) -> Option<&mut Player> {
        self.players.get_mut(usize::from(seat))
    }

    pub fn has_resigned(&self, seat: Seat) -> bool {
        self.player(seat).resigned
    }

    /// The seats that have not given up.
    pub fn playing(&self) -> impl Iterator<Item = Seat> {
        (0..self.seats()).filter(|seat| !self.has_resigned(*seat))
    }

    /// What stands in a settlement; nothing in one that is not there.
    pub fn hold(&self, settlement: Settlement) -> Hold {
        self.settlements.get(settlement).unwrap_or_default()
    }

    /// The fighters of a seat in a settlement.
    pub fn fighters(&self, settlement: Settlement, seat: Seat) -> u8 {
        self.hold(settlement).of(seat)
    }

    /// The settlements in which a seat has a fighter.
    pub fn own_settlements(&self, seat: Seat) -> Ends {
        let own = self.settlements.iter().filter(|(_, hold)| hold.of(seat) > 0);
        own.map(|(settlement, _)| settlement).collect()
    }

    /// How many places of the large dragon boat are free.
    pub fn free_places(&self) -> usize {
        self.places.len().saturating_sub(self.dragon_boat.len())
    }
}
