//! A seat that has given up holds nobody up, is asked nothing, does nothing, gains nothing, and comes last.

use super::{Trial, Verdict};
use crate::decision::Seat;
use crate::entry::{By, Entry};
use crate::outcome::Place;
use crate::ruleset::Ruleset;

impl<R: Ruleset> Trial<'_, R> {
    /// A resignation is the only entry of a seat without an action, and the last one of that seat, whoever makes it.
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
            if entry.by == By::Seat && entry.action.is_none() {
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

    /// Looked at while the game runs: at its end points that were hidden may be shown.
    pub(super) fn the_resigned_are_left_alone(&mut self, state: &R::State) -> Verdict {
        let open = self.rules.awaiting(state);
        let (turn, active) = self.rules.turn(state);
        for (seat, points, given_up_in) in self.resigned.clone() {
            // A turn in which others are still asked, at an Althing for example, stays that of the seat that gave it up.
            if active == seat && turn != given_up_in {
                return Err(format!("resigned: it is the turn of seat {seat}"));
            }
            if self.points_of(state, seat) > points {
                return Err(format!("resigned: seat {seat} gains points"));
            }
            if let Some(decision) = open.iter().find(|decision| decision.seat == seat) {
                return Err(format!("resigned: seat {seat} is still asked {}", decision.id));
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

    pub(super) fn the_resigned_come_last(&self, ranking: &[Place]) -> Verdict {
        let has_resigned = |place: &&Place| self.resigned.iter().any(|(seat, ..)| *seat == place.seat);
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
