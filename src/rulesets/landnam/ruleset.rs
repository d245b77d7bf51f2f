//! The contract, question by question.

use rand::Rng;
use serde_json::Value;
use std::ops::RangeInclusive;

use super::action::Action;
use super::components::Components;
use super::event::{Apply, Event};
use super::orders::{self, Order};
use super::question;
use super::setup::{self, Options};
use super::state::State;
use super::statistics::Statistics;
use super::view::{self, PlayerView, RedactedEvent, SeatKnowledge, View};
use super::{
    Landnam, automatic, bots, decide, invariants, randomize_hidden, refusals, render, resign, scoring,
};
use rules::{
    Actor, Bots, CallClass, CallKind, Chance, Choice, Conformance, Decision, Legal, OrderAnswer, Outcome,
    RankedSeat, Refusal, RefusalCode, Render, RenderedBoard, Rules, Seat, StandingOrders, Texts, Viewer,
};

/// The Althing needs this seat: to sue, to answer a suit, to take one over.
pub const ALTHING: CallKind = CallKind::new("althing", CallClass::Urgent);
/// A unit of this seat is chased and must flee.
pub const FLIGHT: CallKind = CallKind::new("flight", CallClass::Urgent);

impl Rules for Landnam {
    type Options = Options;
    type State = State;
    type Action = Action;
    type Event = Event;
    type View = View;
    type RedactedEvent = RedactedEvent;

    const ID: &'static str = "landnam";
    const RULES_VERSION: u32 = 1;

    fn name(&self) -> &'static str {
        "Landnám"
    }

    fn players(&self) -> RangeInclusive<u8> {
        self.components.players.min..=self.components.players.max
    }

    fn components(&self) -> &str {
        &self.text
    }

    fn with_components(&self, json: &str) -> Result<Self, Refusal> {
        Ok(Self { components: Components::read(json)?, text: json.to_owned() })
    }

    fn refusals(&self) -> &'static [RefusalCode] {
        refusals::ALL
    }

    fn call_kinds(&self) -> &'static [CallKind] {
        &[
            CallKind::YOUR_TURN,
            ALTHING,
            FLIGHT,
            CallKind::TRADE_OFFERED,
            CallKind::OFFER_ANSWERED,
            CallKind::UNPAYABLE_OFFER,
        ]
    }

    fn blank(&self, _options: &Options, seats: u8) -> Result<State, Refusal> {
        setup::blank(&self.components, seats)
    }

    fn setup(&self, blank: &State, chance: &mut Chance) -> Vec<Event> {
        setup::setup(&self.components, blank, chance)
    }

    fn awaiting(&self, state: &State) -> Vec<Decision> {
        let open = question::open(&state.table).into_iter();
        open.map(|(seat, question)| question.decision(&state.table, seat)).collect()
    }

    fn legal(&self, state: &State, seat: Seat) -> Vec<Legal<Action>> {
        question::legal(PlayerView::of(&self.components, state, seat))
    }

    fn decision_for(&self, state: &State, seat: Seat, action: &Action) -> Option<Decision> {
        question::find(&state.table, seat, action).map(|found| found.decision(&state.table, seat))
    }

    fn decide(
        &self,
        state: &State,
        actor: Actor,
        action: &Action,
        chance: &mut Chance,
    ) -> Result<Vec<Event>, Refusal> {
        decide::decide(&self.components, state, actor, action, chance)
    }

    fn apply(&self, state: &mut State, event: &Event) {
        event.apply(state);
    }

    fn view(&self, state: &State, viewer: Viewer) -> View {
        view::view(&self.components, state, viewer)
    }

    fn redact(&self, event: &Event, viewer: Viewer) -> RedactedEvent {
        view::redact(event, viewer)
    }

    fn lapse(&self, state: &State, decision: &Decision) -> Option<Action> {
        automatic::lapse(&state.table, decision)
    }

    fn resign(&self, state: &State, seat: Seat, chance: &mut Chance) -> Vec<Event> {
        resign::resign(&self.components, state, seat, chance)
    }

    fn advance(&self, state: &State) -> Option<(Actor, Action)> {
        automatic::advance(&self.components, state)
    }

    fn closed_code(&self, state: &State, decision: &str) -> &'static str {
        question::closed_code(&state.table, decision)
    }

    fn is_shared(&self, decision: &str) -> bool {
        decision.contains(".offer")
    }

    fn deserves_call(&self, state: &State, decision: &Decision) -> bool {
        question::deserves_call(&self.components, state, decision)
    }

    fn answered(&self, state: &State, event: &Event) -> Option<Seat> {
        question::answered(&state.table, event)
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        scoring::outcome(state)
    }

    fn rank(&self, state: &State) -> Vec<RankedSeat> {
        scoring::rank(state)
    }

    fn turn(&self, state: &State) -> (u32, Seat) {
        (state.table.turn, state.table.active)
    }

    fn points(&self, state: &State) -> Vec<i32> {
        (0..state.table.seats()).map(|seat| scoring::points(&state.table, seat)).collect()
    }
}

