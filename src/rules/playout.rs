//! One whole game played by bots, from a seed to its end.
//!
//! A bot is asked when the game waits for its seat or calls it (a trade offer), never for standing invitations;
//! when asked it sees every open decision of its seat. Calls that block nobody come first, so that an offer is
//! looked at before its maker goes on.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use super::chance::Chance;
use super::decision::{Decision, Seat};
use super::entry::{self, By, Entry};
use super::legal::Legal;
use super::orders::run_orders;
use super::outcome::Outcome;
use super::refusal::Refusal;
use super::ruleset::{Choice, Ruleset};

#[derive(Debug, Clone)]
pub struct Seating<O> {
    pub options: O,
    /// The bot at each seat; as many as there are seats.
    pub bots: Vec<String>,
    /// Everything that chance and the bots' dice give follows from it.
    pub seed: [u8; 32],
    /// The seats that give up on the way.
    pub leaves: Vec<Leave>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Leave {
    /// After so many actions.
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

/// Somebody who looks on. An error ends the game there.
pub trait Observer<R: Ruleset> {
    /// A bot was asked at `state`, saw `legal`, and chose.
    fn asked(
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

/// A game that came to its end.
#[derive(Debug, Clone)]
pub struct Played<S> {
    /// The last state.
    pub state: S,
    pub outcome: Outcome,
    /// Actions of seats, server steps not counted.
    pub actions: u64,
    /// Entries of the log after the set-up.
    pub version: u64,
}

/// Why a game could not be played to its end: a defect of the ruleset or of a bot.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("after version {version}: {reason}")]
pub struct PlayoutFault {
    /// The last entry that was written.
    pub version: u64,
    pub reason: Reason,
}

/// What can go wrong in a game between bots.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Reason {
    /// The table could not be laid.
    #[error("the table was refused: {0}")]
    Table(Refusal),
    /// Nobody is awaited and the game is not over.
    #[error("nobody is awaited and the game is not over")]
    Unawaited,
    /// The bot of this seat had no answer to the decision that the game waits for.
    #[error("the bot at seat {0} has no answer to {1}")]
    Silent(Seat, String),
    /// The answer of the bot at this seat was refused.
    #[error("the bot at seat {0} was refused: {1}")]
    Refused(Seat, Refusal),
    /// The answer of a standing order was refused.
    #[error("the order {1} of seat {0} was refused")]
    Disobeyed(Seat, usize),
    /// The game does not end within this many actions.
    #[error("the game did not end within {0} actions")]
    Endless(u64),
    #[error("{0}")]
    Stopped(String),
}

impl From<Refusal> for PlayoutFault {
    fn from(refusal: Refusal) -> Self {
        Self { version: 0, reason: Reason::Table(refusal) }
    }
}

const MOST_ACTIONS: u64 = 100_000;
/// More answers than orders give in a row.
const MOST_ORDERED: usize = 10_000;

pub fn play<R: Ruleset>(
    rules: &R,
    seating: &Seating<R::Options>,
    observer: &mut impl Observer<R>,
) -> Result<Played<R::State>, PlayoutFault> {
    play_with_orders(rules, seating, &[], observer)
}

/// Plays one game in which seats have standing orders, by seat: their bots are asked only what these leave open.
pub fn play_with_orders<R: Ruleset>(
    rules: &R,
    seating: &Seating<R::Options>,
    orders: &[Vec<R::Order>],
    observer: &mut impl Observer<R>,
) -> Result<Played<R::State>, PlayoutFault> {
    let mut playout = Playout::begin(rules, seating, orders, observer)?;
    loop {
        if let Some(outcome) = rules.outcome(&playout.state) {
            let Playout { state, actions, version, .. } = playout;
            return Ok(Played { state, outcome, actions, version });
        }
        if playout.somebody_leaves(observer)? {
            continue;
        }
        playout.go_on(observer)?;
        if playout.actions >= MOST_ACTIONS {
            return Err(playout.fault(Reason::Endless(MOST_ACTIONS)));
        }
    }
}

struct Playout<'r, R: Ruleset> {
    rules: &'r R,
    bots: &'r [String],
    /// Standing orders by seat.
    orders: &'r [Vec<R::Order>],
    dice: Vec<ChaCha8Rng>,
    chance: Chance,
    state: R::State,
    version: u64,
    actions: u64,
    /// Those who have yet to give up.
    leaves: Vec<Leave>,
    /// Calls that a bot has left alone; it is not asked the same again.
    left: Vec<Decision>,
}

impl<'r, R: Ruleset> Playout<'r, R> {
    fn begin(
        rules: &'r R,
        seating: &'r Seating<R::Options>,
        orders: &'r [Vec<R::Order>],
        observer: &mut impl Observer<R>,
    ) -> Result<Self, PlayoutFault> {
        let seats = u8::try_from(seating.bots.len()).unwrap_or(u8::MAX);
        let mut state = rules.blank(&seating.options, seats)?;
        let mut chance = Chance::seeded(seating.seed);
        let entries = entry::start(rules, &mut state, &mut chance);
        let dice = (0..seats).map(|seat| bot_dice(seating.seed, seat)).collect();
        let mut playout = Self {
            rules,
            bots: &seating.bots,
            orders,
            dice,
            chance,
            state,
            version: 0,
            actions: 0,
            leaves: seating.leaves.clone(),
            left: Vec::new(),
        };
        playout.write(entries, observer)?;
        Ok(playout)
    }

    /// Lets the first seat go whose time has come; `false` when there is none.
    fn somebody_leaves(&mut self, observer: &mut impl Observer<R>) -> Result<bool, PlayoutFault> {
        let Some(at) = self.leaves.iter().position(|leave| leave.after <= self.actions) else {
            return Ok(false);
        };
        let seat = self.leaves.remove(at).seat;
        let entries = entry::resign(self.rules, &mut self.state, self.version, seat, &mut self.chance);
        self.write(entries, observer)?;
        Ok(true)
    }

    /// Asks those who are called, then those who are awaited, until one acts.
    fn go_on(&mut self, observer: &mut impl Observer<R>) -> Result<(), PlayoutFault> {
        let open = self.rules.awaiting(&self.state);
        self.left.retain(|left| open.contains(left));
        for decision in open.iter().filter(|decision| !decision.blocking && decision.is_asked()) {
            if self.left.contains(decision) {
                continue;
            }
            if self.ask(decision.seat, observer)? {
                return Ok(());
            }
            self.left.push(decision.clone());
        }
        let Some(awaited) = open.iter().find(|decision| decision.blocking) else {
            return Err(self.fault(Reason::Unawaited));
        };
        if self.ask(awaited.seat, observer)? {
            return Ok(());
        }
        Err(self.fault(Reason::Silent(awaited.seat, awaited.id.clone())))
    }

    /// Lets the bot at `seat` act; `false` when it leaves things as they are.
    fn ask(&mut self, seat: Seat, observer: &mut impl Observer<R>) -> Result<bool, PlayoutFault> {
        let view = self.rules.view(&self.state, Some(seat));
        let legal = self.rules.legal(&self.state, seat);
        let (Some(bot), Some(dice)) =
            (self.bots.get(usize::from(seat)), self.dice.get_mut(usize::from(seat)))
        else {
            return Ok(false);
        };
        let choice = self.rules.bot(bot, &view, &legal, dice);
        observer
            .asked(&self.state, &legal, choice.as_ref())
            .map_err(|breach| self.fault(Reason::Stopped(breach)))?;
        let Some(choice) = choice else { return Ok(false) };
        let entries = entry::perform(
            self.rules,
            &mut self.state,
            self.version,
            By::Bot,
            Some(seat),
            &choice.action,
            &mut self.chance,
        )
        .map_err(|refusal| self.fault(Reason::Refused(seat, refusal)))?;
        self.actions += 1;
        self.write(entries, observer)?;
        Ok(true)
    }

    fn write(
        &mut self,
        mut entries: Vec<Entry<R::Action, R::Event>>,
        observer: &mut impl Observer<R>,
    ) -> Result<(), PlayoutFault> {
        let version = entries.last().map_or(self.version, |entry| entry.version);
        let (orders, chance) = (self.orders, &mut self.chance);
        let followed = run_orders(self.rules, &mut self.state, version, orders, MOST_ORDERED, chance);
        if let Some((seat, order)) = followed.refused.first() {
            return Err(self.fault(Reason::Disobeyed(*seat, *order)));
        }
        entries.extend(followed.entries);
        self.version = entries.last().map_or(self.version, |entry| entry.version);
        observer.wrote(&self.state, &entries).map_err(|breach| self.fault(Reason::Stopped(breach)))
    }

    fn fault(&self, reason: Reason) -> PlayoutFault {
        PlayoutFault { version: self.version, reason }
    }
}

/// A bot's own dice, apart from the game's chance.
fn bot_dice(seed: [u8; 32], seat: Seat) -> ChaCha8Rng {
    let mut dice = ChaCha8Rng::from_seed(seed);
    dice.set_stream(u64::from(seat) + 1);
    dice
}
