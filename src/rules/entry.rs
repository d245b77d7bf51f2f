//! One entry of a game's log, and how a write makes one or several of them.
//!
//! A write is the action of somebody, followed by the server's steps to a fixed point. Each is an entry of its
//! own and raises the version by one.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::chance::{Chance, ChanceFault, Draw};
use super::decision::Seat;
use super::refusal::Refusal;
use super::ruleset::{Actor, Ruleset};

/// Who made an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum By {
    /// A person at the seat.
    Seat,
    /// A standing order of the seat.
    Order,
    /// A bot at the seat.
    Bot,
    /// The rules, for an absent seat.
    Lapse,
    /// The server: the roll, and steps that public facts force.
    Server,
}

impl By {
    /// What the other seats are told: a lapse and a server step, but never that an order or a bot answered.
    pub fn told(self) -> Self {
        match self {
            Self::Order | Self::Bot => Self::Seat,
            other => other,
        }
    }

    pub fn word(self) -> &'static str {
        match self {
            Self::Seat => "seat",
            Self::Order => "order",
            Self::Bot => "bot",
            Self::Lapse => "lapse",
            Self::Server => "server",
        }
    }

    /// The maker that a stored word names.
    pub fn from_word(word: &str) -> Option<Self> {
        let all = [Self::Seat, Self::Order, Self::Bot, Self::Lapse, Self::Server];
        all.into_iter().find(|by| by.word() == word)
    }
}

/// One entry: who did what, what happened, and what chance gave.
#[derive(Debug, Clone, PartialEq)]
pub struct Entry<A, E> {
    /// The version that this entry produced. The set-up is entry 0.
    pub version: u64,
    pub by: By,
    /// The seat it is about; `None` for the server.
    pub seat: Actor,
    /// What was done; `None` for the set-up and for a resignation.
    pub action: Option<A>,
    pub events: Vec<E>,
    /// What chance gave, in order.
    pub draws: Vec<Draw>,
}

#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum Stopped {
    /// The rules say no.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// Chance given by hand does not fit.
    #[error(transparent)]
    Chance(#[from] ChanceFault),
}

/// More server steps than any game needs in a row; reaching it is a defect of the ruleset.
const MOST_STEPS: usize = 1_000;

type Entries<R> = Vec<Entry<<R as Ruleset>::Action, <R as Ruleset>::Event>>;

/// Sets a game up: entry 0 and the server steps that follow. `chance` may already hold draws of entry 0.
pub fn start<R: Ruleset>(rules: &R, state: &mut R::State, chance: &mut Chance) -> Entries<R> {
    let events = rules.setup(state, chance);
    fold(rules, state, &events);
    let draws = chance.take_draws();
    let mut entries = vec![Entry { version: 0, by: By::Server, seat: None, action: None, events, draws }];
    run_steps(rules, state, chance, &mut entries);
    entries
}

/// Performs one action at `version` and the server steps that follow. Refused: `state` is untouched.
pub fn perform<R: Ruleset>(
    rules: &R,
    state: &mut R::State,
    version: u64,
    by: By,
    seat: Actor,
    action: &R::Action,
    chance: &mut Chance,
) -> Result<Entries<R>, Refusal> {
    chance.begin(version + 1);
    let events = rules.decide(state, seat, action, chance)?;
    fold(rules, state, &events);
    let draws = chance.take_draws();
    let mut entries =
        vec![Entry { version: version + 1, by, seat, action: Some(action.clone()), events, draws }];
    run_steps(rules, state, chance, &mut entries);
    Ok(entries)
}

/// A seat gives up at `version`, and the server takes the steps that follow.
pub fn resign<R: Ruleset>(
    rules: &R,
    state: &mut R::State,
    version: u64,
    seat: Seat,
    chance: &mut Chance,
) -> Entries<R> {
    chance.begin(version + 1);
    let events = rules.resign(state, seat, chance);
    fold(rules, state, &events);
    let draws = chance.take_draws();
    let mut entries =
        vec![Entry { version: version + 1, by: By::Seat, seat: Some(seat), action: None, events, draws }];
    run_steps(rules, state, chance, &mut entries);
    entries
}

/// Why the server can't go on from a state that was given from outside.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum Unsettled {
    /// No game comes to the state.
    #[error("{0}")]
    Impossible(String),
    /// Chance given by hand does not fit.
    #[error(transparent)]
    Chance(#[from] ChanceFault),
}

/// Takes the server's steps that are due in a state that is loaded at `version`, until somebody is awaited or the game is
/// over. An error leaves `state` somewhere on the way.
pub fn settle<R: Ruleset>(
    rules: &R,
    state: &mut R::State,
    version: u64,
    chance: &mut Chance,
) -> Result<Entries<R>, Unsettled> {
    let mut entries = Vec::new();
    take_steps(rules, state, version + 1, chance, &mut entries).map_err(Unsettled::Impossible)?;
    let awaited = rules.awaiting(state).iter().any(|decision| decision.blocking);
    if awaited || rules.outcome(state).is_some() {
        Ok(entries)
    } else {
        Err(Unsettled::Impossible("nobody is awaited, and the game is not over".to_owned()))
    }
}

fn run_steps<R: Ruleset>(rules: &R, state: &mut R::State, chance: &mut Chance, entries: &mut Entries<R>) {
    if let Err(defect) = take_steps(rules, state, 0, chance, entries) {
        unreachable!("{defect}");
    }
}

/// The steps go on from the entries there are; `first` is the version of the first one where there are none.
fn take_steps<R: Ruleset>(
    rules: &R,
    state: &mut R::State,
    first: u64,
    chance: &mut Chance,
    entries: &mut Entries<R>,
) -> Result<(), String> {
    for _ in 0..MOST_STEPS {
        let Some((seat, action)) = rules.advance(state) else { return Ok(()) };
        let version = entries.last().map_or(first, |entry| entry.version + 1);
        chance.begin(version);
        let events = rules
            .decide(state, seat, &action, chance)
            .map_err(|refusal| format!("the server's own step was refused: {refusal}"))?;
        fold(rules, state, &events);
        let draws = chance.take_draws();
        entries.push(Entry { version, by: By::Server, seat, action: Some(action), events, draws });
    }
    Err("the server's steps reach no fixed point".to_owned())
}

fn fold<R: Ruleset>(rules: &R, state: &mut R::State, events: &[R::Event]) {
    for event in events {
        rules.apply(state, event);
    }
}
