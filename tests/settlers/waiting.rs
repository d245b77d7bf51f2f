//! Who is waited for, what the server does by itself, and what an absent seat does (§15).

use rules::{AnyGame, Author, Chance, Rules};
use rulesets::settlers::development::DevelopmentCard::Knight;
use serde_json::value::RawValue;
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

// What a game that has returned to an earlier position gives out: no number and no id comes again.

/// Seat 0 may trade, and seat 1 may answer.
fn game() -> Box<dyn AnyGame> {
    let state = standard().hand(0, [2, 0, 0, 0, 2]).hand(1, [0, 2, 2, 0, 0]).state;
    let settlers = rulesets::find("settlers").expect("the ruleset");
    settlers.load(&serde_json::to_string(&state).unwrap()).expect("a position")
}

fn does(game: &mut dyn AnyGame, seat: u8, action: Value) {
    let action = RawValue::from_string(action.to_string()).unwrap();
    let done = game.perform(1, Author::Seat, Some(seat), &action, &mut Chance::given(vec![]));
    done.unwrap_or_else(|error| panic!("{action}: {error}"));
}

fn offers(game: &mut dyn AnyGame, get: &str) {
    does(game, 0, json!({"type": "offer_trade", "give": {"ore": 1}, "get": {get: 1}}));
}

/// The numbers of the open offers.
fn open_offers(game: &dyn AnyGame) -> Vec<u64> {
    let view: Value = serde_json::from_str(game.view(None).get()).unwrap();
    let offers = view["table"]["offers"].as_array().unwrap();
    offers.iter().map(|offer| offer["id"].as_u64().unwrap()).collect()
}

fn ids_of(game: &dyn AnyGame, seat: u8) -> Vec<String> {
    let open = game.awaiting().into_iter().filter(|decision| decision.seat == seat);
    open.map(|decision| decision.id).collect()
}

#[test]
fn an_offer_that_was_taken_back_leaves_its_number_to_no_other() {
    let mut game = game();
    let before = game.position().unwrap();
    offers(&mut *game, "brick");
    assert_eq!(open_offers(&*game), [1]);
    let first = ids_of(&*game, 1);
    game.restore(&before).unwrap();
    assert!(open_offers(&*game).is_empty());
    assert_eq!(game.closed_code("t1.offer1"), "offer_closed");
    offers(&mut *game, "wool");
    assert_eq!(open_offers(&*game), [2]);
    assert!(ids_of(&*game, 1).iter().all(|id| !first.contains(id) || id == "t1.trade.0"));
    // Further back than before: the numbers go on all the same.
    game.restore(&before).unwrap();
    offers(&mut *game, "wool");
    assert_eq!(open_offers(&*game), [3]);
}

#[test]
fn an_offer_that_is_open_again_is_another_question() {
    let mut game = game();
    offers(&mut *game, "brick");
    let (before, first) = (game.position().unwrap(), ids_of(&*game, 1));
    does(&mut *game, 0, json!({"type": "withdraw_trade", "offer": 1}));
    game.restore(&before).unwrap();
    assert_eq!(open_offers(&*game), [1]);
    assert_eq!(first, ["t1.offer1", "t1.trade.0"]);
    assert_eq!(ids_of(&*game, 1), ["t1.offer1~1", "t1.trade.0"]);
}
