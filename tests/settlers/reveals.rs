//! Which events tell what could not be known before, and where it tells that none comes.

use std::collections::BTreeSet;

use rules::Rules;
use rulesets::settlers::Settlers;
use rulesets::settlers::development::DevelopmentCard::{Knight, VictoryPoint};
use rulesets::settlers::event::Event;
use serde_json::{Value, json};

use super::position::{Game, Z, begun, standard};

/// The types of events, out of what they say to a stranger.
pub fn types() -> BTreeSet<String> {
    let error = serde_json::from_value::<Event>(json!({"type": "?"})).unwrap_err().to_string();
    error.split('`').skip(3).step_by(2).map(str::to_owned).collect()
}

#[test]
fn chance_and_hidden_cards_reveal_something_and_what_follows_from_the_table_does_not() {
    let paid = json!({});
    let closed = |why: &str| json!({"type": "offer_closed", "offer": 1, "maker": 0, "reason": why});
    let board = serde_json::to_value(begun(4).state.table.board).unwrap();
    let table = [
        (json!({"type": "island_laid", "board": board, "robber": 9, "first_seat": 0}), true),
        (json!({"type": "deck_shuffled", "deck": ["knight"]}), true),
        (json!({"type": "settlement_founded", "seat": 0, "vertex": 1}), false),
        (json!({"type": "starting_cards_taken", "seat": 0, "cards": {"ore": 1}}), false),
        (json!({"type": "road_founded", "seat": 0, "edge": 1}), false),
        (json!({"type": "turn_begun", "turn": 1, "seat": 0}), false),
        (json!({"type": "turn_ended", "seat": 0}), false),
        (json!({"type": "seat_given_up", "seat": 0}), false),
        (
            json!({"type": "game_ended", "ended_by": "points", "winner": 0, "victory_point_cards": [0, 0]}),
            true,
        ),
        (json!({"type": "game_ended", "ended_by": "turn_limit", "victory_point_cards": [0, 0]}), true),
        (json!({"type": "dice_rolled", "seat": 0, "dice": [1, 2]}), true),
        (json!({"type": "resources_produced", "yields": [], "short": []}), false),
        (json!({"type": "discards_awaited", "owed": [{"seat": 1, "count": 4}]}), false),
        (json!({"type": "cards_laid_aside", "seat": 1, "cards": {"ore": 4}}), false),
        (json!({"type": "cards_discarded", "discards": []}), true),
        (json!({"type": "robber_awaited", "seat": 0}), false),
        (json!({"type": "robber_moved", "seat": 0, "hex": 1}), false),
        (json!({"type": "card_stolen", "seat": 0, "victim": 1, "card": "ore"}), true),
        (json!({"type": "development_card_bought", "seat": 0, "card": "knight", "paid": paid}), true),
        (json!({"type": "knight_played", "seat": 0}), false),
        (json!({"type": "road_building_played", "seat": 0, "roads": 2}), false),
        (json!({"type": "free_road_placed", "seat": 0, "edge": 1}), false),
        (json!({"type": "free_roads_ended", "seat": 0}), false),
        (json!({"type": "year_of_plenty_played", "seat": 0, "cards": {"ore": 2}}), false),
        (json!({"type": "monopoly_played", "seat": 0, "resource": "ore", "taken": []}), true),
        (
            json!({"type": "trade_offered", "offer": 1, "seat": 0, "to": [1], "give": {"ore": 1}, "get": {"wool": 1}}),
            false,
        ),
        (json!({"type": "trade_accepted", "offer": 1, "seat": 1}), false),
        (json!({"type": "trade_rejected", "offer": 1, "seat": 1}), false),
        (closed("withdrawn"), false),
        (closed("trading_closed"), false),
        (closed("cards_missing"), true),
        (
            json!({"type": "trade_made", "offer": 1, "maker": 0, "seat": 1, "give": {"ore": 1}, "get": {"wool": 1}}),
            true,
        ),
        (json!({"type": "maritime_traded", "seat": 0, "give": "ore", "rate": 4, "get": "wool"}), false),
        (json!({"type": "trading_closed", "seat": 0}), false),
        (json!({"type": "road_built", "seat": 0, "edge": 1, "paid": paid}), false),
        (json!({"type": "settlement_built", "seat": 0, "vertex": 1, "paid": paid}), false),
        (json!({"type": "city_built", "seat": 0, "vertex": 1, "paid": paid}), false),
        (json!({"type": "longest_route_moved", "holder": 0, "length": 5}), false),
        (json!({"type": "largest_army_moved", "holder": 0, "knights": 3}), false),
    ];
    let listed = table.iter().map(|(event, _)| event["type"].as_str().unwrap().to_owned());
    assert_eq!(listed.collect::<BTreeSet<String>>(), types());
    for (event, reveals) in table {
        let read: Event = serde_json::from_value::<Value>(event.clone())
            .and_then(serde_json::from_value)
            .unwrap_or_else(|error| panic!("{event}: {error}"));
        assert_eq!(Settlers::default().reveals(&read), reveals, "{event}");
    }
}

/// Seat 1 has the longest route and two cities, eight points less one card than what wins.
fn before_the_turn_of_the_holder(cards: &[rulesets::settlers::development::DevelopmentCard]) -> Game {
    let game = standard().city(1, &[0, 2, 4]).settlement(1, &[21]).roads(1, &Z[..7]).route_holder(1);
    game.holding(1, cards)
}

#[test]
fn that_the_game_goes_on_tells_of_the_cards_of_a_seat_that_might_have_won() {
    let silent = |game: &Game| {
        let mut after = game.clone();
        let events = after.does(0, json!({"type": "end_turn"}));
        events.iter().any(|event| after.rules.reveals_by_silence(&after.state, event))
    };
    assert!(silent(&before_the_turn_of_the_holder(&[Knight])));
    assert!(!silent(&before_the_turn_of_the_holder(&[])), "it has no card that could win");
    let mut earlier = before_the_turn_of_the_holder(&[Knight]);
    earlier.state.table.route.holder = None;
    assert!(!silent(&earlier.settlement(1, &[31, 33])), "points of its own turns would have won then");
}

#[test]
fn whether_the_next_seat_wins_by_a_hidden_card_can_not_be_read_from_a_preview() {
    let told =
        |cards| super::previews::told(&before_the_turn_of_the_holder(cards), 0, json!({"type": "end_turn"}));
    assert_eq!(told(&[Knight]), told(&[VictoryPoint]));
    let kinds: Vec<Value> = told(&[Knight]).iter().map(|effect| effect["type"].clone()).collect();
    assert_eq!(kinds, ["trading_closed", "turn_ended", "turn_begun", "turn_will_be", "undecided"]);
    let mut game = before_the_turn_of_the_holder(&[VictoryPoint]);
    game.does(0, json!({"type": "end_turn"}));
    assert_eq!(game.winner(), Some(1));
}
