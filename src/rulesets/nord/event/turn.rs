//! Events of a turn (rules page §9, §10).

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::nord::board::{Field, Settlement};
use crate::nord::state::{Jarl, Links, Mode};
use crate::nord::treasure::Treasure;
use rules::Seat;

/// A turn begins.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = NordTurnBegun)]
pub struct TurnBegun {
    /// Its number, counted from 1.
    pub turn: u32,
    /// Who.
    pub seat: Seat,
    /// The settlements that are linked already.
    pub links: Links,
}

/// A turn ends.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = NordTurnEnded)]
pub struct TurnEnded {
    /// Who.
    pub seat: Seat,
}

/// A treasure was played; it lies open on the discard pile.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = NordTreasurePlayed)]
pub struct TreasurePlayed {
    /// Who.
    pub seat: Seat,
    /// Which.
    pub treasure: Treasure,
    /// How he may place workers in this turn.
    pub mode: Mode,
}

/// A negotiator moved a fighter.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = NordFighterMoved)]
pub struct FighterMoved {
    /// Whose fighter.
    pub seat: Seat,
    /// The settlement that he left.
    pub from: Settlement,
    /// The settlement where he is now.
    pub to: Settlement,
}

/// Workers were placed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = NordWorkersPlaced)]
pub struct WorkersPlaced {
    /// Whose.
    pub seat: Seat,
    /// Where, in reading order.
    pub fields: Vec<Field>,
    /// How many fishing boats they took.
    pub boats: u8,
}

/// A worker took the treasure of his field.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = NordTreasureTaken)]
pub struct TreasureTaken {
    /// Who has it now.
    pub seat: Seat,
    /// Where it lay.
    pub field: Field,
    /// Which it is.
    pub treasure: Treasure,
}

/// A settlement was attacked (§9.4).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = NordSettlementAttacked)]
pub struct SettlementAttacked {
    /// Who.
    pub seat: Seat,
    /// The start.
    pub from: Settlement,
    /// The target.
    pub to: Settlement,
    /// A shortest connection, from the start to the target; foreign workers on it stay.
    pub path: Vec<Field>,
    /// The own workers on it, in reading order; all of them left their fields.
    pub attackers: Vec<Field>,
    /// How many fishing boats came back to the general supply.
    pub boats: u8,
    /// How many attackers died and lie in the large dragon boat.
    pub dead: u8,
    /// How many became fighters in the target.
    pub fighters_to: u8,
    /// How many became fighters in the start.
    pub fighters_from: u8,
    /// How many went home.
    pub home: u8,
}

/// A jarl was defeated.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = NordJarlDefeated)]
pub struct JarlDefeated {
    /// By whom.
    pub seat: Seat,
    /// Where.
    pub settlement: Settlement,
    /// Whose jarl it was.
    pub jarl: Jarl,
    /// The points: the number of his place in the large dragon boat.
    pub points: u8,
}
