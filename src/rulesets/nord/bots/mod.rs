//! Two bots: `random` does anything, `steady` does something sensible.
//!
//! May know: what one seat sees and its legal answers. May not know: the state, any secret of another seat, the
//! game's chance. Both name decisions and actions out of the list they are given.

mod evaluation;
mod steady;

use rand::seq::IndexedRandom;
use rand::{Rng, RngExt};

use super::action::Action;
use super::view::PlayerView;
use rules::Choice;
use rules::Legal;

/// The bots, weakest first.
pub const NAMES: [&str; 2] = ["random", "steady"];

/// What the bot of that name does. An unknown name plays as `random`.
pub fn choose(
    name: &str,
    player: &PlayerView<'_>,
    legal: &[Legal<Action>],
    dice: &mut dyn Rng,
) -> Option<Choice<Action>> {
    if name == "steady" { steady::choose(player, legal) } else { choose_any(legal, dice) }
}

/// One time in so many a treasure is played where one can be; else all are gone at once, for there are often many ways
/// to play one.
const TREASURE_ONE_IN: u32 = 4;

/// Any answer, each as likely as the other; treasures now and then.
fn choose_any(legal: &[Legal<Action>], dice: &mut dyn Rng) -> Option<Choice<Action>> {
    let asked = legal.first()?;
    // Treasures are listed last.
    let others = asked.actions.partition_point(|action| !matches!(action, Action::PlayTreasure(_)));
    let (others, treasures) = asked.actions.split_at(others);
    let plays = others.is_empty() || dice.random_ratio(1, TREASURE_ONE_IN);
    let action = treasures.choose(dice).filter(|_| plays).or_else(|| others.choose(dice))?;
    Some(asked.answer(action.clone()))
}
