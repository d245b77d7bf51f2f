//! The pipe as its page describes it: its example is run, and no request or code is missing there.

use serde_json::{Map, Value};

use super::pipe::Pipe;

const PAGE: &str = include_str!("../../src/http/docs/pipe.md");
/// What the page writes for what it leaves out.
const LEFT_OUT: &str = "…";

/// The requests of the example, each with its answer.
fn example() -> Vec<(Value, Value)> {
    let (_, block) = PAGE.split_once("\n```text\n").expect("the example");
    let (block, _) = block.split_once("\n```\n").expect("its end");
    let read = |text: &str| -> Value {
        serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
    };
    let pairs = block.split("> {").skip(1).map(|pair| {
        let (request, answer) = pair.split_once("\n< ").expect("an answer to each request");
        (read(&format!("{{{request}")), read(answer))
    });
    pairs.collect()
}

/// Fills in what a request leaves out with what the answer before it gave.
fn completed(request: Value, before: &Value) -> Value {
    let Value::Object(members) = request else { panic!("a request is an object") };
    let filled = members.into_iter().map(|(name, value)| {
        let value = if value == LEFT_OUT { before[&name].clone() } else { value };
        (name, value)
    });
    Value::Object(filled.collect::<Map<_, _>>())
}

/// Is this the answer, but for what the page leaves out?
fn fits(shown: &Value, answer: &Value) -> bool {
    match (shown, answer) {
        (Value::String(shown), _) if shown == LEFT_OUT => true,
        (Value::Object(shown), Value::Object(answer)) => {
            let goes_on = shown.contains_key(LEFT_OUT);
            let known = |name: &String| goes_on || shown.contains_key(name);
            let mut members = shown.iter().filter(|(name, _)| *name != LEFT_OUT);
            answer.keys().all(known)
                && members.all(|(name, shown)| answer.get(name).is_some_and(|answer| fits(shown, answer)))
        }
        (Value::Array(shown), Value::Array(answer)) => match shown.split_last() {
            Some((last, first)) if last == LEFT_OUT => {
                first.len() <= answer.len()
                    && first.iter().zip(answer).all(|(shown, answer)| fits(shown, answer))
            }
            _ => {
                shown.len() == answer.len()
                    && shown.iter().zip(answer).all(|(shown, answer)| fits(shown, answer))
            }
        },
        _ => shown == answer,
    }
}

#[test]
fn the_example_of_the_page_is_what_the_binary_answers() {
    let mut pipe = Pipe::open("nord");
    let mut before = Value::Null;
    for (request, shown) in example() {
        let request = completed(request, &before);
        let answer = pipe.ask(&request);
        assert!(fits(&shown, &answer), "{request}\n{answer}");
        before = answer;
    }
    pipe.close();
}

#[test]
fn every_request_is_described_and_has_an_example() {
    let refused = Pipe::open("nord").ask(&serde_json::json!({"op": "fly"}));
    let message = refused["error"]["message"].as_str().expect("a sentence");
    let (_, known) = message.split_once("known are ").expect("the names");
    let example = example();
    for op in known.split(", ") {
        assert!(PAGE.contains(&format!("| `{op}` |")), "{op} is not in the table");
        assert!(example.iter().any(|(request, _)| request["op"] == op), "{op} is not in the example");
    }
}

#[test]
fn what_is_left_out_of_the_example_is_not_much() {
    let fine = |shown: &str, answer: &str| {
        let read = |text: &str| -> Value { serde_json::from_str(text).expect("JSON") };
        fits(&read(shown), &read(answer))
    };
    assert!(fine(r#"{"a": "…", "b": [1, "…"]}"#, r#"{"a": 7, "b": [1, 2]}"#));
    assert!(fine(r#"{"a": 7, "…": "…"}"#, r#"{"a": 7, "b": 1}"#));
    for (shown, answer) in [
        (r#"{"a": 7}"#, r#"{"a": 7, "b": 1}"#),
        (r#"{"a": 7, "b": 1}"#, r#"{"a": 7}"#),
        (r#"{"a": 7, "…": "…"}"#, r#"{"a": 8}"#),
        (r#"[1, 2, "…"]"#, "[1]"),
        ("[1]", "[1, 2]"),
    ] {
        assert!(!fine(shown, answer), "{shown} {answer}");
    }
}
