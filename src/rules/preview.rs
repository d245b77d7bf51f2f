//! Previews: the certain consequences of an action, before it is sent.
//!
//! The rules carry the action out on a copy of the state, without chance. The events are certain up to the first one
//! that reveals something: a result of chance, or a hidden fact. They are cut off there, so that a preview tells a
//! player nothing that the board and their own cards do not.

use serde::Serialize;
use utoipa::ToSchema;

use crate::chance::Chance;
use crate::contract::{Previews, Rules};
use crate::decision::{Decision, Seat};
use crate::entry::{self, Author, PerformError, SettleError};
use crate::erased::{Json, shown};

pub struct Foreseen<R: Rules> {
    /// The certain events, in their order.
    pub events: Vec<R::Event>,
    /// The state after them.
    pub after: R::State,
    /// Are these all events? If not, chance or something hidden decides what follows.
    pub is_complete: bool,
}

/// Works out the certain consequences of an action of `seat`. Refused like the action itself.
pub fn foresee<R: Rules>(
    rules: &R,
    state: &R::State,
    seat: Seat,
    action: &R::Action,
) -> Result<Foreseen<R>, PerformError> {
    let mut carried_out = state.clone();
    let mut chance = Chance::given(Vec::new());
    let (seat, by) = (Some(seat), Author::Seat);
    let performed = entry::perform(rules, &mut carried_out, 0, by, seat, action, &mut chance);
    let entries = match performed {
        Ok(entries) => entries,
        Err(refused @ PerformError::Refused(_)) => return Err(refused),
        // Without chance the server's steps may find no end; then only the events of the action itself are known.
        Err(PerformError::Unsettled(_)) => return itself(rules, state, seat, action),
    };
    let mut foreseen = Foreseen { events: Vec::new(), after: state.clone(), is_complete: true };
    for entry in entries {
        let drew = !entry.draws.is_empty();
        if !foreseen.add(rules, entry.events, drew)? {
            break;
        }
    }
    Ok(foreseen)
}

/// The consequences of the action alone, without the server's steps after it.
fn itself<R: Rules>(
    rules: &R,
    state: &R::State,
    seat: Option<Seat>,
    action: &R::Action,
) -> Result<Foreseen<R>, PerformError> {
    let mut chance = Chance::given(Vec::new());
    let events = rules.decide(state, seat, action, &mut chance)?;
    let mut foreseen = Foreseen { events: Vec::new(), after: state.clone(), is_complete: true };
    foreseen.add(rules, events, !chance.take_draws().is_empty())?;
    foreseen.is_complete = false;
    Ok(foreseen)
}

impl<R: Rules> Foreseen<R> {
    /// Adds the events of an entry as far as they are certain; `false`: not all of them are.
    fn add(&mut self, rules: &R, events: Vec<R::Event>, drew: bool) -> Result<bool, SettleError> {
        let certain = events.iter().position(|event| rules.reveals(event));
        // Chance was drawn and no event reveals it, so any of the events may depend on it.
        let certain = match (certain, drew) {
            (None, false) => events.len(),
            (None, true) => 0,
            (Some(first), _) => first,
        };
        self.is_complete = certain == events.len() && !drew;
        for event in events.into_iter().take(certain) {
            rules.apply(&mut self.after, &event)?;
            let is_last = rules.reveals_by_silence(&self.after, &event);
            self.events.push(event);
            if is_last {
                self.is_complete = false;
                break;
            }
        }
        Ok(self.is_complete)
    }
}

/// How a game stands after an action; each only where it changes.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Consequence {
    /// Points after the action, before anything undecided.
    PointsWillBe {
        /// One for each seat, in seat order.
        points: Vec<i32>,
    },
    /// The action leads to another turn.
    TurnWillBe { turn: u32, seat: Seat },
    /// The game then waits for other seats than now.
    WillAwait { seats: Vec<Seat> },
    /// The action ends the game.
    GameWillEnd {
        /// Why it is over, in the ruleset's words, such as `points`.
        ended_by: String,
    },
    /// The rest depends on chance, or on what is hidden from you.
    Undecided {},
}

/// How the game stands after the certain events; these come last in the list of effects.
pub fn consequences<R: Rules>(rules: &R, before: &R::State, foreseen: &Foreseen<R>) -> Vec<Consequence> {
    let after = &foreseen.after;
    let mut effects = Vec::new();
    let points = rules.points(after);
    if points != rules.points(before) {
        effects.push(Consequence::PointsWillBe { points });
    }
    let (turn, seat) = rules.turn(after);
    if (turn, seat) != rules.turn(before) {
        effects.push(Consequence::TurnWillBe { turn, seat });
    }
    if !foreseen.is_complete {
        effects.push(Consequence::Undecided {});
        return effects;
    }
    if let Some(outcome) = rules.outcome(after) {
        effects.push(Consequence::GameWillEnd { ended_by: outcome.ended_by });
        return effects;
    }
    let seats = awaited(&rules.awaiting(after));
    if seats != awaited(&rules.awaiting(before)) {
        effects.push(Consequence::WillAwait { seats });
    }
    effects
}

pub fn awaited(open: &[Decision]) -> Vec<Seat> {
    let mut seats: Vec<Seat> =
        open.iter().filter(|decision| decision.blocking).map(|decision| decision.seat).collect();
    seats.dedup();
    seats
}

/// The effects of an action as `seat` is shown them, each JSON with a `type`: the certain events, what the ruleset says
/// beside them, and how the game stands then.
pub fn effects<R: Rules>(
    rules: &R,
    own: Option<OwnEffects<R>>,
    state: &R::State,
    seat: Seat,
    action: &R::Action,
) -> Result<Vec<Json>, PerformError> {
    let foreseen = foresee(rules, state, seat, action)?;
    let events = foreseen.events.iter().map(|event| event_effect(&rules.redact(event, Some(seat))));
    let mut effects: Vec<Json> = events.collect();
    effects.extend(own.map_or_else(Vec::new, |own| own(rules, state, seat, action, &foreseen.after)));
    effects.extend(consequences(rules, state, &foreseen).iter().map(shown));
    Ok(effects)
}

/// An event that will follow, as one of the effects.
#[derive(Serialize)]
#[serde(tag = "type", rename = "event")]
struct EventEffect<'e, E> {
    event: &'e E,
}

pub fn event_effect(event: &impl Serialize) -> Json {
    shown(&EventEffect { event })
}

pub type OwnEffects<R> =
    fn(&R, &<R as Rules>::State, Seat, &<R as Rules>::Action, &<R as Rules>::State) -> Vec<Json>;

/// [`Previews::effects`] without its type.
pub fn own_effects<R: Previews>(
    rules: &R,
    before: &R::State,
    seat: Seat,
    action: &R::Action,
    after: &R::State,
) -> Vec<Json> {
    rules.effects(before, seat, action, after).iter().map(shown).collect()
}
