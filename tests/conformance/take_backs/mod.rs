//! Whole games in which seats take back what they did, played behind the JSON interface as the service plays them:
//! with persons, bots, standing orders, lapses, resignations, and what is done beside the rules.
//!
//! After every write: the record of what may be taken back lists what the log allows and nothing else, no id and no
//! number of an offer is given out twice, and every question about a decision is answered under the same id. After
//! every take-back: the game is as it was, and a decision that stayed open kept its id. After the end: the log replays
//! to the same positions and views.

mod issued;
mod log;

use rand::RngExt;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use rules::{
    AnyGame, AnyRuleset, Author, Chance, Decision, EntryFacts, Json, MAX_PER_TURN, Seat, SeatOrder,
    StoredEntry, TakeBackLimit, TakeBacks,
};
use serde::Serialize;
use serde_json::Value;

use self::issued::{Issued, Shown, shown};
use self::log::{Left, Log, Logged, What, views_of};
use super::{Report, Verdict, ensure};
use crate::playout::{Leave, PlayoutError, PlayoutProblem, Seating};

/// More acts than any game takes.
const MAX_ACTS: u64 = 100_000;
/// More answers than orders give in a row.
const MAX_ORDER_ANSWERS: usize = 1_000;
/// Once in so many acts.
mod odds {
    pub const TAKE_BACK: u32 = 4;
    pub const LAPSE: u32 = 40;
    pub const BOT: u32 = 12;
    pub const BESIDE_THE_RULES: u32 = 60;
    pub const LOADED_ANEW: u32 = 8;
    pub const VIEWED: u32 = 24;
    pub const PREVIEWED: u32 = 16;
    pub const DRY_RUN: u32 = 4;
    pub const ORDERS_OF_SEAT: u32 = 4;
}

/// Plays one game with take-backs under the laws about them. The error names the law and the version.
pub fn run_with_take_backs<O: Serialize>(
    ruleset: &dyn AnyRuleset,
    seating: &Seating<O>,
) -> Result<Report, PlayoutError> {
    let mut table = Table::new(ruleset, seating).map_err(|breach| stopped(0, breach))?;
    table.play().map_err(|breach| stopped(table.log.version(), breach))?;
    Ok(table.report)
}

fn stopped(version: u64, breach: String) -> PlayoutError {
    PlayoutError { version, reason: PlayoutProblem::Stopped(breach) }
}

struct Table<'r> {
    ruleset: &'r dyn AnyRuleset,
    options: Json,
    seats: Seat,
    bots: &'r [String],
    game: Box<dyn AnyGame>,
    chance: Chance,
    dice: ChaCha8Rng,
    log: Log,
    take_backs: TakeBacks,
    issued: Issued,
    orders: Vec<(Seat, Json)>,
    leaves: Vec<Leave>,
    /// Calls that a bot has left alone; it is not consulted about the same again.
    ignored: Vec<Decision>,
    acts: u64,
    report: Report,
}

impl<'r> Table<'r> {
    fn new<O: Serialize>(ruleset: &'r dyn AnyRuleset, seating: &'r Seating<O>) -> Result<Self, String> {
        let seats = u8::try_from(seating.bots.len()).map_err(|error| error.to_string())?;
        let options = serde_json::value::to_raw_value(&seating.options).map_err(|error| error.to_string())?;
        let game = ruleset.blank(&options, seats).map_err(|refusal| refusal.to_string())?;
        let mut dice = ChaCha8Rng::from_seed(seating.seed);
        let mut orders = Vec::new();
        for seat in 0..seats {
            if dice.random_ratio(1, odds::ORDERS_OF_SEAT) {
                orders.extend(ruleset.typical_orders().into_iter().map(|order| (seat, order)));
            }
        }
        Ok(Self {
            ruleset,
            options,
            seats,
            bots: &seating.bots,
            game,
            chance: Chance::seeded(seating.seed),
            dice,
            log: Log::default(),
            take_backs: TakeBacks::default(),
            issued: Issued::default(),
            orders,
            leaves: seating.leaves.clone(),
            ignored: Vec::new(),
            acts: 0,
            report: Report::default(),
        })
    }

