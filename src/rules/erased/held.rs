//! A game in hand behind its JSON face.

use std::sync::Arc;

use rand::Rng;
use serde_json::value::RawValue;

use super::kept::Kept;
use super::{AnyGame, Json, StoredEntry, StoredOrderRun, json, stored};
use crate::chance::{Chance, ChanceFault};
use crate::decision::{Decision, Seat};
use crate::entry::{self, By, Stopped, Unsettled};
use crate::legal::Legal;
use crate::orders::{self, SeatOrder};
use crate::outcome::{Outcome, Place};
use crate::reading::read;
use crate::refusal::Refusal;
use crate::render::RenderedBoard;
use crate::ruleset::{Actor, Choice, Ruleset, Viewer};

/// A typed game behind [`AnyGame`].
pub(super) struct Held<R: Ruleset> {
    pub rules: Arc<R>,
    pub state: R::State,
}

impl<R: Ruleset> AnyGame for Held<R> {
    fn start(&mut self, chance: &mut Chance) -> Result<Vec<StoredEntry>, ChanceFault> {
        let before = self.state.clone();
        let entries = entry::start(self.rules.as_ref(), &mut self.state, chance);
        if let Err(fault) = chance.finish() {
            self.state = before;
            return Err(fault);
        }
        Ok(stored(self.rules.as_ref(), &self.state, entries))
    }

    fn perform(
        &mut self,
        version: u64,
        by: By,
        seat: Actor,
        action: &RawValue,
        chance: &mut Chance,
    ) -> Result<Vec<StoredEntry>, Stopped> {
        let action: R::Action = read(action, "malformed_action")?;
        let before = self.state.clone();
        let entries =
            entry::perform(self.rules.as_ref(), &mut self.state, version, by, seat, &action, chance)?;
        if let Err(fault) = chance.finish() {
            self.state = before;
            return Err(fault.into());
        }
        Ok(stored(self.rules.as_ref(), &self.state, entries))
    }

    fn resign(
        &mut self,
        version: u64,
        seat: Seat,
        chance: &mut Chance,
    ) -> Result<Vec<StoredEntry>, ChanceFault> {
        let before = self.state.clone();
        let entries = entry::resign(self.rules.as_ref(), &mut self.state, version, seat, chance);
        if let Err(fault) = chance.finish() {
            self.state = before;
            return Err(fault);
        }
        Ok(stored(self.rules.as_ref(), &self.state, entries))
    }

    fn settle(&mut self, version: u64, chance: &mut Chance) -> Result<Vec<StoredEntry>, Unsettled> {
        let before = self.state.clone();
        let settled = entry::settle(self.rules.as_ref(), &mut self.state, version, chance);
        match settled.and_then(|entries| chance.finish().map(|()| entries).map_err(Unsettled::Chance)) {
            Ok(entries) => Ok(stored(self.rules.as_ref(), &self.state, entries)),
            Err(fault) => {
                self.state = before;
                Err(fault)
            }
        }
    }

    fn apply(&mut self, events: &str) -> Result<(), serde_json::Error> {
        let events: Vec<R::Event> = serde_json::from_str(events)?;
        for event in &events {
            self.rules.apply(&mut self.state, event);
        }
        Ok(())
    }

    fn check(&self) -> Result<(), String> {
        self.rules.check(&self.state)
    }

    fn awaiting(&self) -> Vec<Decision> {
        self.rules.awaiting(&self.state)
    }

    fn closed_code(&self, decision: &str) -> &'static str {
        self.rules.closed_code(&self.state, decision)
    }

    fn is_shared(&self, decision: &str) -> bool {
        self.rules.is_shared(decision)
    }

    fn deserves_call(&self, decision: &Decision) -> bool {
        self.rules.deserves_call(&self.state, decision)
    }

    fn answers(&self, seat: Seat, action: &RawValue) -> Result<Option<Decision>, Refusal> {
        let action: R::Action = read(action, "malformed_action")?;
        Ok(self.rules.answers(&self.state, seat, &action))
    }

    fn legal(&self, seat: Seat) -> Vec<Legal<Json>> {
        self.rules
            .legal(&self.state, seat)
            .into_iter()
            .map(|legal| legal.map(|action| json(&action)))
            .collect()
    }

    fn view(&self, viewer: Viewer) -> Json {
        json(&self.rules.view(&self.state, viewer))
    }

    fn render(&self, viewer: Viewer, names: &[String]) -> RenderedBoard {
        self.rules.render(&self.rules.view(&self.state, viewer), names)
    }

    fn lapse(&self, decision: &Decision) -> Option<Json> {
        self.rules.lapse(&self.state, decision).map(|action| json(&action))
    }

    fn outcome(&self) -> Option<Outcome> {
        self.rules.outcome(&self.state)
    }

    fn rank(&self) -> Vec<Place> {
        self.rules.rank(&self.state)
    }

    fn points(&self) -> Vec<i32> {
        self.rules.points(&self.state)
    }

    fn turn(&self) -> (u32, Seat) {
        self.rules.turn(&self.state)
    }

    fn bot(&self, bot: &str, seat: Seat, rng: &mut dyn Rng) -> Option<Choice<Json>> {
        let view = self.rules.view(&self.state, Some(seat));
        let legal = self.rules.legal(&self.state, seat);
        let choice = self.rules.bot(bot, &view, &legal, rng)?;
        Some(Choice { decision: choice.decision, action: json(&choice.action) })
    }

    fn accept_order(&self, seat: Seat, given: &RawValue) -> Result<Json, Refusal> {
        let order: R::Order = read(given, "malformed_order")?;
        let view = self.rules.view(&self.state, Some(seat));
        let accepted = self.rules.accept_order(&view, order)?;
        Ok(json(&accepted))
    }

    fn dry_run(&self, seat: Seat, order: &RawValue) -> Option<Choice<Json>> {
        let order: R::Order = read(order, "malformed_order").ok()?;
        let choice = orders::answer_by_orders(self.rules.as_ref(), &self.state, seat, &[order])?.choice;
        Some(Choice { decision: choice.decision, action: json(&choice.action) })
    }

    fn follow(
        &mut self,
        version: u64,
        orders: &[SeatOrder<'_>],
        most: usize,
        chance: &mut Chance,
    ) -> StoredOrderRun {
        let kept = Kept::<R>::read(orders);
        let followed =
            orders::run_orders(self.rules.as_ref(), &mut self.state, version, &kept.by_seat, most, chance);
        let spent = kept.spent(self.rules.as_ref(), &self.state, &followed.refused);
        StoredOrderRun {
            entries: stored(self.rules.as_ref(), &self.state, followed.entries),
            more: followed.more,
            spent,
        }
    }

    fn state(&self) -> String {
        match serde_json::to_string(&self.state) {
            Ok(text) => text,
            Err(error) => unreachable!("a state does not serialise: {error}"),
        }
    }
}
