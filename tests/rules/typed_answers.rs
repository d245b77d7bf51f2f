//! What people type, and what it is taken for.

use serde_json::value::to_raw_value;
use serde_json::{Value, json};

use rules::legal::KindLimit;
use rules::typed_answers::{example, fill, parse};
use rules::{Decision, Field, FieldKind, Json, Legal, Shape};

fn raw(value: &Value) -> Json {
    to_raw_value(value).unwrap()
}

fn bundle(name: &'static str, not_in: Option<&'static str>) -> Field {
    let most = ["wool", "grain", "iron"].map(|kind| KindLimit { kind, max: 3 }).to_vec();
    Field { name, kind: FieldKind::Bundle { limits: most, min_total: 1, max_total: 4, not_in } }
}

fn offer() -> Shape<Json> {
    let to = Field { name: "to", kind: FieldKind::Seats { of: vec![1, 3], min: 1 } };
    let action = raw(&json!({"type": "offer_trade", "give": {}, "want": {}}));
    Shape { action, fields: vec![bundle("give", None), bundle("want", Some("give")), to] }
}

fn stake() -> Shape<Json> {
    let cards = Field { name: "cards", kind: FieldKind::Integer { min: 1, max: 2 } };
    Shape { action: raw(&json!({"type": "sue", "unit": 5, "cards": 1})), fields: vec![cards] }
}

fn legal() -> Vec<Legal<Json>> {
    let decision =
        Decision { id: "t1.build.0".to_owned(), seat: 0, kind: "build", blocking: true, call: None };
    let actions = vec![
        raw(&json!({"type": "end_turn"})),
        raw(&json!({"type": "build_town", "corner": "a1"})),
        raw(&json!({"type": "build_town", "corner": "b2"})),
        raw(&json!({"type": "step", "unit": 5, "to": "3,4"})),
        raw(&json!({"type": "place_workers", "fields": ["4,6"]})),
        raw(&json!({"type": "place_workers", "fields": ["4,6", "-1,6"]})),
    ];
    vec![Legal { decision, actions, shapes: vec![offer(), stake()] }]
}

#[track_caller]
fn means(typed: &str, action: &Value) {
    let choice = parse(typed, &legal()).unwrap();
    assert_eq!(choice.decision, "t1.build.0");
    assert_eq!(serde_json::from_str::<Value>(choice.action.get()).unwrap(), *action, "{typed}");
}

#[track_caller]
fn is_refused(typed: &str, because: &str) {
    let why = serde_json::to_string(&parse(typed, &legal()).unwrap_err()).unwrap();
    assert!(why.contains(because), "{typed}: {why}");
}

#[test]
fn a_ready_answer_is_named_by_its_type_and_what_tells_it_from_others() {
    means("end_turn", &json!({"type": "end_turn"}));
    means("  End Turn ", &json!({"type": "end_turn"}));
    means("build_town corner=B2", &json!({"type": "build_town", "corner": "b2"}));
    means("place_workers fields=4,6", &json!({"type": "place_workers", "fields": ["4,6"]}));
    for two in ["4,6 -1,6", "4,6; -1,6", "4,6,-1,6"] {
        let typed = format!("place workers fields={two}");
        means(&typed, &json!({"type": "place_workers", "fields": ["4,6", "-1,6"]}));
    }
    means("step to=3,4", &json!({"type": "step", "unit": 5, "to": "3,4"}));
    is_refused("build town", r#""ambiguous","given":"build_town","count":2"#);
    is_refused("build town corner=c3", "corner=a1");
    is_refused("build castle", "no_such_answer");
    is_refused("", "no_such_answer");
}

#[test]
fn open_fields_are_filled_within_their_bounds() {
    let offered = json!({"type": "offer_trade", "give": {"grain": 1, "wool": 2}, "want": {"iron": 1}});
    means("offer_trade give=2 wool, 1 grain want=1 iron", &offered);
    means("offer trade give = wool:2,grain want = iron", &offered);
    let to_two = json!({"type": "offer_trade", "give": {"wool": 1}, "want": {"iron": 1}, "to": [1, 3]});
    means("offer_trade give=wool want=iron to=1, 3", &to_two);
    means("sue unit=5 cards=2", &json!({"type": "sue", "unit": 5, "cards": 2}));
    is_refused("offer_trade give=wool", r#""still_empty","name":"want""#);
    is_refused("offer_trade give=4 wool want=iron", r#""count":4,"kind":"wool""#);
    is_refused("offer_trade give=-1 wool want=iron", "no_bundle");
    is_refused("offer_trade give=gold want=iron", r#""count":1,"kind":"gold""#);
    is_refused("offer_trade give=wool want=wool", r#""count":1,"kind":"wool""#);
    is_refused("offer_trade give=wool:3,grain:3 want=iron", r#""total":6,"min":1,"max":4"#);
    is_refused("offer_trade give=wool want=iron to=2", "no_seats");
    is_refused("sue cards=3", r#""min":1,"max":2"#);
    is_refused("sue unit=6 cards=1", r#""no_such_field","name":"unit""#);
}

#[test]
fn json_goes_as_it_is_when_such_an_answer_can_be_given() {
    means(r#"{"type": "sue", "unit": 5, "cards": 9}"#, &json!({"type": "sue", "unit": 5, "cards": 9}));
    is_refused(r#"{"type": "castle"}"#, r#""no_such_type","given":"castle""#);
    is_refused(r#"{"type": "#, "not_json");
}

#[test]
fn behind_the_number_of_a_shape_its_fields_are_enough() {
    let filled = |typed| fill(&stake(), typed).map(|action| action.get().to_owned());
    assert_eq!(filled("2"), filled("cards=2"));
    assert!(filled("").is_err());
}

#[test]
fn the_example_can_be_sent_as_it_stands() {
    assert_eq!(example(&offer(), str::to_owned), "give=wool:1 want=grain:1");
    assert_eq!(example(&offer(), str::to_uppercase), "give=WOOL:1 want=GRAIN:1");
    assert!(fill(&offer(), &example(&offer(), str::to_owned)).is_ok());
}
