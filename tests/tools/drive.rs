//! The pipe, line by line, with a game of a page.

use serde_json::{Value, json};

use super::pipe::{code, toy, toy_lines};

fn setup() -> Value {
    json!({"op": "setup", "players": 2, "seed": "00".repeat(32)})
}

fn bet(seat: u8) -> Value {
    json!({"op": "act", "seat": seat, "action": {"type": "bet", "amount": 2}})
}

#[test]
fn a_set_up_tells_its_events_its_draws_and_the_steps_after_it() {
    let [answer] = toy(&[setup()]).try_into().expect("one answer");
    assert_eq!(answer["events"][0]["type"], "dealt");
    assert_eq!(answer["draws"][0]["kind"], "shuffle");
    assert_eq!(answer["draws"][0]["of"], 24);
    assert_eq!(answer["steps"][0]["action"], json!({"type": "roll"}));
    assert_eq!(answer["steps"][0]["seat"], Value::Null);
    assert_eq!(answer["steps"][0]["draws"][0]["purpose"], "die");
    assert_eq!(answer["steps"][0]["draws"][0]["faces"], 6);
    assert_eq!(answer["version"], 1);
    assert_eq!(answer["awaiting"][0]["id"], "t0.go");
    assert_eq!(answer["outcome"], Value::Null);
}

#[test]
fn an_action_tells_the_same_and_one_seed_gives_one_game() {
    let requests = [setup(), bet(0), bet(1)];
    let game = toy(&requests);
    assert_eq!(game, toy(&requests));
    assert_eq!(game[1]["events"], json!([{"type": "bet", "seat": 0, "amount": 2}]));
    assert_eq!(game[1]["draws"], json!([]));
    assert_eq!(game[1]["steps"][0]["version"], 3);
    let other = toy(&[json!({"op": "setup", "players": 2, "seed": "01".repeat(32)})]);
    assert_ne!(game[0]["draws"], other[0]["draws"]);
}

#[test]
fn a_short_seed_is_filled_up_with_noughts() {
    let seeded = |seed: &str| toy(&[json!({"op": "setup", "players": 2, "seed": seed})]);
    assert_eq!(seeded("2a"), seeded(&format!("2A{}", "00".repeat(31))));
    assert_ne!(seeded("2a"), seeded("2b"));
    assert_eq!(code(&seeded(&"00".repeat(33))[0]), "invalid_seed");
}

#[test]
fn chance_can_be_given_in_the_order_in_which_the_rules_draw() {
    let order: Vec<u32> = (0..24).rev().collect();
    let setup = json!({"op": "setup", "players": 2, "chance": [order, 6]});
    let draw = json!({"op": "act", "seat": 0, "action": {"type": "draw"}, "chance": [1, 3]});
    let game = toy(&[setup, draw, json!({"op": "state"})]);
    assert_eq!(game[0]["steps"][0]["events"][0]["face"], 6);
    assert_eq!(game[1]["events"][0]["card"], 22);
    assert_eq!(game[1]["draws"], json!([{"kind": "pick", "purpose": "card", "of": 24, "value": 1}]));
    assert_eq!(game[1]["steps"][0]["events"][0]["face"], 3);
    assert_eq!(game[2]["state"]["points"], json!([6, 3]));
}

#[test]
fn a_run_can_be_replayed_from_the_draws_it_lists() {
    let requests = [setup(), json!({"op": "act", "seat": 0, "action": {"type": "draw"}}), bet(1)];
    let first = toy(&requests);
    let fed: Vec<Value> = requests
        .iter()
        .zip(&first)
        .map(|(request, answer)| {
            let entries = std::iter::once(answer).chain(answer["steps"].as_array().expect("steps"));
            let draws = entries.flat_map(|entry| entry["draws"].as_array().expect("draws"));
            let mut request = request.clone();
            request["chance"] = draws.map(|draw| draw["value"].clone()).collect();
            request
        })
        .collect();
    assert_eq!(toy(&fed), first);
}

