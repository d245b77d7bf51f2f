//! Taking back on the pipe: where it is possible, why it is not, and that nothing comes again.

use serde_json::{Value, json};

use super::pipe::{asked_of, code, state, toy};

fn setup() -> Value {
    json!({"op": "setup", "players": 3, "seed": "2a", "options": {"first_seat": 0}})
}

fn settlement(seat: u8, vertex: u8) -> Value {
    json!({"op": "act", "seat": seat, "action": {"type": "place_setup_settlement", "vertex": vertex}})
}

fn road(seat: u8, edge: u8) -> Value {
    json!({"op": "act", "seat": seat, "action": {"type": "place_setup_road", "edge": edge}})
}

fn take_back(seat: u8, version: u64) -> Value {
    json!({"op": "take_back", "seat": seat, "version": version})
}

fn legal(seat: u8) -> Value {
    json!({"op": "legal", "seat": seat})
}

fn settlers(requests: &[Value]) -> Vec<Value> {
    asked_of("settlers", requests)
}

#[test]
fn a_seat_returns_to_before_one_of_its_actions_by_an_entry_of_its_own() {
    let game = settlers(&[
        setup(),
        state(),
        settlement(0, 28),
        state(),
        road(0, 34),
        legal(0),
        take_back(0, 1),
        state(),
        take_back(0, 0),
        state(),
    ]);
    assert_eq!(game[2]["take_back"], json!({"versions": [0], "left": 3, "limit": "chance_drawn"}));
    assert_eq!(game[5]["take_back"], json!({"versions": [1, 0], "left": 3, "limit": "chance_drawn"}));
    assert_eq!(game[6]["version"], 3);
    assert_eq!(game[6]["events"], json!([{"type": "taken_back", "seat": 0, "to_version": 1}]));
    assert_eq!(
        (&game[6]["by"], &game[6]["action"], &game[6]["draws"]),
        (&json!("seat"), &Value::Null, &json!([]))
    );
    assert_eq!(game[6]["take_back"], json!({"versions": [0], "left": 2, "limit": "chance_drawn"}));
    assert_eq!(game[7]["state"], game[3]["state"]);
    assert_eq!(game[8]["take_back"], json!({"versions": [], "left": 1, "limit": "chance_drawn"}));
    assert_eq!((&game[9]["state"], &game[9]["version"]), (&game[1]["state"], &json!(4)));
    assert!(game[1].get("decision_ids").is_none() && game[9].get("decision_ids").is_some());
}

#[test]
fn ids_never_come_again_after_a_take_back() {
    let mut requests = vec![setup()];
    for version in [0, 2, 4] {
        requests.extend([settlement(0, 28), take_back(0, version)]);
    }
    requests.extend([settlement(0, 28), road(0, 34), settlement(1, 3)]);
    let game = settlers(&requests);
    let mut ids: Vec<&str> =
        game.iter().map(|answer| answer["awaiting"][0]["id"].as_str().expect("an id")).collect();
    let all = ids.len();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), all, "{ids:?}");

    let late = json!({"op": "act", "seat": 0, "decision": "setup_settlement.0",
        "action": {"type": "place_setup_settlement", "vertex": 28}});
    let closed = settlers(&[setup(), settlement(0, 28), take_back(0, 0), late]);
    assert_eq!((code(&closed[3]), &closed[3]["error"]["field"]), ("decision_closed", &json!("decision")));
}

