//! Moves of Landnám that the rules refuse: each with its code, and nothing is changed.

use rulesets::landnam::terrain::Terrain::{Field, Pasture};
use serde_json::{Value, json};

use crate::harness::Board;
use crate::position::{A, B, Position};

/// A's settler stands by his farm on a field, another settler next to it.
fn farmstead() -> Position {
    Position::with(3)
        .tile("1,0", Pasture, 8)
        .tile("1,-1", Field, 9)
        .farm(A, "1,0,N")
        .settler(A, "1,0")
        .settler(B, "1,-1")
}

#[tokio::test]
async fn what_can_not_be_built_is_refused() {
    let board = Board::set("landnam", 3).await;
    board.put(&farmstead().trading().state);
    let settler = |hex: &str| json!({"type": "build_unit", "unit": "settler", "corner": "1,0,N", "hex": hex});
    let farm = |corner: &str| json!({"type": "build_farm", "unit": 0, "corner": corner});
    board.must_refuse(A, farm("1,0,S"), "not_affordable").await;
    board.put(&farmstead().hand(A, [4, 4, 4, 4]).trading().state);
    board.must_refuse(A, settler("1,-1"), "hex_occupied").await;
    board.must_refuse(A, farm("1,0,N"), "corner_taken").await;
    board.must_refuse(A, farm("2,-1,S"), "corner_too_close").await;
    board.must_refuse(A, json!({"type": "build_farm", "unit": 1, "corner": "1,0,S"}), "not_your_unit").await;
    board.must_refuse(A, json!({"type": "end_movement"}), "wrong_phase").await;
    board.must_refuse(A, json!({"type": "roll_dice"}), "wrong_phase").await;
    board.must_refuse(A, json!({"type": "build_farm", "unit": 0}), "malformed_action").await;
    board.must_refuse(A, json!({"type": "build_town", "corner": "9,9,N"}), "malformed_action").await;
}

#[tokio::test]
async fn a_card_that_is_not_held_is_not_played() {
    let board = Board::set("landnam", 3).await;
    board.put(&farmstead().moving().state);
    let landfall = json!({"type": "play_movement_card", "card": "landfall", "unit": 0});
    board.must_refuse(A, landfall, "card_not_held").await;
    let exchange = json!({"type": "exchange_fate_card", "card": "omen", "resource": "iron"});
    board.must_refuse(A, exchange, "card_not_held").await;
    board.must_refuse(A, json!({"type": "step", "unit": 0, "to": "1,-1"}), "hex_occupied").await;
    board.must_refuse(A, json!({"type": "end_turn"}), "wrong_phase").await;
}

#[tokio::test]
async fn a_stake_is_a_number_of_cards_of_the_kind_that_the_suit_fixes() {
    let board = Board::set("landnam", 3).await;
    let position = Position::with(3).tile("1,0", Pasture, 8).settler(A, "1,0").farm(B, "1,0,N");
    let mut game = position.hand(A, [2, 0, 0, 2]).hand(B, [0, 0, 0, 3]).before_the_roll();
    game.roll([3, 4], &[]);
    game.act(A, json!({"type": "name_first", "seat": B}));
    board.put(&game.state);
    let sue = |cards: Value| json!({"type": "sue", "unit": 0, "cards": cards});
    board.must_refuse(B, sue(json!({"wool": 1})), "malformed_action").await;
    board.must_refuse(B, sue(json!(0)), "stake_too_low").await;
    board.must_refuse(B, sue(json!(4)), "cards_not_held").await;
    board.act(B, sue(json!(1))).await.must_be(200);
    board.must_refuse(A, json!({"type": "raise", "cards": {"iron": 2}}), "malformed_action").await;
    board.must_refuse(A, json!({"type": "raise", "cards": 3}), "cards_not_held").await;
}

#[tokio::test]
async fn an_offer_that_was_withdrawn_is_gone() {
    let board = Board::set("landnam", 3).await;
    board.put(&Position::with(3).hand(A, [0, 0, 1, 0]).hand(B, [1, 0, 0, 0]).trading().state);
    let offer = json!({"type": "offer_trade", "give": {"timber": 1}, "want": {"iron": 1}});
    board.act(A, offer.clone()).await.must_be(200);
    board
        .must_refuse(
            A,
            json!({"type": "offer_trade", "give": {"iron": 9}, "want": {"wool": 1}}),
            "cards_not_held",
        )
        .await;
    board.act(A, json!({"type": "withdraw_offer", "offer": 1})).await.must_be(200);
    let accept = json!({"type": "accept_offer", "offer": 1});
    board.answer(B, "t1.offer1", accept).await.must_refuse(409, "offer_closed");
    board.answer(A, "t1.build.0", offer).await.must_refuse(409, "decision_closed");
}
