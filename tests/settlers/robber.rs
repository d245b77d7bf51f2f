//! Sevens and the robber (R1 to R9).

use rules::Rules;
use rulesets::settlers::development::DevelopmentCard;
use rulesets::settlers::event::Event;
use serde_json::{Value, json};

use super::position::{Game, standard};

fn r1() -> Game {
    let hands = standard().hand(0, [7, 0, 0, 0, 0]).hand(1, [2, 2, 2, 2, 0]);
    let mut game = hands.hand(2, [3, 3, 3, 0, 0]).hand(3, [0, 0, 0, 3, 0]).before_the_roll();
    assert_eq!(game.bank_has(), [7, 14, 14, 14, 19]);
    game.rolls([3, 4]);
    game
}

#[test]
fn r1_whoever_holds_more_than_seven_gives_half_back() {
    let game = r1();
    assert_eq!((game.awaited(), game.asked()), (vec![1, 2], "discard"));
    let shapes = game.rules.legal(&game.state, 1);
    let field = serde_json::to_value(&shapes[0].shapes[0].fields[0]).unwrap();
    assert_eq!((&field["min_total"], &field["max_total"]), (&json!(4), &json!(4)));
}

#[test]
fn r2_in_either_order_and_the_cards_move_when_the_last_has_chosen() {
    let one = json!({"type": "discard", "cards": {"lumber": 1, "brick": 1, "wool": 1, "grain": 1}});
    let two = json!({"type": "discard", "cards": {"lumber": 2, "brick": 2}});
    for order in [[(1, &one), (2, &two)], [(2, &two), (1, &one)]] {
        let mut game = r1();
        game.does(order[0].0, order[0].1.clone());
        assert_eq!(game.bank_has(), [7, 14, 14, 14, 19]);
        game.does(order[1].0, order[1].1.clone());
        assert_eq!((game.awaited(), game.asked()), (vec![0], "move_robber"));
        assert_eq!((game.cards(1), game.cards(2)), ([1, 1, 1, 1, 0], [1, 1, 3, 0, 0]));
        assert_eq!(game.bank_has(), [10, 17, 15, 15, 19]);
    }
}

#[test]
fn r3_the_wrong_number_of_cards_is_refused() {
    let game = r1();
    let three = json!({"type": "discard", "cards": {"lumber": 1, "brick": 1, "wool": 1}});
    assert_eq!(game.refuses(1, three), "bad_discard");
    let not_held = json!({"type": "discard", "cards": {"ore": 4}});
    assert_eq!(game.refuses(1, not_held), "bad_discard");
    assert_eq!(game.refuses(3, json!({"type": "discard", "cards": {"grain": 1}})), "not_awaited");
    assert_eq!(game.refuses(0, json!({"type": "move_robber", "hex": 0})), "wrong_phase");
}

#[test]
fn four_discards_at_once_cost_one_round_of_waiting() {
    let mut game = standard().before_the_roll();
    for seat in 0..4 {
        game = game.hand(seat, [4, 4, 0, 0, 0]);
    }
    game.rolls([1, 6]);
    assert_eq!(game.awaited(), [0, 1, 2, 3]);
    for seat in [3, 1, 0, 2] {
        game.does(seat, json!({"type": "discard", "cards": {"lumber": 4}}));
    }
    assert_eq!(game.asked(), "move_robber");
}

/// Seat 0 is to move the robber.
fn moving(game: Game) -> Game {
    let mut game = game.before_the_roll();
    game.rolls([3, 4]);
    game
}

fn victims(game: &Game, hex: u64) -> Vec<Value> {
    let moves = game.listed(0, "move_robber").into_iter().filter(|action| action["hex"] == json!(hex));
    moves.map(|action| action["victim"].clone()).collect()
}

#[test]
fn r4_the_robber_moves_to_any_other_hex() {
    let game = moving(standard());
    assert_eq!(game.listed(0, "move_robber").len(), 18);
    assert_eq!(game.refuses(0, json!({"type": "move_robber", "hex": 9})), "same_hex");
    assert_eq!(game.refuses(0, json!({"type": "move_robber", "hex": 19})), "unknown_id");
}

#[test]
fn r5_r6_r7_a_card_is_taken_where_there_is_one() {
    let on_11 = || standard().settlement(1, &[26]).settlement(2, &[31]);
    let both = moving(on_11().hand(1, [1, 0, 0, 0, 0]).hand(2, [1, 0, 0, 0, 0]));
    assert_eq!(victims(&both, 11), [json!(1), json!(2)]);
    assert_eq!(both.refuses(0, json!({"type": "move_robber", "hex": 11})), "bad_victim");
    let one = moving(on_11().hand(1, [1, 0, 0, 0, 0]));
    assert_eq!(victims(&one, 11), [json!(1)]);
    assert_eq!(one.refuses(0, json!({"type": "move_robber", "hex": 11, "victim": 2})), "bad_victim");
    assert_eq!(victims(&moving(on_11()), 11), [Value::Null]);
}

#[test]
fn r8_each_card_is_as_likely_and_only_thief_and_victim_see_it() {
    let game = || moving(standard().settlement(1, &[26]).hand(1, [0, 1, 2, 0, 0]));
    let stolen = |place: u8| {
        let mut game = game();
        let action = json!({"type": "move_robber", "hex": 11, "victim": 1});
        let events = game.does_by(0, action, vec![json!(place)]);
        (game.cards(0), events)
    };
    assert_eq!([0, 1, 2].map(|place| stolen(place).0), [[0, 1, 0, 0, 0], [0, 0, 1, 0, 0], [0, 0, 1, 0, 0]]);
    let (_, events) = stolen(0);
    let theft = events.iter().find(|event| matches!(event, Event::CardStolen(_))).unwrap();
    let told = |viewer| serde_json::to_value(game().rules.redact(theft, viewer)).unwrap();
    assert_eq!(told(Some(0))["card"], "brick");
    assert_eq!(told(Some(1))["card"], "brick");
    let stub = json!({"type": "card_stolen", "seat": 0, "victim": 1});
    assert_eq!([told(Some(2)), told(None)], [stub.clone(), stub]);
}

#[test]
fn r9_a_knight_before_the_roll_and_then_a_seven_move_the_robber_twice() {
    let mut game = standard().holding(0, &[DevelopmentCard::Knight]).before_the_roll();
    game.does(0, json!({"type": "play_knight"}));
    game.does(0, json!({"type": "move_robber", "hex": 3}));
    assert_eq!(game.asked(), "roll");
    game.rolls([3, 4]);
    assert_eq!(game.asked(), "move_robber");
    game.does(0, json!({"type": "move_robber", "hex": 9}));
    assert_eq!(game.asked(), "main");
    assert!(game.state.table.trading_open);
}

#[test]
fn exactly_seven_cards_are_left_alone_and_fifteen_cost_seven() {
    let mut game = standard().hand(0, [7, 0, 0, 0, 0]).hand(1, [9, 6, 0, 0, 0]).before_the_roll();
    game.rolls([3, 4]);
    assert_eq!(game.awaited(), [1]);
    let six = json!({"type": "discard", "cards": {"lumber": 6}});
    assert_eq!(game.refuses(1, six), "bad_discard");
    game.does(1, json!({"type": "discard", "cards": {"lumber": 7}}));
}
