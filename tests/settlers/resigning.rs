//! A seat gives up.

use althing::rules::Ruleset;
use althing::rulesets::settlers::development::DevelopmentCard;
use serde_json::json;

use super::position::{Game, standard};

fn resigns(game: &mut Game, seat: u8) {
    for event in game.rules.resign(&game.state, seat) {
        game.rules.apply(&mut game.state, &event);
    }
}

#[test]
fn its_offers_go_and_it_is_offered_nothing_any_more() {
    let mut game = standard().hand(0, [1, 0, 0, 0, 0]).hand(1, [0, 1, 0, 0, 0]);
    game.does(0, json!({"type": "offer_trade", "give": {"lumber": 1}, "get": {"brick": 1}, "to": [1]}));
    game.does(1, json!({"type": "offer_trade", "give": {"brick": 1}, "get": {"lumber": 1}}));
    resigns(&mut game, 1);
    assert!(game.state.table.offers.is_empty());
    let to_it = json!({"type": "offer_trade", "give": {"lumber": 1}, "get": {"brick": 1}, "to": [1]});
    assert_eq!(game.refuses(0, to_it), "wrong_recipients");
    assert!(game.rules.legal(&game.state, 1).is_empty());
}

#[test]
fn the_server_answers_for_it_and_the_game_goes_on() {
    let mut game = standard().holding(0, &[DevelopmentCard::Knight]).before_the_roll();
    resigns(&mut game, 0);
    let (seat, action) = game.rules.advance(&game.state).expect("a step");
    assert_eq!((seat, serde_json::to_value(action).unwrap()["type"].as_str()), (Some(0), Some("roll")));
}

#[test]
fn a_seven_takes_no_cards_from_it() {
    let nine = |game: Game| game.hand(1, [9, 0, 0, 0, 0]).hand(2, [0, 9, 0, 0, 0]).before_the_roll();
    let mut game = nine(standard());
    resigns(&mut game, 1);
    game.rolls([3, 4]);
    assert_eq!(game.awaited(), [2]);
    let mut game = nine(standard());
    game.rolls([3, 4]);
    game.does(2, json!({"type": "discard", "cards": {"brick": 4}}));
    resigns(&mut game, 1);
    assert_eq!(
        (game.asked(), game.cards(1), game.cards(2)),
        ("move_robber", [9, 0, 0, 0, 0], [0, 5, 0, 0, 0])
    );
}

#[test]
fn the_last_one_left_ends_the_game_and_the_others_rank_behind() {
    let mut game = standard().settlement(0, &[0, 2]).settlement(3, &[50]);
    for seat in [0, 1, 2] {
        resigns(&mut game, seat);
    }
    let outcome = game.rules.outcome(&game.state).expect("an end");
    assert_eq!((outcome.ended_by.as_str(), outcome.ranking[0].seat), ("resignations", 3));
    assert!(game.rules.resign(&game.state, 3).is_empty());
}
