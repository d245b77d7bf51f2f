//! What is not listed is refused: answers of other moments, of other seats, and answers with a field exchanged.

use rand::RngExt;
use rand::seq::IndexedRandom;
use serde_json::Value;

use super::shape::lists;
use super::{Trial, Verdict};
use crate::decision::Seat;
use crate::legal::Legal;
use crate::refusal::Refusal;
use crate::ruleset::{Actor, Ruleset};

impl<R: Ruleset> Trial<'_, R> {
    pub(super) fn foreign_is_refused(
        &mut self,
        state: &R::State,
        seat: Seat,
        legal: &[Legal<R::Action>],
    ) -> Verdict {
        for _ in 0..self.sampling.foreign {
            let Some(action) = self.foreign_action() else { continue };
            if !lists(legal, &action) {
                self.is_refused(state, Some(seat), &action)?;
            }
        }
        // Nothing is left for the server to do, so the server can't do anything.
        let Some((_, action)) = self.seen.choose(&mut self.dice).cloned() else { return Ok(()) };
        self.is_refused(state, None, &action)
    }

    fn is_refused(&mut self, state: &R::State, actor: Actor, action: &R::Action) -> Verdict {
        match self.rules.decide(state, actor, action, &mut self.chance) {
            Ok(_) => Err(format!("foreign: {action:?} of {actor:?} is accepted but not listed")),
            Err(refusal) => {
                self.report.refused += 1;
                self.is_documented(&refusal)
            }
        }
    }

    fn is_documented(&self, refusal: &Refusal) -> Verdict {
        let known = self.rules.refusals().iter().any(|row| row.code == refusal.code);
        known.then_some(()).ok_or_else(|| format!("refusals: {} is not in the table", refusal.code))
    }

    fn foreign_action(&mut self) -> Option<R::Action> {
        let (_, action) = self.seen.choose(&mut self.dice)?;
        if self.dice.random_bool(0.5) {
            return Some(action.clone());
        }
        let (_, other) = self.seen.choose(&mut self.dice)?;
        let mut value = serde_json::to_value(action).ok()?;
        let other = serde_json::to_value(other).ok()?;
        exchange(&mut value, &other, &mut self.dice);
        serde_json::from_value(value).ok()
    }
}

/// Takes one field over from another action, or shifts a number.
fn exchange(value: &mut Value, other: &Value, dice: &mut impl RngExt) {
    let (Value::Object(fields), Value::Object(others)) = (value, other) else { return };
    let names: Vec<String> = fields.keys().filter(|name| *name != "type").cloned().collect();
    let Some(name) = names.choose(dice) else { return };
    let Some(field) = fields.get_mut(name) else { return };
    match (others.get(name), field.as_u64()) {
        (Some(given), _) if given != field => *field = given.clone(),
        (_, Some(number)) => *field = Value::from((number + dice.random_range(0..20)).saturating_sub(2)),
        _ => {}
    }
}
