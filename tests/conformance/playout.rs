//! One whole game played by bots, from a seed to its end.
//!
//! A bot is consulted when the game waits for its seat or calls it (a trade offer), never for standing invitations;
//! then it sees every open decision of its seat. Calls that do not block the game come first, so that an offer is
//! answered before its maker continues.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use rules::entry::{self, Author, Entries, Entry, PerformError, SettleError};
use rules::orders::{OrderRun, run_orders};
use rules::{Bots, Chance, Choice, Decision, Legal, Outcome, Refusal, Rules, Seat, StandingOrders};

#[derive(Debug, Clone)]
pub struct Seating<O> {
    pub options: O,
    /// The bot at each seat; as many as there are seats.
    pub bots: Vec<String>,
    /// Everything that chance and the bots' dice give follows from it.
    pub seed: [u8; 32],
    pub leaves: Vec<Leave>,
}

impl<O> Seating<O> {
    /// More bots than a ruleset has seats are refused by the ruleset.
    pub(crate) fn seats(&self) -> Seat {
        Seat::try_from(self.bots.len()).unwrap_or(Seat::MAX)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Leave {
    /// The number of actions before it.
    pub after: u64,
    pub seat: Seat,
}

/// The seed of game number `game` in a series that was begun with `seed`.
pub fn seed_of(seed: u64, game: u64) -> [u8; 32] {
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&seed.to_be_bytes());
    bytes[8..16].copy_from_slice(&game.to_be_bytes());
    bytes
}

/// Watches a game. An error ends the game there.
pub trait Observer<R: Rules> {
    /// A bot was consulted at `state`, saw `legal`, and chose.
    fn consulted(
        &mut self,
        _state: &R::State,
        _legal: &[Legal<R::Action>],
        _choice: Option<&Choice<R::Action>>,
    ) -> Result<(), String> {
        Ok(())
    }

    /// One write was made: the set-up or a seat's action, with the server's steps. `state` is the state after it.
    fn wrote(&mut self, state: &R::State, entries: &[Entry<R::Action, R::Event>]) -> Result<(), String>;
}

#[derive(Debug, Clone)]
pub struct Played<S> {
    pub state: S,
    pub outcome: Outcome,
    /// Actions of seats, server steps not counted.
    pub actions: u64,
    /// Entries of the log after the set-up.
    pub version: u64,
}

/// Why a game could not be played to its end: a bug of the ruleset or of a bot.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("after version {version}: {reason}")]
pub struct PlayoutError {
    pub version: u64,
    pub reason: PlayoutProblem,
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PlayoutProblem {
    #[error("the options were refused: {0}")]
    BlankRefused(Refusal),
    #[error("no seat is awaited and the game is not over")]
    NoneAwaited,
    /// The game waits for this decision of the seat.
    #[error("the bot at seat {0} has no answer to {1}")]
    NoAnswer(Seat, String),
    #[error("the bot at seat {0} was refused: {1}")]
    BotRefused(Seat, Refusal),
    #[error("the order {1} of seat {0} was refused")]
    OrderRefused(Seat, usize),
    #[error("the game did not end within {0} actions")]
    Endless(u64),
    /// The server could not go on, or an observer ended the game.
    #[error("{0}")]
    Stopped(String),
}

impl PlayoutError {
    pub(crate) fn refused(refusal: Refusal) -> Self {
        Self { version: 0, reason: PlayoutProblem::BlankRefused(refusal) }
    }
}

impl From<SettleError> for PlayoutProblem {
    fn from(error: SettleError) -> Self {
        Self::Stopped(error.to_string())
    }
}

const MAX_ACTIONS: u64 = 100_000;
/// More answers than orders give in a row.
const MAX_ORDER_ANSWERS: usize = 10_000;

/// What the standing orders do at a state of the given version.
type RunOrders<'o, R> = dyn Fn(&mut <R as Rules>::State, u64, &mut Chance) -> OrderRun<<R as Rules>::Action, <R as Rules>::Event>
    + 'o;

pub fn play<R: Bots>(
    rules: &R,
    seating: &Seating<R::Options>,
    observer: &mut impl Observer<R>,
) -> Result<Played<R::State>, PlayoutError> {
    Playout::start(rules, &|_, _, _| OrderRun::default(), seating, observer)?.finish(observer)
}

/// Plays one game in which seats have standing orders, by seat: their bots decide only what these leave open.
pub(crate) fn play_with_orders<R: Bots + StandingOrders>(
    rules: &R,
    seating: &Seating<R::Options>,
    orders: &[Vec<R::Order>],
    observer: &mut impl Observer<R>,
) -> Result<Played<R::State>, PlayoutError> {
    let run = |state: &mut R::State, version: u64, chance: &mut Chance| {
        run_orders(rules, state, version, orders, MAX_ORDER_ANSWERS, chance)
    };
    Playout::start(rules, &run, seating, observer)?.finish(observer)
}

struct Playout<'r, R: Bots> {
    rules: &'r R,
    run_orders: &'r RunOrders<'r, R>,
    bots: &'r [String],
    /// Each bot's own, apart from the game's chance.
    dice: Vec<ChaCha8Rng>,
    chance: Chance,
    state: R::State,
    version: u64,
    actions: u64,
    /// Those who have yet to give up.
    leaves: Vec<Leave>,
    /// Calls that a bot has left alone; it is not consulted about the same again.
    ignored: Vec<Decision>,
}

impl<'r, R: Bots> Playout<'r, R> {
    fn start(
        rules: &'r R,
        run_orders: &'r RunOrders<'r, R>,
        seating: &'r Seating<R::Options>,
        observer: &mut impl Observer<R>,
    ) -> Result<Self, PlayoutError> {
        let seats = seating.seats();
        let state = rules.blank(&seating.options, seats).map_err(PlayoutError::refused)?;
        let mut playout = Self {
            rules,
            run_orders,
            bots: &seating.bots,
            dice: (0..seats).map(|seat| bot_dice(seating.seed, seat)).collect(),
            chance: Chance::seeded(seating.seed),
            state,
            version: 0,
            actions: 0,
            leaves: seating.leaves.clone(),
            ignored: Vec::new(),
        };
        let entries = entry::start(rules, &mut playout.state, &mut playout.chance);
        playout.write(entries, observer)?;
        Ok(playout)
    }

