//! Which events tell what could not be known before: nothing that follows from what all see does.

use std::collections::BTreeSet;

use rules::{Chance, Rules};
use rulesets::nord::Nord;
use rulesets::nord::event::Event;
use rulesets::nord::options::Options;
use serde_json::{Value, json};

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
