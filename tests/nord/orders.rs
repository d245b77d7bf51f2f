//! Standing orders: what each of them answers (rules page §17).

use conformance::playout::seed_of;
use rules::StandingOrders;
use rules::orders::answer_by_orders;
use rules::{Chance, Rules, start};
use rulesets::nord::Nord;
use rulesets::nord::action::Action;
use rulesets::nord::options::Options;
use rulesets::nord::orders::{Order, START_OVER};
use rulesets::nord::state::State;
use serde_json::{Value, json};

fn variable() -> State {
    set_up(json!({"island": "variable"}))
}

fn set_up(options: Value) -> State {
    let options: Options = serde_json::from_value(options).expect("options");
    let mut chance = Chance::seeded(seed_of(3, 0));
    let rules = Nord::default();
    let mut state = rules.blank(&options, 3).expect("a game");
    start(&rules, &mut state, &mut chance).unwrap();
    state
}

fn order(order: Value) -> Order {
    serde_json::from_value(order).expect("an order")
}

/// What the order of a seat answers now.
fn answer(state: &State, seat: u8, wanted: Value) -> Option<Value> {
    let rules = Nord::default();
    let view = rules.view(state, Some(seat));
    let accepted = rules.accept_order(&view, order(wanted)).expect("an order that makes sense");
    let ordered = answer_by_orders(&rules, state, seat, &[accepted])?;
    Some(serde_json::to_value(ordered.choice.action).expect("plain data"))
}

fn begins(state: &mut State, seat: u8, settlement: &str) {
    let rules = Nord::default();
    let action: Action =
        serde_json::from_value(json!({"type": "choose_start", "settlement": settlement})).expect("an action");
    let mut chance = Chance::seeded(seed_of(4, 0));
    for event in rules.decide(state, Some(seat), &action, &mut chance).expect("a start") {
        rules.apply(state, &event).unwrap();
    }
}

#[test]
fn a_start_is_chosen_for_who_is_away_the_first_of_his_wishes_that_is_free() {
    let mut state = variable();
    let wishes = json!({"type": "start", "settlements": ["s2", "s5"]});
    assert_eq!(answer(&state, 1, wishes.clone()), None, "the seat is not asked yet");
    begins(&mut state, 0, "s2");
    let begun = Some(json!({"type": "choose_start", "settlement": "s5"}));
    assert_eq!(answer(&state, 1, wishes.clone()), begun);
    let rules = Nord::default();
    let taken = order(json!({"type": "start", "settlements": ["s2"]}));
    let view = rules.view(&state, Some(1));
    assert_eq!(rules.expired(&view, &taken), Some(START_OVER));
    begins(&mut state, 1, "s5");
    assert_eq!(rules.expired(&rules.view(&state, Some(1)), &order(wishes)), Some(START_OVER));
}

#[test]
fn a_jarl_is_defeated_at_once_where_he_brings_enough() {
    let state = variable();
    assert_eq!(answer(&state, 0, json!({"type": "defeat_jarl", "at_least": 20})), None);
}

#[test]
fn orders_that_make_no_sense_are_refused_by_field() {
    let rules = Nord::default();
    let state = variable();
    for (wrong, field) in [
        (json!({"type": "start", "settlements": []}), "settlements"),
        (json!({"type": "start", "settlements": ["s8"]}), "settlements"),
        (json!({"type": "start", "settlements": ["s1", "s2", "s1"]}), "settlements"),
        (json!({"type": "defeat_jarl", "at_least": 0}), "at_least"),
        (json!({"type": "defeat_jarl", "at_least": 21}), "at_least"),
    ] {
        let refusal =
            rules.accept_order(&rules.view(&state, Some(0)), order(wrong.clone())).expect_err("nonsense");
        assert_eq!((refusal.code, refusal.field.as_deref()), ("invalid_order", Some(field)), "{wrong}");
    }
    let fine = order(json!({"type": "defeat_jarl", "at_least": 4}));
    assert!(rules.accept_order(&rules.view(&state, None), fine).is_err(), "a spectator gives no orders");
    let begun = set_up(json!({}));
    let late = order(json!({"type": "start", "settlements": ["s1"]}));
    let refusal = rules.accept_order(&rules.view(&begun, Some(0)), late).expect_err("too late");
    assert_eq!(refusal.field.as_deref(), Some("settlements"));
}