#[test]
fn chance_that_does_not_fit_is_an_error_and_nothing_has_changed() {
    let draw = |chance: Value| json!({"op": "act", "seat": 0, "action": {"type": "draw"}, "chance": chance});
    let state = json!({"op": "state"});
    for (chance, code_expected) in [
        (json!([]), "chance_too_short"),
        (json!([1]), "chance_too_short"),
        (json!([1, 2, 3]), "chance_too_long"),
        (json!([24, 2]), "chance_out_of_range"),
        (json!([1, 0]), "chance_out_of_range"),
        (json!([1, 7]), "chance_out_of_range"),
        (json!([-1, 1]), "chance_out_of_range"),
        (json!(["a", 1]), "chance_out_of_range"),
    ] {
        let game = toy(&[setup(), state.clone(), draw(chance.clone()), state.clone()]);
        assert_eq!(code(&game[2]), code_expected, "{chance}");
        assert_eq!(game[2]["error"]["field"], "chance");
        assert_eq!(game[1], game[3]);
    }
    let short = toy(&[json!({"op": "setup", "players": 2, "chance": [[0, 1]]}), state]);
    assert_eq!(code(&short[0]), "chance_out_of_range");
    assert_eq!(code(&short[1]), "no_game");
}

#[test]
fn whatever_is_wrong_with_a_line_is_an_answer_and_the_game_goes_on() {
    let state = json!({"op": "state"}).to_string();
    for (line, code_expected, field) in [
        ("{", "malformed_json", Value::Null),
        ("nonsense", "malformed_json", Value::Null),
        ("[]", "malformed_request", Value::Null),
        ("{}", "malformed_request", Value::Null),
        (r#"{"op":7}"#, "malformed_request", json!("op")),
        (r#"{"op":"fly"}"#, "unknown_op", json!("op")),
        (r#"{"op":"state","more":1}"#, "malformed_request", json!("more")),
        (r#"{"op":"legal"}"#, "malformed_request", Value::Null),
        (r#"{"op":"legal","seat":2}"#, "unknown_seat", json!("seat")),
        (r#"{"op":"legal","seat":-1}"#, "malformed_request", json!("seat")),
        (r#"{"op":"view","seat":9}"#, "unknown_seat", json!("seat")),
        (r#"{"op":"act","seat":0}"#, "malformed_request", Value::Null),
        (r#"{"op":"act","seat":7,"action":{"type":"draw"}}"#, "unknown_seat", json!("seat")),
        (r#"{"op":"act","seat":0,"action":{"type":"fly"}}"#, "malformed_action", json!("type")),
        (r#"{"op":"act","seat":0,"action":{"type":"play","card":"x"}}"#, "malformed_action", json!("card")),
        (r#"{"op":"act","seat":0,"action":{"type":"play","card":3}}"#, "impossible", json!("type")),
        (r#"{"op":"act","seat":0,"action":{"type":"roll"}}"#, "impossible", json!("type")),
        (r#"{"op":"act","seat":1,"action":{"type":"draw"}}"#, "not_awaited", Value::Null),
        (
            r#"{"op":"act","seat":0,"action":{"type":"draw"},"decision":"t1.go"}"#,
            "decision_closed",
            json!("decision"),
        ),
        (r#"{"op":"setup","players":2,"seed":"abc"}"#, "invalid_seed", json!("seed")),
        (r#"{"op":"setup","players":2,"seed":"dice"}"#, "invalid_seed", json!("seed")),
        (r#"{"op":"setup","players":2,"options":{"x":1}}"#, "invalid_options", json!("x")),
        (r#"{"op":"load","state":{"pile":[]}}"#, "malformed_state", json!("state")),
        (r#"{"op":"load","state":7}"#, "malformed_state", json!("state")),
    ] {
        let [_, before, wrong, after] =
            toy_lines(&[setup().to_string(), state.clone(), line.to_owned(), state.clone()])
                .try_into()
                .expect("four answers");
        assert_eq!(code(&wrong), code_expected, "{line}: {wrong}");
        assert_eq!(wrong["error"].get("field").unwrap_or(&Value::Null), &field, "{line}: {wrong}");
        assert!(wrong["error"]["message"].is_string());
        assert_eq!(before, after);
    }
}

#[test]
fn nothing_can_be_asked_before_there_is_a_game() {
    for request in [
        bet(0),
        json!({"op": "legal", "seat": 0}),
        json!({"op": "awaiting"}),
        json!({"op": "view", "seat": null}),
        json!({"op": "state"}),
    ] {
        assert_eq!(code(&toy(&[request])[0]), "no_game");
    }
}

#[test]
fn a_line_that_is_too_long_is_an_error_and_the_next_one_is_read() {
    let long = format!(r#"{{"op":"{}"}}"#, "x".repeat(2 << 20));
    let game = toy_lines(&[long, "\u{1}".to_owned(), String::new(), setup().to_string()]);
    assert_eq!(game.len(), 3);
    assert_eq!(code(&game[0]), "line_too_long");
    assert_eq!(code(&game[1]), "malformed_json");
    assert_eq!(game[2]["version"], 1);
}

#[test]
fn a_state_can_be_written_down_and_loaded_and_an_impossible_one_is_refused() {
    let game = toy(&[setup(), bet(0), json!({"op": "state"}), bet(1)]);
    let (state, version) = (game[2]["state"].clone(), game[2]["version"].clone());
    let seed = "00".repeat(32);
    let load = json!({"op": "load", "state": state, "version": version, "seed": seed});
    let loaded = toy(&[load, json!({"op": "state"}), bet(1)]);
    let (awaiting, steps) = (&game[1]["awaiting"], json!([]));
    assert_eq!(loaded[0], json!({"version": version, "steps": steps, "awaiting": awaiting, "outcome": null}));
    assert_eq!(loaded[1], game[2]);
    assert_eq!(loaded[2], game[3]);

    let mut impossible = state;
    impossible["played"] = json!([1, 2, 3]);
    let refused = toy(&[json!({"op": "load", "state": impossible}), json!({"op": "awaiting"})]);
    assert_eq!(code(&refused[0]), "impossible_state");
    assert_eq!(code(&refused[1]), "no_game");
}

#[test]
fn steps_that_are_due_in_a_loaded_state_are_taken_at_once_with_the_chance_that_is_given() {
    let game = toy(&[setup(), json!({"op": "state"})]);
    let mut state = game[1]["state"].clone();
    state["rolled"] = json!(false);
    let load = json!({"op": "load", "state": state, "version": 6, "chance": [5]});
    let loaded = toy(&[load, json!({"op": "state"}), bet(0)]);
    assert_eq!((&loaded[0]["version"], &loaded[0]["steps"][0]["version"]), (&json!(7), &json!(7)));
    assert_eq!(loaded[0]["steps"][0]["events"], json!([{"type": "rolled", "face": 5}]));
    assert_eq!(loaded[0]["awaiting"][0]["seat"], 0);
    assert_eq!(loaded[1]["version"], 7);
    assert_eq!(loaded[2]["version"], 9, "the bet and the next roll");
    for (chance, code_expected) in [(json!([]), "chance_too_short"), (json!([5, 5]), "chance_too_long")] {
        let load = json!({"op": "load", "state": state, "chance": chance});
        let answers = toy(&[setup(), load, json!({"op": "state"})]);
        assert_eq!((code(&answers[1]), &answers[2]), (code_expected, &game[1]));
    }
}

#[test]
fn views_legal_answers_and_questions_are_those_of_the_rules() {
    let game = toy(&[
        setup(),
        json!({"op": "view", "seat": 0}),
        json!({"op": "view", "seat": null}),
        json!({"op": "legal", "seat": 0}),
        json!({"op": "legal", "seat": 1}),
        json!({"op": "awaiting"}),
    ]);
    assert_eq!(game[1]["view"]["hand"], json!([]));
    assert_eq!(game[2]["view"]["hand"], Value::Null);
    assert_eq!(game[3]["legal"][0]["actions"], json!([{"type": "draw"}]));
    assert_eq!(game[3]["legal"][0]["shapes"][0]["fields"][0]["name"], "amount");
    assert_eq!(game[4]["legal"], json!([]));
    assert_eq!(game[5]["awaiting"], game[0]["awaiting"]);
}