    fn play(&mut self) -> Verdict {
        let entries = self.game.start(&mut self.chance).map_err(|error| error.to_string())?;
        self.wrote(1, entries)?;
        while self.game.outcome().is_none() {
            self.acts += 1;
            ensure(self.acts < MAX_ACTS, || format!("the game did not end within {MAX_ACTS} acts"))?;
            if self.once_in(odds::LOADED_ANEW) {
                self.load_anew()?;
            }
            if self.once_in(odds::TAKE_BACK) && self.one_takes_back()? {
                continue;
            }
            if self.once_in(odds::BESIDE_THE_RULES) {
                self.something_beside_the_rules()?;
            }
            if !self.one_leaves()? {
                self.one_acts()?;
            }
        }
        self.log.replays(self.ruleset, &self.options, self.seats)?;
        self.report.offers += self.issued.offers();
        self.report.replayed += self.log.0.len() as u64;
        Ok(())
    }

    fn once_in(&mut self, times: u32) -> bool {
        self.dice.random_ratio(1, times)
    }

    /// As a server does before each write.
    fn load_anew(&mut self) -> Verdict {
        let position = self.position()?;
        self.game = self.ruleset.load(&position).map_err(|error| format!("stored form: {error}"))?;
        let again = self.position()?;
        ensure(position == again, || format!("stored form: of\n{position}\nis read\n{again}"))
    }

    fn position(&self) -> Result<String, String> {
        self.game.position().map_err(|error| format!("stored form: {error}"))
    }

    /// Who acts, and how, as in [`crate::playout`].
    fn one_acts(&mut self) -> Verdict {
        let open = self.game.awaiting();
        self.ignored.retain(|ignored| open.contains(ignored));
        for decision in open.iter().filter(|decision| !decision.blocking && decision.is_asked()) {
            if self.ignored.contains(decision) {
                continue;
            }
            if self.consult(decision.seat)? {
                return Ok(());
            }
            self.ignored.push(decision.clone());
        }
        let awaited = open.iter().find(|decision| decision.blocking).ok_or("awaited: no seat")?;
        if self.once_in(odds::LAPSE) {
            let action = self.game.lapse(awaited).ok_or_else(|| format!("lapse: none for {}", awaited.id))?;
            return self.perform(Author::Lapse, awaited.seat, &action);
        }
        let acted = self.consult(awaited.seat)?;
        ensure(acted, || format!("the bot at seat {} has no answer to {}", awaited.seat, awaited.id))
    }

    fn consult(&mut self, seat: Seat) -> Result<bool, String> {
        let Some(bot) = self.bots.get(usize::from(seat)) else { return Ok(false) };
        let Some(choice) = self.game.choose(bot, seat, &mut self.dice) else { return Ok(false) };
        self.is_open(seat, &choice.decision, "choose")?;
        let by = if self.once_in(odds::BOT) { Author::Bot } else { Author::Seat };
        self.perform(by, seat, &choice.action)?;
        Ok(true)
    }

    fn perform(&mut self, by: Author, seat: Seat, action: &Json) -> Verdict {
        let (turn, version) = (self.game.turn().0, self.log.version());
        let mut entries = self
            .game
            .perform(version, by, Some(seat), action, &mut self.chance)
            .map_err(|error| format!("{action} of seat {seat}: {error}"))?;
        entries.extend(self.orders_answer(version + entries.len() as u64)?);
        self.wrote(turn, entries)
    }

    fn orders_answer(&mut self, version: u64) -> Result<Vec<StoredEntry>, String> {
        let orders: Vec<SeatOrder<'_>> =
            self.orders.iter().map(|(seat, order)| SeatOrder { seat: *seat, order }).collect();
        let run = self
            .game
            .run_orders(version, &orders, MAX_ORDER_ANSWERS, &mut self.chance)
            .map_err(|error| format!("orders: {error}"))?;
        Ok(run.entries)
    }

    /// Lets the first seat go whose time has come; `false` when there is none.
    fn one_leaves(&mut self) -> Result<bool, String> {
        let Some(at) = self.leaves.iter().position(|leave| leave.after <= self.acts) else {
            return Ok(false);
        };
        let seat = self.leaves.remove(at).seat;
        let turn = self.game.turn().0;
        let entries = self
            .game
            .resign(self.log.version(), seat, &mut self.chance)
            .map_err(|error| format!("resignation of seat {seat}: {error}"))?;
        self.wrote(turn, entries)?;
        Ok(true)
    }

    /// A vote, a pause: an entry of which the rules know nothing.
    fn something_beside_the_rules(&mut self) -> Verdict {
        let turn = self.game.turn().0;
        let (by, seat) = (Author::Server, None);
        self.log.0.push(Logged { by, seat, what: What::Final { events: None }, turn, left: None });
        let version = self.log.version();
        let (has_draws, reveals) = (false, false);
        let facts = EntryFacts { version, by, seat, has_service_events: true, has_draws, reveals };
        self.take_backs = self.take_backs.clone().after(turn, [facts]);
        self.is_left()
    }

