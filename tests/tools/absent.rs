//! What is done for seats that do not act themselves: lapses, resignations and standing orders.

use serde_json::{Value, json};

use super::pipe::{asked_of, code, state, toy};

fn setup(players: u8) -> Value {
    json!({"op": "setup", "players": players, "seed": "07"})
}

fn bet(seat: u8) -> Value {
    json!({"op": "act", "seat": seat, "action": {"type": "bet", "amount": 2}})
}

fn lapse(seat: u8) -> Value {
    json!({"op": "lapse", "seat": seat})
}

fn resign(seat: u8) -> Value {
    json!({"op": "resign", "seat": seat})
}

fn order(seat: u8, orders: Value) -> Value {
    json!({"op": "order", "seat": seat, "orders": orders})
}

fn keep_betting() -> Value {
    json!([{"type": "keep_betting", "amount": 1}])
}

#[test]
fn a_lapse_does_what_the_rules_do_for_the_seat_that_is_awaited() {
    let named = json!({"op": "lapse", "seat": 1, "decision": "t1.go", "chance": [4]});
    let game = toy(&[setup(2), lapse(0), named]);
    for (answer, seat) in game[1..].iter().zip([0, 1]) {
        assert_eq!((&answer["by"], &answer["seat"]), (&json!("lapse"), &json!(seat)));
        assert_eq!(answer["action"], json!({"type": "bet", "amount": 1}));
        assert_eq!(answer["steps"][0]["action"], json!({"type": "roll"}));
    }
    assert_eq!(game[2]["steps"][0]["events"], json!([{"type": "rolled", "face": 4}]));
}

#[test]
fn a_lapse_is_refused_where_nobody_is_awaited_and_nothing_changes() {
    for (request, code_expected, field) in [
        (lapse(1), "not_awaited", json!("seat")),
        (lapse(2), "unknown_seat", json!("seat")),
        (json!({"op": "lapse", "seat": 0, "decision": "t1.go"}), "decision_closed", json!("decision")),
        (json!({"op": "lapse", "seat": 1, "decision": "t0.go"}), "decision_closed", json!("decision")),
        (json!({"op": "lapse", "seat": 0, "chance": [7]}), "chance_out_of_range", json!("chance")),
        (json!({"op": "lapse", "seat": 0, "chance": [1, 2]}), "chance_too_long", json!("chance")),
        (json!({"op": "lapse", "seat": 0, "action": {}}), "malformed_request", json!("action")),
    ] {
        let answers = toy(&[setup(2), state(), request.clone(), state()]);
        assert_eq!((code(&answers[2]), &answers[2]["error"]["field"]), (code_expected, &field), "{request}");
        assert_eq!(answers[1], answers[3], "{request}");
    }
}

#[test]
fn an_invitation_has_no_lapse() {
    let mut requests = vec![json!({"op": "setup", "players": 3, "seed": "00", "options": {"first_seat": 0}})];
    let founding: [u8; 12] = [0, 0, 1, 1, 2, 2, 2, 2, 1, 1, 0, 0];
    requests.extend(founding.map(lapse));
    let begun = asked_of("settlers", &requests).pop().expect("an answer");
    let open = begun["awaiting"].as_array().expect("a list");
    let invited = open.iter().find(|decision| decision["blocking"] == false);
    let invited = invited.unwrap_or_else(|| panic!("an invitation to trade: {begun}"));
    requests.push(json!({"op": "lapse", "seat": invited["seat"], "decision": invited["id"]}));
    let refused = asked_of("settlers", &requests).pop().expect("an answer");
    assert_eq!((code(&refused), &refused["error"]["field"]), ("no_lapse", &json!("decision")));
}