#[test]
fn what_can_not_be_taken_back_is_refused_with_the_reason_and_nothing_changes() {
    let both = [settlement(0, 28), road(0, 34)];
    let resign = json!({"op": "resign", "seat": 2});
    let lapse = json!({"op": "lapse", "seat": 0});
    let limit = [
        settlement(0, 28),
        take_back(0, 0),
        settlement(0, 28),
        take_back(0, 2),
        settlement(0, 28),
        take_back(0, 4),
        settlement(0, 28),
    ];
    let over = [settlement(0, 28), resign.clone(), json!({"op": "resign", "seat": 1})];
    for (played, seat, version, reason) in [
        (vec![], 0, 0, "chance_drawn"),
        (both.to_vec(), 1, 0, "other_seat_acted"),
        (vec![both[0].clone(), both[1].clone(), settlement(1, 3)], 0, 0, "other_seat_acted"),
        (vec![lapse.clone()], 0, 0, "answered_for_seat"),
        (vec![both[0].clone(), lapse], 0, 0, "answered_for_seat"),
        (vec![both[0].clone(), resign], 0, 0, "service_event"),
        (limit.to_vec(), 0, 6, "limit_reached"),
        (over.to_vec(), 0, 0, "game_over"),
    ] {
        let requests =
            [&[setup()], played.as_slice(), &[state(), take_back(seat, version), state(), legal(seat)]];
        let answers = settlers(&requests.concat());
        assert!(answers[..played.len() + 2].iter().all(|answer| answer["error"].is_null()), "{reason}");
        let [before, refused, after, legal] = &answers[played.len() + 1..] else { panic!("four answers") };
        let error = &refused["error"];
        assert_eq!(
            (code(refused), &error["reason"], &error["field"]),
            ("cannot_take_back", &json!(reason), &json!("version")),
            "{reason}"
        );
        assert_eq!(before, after, "{reason}");
        assert_eq!(
            (&legal["take_back"]["versions"], &legal["take_back"]["limit"]),
            (&json!([]), &json!(reason))
        );
    }
}

#[test]
fn a_take_back_that_an_own_order_would_undo_is_refused_and_does_not_count() {
    let (mut requests, next) = super::absent::offered();
    let reject = json!({"op": "act", "seat": next, "action": {"type": "reject_trade", "offer": 1}});
    let set = |orders: Value| json!({"op": "order", "seat": next, "orders": orders});
    let order = json!([{"type": "reject_trades"}]);
    requests.extend([reject, set(order), legal(next), state()]);
    let made = settlers(&requests);
    let listed = made[made.len() - 2]["take_back"].clone();
    let version = listed["versions"][0].as_u64().expect("a version");
    requests.extend([take_back(next, version), take_back(next, version), take_back(next, version)]);
    requests.extend([
        take_back(next, version),
        state(),
        legal(next),
        set(json!([])),
        take_back(next, version),
    ]);
    let answers = settlers(&requests);
    let [.., refused, after, still, _, returned] = answers.as_slice() else { panic!("answers") };
    assert_eq!(
        (code(refused), &refused["error"]["reason"]),
        ("cannot_take_back", &json!("order_would_answer"))
    );
    assert_eq!((after, &still["take_back"]), (made.last().expect("a state"), &listed));
    assert_eq!(returned["events"][0]["type"], "taken_back", "without the order: {returned}");
    assert_eq!((&returned["steps"], &returned["take_back"]["left"]), (&json!([]), &json!(2)));
}

#[test]
fn what_was_hidden_until_then_can_not_be_taken_back() {
    let setup =
        json!({"op": "setup", "players": 3, "seed": "2a", "options": {"island": "variable", "number": 7}});
    let start = |seat: u8, settlement: &str| json!({"op": "act", "seat": seat, "action": {"type": "choose_start", "settlement": settlement}});
    let workers = json!({"op": "act", "seat": 0, "action": {"type": "place_workers", "fields": ["6,2"]}});
    let requests = [setup, start(0, "s1"), start(1, "s3"), start(2, "s2"), workers, take_back(0, 3)];
    let game = asked_of("nord", &requests);
    let events = game[4]["events"].as_array().expect("events");
    assert!(events.iter().any(|event| event["type"] == "treasure_taken"), "{events:?}");
    assert_eq!(game[4]["draws"], json!([]));
    assert_eq!(game[5]["error"]["reason"], "secret_revealed");
    let rolled = toy(&[
        json!({"op": "setup", "players": 2}),
        json!({"op": "act", "seat": 0, "action": {"type": "bet", "amount": 1}}),
        take_back(0, 1),
    ]);
    assert_eq!(rolled[2]["error"]["reason"], "chance_drawn");
}

