//! The contract behind a JSON face: what the service and the tools hold, whatever the title.

mod held;
mod kept;

use std::any::Any;
use std::ops::RangeInclusive;
use std::sync::Arc;

use rand::Rng;
use serde::Serialize;
use serde_json::value::RawValue;

use super::chance::{Chance, ChanceFault, Draw};
use super::decision::{Decision, Seat};
use super::entry::{By, Entry, Stopped, Unsettled};
use super::interruptions::{self, Trials};
use super::legal::Legal;
use super::orders::SeatOrder;
use super::outcome::{Outcome, Place};
use super::reading::read;
use super::refusal::{Refusal, RefusalCode};
use super::render::RenderedBoard;
use super::ruleset::{Actor, Choice, Ruleset, Viewer};
use super::schemas::Schemas;
use super::series::{self, Counts, Series, SeriesFault};
use held::Held;

/// JSON text that is passed on as it is.
pub type Json = Box<RawValue>;

/// An entry as it is stored: action and events as JSON.
#[derive(Debug, Clone, Serialize)]
pub struct StoredEntry {
    pub version: u64,
    pub by: By,
    /// The seat it is about; `None` for the server.
    pub seat: Actor,
    /// What was done; `None` for the set-up, for a resignation and for what only the table did.
    pub action: Option<Json>,
    /// An array of events, secrets included.
    pub events: Json,
    /// What chance gave, in order.
    pub draws: Vec<Draw>,
    /// The seats that have waited for what happened, as the write left it; see [`Ruleset::answered`].
    #[serde(skip)]
    pub answered: Vec<Seat>,
}

/// A title without its types.
pub trait AnyRuleset: Send + Sync {
    /// See [`Ruleset::ID`].
    fn id(&self) -> &'static str;
    /// See [`Ruleset::RULES_VERSION`].
    fn rules_version(&self) -> u32;
    /// See [`Ruleset::title`].
    fn name(&self) -> &'static str;
    /// See [`Ruleset::players`].
    fn players(&self) -> RangeInclusive<u8>;
    /// See [`Ruleset::components`].
    fn components(&self) -> &str;
    /// See [`Ruleset::with_components`].
    fn with_components(&self, json: &str) -> Result<Box<dyn AnyRuleset>, Refusal>;
    /// See [`Ruleset::refusals`].
    fn refusals(&self) -> &'static [RefusalCode];
    /// See [`Ruleset::texts`].
    fn texts(&self, language: &str) -> Option<&'static str>;
    /// See [`Ruleset::bots`].
    fn bots(&self) -> &'static [&'static str];
    /// The JSON of options, actions, told events and views, described.
    fn schemas(&self) -> Schemas;
    /// Options as given by a person, checked and completed; `None` for the defaults.
    fn options(&self, given: Option<&RawValue>) -> Result<Json, Refusal>;
    /// The same for a table that people sit down at; see [`Ruleset::offers`].
    fn offered_options(&self, given: Option<&RawValue>) -> Result<Json, Refusal>;
    /// See [`Ruleset::house_rules`]; options that do not read have none.
    fn house_rules(&self, options: &RawValue) -> Vec<&'static str>;
    /// An empty table.
    fn blank(&self, options: &RawValue, seats: u8) -> Result<Box<dyn AnyGame>, Refusal>;
    /// A game from its stored state.
    fn load(&self, state: &str) -> Result<Box<dyn AnyGame>, serde_json::Error>;
    /// Stored events (a JSON array) as `viewer` is told them, one JSON each.
    fn redact(&self, events: &str, viewer: Viewer) -> Result<Vec<Json>, serde_json::Error>;
    /// Plays games of a series at tables with the default options; see [`Series`].
    fn play(
        &self,
        bots: &[String],
        seed: u64,
        games: &mut dyn Iterator<Item = u64>,
    ) -> Result<AnyTally, SeriesFault>;
    /// See [`Ruleset::order_kinds`].
    fn order_kinds(&self) -> &'static [&'static str];
    /// See [`Ruleset::typical_orders`].
    fn typical_orders(&self) -> Vec<Json>;
    /// Counts how often games of a series stand still without and with these orders; see [`waits`]. Refuses orders that
    /// do not read.
    fn waits(
        &self,
        bots: &[String],
        seed: u64,
        orders: &[Json],
        games: &mut dyn Iterator<Item = u64>,
    ) -> Result<Result<Trials, SeriesFault>, Refusal>;
    /// Sums tallies of this ruleset up: the counts, and the title's own figures.
    fn sum(&self, tallies: Vec<AnyTally>) -> (Counts, serde_json::Value);
}

