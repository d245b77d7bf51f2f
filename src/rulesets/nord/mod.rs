//! NORD: an island of settlements, workers of all colours that join them, and the fighters that are won and lost for
//! it.
//!
//! May know: the crate `rules` and this folder. May not know: the web, a database, the clock, other rulesets.
//! The code cites the rules page by section (`§9.4`).
//!
//! A rule is one file: `setup`, `start`, `turn`, `treasures`, `placement`, `attacks`, `jarls`, `connections`,
//! `scoring`. Each holds, as far as it has them, its actions, its events, what is allowed, what an action brings about
//! (`decide`), the effects of its events (`apply`), what is left out for other viewers, and the listing of legal
//! actions, by the same predicates that validate them. `action`, `event` and `question` bring the subjects together.

pub mod action;
pub mod attacks;
pub mod board;
pub mod bots;
pub mod components;
pub mod connections;
pub mod event;
pub mod geometry;
pub mod jarls;
pub mod options;
pub mod orders;
pub mod placement;
mod places;
mod preview;
pub mod question;
pub mod refusals;
pub mod render;
pub mod scoring;
pub mod setup;
pub mod start;
pub mod state;
mod statistics;
pub mod treasures;
pub mod turn;
pub mod view;

use std::ops::RangeInclusive;

use action::Action;
use components::Components;
use event::{Event, RedactedEvent};
use options::Options;
use rules::{
    Actor, Applied, Apply, Chance, Decision, Legal, LogRole, Outcome, RankedSeat, Refusal, RefusalCode,
    Rules, ScoreSource, Seat, StoredComponents, Viewer,
};
use setup::StandardBoards;
use state::State;
use view::{PlayerView, View};

#[derive(Debug, Clone, Default)]
pub struct Nord {
    pub components: StoredComponents<Components>,
    standard_boards: StandardBoards,
}

impl Rules for Nord {
    type Options = Options;
    type State = State;
    type Action = Action;
    type Event = Event;
    type View = View;
    type RedactedEvent = RedactedEvent;

    const ID: &'static str = "nord";
    const RULES_VERSION: u32 = 1;

    fn name(&self) -> &'static str {
        "NORD"
    }

    fn players(&self) -> RangeInclusive<u8> {
        self.components.players.min..=self.components.players.max
    }

    fn components(&self) -> &str {
        self.components.json()
    }

    fn with_components(&self, json: &str) -> Result<Self, Refusal> {
        Ok(Self { components: StoredComponents::read(json)?, standard_boards: StandardBoards::default() })
    }

    fn refusals(&self) -> &'static [RefusalCode] {
        refusals::ALL
    }

    fn check_playable(&self, options: &Options) -> Result<(), Refusal> {
        refusals::ensure(options.diagram.is_none(), || {
            Refusal::new("invalid_options", "Only tests may set this option.").at_field("diagram")
        })
    }

    fn blank(&self, options: &Options, seats: u8) -> Result<State, Refusal> {
        setup::blank(&self.components, &self.standard_boards, options, seats)
    }

    fn blank_as_stored(&self, options: &Options, seats: u8) -> Result<State, Refusal> {
        setup::blank_as_stored(&self.components, &self.standard_boards, options, seats)
    }

    fn setup(&self, blank: &State, chance: &mut Chance) -> Vec<Event> {
        setup::setup(&self.components, blank, chance)
    }

    fn awaiting(&self, state: &State) -> Vec<Decision> {
        let open = question::open(&state.table).into_iter();
        open.map(|(seat, question)| question.decision(&state.table, seat)).collect()
    }

    fn legal(&self, state: &State, seat: Seat) -> Vec<Legal<Action>> {
        question::legal(&PlayerView::of(&self.components, state, seat))
    }

    fn decision_for(&self, state: &State, seat: Seat, action: &Action) -> Option<Decision> {
        question::answered_by(&state.table, seat, action).map(|found| found.decision(&state.table, seat))
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

    fn log_role(&self, event: &Event) -> LogRole {
        match event {
            Event::TurnBegun(begun) => LogRole::TurnBegins { turn: begun.turn, seat: begun.seat },
            _ => LogRole::Line,
        }
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        turn::outcome(&state.table)
    }

    fn rank(&self, state: &State) -> Vec<RankedSeat> {
        turn::rank(&state.table)
    }

    fn turn(&self, state: &State) -> (u32, Seat) {
        (state.table.turn, state.table.active)
    }

    fn points(&self, state: &State) -> Vec<i32> {
        state.table.players.iter().map(|player| player.score).collect()
    }

    fn score_sources(&self, state: &State, events: &[Event]) -> Vec<ScoreSource> {
        scoring::sources(&state.table, events)
    }
}

rules::texts!(Nord, places::place_names);
