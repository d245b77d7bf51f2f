//! Two bots: `random` does anything, `steady` does something sensible.
//!
//! May know: what one seat knows and its legal answers. May not know: the state, any secret of another seat, the
//! game's chance. Both name decisions and actions out of the list they are given.

mod estimates;
mod random;
mod steady;

use rand::Rng;

use super::action::Action;
use super::view::SeatKnowledge;
use rules::Choice;
use rules::Legal;

/// The bots, weakest first.
pub const NAMES: [&str; 2] = ["random", "steady"];

/// What the bot of that name does. `None` leaves invitations alone. An unknown name plays as `random`.
pub fn choose(
    name: &str,
    known: &SeatKnowledge<'_>,
    legal: &[Legal<Action>],
    dice: &mut dyn Rng,
) -> Option<Choice<Action>> {
    if name == "steady" { steady::choose(known, legal) } else { random::choose(known, legal, dice) }
}