#[test]
fn only_the_listed_versions_can_be_returned_to() {
    let played = [setup(), settlement(0, 28), road(0, 34), settlement(1, 3), road(1, 6)];
    for (version, code_expected, reason) in [
        (0, "cannot_take_back", json!("other_seat_acted")),
        (1, "cannot_take_back", json!("other_seat_acted")),
        (4, "invalid_field", Value::Null),
        (5, "invalid_field", Value::Null),
        (u64::MAX, "invalid_field", Value::Null),
    ] {
        let requests = [played.as_slice(), &[state(), legal(1), take_back(1, version), state()]].concat();
        let [before, legal, refused, after] =
            settlers(&requests).split_off(5).try_into().expect("four answers");
        if version == 0 {
            assert_eq!(legal["take_back"]["versions"], json!([3, 2]), "{legal}");
        }
        assert_eq!(
            (code(&refused), &refused["error"]["field"]),
            (code_expected, &json!("version")),
            "{version}"
        );
        assert_eq!(refused["error"].get("reason").unwrap_or(&Value::Null), &reason, "{version}");
        assert_eq!(before, after);
    }
    for (request, field) in [
        (json!({"op": "take_back", "seat": 3, "version": 3}), json!("seat")),
        (json!({"op": "take_back", "seat": 1, "version": -3}), json!("version")),
        (json!({"op": "take_back", "seat": 1, "version": 3, "action": {}}), json!("action")),
    ] {
        let answers = settlers(&[played.as_slice(), std::slice::from_ref(&request)].concat());
        assert_eq!(answers[5]["error"]["field"], field, "{request}");
    }
}

#[test]
fn a_state_after_a_take_back_is_loaded_with_the_ids_of_its_decisions() {
    let game = settlers(&[setup(), settlement(0, 28), take_back(0, 0), state()]);
    let written = &game[3];
    let load = |ids: Value| {
        let load = json!({"op": "load", "state": written["state"], "version": 2, "decision_ids": ids});
        settlers(&[load, state(), take_back(0, 0), settlement(0, 28)])
    };
    let loaded = load(written["decision_ids"].clone());
    assert_eq!(loaded[0]["awaiting"], game[2]["awaiting"]);
    assert_eq!(&loaded[1], written);
    assert_eq!(loaded[2]["error"]["reason"], "nothing_done", "what came before is not known any more");
    assert_eq!(loaded[3]["take_back"]["versions"], json!([2]));
    for ids in [json!(7), json!({}), json!({"take_backs": -1, "marked": []})] {
        assert_eq!(load(ids)[0]["error"]["field"], "decision_ids");
    }
    let high = json!({"op": "load", "state": written["state"], "version": u64::MAX});
    assert_eq!(settlers(&[high])[0]["error"]["field"], "version");
}

#[test]
fn draws_after_a_take_back_are_those_of_the_later_versions() {
    let with = |again: bool| {
        let mut requests = vec![setup(), settlement(0, 28)];
        if again {
            requests.extend([take_back(0, 0), settlement(0, 28)]);
        }
        // Lapses to the first roll.
        for seat in [0, 1, 1, 2, 2, 2, 2, 1, 1, 0, 0] {
            requests.push(json!({"op": "lapse", "seat": seat}));
        }
        let last = settlers(&requests).pop().expect("an answer");
        assert_eq!(last["steps"][0]["action"]["type"], "roll", "{last}");
        (last["version"].as_u64().expect("a number"), last["steps"][0]["draws"].clone())
    };
    let (plain, again) = (with(false), with(true));
    assert_eq!(again.0, plain.0 + 2);
    assert_ne!(again.1, plain.1, "with this seed they differ");
}