    fn wrote(&mut self, turn: u32, entries: Vec<StoredEntry>) -> Verdict {
        let facts: Vec<EntryFacts> = entries.iter().map(|entry| entry.facts(false)).collect();
        self.take_backs = self.take_backs.clone().after(turn, facts);
        for entry in entries {
            let version = self.log.0.len() as u64;
            ensure(entry.version == version, || format!("log: version {} came as {version}", entry.version))?;
            self.issued.pass_offers(turn, &entry.events)?;
            self.log.0.push(Logged::entry(entry, turn));
        }
        self.issued.pass(shown(&self.game.awaiting()))?;
        self.is_left()
    }

    /// Keeps how a write has left the game.
    fn is_left(&mut self) -> Verdict {
        let views = self.once_in(odds::VIEWED).then(|| views_of(&*self.game, self.seats));
        let left = Left { position: self.position()?, open: shown(&self.game.awaiting()), views };
        if let Some(last) = self.log.0.last_mut() {
            last.left = Some(left);
        }
        self.record_is_right()?;
        self.ids_agree()
    }

    /// The versions that are listed are those that the log allows; the record is stored with the position.
    fn record_is_right(&mut self) -> Verdict {
        let text = serde_json::to_string(&self.take_backs).map_err(|error| error.to_string())?;
        self.take_backs = serde_json::from_str(&text).map_err(|error| error.to_string())?;
        for seat in 0..self.seats {
            let (allowed, times) = (self.log.may_return(seat), self.log.taken_back(seat));
            let expected = if allowed.is_empty() {
                None
            } else if times >= usize::from(MAX_PER_TURN) {
                Some(Err(TakeBackLimit::LimitReached))
            } else {
                Some(Ok(allowed.as_slice()))
            };
            let listed = self.take_backs.of_seat(seat);
            let same = expected.map_or(listed.is_err(), |expected| listed == expected);
            ensure(same, || {
                format!(
                    "take-back: seat {seat} may return to {allowed:?} ({times} times by now), listed is {listed:?}"
                )
            })?;
            self.report.returnable += allowed.len() as u64;
        }
        Ok(())
    }

    fn one_takes_back(&mut self) -> Result<bool, String> {
        let choices: Vec<(Seat, u64)> = (0..self.seats)
            .filter_map(|seat| Some((seat, self.take_backs.of_seat(seat).ok()?.to_vec())))
            .flat_map(|(seat, versions)| versions.into_iter().map(move |version| (seat, version)))
            .collect();
        let Some((seat, to)) = choices.choose(&mut self.dice).copied() else { return Ok(false) };
        self.take_back(seat, to)?;
        Ok(true)
    }

    fn take_back(&mut self, seat: Seat, to: u64) -> Verdict {
        let turn = self.log.at(to + 1).map_or(0, |undone| undone.turn);
        let left = self.log.left(to).ok_or_else(|| format!("take-back: version {to} is within a write"))?;
        let (position, then): (&str, &[Shown]) = (&left.position, &left.open);
        self.game.restore(position).map_err(|error| format!("take-back: {error}"))?;
        let earlier = self.ruleset.load(position).map_err(|error| format!("stored form: {error}"))?;
        self.is_as(&*earlier).map_err(|what| format!("take-back: to version {to}: {what}"))?;
        self.report.kept_open += self.issued.return_to(then, shown(&self.game.awaiting()))?;
        let what = What::TakenBack { to };
        self.log.0.push(Logged { by: Author::Seat, seat: Some(seat), what, turn, left: None });
        self.take_backs = self.take_backs.clone().taken_back(seat, to);
        self.report.taken_back += 1;
        self.is_left()?;
        // Orders that answer this position do so in the same write.
        let turn = self.game.turn().0;
        let entries = self.orders_answer(self.log.version())?;
        if entries.is_empty() { Ok(()) } else { self.wrote(turn, entries) }
    }

    /// Is the game as it was earlier, but for numbers that must not come again, and the ids of decisions?
    fn is_as(&self, earlier: &dyn AnyGame) -> Verdict {
        let now = &*self.game;
        ensure(now.points() == earlier.points(), || "other points".to_owned())?;
        ensure(now.turn() == earlier.turn(), || "another turn".to_owned())?;
        for seat in 0..self.seats {
            let answers = |game: &dyn AnyGame| {
                let legal = game.legal(seat).into_iter();
                let answers = legal.map(|legal| (legal.decision.kind, legal.actions, legal.shapes));
                serde_json::to_string(&answers.collect::<Vec<_>>()).map_err(|error| error.to_string())
            };
            ensure(answers(now)? == answers(earlier)?, || format!("other answers of seat {seat}"))?;
        }
        let (now, earlier) =
            (state_of(&self.position()?)?, state_of(&earlier.position().unwrap_or_default())?);
        ensure(is_restored(&earlier, &now), || format!("the state is\n{now}\nand was\n{earlier}"))
    }

