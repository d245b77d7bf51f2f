//! Moves of the Settlers that the rules refuse: each with its code, and nothing is changed.

use rulesets::settlers::board::{Edge, Vertex};
use rulesets::settlers::development::DevelopmentCard::{Knight, Monopoly};
use serde_json::{Value, json};

use crate::harness::Board;
use crate::island::{Game, standard};

async fn board(game: &Game) -> Board {
    let board = Board::set("settlers", 4).await;
    board.put(&game.state);
    board
}

fn offer(give: Value, get: Value) -> Value {
    json!({"type": "offer_trade", "give": give, "get": get})
}

#[tokio::test]
async fn nobody_trades_for_the_same_kind_gives_for_nothing_or_offers_what_he_does_not_hold() {
    let board = board(&standard().hand(0, [2, 0, 4, 0, 3])).await;
    board.must_refuse(0, offer(json!({"ore": 2}), json!({"ore": 1})), "bad_offer").await;
    board.must_refuse(0, offer(json!({"ore": 1}), json!({})), "bad_offer").await;
    board.must_refuse(0, offer(json!({}), json!({"brick": 1})), "bad_offer").await;
    board.must_refuse(0, offer(json!({"grain": 1}), json!({"brick": 1})), "cards_missing").await;
    board.must_refuse(0, offer(json!({"gold": 1}), json!({"brick": 1})), "malformed_action").await;
    let by_sea = |give: &str, get: &str| json!({"type": "maritime_trade", "give": give, "get": get});
    board.must_refuse(0, by_sea("wool", "wool"), "same_kind").await;
    board.must_refuse(0, by_sea("ore", "wool"), "cannot_afford").await;
    let mut to_himself = offer(json!({"ore": 1}), json!({"brick": 1}));
    to_himself["to"] = json!([0]);
    board.must_refuse(0, to_himself, "wrong_recipients").await;
}

#[tokio::test]
async fn an_offer_that_was_made_anew_is_not_accepted_as_the_old_one() {
    let board = board(&standard().hand(0, [2, 0, 0, 0, 3]).hand(1, [0, 2, 0, 0, 0])).await;
    board.act(0, offer(json!({"ore": 2}), json!({"brick": 1}))).await.must_be(200);
    let asked = asked(&board, 1).await;
    board.act(0, json!({"type": "withdraw_trade", "offer": 1})).await.must_be(200);
    board.act(0, offer(json!({"ore": 1}), json!({"brick": 2}))).await.must_be(200);
    let accept = |offer: u32| json!({"type": "accept_trade", "offer": offer});
    board.answer(1, &asked, accept(1)).await.must_refuse(409, "offer_closed");
    board.answer(1, &asked, accept(2)).await.must_refuse(409, "offer_closed");
    board.must_refuse(1, accept(1), "wrong_phase").await;
    board.must_refuse(2, accept(2), "cards_missing").await;
    board.act(1, accept(2)).await.must_be(200);
}

/// What a viewer reads of the events since a version: those that closed an offer.
async fn closings(board: &Board, viewer: Option<usize>, path: &str) -> Vec<Value> {
    let address = format!("{}/{path}", board.table.path);
    let read = match viewer {
        Some(seat) => board.table.player(seat).get(&address).await,
        None => board.service.stranger().get(&address).await,
    };
    fn closed(of: &Value, found: &mut Vec<Value>) {
        match of {
            Value::Object(members) if members.get("type") == Some(&json!("offer_closed")) => {
                found.push(of.clone())
            }
            Value::Object(members) => members.values().for_each(|part| closed(part, found)),
            Value::Array(parts) => parts.iter().for_each(|part| closed(part, found)),
            _ => {}
        }
    }
    let mut found = Vec::new();
    closed(&read.must_be(200), &mut found);
    found
}

#[tokio::test]
async fn only_the_maker_who_confirms_reads_why_a_trade_fell_through() {
    let board = board(&standard().hand(0, [2, 0, 0, 0, 3]).hand(1, [0, 1, 0, 0, 0])).await;
    board.act(0, offer(json!({"ore": 1}), json!({"brick": 1}))).await.must_be(200);
    board.act(1, json!({"type": "accept_trade", "offer": 1})).await.must_be(200);
    // Seat 1 gives its only brick for another offer, and accepts nothing anew.
    board.act(0, offer(json!({"lumber": 1}), json!({"brick": 1}))).await.must_be(200);
    let second = json!({"type": "accept_trade", "offer": 2});
    board.answer(1, "t1.offer2", second).await.must_be(200);
    let confirm = |offer: u32| json!({"type": "confirm_trade", "offer": offer, "with": 1});
    board.answer(0, "t1.confirm2.0", confirm(2)).await.must_be(200);
    let confirmed = board.answer(0, "t1.confirm1.0", confirm(1)).await.must_be(200);
    assert_eq!(confirmed["events"][0]["event"]["reason"], "cards_missing", "{confirmed}");
    let whole = json!({"type": "offer_closed", "offer": 1, "maker": 0, "reason": "cards_missing", "seat": 0});
    let stub = json!({"type": "offer_closed", "offer": 1, "maker": 0, "reason": "not_carried_out"});
    for path in ["events", "record"] {
        assert_eq!(closings(&board, Some(0), path).await, std::slice::from_ref(&whole), "{path}");
        for viewer in [Some(1), Some(2), None] {
            assert_eq!(
                closings(&board, viewer, path).await,
                std::slice::from_ref(&stub),
                "{path} of {viewer:?}"
            );
        }
    }
}

