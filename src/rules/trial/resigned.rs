//! A seat that has given up holds nobody up, is asked nothing, and comes last.

use super::{Trial, Verdict};
use crate::rules::entry::{By, Entry};
use crate::rules::outcome::Place;
use crate::rules::ruleset::Ruleset;

impl<R: Ruleset> Trial<'_, R> {
    /// A resignation is the only entry of a seat without an action.
    pub(super) fn note_resignation(&mut self, entries: &[Entry<R::Action, R::Event>]) {
        if let Some(Entry { by: By::Seat, seat: Some(seat), action: None, .. }) = entries.first()
            && !self.resigned.contains(seat)
        {
            self.resigned.push(*seat);
            self.report.resigned += 1;
        }
    }

    pub(super) fn the_resigned_are_left_alone(&self, state: &R::State) -> Verdict {
        let open = self.rules.awaiting(state);
        for &seat in &self.resigned {
            if let Some(decision) = open.iter().find(|decision| decision.seat == seat) {
                return Err(format!("resigned: seat {seat} is still asked {}", decision.id));
            }
            if !self.rules.legal(state, seat).is_empty() {
                return Err(format!("resigned: seat {seat} may still act"));
            }
            if !self.rules.resign(state, seat).is_empty() {
                return Err(format!("resigned: seat {seat} can give up twice"));
            }
        }
        Ok(())
    }

    pub(super) fn the_resigned_come_last(&self, ranking: &[Place]) -> Verdict {
        let has_resigned = |place: &&Place| self.resigned.contains(&place.seat);
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