/// The Settlers after the founding, with an offer of the active seat to the next: the requests, and the
/// seat that is asked.
pub fn offered() -> (Vec<Value>, u8) {
    let mut requests = vec![json!({"op": "setup", "players": 3, "seed": "00", "options": {"first_seat": 0}})];
    let founding: [u8; 12] = [0, 0, 1, 1, 2, 2, 2, 2, 1, 1, 0, 0];
    requests.extend(founding.map(lapse));
    let begun = asked_of("settlers", &requests).pop().expect("an answer");
    let open = begun["awaiting"].as_array().expect("a list");
    let active = open.iter().find(|decision| decision["kind"] == "main").expect("a turn")["seat"].as_u64();
    let active = u8::try_from(active.expect("a seat")).expect("a seat");
    requests.push(json!({"op": "view", "seat": active}));
    let view = asked_of("settlers", &requests).pop().expect("an answer");
    requests.pop();
    let cards = view["view"]["own"]["cards"].as_object().expect("cards");
    let give = cards.keys().next().expect("a card");
    let get = ["ore", "wool"].into_iter().find(|kind| kind != give).expect("another kind");
    let next = (active + 1) % 3;
    let offer = json!({"type": "offer_trade", "give": {give: 1}, "get": {get: 1}, "to": [next]});
    requests.push(json!({"op": "act", "seat": active, "action": offer}));
    (requests, next)
}

#[test]
fn an_invitation_that_was_declined_has_no_lapse_and_one_that_was_not_is_declined() {
    let (mut requests, next) = offered();
    let offered = asked_of("settlers", &requests).pop().expect("an answer");
    let open = offered["awaiting"].as_array().expect("a list");
    let invited = open.iter().find(|open| open["kind"] == "trade_answer").expect("the offer");
    let lapse = json!({"op": "lapse", "seat": next, "decision": invited["id"]});
    requests.extend([lapse.clone(), json!({"op": "state"}), lapse, json!({"op": "state"})]);
    let answers = asked_of("settlers", &requests);
    let [.., declined, before, refused, after] = answers.as_slice() else { panic!("four answers") };
    assert_eq!(declined["events"][0]["type"], "trade_rejected", "{declined}");
    let still =
        declined["awaiting"].as_array().expect("a list").iter().any(|open| open["id"] == invited["id"]);
    assert!(still, "it may still be accepted: {declined}");
    assert_eq!((code(refused), &refused["error"]["field"]), ("no_lapse", &json!("decision")));
    assert_eq!(before, after);
}

#[test]
fn a_seat_gives_up_once_and_the_last_one_left_ends_the_game() {
    let game = toy(&[setup(3), resign(0), state(), resign(0), state(), bet(1), resign(2), resign(1)]);
    assert_eq!(
        (&game[1]["by"], &game[1]["seat"], &game[1]["action"]),
        (&json!("seat"), &json!(0), &Value::Null)
    );
    assert_eq!(game[1]["events"], json!([{"type": "gave_up", "seat": 0}]));
    assert_eq!(game[1]["awaiting"][0]["seat"], 1, "their turn is skipped");
    assert_eq!((code(&game[3]), &game[3]["error"]["field"]), ("seat_resigned", &json!("seat")));
    assert_eq!(game[2], game[4]);
    assert!(game[5]["error"].is_null());
    assert_eq!(game[6]["outcome"]["ended_by"], "resignations");
    assert_eq!(code(&game[7]), "game_over");
    assert_eq!(code(&toy(&[setup(2), resign(7)])[1]), "unknown_seat");
}

#[test]
fn orders_answer_in_the_write_and_are_listed_as_steps() {
    let game = toy(&[setup(2), order(1, keep_betting()), bet(0), bet(0), order(1, json!([])), bet(0)]);
    assert_eq!(game[1]["orders"], keep_betting());
    assert_eq!((&game[1]["version"], &game[1]["steps"]), (&game[0]["version"], &json!([])));
    for write in [&game[2], &game[3]] {
        let steps = write["steps"].as_array().expect("steps");
        let by: Vec<&Value> = steps.iter().map(|step| &step["by"]).collect();
        assert_eq!(by, ["server", "order", "server"]);
        assert_eq!(
            (&steps[1]["seat"], &steps[1]["action"]),
            (&json!(1), &json!({"type": "bet", "amount": 1}))
        );
        assert_eq!((&write["version"], &write["awaiting"][0]["seat"]), (&steps[2]["version"], &json!(0)));
    }
    assert_eq!(game[5]["awaiting"][0]["seat"], 1, "cleared orders answer nothing");
}

#[test]
fn orders_answer_at_once_when_they_are_given_and_to_the_end_of_the_game() {
    let game = toy(&[setup(2), order(1, keep_betting()), order(0, keep_betting())]);
    assert!(game[2].get("events").is_none(), "the request makes no entry of its own");
    let steps = game[2]["steps"].as_array().expect("steps");
    assert_eq!(steps.iter().filter(|step| step["by"] == "order").count(), 30);
    assert_eq!(game[2]["outcome"]["ended_by"], "turns");
    assert_eq!(game[2]["version"], steps[steps.len() - 1]["version"]);
}