#[tokio::test]
async fn a_seat_that_rejected_an_offer_counters_it_and_its_maker_accepts() {
    let board = board(&standard().hand(0, [2, 0, 0, 0, 3]).hand(1, [0, 1, 0, 0, 0])).await;
    board.act(0, offer(json!({"ore": 1}), json!({"brick": 1}))).await.must_be(200);
    board.answer(1, "t1.offer1", json!({"type": "reject_trade", "offer": 1})).await.must_be(200);
    let counter = json!({"type": "counter_trade", "offer": 1, "give": {"brick": 1}, "get": {"ore": 2}});
    board.answer(1, "t1.offer1", counter).await.must_be(200);
    board.answer(0, "t1.offer2", json!({"type": "accept_trade", "offer": 2})).await.must_be(200);
    let own = board.table.view(Some(1)).await["view"]["own"]["cards"].clone();
    assert_eq!(own, json!({"ore": 2}));
}

/// The decision on an offer that a seat is asked.
async fn asked(board: &Board, seat: u8) -> String {
    let view = board.table.view(None).await;
    let mut asked = view["awaited"].as_array().unwrap().iter();
    let mine = asked.find(|open| open["seat"] == seat && open["kind"] == "trade_answer");
    mine.unwrap()["decision"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn after_a_seven_the_right_number_goes_back_and_the_robber_moves_on_to_a_victim_with_cards() {
    let mut game = standard().settlement(1, &[26]).settlement(2, &[31]).hand(1, [3, 3, 2, 0, 0]);
    game = game.before_the_roll();
    game.rolls([3, 4]);
    let board = board(&game).await;
    let discard = |cards: Value| json!({"type": "discard", "cards": cards});
    board.must_refuse(1, discard(json!({"lumber": 3})), "bad_discard").await;
    board.must_refuse(1, discard(json!({"lumber": 3, "brick": 2})), "bad_discard").await;
    board.must_refuse(1, discard(json!({"ore": 4})), "bad_discard").await;
    board.must_refuse(1, discard(json!({"lumber": 0})), "malformed_action").await;
    board.act(1, discard(json!({"lumber": 3, "brick": 1}))).await.must_be(200);
    let robber = |hex: u8, victim: Value| json!({"type": "move_robber", "hex": hex, "victim": victim});
    board.must_refuse(0, robber(game.state.table.robber.0, Value::Null), "same_hex").await;
    board.must_refuse(0, robber(11, json!(2)), "bad_victim").await;
    board.must_refuse(0, robber(11, json!(3)), "bad_victim").await;
    board.must_refuse(0, robber(11, Value::Null), "bad_victim").await;
    board.must_refuse(0, robber(19, Value::Null), "unknown_id").await;
    board.act(0, robber(11, json!(1))).await.must_be(200);
}

#[tokio::test]
async fn a_card_waits_a_turn_and_one_is_played_in_each() {
    let bought = standard().hand(0, [0, 0, 1, 1, 1]).on_top(Knight);
    let board = board(&bought).await;
    board.act(0, json!({"type": "buy_development_card"})).await.must_be(200);
    board.must_refuse(0, json!({"type": "play_knight"}), "card_bought_this_turn").await;
    board.must_refuse(0, json!({"type": "play_monopoly", "resource": "ore"}), "card_not_held").await;
    board.put(&standard().holding(0, &[Knight, Monopoly]).state);
    board.act(0, json!({"type": "play_knight"})).await.must_be(200);
    board.act(0, json!({"type": "move_robber", "hex": 0})).await.must_be(200);
    board.must_refuse(0, json!({"type": "play_monopoly", "resource": "ore"}), "card_already_played").await;
}

#[tokio::test]
async fn no_road_leads_through_an_opponents_building_and_no_sixth_settlement_is_built() {
    let blocked = standard().settlement(0, &[18]).settlement(1, &[30]).roads(0, &[28, 36]);
    let board = board(&blocked.hand(0, [1, 1, 1, 1, 0])).await;
    for Edge(beyond) in Vertex(30).edges().filter(|edge| *edge != Edge(36)) {
        board.must_refuse(0, json!({"type": "build_road", "edge": beyond}), "not_connected").await;
    }
    board.must_refuse(0, json!({"type": "build_road", "edge": 36}), "edge_taken").await;
    board.must_refuse(0, json!({"type": "build_settlement", "vertex": 24}), "distance_rule").await;
    let five = standard().settlement(0, &[0, 2, 16, 18, 20]).roads(0, &[28, 36]);
    board.put(&five.hand(0, [1, 1, 1, 1, 0]).state);
    board.must_refuse(0, json!({"type": "build_settlement", "vertex": 30}), "no_piece_left").await;
    board.must_refuse(0, json!({"type": "build_city", "vertex": 18}), "cannot_afford").await;
    board.must_refuse(0, json!({"type": "end_movement"}), "malformed_action").await;
    board.must_refuse(0, json!({"type": "roll"}), "wrong_phase").await;
}
