//! What is pending in phase 2: the unit that moves, one that must flee, a number that must be named.

use super::UnitId;
use crate::landnam::board::Place;
use crate::landnam::number::Number;
use rules::wire;

/// Phase 2: the active seat moves one unit and explores.
#[wire]
#[derive(Default)]
pub struct Movement {
    /// How many actions the active seat took in this phase.
    pub acts: u16,
    /// The unit that is moved; missing until it is chosen.
    pub unit: Option<UnitId>,
    /// How many steps it has left, cards included.
    pub steps: u8,
    /// `landfall` was played: the unit may enter one land hex that is no mountain.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub landfall: bool,
    /// `mountain_trail` was played: the unit may enter mountains.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub mountain_trail: bool,
    /// `drive_off` was played: the unit may drive off one unit of an opponent.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub drive_off: bool,
    /// The hex it has just discovered and may not enter without a fitting card.
    pub stopped_at: Option<Place>,
    /// The unit is on the outer sea, which ends its movement.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub on_outer: bool,
    /// Where each outlaw stood when the phase began; red tokens follow those that moved.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub outlaws: Vec<OutlawStart>,
    /// Units chased in this phase; only `drive_off` moves them again.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub chased: Vec<UnitId>,
    /// The unit that must flee before the mover enters.
    pub flight: Option<Flight>,
    /// A hex found with `omen`, whose number must be named.
    pub naming: Option<Naming>,
}

/// Where an outlaw stood before anything moved.
#[wire]
#[derive(Copy)]
pub struct OutlawStart {
    pub unit: UnitId,
    pub place: Place,
}

/// A chase in progress: the unit flees, then the mover enters.
#[wire]
pub struct Flight {
    pub unit: UnitId,
    /// The hex that it leaves and the mover enters.
    pub hex: Place,
    /// Where it may go. With a single place the server moves it.
    pub options: Vec<Place>,
    /// `true`: by the card `drive_off`; `false`: as an outlaw, for a red token.
    pub drive_off: bool,
}

/// A number that the player of `omen` must name.
#[wire]
#[derive(Copy)]
pub struct Naming {
    pub hex: Place,
    /// What the red die gave: the number if the seat lets its time pass.
    pub default: Number,
}
