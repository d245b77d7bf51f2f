//! What is pending in phase 2: the unit that moves, one that must flee, a number that must be named.

use super::{UnitId, is_false};
use crate::landnam::board::Place;
use crate::landnam::number::Number;
use rules::wire;

/// What the active player has done in phase 2 so far.
#[wire]
#[derive(Default)]
pub struct Movement {
    /// The active player's own actions in this phase.
    pub acts: u16,
    /// The unit that is moved, once chosen.
    pub unit: Option<UnitId>,
    /// Its steps left, cards included.
    pub steps: u8,
    /// It may enter one land hex that is no mountain (`landfall` played and not yet used).
    #[serde(default, skip_serializing_if = "is_false")]
    pub landfall: bool,
    /// It may enter mountains (`mountain_trail` played).
    #[serde(default, skip_serializing_if = "is_false")]
    pub mountain_trail: bool,
    /// It may drive one opponent's unit off (`drive_off` played and not yet used).
    #[serde(default, skip_serializing_if = "is_false")]
    pub drive_off: bool,
    /// The hex it has just discovered without being let in; a fitting card still lets it in (B28).
    pub stopped_at: Option<Place>,
    /// It entered the outer sea, which ends the phase.
    #[serde(default, skip_serializing_if = "is_false")]
    pub on_outer: bool,
    /// Where each outlaw stood when the phase began (B36).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub outlaws: Vec<(UnitId, Place)>,
    /// Units chased so far in this phase, in order; only `drive_off` hits one again (B35).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub chased: Vec<UnitId>,
    /// A unit that must flee before the mover enters.
    pub flight: Option<Flight>,
    /// A hex found with an omen whose number must be named.
    pub naming: Option<Naming>,
}

/// A chase in progress (B34): the unit flees, then the mover enters.
#[wire]
pub struct Flight {
    /// The unit that must flee.
    pub unit: UnitId,
    /// The hex that it must leave and the mover will enter.
    pub hex: Place,
    /// Where it may go, in order. With one place only the server lets it flee there.
    pub options: Vec<Place>,
    /// Is it driven off by the card, or chased for a red token?
    pub drive_off: bool,
}

/// An omen's number to be named (B29).
#[wire]
#[derive(Copy)]
pub struct Naming {
    /// The hex that was found.
    pub hex: Place,
    /// What the red die gives, for one who names nothing.
    pub default: Number,
}
