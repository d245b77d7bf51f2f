//! Whole games between bots ([`playout`], [`series`]), and the laws that every ruleset obeys in them.
//!
//! May know: `rules` and `rulesets`. No server calls anything here: it is for tests and for `simulate` and `drive`, which
//! get at it through [`ToolRuleset`]. What is particular to a ruleset, its invariants and what it hides, stands in the
//! file of its name; all else knows the contract alone.
//!
//! After *every entry*: the ruleset's own laws (conservation) and replay from the events. After *every write*:
//! a seat is awaited, every awaited decision lapses, ids and repeats, a sample of legal and of foreign answers per
//! seat, and what standing orders answer. After *one write in* [`Sampling::previewed_one_in`]: whether what is foreseen
//! of an action comes true. After *one write in* [`Sampling::costly_one_in`]: stored form, secrecy,
//! redacted events.

mod answers;
mod decisions;
pub mod interruptions;
mod landnam;
mod nord;
pub mod playout;
mod previews;
pub mod pseudolocale;
mod secrecy;
pub mod series;
mod settlers;
mod shapes;
mod take_backs;
mod tool_ruleset;

pub use shapes::fill;
pub use take_backs::run_with_take_backs;
pub use tool_ruleset::{Tool, ToolRuleset, all, find};

use rand::{Rng, RngExt};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use rules::{
    Bots, Chance, Decision, Entry, Legal, Previews, Registered, Render, Rules, Seat, StandingOrders, Viewer,
};
use serde_json::json;

use playout::{Observer, PlayoutError, PlayoutProblem, Seating};

/// What the suite needs of a ruleset beyond what play needs.
pub trait Conformance: Render + Bots + StandingOrders + Previews {
    /// The invariants of this ruleset, true in every reachable state (conservation of cards, tiles, pieces).
    fn check_invariants(&self, state: &Self::State) -> Result<(), String>;
    /// Every fact that `viewer` must not learn is replaced by another that is just as possible; used to prove that
    /// views, legal actions and redacted events do not depend on it.
    fn randomize_hidden(&self, state: &Self::State, viewer: Viewer, rng: &mut dyn Rng) -> Self::State;
}

#[derive(Debug, Clone, Copy)]
pub struct Sampling {
    /// The most listed answers of one decision that are tried after a write.
    pub legal: usize,
    /// How many answers of other moments, seats and fields are tried per seat after a write.
    pub foreign: usize,
    /// The costly laws are checked after one write in this many; at least 1.
    pub costly_one_in: u32,
    /// Previews are compared with what happens after one write in this many; at least 1.
    pub previewed_one_in: u32,
}

impl Default for Sampling {
    fn default() -> Self {
        Self { legal: 3, foreign: 2, costly_one_in: 16, previewed_one_in: 4 }
    }
}

/// What a run has checked, so that a test can see that no law was obeyed for lack of cases.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Report {
    /// Entries after which all laws were obeyed.
    pub entries: u64,
    /// Listed answers that were tried and accepted.
    pub accepted: u64,
    /// Blocking decisions with nothing but shapes, for which an answer stood ready all the same.
    pub made_ready: u64,
    /// Foreign answers that were tried and refused.
    pub refused: u64,
    /// States in which what is hidden was another.
    pub randomized: u64,
    pub resigned: u64,
    /// Entries whose redacted form was compared with that of a state in which what is hidden is another.
    pub redacted: u64,
    pub ordered: u64,
    /// Actions of which was foreseen what came of them.
    pub foreseen: u64,
    /// Of these, actions that told nothing, and so told nothing more where what is hidden was another.
    pub unlearnt: u64,
    /// Times that a seat has taken back.
    pub taken_back: u64,
    /// Versions to which a seat could return, over all versions.
    pub returnable: u64,
    /// Decisions that were open all the while when a seat took back.
    pub kept_open: u64,
    /// Offers in games with take-backs.
    pub offers: u64,
    /// Versions of such games that were the same when they were replayed.
    pub replayed: u64,
    pub largest_state: usize,
}

impl Report {
    pub fn add(&mut self, other: &Self) {
        self.entries += other.entries;
        self.accepted += other.accepted;
        self.made_ready += other.made_ready;
        self.refused += other.refused;
        self.randomized += other.randomized;
        self.resigned += other.resigned;
        self.redacted += other.redacted;
        self.ordered += other.ordered;
        self.foreseen += other.foreseen;
        self.unlearnt += other.unlearnt;
        self.taken_back += other.taken_back;
        self.returnable += other.returnable;
        self.kept_open += other.kept_open;
        self.offers += other.offers;
        self.replayed += other.replayed;
        self.largest_state = self.largest_state.max(other.largest_state);
    }
}

/// Plays one game under all laws. The error names the law and the version.
pub fn run<R: Conformance>(
    ruleset: &Registered<R>,
    seating: &Seating<R::Options>,
    sampling: Sampling,
) -> Result<Report, PlayoutError> {
    let rules = ruleset.rules();
    let mut suite = Suite::new(rules, seating, sampling)?;
    let played = playout::play(rules, seating, &mut suite)?;
    suite.after_the_end(&played.state).map_err(|breach| PlayoutError {
        version: played.version,
        reason: PlayoutProblem::Stopped(breach),
    })?;
    Ok(suite.report)
}

/// Plays a game and writes its log down, one entry a line, to compare two of them byte by byte.
pub fn record<R: Bots>(rules: &R, seating: &Seating<R::Options>) -> Result<String, PlayoutError> {
    let mut lines = Lines(String::new());
    playout::play(rules, seating, &mut lines)?;
    Ok(lines.0)
}

struct Lines(String);

