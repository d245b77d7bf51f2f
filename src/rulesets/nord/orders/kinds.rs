//! The kinds of order. These types are the API: unknown fields are refused by name.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::nord::board::Settlement;

/// An answer given in advance, told apart by its `type`. Of several that could answer, the one given last does.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
#[schema(as = NordOrder)]
#[expect(missing_docs, reason = "each variant says what it is at its struct")]
pub enum Order {
    Start(StartPreference),
    DefeatJarl(JarlPreference),
}

/// Every `type` of an order.
pub const KINDS: [&str; 2] = ["start", "defeat_jarl"];

/// Begins in a settlement where the players choose themselves.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = NordStartPreference)]
pub struct StartPreference {
    /// The first of these that nobody has taken. Where all are taken, the owner is asked.
    #[schema(min_items = 1, max_items = 8)]
    pub settlements: Vec<Settlement>,
}

/// Defeats a jarl as soon as the own turn begins and it brings enough.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = NordJarlPreference)]
pub struct JarlPreference {
    /// The least points: the number of the lowest free place of the large dragon boat. Of several jarls that of the
    /// settlement that is listed first.
    #[schema(minimum = 1, maximum = 20)]
    pub at_least: u8,
}
