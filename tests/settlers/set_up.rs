//! The set-up (U1 to U6).

use serde_json::json;

use super::position::{begun, standard};

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
