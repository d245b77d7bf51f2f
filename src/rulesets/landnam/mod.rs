//! Landnám, by Tor Gjerde: settling an island, and going to law about it.
//!
//! May know: the crate `rules` and this folder. May not know: the web, a database, the clock, other rulesets.
//!
//! One file for each subject of the rules page, with its actions, events, validation, decisions, folding and listing in
//! this order: `setup turn harvest fate althing suits movement exploration flight trade building scoring`. The
//! code cites the page by section (`§6`) and by settled detail (`B34`). `action`, `event` and `question` list what
//! there is of each, and forward each to its subject.

mod access;
pub mod action;
mod althing;
pub mod board;
pub mod bots;
mod building;
pub mod components;
pub mod event;
mod exploration;
pub mod fate;
mod flight;
pub mod geometry;
mod harvest;
mod movement;
pub mod number;
pub mod orders;
mod places;
pub mod preview;
pub mod question;
pub mod refusals;
pub mod render;
pub mod resource;
mod scoring;
pub mod setup;
pub mod state;
mod statistics;
mod suits;
pub mod terrain;
mod trade;
mod turn;
pub mod view;

use std::ops::RangeInclusive;

use action::Action;
use components::Components;
use event::{Event, RedactedEvent};
use rules::{
    Actor, Applied, Apply, CallClass, CallKind, Chance, Decision, Legal, LogRole, Outcome, RankedSeat,
    Refusal, RefusalCode, Rules, ScoreSource, Seat, StoredComponents, Viewer,
};
pub use setup::Options;
use state::State;
use view::{PlayerView, View};

#[derive(Debug, Clone, Default)]
pub struct Landnam {
    pub components: StoredComponents<Components>,
}

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
        self.components.json()
    }

    fn with_components(&self, json: &str) -> Result<Self, Refusal> {
        Ok(Self { components: StoredComponents::read(json)? })
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

    fn asked(&self, state: &State) -> Vec<Decision> {
        let open = question::open(&state.table).into_iter().filter(|(_, question)| question.is_asked());
        open.map(|(seat, question)| question.decision(&state.table, seat)).collect()
    }

    fn legal(&self, state: &State, seat: Seat) -> Vec<Legal<Action>> {
        question::legal(PlayerView::of(&self.components, state, seat))
    }

    fn decision_for(&self, state: &State, seat: Seat, action: &Action) -> Option<Decision> {
        question::find(&state.table, seat, action).map(|found| found.decision(&state.table, seat))
    }

    rules::recorded_by!(action::record);

    fn apply(&self, state: &mut State, event: &Event) -> Applied {
        event.apply(state)
    }

    fn view(&self, state: &State, viewer: Viewer) -> View {
        view::view(&self.components, state, viewer)
    }

    fn reveals(&self, event: &Event) -> bool {
        event::reveals(event)
    }

    fn restore(&self, earlier: &mut State, abandoned: &State) {
        trade::restore(earlier, abandoned);
    }

    fn redact(&self, event: &Event, viewer: Viewer) -> RedactedEvent {
        event::redact(event, viewer)
    }

    fn lapse(&self, state: &State, decision: &Decision) -> Option<Action> {
        question::lapse(&state.table, decision)
    }

    fn resign(&self, state: &State, seat: Seat, chance: &mut Chance) -> Vec<Event> {
        turn::resign(&self.components, state, seat, chance)
    }

    fn advance(&self, state: &State) -> Option<(Actor, Action)> {
        question::advance(&self.components, state)
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

    fn agrees(&self, action: &Action) -> Option<bool> {
        action::agrees(action)
    }

    fn answered(&self, state: &State, event: &Event) -> Option<Seat> {
        question::answered(&state.table, event)
    }

    fn log_role(&self, event: &Event) -> LogRole {
        match event {
            Event::TurnBegun(begun) => LogRole::TurnBegins { turn: begun.turn, seat: begun.seat },
            Event::DiceRolled(rolled) => LogRole::Dice(rolled.dice),
            _ => LogRole::Line,
        }
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
        scoring::points_by_seat(&state.table)
    }

    fn score_sources(&self, state: &State, _events: &[Event]) -> Vec<ScoreSource> {
        scoring::sources(&state.table)
    }
}

rules::texts!(Landnam, places::place_names);
