//! Refusals of movement and exploration (rules page §6).

use super::row;
use rules::RefusalCode;

/// Another unit was chosen in this phase; only one is moved.
pub const ANOTHER_UNIT_MOVES: RefusalCode =
    row("another_unit_moves", "Another unit was chosen in this phase; only one is moved.");
/// The unit has no steps left.
pub const NO_STEPS_LEFT: RefusalCode = row("no_steps_left", "The unit has no steps left.");
/// The unit does not stand next to that place.
pub const NOT_ADJACENT: RefusalCode = row("not_adjacent", "The unit does not stand next to that place.");
/// The first step from the outer sea goes to a side of the rim where nobody else made his, and to no corner hex.
pub const FIRST_STEP_BARRED: RefusalCode = row(
    "first_step_barred",
    "The first step from the outer sea goes to a side of the rim where nobody else made his, and to no corner hex.",
);
/// Exploration cards are played with a step to an unknown hex.
pub const NOTHING_TO_EXPLORE: RefusalCode =
    row("nothing_to_explore", "Exploration cards are played with a step to an unknown hex.");
/// At most one card that finds a terrain and one omen go with a step.
pub const TOO_MANY_CARDS: RefusalCode =
    row("too_many_cards", "At most one card that finds a terrain and one omen go with a step.");
/// Name the unit that the card is played for.
pub const UNIT_NEEDED: RefusalCode = row("unit_needed", "Name the unit that the card is played for.");
/// The unit of this phase is chosen; the card is played for it unnamed.
pub const UNIT_CHOSEN: RefusalCode =
    row("unit_chosen", "The unit of this phase is chosen; the card is played for it unnamed.");
/// A fate card is exchanged instead of moving, not after it has begun.
pub const MOVEMENT_BEGUN: RefusalCode =
    row("movement_begun", "A fate card is exchanged instead of moving, not after it has begun.");
/// No marker of that number is free.
pub const NO_MARKER_LEFT: RefusalCode = row("no_marker_left", "No marker of that number is free.");
/// The unit may not flee to that place.
pub const NO_FLIGHT_THERE: RefusalCode = row("no_flight_there", "The unit may not flee to that place.");

pub const ALL: &[RefusalCode] = &[
    ANOTHER_UNIT_MOVES,
    NO_STEPS_LEFT,
    NOT_ADJACENT,
    FIRST_STEP_BARRED,
    NOTHING_TO_EXPLORE,
    TOO_MANY_CARDS,
    UNIT_NEEDED,
    UNIT_CHOSEN,
    MOVEMENT_BEGUN,
    NO_MARKER_LEFT,
    NO_FLIGHT_THERE,
];
