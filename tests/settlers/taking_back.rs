//! What a game that has returned to an earlier position gives out: no number and no id comes again.

use rules::{AnyGame, Author, Chance};
use serde_json::value::RawValue;
use serde_json::{Value, json};

use super::position::standard;

/// Seat 0 may trade, and seat 1 may answer.
fn game() -> Box<dyn AnyGame> {
    let state = standard().hand(0, [2, 0, 0, 0, 2]).hand(1, [0, 2, 2, 0, 0]).state;
    let settlers = rulesets::find("settlers").expect("the ruleset");
    settlers.load(&serde_json::to_string(&state).unwrap()).expect("a position")
}

fn does(game: &mut dyn AnyGame, seat: u8, action: Value) {
    let action = RawValue::from_string(action.to_string()).unwrap();
    let done = game.perform(1, Author::Seat, Some(seat), &action, &mut Chance::given(vec![]));
    done.unwrap_or_else(|error| panic!("{action}: {error}"));
}

fn offers(game: &mut dyn AnyGame, get: &str) {
    does(game, 0, json!({"type": "offer_trade", "give": {"ore": 1}, "get": {get: 1}}));
}

/// The numbers of the open offers.
fn open_offers(game: &dyn AnyGame) -> Vec<u64> {
    let view: Value = serde_json::from_str(game.view(None).get()).unwrap();
    let offers = view["table"]["offers"].as_array().unwrap();
    offers.iter().map(|offer| offer["id"].as_u64().unwrap()).collect()
}

fn ids_of(game: &dyn AnyGame, seat: u8) -> Vec<String> {
    let open = game.awaiting().into_iter().filter(|decision| decision.seat == seat);
    open.map(|decision| decision.id).collect()
}

#[test]
fn an_offer_that_was_taken_back_leaves_its_number_to_no_other() {
    let mut game = game();
    let before = game.position().unwrap();
    offers(&mut *game, "brick");
    assert_eq!(open_offers(&*game), [1]);
    let first = ids_of(&*game, 1);
    game.restore(&before).unwrap();
    assert!(open_offers(&*game).is_empty());
    assert_eq!(game.closed_code("t1.offer1"), "offer_closed");
    offers(&mut *game, "wool");
    assert_eq!(open_offers(&*game), [2]);
    assert!(ids_of(&*game, 1).iter().all(|id| !first.contains(id) || id == "t1.trade.0"));
    // Further back than before: the numbers go on all the same.
    game.restore(&before).unwrap();
    offers(&mut *game, "wool");
    assert_eq!(open_offers(&*game), [3]);
}

#[test]
fn an_offer_that_is_open_again_is_another_question() {
    let mut game = game();
    offers(&mut *game, "brick");
    let (before, first) = (game.position().unwrap(), ids_of(&*game, 1));
    does(&mut *game, 0, json!({"type": "withdraw_trade", "offer": 1}));
    game.restore(&before).unwrap();
    assert_eq!(open_offers(&*game), [1]);
    assert_eq!(first, ["t1.offer1", "t1.trade.0"]);
    assert_eq!(ids_of(&*game, 1), ["t1.offer1~1", "t1.trade.0"]);
}
