//! A ruleset that is nothing but rules is registered and played to its end.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use rules::{AnyRuleset, Author, Chance, PerformError, RankedSeat, Registered, SeatOrder};
use serde_json::json;
use serde_json::value::{RawValue, to_raw_value};

use crate::stones::Stones;

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
        game = ruleset.load(&game.position().unwrap()).unwrap();
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
    assert!(
        ruleset.texts("en").is_none()
            && game.render(None, &rules::render::RenderOptions::default()).is_none()
    );
    assert!(game.choose("random", 0, &mut ChaCha8Rng::from_seed([0; 32])).is_none());
    assert_eq!(game.accept_order(0, &order).unwrap_err().code, "invalid_order");
    assert!(game.dry_run(0, &order).is_none());
    let orders = [SeatOrder { seat: 0, order: &order }];
    let run = game.run_orders(0, &orders, 9, &mut Chance::seeded([0; 32])).unwrap();
    assert!(run.entries.is_empty() && run.expired == [(0, "unreadable")]);
    assert_eq!(ruleset.schemas().order.name, "NoOrder");
}
