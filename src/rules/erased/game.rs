//! A game with its types, behind the JSON interface, and the stored form of its position.

use rand::Rng;
use serde::de::{DeserializeOwned, Error};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::orders::no_orders;
use super::ruleset::{Registered, shown, to_json};
use super::{AnyGame, Json, ListedDecision, MAX_PREVIEWED, StoredEntry, StoredOrderRun};
use crate::chance::Chance;
use crate::contract::{Actor, Choice, Rules, Viewer};
use crate::decision::{Decision, Seat};
use crate::decision_ids::{DecisionIds, id_in_ruleset};
use crate::entry::{self, Author, Entries, PerformError, SettleError};
use crate::legal::{Legal, with_ready_answer};
use crate::orders::{SeatOrder, UNREADABLE};
use crate::outcome::{Outcome, RankedSeat, ScoreSource};
use crate::preview::effects;
use crate::reading::read;
use crate::refusal::{MALFORMED_ACTION, Refusal};
use crate::render::{Overview, Phrases, PlaceNames, RenderOptions, RenderedBoard};

pub(crate) struct TypedGame<R: Rules> {
    pub ruleset: Registered<R>,
    pub position: Position<R::State>,
}

impl<R: Rules> TypedGame<R> {
    fn rules(&self) -> &R {
        &self.ruleset.rules
    }

    fn state(&self) -> &R::State {
        &self.position.state
    }

    fn shown(&self, decision: Decision) -> Decision {
        self.position.ids.shown(decision)
    }

    /// The decision as the ruleset knows it.
    fn in_ruleset(decision: &Decision) -> Decision {
        Decision { id: id_in_ruleset(&decision.id).to_owned(), ..decision.clone() }
    }

    fn shown_choice(&self, seat: Seat, choice: Choice<R::Action>) -> Choice<Json> {
        let decision = self.position.ids.shown_id(seat, choice.decision);
        Choice { decision, action: shown(&choice.action) }
    }

    /// Makes a write on a copy of the state and takes it over when everything fits.
    fn write<E: From<SettleError>>(
        &mut self,
        chance: &mut Chance,
        make: impl FnOnce(&R, &mut R::State, &mut Chance) -> Result<Entries<R>, E>,
    ) -> Result<Vec<StoredEntry>, E> {
        let mut after = self.state().clone();
        let entries = make(self.rules(), &mut after, chance)?;
        chance.finish().map_err(SettleError::Chance)?;
        let stored = stored(self.rules(), &after, entries)?;
        self.move_to(after);
        Ok(stored)
    }

    fn move_to(&mut self, state: R::State) {
        self.position.change(&*self.ruleset.rules, |own| *own = state);
    }

    fn foresee(&self, seat: Seat, action: &R::Action) -> Result<Vec<Json>, PerformError> {
        effects(self.rules(), self.ruleset.parts.effects, self.state(), seat, action)
    }
}

fn stored<R: Rules>(
    rules: &R,
    state: &R::State,
    entries: Entries<R>,
) -> Result<Vec<StoredEntry>, SettleError> {
    let reveals = |event: &R::Event| rules.reveals(event) || rules.reveals_by_silence(state, event);
    let stored = entries.into_iter().map(|entry| {
        Ok(StoredEntry {
            version: entry.version,
            by: entry.by,
            seat: entry.seat,
            action: entry.action.as_ref().map(to_json).transpose()?,
            events: to_json(&entry.events)?,
            answered: entry.events.iter().filter_map(|event| rules.answered(state, event)).collect(),
            reveals: entry.events.iter().any(reveals),
            draws: entry.draws,
        })
    });
    let stored: Result<_, serde_json::Error> = stored.collect();
    stored.map_err(|error| SettleError::Impossible(format!("an entry does not serialise: {error}")))
}

