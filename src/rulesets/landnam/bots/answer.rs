//! Finding one's way in a list of legal answers.

use super::super::action::Action;
use crate::rules::Legal;
use crate::rules::ruleset::Choice;

/// Does the decision call its seat, or is it a standing invitation?
pub fn calls(legal: &Legal<Action>) -> bool {
    legal.decision.blocking || legal.decision.notice.is_some()
}

/// The choice of an action under a decision.
pub fn answer(legal: &Legal<Action>, action: Action) -> Choice<Action> {
    Choice { decision: legal.decision.id.clone(), action }
}
