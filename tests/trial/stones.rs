//! A ruleset that is nothing but rules, as a stranger could write it.

use std::ops::RangeInclusive;

use rules::{
    Actor, Applied, Chance, Decision, Legal, Outcome, RankedSeat, Refusal, RefusalCode, Rules, Seat, Viewer,
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

rules::refusals! {
    NOT_AWAITED = "not_awaited": "It is the other player's turn.";
    TOO_MANY = "too_many": "There are not so many stones.";
}

/// Who takes the last stone wins.
pub struct Stones;

#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Options {}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Heap {
    stones: u8,
    turn: u32,
    resigned: Option<Seat>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Action {
    Take { count: u8 },
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Event {
    Taken { count: u8 },
    GaveUp { seat: Seat },
}

fn active(heap: &Heap) -> Seat {
    Seat::try_from(heap.turn % 2).expect("two seats")
}

impl Rules for Stones {
    type Options = Options;
    type State = Heap;
    type Action = Action;
    type Event = Event;
    type View = Heap;
    type RedactedEvent = Event;

    const ID: &'static str = "stones";
    const RULES_VERSION: u32 = 1;

    fn name(&self) -> &'static str {
        "Stones"
    }

    fn players(&self) -> RangeInclusive<u8> {
        2..=2
    }

    fn components(&self) -> &str {
        "{}"
    }

    fn with_components(&self, _json: &str) -> Result<Self, Refusal> {
        Ok(Self)
    }

    fn refusals(&self) -> &'static [RefusalCode] {
        ALL
    }

    fn blank(&self, _options: &Options, _seats: u8) -> Result<Heap, Refusal> {
        Ok(Heap { stones: 7, turn: 0, resigned: None })
    }

    fn setup(&self, _blank: &Heap, _chance: &mut Chance) -> Vec<Event> {
        Vec::new()
    }

    fn awaiting(&self, heap: &Heap) -> Vec<Decision> {
        let id = format!("t{}.take", heap.turn);
        let decision = Decision { id, seat: active(heap), kind: "take", blocking: true, call: None };
        if self.outcome(heap).is_some() { Vec::new() } else { vec![decision] }
    }

    fn legal(&self, heap: &Heap, seat: Seat) -> Vec<Legal<Action>> {
        let open = self.awaiting(heap).into_iter().filter(|decision| decision.seat == seat);
        let actions: Vec<Action> = (1..=heap.stones.min(3)).map(|count| Action::Take { count }).collect();
        open.map(|decision| Legal { decision, actions: actions.clone(), shapes: Vec::new() }).collect()
    }

    fn decision_for(&self, heap: &Heap, seat: Seat, _action: &Action) -> Option<Decision> {
        self.awaiting(heap).into_iter().find(|decision| decision.seat == seat)
    }

    fn decide(
        &self,
        heap: &Heap,
        actor: Actor,
        action: &Action,
        _chance: &mut Chance,
    ) -> Result<Vec<Event>, Refusal> {
        let Action::Take { count } = *action;
        if actor.is_none_or(|seat| self.decision_for(heap, seat, action).is_none()) {
            return Err(rules::refusal::refuse(NOT_AWAITED));
        }
        if !(1..=heap.stones.min(3)).contains(&count) {
            return Err(rules::refusal::refuse(TOO_MANY).at_field("count"));
        }
        Ok(vec![Event::Taken { count }])
    }

    fn apply(&self, heap: &mut Heap, event: &Event) -> Applied {
        match event {
            Event::Taken { count } => {
                heap.stones -= count;
                heap.turn += 1;
            }
            Event::GaveUp { seat } => heap.resigned = Some(*seat),
        }
        Ok(())
    }

    fn view(&self, heap: &Heap, _viewer: Viewer) -> Heap {
        heap.clone()
    }

    fn reveals(&self, _event: &Event) -> bool {
        false
    }

    fn redact(&self, event: &Event, _viewer: Viewer) -> Event {
        event.clone()
    }

    fn lapse(&self, _heap: &Heap, _decision: &Decision) -> Option<Action> {
        Some(Action::Take { count: 1 })
    }

    fn resign(&self, heap: &Heap, seat: Seat, _chance: &mut Chance) -> Vec<Event> {
        if self.outcome(heap).is_some() { Vec::new() } else { vec![Event::GaveUp { seat }] }
    }

    fn outcome(&self, heap: &Heap) -> Option<Outcome> {
        let over = heap.stones == 0 || heap.resigned.is_some();
        over.then(|| Outcome { ended_by: "stones".to_owned(), ranking: self.rank(heap) })
    }

    fn rank(&self, heap: &Heap) -> Vec<RankedSeat> {
        let points = self.points(heap);
        let points = |seat: Seat| points[usize::from(seat)];
        rules::outcome::rank(2, |seat| (heap.resigned != Some(seat), points(seat)), points)
    }

    fn turn(&self, heap: &Heap) -> (u32, Seat) {
        (heap.turn + 1, active(heap))
    }

    fn points(&self, heap: &Heap) -> Vec<i32> {
        let last = heap.turn.checked_sub(1).filter(|_| heap.stones == 0);
        (0..2).map(|seat| i32::from(last.is_some_and(|last| last % 2 == seat))).collect()
    }
}