impl<R: Rules> AnyGame for TypedGame<R> {
    fn copy(&self) -> Box<dyn AnyGame> {
        Box::new(Self { ruleset: self.ruleset.clone(), position: self.position.clone() })
    }

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
        let mut after = self.state().clone();
        let (run, expired) = part.run(self.rules(), &mut after, version, orders, most, chance);
        let entries = stored(self.rules(), &after, run.entries)?;
        self.move_to(after);
        Ok(StoredOrderRun { entries, more: run.more, expired })
    }

    fn apply(&mut self, events: &str) -> Result<(), serde_json::Error> {
        let events: Vec<R::Event> = serde_json::from_str(events)?;
        let rules = &*self.ruleset.rules;
        // Events are applied to a copy, so that an error leaves the game as it was. An event that does not fit the
        // state is reported like text that is no event.
        let mut after = self.state().clone();
        events.iter().try_for_each(|event| rules.apply(&mut after, event)).map_err(Error::custom)?;
        self.move_to(after);
        Ok(())
    }

    fn position(&self) -> Result<String, serde_json::Error> {
        self.position.text()
    }

    fn restore(&mut self, earlier: &str) -> Result<(), serde_json::Error> {
        let earlier = Position::read(earlier)?;
        self.position.restore(&*self.ruleset.rules, earlier);
        Ok(())
    }

    fn awaiting(&self) -> Vec<Decision> {
        let open = self.rules().awaiting(self.state());
        open.into_iter().map(|decision| self.shown(decision)).collect()
    }

    fn closed_code(&self, decision: &str) -> &'static str {
        self.rules().closed_code(self.state(), id_in_ruleset(decision))
    }

    fn is_shared(&self, decision: &str) -> bool {
        self.rules().is_shared(id_in_ruleset(decision))
    }

    fn deserves_call(&self, decision: &Decision) -> bool {
        self.rules().deserves_call(self.state(), &Self::in_ruleset(decision))
    }

    fn decision_for(&self, seat: Seat, action: &RawValue) -> Result<Option<Decision>, Refusal> {
        let action: R::Action = read(action, MALFORMED_ACTION)?;
        let answered = self.rules().decision_for(self.state(), seat, &action);
        Ok(answered.map(|decision| self.shown(decision)))
    }

    fn legal(&self, seat: Seat) -> Vec<Legal<Json>> {
        let legal = self.rules().legal(self.state(), seat).into_iter();
        let legal = legal.map(|legal| Legal { decision: self.shown(legal.decision), ..legal });
        legal.map(|legal| legal.map(|action| shown(&action))).collect()
    }

    fn listed(&self, seat: Seat, with_effects: bool) -> Vec<ListedDecision> {
        let listed = |legal: Legal<R::Action>| {
            let legal = with_ready_answer(self.rules(), self.state(), legal);
            let has_effects = with_effects && legal.actions.len() <= MAX_PREVIEWED;
            // Listed actions are legal, so no refusal is expected here; a refused one would have no effects.
            let effects = |action: &R::Action| self.foresee(seat, action).unwrap_or_default();
            let effects = has_effects.then(|| legal.actions.iter().map(effects).collect());
            let Legal { decision, actions, shapes } = legal.map(|action| shown(&action));
            ListedDecision { decision: self.shown(decision), actions, effects, shapes }
        };
        self.rules().legal(self.state(), seat).into_iter().map(listed).collect()
    }

    fn preview(&self, seat: Seat, action: &RawValue) -> Result<Vec<Json>, PerformError> {
        self.foresee(seat, &read(action, MALFORMED_ACTION)?)
    }

    fn view(&self, viewer: Viewer) -> Json {
        shown(&self.rules().view(self.state(), viewer))
    }

    fn place_names(&self, viewer: Viewer, language: &str) -> PlaceNames {
        let Some(texts) = self.ruleset.parts.texts else { return PlaceNames::default() };
        let phrases = Phrases::new(language, |language| (texts.catalogue)(self.rules(), language));
        (texts.place_names)(self.rules(), &self.rules().view(self.state(), viewer), &phrases)
    }

    fn render(&self, viewer: Viewer, options: &RenderOptions) -> Option<RenderedBoard> {
        let renderer = self.ruleset.parts.render?;
        Some((renderer.render)(self.rules(), &self.rules().view(self.state(), viewer), options))
    }

    fn render_chosen(&self, seat: Seat, action: &RawValue, options: &RenderOptions) -> Option<RenderedBoard> {
        let renderer = self.ruleset.parts.render?;
        let view = self.rules().view(self.state(), Some(seat));
        Some(match read(action, MALFORMED_ACTION) {
            Ok(action) => (renderer.render_chosen)(self.rules(), &view, &action, options),
            Err(_) => (renderer.render)(self.rules(), &view, options),
        })
    }

    fn overview(&self, viewer: Viewer, options: &RenderOptions) -> Overview {
        let Some(renderer) = self.ruleset.parts.render else { return Overview::default() };
        (renderer.overview)(self.rules(), &self.rules().view(self.state(), viewer), options)
    }

    fn legal_places(&self, seat: Seat) -> Vec<String> {
        let Some(renderer) = self.ruleset.parts.render else { return Vec::new() };
        (renderer.legal_places)(self.rules(), self.state(), seat)
    }

    fn places_of(&self, seat: Seat, actions: &[&Json]) -> Vec<Vec<String>> {
        let Some(renderer) = self.ruleset.parts.render else { return vec![Vec::new(); actions.len()] };
        let view = self.rules().view(self.state(), Some(seat));
        let places = |action: &&Json| match read(action, MALFORMED_ACTION) {
            Ok(action) => (renderer.places_of)(self.rules(), &view, &action),
            Err(_) => Vec::new(),
        };
        actions.iter().map(places).collect()
    }

    fn worths(&self, seat: Seat, actions: &[&Json]) -> Vec<Option<i32>> {
        let Some(renderer) = self.ruleset.parts.render else { return vec![None; actions.len()] };
        let view = self.rules().view(self.state(), Some(seat));
        let worth = |action: &&Json| {
            let action = read(action, MALFORMED_ACTION).ok()?;
            (renderer.worth)(self.rules(), &view, &action)
        };
        actions.iter().map(worth).collect()
    }

    fn lapse(&self, decision: &Decision) -> Option<Json> {
        self.rules().lapse(self.state(), &Self::in_ruleset(decision)).map(|action| shown(&action))
    }

    fn outcome(&self) -> Option<Outcome> {
        self.rules().outcome(self.state())
    }

    fn rank(&self) -> Vec<RankedSeat> {
        self.rules().rank(self.state())
    }

    fn points(&self) -> Vec<i32> {
        self.rules().points(self.state())
    }

    fn score_sources(&self, events: &[String]) -> Result<Vec<ScoreSource>, serde_json::Error> {
        let mut all: Vec<R::Event> = Vec::new();
        for entry in events {
            all.append(&mut serde_json::from_str(entry)?);
        }
        Ok(self.rules().score_sources(self.state(), &all))
    }

    fn turn(&self) -> (u32, Seat) {
        self.rules().turn(self.state())
    }

    fn choose(&self, bot: &str, seat: Seat, rng: &mut dyn Rng) -> Option<Choice<Json>> {
        let view = self.rules().view(self.state(), Some(seat));
        let legal = self.rules().legal(self.state(), seat);
        let choice = self.ruleset.parts.choose()(self.rules(), bot, &view, &legal, rng)?;
        Some(self.shown_choice(seat, choice))
    }

    fn waits_for_answers(&self, bot: &str) -> bool {
        self.ruleset.parts.bots.is_some_and(|bots| (bots.waits_for_answers)(self.rules(), bot))
    }

    fn accept_order(&self, seat: Seat, given: &RawValue) -> Result<Json, Refusal> {
        let part = self.ruleset.parts.orders.ok_or_else(no_orders)?;
        part.accept(self.rules(), &self.rules().view(self.state(), Some(seat)), given)
    }

    fn dry_run(&self, seat: Seat, order: &RawValue) -> Option<Choice<Json>> {
        let part = self.ruleset.parts.orders?;
        let choice = part.dry_run(self.rules(), self.state(), seat, order)?;
        Some(self.shown_choice(seat, choice))
    }
}

