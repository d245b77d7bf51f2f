//! What `simulate` and `drive` ask of a ruleset beside its JSON interface.

use rules::reading::read;
use rules::refusal::MALFORMED_ORDER;
use rules::{AnyRuleset, Json, Refusal, Registered, Rules, Statistics};
use serde_json::Value;

use crate::Conformance;
use crate::interruptions::{self, OrdersComparison};
use crate::series::{self, Series, SeriesCounts, SeriesError, Tally};

/// A ruleset without its types, for the tools.
pub trait ToolRuleset: Send + Sync {
    fn interface(&self) -> &dyn AnyRuleset;
    /// Checks the invariants of a stored position; the error says which one is broken.
    fn check_position(&self, position: &str) -> Result<(), String>;
    /// Plays games of a series with the default options.
    fn play(
        &self,
        bots: &[String],
        seed: u64,
        games: &mut dyn Iterator<Item = u64>,
    ) -> Result<Tally, SeriesError>;
    /// Sums tallies up: what is counted for every ruleset, and this ruleset's own figures.
    fn sum(&self, tallies: Vec<Tally>) -> (SeriesCounts, Value);
    /// Counts how often games of a series stand still without and with these orders. Refuses orders that do not read.
    fn compare_orders(
        &self,
        bots: &[String],
        seed: u64,
        orders: &[Json],
        games: &mut dyn Iterator<Item = u64>,
    ) -> Result<Result<OrdersComparison, SeriesError>, Refusal>;
}

pub struct Tool<R: Rules> {
    /// The interface that `rulesets` compiled. One made here of `rules` would be compiled again, and all of a
    /// ruleset's JSON with it: some 3 MB of machine code.
    interface: Box<dyn AnyRuleset>,
    rules: Registered<R>,
}

impl<R: Rules> Tool<R> {
    /// A tool for `rules`; `interface` is theirs.
    pub fn new(interface: Box<dyn AnyRuleset>, rules: R) -> Self {
        Self { interface, rules: Registered::of(rules) }
    }
}

impl<R: Conformance + Statistics> ToolRuleset for Tool<R> {
    fn interface(&self) -> &dyn AnyRuleset {
        self.interface.as_ref()
    }

    fn check_position(&self, position: &str) -> Result<(), String> {
        let state = self.rules.state_of(position).map_err(|error| error.to_string())?;
        self.rules.rules().check_invariants(&state)
    }

    fn play(
        &self,
        bots: &[String],
        seed: u64,
        games: &mut dyn Iterator<Item = u64>,
    ) -> Result<Tally, SeriesError> {
        series::play(self.rules.rules(), &Series::new(bots, seed), games)
    }

    fn sum(&self, tallies: Vec<Tally>) -> (SeriesCounts, Value) {
        let mut sum = Tally::default();
        for tally in tallies {
            sum.counts.add(tally.counts);
            sum.statistics.merge(&tally.statistics);
        }
        let figures = self.rules.rules().figures(&sum.statistics, sum.counts.finished);
        (sum.counts, figures)
    }

    fn compare_orders(
        &self,
        bots: &[String],
        seed: u64,
        orders: &[Json],
        games: &mut dyn Iterator<Item = u64>,
    ) -> Result<Result<OrdersComparison, SeriesError>, Refusal> {
        let orders: Result<Vec<R::Order>, Refusal> =
            orders.iter().map(|order| read(order, MALFORMED_ORDER)).collect();
        Ok(interruptions::compare(self.rules.rules(), &Series::new(bots, seed), &orders?, games))
    }
}

/// Every ruleset of the registry.
pub fn all() -> Vec<Box<dyn ToolRuleset>> {
    fn boxed<R: Conformance + Statistics>(rules: R) -> Option<Box<dyn ToolRuleset>> {
        Some(Box::new(Tool::new(rulesets::find(R::ID)?, rules)))
    }
    rulesets::each_ruleset!(boxed).into_iter().flatten().collect()
}

pub fn find(id: &str) -> Option<Box<dyn ToolRuleset>> {
    all().into_iter().find(|ruleset| ruleset.interface().id() == id)
}
