//! Several games in one process, and events as viewers see them.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::pipe::{asked_of, code, toy};

fn of(game: Option<&str>, request: Value) -> Value {
    let mut request = request;
    if let Some(name) = game {
        request["game"] = json!(name);
    }
    request
}

#[test]
fn games_that_take_turns_on_the_pipe_are_the_games_played_alone() {
    let games = [None, Some(""), Some("b"), Some("a game with a name")];
    let requests_of = |index: usize| {
        let seed = format!("{index:02}");
        let mut requests = vec![json!({"op": "setup", "players": 2 + index % 3, "seed": seed})];
        for _ in 0..12 {
            requests.extend([
                json!({"op": "awaiting"}),
                json!({"op": "lapse", "seat": 0}),
                json!({"op": "lapse", "seat": 1}),
                json!({"op": "act", "seat": index % 2, "action": {"type": "draw"}}),
                json!({"op": "view", "seat": 1}),
                json!({"op": "state"}),
            ]);
        }
        requests
    };
    let each: Vec<Vec<Value>> = (0..games.len()).map(requests_of).collect();
    let mut mixed = Vec::new();
    for step in 0..each[0].len() {
        for (name, requests) in games.iter().zip(&each) {
            mixed.push(of(*name, requests[step].clone()));
        }
    }
    let mut answers: BTreeMap<usize, Vec<Value>> = BTreeMap::new();
    for (place, answer) in toy(&mixed).into_iter().enumerate() {
        answers.entry(place % games.len()).or_default().push(answer);
    }
    for (index, requests) in each.iter().enumerate() {
        assert_eq!(answers[&index], toy(requests), "{:?}", games[index]);
    }
}

#[test]
fn a_game_can_be_replaced_and_closed_and_the_others_stay() {
    let setup = |seed: &str| json!({"op": "setup", "players": 2, "seed": seed});
    let state = json!({"op": "state"});
    let game = toy(&[
        setup("01"),
        of(Some("a"), setup("02")),
        of(Some("a"), setup("03")),
        of(Some("a"), state.clone()),
        of(Some("a"), json!({"op": "close"})),
        of(Some("a"), state.clone()),
        of(Some("a"), json!({"op": "close"})),
        state.clone(),
        json!({"op": "close"}),
        state,
    ]);
    assert_eq!(game[3], toy(&[setup("03"), json!({"op": "state"})])[1]);
    assert_eq!(game[4], json!({"closed": "a"}));
    for gone in [&game[5], &game[6]] {
        assert_eq!((code(gone), &gone["error"]["field"]), ("no_game", &json!("game")));
    }
    assert_eq!(game[7], toy(&[setup("01"), json!({"op": "state"})])[1]);
    assert_eq!((&game[8], code(&game[9])), (&json!({"closed": null}), "no_game"));
}

#[test]
fn a_thousand_games_are_kept_and_no_more() {
    let setup = |name: usize| json!({"op": "setup", "players": 2, "game": name.to_string()});
    let mut requests: Vec<Value> = (0..=1_000).map(setup).collect();
    requests.extend([setup(7), json!({"op": "close", "game": "7"}), setup(1_000)]);
    let answers = toy(&requests);
    assert!(answers[..1_000].iter().all(|answer| answer["error"].is_null()));
    assert_eq!(
        (code(&answers[1_000]), &answers[1_000]["error"]["field"]),
        ("too_many_games", &json!("game"))
    );
    assert!(answers[1_001..].iter().all(|answer| answer["error"].is_null()), "one may be replaced or closed");
}

#[test]
fn a_name_is_a_short_string() {
    for name in [json!(7), json!("x".repeat(101)), json!(["a"])] {
        let answers = toy(&[json!({"op": "setup", "players": 2, "game": name})]);
        assert_eq!((code(&answers[0]), &answers[0]["error"]["field"]), ("malformed_request", &json!("game")));
    }
    let long = "x".repeat(100);
    assert!(toy(&[json!({"op": "setup", "players": 2, "game": long})])[0]["error"].is_null());
}

#[test]
fn a_secret_event_is_told_to_each_viewer_as_far_as_they_may_know() {
    let stolen = json!({"type": "card_stolen", "seat": 0, "victim": 1, "card": "ore"});
    let bought = json!({"type": "development_card_bought", "seat": 2, "card": "knight",
        "paid": {"grain": 1, "ore": 1, "wool": 1}});
    let open = json!({"type": "turn_ended", "seat": 0});
    let seen = |viewer: Value| {
        let redact = json!({"op": "redact", "viewer": viewer, "events": [stolen, bought, open]});
        asked_of("settlers", &[redact]).remove(0)["events"].clone()
    };
    let without = |event: &Value| {
        let mut event = event.clone();
        event.as_object_mut().expect("an object").remove("card");
        event
    };
    assert_eq!(seen(json!(0)), json!([stolen, without(&bought), open]));
    assert_eq!(seen(json!(1)), json!([stolen, without(&bought), open]));
    assert_eq!(seen(json!(2)), json!([without(&stolen), bought, open]));
    assert_eq!(seen(Value::Null), json!([without(&stolen), without(&bought), open]));
}

#[test]
fn every_event_that_an_answer_gives_can_be_redacted() {
    let game = asked_of(
        "settlers",
        &[
            json!({"op": "setup", "players": 3, "options": {"first_seat": 0}}),
            json!({"op": "act", "seat": 0, "action": {"type": "place_setup_settlement", "vertex": 28}}),
            json!({"op": "take_back", "seat": 0, "version": 0}),
        ],
    );
    let events: Vec<Value> =
        game.iter().flat_map(|answer| answer["events"].as_array().expect("events").clone()).collect();
    let redacted =
        asked_of("settlers", &[json!({"op": "redact", "viewer": null, "events": events})]).remove(0);
    let seen = redacted["events"].as_array().expect("events");
    assert_eq!((seen.len(), &seen[2], &seen[3]), (4, &events[2], &events[3]));
    assert_eq!(seen[1], json!({"type": "deck_shuffled", "count": 25}));
}

#[test]
fn what_is_no_event_or_no_viewer_is_refused_by_its_place() {
    let event = json!({"type": "bet", "seat": 0, "amount": 1});
    for (request, code_expected, field) in [
        (json!({"viewer": 0, "events": [event, {"type": "flown"}]}), "malformed_event", "events[1]"),
        (json!({"viewer": 0, "events": [event, 7]}), "malformed_event", "events[1]"),
        (json!({"viewer": 4, "events": [event]}), "unknown_seat", "viewer"),
        (json!({"viewer": "all", "events": [event]}), "malformed_request", "viewer"),
        (json!({"viewer": 0, "events": event}), "malformed_request", "events"),
        (json!({"viewer": 0, "events": [], "version": 3}), "malformed_request", "version"),
    ] {
        let mut asking = request.clone();
        asking["op"] = json!("redact");
        let answer = toy(&[asking]).remove(0);
        assert_eq!((code(&answer), &answer["error"]["field"]), (code_expected, &json!(field)), "{request}");
    }
    assert_eq!(toy(&[json!({"op": "redact", "viewer": 3, "events": []})])[0], json!({"events": []}));
}