/// The counts of some games of a series, the title's own among them.
pub struct AnyTally {
    counts: Counts,
    statistics: Box<dyn Any + Send>,
}

pub trait AnyGame: Send + Sync {
    /// Sets the game up; `chance` may already hold draws of entry 0.
    fn start(&mut self, chance: &mut Chance) -> Result<Vec<StoredEntry>, ChanceFault>;
    /// Performs an action and the server's steps after it. Refused or faulty: the game is as before.
    fn perform(
        &mut self,
        version: u64,
        by: By,
        seat: Actor,
        action: &RawValue,
        chance: &mut Chance,
    ) -> Result<Vec<StoredEntry>, Stopped>;
    /// A seat gives up, with the server's steps after it; see [`Ruleset::resign`].
    fn resign(
        &mut self,
        version: u64,
        seat: Seat,
        chance: &mut Chance,
    ) -> Result<Vec<StoredEntry>, ChanceFault>;
    /// Takes the server's steps that are due, as after a loaded state: see [`super::entry::settle`].
    fn settle(&mut self, version: u64, chance: &mut Chance) -> Result<Vec<StoredEntry>, Unsettled>;
    /// Folds stored events (a JSON array) in: replay.
    fn apply(&mut self, events: &str) -> Result<(), serde_json::Error>;
    /// See [`Ruleset::check`].
    fn check(&self) -> Result<(), String>;
    /// See [`Ruleset::awaiting`].
    fn awaiting(&self) -> Vec<Decision>;
    /// See [`Ruleset::closed_code`].
    fn closed_code(&self, decision: &str) -> &'static str;
    /// See [`Ruleset::is_shared`].
    fn is_shared(&self, decision: &str) -> bool;
    /// See [`Ruleset::deserves_call`].
    fn deserves_call(&self, decision: &Decision) -> bool;
    /// See [`Ruleset::answers`]; refuses JSON that is no action.
    fn answers(&self, seat: Seat, action: &RawValue) -> Result<Option<Decision>, Refusal>;
    /// See [`Ruleset::legal`].
    fn legal(&self, seat: Seat) -> Vec<Legal<Json>>;
    /// See [`Ruleset::view`].
    fn view(&self, viewer: Viewer) -> Json;
    /// What `viewer` may see, drawn; see [`Ruleset::render`].
    fn render(&self, viewer: Viewer, names: &[String]) -> RenderedBoard;
    /// See [`Ruleset::lapse`].
    fn lapse(&self, decision: &Decision) -> Option<Json>;
    /// See [`Ruleset::outcome`].
    fn outcome(&self) -> Option<Outcome>;
    /// See [`Ruleset::rank`].
    fn rank(&self) -> Vec<Place>;
    /// See [`Ruleset::points`].
    fn points(&self) -> Vec<i32>;
    /// See [`Ruleset::turn`].
    fn turn(&self) -> (u32, Seat);
    /// See [`Ruleset::bot`].
    fn bot(&self, bot: &str, seat: Seat, rng: &mut dyn Rng) -> Option<Choice<Json>>;
    /// An order as `seat` gives it, checked and completed; see [`Ruleset::accept_order`].
    fn accept_order(&self, seat: Seat, given: &RawValue) -> Result<Json, Refusal>;
    /// What an order of `seat` would answer now if it were the only one.
    fn dry_run(&self, seat: Seat, order: &RawValue) -> Option<Choice<Json>>;
    /// Lets orders answer from `version` on, oldest first, at most `most` times; see [`super::orders::follow`].
    fn follow(
        &mut self,
        version: u64,
        orders: &[SeatOrder<'_>],
        most: usize,
        chance: &mut Chance,
    ) -> StoredOrderRun;
    fn state(&self) -> String;
}

/// What orders have done, and which of them can never do anything again.
#[derive(Debug, Clone, Default)]
pub struct StoredOrderRun {
    /// The entries they made, with the server's steps.
    pub entries: Vec<StoredEntry>,
    pub more: bool,
    /// By place among the orders that were given: why they can't apply any more.
    pub spent: Vec<(usize, &'static str)>,
}

pub struct Erased<R>(Arc<R>);

impl<R> Erased<R> {
    /// The ruleset behind its JSON face.
    pub fn new(rules: R) -> Self {
        Self(Arc::new(rules))
    }
}

/// JSON of a value whose serialisation can't fail: plain structs with string keys.
fn json<T: Serialize>(value: &T) -> Json {
    match serde_json::value::to_raw_value(value) {
        Ok(json) => json,
        Err(error) => unreachable!("a rules type does not serialise: {error}"),
    }
}

fn stored<R: Ruleset>(
    rules: &R,
    state: &R::State,
    entries: Vec<Entry<R::Action, R::Event>>,
) -> Vec<StoredEntry> {
    entries
        .into_iter()
        .map(|entry| StoredEntry {
            version: entry.version,
            by: entry.by,
            seat: entry.seat,
            action: entry.action.as_ref().map(json),
            events: json(&entry.events),
            answered: entry.events.iter().filter_map(|event| rules.answered(state, event)).collect(),
            draws: entry.draws,
        })
        .collect()
}

impl<R: Ruleset> AnyRuleset for Erased<R> {
    fn id(&self) -> &'static str {
        R::ID
    }
    fn rules_version(&self) -> u32 {
        R::RULES_VERSION
    }
    fn name(&self) -> &'static str {
        self.0.name()
    }
    fn players(&self) -> RangeInclusive<u8> {
        self.0.players()
    }
    fn components(&self) -> &str {
        self.0.components()
    }
    fn with_components(&self, json: &str) -> Result<Box<dyn AnyRuleset>, Refusal> {
        Ok(Box::new(Self::new(self.0.with_components(json)?)))
    }
    fn refusals(&self) -> &'static [RefusalCode] {
        self.0.refusals()
    }
    fn texts(&self, language: &str) -> Option<&'static str> {
        self.0.texts(language)
    }
    fn bots(&self) -> &'static [&'static str] {
        self.0.bots()
    }
    fn schemas(&self) -> Schemas {
        Schemas::of::<R>()
    }
    fn options(&self, given: Option<&RawValue>) -> Result<Json, Refusal> {
        let options: R::Options =
            given.map(|given| read(given, "invalid_options")).transpose()?.unwrap_or_default();
        Ok(json(&options))
    }
    fn offered_options(&self, given: Option<&RawValue>) -> Result<Json, Refusal> {
        let options: R::Options =
            given.map(|given| read(given, "invalid_options")).transpose()?.unwrap_or_default();
        self.0.offers(&options)?;
        Ok(json(&options))
    }
    fn house_rules(&self, options: &RawValue) -> Vec<&'static str> {
        read(options, "invalid_options").map_or_else(|_| Vec::new(), |options| self.0.house_rules(&options))
    }
    fn blank(&self, options: &RawValue, seats: u8) -> Result<Box<dyn AnyGame>, Refusal> {
        let options: R::Options = read(options, "invalid_options")?;
        let state = self.0.blank(&options, seats)?;
        Ok(Box::new(Held { rules: Arc::clone(&self.0), state }))
    }
    fn load(&self, state: &str) -> Result<Box<dyn AnyGame>, serde_json::Error> {
        Ok(Box::new(Held { rules: Arc::clone(&self.0), state: serde_json::from_str(state)? }))
    }
    fn redact(&self, events: &str, viewer: Viewer) -> Result<Vec<Json>, serde_json::Error> {
        let events: Vec<R::Event> = serde_json::from_str(events)?;
        Ok(events.iter().map(|event| json(&self.0.redact(event, viewer))).collect())
    }
    fn play(
        &self,
        bots: &[String],
        seed: u64,
        games: &mut dyn Iterator<Item = u64>,
    ) -> Result<AnyTally, SeriesFault> {
        let series = Series { options: R::Options::default(), bots: bots.to_vec(), seed };
        let tally = series::play(self.0.as_ref(), &series, games)?;
        Ok(AnyTally { counts: tally.counts, statistics: Box::new(tally.statistics) })
    }
    fn order_kinds(&self) -> &'static [&'static str] {
        self.0.order_kinds()
    }
    fn typical_orders(&self) -> Vec<Json> {
        self.0.typical_orders().iter().map(json).collect()
    }
    fn waits(
        &self,
        bots: &[String],
        seed: u64,
        orders: &[Json],
        games: &mut dyn Iterator<Item = u64>,
    ) -> Result<Result<Trials, SeriesFault>, Refusal> {
        let orders: Vec<R::Order> =
            orders.iter().map(|order| read(order, "malformed_order")).collect::<Result<_, _>>()?;
        let series = Series { options: R::Options::default(), bots: bots.to_vec(), seed };
        Ok(interruptions::play(self.0.as_ref(), &series, &orders, games))
    }
    fn sum(&self, tallies: Vec<AnyTally>) -> (Counts, serde_json::Value) {
        let (mut counts, mut statistics) = (Counts::default(), R::Statistics::default());
        for tally in tallies {
            counts.add(tally.counts);
            // A tally of another title holds nothing that this one could add.
            if let Some(other) = tally.statistics.downcast_ref::<R::Statistics>() {
                self.0.merge(&mut statistics, other);
            }
        }
        let figures = self.0.figures(&statistics, counts.finished);
        (counts, figures)
    }
}