    fn finish(mut self, observer: &mut impl Observer<R>) -> Result<Played<R::State>, PlayoutError> {
        loop {
            if let Some(outcome) = self.rules.outcome(&self.state) {
                let Self { state, actions, version, .. } = self;
                return Ok(Played { state, outcome, actions, version });
            }
            if self.one_leaves(observer)? {
                continue;
            }
            self.one_acts(observer)?;
            if self.actions >= MAX_ACTIONS {
                return Err(self.error(PlayoutProblem::Endless(MAX_ACTIONS)));
            }
        }
    }

    /// Lets the first seat go whose time has come; `false` when there is none.
    fn one_leaves(&mut self, observer: &mut impl Observer<R>) -> Result<bool, PlayoutError> {
        let Some(at) = self.leaves.iter().position(|leave| leave.after <= self.actions) else {
            return Ok(false);
        };
        let seat = self.leaves.remove(at).seat;
        let entries = entry::resign(self.rules, &mut self.state, self.version, seat, &mut self.chance);
        self.write(entries, observer)?;
        Ok(true)
    }

    /// Consults the bots that are called, then the awaited one, until one acts.
    fn one_acts(&mut self, observer: &mut impl Observer<R>) -> Result<(), PlayoutError> {
        let open = self.rules.asked(&self.state);
        self.ignored.retain(|ignored| open.contains(ignored));
        for decision in open.iter().filter(|decision| !decision.blocking) {
            if self.ignored.contains(decision) {
                continue;
            }
            if self.consult(decision.seat, observer)? {
                return Ok(());
            }
            self.ignored.push(decision.clone());
        }
        let Some(awaited) = open.iter().find(|decision| decision.blocking) else {
            return Err(self.error(PlayoutProblem::NoneAwaited));
        };
        if self.consult(awaited.seat, observer)? {
            return Ok(());
        }
        Err(self.error(PlayoutProblem::NoAnswer(awaited.seat, awaited.id.clone())))
    }

    /// Lets the bot at `seat` act; `false` when it leaves things as they are.
    fn consult(&mut self, seat: Seat, observer: &mut impl Observer<R>) -> Result<bool, PlayoutError> {
        let view = self.rules.view(&self.state, Some(seat));
        let legal = self.rules.legal(&self.state, seat);
        let index = usize::from(seat);
        let (Some(bot), Some(dice)) = (self.bots.get(index), self.dice.get_mut(index)) else {
            return Ok(false);
        };
        let choice = self.rules.choose(bot, &view, &legal, dice);
        observer
            .consulted(&self.state, &legal, choice.as_ref())
            .map_err(|error| self.error(PlayoutProblem::Stopped(error)))?;
        let Some(Choice { action, .. }) = choice else { return Ok(false) };
        // It shares the table with the state, which would be copied for the action.
        drop(view);
        let (state, chance, by) = (&mut self.state, &mut self.chance, Author::Bot);
        let entries = match entry::perform(self.rules, state, self.version, by, Some(seat), &action, chance) {
            Ok(entries) => Ok(entries),
            Err(PerformError::Unsettled(error)) => Err(error),
            Err(PerformError::Refused(refusal)) => {
                return Err(self.error(PlayoutProblem::BotRefused(seat, refusal)));
            }
        };
        self.actions += 1;
        self.write(entries, observer)?;
        Ok(true)
    }

    fn write(
        &mut self,
        entries: Result<Entries<R>, SettleError>,
        observer: &mut impl Observer<R>,
    ) -> Result<(), PlayoutError> {
        let mut entries = entries.map_err(|error| self.error(error.into()))?;
        let version = entries.last().map_or(self.version, |entry| entry.version);
        let run = (self.run_orders)(&mut self.state, version, &mut self.chance);
        if let Some((seat, order)) = run.refused.first() {
            return Err(self.error(PlayoutProblem::OrderRefused(*seat, *order)));
        }
        entries.extend(run.entries);
        self.version = entries.last().map_or(self.version, |entry| entry.version);
        observer.wrote(&self.state, &entries).map_err(|error| self.error(PlayoutProblem::Stopped(error)))
    }

    fn error(&self, reason: PlayoutProblem) -> PlayoutError {
        PlayoutError { version: self.version, reason }
    }
}

fn bot_dice(seed: [u8; 32], seat: Seat) -> ChaCha8Rng {
    let mut dice = ChaCha8Rng::from_seed(seed);
    dice.set_stream(u64::from(seat) + 1);
    dice
}
