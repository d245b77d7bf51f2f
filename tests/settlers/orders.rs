//! Standing orders: what each of them answers (rules page §15).

use rules::Rules;
use rules::StandingOrders;
use rules::orders::answer_by_orders;
use rulesets::settlers::orders::Order;
use serde_json::{Value, json};

use super::position::{Game, standard};

/// What the orders of a seat answer now.
fn answer(game: &Game, seat: u8, orders: &[Value]) -> Option<Value> {
    let view = game.rules.view(&game.state, Some(seat));
    let accept = |order: &Value| {
        let order = serde_json::from_value(order.clone()).expect("an order");
        game.rules.accept_order(&view, order).expect("an order that makes sense")
    };
    let orders: Vec<Order> = orders.iter().map(accept).collect();
    let ordered = answer_by_orders(&game.rules, &game.state, seat, &orders)?;
    Some(serde_json::to_value(ordered.choice.action).expect("plain data"))
}

#[test]
fn a_seven_is_paid_for_with_the_kinds_named_first_and_then_from_the_largest_pile() {
    let mut game = standard().hand(1, [1, 0, 4, 2, 1]).before_the_roll();
    game.rolls([3, 4]);
    let paid = |first: Value| answer(&game, 1, &[json!({"type": "discard", "first": first})]);
    let of = |cards: Value| Some(json!({"type": "discard", "cards": cards}));
    assert_eq!(paid(json!(["ore", "lumber"])), of(json!({"ore": 1, "lumber": 1, "wool": 2})));
    assert_eq!(paid(json!([])), of(json!({"wool": 3, "grain": 1})));
    assert_eq!(paid(json!(["wool"])), of(json!({"wool": 4})));
    assert_eq!(answer(&game, 0, &[json!({"type": "discard"})]), None, "he owes nothing");
}

#[test]
fn the_first_rule_that_fits_an_offer_answers_it() {
    let mut game = standard().hand(0, [2, 0, 0, 0, 3]).hand(1, [0, 1, 0, 0, 0]);
    game.does(0, json!({"type": "offer_trade", "give": {"ore": 2}, "get": {"brick": 1}}));
    let rule = |when: Value, then: &str| json!({"when": when, "then": then});
    let by = |rules: Value| answer(&game, 1, &[json!({"type": "trade", "rules": rules})]);
    let accepts = Some(json!({"type": "accept_trade", "offer": 1}));
    let rejects = Some(json!({"type": "reject_trade", "offer": 1}));
    let generous = json!({"they_give_at_least": {"ore": 2}, "they_want_at_most": {"brick": 1}});
    assert_eq!(by(json!([rule(generous.clone(), "accept")])), accepts);
    assert_eq!(
        by(json!([rule(json!({"they_want_any_of": ["brick"]}), "reject"), rule(generous, "accept")])),
        rejects
    );
    assert_eq!(by(json!([rule(json!({"they_give_at_least": {"ore": 3}}), "accept")])), None);
    assert_eq!(by(json!([rule(json!({}), "ask"), rule(json!({}), "reject")])), None);
    assert_eq!(by(json!([{"from": 2, "then": "reject"}])), None);
    assert_eq!(answer(&game, 1, &[json!({"type": "reject_trades"})]), rejects);
    let poor = answer(&game, 2, &[json!({"type": "trade", "rules": [{"then": "accept"}]})]);
    assert_eq!(poor, rejects, "where the hand can't pay");
}

#[test]
fn dice_are_rolled_at_once_and_an_idle_turn_ends() {
    let game = standard().hand(0, [1, 0, 0, 0, 0]).before_the_roll();
    assert_eq!(answer(&game, 0, &[json!({"type": "roll"})]), Some(json!({"type": "roll"})));
    assert_eq!(answer(&game, 1, &[json!({"type": "roll"})]), None);
    let end = [json!({"type": "end_turn"})];
    let idle = standard().hand(0, [1, 0, 0, 0, 0]);
    assert_eq!(answer(&idle, 0, &end), Some(json!({"type": "end_turn"})));
    let bank = standard().hand(0, [4, 0, 0, 0, 0]);
    assert_eq!(answer(&bank, 0, &end), None, "the bank takes four");
}

#[test]
fn the_robber_goes_where_the_owner_wants_or_he_is_asked() {
    let mut game = standard().settlement(1, &[33]).hand(1, [1, 0, 0, 0, 0]).before_the_roll();
    game.rolls([3, 4]);
    let robs = |order: Value| answer(&game, 0, &[order]);
    let moved = robs(json!({"type": "robber", "victims": [2, 1]})).expect("seat 1 has a card");
    assert_eq!(moved["victim"], 1);
    assert!(game.listed(0, "move_robber").contains(&moved));
    let spared = robs(json!({"type": "robber", "victims": [1], "spare": [moved["hex"]]}));
    assert_ne!(spared.map(|spared| spared["hex"].clone()), Some(moved["hex"].clone()));
    assert_eq!(robs(json!({"type": "robber", "victims": [2]})), None, "seat 2 has no card");
}
