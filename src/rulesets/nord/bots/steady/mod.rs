//! The bot that does something sensible.

use crate::rules::Legal;
use crate::rules::ruleset::Choice;
use crate::rulesets::nord::action::Action;
use crate::rulesets::nord::sight::Sight;

/// The answer.
pub fn choose(_sight: &Sight<'_>, legal: &[Legal<Action>]) -> Option<Choice<Action>> {
    let asked = legal.first()?;
    asked.actions.first().map(|action| asked.answer(action.clone()))
}
