//! Actions of building, and the end of the turn (rules page §8).

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::landnam::board::{Corner, Place};
use crate::landnam::resource::Resource;
use crate::landnam::state::{UnitId, UnitKind};

/// Builds a unit at a building.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct BuildUnit {
    /// Ship or settler.
    pub unit: UnitKind,
    /// The own farm or town.
    pub corner: Corner,
    /// A free hex at that corner.
    pub hex: Place,
}

/// Builds a ship on the outer sea.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct BuildShipOnOuter {}

/// A unit becomes a farm.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct BuildFarm {
    /// The unit, which returns to the supply.
    pub unit: UnitId,
    /// A corner of its hex.
    pub corner: Corner,
}

/// Expands a farm to a town.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct BuildTown {
    /// The own farm.
    pub corner: Corner,
}

/// A ship builds a harbour on its hex.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct BuildHarbour {
    /// The ship.
    pub unit: UnitId,
    /// The kind on the marker, which is also the kind paid.
    pub resource: Resource,
}

/// A settler ages its hex for pay.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AgeHex {
    /// The settler, or landed ship.
    pub unit: UnitId,
}

/// Ends the turn.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct EndTurn {}
