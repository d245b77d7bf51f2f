//! The Settlers: an island, five resources, and the first to ten points.
//!
//! May know: the crate `rules` and this folder. May not know: the web, a database, the clock, other rulesets.
//!
//! Each area of the rules is one file or folder: `setup`, `founding`, `production`, `robber`, `building`,
//! `development`, `trade`, `scoring`, `turn`. It holds in this order its actions, its events, what is allowed, what an
//! action brings about (`decide`), what an event changes (`apply`), the listing of legal actions, and what an absent
//! seat does. `action` and `event` list them all; what others see of an event stands in `event` too, so that all
//! secrets are kept in one place. The code cites the rules page by section (`§7.1`).

pub mod action;
pub mod board;
pub mod bots;
pub mod building;
pub mod components;
pub mod development;
pub mod event;
pub mod founding;
pub mod geometry;
pub mod options;
pub mod orders;
mod places;
mod preview;
pub mod production;
pub mod question;
pub mod refusals;
pub mod render;
pub mod resource;
pub mod robber;
pub mod scoring;
pub mod setup;
pub mod state;
mod statistics;
pub mod trade;
pub mod turn;
pub mod view;

use std::ops::RangeInclusive;

use action::Action;
use components::Components;
use event::{Event, RedactedEvent};
use options::Options;
use rules::{
    Actor, Applied, Apply, CallClass, CallKind, Chance, Decision, Legal, LogRole, Outcome, RankedSeat,
    Refusal, RefusalCode, Rules, ScoreSource, Seat, StoredComponents, Viewer,
};
use state::State;
use view::{PlayerView, View};

#[derive(Debug, Clone, Default)]
pub struct Settlers {
    pub components: StoredComponents<Components>,
}

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
            CallKind::TRADE_OFFERED,
            DISCARD,
            CallKind::OFFER_ANSWERED,
            CallKind::UNPAYABLE_OFFER,
        ]
    }

    fn check_playable(&self, options: &Options) -> Result<(), Refusal> {
        match options.not_for_play() {
            None => Ok(()),
            Some((field, why)) => Err(Refusal::new("invalid_options", why).at_field(field)),
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

    fn asked(&self, state: &State) -> Vec<Decision> {
        // What the others may offer of their own accord is most of what is open.
        let open = question::open(&state.table)
            .into_iter()
            .filter(|(_, question)| *question != question::Question::Trade);
        let decisions = open.map(|(seat, question)| question.decision(&state.table, seat));
        decisions.filter(Decision::is_asked).collect()
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
        view::view(state, viewer)
    }

    fn reveals(&self, event: &Event) -> bool {
        event::reveals(event)
    }

    fn reveals_by_silence(&self, state: &State, event: &Event) -> bool {
        event::reveals_by_silence(&state.table, event)
    }

    fn restore(&self, earlier: &mut State, abandoned: &State) {
        // Offers go on from the numbers that were given out since.
        earlier.table.offers_made = earlier.table.offers_made.max(abandoned.table.offers_made);
    }

    fn redact(&self, event: &Event, viewer: Viewer) -> RedactedEvent {
        event::redact(event, viewer)
    }

    fn lapse(&self, state: &State, decision: &Decision) -> Option<Action> {
        question::lapse(&self.components, state, decision)
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
        decision.contains(".offer") || decision.ends_with(".discard")
    }

    fn deserves_call(&self, state: &State, decision: &Decision) -> bool {
        trade::deserves_call(&self.components, state, decision)
    }

    fn agrees(&self, action: &Action) -> Option<bool> {
        action::agrees(action)
    }

    fn answered(&self, state: &State, event: &Event) -> Option<Seat> {
        trade::answered(&state.table, event)
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
        (0..state.table.seats()).map(|seat| scoring::known_points(state, seat)).collect()
    }

    fn score_sources(&self, state: &State, _events: &[Event]) -> Vec<ScoreSource> {
        scoring::sources(state)
    }
}

rules::texts!(Settlers, places::place_names);