    fn is_open(&self, seat: Seat, id: &str, asked: &str) -> Verdict {
        let open = self.game.awaiting();
        let is_open = open.iter().any(|decision| decision.seat == seat && decision.id == id);
        ensure(is_open, || format!("ids: {asked} of seat {seat} names {id}, which is not open"))
    }

    /// One seat and one of its answers: every question is answered under the id that is shown.
    fn ids_agree(&mut self) -> Verdict {
        let seat = self.dice.random_range(0..self.seats);
        let open: Vec<Decision> =
            self.game.awaiting().into_iter().filter(|decision| decision.seat == seat).collect();
        let legal = self.game.legal(seat);
        ensure(legal.iter().map(|legal| &legal.decision).eq(&open), || {
            format!("ids: legal of seat {seat} names other decisions than {open:?}")
        })?;
        if let Some(one) = legal.choose(&mut self.dice)
            && let Some(action) = one.actions.choose(&mut self.dice)
        {
            self.is_answered(seat, action, &one.decision)?;
            if self.once_in(odds::PREVIEWED) {
                self.preview_leaves_no_trace(seat, action)?;
            }
        }
        for decision in open.iter().filter(|decision| decision.blocking) {
            let action =
                self.game.lapse(decision).ok_or_else(|| format!("lapse: none for {}", decision.id))?;
            self.is_answered(seat, &action, decision)?;
        }
        if !self.once_in(odds::DRY_RUN) {
            return Ok(());
        }
        let Some(order) = self.ruleset.typical_orders().choose(&mut self.dice).cloned() else {
            return Ok(());
        };
        let Some(choice) = self.game.dry_run(seat, &order) else { return Ok(()) };
        self.is_open(seat, &choice.decision, "dry_run")?;
        let answered = open.iter().find(|decision| decision.id == choice.decision);
        answered.map_or(Ok(()), |decision| self.is_answered(seat, &choice.action, decision))
    }

    fn is_answered(&self, seat: Seat, action: &Json, decision: &Decision) -> Verdict {
        let answered = self.game.decision_for(seat, action);
        ensure(answered.as_ref().is_ok_and(|answered| answered.as_ref() == Some(decision)), || {
            format!("ids: {action} answers {answered:?}, but {} says so", decision.id)
        })
    }

    fn preview_leaves_no_trace(&mut self, seat: Seat, action: &Json) -> Verdict {
        let before = self.position()?;
        let preview = self.game.preview(seat, action).map_err(|error| format!("preview: {error}"))?;
        let listed = self.game.listed(seat, true);
        let effects = listed.iter().find_map(|one| {
            let place = one.actions.iter().position(|listed| listed.get() == action.get())?;
            Some(one.effects.as_ref()?.get(place)?.iter().map(|effect| effect.get()).collect::<Vec<_>>())
        });
        let same = effects.is_none_or(|effects| preview.iter().map(|effect| effect.get()).eq(effects));
        ensure(same, || format!("preview: {action} is listed with other effects"))?;
        ensure(before == self.position()?, || format!("preview: of {action} leaves a trace"))
    }
}

/// The state of a stored position.
fn state_of(position: &str) -> Result<Value, String> {
    let value: Value = serde_json::from_str(position).map_err(|error| format!("stored form: {error}"))?;
    Ok(value.get("decision_ids").and(value.get("state")).cloned().unwrap_or(value))
}

/// The same, but for numbers that have gone on; one that is left out is 0.
fn is_restored(earlier: &Value, now: &Value) -> bool {
    match (earlier, now) {
        (Value::Object(earlier), Value::Object(now)) => {
            earlier.keys().all(|key| now.contains_key(key))
                && now.iter().all(|(key, now)| match earlier.get(key) {
                    Some(earlier) => is_restored(earlier, now),
                    None => now.is_u64(),
                })
        }
        (Value::Array(earlier), Value::Array(now)) => {
            let same_length = earlier.len() == now.len();
            same_length && earlier.iter().zip(now).all(|(earlier, now)| is_restored(earlier, now))
        }
        (Value::Number(earlier), Value::Number(now)) => now.as_u64() >= earlier.as_u64(),
        _ => earlier == now,
    }
}
