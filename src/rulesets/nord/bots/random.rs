//! The bot that does anything that is allowed.

use rand::seq::IndexedRandom;
use rand::{Rng, RngExt};

use crate::nord::action::Action;
use rules::Legal;
use rules::ruleset::Choice;

/// One time in so many a treasure is played where one can be; else all are gone at once, for there are often many ways
/// to play one.
const TREASURE_ONE_IN: u32 = 4;

/// Any answer, each as likely as the other; treasures now and then.
pub fn choose(legal: &[Legal<Action>], dice: &mut dyn Rng) -> Option<Choice<Action>> {
    let asked = legal.first()?;
    // Treasures are listed last.
    let others = asked.actions.partition_point(|action| !matches!(action, Action::PlayTreasure(_)));
    let (others, treasures) = asked.actions.split_at(others);
    let plays = others.is_empty() || dice.random_ratio(1, TREASURE_ONE_IN);
    let action = treasures.choose(dice).filter(|_| plays).or_else(|| others.choose(dice))?;
    Some(asked.answer(action.clone()))
}
