//! What events say of treasures is true, and agrees with the record (rules page §15, Q15b).

use rules::Rules;
use rulesets::nord::event::Event;
use rulesets::nord::state::BuriedTreasure;
use rulesets::nord::treasures::Treasure;
use serde_json::{Value, json};

use super::diagram::{field, position, post};
use super::game::Game;

/// Red is to place on three cairns; the kinds do not lie in the order of their names.
fn cairns() -> Game {
    let mut state = position("RB", "~ ~ ~ ~ ~ ~\n~ A c c c ~\n~ ~ ~ ~ ~ ~\n~ B k ~ ~ ~");
    post(&mut state, "A", [1, 0, 0, 0]);
    post(&mut state, "B", [0, 1, 0, 0]);
    let buried = |at: &str, treasure| BuriedTreasure { field: field(at), treasure };
    state.secret.buried =
        vec![buried("2,1", Treasure::Sword), buried("3,1", Treasure::Axe), buried("4,1", Treasure::Gold)];
    state.table.treasures = state.secret.buried.iter().map(|buried| buried.field).collect();
    Game::at(state)
}

fn taken(events: &[Event]) -> Vec<(String, Treasure)> {
    let taken = events.iter().filter_map(|event| match event {
        Event::TreasureTaken(taken) => Some((taken.field.to_string(), taken.treasure)),
        _ => None,
    });
    taken.collect()
}

#[test]
fn each_tile_of_a_placement_is_told_where_it_really_lay() {
    let mut game = cairns();
    let lay: Vec<_> =
        game.state.secret.buried.iter().map(|one| (one.field.to_string(), one.treasure)).collect();
    let events = game.place(&["4,1", "2,1", "3,1"]).expect("a placement");
    assert_eq!(taken(&events), lay);
}

#[test]
fn the_taker_sees_which_tile_lay_where_and_nobody_else_does() {
    let mut game = cairns();
    let events = game.place(&["2,1", "3,1"]).expect("a placement");
    let own = |viewer: Option<u8>| -> Value {
        serde_json::to_value(game.rules.view(&game.state, viewer)).unwrap()["own"]["taken"].clone()
    };
    let found = json!([{"field": "2,1", "treasure": "sword"}, {"field": "3,1", "treasure": "axe"}]);
    assert_eq!((own(Some(0)), own(Some(1)), own(None)), (found, json!([]), Value::Null));
    for viewer in [Some(1), None] {
        let seen = events.iter().map(|event| serde_json::to_value(game.rules.redact(event, viewer)).unwrap());
        let seen: Vec<Value> = seen.filter(|event| event["type"] == "treasure_taken").collect();
        assert_eq!(seen[0], json!({"type": "treasure_taken", "seat": 0, "field": "2,1"}));
    }
}

#[test]
fn every_settlement_is_listed_from_the_start_even_if_nobody_stands_there() {
    let game = cairns();
    let view = serde_json::to_value(game.rules.view(&game.state, None)).unwrap();
    let listed: Vec<&String> = view["table"]["settlements"].as_object().unwrap().keys().collect();
    assert_eq!(listed, ["s1", "s2", "s8"]);
    assert_eq!(view["table"]["settlements"]["s8"], json!({"fighters": [0, 0, 0, 0]}));
}
