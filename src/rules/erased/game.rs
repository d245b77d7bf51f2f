//! A game with its types, behind the JSON interface.

use rand::Rng;
use serde_json::value::RawValue;

use super::orders::no_orders;
use super::ruleset::{Registered, shown, to_json};
use super::{AnyGame, Json, StoredEntry, StoredOrderRun};
use crate::chance::Chance;
use crate::contract::{Actor, Choice, Rules, Viewer};
use crate::decision::{Decision, Seat};
use crate::entry::{self, Author, Entries, PerformError, SettleError};
use crate::legal::Legal;
use crate::orders::{SeatOrder, UNREADABLE};
use crate::outcome::{Outcome, RankedSeat};
use crate::reading::read;
use crate::refusal::{MALFORMED_ACTION, Refusal};
use crate::render::RenderedBoard;

pub(crate) struct TypedGame<R: Rules> {
    pub ruleset: Registered<R>,
    pub state: R::State,
}

impl<R: Rules> TypedGame<R> {
    fn rules(&self) -> &R {
        &self.ruleset.rules
    }

    /// Makes a write on a copy of the state and takes it over when everything fits.
    fn write<E: From<SettleError>>(
        &mut self,
        chance: &mut Chance,
        make: impl FnOnce(&R, &mut R::State, &mut Chance) -> Result<Entries<R>, E>,
    ) -> Result<Vec<StoredEntry>, E> {
        let mut after = self.state.clone();
        let entries = make(self.rules(), &mut after, chance)?;
        chance.finish().map_err(SettleError::Chance)?;
        let stored = stored(self.rules(), &after, entries)?;
        self.state = after;
        Ok(stored)
    }
}

fn stored<R: Rules>(
    rules: &R,
    state: &R::State,
    entries: Entries<R>,
) -> Result<Vec<StoredEntry>, SettleError> {
    let stored = entries.into_iter().map(|entry| {
        Ok(StoredEntry {
            version: entry.version,
            by: entry.by,
            seat: entry.seat,
            action: entry.action.as_ref().map(to_json).transpose()?,
            events: to_json(&entry.events)?,
            answered: entry.events.iter().filter_map(|event| rules.answered(state, event)).collect(),
            draws: entry.draws,
        })
    });
    let stored: Result<_, serde_json::Error> = stored.collect();
    stored.map_err(|error| SettleError::Impossible(format!("an entry does not serialise: {error}")))
}

fn shown_choice<A: serde::Serialize>(choice: Choice<A>) -> Choice<Json> {
    Choice { decision: choice.decision, action: shown(&choice.action) }
}

impl<R: Rules> AnyGame for TypedGame<R> {
    fn start(&mut self, chance: &mut Chance) -> Result<Vec<StoredEntry>, SettleError> {
        self.write(chance, entry::start)
    }

    fn perform(
        &mut self,
        version: u64,
        by: Author,
        seat: Actor,
        action: &RawValue,
        chance: &mut Chance,
    ) -> Result<Vec<StoredEntry>, PerformError> {
        let action: R::Action = read(action, MALFORMED_ACTION)?;
        self.write(chance, |rules, state, chance| {
            entry::perform(rules, state, version, by, seat, &action, chance)
        })
    }

    fn resign(
        &mut self,
        version: u64,
        seat: Seat,
        chance: &mut Chance,
    ) -> Result<Vec<StoredEntry>, SettleError> {
        self.write(chance, |rules, state, chance| entry::resign(rules, state, version, seat, chance))
    }

    fn settle(&mut self, version: u64, chance: &mut Chance) -> Result<Vec<StoredEntry>, SettleError> {
        self.write(chance, |rules, state, chance| entry::settle(rules, state, version, chance))
    }

    fn run_orders(
        &mut self,
        version: u64,
        orders: &[SeatOrder<'_>],
        most: usize,
        chance: &mut Chance,
    ) -> Result<StoredOrderRun, SettleError> {
        let Some(part) = self.ruleset.parts.orders else {
            let expired = (0..orders.len()).map(|index| (index, UNREADABLE)).collect();
            return Ok(StoredOrderRun { expired, ..StoredOrderRun::default() });
        };
        let mut after = self.state.clone();
        let (run, expired) = part.run(self.rules(), &mut after, version, orders, most, chance);
        let entries = stored(self.rules(), &after, run.entries)?;
        self.state = after;
        Ok(StoredOrderRun { entries, more: run.more, expired })
    }

    fn apply(&mut self, events: &str) -> Result<(), serde_json::Error> {
        let events: Vec<R::Event> = serde_json::from_str(events)?;
        events.iter().for_each(|event| self.ruleset.rules.apply(&mut self.state, event));
        Ok(())
    }

    fn state(&self) -> Result<String, serde_json::Error> {
        serde_json::to_string(&self.state)
    }

    fn check_invariants(&self) -> Result<(), String> {
        self.ruleset.parts.check_invariants.map_or(Ok(()), |check| check(self.rules(), &self.state))
    }

    fn awaiting(&self) -> Vec<Decision> {
        self.rules().awaiting(&self.state)
    }

    fn closed_code(&self, decision: &str) -> &'static str {
        self.rules().closed_code(&self.state, decision)
    }

    fn is_shared(&self, decision: &str) -> bool {
        self.rules().is_shared(decision)
    }

    fn deserves_call(&self, decision: &Decision) -> bool {
        self.rules().deserves_call(&self.state, decision)
    }

    fn decision_for(&self, seat: Seat, action: &RawValue) -> Result<Option<Decision>, Refusal> {
        let action: R::Action = read(action, MALFORMED_ACTION)?;
        Ok(self.rules().decision_for(&self.state, seat, &action))
    }

    fn legal(&self, seat: Seat) -> Vec<Legal<Json>> {
        let legal = self.rules().legal(&self.state, seat).into_iter();
        legal.map(|legal| legal.map(|action| shown(&action))).collect()
    }

    fn view(&self, viewer: Viewer) -> Json {
        shown(&self.rules().view(&self.state, viewer))
    }

    fn render(&self, viewer: Viewer, names: &[String]) -> Option<RenderedBoard> {
        let render = self.ruleset.parts.render?;
        Some(render(self.rules(), &self.rules().view(&self.state, viewer), names))
    }

    fn lapse(&self, decision: &Decision) -> Option<Json> {
        self.rules().lapse(&self.state, decision).map(|action| shown(&action))
    }

    fn outcome(&self) -> Option<Outcome> {
        self.rules().outcome(&self.state)
    }

    fn rank(&self) -> Vec<RankedSeat> {
        self.rules().rank(&self.state)
    }

    fn points(&self) -> Vec<i32> {
        self.rules().points(&self.state)
    }

    fn turn(&self) -> (u32, Seat) {
        self.rules().turn(&self.state)
    }

    fn choose(&self, bot: &str, seat: Seat, rng: &mut dyn Rng) -> Option<Choice<Json>> {
        let view = self.rules().view(&self.state, Some(seat));
        let legal = self.rules().legal(&self.state, seat);
        self.ruleset.parts.choose()(self.rules(), bot, &view, &legal, rng).map(shown_choice)
    }

    fn accept_order(&self, seat: Seat, given: &RawValue) -> Result<Json, Refusal> {
        let part = self.ruleset.parts.orders.ok_or_else(no_orders)?;
        part.accept(self.rules(), &self.rules().view(&self.state, Some(seat)), given)
    }

    fn dry_run(&self, seat: Seat, order: &RawValue) -> Option<Choice<Json>> {
        let part = self.ruleset.parts.orders?;
        part.dry_run(self.rules(), &self.state, seat, order).map(shown_choice)
    }
}
