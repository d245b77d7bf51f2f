//! Three bots: `random` does anything, `steady` plans its turn, and `strong` looks at what the others do then.
//!
//! May know: what one seat sees and its legal answers. May not know: the state, any secret of another seat, the
//! game's chance. They name decisions and actions out of the list they are given.

mod looking_ahead;

use rand::seq::IndexedRandom;
use rand::{Rng, RngExt};

use super::Nord;
use super::action::Action;
use super::view::View;
use rules::{Bots, Choice, Legal, search};

impl Bots for Nord {
    fn bots(&self) -> &'static [&'static str] {
        &["random", "steady", "strong"]
    }

    /// An unknown name plays as `random`.
    fn choose(
        &self,
        bot: &str,
        view: &View,
        legal: &[Legal<Action>],
        rng: &mut dyn Rng,
    ) -> Option<Choice<Action>> {
        match bot {
            "steady" => search::choose(self, view, legal, looking_ahead::STEADY, rng),
            "strong" => search::choose(self, view, legal, looking_ahead::STRONG, rng),
            _ => choose_any(legal, rng),
        }
    }
}

/// The random bot plays a treasure in one of this many turns where it could. Picked uniformly it would nearly always
/// play one, since each can be played in many ways.
const TREASURE_ONE_IN: u32 = 4;

/// Any answer, each as likely as the other; treasures now and then.
fn choose_any(legal: &[Legal<Action>], dice: &mut dyn Rng) -> Option<Choice<Action>> {
    // At most one decision of a seat is open at a time.
    let legal = legal.first()?;
    // Treasures are listed last.
    let others = legal.actions.partition_point(|action| !matches!(action, Action::PlayTreasure(_)));
    let (others, treasures) = legal.actions.split_at(others);
    let plays = others.is_empty() || dice.random_ratio(1, TREASURE_ONE_IN);
    let action = treasures.choose(dice).filter(|_| plays).or_else(|| others.choose(dice))?;
    Some(legal.answer(action.clone()))
}