impl<R: Bots> Observer<R> for Lines {
    fn wrote(&mut self, _state: &R::State, entries: &[Entry<R::Action, R::Event>]) -> Result<(), String> {
        for Entry { version, by, seat, action, events, draws } in entries {
            let line = json!([version, by, seat, action, events, draws]);
            self.0.push_str(&line.to_string());
            self.0.push('\n');
        }
        Ok(())
    }
}

type Verdict = Result<(), String>;

/// Checks one of a ruleset's own laws: `broken` gives the error.
pub fn ensure(holds: bool, broken: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(broken()) }
}

fn fold<'e, R: Rules>(
    rules: &R,
    state: &mut R::State,
    events: impl IntoIterator<Item = &'e R::Event>,
) -> Verdict {
    let mut events = events.into_iter();
    events.try_for_each(|event| rules.apply(state, event)).map_err(|misfit| misfit.to_string())
}

fn preview_dice(seed: [u8; 32]) -> ChaCha8Rng {
    let mut dice = ChaCha8Rng::from_seed(seed);
    dice.set_stream(1);
    dice
}

struct Suite<'r, R: Conformance> {
    rules: &'r R,
    seats: Seat,
    seed: [u8; 32],
    sampling: Sampling,
    /// The seats that have given up, each with the points that it had then and the number of that turn.
    resigned: Vec<(Seat, i32, u32)>,
    replayed: R::State,
    /// Chance for answers that are tried and thrown away.
    chance: Chance,
    dice: ChaCha8Rng,
    /// Dice for previews, so that what the other laws sample does not depend on how many were looked at.
    preview_dice: ChaCha8Rng,
    ids: decisions::Ids,
    /// What each seat could answer after the last write, and whose turn it was.
    listed: Vec<Vec<Legal<R::Action>>>,
    turn: (u32, Seat),
    /// Answers seen lately, to be tried where they don't belong.
    seen: Vec<(Seat, R::Action)>,
    report: Report,
}

impl<'r, R: Conformance> Suite<'r, R> {
    fn new(rules: &'r R, seating: &Seating<R::Options>, sampling: Sampling) -> Result<Self, PlayoutError> {
        let seats = seating.seats();
        let replayed = rules.blank(&seating.options, seats).map_err(PlayoutError::refused)?;
        Ok(Self {
            rules,
            seats,
            seed: seating.seed,
            sampling,
            resigned: Vec::new(),
            replayed,
            chance: Chance::seeded(seating.seed),
            dice: ChaCha8Rng::from_seed(seating.seed),
            preview_dice: preview_dice(seating.seed),
            ids: decisions::Ids::default(),
            listed: Vec::new(),
            turn: (0, 0),
            seen: Vec::new(),
            report: Report::default(),
        })
    }

    /// Folds the events of the entries in, with the laws that apply after each.
    fn replay(&mut self, entries: &[Entry<R::Action, R::Event>], state: &R::State) -> Verdict {
        for (index, entry) in entries.iter().enumerate() {
            fold(self.rules, &mut self.replayed, &entry.events)?;
            self.rules
                .check_invariants(&self.replayed)
                .map_err(|error| format!("the ruleset's law: {error}"))?;
            if index + 1 < entries.len() {
                self.step_is_public(&entries[index + 1])?;
            }
            self.report.entries += 1;
        }
        let same = self.replayed == *state;
        same.then_some(()).ok_or_else(|| "replay: the events give another state".to_owned())
    }

    /// The decision that was answered, as it was before the entries.
    fn answered_by(&self, entries: &[Entry<R::Action, R::Event>]) -> Option<Decision> {
        let entry = entries.first()?;
        self.rules.decision_for(&self.replayed, entry.seat?, entry.action.as_ref()?)
    }

    /// The laws on what the seats can do after `actor` did something.
    fn answers(&mut self, state: &R::State, actor: Option<Seat>) -> Verdict {
        if self.rules.outcome(state).is_some() {
            return Ok(());
        }
        self.a_seat_is_awaited(state)?;
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
            self.orders_answer_by_the_view(state, seat, &legal)?;
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
            return Err("end: a seat can still act after the end".to_owned());
        }
        let ranked = self.rules.rank(state);
        let outcome = self.rules.outcome(state).map(|outcome| outcome.ranking);
        if ranked.len() != usize::from(self.seats) || outcome.as_ref() != Some(&ranked) {
            return Err("end: the outcome does not rank every seat as `rank` does".to_owned());
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

impl<R: Conformance> Observer<R> for Suite<'_, R> {
    fn wrote(&mut self, state: &R::State, entries: &[Entry<R::Action, R::Event>]) -> Verdict {
        let costly = self.dice.random_ratio(1, self.sampling.costly_one_in.max(1));
        if costly {
            self.events_show_no_more_than_the_view(entries)?;
            self.events_are_stored(entries)?;
        }
        let actor = entries.first().and_then(|entry| entry.seat);
        let answered = self.answered_by(entries);
        let previewed = self.preview_dice.random_ratio(1, self.sampling.previewed_one_in.max(1));
        if previewed {
            self.it_was_foreseen(entries)?;
        }
        self.the_resigned_do_nothing(entries, state)?;
        self.replay(entries, state)?;
        self.a_repeat_is_harmless(answered.as_ref(), entries, state)?;
        self.answers(state, actor)?;
        if previewed && self.rules.outcome(state).is_none() {
            std::mem::swap(&mut self.dice, &mut self.preview_dice);
            let verdict = self.previews_come_true(state);
            std::mem::swap(&mut self.dice, &mut self.preview_dice);
            verdict?;
        }
        if costly {
            self.stored_form(state)?;
            self.hidden_facts_change_nothing(state)?;
        }
        Ok(())
    }
}
