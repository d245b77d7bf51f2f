//! What is listed as legal is accepted, and answers the decision under which it is listed.

use rand::RngExt;
use rand::seq::IndexedRandom;

use super::{Trial, Verdict, fill};
use crate::decision::{Decision, Seat};
use crate::legal::Legal;
use crate::ruleset::Ruleset;

/// So many answers are remembered, to be tried where they don't belong.
const REMEMBERED: usize = 64;

impl<R: Ruleset> Trial<'_, R> {
    pub(super) fn listed_is_accepted(
        &mut self,
        state: &R::State,
        seat: Seat,
        legal: &[Legal<R::Action>],
    ) -> Verdict {
        self.the_same_questions(state, seat, legal)?;
        for Legal { decision, actions, shapes } in legal {
            if decision.blocking && actions.is_empty() && shapes.is_empty() {
                return Err(format!("legal: {} has no answer", decision.id));
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

    /// The decisions under which answers are listed are the ones that are open.
    fn the_same_questions(&self, state: &R::State, seat: Seat, legal: &[Legal<R::Action>]) -> Verdict {
        let open = self.rules.awaiting(state);
        let open = open.iter().filter(|decision| decision.seat == seat);
        if open.eq(legal.iter().map(|legal| &legal.decision)) {
            return Ok(());
        }
        let listed: Vec<&str> = legal.iter().map(|legal| legal.decision.id.as_str()).collect();
        Err(format!("legal: seat {seat} is asked something else than {listed:?}"))
    }

    fn is_accepted(&mut self, state: &R::State, decision: &Decision, action: &R::Action) -> Verdict {
        let answered = self.rules.answers(state, decision.seat, action);
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
        if self.seen.len() < REMEMBERED {
            self.seen.push(kept);
        } else {
            let place = self.dice.random_range(0..REMEMBERED);
            self.seen[place] = kept;
        }
    }
}