/// A state with the ids under which its decisions are shown.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Position<S> {
    pub state: S,
    pub ids: DecisionIds,
}

/// The stored form of a position in whose game an action was taken back; any other position is stored as the bare
/// state.
#[derive(Serialize, Deserialize)]
struct Stored<S> {
    decision_ids: DecisionIds,
    state: S,
}

/// How the JSON of [`Stored`] begins. No ruleset's state begins like this, which tells the two forms apart.
const STORED_WITH_IDS: &str = "{\"decision_ids\":";

impl<S> Position<S> {
    pub fn new(state: S) -> Self {
        Self { state, ids: DecisionIds::default() }
    }
}

impl<S: Serialize + DeserializeOwned> Position<S> {
    pub fn read(text: &str) -> Result<Self, serde_json::Error> {
        if text.starts_with(STORED_WITH_IDS) {
            let Stored { decision_ids, state } = serde_json::from_str(text)?;
            return Ok(Self { state, ids: decision_ids });
        }
        Ok(Self::new(serde_json::from_str(text)?))
    }

    pub fn text(&self) -> Result<String, serde_json::Error> {
        if self.ids.are_plain() {
            return serde_json::to_string(&self.state);
        }
        serde_json::to_string(&Stored { decision_ids: self.ids.clone(), state: &self.state })
    }
}

impl<S: Clone> Position<S> {
    /// The open decisions as the ruleset gives them, where the ids depend on them.
    fn open<R: Rules<State = S>>(&self, rules: &R) -> Vec<Decision> {
        if self.ids.are_plain() { Vec::new() } else { rules.awaiting(&self.state) }
    }

    /// Changes the state, as by folding events in.
    pub fn change<R: Rules<State = S>>(&mut self, rules: &R, change: impl FnOnce(&mut S)) {
        let before = self.open(rules);
        change(&mut self.state);
        let after = self.open(rules);
        self.ids.follow(&before, &after);
    }

    /// Returns to an earlier position of the same game.
    pub fn restore<R: Rules<State = S>>(&mut self, rules: &R, earlier: Self) {
        let mut state = earlier.state;
        rules.restore(&mut state, &self.state);
        let (restored, abandoned) = (rules.awaiting(&state), rules.awaiting(&self.state));
        self.ids = self.ids.restore(&earlier.ids, &restored, &abandoned);
        self.state = state;
    }
}
