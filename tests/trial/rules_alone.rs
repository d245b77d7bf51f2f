//! A ruleset that is nothing but rules, as a stranger could write it: it is registered and played to its end.

use std::ops::RangeInclusive;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use rules::{
    Actor, AnyRuleset, Author, Chance, Decision, Legal, Outcome, PerformError, RankedSeat, Refusal,
    RefusalCode, Registered, Rules, Seat, SeatOrder, Viewer,
};
use serde::{Deserialize, Serialize};
use serde_json::json;
use serde_json::value::{RawValue, to_raw_value};
use utoipa::ToSchema;

rules::refusals! {
    NOT_AWAITED = "not_awaited": "It is the other player's turn.";
    TOO_MANY = "too_many": "There are not so many stones.";
}

/// Who takes the last stone wins.
struct Stones;

#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, ToSchema)]
struct Options {}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
struct Heap {
    stones: u8,
    turn: u32,
    resigned: Option<Seat>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Action {
    Take { count: u8 },
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Event {
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
        let decision = Decision { id, seat: active(heap), kind: "take", blocking: true, notice: None };
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

    fn apply(&self, heap: &mut Heap, event: &Event) {
        match event {
            Event::Taken { count } => {
                heap.stones -= count;
                heap.turn += 1;
            }
            Event::GaveUp { seat } => heap.resigned = Some(*seat),
        }
    }

    fn view(&self, heap: &Heap, _viewer: Viewer) -> Heap {
        heap.clone()
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

fn json(value: &serde_json::Value) -> Box<RawValue> {
    to_raw_value(value).unwrap()
}

#[test]
fn rules_alone_are_registered_and_played_to_their_end() {
    let ruleset: Box<dyn AnyRuleset> = Box::new(Registered::of(Stones));
    let mut chance = Chance::seeded([1; 32]);
    let mut game = ruleset.blank(&json(&json!({})), 2).unwrap();
    let mut version = game.start(&mut chance).unwrap().last().unwrap().version;
    let greedy = json(&json!({ "type": "take", "count": 9 }));
    let refused = game.perform(version, Author::Seat, Some(0), &greedy, &mut chance).unwrap_err();
    assert!(matches!(refused, PerformError::Refused(refusal) if refusal.code == "too_many"));
    while game.outcome().is_none() {
        // Loaded anew before each write, as a server does.
        game = ruleset.load(&game.state().unwrap()).unwrap();
        let open = game.awaiting();
        let (by, action) = match game.legal(open[0].seat)[0].actions.last() {
            Some(action) if version.is_multiple_of(2) => (Author::Seat, action.clone()),
            _ => (Author::Lapse, game.lapse(&open[0]).unwrap()),
        };
        let entries = game.perform(version, by, Some(open[0].seat), &action, &mut chance).unwrap();
        assert_eq!(ruleset.redact(entries[0].events.get(), None).unwrap().len(), 1);
        version = entries.last().unwrap().version;
    }
    assert_eq!(version, 3, "three, one and three stones");
    assert_eq!(game.outcome().unwrap().ranking[0], RankedSeat { rank: 1, seat: 0, points: 1 });
}

#[test]
fn a_part_that_is_left_out_is_answered_for() {
    let ruleset = Registered::of(Stones);
    let mut game = ruleset.blank(&json(&json!({})), 2).unwrap();
    let order = json(&json!({ "type": "take_one" }));
    assert!(
        ruleset.bots().is_empty() && ruleset.order_kinds().is_empty() && ruleset.typical_orders().is_empty()
    );
    assert!(ruleset.texts("en").is_none() && game.render(None, &[]).is_none());
    assert!(game.choose("random", 0, &mut ChaCha8Rng::from_seed([0; 32])).is_none());
    assert_eq!(game.accept_order(0, &order).unwrap_err().code, "invalid_order");
    assert!(game.dry_run(0, &order).is_none());
    let orders = [SeatOrder { seat: 0, order: &order }];
    let run = game.run_orders(0, &orders, 9, &mut Chance::seeded([0; 32])).unwrap();
    assert!(run.entries.is_empty() && run.expired == [(0, "unreadable")]);
    assert_eq!(game.check_invariants(), Ok(()));
    assert_eq!(ruleset.schemas().order.name, "NoOrder");
    assert!(ruleset.play(&["random".to_owned(), "random".to_owned()], 1, &mut (0..1)).is_err());
    assert_eq!(ruleset.sum(Vec::new()), (rules::series::SeriesCounts::default(), None));
    assert!(ruleset.compare_orders(&[], 1, &[], &mut (0..1)).is_err());
}
