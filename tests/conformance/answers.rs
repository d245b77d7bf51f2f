//! What is listed as legal is accepted, and answers the decision under which it is listed. What is not listed is
//! refused: answers of other moments, of other seats, and answers with a field exchanged. A standing order gives an
//! answer that its seat is listed, by what that seat sees and nothing else.

use rand::RngExt;
use rand::seq::IndexedRandom;
use serde_json::Value;

use rules::legal::with_ready_answer;
use rules::{Actor, Choice, Decision, Legal, Refusal, Seat, StandingOrders};

use super::shapes::{fill, lists};
use super::{Conformance, Suite, Verdict};

/// How many answers are remembered, to be tried where they don't belong.
const MAX_REMEMBERED: usize = 64;

impl<R: Conformance> Suite<'_, R> {
    pub(super) fn listed_is_accepted(
        &mut self,
        state: &R::State,
        seat: Seat,
        legal: &[Legal<R::Action>],
    ) -> Verdict {
        self.the_same_decisions(state, seat, legal)?;
        for legal @ Legal { decision, actions, shapes } in legal {
            if decision.blocking && actions.is_empty() && shapes.is_empty() {
                return Err(format!("legal: {} has no answer", decision.id));
            }
            if decision.blocking && actions.is_empty() {
                self.has_ready_answer(state, legal)?;
            }
            let most = self.sampling.legal;
            let sample: Vec<&R::Action> = actions.sample(&mut self.dice, most).collect();
            for action in sample {
                self.is_accepted(state, decision, action)?;
            }
            for shape in shapes.sample(&mut self.dice, most).collect::<Vec<_>>() {
                let filled = fill(shape, &mut self.dice)?;
                self.is_accepted(state, decision, &filled)?;
            }
        }
        Ok(())
    }

    /// A client that fills nothing in can answer, too, and gets on by that.
    fn has_ready_answer(&mut self, state: &R::State, legal: &Legal<R::Action>) -> Verdict {
        let ready = with_ready_answer(self.rules, state, legal.clone());
        let action = ready.actions.first();
        let action = action.ok_or_else(|| format!("ready: {} has no ready answer", legal.decision.id))?;
        self.report.made_ready += 1;
        self.is_accepted(state, &legal.decision, action)
    }

    /// The decisions under which answers are listed are the ones that are open.
    fn the_same_decisions(&self, state: &R::State, seat: Seat, legal: &[Legal<R::Action>]) -> Verdict {
        let open = self.rules.awaiting(state);
        let open = open.iter().filter(|decision| decision.seat == seat);
        if open.eq(legal.iter().map(|legal| &legal.decision)) {
            return Ok(());
        }
        let listed: Vec<&str> = legal.iter().map(|legal| legal.decision.id.as_str()).collect();
        Err(format!("legal: seat {seat} has other decisions than {listed:?}"))
    }

    fn is_accepted(&mut self, state: &R::State, decision: &Decision, action: &R::Action) -> Verdict {
        let answered = self.rules.decision_for(state, decision.seat, action);
        if answered.as_ref() != Some(decision) {
            return Err(format!(
                "legal: {action:?} is listed under {} but answers {answered:?}",
                decision.id
            ));
        }
        self.rules
            .decide(state, Some(decision.seat), action, &mut self.chance)
            .map_err(|refusal| format!("legal: {action:?} under {} is refused: {refusal}", decision.id))?;
        self.report.accepted += 1;
        Ok(())
    }

    pub(super) fn remember(&mut self, seat: Seat, legal: &[Legal<R::Action>]) {
        let Some(decision) = legal.choose(&mut self.dice) else { return };
        let shapes = decision.shapes.iter().map(|shape| &shape.action);
        let all: Vec<&R::Action> = decision.actions.iter().chain(shapes).collect();
        let Some(action) = all.choose(&mut self.dice) else { return };
        let kept = (seat, (*action).clone());
        if self.seen.len() < MAX_REMEMBERED {
            self.seen.push(kept);
        } else {
            let place = self.dice.random_range(0..MAX_REMEMBERED);
            self.seen[place] = kept;
        }
    }

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

    pub(super) fn foreign_action(&mut self) -> Option<R::Action> {
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

impl<R: Conformance> Suite<'_, R> {
    pub(super) fn orders_answer_by_the_view(
        &mut self,
        state: &R::State,
        seat: Seat,
        legal: &[Legal<R::Action>],
    ) -> Verdict {
        if legal.is_empty() {
            return Ok(());
        }
        for choice in typical_answers(self.rules, &self.rules.view(state, Some(seat)), legal)? {
            let Choice { decision, action } = choice;
            let Some(open) = legal.iter().find(|legal| legal.decision.id == decision) else {
                return Err(format!("orders: {action:?} answers {decision}, which is not open"));
            };
            if !lists(std::slice::from_ref(open), &action) {
                return Err(format!("orders: {action:?} is not listed to seat {seat}"));
            }
            if let Err(refusal) = self.rules.decide(state, Some(seat), &action, &mut self.chance) {
                return Err(format!("orders: {action:?} is refused: {refusal}"));
            }
            self.report.ordered += 1;
        }
        Ok(())
    }
}

/// What the typical orders answer together, and each of them alone.
fn typical_answers<R: StandingOrders>(
    rules: &R,
    view: &R::View,
    legal: &[Legal<R::Action>],
) -> Result<Vec<Choice<R::Action>>, String> {
    let typical = rules.typical_orders();
    let mut answers = Vec::new();
    answers.extend(answer_twice(rules, view, legal, &typical)?);
    for order in &typical {
        let text = serde_json::to_string(order).map_err(|error| format!("stored form: {error}"))?;
        let read: R::Order =
            serde_json::from_str(&text).map_err(|error| format!("stored form: {error} in {text}"))?;
        if read != *order {
            return Err(format!("stored form: another order is read from {text}"));
        }
        let Ok(order) = rules.accept_order(view, read) else { continue };
        if let Some(why) = rules.expired(view, &order) {
            return Err(format!("orders: {order:?} is accepted and can't apply: {why}"));
        }
        answers.extend(answer_twice(rules, view, legal, &[order])?);
    }
    Ok(answers)
}

fn answer_twice<R: StandingOrders>(
    rules: &R,
    view: &R::View,
    legal: &[Legal<R::Action>],
    orders: &[R::Order],
) -> Result<Option<Choice<R::Action>>, String> {
    let answer = rules.order_answer(view, legal, orders);
    if rules.order_answer(view, legal, orders) != answer {
        return Err(format!("orders: {orders:?} answer the same position in two ways"));
    }
    match answer {
        Some(answer) if answer.order >= orders.len() => {
            Err(format!("orders: {:?} is the answer of none of them", answer.choice.action))
        }
        answer => Ok(answer.map(|answer| answer.choice)),
    }
}
