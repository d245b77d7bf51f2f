//! The Settlers on the pipe: boards of one's own, every draw by hand, and states that come from outside.

use serde_json::{Value, json};

use super::pipe::asked_of;

/// So many, the last first.
fn reversed(count: u32) -> Value {
    (0..count).rev().collect()
}

/// The printed island, turned round, as a board of one's own.
fn turned_island() -> Value {
    let settlers = conformance::find("settlers").expect("the registry has it");
    let components: Value = serde_json::from_str(settlers.interface().components()).expect("JSON");
    let hexes: Vec<Value> =
        components["standard"]["hexes"].as_array().expect("hexes").iter().rev().cloned().collect();
    json!({"hexes": hexes, "harbours": vec!["generic"; 9], "robber": 9})
}

/// The answer of a seat to the first thing it is listed, with the chance that it draws.
fn listed(history: &[Value], wanted: &str, chance: Value) -> Value {
    let last = asked_of("settlers", history).pop().expect("an answer");
    assert!(last["error"].is_null(), "{last}");
    let seat = &last["awaiting"][0]["seat"];
    let mut asking = history.to_vec();
    asking.push(json!({"op": "legal", "seat": seat}));
    let legal = asked_of("settlers", &asking).pop().expect("an answer");
    let mut actions = legal["legal"][0]["actions"].as_array().expect("actions").iter();
    let action = actions.find(|action| action.get(wanted).is_some_and(|field| !field.is_null()));
    json!({"op": "act", "seat": seat, "action": action.expect("it is listed"), "chance": chance})
}

#[test]
fn a_board_of_ones_own_is_laid_and_every_draw_can_be_given() {
    let options = json!({"layout": "custom", "board": turned_island(), "first_seat": 2});
    let mut history =
        vec![json!({"op": "setup", "players": 3, "options": options, "chance": [reversed(25)]})];
    let begun = asked_of("settlers", &history).pop().expect("an answer");
    assert_eq!(begun["events"][0]["board"]["hexes"], turned_island()["hexes"]);
    assert_eq!(begun["draws"].as_array().map(Vec::len), Some(1), "the deck alone is drawn");
    for founding in 0..6 {
        history.push(listed(&history, "vertex", json!([])));
        // After the last road the server rolls for whoever holds no development card.
        let chance = if founding == 5 { json!([3, 4]) } else { json!([]) };
        history.push(listed(&history, "edge", chance));
    }
    let rolled = asked_of("settlers", &history).pop().expect("an answer");
    assert_eq!(rolled["steps"][0]["events"][0]["dice"], json!([3, 4]), "{rolled}");
    assert_eq!(rolled["awaiting"][0]["kind"], "move_robber");
    history.push(listed(&history, "victim", json!([0])));
    let stolen = asked_of("settlers", &history).pop().expect("an answer");
    assert_eq!(stolen["draws"][0]["purpose"], "stolen_card");
    assert_eq!(stolen["events"][1]["type"], "card_stolen", "{stolen}");
}

#[test]
fn a_shuffled_island_lies_as_the_given_chance_says() {
    let setup = |options: Value, chance: Value| {
        let setup = json!({"op": "setup", "players": 4, "options": options, "chance": chance});
        asked_of("settlers", &[setup]).remove(0)
    };
    let shuffles = [reversed(19), reversed(9), json!(2), reversed(25)];
    let laid = setup(json!({"layout": "variable"}), json!(shuffles));
    let purposes: Vec<&Value> =
        laid["draws"].as_array().expect("draws").iter().map(|draw| &draw["purpose"]).collect();
    assert_eq!(purposes, ["land_tiles", "harbours", "start_corner", "development_deck"]);
    let corner = json!({"layout": "variable", "start_corner": 16});
    let [tiles, harbours, _, deck] = shuffles;
    let the_same = setup(corner, json!([tiles, harbours, deck]));
    assert_eq!(the_same["events"][0]["board"], laid["events"][0]["board"]);
    let short = setup(json!({"layout": "variable"}), json!([reversed(19)]));
    assert_eq!(short["error"]["code"], "chance_too_short");
}

#[test]
fn boards_and_options_that_are_none_are_refused() {
    for (options, field) in [
        (json!({"layout": "custom"}), "board"),
        (json!({"board": turned_island()}), "board"),
        (json!({"first_seat": 3}), "first_seat"),
        (json!({"start_corner": 7}), "start_corner"),
        (json!({"layout": "variable", "start_corner": 1}), "start_corner"),
        (json!({"victory_points": 2}), "victory_points"),
        (json!({"discard_limit": 0}), "discard_limit"),
        (json!({"colour": "red"}), "colour"),
    ] {
        let answers = asked_of("settlers", &[json!({"op": "setup", "players": 3, "options": options})]);
        assert_eq!(answers[0]["error"]["code"], "invalid_options", "{options}: {}", answers[0]);
        assert_eq!(answers[0]["error"]["field"], field, "{options}");
    }
}

#[test]
fn a_state_that_was_written_is_loaded_and_one_to_which_no_game_comes_is_refused() {
    let begun =
        asked_of("settlers", &[json!({"op": "setup", "players": 3, "seed": "07"}), json!({"op": "state"})]);
    let state = begun[1]["state"].clone();
    let loaded = asked_of("settlers", &[json!({"op": "load", "state": state}), json!({"op": "state"})]);
    assert_eq!(loaded[1]["state"], state);
    for (pointer, value) in [
        ("/table/active", json!(3)),
        ("/table/robber", json!(19)),
        ("/table/bank/ore", json!(18)),
        ("/table/deck", json!(24)),
        ("/secret/hands", json!([{}, {}])),
        ("/secret/deck", json!([])),
        ("/table/players/0/left/roads", json!(14)),
    ] {
        let mut wrong = state.clone();
        *wrong.pointer_mut(pointer).expect(pointer) = value;
        let answers =
            asked_of("settlers", &[json!({"op": "load", "state": wrong}), json!({"op": "awaiting"})]);
        assert_eq!(answers[0]["error"]["code"], "impossible_state", "{pointer}: {}", answers[0]);
        assert_eq!(answers[1]["error"]["code"], "no_game");
    }
}