#[test]
fn chance_can_be_given_for_the_answers_of_orders_too() {
    let act = |chance: Value| {
        let mut act = bet(0);
        act["chance"] = chance;
        toy(&[setup(2), order(1, keep_betting()), state(), act, state(), bet(0)])
    };
    let game = act(json!([3, 4]));
    let rolls: Vec<&Value> =
        [0, 2].map(|index| &game[3]["steps"][index]["events"][0]["face"]).into_iter().collect();
    assert_eq!(rolls, [3, 4]);
    for (chance, code_expected) in [
        (json!([3]), "chance_too_short"),
        (json!([]), "chance_too_short"),
        (json!([3, 4, 5]), "chance_too_long"),
        (json!([3, 9]), "chance_out_of_range"),
    ] {
        let game = act(chance.clone());
        assert_eq!(
            (code(&game[3]), &game[3]["error"]["field"]),
            (code_expected, &json!("chance")),
            "{chance}"
        );
        assert_eq!(game[2], game[4], "{chance}");
        assert_eq!(game[5]["steps"][1]["by"], "order", "the orders are still there");
    }
}

#[test]
fn an_order_that_can_not_apply_any_more_is_reported_and_dropped() {
    let chance: Vec<u32> = (0..24).collect();
    let setup = json!({"op": "setup", "players": 2, "chance": [chance, 1]});
    let draw = json!({"op": "act", "seat": 0, "action": {"type": "draw"}, "chance": [5, 1]});
    let play = json!({"type": "play_when_held", "card": 5});
    let orders = json!([play, {"type": "play_when_held", "card": 6}]);
    let game = toy(&[setup, draw, order(0, orders), bet(1), bet(0), order(0, json!([play]))]);
    assert_eq!(game[3]["steps"][1]["action"], json!({"type": "play", "card": 5}));
    assert_eq!(game[3]["expired_orders"], json!([{"seat": 0, "order": play, "reason": "card_played"}]));
    for answer in [&game[2], &game[4]] {
        assert!(answer.get("expired_orders").is_none(), "{answer}");
    }
    assert_eq!((code(&game[5]), &game[5]["error"]["field"]), ("invalid_order", &json!("orders[0].card")));
}

#[test]
fn orders_that_are_wrong_are_refused_by_their_place_and_the_old_ones_stay() {
    let many = Value::Array(vec![json!({"type": "keep_betting", "amount": 1}); 41]);
    for (given, code_expected, field) in [
        (json!([{"type": "fly"}]), "malformed_order", "orders[0].type"),
        (
            json!([{"type": "keep_betting", "amount": 1}, {"type": "keep_betting"}]),
            "malformed_order",
            "orders[1].amount",
        ),
        (json!([{"type": "keep_betting", "amount": 9}]), "invalid_order", "orders[0].amount"),
        (json!([7]), "malformed_order", "orders[0]"),
        (json!({"type": "keep_betting", "amount": 1}), "malformed_request", "orders"),
        (many, "too_many_orders", "orders"),
    ] {
        let game =
            toy(&[setup(2), order(1, keep_betting()), state(), order(1, given.clone()), state(), bet(0)]);
        assert_eq!((code(&game[3]), &game[3]["error"]["field"]), (code_expected, &json!(field)), "{given}");
        assert_eq!(game[2], game[4]);
        assert_eq!(game[5]["steps"][1]["by"], "order");
    }
    assert_eq!(code(&toy(&[setup(2), order(2, json!([]))])[1]), "unknown_seat");
}

#[test]
fn an_answer_of_another_seats_order_ends_taking_back_and_an_own_one_does_not() {
    let setup =
        json!({"op": "setup", "players": 3, "seed": "2a", "options": {"island": "variable", "number": 7}});
    let start = json!({"op": "act", "seat": 0, "action": {"type": "choose_start", "settlement": "s1"}});
    let other = order(1, json!([{"type": "start", "settlements": ["s3"]}]));
    let game = asked_of("nord", &[setup, other, start]);
    assert_eq!(game[2]["steps"][0]["by"], "order");
    assert_eq!(game[2]["take_back"]["limit"], "other_seat_acted");
}
