//! The largest army and the end (A1 to A3, W1 to W5).

use rules::Rules;
use rulesets::settlers::development::DevelopmentCard::{Knight, VictoryPoint};
use serde_json::json;

use super::position::{Game, Y, Z, standard};

fn plays_a_knight(game: Game, seat: u8) -> Game {
    let mut game = game.active(seat).holding(seat, &[Knight]);
    game.does(seat, json!({"type": "play_knight"}));
    game
}

#[test]
fn a1_a2_a3_the_third_knight_takes_the_card_and_only_more_knights_take_it_away() {
    let game = plays_a_knight(standard().knights(0, 2), 0);
    assert_eq!(game.state.table.army_holder, Some(0));
    let held = |others| standard().knights(0, 3).army_holder(0).knights(1, others);
    assert_eq!(plays_a_knight(held(2), 1).state.table.army_holder, Some(0));
    assert_eq!(plays_a_knight(held(3), 1).state.table.army_holder, Some(1));
}

#[test]
fn w1_a_victory_point_card_wins_at_once_and_is_shown() {
    let built = standard().settlement(0, &[0, 2]).city(0, &[16, 18]).roads(0, &[28, 36, 45, 52, 59]);
    let roads: Vec<u8> = {
        use rulesets::settlers::board::{Edge, Spot};
        let path = [18, 24, 30, 36, 41, 45];
        let between = |pair: &[u8]| {
            Edge::all().find(|edge| edge.vertices().map(|end| end.0) == [pair[0], pair[1]]).unwrap().0
        };
        path.windows(2).map(between).collect()
    };
    assert_eq!(roads, [28, 36, 45, 52, 59]);
    let mut game = built.route_holder(0).holding(0, &[VictoryPoint]).on_top(VictoryPoint);
    game = game.hand(0, [0, 0, 1, 1, 1]);
    let points = |game: &Game| {
        let view = serde_json::to_value(game.rules.view(&game.state, Some(0))).unwrap();
        (view["seats"][0]["points"].clone(), view["own"]["points"].clone())
    };
    assert_eq!(points(&game), (json!(8), json!(9)));
    game.does(0, json!({"type": "buy_development_card"}));
    assert_eq!(game.winner(), Some(0));
    assert_eq!(points(&game), (json!(10), json!(10)));
    let seen = serde_json::to_value(game.rules.view(&game.state, None)).unwrap();
    assert_eq!(seen["seats"][0]["shown"]["development_cards"], json!({"victory_point": 2}));
    assert_eq!(game.refuses(0, json!({"type": "end_turn"})), "game_over");
}

/// Seat 1 has eight points and would have the route; seat 2 can break seat 0's.
fn w2() -> Game {
    let game = standard().roads(0, &Z[..7]).settlement(0, &[21]).route_holder(0);
    let game = game.city(1, &[0, 2, 43]).settlement(1, &[40, 20]).roads(1, &Y).roads(2, &[19]);
    game.hand(2, [1, 1, 1, 1, 0]).active(2)
}

fn passes(game: &mut Game, seat: u8) {
    game.rolls([1, 1]);
    game.does(seat, json!({"type": "end_turn"}));
}

#[test]
fn w2_ten_points_in_anothers_turn_win_when_the_own_turn_begins() {
    let mut game = w2();
    game.does(2, json!({"type": "build_settlement", "vertex": 17}));
    assert_eq!((game.state.table.route.holder, game.winner()), (Some(1), None));
    game.does(2, json!({"type": "end_turn"}));
    passes(&mut game, 3);
    game.rolls([1, 1]);
    game.does(0, json!({"type": "end_turn"}));
    assert_eq!(game.winner(), Some(1));
}

#[test]
fn w3_a_third_knight_before_the_roll_wins_before_the_robber_moves() {
    let game = standard().city(0, &[0, 2, 16, 18]).knights(0, 2).holding(0, &[Knight]);
    let mut game = game.before_the_roll();
    game.does(0, json!({"type": "play_knight"}));
    assert_eq!(game.winner(), Some(0));
    assert!(game.awaited().is_empty());
}

#[test]
fn w4_the_active_player_wins_by_breaking_anothers_route() {
    let game = standard().city(2, &[0, 2, 43]).settlement(2, &[40]).roads(2, &Y).roads(2, &[19]);
    let mut game = game.roads(0, &Z[..7]).route_holder(0).hand(2, [1, 1, 1, 1, 0]).active(2);
    game.does(2, json!({"type": "build_settlement", "vertex": 17}));
    assert_eq!(game.winner(), Some(2));
    let ranking = game.rules.rank(&game.state);
    assert_eq!((ranking[0].seat, ranking[0].points), (2, 10));
}

#[test]
fn w5_ten_points_that_are_lost_again_before_the_own_turn_do_not_win() {
    let mut game = w2();
    game.does(2, json!({"type": "build_settlement", "vertex": 17}));
    game.does(2, json!({"type": "end_turn"}));
    passes(&mut game, 3);
    game.rolls([1, 1]);
    game = game.hand(0, [2, 2, 0, 0, 0]);
    game.does(0, json!({"type": "build_road", "edge": 30}));
    game.does(0, json!({"type": "build_road", "edge": 31}));
    game.does(0, json!({"type": "end_turn"}));
    assert_eq!((game.state.table.route.holder, game.winner(), game.asked()), (Some(0), None, "roll"));
}

#[test]
fn a_game_without_a_winner_ends_at_the_turn_limit_and_is_ranked() {
    let mut game = standard().settlement(1, &[0]);
    game.state.table.turn = 400;
    game.does(0, json!({"type": "end_turn"}));
    let outcome = game.rules.outcome(&game.state).expect("an end");
    assert_eq!((outcome.ended_by.as_str(), outcome.ranking[0].seat), ("turn_limit", 1));
}
