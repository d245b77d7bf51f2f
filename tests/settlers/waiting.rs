//! Who is waited for, what the server does by itself, and what an absent seat does (§15).

use rules::Rules;
use rulesets::settlers::development::DevelopmentCard::Knight;
use serde_json::{Value, json};

use super::position::{Game, begun, standard};

fn step(game: &Game) -> Option<Value> {
    game.rules.advance(&game.state).map(|(_, action)| serde_json::to_value(action).unwrap())
}

#[test]
fn the_server_rolls_for_a_player_without_development_cards_only() {
    assert_eq!(step(&standard().before_the_roll()), Some(json!({"type": "roll"})));
    assert_eq!(step(&standard().holding(0, &[Knight]).before_the_roll()), None);
}

#[test]
fn the_server_ends_the_turn_of_a_player_who_holds_nothing() {
    assert_eq!(step(&standard()), Some(json!({"type": "end_turn"})));
    assert_eq!(step(&standard().hand(0, [1, 0, 0, 0, 0])), None);
    assert_eq!(step(&standard().holding(0, &[Knight])), None);
}

#[test]
fn open_offers_block_nobody() {
    let mut game = standard().hand(0, [1, 0, 0, 0, 0]).hand(1, [0, 1, 0, 0, 0]);
    game.does(0, json!({"type": "offer_trade", "give": {"lumber": 1}, "get": {"brick": 1}}));
    assert_eq!(game.awaited(), [0]);
    let asked = game.rules.awaiting(&game.state);
    let invited: Vec<u8> =
        asked.iter().filter(|open| open.kind == "trade_answer").map(|open| open.seat).collect();
    assert_eq!(invited, [1, 2, 3]);
}

fn lapse(game: &Game) -> Value {
    let open = game.rules.awaiting(&game.state).into_iter().find(|open| open.blocking).unwrap();
    serde_json::to_value(game.rules.lapse(&game.state, &open).unwrap()).unwrap()
}

#[test]
fn an_absent_seat_does_the_default_of_the_page() {
    let game = begun(3);
    let vertex = lapse(&game)["vertex"].as_u64().unwrap();
    assert!(game.places(0, "place_setup_settlement", "vertex").contains(&vertex));
    let mut discarding = standard().hand(1, [3, 3, 0, 1, 2]).before_the_roll();
    discarding.rolls([3, 4]);
    assert_eq!(lapse(&discarding)["cards"], json!({"lumber": 2, "brick": 1, "ore": 1}));
    assert_eq!(lapse(&standard().hand(0, [1, 0, 0, 0, 0])), json!({"type": "end_turn"}));
    let mut moving =
        standard().settlement(1, &[26]).city(2, &[31]).hand(2, [1, 0, 0, 0, 0]).before_the_roll();
    moving.rolls([3, 4]);
    assert_eq!(lapse(&moving), json!({"type": "move_robber", "hex": 11, "victim": 2}));
}
