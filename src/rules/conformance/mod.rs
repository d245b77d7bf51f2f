//! The laws every ruleset must pass, looked after while bots play a game to its end.
//!
//! May know: the contract. May not know: any title. Nothing here belongs to a running server; it stands with the
//! contract because it says in code what the contract promises.
//!
//! After *every entry*: the ruleset's own laws (conservation) and replay from the events. After *every write*:
//! somebody is awaited, every awaited decision lapses, ids and repeats, a sample of legal and of foreign answers per
//! seat, and what standing orders answer. After *one write in* [`Sampling::costly_one_in`]: stored form, secrecy, told events.

mod awaited;
mod fill;
mod foreign;
mod legal;
mod orders;
mod record;
mod resigned;
mod secrecy;
mod shape;

pub use fill::fill;
pub use record::record;

use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use super::chance::Chance;
use super::decision::{Decision, Seat};
use super::entry::Entry;
use super::legal::Legal;
use super::playout::{self, Observer, PlayoutFault, Reason, Seating};
use super::ruleset::Ruleset;

#[derive(Debug, Clone, Copy)]
pub struct Sampling {
    /// The most listed answers of one decision that are tried after a write.
    pub legal: usize,
    /// How many answers of other moments, seats and fields are tried per seat after a write.
    pub foreign: usize,
    /// The costly laws look at one write in so many; at least 1.
    pub costly_one_in: u32,
}

impl Default for Sampling {
    fn default() -> Self {
        Self { legal: 3, foreign: 2, costly_one_in: 16 }
    }
}

/// What a trial has seen, so that a test can tell that no law held by having nothing to look at.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Report {
    /// Entries after which the laws held.
    pub entries: u64,
    /// Listed answers that were tried and accepted.
    pub accepted: u64,
    /// Foreign answers that were tried and refused.
    pub refused: u64,
    pub disguised: u64,
    pub resigned: u64,
    /// Entries whose told form was compared under a randomize_hidden.
    pub told: u64,
    /// Answers of standing orders that were tried.
    pub ordered: u64,
    /// The longest stored state, in bytes.
    pub largest_state: usize,
}

impl Report {
    pub fn add(&mut self, other: &Self) {
        self.entries += other.entries;
        self.accepted += other.accepted;
        self.refused += other.refused;
        self.disguised += other.disguised;
        self.resigned += other.resigned;
        self.told += other.told;
        self.ordered += other.ordered;
        self.largest_state = self.largest_state.max(other.largest_state);
    }
}

/// Plays one game under all laws. The error names the law and the version.
pub fn run<R: Ruleset>(
    rules: &R,
    seating: &Seating<R::Options>,
    sampling: Sampling,
) -> Result<Report, PlayoutFault> {
    let mut trial = Trial::new(rules, seating, sampling)?;
    let played = playout::play(rules, seating, &mut trial)?;
    trial
        .after_the_end(&played.state)
        .map_err(|breach| PlayoutFault { version: played.version, reason: Reason::Stopped(breach) })?;
    Ok(trial.report)
}

type Verdict = Result<(), String>;

struct Trial<'r, R: Ruleset> {
    rules: &'r R,
    seats: Seat,
    seed: [u8; 32],
    sampling: Sampling,
    /// The seats that have given up, each with the points that it had then and the number of that turn.
    resigned: Vec<(Seat, i32, u32)>,
    /// The state that the events alone give.
    replayed: R::State,
    /// Chance for answers that are tried and thrown away.
    chance: Chance,
    dice: ChaCha8Rng,
    ids: awaited::Ids,
    /// What each seat could answer after the last write, and whose turn it was.
    listed: Vec<Vec<Legal<R::Action>>>,
    turn: (u32, Seat),
    /// Answers seen lately, to be tried where they don't belong.
    seen: Vec<(Seat, R::Action)>,
    report: Report,
}

impl<'r, R: Ruleset> Trial<'r, R> {
    fn new(rules: &'r R, seating: &Seating<R::Options>, sampling: Sampling) -> Result<Self, PlayoutFault> {
        let seats = u8::try_from(seating.bots.len()).unwrap_or(u8::MAX);
        let replayed = rules.blank(&seating.options, seats)?;
        Ok(Self {
            rules,
            seats,
            seed: seating.seed,
            sampling,
            resigned: Vec::new(),
            replayed,
            chance: Chance::seeded(seating.seed),
            dice: ChaCha8Rng::from_seed(seating.seed),
            ids: awaited::Ids::default(),
            listed: Vec::new(),
            turn: (0, 0),
            seen: Vec::new(),
            report: Report::default(),
        })
    }