impl Render for Landnam {
    fn render(&self, view: &View, names: &[String]) -> RenderedBoard {
        render::render(view, names)
    }
}

impl Bots for Landnam {
    fn bots(&self) -> &'static [&'static str] {
        &bots::NAMES
    }

    fn choose(
        &self,
        bot: &str,
        view: &View,
        legal: &[Legal<Action>],
        rng: &mut dyn Rng,
    ) -> Option<Choice<Action>> {
        bots::choose(bot, &SeatKnowledge::of(view, &self.components)?, legal, rng)
    }
}

impl StandingOrders for Landnam {
    type Order = Order;

    fn order_kinds(&self) -> &'static [&'static str] {
        orders::KINDS
    }

    fn accept_order(&self, view: &View, order: Order) -> Result<Order, Refusal> {
        let spectator = || Refusal::new("invalid_order", "Only a seat gives orders.");
        orders::accept(&SeatKnowledge::of(view, &self.components).ok_or_else(spectator)?, order)
    }

    fn expired(&self, view: &View, order: &Order) -> Option<&'static str> {
        orders::spent(&SeatKnowledge::of(view, &self.components)?, order)
    }

    fn order_answer(
        &self,
        view: &View,
        legal: &[Legal<Action>],
        orders: &[Order],
    ) -> Option<OrderAnswer<Action>> {
        orders::answer(&SeatKnowledge::of(view, &self.components)?, legal, orders)
    }

    fn typical_orders(&self) -> Vec<Order> {
        orders::typical()
    }
}

impl Texts for Landnam {
    fn texts(&self, language: &str) -> Option<&'static str> {
        match language {
            "nn" => Some(include_str!("texts/nn.json")),
            "en" => Some(include_str!("texts/en.json")),
            "sv" => Some(include_str!("texts/sv.json")),
            "de" => Some(include_str!("texts/de.json")),
            _ => None,
        }
    }
}

impl rules::Statistics for Landnam {
    type Counts = Statistics;

    fn count(&self, statistics: &mut Statistics, state: &State, events: &[Event]) {
        let winners = || {
            let ranking = scoring::rank(state);
            ranking.into_iter().filter(|place| place.rank == 1).map(|place| place.seat).collect()
        };
        events.iter().for_each(|event| statistics.count(state, event, winners));
    }

    fn merge(&self, into: &mut Statistics, other: &Statistics) {
        into.add(other);
    }

    fn figures(&self, statistics: &Statistics, games: u64) -> Value {
        statistics.figures(games)
    }
}

impl Conformance for Landnam {
    fn check_invariants(&self, state: &State) -> Result<(), String> {
        invariants::check(&self.components, state)
    }

    fn randomize_hidden(&self, state: &State, viewer: Viewer, rng: &mut dyn Rng) -> State {
        randomize_hidden::randomize_hidden(state, viewer, rng)
    }
}
