//! Looking before leaping on the pipe: a preview is refused like the action, comes true, and changes nothing.

use serde_json::{Value, json};

use super::pipe::{asked_of, state, toy};

fn setup() -> Value {
    json!({"op": "setup", "players": 2, "seed": "07"})
}

/// The same request with another `op`.
fn as_op(op: &str, request: &Value) -> Value {
    let mut other = request.clone();
    other["op"] = json!(op);
    other
}

#[test]
fn a_preview_tells_what_will_follow_and_nothing_that_chance_decides() {
    let bet = json!({"op": "preview", "seat": 0, "action": {"type": "bet", "amount": 2}});
    let draw = json!({"op": "preview", "seat": 0, "action": {"type": "draw"}});
    let answers = toy(&[setup(), bet, draw]);
    assert_eq!(
        answers[1]["effects"][0],
        json!({"type": "event", "event": {"type": "bet", "seat": 0, "amount": 2}})
    );
    assert_eq!(
        answers[1]["effects"].as_array().and_then(|all| all.last()),
        Some(&json!({"type": "undecided"}))
    );
    assert_eq!(answers[2]["effects"], json!([{"type": "undecided"}]));
}

#[test]
fn a_preview_is_refused_exactly_like_the_action() {
    for fields in [
        json!({"seat": 0, "action": {"type": "fly"}}),
        json!({"seat": 0, "action": {"type": "play", "card": "x"}}),
        json!({"seat": 0, "action": {"type": "play", "card": 3}}),
        json!({"seat": 0, "action": {"type": "bet", "amount": 4}}),
        json!({"seat": 0, "action": {"type": "bet", "amount": 4}, "decision": "t0.go"}),
        json!({"seat": 0, "action": {"type": "bet", "amount": 1}, "decision": "t1.go"}),
        json!({"seat": 0, "action": {"type": "fly"}, "decision": "t0.go"}),
        json!({"seat": 1, "action": {"type": "draw"}}),
        json!({"seat": 1, "action": {"type": "draw"}, "decision": "t0.go"}),
        json!({"seat": 2, "action": {"type": "draw"}}),
        json!({"seat": -1, "action": {"type": "draw"}}),
        json!({"seat": 0}),
        json!({"seat": 0, "action": {"type": "draw"}, "more": 1}),
    ] {
        let [_, before, preview, act, after] =
            toy(&[setup(), state(), as_op("preview", &fields), as_op("act", &fields), state()])
                .try_into()
                .expect("five answers");
        assert!(act["error"]["code"].is_string(), "{fields}: {act}");
        let known = |error: &Value| json!([error["error"]["code"], error["error"]["field"]]);
        assert_eq!(known(&preview), known(&act), "{fields}");
        assert_eq!(before, after);
    }
    let chance = json!({"op": "preview", "seat": 0, "action": {"type": "draw"}, "chance": [1]});
    assert_eq!(toy(&[setup(), chance])[1]["error"]["field"], "chance", "a preview has no chance");
}

#[test]
fn a_game_with_previews_is_the_game_without_them() {
    let play = |with: bool| -> Vec<Value> {
        let mut requests = vec![setup()];
        for (turn, action) in
            [json!({"type": "draw"}), json!({"type": "bet", "amount": 1})].iter().cycle().take(8).enumerate()
        {
            let act = json!({"op": "act", "seat": turn % 2, "action": action});
            if with {
                requests.extend([as_op("preview", &act), as_op("preview", &act)]);
            }
            requests.extend([act, state()]);
        }
        toy(&requests).into_iter().filter(|answer| answer.get("effects").is_none()).collect()
    };
    assert_eq!(play(true), play(false));
}

#[test]
fn listed_actions_have_their_effects_only_when_asked() {
    let legal = |more: Value| {
        let mut request = json!({"op": "legal", "seat": 0});
        if !more.is_null() {
            request["effects"] = more;
        }
        let setup = json!({"op": "setup", "players": 3, "options": {"first_seat": 0}});
        asked_of("settlers", &[setup, request]).remove(1)
    };
    let (plain, with) = (legal(Value::Null), legal(json!(true)));
    assert_eq!(plain, legal(json!(false)));
    assert!(plain["legal"][0].get("effects").is_none());
    let actions = with["legal"][0]["actions"].as_array().expect("actions");
    let effects = with["legal"][0]["effects"].as_array().expect("effects");
    assert_eq!(
        (actions, actions.len()),
        (plain["legal"][0]["actions"].as_array().expect("actions"), effects.len())
    );
    for (action, effects) in actions.iter().zip(effects) {
        let founded = json!({"type": "settlement_founded", "seat": 0, "vertex": action["vertex"]});
        assert_eq!(effects[0], json!({"type": "event", "event": founded}));
    }
    assert_eq!(legal(json!("yes"))["error"]["field"], "effects");
}
