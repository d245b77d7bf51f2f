//! A seat is awaited until the end, every awaited decision can lapse, and a decision's id is unique. A seat that has
//! given up delays no game, has no decision, does nothing, gains nothing, and comes last.

use std::collections::HashSet;

use rules::{Author, Decision, Entry, Legal, RankedSeat, Seat};

use super::{Conformance, Suite, Verdict};

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
                return Err(format!("ids: {} is open twice for seat {}", question.1, question.0));
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

impl<R: Conformance> Suite<'_, R> {
    pub(super) fn a_seat_is_awaited(&mut self, state: &R::State) -> Verdict {
        let open = self.rules.awaiting(state);
        if let Some(step) = self.rules.advance(state) {
            return Err(format!("steps: {step:?} was left to do"));
        }
        if !open.iter().any(|decision| decision.blocking) {
            return Err("awaited: no seat".to_owned());
        }
        if !open.is_sorted_by_key(|decision| decision.seat)
            || open.iter().any(|decision| decision.seat >= self.seats)
        {
            return Err("awaited: not in seat order".to_owned());
        }
        self.ids.pass(&open)?;
        open.iter().try_for_each(|decision| self.lapses(state, decision))
    }

    /// What is done for an absent seat answers its decision and is allowed. An invitation may have nothing of the kind.
    fn lapses(&mut self, state: &R::State, decision: &Decision) -> Verdict {
        let answer = self.rules.lapse(state, decision);
        let answers = |action: &R::Action| {
            self.rules.decision_for(state, decision.seat, action).as_ref() == Some(decision)
        };
        if !decision.blocking && !answer.as_ref().is_some_and(answers) {
            return Ok(());
        }
        let action = answer.ok_or_else(|| format!("lapse: none for {}", decision.id))?;
        if !answers(&action) {
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

    /// A resignation is the only entry of a seat without an action, and the last one of that seat, no matter who makes
    /// it.
    pub(super) fn the_resigned_do_nothing(
        &mut self,
        entries: &[Entry<R::Action, R::Event>],
        state: &R::State,
    ) -> Verdict {
        for entry in entries {
            let Some(seat) = entry.seat else { continue };
            if self.resigned.iter().any(|(resigned, ..)| *resigned == seat) {
                return Err(format!("resigned: seat {seat} still makes version {}", entry.version));
            }
            if entry.by == Author::Seat && entry.action.is_none() {
                let points = self.points_of(state, seat);
                self.resigned.push((seat, points, self.rules.turn(state).0));
                self.report.resigned += 1;
            }
        }
        Ok(())
    }

    fn points_of(&self, state: &R::State, seat: Seat) -> i32 {
        self.rules.points(state).get(usize::from(seat)).copied().unwrap_or(0)
    }

    /// Checked while the game runs: at its end points that were hidden may be shown.
    pub(super) fn the_resigned_are_left_alone(&mut self, state: &R::State) -> Verdict {
        let open = self.rules.awaiting(state);
        let (turn, active) = self.rules.turn(state);
        for (seat, points, given_up_in) in self.resigned.clone() {
            // A turn in which others still have to answer, at an Althing for example, stays that of the seat that gave
            // it up.
            if active == seat && turn != given_up_in {
                return Err(format!("resigned: it is the turn of seat {seat}"));
            }
            if self.points_of(state, seat) > points {
                return Err(format!("resigned: seat {seat} gains points"));
            }
            if let Some(decision) = open.iter().find(|decision| decision.seat == seat) {
                return Err(format!("resigned: seat {seat} still has the decision {}", decision.id));
            }
            if !self.rules.legal(state, seat).is_empty() {
                return Err(format!("resigned: seat {seat} may still act"));
            }
            if !self.rules.resign(state, seat, &mut self.chance).is_empty() {
                return Err(format!("resigned: seat {seat} can give up twice"));
            }
        }
        Ok(())
    }

    pub(super) fn the_resigned_come_last(&self, ranking: &[RankedSeat]) -> Verdict {
        let has_resigned = |place: &&RankedSeat| self.resigned.iter().any(|(seat, ..)| *seat == place.seat);
        let worst = ranking.iter().filter(|place| !has_resigned(place)).map(|place| place.rank).max();
        let best = ranking.iter().filter(has_resigned).map(|place| place.rank).min();
        match (worst, best) {
            (Some(worst), Some(best)) if best <= worst => {
                Err(format!("resigned: a seat that gave up is ranked {best}, one that played on {worst}"))
            }
            _ => Ok(()),
        }
    }
}
