//! One entry of a game's log, and how a write makes one or several of them.
//!
//! A write is an action and the server's steps after it, until none is due. Each is an entry and raises the version by
//! one.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::chance::{Chance, ChanceError, Draw};
use crate::contract::{Actor, Rules};
use crate::decision::Seat;
use crate::recorder::{Applied, Misfit};
use crate::refusal::Refusal;

/// `order`: a standing order of the seat; `lapse`: the rules, for an absent player; `server`: the roll, and steps that
/// follow by themselves.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    Serialize,
    Deserialize,
    ToSchema,
    strum::EnumString,
    strum::IntoStaticStr,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case", const_into_str)]
pub enum Author {
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

impl Author {
    /// The author as other seats see it. They see lapses and server steps, but never that an order or a bot answered.
    pub fn redacted(self) -> Self {
        match self {
            Self::Order | Self::Bot => Self::Seat,
            other => other,
        }
    }
}

/// What an event is in a log that is grouped by turns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum LogRole {
    /// A line of the turn.
    #[default]
    Line,
    /// The first event of a turn of `seat`.
    TurnBegins { turn: u32, seat: Seat },
    /// The roll of the turn.
    Dice([u8; 2]),
}

/// One entry: who did what, what happened, and what chance gave.
#[derive(Debug, Clone, PartialEq)]
pub struct Entry<A, E> {
    /// The version that this entry produced. The set-up is entry 0.
    pub version: u64,
    pub by: Author,
    /// The seat that the entry is about; `None` for the server.
    pub seat: Actor,
    /// What was done; `None` for the set-up and for a resignation.
    pub action: Option<A>,
    pub events: Vec<E>,
    pub draws: Vec<Draw>,
}

#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum PerformError {
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// The rules allowed the action, but the server can't continue from there.
    #[error(transparent)]
    Unsettled(#[from] SettleError),
}

impl From<Misfit> for PerformError {
    fn from(misfit: Misfit) -> Self {
        Self::Unsettled(misfit.into())
    }
}

/// Why the server's steps can't continue, which no seat can cause.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum SettleError {
    /// No game comes to this state, or a bug of the ruleset has led to it.
    #[error("{0}")]
    Impossible(String),
    #[error(transparent)]
    Misfit(#[from] Misfit),
    #[error(transparent)]
    Chance(#[from] ChanceError),
}

/// The most server steps in a row, more than any game needs: a ruleset with a bug must not loop for ever.
const MAX_STEPS: usize = 1_000;

pub type Entries<R> = Vec<Entry<<R as Rules>::Action, <R as Rules>::Event>>;

/// Sets a game up: entry 0 and the server steps that follow. `chance` may already have draws of entry 0.
pub fn start<R: Rules>(
    rules: &R,
    state: &mut R::State,
    chance: &mut Chance,
) -> Result<Entries<R>, SettleError> {
    let events = rules.setup(state, chance);
    fold(rules, state, &events)?;
    let entry = Entry { version: 0, by: Author::Server, seat: None, action: None, events, draws: Vec::new() };
    write(rules, state, entry, chance)
}

/// Performs one action at `version` and the server steps that follow. A refusal leaves `state` untouched; any other
/// error leaves it half changed.
pub fn perform<R: Rules>(
    rules: &R,
    state: &mut R::State,
    version: u64,
    by: Author,
    seat: Actor,
    action: &R::Action,
    chance: &mut Chance,
) -> Result<Entries<R>, PerformError> {
    chance.begin(version + 1);
    let events = rules.carry_out(state, seat, action, chance)?;
    let action = Some(action.clone());
    let entry = Entry { version: version + 1, by, seat, action, events, draws: Vec::new() };
    Ok(write(rules, state, entry, chance)?)
}

/// Lets a seat resign at `version`, and takes the server steps that follow. An error leaves `state` half changed.
pub fn resign<R: Rules>(
    rules: &R,
    state: &mut R::State,
    version: u64,
    seat: Seat,
    chance: &mut Chance,
) -> Result<Entries<R>, SettleError> {
    chance.begin(version + 1);
    let events = rules.resign(state, seat, chance);
    fold(rules, state, &events)?;
    let version = version + 1;
    let entry =
        Entry { version, by: Author::Seat, seat: Some(seat), action: None, events, draws: Vec::new() };
    write(rules, state, entry, chance)
}

/// Takes the server's steps that are due in a state that is loaded at `version`, until a seat is awaited or the game is
/// over. An error leaves `state` half changed.
pub fn settle<R: Rules>(
    rules: &R,
    state: &mut R::State,
    version: u64,
    chance: &mut Chance,
) -> Result<Entries<R>, SettleError> {
    let mut entries = Vec::new();
    take_steps(rules, state, version + 1, chance, &mut entries)?;
    let awaited = rules.awaiting(state).iter().any(|decision| decision.blocking);
    if awaited || rules.outcome(state).is_some() {
        Ok(entries)
    } else {
        Err(SettleError::Impossible("nobody is awaited, and the game is not over".to_owned()))
    }
}

fn fold<R: Rules>(rules: &R, state: &mut R::State, events: &[R::Event]) -> Applied {
    events.iter().try_for_each(|event| rules.apply(state, event))
}

/// The first entry of a write, whose events `state` has in it, with what was drawn for it; and the steps that follow.
fn write<R: Rules>(
    rules: &R,
    state: &mut R::State,
    first: Entry<R::Action, R::Event>,
    chance: &mut Chance,
) -> Result<Entries<R>, SettleError> {
    let next = first.version + 1;
    let mut entries = vec![Entry { draws: chance.take_draws(), ..first }];
    take_steps(rules, state, next, chance, &mut entries)?;
    Ok(entries)
}

fn take_steps<R: Rules>(
    rules: &R,
    state: &mut R::State,
    first_version: u64,
    chance: &mut Chance,
    entries: &mut Entries<R>,
) -> Result<(), SettleError> {
    for version in (first_version..).take(MAX_STEPS) {
        let Some((seat, action)) = rules.advance(state) else { return Ok(()) };
        chance.begin(version);
        let events = rules.carry_out(state, seat, &action, chance).map_err(|error| match error {
            PerformError::Refused(refusal) => {
                SettleError::Impossible(format!("the server's own step was refused: {refusal}"))
            }
            PerformError::Unsettled(error) => error,
        })?;
        let draws = chance.take_draws();
        entries.push(Entry { version, by: Author::Server, seat, action: Some(action), events, draws });
    }
    Err(SettleError::Impossible("the server's steps reach no fixed point".to_owned()))
}
