//! Events of building (rules page §8).

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::landnam::board::{Corner, Place};
use crate::landnam::number::Number;
use crate::landnam::resource::{Bundle, Resource};
use crate::landnam::state::{UnitId, UnitKind};
use rules::Seat;

/// A unit was built.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct UnitBuilt {
    /// Who.
    pub seat: Seat,
    /// Its name.
    pub unit: UnitId,
    /// Ship or settler.
    pub kind: UnitKind,
    /// The building that made it; none on the outer sea.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub corner: Option<Corner>,
    /// Where it stands.
    pub hex: Place,
    /// The cards paid.
    pub cost: Bundle,
}

/// A unit became a farm.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct FarmBuilt {
    /// Who.
    pub seat: Seat,
    /// The unit; it leaves the board.
    pub unit: UnitId,
    /// Ship or settler.
    pub kind: UnitKind,
    /// Where it stood.
    pub hex: Place,
    /// Where the farm stands.
    pub corner: Corner,
    /// The cards paid.
    pub cost: Bundle,
}

/// A farm was expanded to a town.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct TownBuilt {
    /// Who.
    pub seat: Seat,
    /// Where it stands.
    pub corner: Corner,
    /// The cards paid.
    pub cost: Bundle,
}

/// A ship built a harbour.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct HarbourBuilt {
    /// Who.
    pub seat: Seat,
    /// The unit.
    pub unit: UnitId,
    /// Where.
    pub hex: Place,
    /// Its kind.
    pub resource: Resource,
    /// The cards paid.
    pub cost: Bundle,
}

/// A settler aged its hex.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct HexAgedForPay {
    /// Who.
    pub seat: Seat,
    /// The unit.
    pub unit: UnitId,
    /// The hex.
    pub hex: Place,
    /// Its number before.
    pub from: Number,
    /// Its number now.
    pub to: Number,
    /// The cards paid.
    pub cost: Bundle,
}
