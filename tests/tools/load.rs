//! States of Landnám that come from outside: written ones are taken, impossible ones refused, and nothing crashes.

use serde_json::{Value, json};

use super::pipe::asked_of;

/// The state after the set-up: the first player moves.
fn begun() -> Value {
    let setup = json!({"op": "setup", "players": 3, "seed": "07"});
    asked_of("landnam", &[setup, json!({"op": "state"})])[1]["state"].clone()
}

#[test]
fn a_state_that_was_written_is_loaded_as_it_was() {
    let state = begun();
    let answers = asked_of("landnam", &[json!({"op": "load", "state": state}), json!({"op": "state"})]);
    assert_eq!(answers[1]["state"], state);
    assert_eq!(answers[0]["awaiting"][0]["kind"], "movement");
}

#[test]
fn a_state_to_which_no_game_comes_is_refused() {
    for (pointer, value) in [
        ("/table/active", json!(3)),
        ("/table/turn", json!(1_000)),
        ("/table/roll", json!([0, 9])),
        ("/table/units/0/place", json!("0,-1")),
        ("/table/units/0/seat", json!(9)),
        ("/table/players/0/first_side", json!(6)),
        ("/table/phase/unit", json!(200)),
        ("/table/phase/acts", json!(65_535)),
        ("/table/supply/tiles/sea", json!(15)),
        ("/secret/stock/iron", json!(1)),
        ("/secret/hands", json!([{}, {}])),
        ("/secret/pile", json!([])),
        ("/table/phase", json!({"name": "aging", "candidates": []})),
        ("/table/phase", json!({"name": "althing", "suits": [], "brought": 0})),
    ] {
        let mut state = begun();
        let (above, name) = pointer.rsplit_once('/').expect("a path");
        match state.pointer_mut(above).expect("a part of the state") {
            Value::Object(fields) => drop(fields.insert(name.to_owned(), value)),
            other => panic!("{pointer}: {other} has no fields"),
        }
        let answers =
            asked_of("landnam", &[json!({"op": "load", "state": state}), json!({"op": "awaiting"})]);
        assert_eq!(answers[0]["error"]["code"], "impossible_state", "{pointer}: {}", answers[0]);
        assert_eq!(answers[1]["error"]["code"], "no_game");
    }
}

#[test]
fn a_state_before_the_roll_is_loaded_and_the_server_rolls_at_once() {
    let mut state = begun();
    state["table"]["phase"] = json!({"name": "roll"});
    state["table"]["roll"] = Value::Null;
    state["table"].as_object_mut().expect("a table").remove("roll");
    let load = json!({"op": "load", "state": state, "version": 1, "chance": [1, 2]});
    let answers = asked_of("landnam", &[load, json!({"op": "awaiting"})]);
    assert_eq!(
        answers[0]["steps"][0]["events"][0],
        json!({"type": "dice_rolled", "dice": [1, 2]}),
        "{}",
        answers[0]
    );
    assert_eq!(answers[0]["awaiting"][0]["kind"], "movement");
    assert_eq!(answers[1]["awaiting"], answers[0]["awaiting"]);
}

#[test]
fn a_state_in_which_nobody_is_awaited_or_one_who_has_given_up_is_refused_with_a_sentence() {
    let mut blank = begun();
    blank["table"]["phase"] = json!({"name": "set_up"});
    let mut given_up = begun();
    let active = given_up["table"]["active"].as_u64().expect("a seat") as usize;
    given_up["table"]["players"][active]["resigned"] = json!(true);
    for (state, said) in [
        (blank, "nobody is awaited, and the game is not over"),
        (given_up, "a seat that has given up is awaited"),
    ] {
        let answers =
            asked_of("landnam", &[json!({"op": "load", "state": state}), json!({"op": "awaiting"})]);
        assert_eq!(answers[0]["error"]["code"], "impossible_state", "{}", answers[0]);
        let message = answers[0]["error"]["message"].as_str().expect("a sentence");
        assert!(message.contains(said), "{message}");
        assert_eq!(answers[1]["error"]["code"], "no_game");
    }
}