    /// Folds the events of the entries in, with the laws that hold after each.
    fn replay(&mut self, entries: &[Entry<R::Action, R::Event>], state: &R::State) -> Verdict {
        for (index, entry) in entries.iter().enumerate() {
            entry.events.iter().for_each(|event| self.rules.apply(&mut self.replayed, event));
            self.rules.check(&self.replayed).map_err(|said| format!("the ruleset's law: {said}"))?;
            if index + 1 < entries.len() {
                self.step_is_public(&entries[index + 1])?;
            }
            self.report.entries += 1;
        }
        let same = self.replayed == *state;
        same.then_some(()).ok_or_else(|| "replay: the events give another state".to_owned())
    }

    /// The question that was answered, as it stood before the entries.
    fn answered_by(&self, entries: &[Entry<R::Action, R::Event>]) -> Option<Decision> {
        let entry = entries.first()?;
        self.rules.answers(&self.replayed, entry.seat?, entry.action.as_ref()?)
    }

    /// The laws on what the seats can do after `actor` did something.
    fn answers(&mut self, state: &R::State, actor: Option<Seat>) -> Verdict {
        if self.rules.outcome(state).is_some() {
            return Ok(());
        }
        self.somebody_is_awaited(state)?;
        self.the_resigned_are_left_alone(state)?;
        let turn = self.rules.turn(state);
        let listed = std::mem::take(&mut self.listed);
        let before = if self.turn == turn { listed.as_slice() } else { &[] };
        self.turn = turn;
        for seat in 0..self.seats {
            let legal = self.rules.legal(state, seat);
            if let Some(before) = before.get(usize::from(seat)) {
                self.ids_keep(actor, seat, before, &legal)?;
            }
            self.listed_is_accepted(state, seat, &legal)?;
            self.foreign_is_refused(state, seat, &legal)?;
            self.orders_answer_by_what_is_seen(state, seat, &legal)?;
            self.remember(seat, &legal);
            self.listed.push(legal);
        }
        Ok(())
    }

    fn after_the_end(&mut self, state: &R::State) -> Verdict {
        let quiet = self.rules.awaiting(state).is_empty()
            && (0..self.seats).all(|seat| self.rules.legal(state, seat).is_empty())
            && self.rules.advance(state).is_none();
        if !quiet {
            return Err("end: somebody can still act after the end".to_owned());
        }
        let ranked = self.rules.rank(state);
        let outcome = self.rules.outcome(state).map(|outcome| outcome.ranking);
        if ranked.len() != usize::from(self.seats) || outcome.as_ref() != Some(&ranked) {
            return Err("end: the outcome does not rank every seat as the table stands".to_owned());
        }
        self.the_resigned_come_last(&ranked)?;
        self.stored_form(state)
    }

    /// The state is the same after it was written down and read again.
    fn stored_form(&mut self, state: &R::State) -> Verdict {
        let text = serde_json::to_string(state).map_err(|error| format!("stored form: {error}"))?;
        self.report.largest_state = self.report.largest_state.max(text.len());
        let read: R::State = serde_json::from_str(&text).map_err(|error| format!("stored form: {error}"))?;
        (read == *state).then_some(()).ok_or_else(|| "stored form: another state is read".to_owned())
    }
}

impl<R: Ruleset> Observer<R> for Trial<'_, R> {
    fn wrote(&mut self, state: &R::State, entries: &[Entry<R::Action, R::Event>]) -> Verdict {
        let costly = self.dice.random_ratio(1, self.sampling.costly_one_in.max(1));
        if costly {
            self.told_tells_no_more_than_the_view(entries)?;
            self.events_are_stored(entries)?;
        }
        let actor = entries.first().and_then(|entry| entry.seat);
        let answered = self.answered_by(entries);
        self.the_resigned_do_nothing(entries, state)?;
        self.replay(entries, state)?;
        self.a_repeat_is_harmless(answered.as_ref(), entries, state)?;
        self.answers(state, actor)?;
        if costly {
            self.stored_form(state)?;
            self.disguise_changes_nothing(state)?;
        }
        Ok(())
    }
}
