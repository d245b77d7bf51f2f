//! What a seat can do: one struct for each type of action that has fields (rules page §8.1).
//!
//! These types are the API: unknown fields are refused by name.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::board::{Field, Settlement};
use super::treasure::Treasure;

/// An action, told apart by its `type`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
#[schema(as = NordAction)]
#[expect(missing_docs, reason = "each variant says what it is at its struct")]
pub enum Action {
    ChooseStart(ChooseStart),
    PlayTreasure(PlayTreasure),
    PlaceWorkers(PlaceWorkers),
    Attack(Attack),
    DefeatJarl(DefeatJarl),
}

/// Begins in a settlement: a fighter and the jarl go there.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = NordChooseStart)]
pub struct ChooseStart {
    /// Where.
    pub settlement: Settlement,
}

/// Plays a treasure before workers are placed; at most one in a turn.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = NordPlayTreasure)]
pub struct PlayTreasure {
    /// The kind.
    pub treasure: Treasure,
    /// Negotiator only: the settlement that an own fighter leaves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<Settlement>,
    /// Negotiator only: the settlement, linked with the first, that he goes to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<Settlement>,
}

/// Places workers; the attacks that they force follow, one by one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = NordPlaceWorkers)]
pub struct PlaceWorkers {
    /// Where, each field once, in any order; listed in reading order.
    #[schema(min_items = 1, max_items = 8)]
    pub fields: Vec<Field>,
}

/// Attacks a settlement that the new workers have joined to one with an own fighter.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = NordAttack)]
pub struct Attack {
    /// The start: a settlement with an own fighter.
    pub from: Settlement,
    /// The target: a settlement without one.
    pub to: Settlement,
    /// All own workers of one shortest connection of the two, in any order; listed in reading order. Shortest connections
    /// with the same own workers are one choice.
    #[schema(min_items = 1, max_items = 24)]
    pub attackers: Vec<Field>,
    /// Where the fifth attacker goes, the start or the target; only and always with five attackers or more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fifth: Option<Settlement>,
}

/// Defeats a jarl instead of placing workers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = NordDefeatJarl)]
pub struct DefeatJarl {
    /// Where.
    pub settlement: Settlement,
}
