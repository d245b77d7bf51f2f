//! The set-up (U1 to U6).

use rules::{Render, Rules};
use rulesets::settlers::Settlers;
use rulesets::settlers::board::Vertex;
use rulesets::settlers::options::Options;
use serde_json::json;

use super::position::{begun, standard, with};

#[test]
fn u1_a_new_game_lists_every_vertex() {
    assert_eq!(begun(4).listed(0, "place_setup_settlement").len(), 54);
}

#[test]
fn u2_a_settlement_then_its_road_and_the_next_seat_keeps_its_distance() {
    let mut game = begun(4);
    game.does(0, json!({"type": "place_setup_settlement", "vertex": 18}));
    assert_eq!(game.places(0, "place_setup_road", "edge"), [20, 27, 28]);
    game.does(0, json!({"type": "place_setup_road", "edge": 28}));
    let free = game.places(1, "place_setup_settlement", "vertex");
    assert_eq!(free.len(), 50);
    assert!([18, 13, 23, 24].iter().all(|taken| !free.contains(taken)));
}

#[test]
fn u3_u4_three_players_found_there_and_back_and_the_second_settlement_pays() {
    let mut game = begun(3);
    let mut order = Vec::new();
    for vertex in [18, 25, 39, 41, 8, 33] {
        let seat = game.awaited()[0];
        order.push(seat);
        game.does(seat, json!({"type": "place_setup_settlement", "vertex": vertex}));
        let edge = game.places(seat, "place_setup_road", "edge")[0];
        game.does(seat, json!({"type": "place_setup_road", "edge": edge}));
    }
    assert_eq!(order, [0, 1, 2, 2, 1, 0]);
    assert_eq!((game.awaited(), game.asked()), (vec![0], "roll"));
    assert_eq!(game.cards(2), [0, 0, 2, 1, 0]);
    assert_eq!(game.cards(1), [0, 1, 1, 0, 1]);
    assert_eq!(game.cards(0), [1, 0, 0, 1, 0]);
}

#[test]
fn u5_the_desert_gives_no_first_card() {
    let mut game = begun(2);
    for vertex in [0, 50] {
        let seat = game.awaited()[0];
        game.does(seat, json!({"type": "place_setup_settlement", "vertex": vertex}));
        let edge = game.places(seat, "place_setup_road", "edge")[0];
        game.does(seat, json!({"type": "place_setup_road", "edge": edge}));
    }
    game.does(1, json!({"type": "place_setup_settlement", "vertex": 18}));
    assert_eq!(game.cards(1), [0, 1, 1, 0, 0]);
}

#[test]
fn u6_the_second_road_lies_at_the_second_settlement() {
    let mut game = begun(2);
    game.does(0, json!({"type": "place_setup_settlement", "vertex": 0}));
    game.does(0, json!({"type": "place_setup_road", "edge": 0}));
    game.does(1, json!({"type": "place_setup_settlement", "vertex": 50}));
    let edge = game.places(1, "place_setup_road", "edge")[0];
    game.does(1, json!({"type": "place_setup_road", "edge": edge}));
    game.does(1, json!({"type": "place_setup_settlement", "vertex": 18}));
    let road = json!({"type": "place_setup_road", "edge": edge});
    assert!(["not_connected", "edge_taken"].contains(&game.refuses(1, road)));
    let near_first = game.state.table.buildings_of(1).map(|(vertex, _)| vertex).find(|vertex| vertex.0 == 50);
    let other = near_first.unwrap().edges().find(|near| u64::from(near.0) != edge).unwrap();
    assert_eq!(game.refuses(1, json!({"type": "place_setup_road", "edge": other.0})), "not_connected");
}

#[test]
fn nobody_wins_or_trades_in_the_set_up() {
    let game = begun(3);
    assert_eq!(game.refuses(0, json!({"type": "end_turn"})), "wrong_phase");
    assert_eq!(game.refuses(1, json!({"type": "end_turn"})), "not_awaited");
    assert_eq!(standard().refuses(1, json!({"type": "end_turn"})), "not_your_turn");
}

#[test]
fn house_rules_are_a_games_to_choose_within_their_bounds_and_what_tests_use_is_not() {
    let rules = Settlers::default();
    let options = |given: serde_json::Value| -> Options { serde_json::from_value(given).expect("options") };
    for fine in [json!({"victory_points": 8}), json!({"victory_points": 12, "discard_limit": 9})] {
        assert_eq!(rules.check_playable(&options(fine)), Ok(()));
    }
    for (given, field) in [
        (json!({"victory_points": 7}), "victory_points"),
        (json!({"victory_points": 13}), "victory_points"),
        (json!({"discard_limit": 6}), "discard_limit"),
        (json!({"discard_limit": 10}), "discard_limit"),
        (json!({"layout": "custom"}), "layout"),
    ] {
        let refusal = rules.check_playable(&options(given)).expect_err("not for play");
        assert_eq!((refusal.code, refusal.field.as_deref()), ("invalid_options", Some(field)));
    }
    let house_rules = |given| rules.house_rules(&options(given));
    assert_eq!(
        house_rules(json!({"victory_points": 8, "discard_limit": 9})),
        ["victory_points", "discard_limit"]
    );
    let original =
        json!({"victory_points": 10, "discard_limit": 7, "layout": "variable", "trade_build": "combined"});
    assert!(house_rules(original).is_empty(), "variants of the original are no house rules");
}

#[test]
fn a_game_to_eight_points_ends_with_eight() {
    let options = Options { victory_points: Some(8), ..Options::default() };
    let mut game = with(3, options).city(0, &[0, 2, 16]).settlement(0, &[18]).roads(0, &[28, 36, 44]);
    game = game.hand(0, [1, 1, 1, 1, 0]);
    let place = game.listed(0, "build_settlement").first().cloned().expect("a place");
    game.does(0, place);
    assert_eq!(game.winner(), Some(0));
}

#[test]
fn places_are_compared_by_what_is_rolled_around_them() {
    let game = begun(4);
    let view = game.rules.view(&game.state, Some(0));
    let worth = |vertex: u8| {
        let action = serde_json::from_value(json!({"type": "place_setup_settlement", "vertex": vertex}));
        game.rules.worth(&view, &action.unwrap()).unwrap()
    };
    let pips =
        |vertex: u8| -> u8 { Vertex(vertex).hexes().map(|hex| game.state.table.board.pips(hex)).sum() };
    let best = (0..54).max_by_key(|vertex| worth(*vertex)).unwrap();
    let poorest = (0..54).min_by_key(|vertex| worth(*vertex)).unwrap();
    assert!(pips(best) + 1 >= (0..54).map(pips).max().unwrap(), "{best}");
    assert!(pips(poorest) < 4, "{poorest}");
    // Where nothing is compared, nothing is said.
    assert_eq!(game.rules.worth(&view, &serde_json::from_value(json!({"type": "roll"})).unwrap()), None);
}
