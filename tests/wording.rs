//! The words and bounds of the description: every sentence adds something to the name beside it, and no number has the
//! bounds of a machine.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test that breaks says where")]

use std::collections::BTreeSet;

use serde_json::{Map, Value};

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/openapi.yaml");

/// Words that say nothing by themselves.
const FILLERS: &str = "a an and are as at be been by can each every for from had has have here how if in is it its may no \
    not now of on one or that the their there this to was were what when which who with";

fn description() -> Value {
    yaml_serde::from_str(&std::fs::read_to_string(FILE).unwrap()).unwrap()
}

/// A description with its place in the document, and the names that stand beside it.
struct Said {
    place: String,
    names: String,
    text: String,
}

fn collect(value: &Value, place: &str, names: &str, found: &mut Vec<Said>) {
    match value {
        Value::Object(members) => {
            if let Some(Value::String(text)) = members.get("description") {
                found.push(Said { place: place.to_owned(), names: names.to_owned(), text: text.clone() });
            }
            for (key, member) in members.iter().filter(|(key, _)| !key.starts_with("example")) {
                match (key.as_str(), member) {
                    ("properties", Value::Object(fields)) => {
                        for (field, schema) in fields {
                            collect(schema, &format!("{place}.{field}"), &format!("{names} {field}"), found);
                        }
                    }
                    _ => collect(member, place, names, found),
                }
            }
        }
        Value::Array(items) => items.iter().for_each(|item| collect(item, place, names, found)),
        _ => {}
    }
}

/// Everything that the document says of types, operations and what they share.
fn everything_said(document: &Value) -> Vec<Said> {
    let mut found = Vec::new();
    for (kind, members) in document["components"].as_object().unwrap() {
        for (name, member) in members.as_object().unwrap() {
            collect(member, &format!("{kind} {name}"), name, &mut found);
        }
    }
    for (path, operation) in operations(document) {
        let text = |member: &str| operation[member].as_str().unwrap_or_default().to_owned();
        let names = format!("{} {}", text("operationId"), text("summary"));
        collect(operation, &path, &names, &mut found);
    }
    found
}

fn operations(document: &Value) -> Vec<(String, &Value)> {
    let paths = document["paths"].as_object().unwrap().iter();
    let each = paths.flat_map(|(path, operations)| {
        let operations = operations.as_object().unwrap().iter();
        operations.map(move |(method, operation)| (format!("{method} {path}"), operation))
    });
    each.collect()
}

/// The words of a text or a name, in small letters and without their commonest endings.
fn words(text: &str) -> BTreeSet<String> {
    let mut apart = String::new();
    for letter in text.chars() {
        if letter.is_uppercase() {
            apart.push(' ');
        }
        apart.push(if letter.is_alphanumeric() { letter } else { ' ' });
    }
    apart.split_whitespace().map(|word| stem(&word.to_lowercase())).collect()
}

fn stem(word: &str) -> String {
    let endings = ["ing", "ed", "es", "s", "e"];
    let ending = endings.iter().find(|ending| word.len() >= ending.len() + 3 && word.ends_with(*ending));
    ending.and_then(|ending| word.strip_suffix(ending)).unwrap_or(word).to_owned()
}

#[test]
fn no_description_says_no_more_than_the_names_beside_it() {
    let fillers: BTreeSet<String> = FILLERS.split_whitespace().map(stem).collect();
    let says_nothing = |said: &Said| (&words(&said.text) - &fillers).is_subset(&words(&said.names));
    let empty: Vec<String> = everything_said(&description())
        .iter()
        .filter(|said| says_nothing(said))
        .map(|said| format!("{}: {}", said.place, said.text))
        .collect();
    assert!(empty.is_empty(), "{} say nothing:\n{}", empty.len(), empty.join("\n"));
}

#[test]
fn few_descriptions_are_shorter_than_four_words() {
    let document = description();
    let all = everything_said(&document);
    let short: Vec<String> = all
        .iter()
        .filter(|said| said.text.split_whitespace().count() < 4)
        .map(|said| format!("{}: {}", said.place, said.text))
        .collect();
    assert!(short.len() * 50 < all.len(), "{} of {} are:\n{}", short.len(), all.len(), short.join("\n"));
}

