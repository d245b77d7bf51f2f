//! Somebody is awaited until the end, everyone awaited can be let off, and a question's id is its own.

use std::collections::HashSet;

use super::{Trial, Verdict};
use crate::decision::{Decision, Seat};
use crate::entry::Entry;
use crate::legal::Legal;
use crate::ruleset::Ruleset;

/// The ids of questions that are open, and of those that were closed in this game.
#[derive(Debug, Default)]
pub(super) struct Ids {
    open: Vec<(Seat, String)>,
    closed: HashSet<(Seat, String)>,
}

impl Ids {
    /// A closed question never opens again: an answer that comes late must not meet another one.
    fn pass(&mut self, open: &[Decision]) -> Verdict {
        let now: Vec<(Seat, String)> =
            open.iter().map(|decision| (decision.seat, decision.id.clone())).collect();
        for (index, question) in now.iter().enumerate() {
            if now[..index].contains(question) {
                return Err(format!("ids: {} is asked twice of seat {}", question.1, question.0));
            }
            if self.closed.contains(question) {
                return Err(format!("ids: {} of seat {} was closed and opens again", question.1, question.0));
            }
        }
        let gone = std::mem::take(&mut self.open).into_iter().filter(|question| !now.contains(question));
        self.closed.extend(gone);
        self.open = now;
        Ok(())
    }
}

impl<R: Ruleset> Trial<'_, R> {
    pub(super) fn somebody_is_awaited(&mut self, state: &R::State) -> Verdict {
        let open = self.rules.awaiting(state);
        if let Some(step) = self.rules.advance(state) {
            return Err(format!("steps: {step:?} was left to do"));
        }
        if !open.iter().any(|decision| decision.blocking) {
            return Err("awaited: nobody".to_owned());
        }
        if !open.is_sorted_by_key(|decision| decision.seat)
            || open.iter().any(|decision| decision.seat >= self.seats)
        {
            return Err("awaited: not in seat order".to_owned());
        }
        self.ids.pass(&open)?;
        open.iter().filter(|decision| decision.blocking).try_for_each(|decision| self.lapses(state, decision))
    }

    fn lapses(&mut self, state: &R::State, decision: &Decision) -> Verdict {
        let action =
            self.rules.lapse(state, decision).ok_or_else(|| format!("lapse: none for {}", decision.id))?;
        if self.rules.answers(state, decision.seat, &action).as_ref() != Some(decision) {
            return Err(format!("lapse: {action:?} does not answer {}", decision.id));
        }
        self.rules
            .decide(state, Some(decision.seat), &action, &mut self.chance)
            .map(|_| ())
            .map_err(|refusal| format!("lapse: {action:?} of {} is refused: {refusal}", decision.id))
    }

    /// A request that comes twice is harmless: the question it answered is closed, or its answer is refused.
    pub(super) fn a_repeat_is_harmless(
        &mut self,
        answered: Option<&Decision>,
        entries: &[Entry<R::Action, R::Event>],
        state: &R::State,
    ) -> Verdict {
        let Some(Entry { seat: Some(seat), action: Some(action), .. }) = entries.first() else {
            return Ok(());
        };
        let Some(decision) = answered else {
            return Err(format!("ids: {action:?} of seat {seat} answered no open question"));
        };
        let open = self.rules.awaiting(state);
        if !open.iter().any(|open| open.seat == *seat && open.id == decision.id) {
            return Ok(());
        }
        match self.rules.decide(state, Some(*seat), action, &mut self.chance) {
            Ok(_) => Err(format!("ids: {} is open after {action:?}, which would do it again", decision.id)),
            Err(_) => Ok(()),
        }
    }

    /// As long as a seat did nothing and can answer as before, its question keeps its id.
    pub(super) fn ids_keep(
        &self,
        actor: Option<Seat>,
        seat: Seat,
        before: &[Legal<R::Action>],
        now: &[Legal<R::Action>],
    ) -> Verdict {
        if actor == Some(seat) {
            return Ok(());
        }
        let kept = |id: &str| before.iter().any(|old| old.decision.id == id);
        for question in now.iter().filter(|question| !kept(&question.decision.id)) {
            let same = before.iter().find(|old| {
                old.decision.kind == question.decision.kind
                    && old.actions == question.actions
                    && old.shapes == question.shapes
            });
            let several =
                now.iter().filter(|other| other.decision.kind == question.decision.kind).count() > 1;
            if let Some(old) = same.filter(|old| !several && old.decision.id != question.decision.id) {
                return Err(format!("ids: {} became {}", old.decision.id, question.decision.id));
            }
        }
        Ok(())
    }
}
