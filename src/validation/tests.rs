use serde_json::{Map, Value, json};

use super::{CompiledSchema, MOST_UNKNOWN, whole_numbers};
use crate::error::{MOST_MISTAKES, Sentence};

fn types() -> Map<String, Value> {
    let types = json!({
        "Build": {
            "type": "object", "additionalProperties": false, "required": ["type", "corner"],
            "properties": { "type": { "const": "build" }, "corner": { "type": "integer", "minimum": 0, "maximum": 53 } },
        },
        "Pass": {
            "type": "object", "additionalProperties": false, "required": ["type"],
            "properties": { "type": { "const": "pass" } },
        },
        "Action": {
            "oneOf": [{ "$ref": "#/components/schemas/Build" }, { "$ref": "#/components/schemas/Pass" }],
            "discriminator": {
                "propertyName": "type",
                "mapping": { "build": "#/components/schemas/Build", "pass": "#/components/schemas/Pass" },
            },
            "properties": { "type": { "type": "string" } },
            "required": ["type"],
        },
        "ChessRequest": {
            "type": "object", "additionalProperties": false, "required": ["ruleset", "decision", "action"],
            "properties": {
                "ruleset": { "const": "chess", "description": "…" },
                "decision": { "type": "string", "description": "…" },
                "action": { "$ref": "#/components/schemas/Action" },
            },
        },
        "GoRequest": {
            "type": "object", "additionalProperties": false, "required": ["ruleset", "decision", "action"],
            "properties": {
                "ruleset": { "const": "go", "description": "…" },
                "decision": { "type": "string", "description": "…" },
                "action": { "$ref": "#/components/schemas/Stone" },
            },
        },
        "Stone": { "type": "object", "properties": { "point": { "type": "string" } } },
        "Request": {
            "oneOf": [{ "$ref": "#/components/schemas/ChessRequest" }, { "$ref": "#/components/schemas/GoRequest" }],
            "discriminator": {
                "propertyName": "ruleset",
                "mapping": { "chess": "#/components/schemas/ChessRequest", "go": "#/components/schemas/GoRequest" },
            },
            "properties": { "ruleset": { "type": "string" } },
            "required": ["ruleset"],
        },
        "Settings": {
            "type": "object", "additionalProperties": false,
            "properties": {
                "action": { "oneOf": [{ "$ref": "#/components/schemas/Action" }, { "type": "null" }] },
                "language": { "type": ["string", "null"], "pattern": "^(en|nn)$" },
                "names": { "type": "array", "maxItems": 2, "items": { "type": "string", "minLength": 1, "maxLength": 3 } },
            },
        },
    });
    types.as_object().cloned().unwrap_or_default()
}

fn wrong(name: &str, value: Value) -> Vec<(String, Sentence)> {
    let schema =
        CompiledSchema::compile(&json!({ "$ref": format!("#/components/schemas/{name}") }), &types());
    schema.unwrap().mistakes(&value)
}

fn pointers(name: &str, value: Value) -> Vec<String> {
    wrong(name, value).into_iter().map(|(pointer, _)| pointer).collect()
}

#[test]
fn a_union_is_held_to_the_alternative_that_is_meant() {
    assert!(wrong("Action", json!({"type": "build", "corner": 3})).is_empty());
    let beyond = wrong("Action", json!({"type": "build", "corner": 54}));
    assert_eq!(beyond, [("/corner".to_owned(), Sentence::Between { least: 0, most: 53 })]);
    assert_eq!(pointers("Action", json!({"type": "pass", "corner": 3})), ["/corner"]);
    let other = wrong("Action", json!({"type": "fly", "corner": 3}));
    let sentence = Sentence::NotAmong {
        given: Some("fly".to_owned()),
        allowed: vec!["build".to_owned(), "pass".to_owned()],
    };
    assert_eq!(other, [("/type".to_owned(), sentence)]);
    assert_eq!(wrong("Action", json!({})), [("/type".to_owned(), Sentence::Missing)]);
    assert_eq!(wrong("Action", json!([])), [(String::new(), Sentence::MustBeObject { or_null: false })]);
}

#[test]
fn without_a_ruleset_what_all_of_them_have_in_common_is_checked() {
    for ruleset in [json!({}), json!({"ruleset": null}), json!({"ruleset": "toy"})] {
        let with = |mut more: Value| {
            more.as_object_mut().unwrap().extend(ruleset.as_object().cloned().unwrap());
            pointers("Request", more)
        };
        assert_eq!(with(json!({"decision": "d", "action": {"type": "win"}})), [""; 0]);
        assert_eq!(with(json!({"decision": 1, "action": [], "x": 1})), ["/action", "/decision", "/x"]);
    }
    let of_chess = json!({"ruleset": "chess", "decision": 1, "action": {"type": "build", "corner": "3"}});
    assert_eq!(pointers("Request", of_chess), ["/action/corner", "/decision"]);
}

#[test]
fn null_stands_for_what_is_left_out_and_everything_else_must_fit() {
    assert!(wrong("Settings", json!({"action": null, "language": null})).is_empty());
    assert_eq!(pointers("Settings", json!({"action": {"type": "build"}})), ["/action/corner"]);
    let language = wrong("Settings", json!({"language": "fr"}));
    let allowed = vec!["en".to_owned(), "nn".to_owned()];
    assert_eq!(language, [("/language".to_owned(), Sentence::OneOf { allowed })]);
    let names = wrong("Settings", json!({"names": ["a", "abcd", 3]}));
    assert_eq!(
        names,
        [
            ("/names".to_owned(), Sentence::ItemsAtMost { most: 2 }),
            ("/names/1".to_owned(), Sentence::CharactersBetween { least: 1, most: 3 }),
            ("/names/2".to_owned(), Sentence::MustBeText { or_null: false }),
        ]
    );
}

#[test]
fn not_more_mistakes_are_told_than_anybody_reads() {
    let many = wrong("Settings", json!({"names": vec![0; 30_000]}));
    assert_eq!(many.len(), MOST_MISTAKES + 1);
}

#[test]
fn of_many_unknown_names_one_mistake_is_made_and_of_some_not_more_than_are_told() {
    let unknown = |count: usize| {
        let members: Map<String, Value> = (0..count).map(|n| (format!("x{n:05}"), json!(n))).collect();
        wrong("Settings", Value::Object(members))
    };
    assert_eq!(unknown(MOST_UNKNOWN).len(), MOST_MISTAKES + 1);
    let sentence = Sentence::UnknownAtMost { most: MOST_UNKNOWN };
    assert_eq!(unknown(MOST_UNKNOWN + 1), [("/x00000".to_owned(), sentence.clone())]);
    assert_eq!(unknown(10_000), [("/x00000".to_owned(), sentence)]);
}

#[test]
fn a_whole_number_may_be_written_with_a_point() {
    let mut value = json!({"a": [3.0, 3.5, -0.0, 1e300], "b": 7});
    whole_numbers(&mut value);
    assert_eq!(
        value.to_string(),
        r#"{"a":[3,3.5,0,1e+300],"b":7}"#.replace("1e+300", &json!(1e300).to_string())
    );
}
