//! Which events tell what could not be known before: nothing that follows from what all see does.

use std::collections::BTreeSet;

use rules::{Chance, Rules};
use rulesets::nord::Nord;
use rulesets::nord::event::Event;
use rulesets::nord::options::Options;
use rulesets::nord::state::BuriedTreasure;
use rulesets::nord::treasures::Treasure;
use serde_json::{Value, json};

use super::diagram::{field, position, post};
use super::game::Game;

/// The types of events, out of what they say to a stranger.
pub fn types() -> BTreeSet<String> {
    let error = serde_json::from_value::<Event>(json!({"type": "?"})).unwrap_err().to_string();
    error.split('`').skip(3).step_by(2).map(str::to_owned).collect()
}

#[test]
fn treasures_that_are_drawn_turned_up_or_shown_reveal_something_and_nothing_else_does() {
    let rules = Nord::default();
    let blank = rules.blank(&Options::default(), 2).unwrap();
    let setup = rules.setup(&blank, &mut Chance::seeded([1; 32]));
    let laid = setup.iter().find(|event| matches!(event, Event::IslandLaid(_))).expect("an island");
    let table = [
        (serde_json::to_value(laid).unwrap(), true),
        (json!({"type": "treasures_dealt", "hands": [], "buried": [], "draw_pile": []}), true),
        (json!({"type": "start_chosen", "seat": 0, "settlement": "s1"}), false),
        (json!({"type": "jarls_seated", "neutral": [], "unused": 2}), false),
        (json!({"type": "seat_given_up", "seat": 0}), false),
        (json!({"type": "game_ended", "ended_by": "final_scoring"}), false),
        (json!({"type": "turn_begun", "turn": 1, "seat": 0, "links": []}), false),
        (json!({"type": "turn_ended", "seat": 0}), false),
        (json!({"type": "treasure_played", "seat": 0, "treasure": "axe", "mode": "two_areas"}), false),
        (json!({"type": "fighter_moved", "seat": 0, "from": "s1", "to": "s2"}), false),
        (json!({"type": "workers_placed", "seat": 0, "fields": ["1,1"], "boats": 0}), false),
        (json!({"type": "treasure_taken", "seat": 0, "field": "1,1", "treasure": "axe"}), true),
        (
            json!({"type": "settlement_attacked", "seat": 0, "from": "s1", "to": "s2", "path": [], "attackers": [],
                "boats": 0, "dead": 1, "fighters_to": 0, "fighters_from": 0, "home": 0}),
            false,
        ),
        (
            json!({"type": "jarl_defeated", "seat": 0, "settlement": "s1", "jarl": {"kind": "neutral"}, "points": 2}),
            false,
        ),
        (json!({"type": "scoring_begun", "number": 1}), false),
        (json!({"type": "materials_delivered", "deliveries": [], "points": []}), false),
        (json!({"type": "mountains_collapsed", "workers": []}), false),
        (json!({"type": "fighters_fed", "meals": [], "points": []}), false),
        (json!({"type": "storm_raised", "workers": []}), false),
        (json!({"type": "dragon_boat_cleared", "men": []}), false),
        (json!({"type": "discard_shuffled", "draw_pile": []}), true),
        (json!({"type": "treasures_laid", "buried": []}), true),
        (json!({"type": "scoring_ended", "number": 1}), false),
        (json!({"type": "treasures_scored", "hands": []}), true),
    ];
    let listed = table.iter().map(|(event, _)| event["type"].as_str().unwrap().to_owned());
    assert_eq!(listed.collect::<BTreeSet<String>>(), types());
    for (event, reveals) in table {
        let read: Event = serde_json::from_value::<Value>(event.clone())
            .and_then(serde_json::from_value)
            .unwrap_or_else(|error| panic!("{event}: {error}"));
        assert_eq!(rules.reveals(&read), reveals, "{event}");
    }
}

// What events say of treasures is true, and agrees with the record (rules page §15, Q15b).

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