#[test]
fn descriptions_are_for_clients_and_not_for_readers_of_the_rules() {
    for Said { place, text, .. } in everything_said(&description()) {
        let cites = text.split(['(', ' ', ',']).any(|word| {
            let word = word.trim_end_matches([')', '.', ':', ';']);
            let number = word.strip_prefix('B').or_else(|| word.strip_prefix('§'));
            number.is_some_and(|number| number.starts_with(|digit: char| digit.is_ascii_digit()))
        });
        assert!(!cites && !text.contains("rules page"), "{place} cites the rules: {text}");
    }
}

fn has_any_of(schema: &Value) -> bool {
    match schema {
        Value::Object(members) => members.contains_key("anyOf") || members.values().any(has_any_of),
        Value::Array(items) => items.iter().any(has_any_of),
        _ => false,
    }
}

#[test]
fn nothing_has_several_shapes_that_no_discriminator_tells_apart() {
    let document = description();
    for (name, schema) in document["components"]["schemas"].as_object().unwrap() {
        assert!(!has_any_of(schema), "{name}: {schema}");
    }
}

fn each_integer(schema: &Value, place: &str, check: &mut dyn FnMut(&Map<String, Value>, &str)) {
    match schema {
        Value::Object(members) => {
            let kind = members.get("type");
            let listed = kind
                .and_then(Value::as_array)
                .is_some_and(|kinds| kinds.iter().any(|kind| kind == "integer"));
            if listed || kind.is_some_and(|kind| kind == "integer") {
                check(members, place);
            }
            for (key, member) in members.iter().filter(|(key, _)| !key.starts_with("example")) {
                each_integer(member, &format!("{place}/{key}"), check);
            }
        }
        Value::Array(items) => items.iter().for_each(|item| each_integer(item, place, check)),
        _ => {}
    }
}

#[test]
fn no_number_has_the_bounds_of_a_machine() {
    each_integer(&description(), "", &mut |integer, place| {
        assert!(integer.get("format").is_none_or(|format| format == "int64"), "{place}: {integer:?}");
        for bound in ["minimum", "maximum"] {
            let bound = integer.get(bound).and_then(Value::as_i64).unwrap_or_default();
            assert!(bound.abs() < i64::from(i32::MAX), "{place}: {integer:?}");
        }
    });
}

/// Every type that a schema leads to, itself included.
fn collect_types(document: &Value, schema: &Value, found: &mut BTreeSet<String>) {
    match schema {
        Value::String(text) => {
            if let Some(name) = text.strip_prefix("#/components/schemas/")
                && found.insert(name.to_owned())
            {
                collect_types(document, &document["components"]["schemas"][name], found);
            }
        }
        Value::Object(members) => members.values().for_each(|value| collect_types(document, value, found)),
        Value::Array(items) => items.iter().for_each(|item| collect_types(document, item, found)),
        _ => {}
    }
}

#[test]
fn every_number_of_a_request_has_bounds() {
    let document = description();
    let must_be_bound = &mut |integer: &Map<String, Value>, place: &str| {
        // What grows with a game, such as its version, ends nowhere.
        let grows = integer.get("format").is_some_and(|format| format == "int64");
        let bound = integer.contains_key("minimum") && (grows || integer.contains_key("maximum"));
        assert!(
            bound || integer.contains_key("const") || integer.contains_key("enum"),
            "{place}: {integer:?}"
        );
    };
    each_integer(&document["components"]["parameters"], "parameters", must_be_bound);
    let mut written = BTreeSet::new();
    for (path, operation) in operations(&document) {
        each_integer(&operation["parameters"], &path, must_be_bound);
        each_integer(&operation["requestBody"], &path, must_be_bound);
        collect_types(&document, &operation["requestBody"], &mut written);
    }
    assert!(written.contains("SettlersBundle"), "actions are found");
    for name in written {
        each_integer(&document["components"]["schemas"][&name], &name, must_be_bound);
    }
}
