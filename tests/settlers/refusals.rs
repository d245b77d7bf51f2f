//! The table of refusals, and actions that are none.

use std::collections::HashSet;

use rules::{AnyRuleset, Registered, Rules};
use rulesets::settlers::Settlers;
use serde_json::value::RawValue;

use super::position::standard;

#[test]
fn every_code_stands_in_the_table_once() {
    let rules = Settlers::default();
    let codes: HashSet<&str> = rules.refusals().iter().map(|row| row.code).collect();
    assert_eq!(codes.len(), rules.refusals().len());
}

#[test]
fn fields_that_are_missing_unknown_or_out_of_range_are_named() {
    let erased = Registered::complete(Settlers::default());
    let state = serde_json::to_string(&standard().state).unwrap();
    let game = erased.load(&state).expect("a stored game");
    for (action, field) in [
        (r#"{"type":"build_road"}"#, "edge"),
        (r#"{"type":"build_road","edge":1,"colour":2}"#, "colour"),
        (r#"{"type":"build_road","edge":-1}"#, "edge"),
        (r#"{"type":"play_monopoly","resource":"gold"}"#, "resource"),
        (r#"{"type":"discard","cards":{"lumber":0}}"#, "cards"),
    ] {
        let json = RawValue::from_string(action.to_owned()).unwrap();
        let refusal = game.decision_for(0, &json).expect_err(action);
        assert_eq!(refusal.code, "malformed_action", "{action}");
        assert!(
            refusal.field.as_deref().is_some_and(|named| named.starts_with(field)),
            "{action}: {refusal:?}"
        );
    }
}
