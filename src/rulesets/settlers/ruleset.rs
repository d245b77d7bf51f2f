//! The contract, question by question.

use rand::Rng;
use serde_json::Value;
use std::ops::RangeInclusive;

use super::action::{self, Action};
use super::components::Components;
use super::event::{self, Event, RedactedEvent};
use super::options::Options;
use super::orders::{self, Order};
use super::state::State;
use super::statistics::Statistics;
use super::view::{self, PlayerView, View};
use super::{
    Settlers, bots, conformance, lapse, legal, question, refusals, render, scoring, setup, trade, turn,
};
use rules::{
    Actor, Bots, CallClass, CallKind, Chance, Choice, Conformance, Decision, Legal, OrderAnswer, Outcome,
    RankedSeat, Refusal, RefusalCode, Render, RenderedBoard, Rules, Seat, StandingOrders, Texts, Viewer,
};

/// Cards must be discarded.
pub const DISCARD: CallKind = CallKind::new("discard", CallClass::Urgent);

impl Rules for Settlers {
    type Options = Options;
    type State = State;
    type Action = Action;
    type Event = Event;
    type View = View;
    type RedactedEvent = RedactedEvent;

    const ID: &'static str = "settlers";
    const RULES_VERSION: u32 = 1;

    fn name(&self) -> &'static str {
        "The Settlers"
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
            CallKind::TRADE_OFFERED,
            DISCARD,
            CallKind::OFFER_ANSWERED,
            CallKind::UNPAYABLE_OFFER,
        ]
    }

    fn offers(&self, options: &Options) -> Result<(), Refusal> {
        match options.not_for_play() {
            None => Ok(()),
            Some((field, why)) => Err(Refusal::new("invalid_options", why).of(field)),
        }
    }

    fn house_rules(&self, options: &Options) -> Vec<&'static str> {
        options.house_rules(&self.components)
    }

    fn blank(&self, options: &Options, seats: u8) -> Result<State, Refusal> {
        setup::blank(&self.components, options, seats)
    }

    fn setup(&self, blank: &State, chance: &mut Chance) -> Vec<Event> {
        setup::setup(&self.components, blank, chance)
    }

    fn awaiting(&self, state: &State) -> Vec<Decision> {
        let open = question::open(&state.table).into_iter();
        open.map(|(seat, question)| question.decision(&state.table, seat)).collect()
    }

    fn legal(&self, state: &State, seat: Seat) -> Vec<Legal<Action>> {
        legal::legal(PlayerView::of(&self.components, state, seat))
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
        action::decide(&self.components, state, actor, action, chance)
    }

    fn apply(&self, state: &mut State, event: &Event) {
        event.apply(state);
    }

    fn view(&self, state: &State, viewer: Viewer) -> View {
        view::view(state, viewer)
    }

    fn redact(&self, event: &Event, viewer: Viewer) -> RedactedEvent {
        event::redact(event, viewer)
    }

    fn lapse(&self, state: &State, decision: &Decision) -> Option<Action> {
        lapse::lapse(&self.components, state, decision)
    }

    fn resign(&self, state: &State, seat: Seat, chance: &mut Chance) -> Vec<Event> {
        turn::resign(&self.components, state, seat, chance)
    }

    fn advance(&self, state: &State) -> Option<(Actor, Action)> {
        lapse::advance(&self.components, state)
    }

    fn closed_code(&self, state: &State, decision: &str) -> &'static str {
        question::closed_code(&state.table, decision)
    }

    fn is_shared(&self, decision: &str) -> bool {
        decision.contains(".offer") || decision.ends_with(".discard")
    }

    fn deserves_call(&self, state: &State, decision: &Decision) -> bool {
        trade::deserves_call(&self.components, state, decision)
    }

    fn answered(&self, state: &State, event: &Event) -> Option<Seat> {
        trade::answered(&state.table, event)
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
        (0..state.table.seats()).map(|seat| scoring::known_points(state, seat)).collect()
    }
}

impl Render for Settlers {
    fn render(&self, view: &View, names: &[String]) -> RenderedBoard {
        render::render(view, names)
    }
}

impl Bots for Settlers {
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
        bots::choose(bot, &view.player_view(&self.components)?, legal, rng)
    }
}

impl StandingOrders for Settlers {
    type Order = Order;

    fn order_kinds(&self) -> &'static [&'static str] {
        orders::KINDS
    }

    fn accept_order(&self, view: &View, order: Order) -> Result<Order, Refusal> {
        let spectator = || Refusal::new("invalid_order", "Only a seat gives orders.");
        orders::accept(&view.player_view(&self.components).ok_or_else(spectator)?, order)
    }

    fn expired(&self, view: &View, order: &Order) -> Option<&'static str> {
        orders::spent(&view.player_view(&self.components)?, order)
    }

    fn order_answer(
        &self,
        view: &View,
        legal: &[Legal<Action>],
        orders: &[Order],
    ) -> Option<OrderAnswer<Action>> {
        orders::answer(&view.player_view(&self.components)?, legal, orders)
    }

    fn typical_orders(&self) -> Vec<Order> {
        orders::typical()
    }
}

impl Texts for Settlers {
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

impl rules::Statistics for Settlers {
    type Counts = Statistics;

    fn count(&self, statistics: &mut Statistics, state: &State, events: &[Event]) {
        events.iter().for_each(|event| statistics.count(state, event));
    }

    fn merge(&self, into: &mut Statistics, other: &Statistics) {
        into.add(other);
    }

    fn figures(&self, statistics: &Statistics, games: u64) -> Value {
        statistics.figures(games)
    }
}

impl Conformance for Settlers {
    fn check_invariants(&self, state: &State) -> Result<(), String> {
        conformance::check(&self.components, state)
    }

    fn randomize_hidden(&self, state: &State, viewer: Viewer, rng: &mut dyn Rng) -> State {
        conformance::randomize_hidden(state, viewer, rng)
    }
}
