//! Several seats at one question: nobody waits for one that he need not wait for.

use serde_json::{Value, json};

use crate::harness::{Board, seven};
use crate::island::{Game, standard};

/// Seat 0 has rolled and offers ore for brick, which the others have.
fn market() -> Game {
    let game = standard().hand(0, [0, 0, 0, 0, 2]);
    [1, 2, 3].into_iter().fold(game, |game, seat| game.hand(seat, [0, 1, 0, 0, 0]))
}

fn offer(first_come: bool) -> Value {
    json!({"type": "offer_trade", "give": {"ore": 1}, "get": {"brick": 1}, "to": [1, 2, 3], "first_come": first_come})
}

fn accept() -> Value {
    json!({"type": "accept_trade", "offer": 1})
}

/// The types of the events in a reply.
fn told(reply: &Value) -> Vec<&str> {
    let events = reply["events"].as_array().unwrap().iter();
    events.map(|event| event["event"]["type"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn four_who_discard_at_once_cost_one_round_of_waiting() {
    let board = Board::set("settlers", 4).await;
    let hands = (0..4).fold(standard().before_the_roll(), |game, seat| game.hand(seat, [4, 4, 0, 0, 0]));
    // Whoever holds a development card rolls himself.
    board.put(&hands.holding(0, &[rulesets::settlers::development::DevelopmentCard::Knight]).state);
    seven::must_come(&board.service, &board.table.id);
    let rolled = board.act(0, json!({"type": "roll"})).await.must_be(200);
    assert_eq!(told(&rolled), ["dice_rolled", "discards_awaited"]);
    assert_eq!(board.table.awaited().await, [0, 1, 2, 3]);
    // Each answers what he was asked by the roll, whoever was faster, and all at the same instant.
    let answers = [3, 1, 0, 2].map(|seat| {
        let cards = json!({"type": "discard", "cards": {"lumber": 4}});
        let board = &board;
        async move { board.act(seat, cards).await.must_be(200) }
    });
    let replies = futures_util::future::join_all(answers).await;
    let shown = replies.iter().filter(|reply| told(reply).contains(&"cards_discarded"));
    assert_eq!(shown.count(), 1, "the cards go back when the last has chosen");
    let view = board.table.view(None).await;
    let awaited = view["awaited"].as_array().unwrap();
    assert_eq!(awaited.len(), 1, "{awaited:?}");
    assert_eq!((&awaited[0]["seat"], &awaited[0]["kind"]), (&json!(0), &json!("move_robber")));
}

#[tokio::test]
async fn the_first_acceptance_of_a_first_come_offer_carries_it_out() {
    let board = Board::set("settlers", 4).await;
    board.put(&market().state);
    let offered = board.act(0, offer(true)).await.must_be(200);
    let open = &offered["awaited"].as_array().unwrap()[1];
    let asked = open["decision"].as_str().unwrap().to_owned();
    let taken = board.answer(2, &asked, accept()).await.must_be(200);
    assert_eq!(told(&taken), ["trade_made"]);
    board.answer(1, &asked, accept()).await.must_refuse(409, "offer_closed");
    board.answer(3, &asked, accept()).await.must_refuse(409, "offer_closed");
    let own = board.table.view(Some(2)).await["view"]["own"]["cards"].clone();
    assert_eq!(own, json!({"ore": 1}));
}

#[tokio::test]
async fn an_offer_may_be_confirmed_as_soon_as_one_has_accepted() {
    let board = Board::set("settlers", 4).await;
    board.put(&market().state);
    board.act(0, offer(false)).await.must_be(200);
    let accepted = board.act(2, accept()).await.must_be(200);
    assert_eq!(told(&accepted), ["trade_accepted"]);
    let legal = board.table.player(0).get(&format!("{}/legal", board.table.path)).await.must_be(200);
    let confirm = json!({"type": "confirm_trade", "offer": 1, "with": 2});
    let asked = &legal["decisions"][1];
    assert_eq!(asked["decision"]["kind"], "confirm_trade");
    assert_eq!(
        asked["actions"],
        json!([confirm]),
        "with whoever has accepted, and nobody has to be waited for"
    );
    board.answer(0, "t1.main.1", confirm.clone()).await.must_refuse(422, "wrong_phase");
    let made = board.answer(0, asked["decision"]["id"].as_str().unwrap(), confirm).await.must_be(200);
    assert_eq!(told(&made), ["trade_made"]);
    assert!(made["awaited"].as_array().unwrap().iter().all(|open| open["kind"] != "trade_answer"));
}

#[tokio::test]
async fn an_answer_for_another_title_is_refused() {
    let board = Board::set("settlers", 4).await;
    board.put(&market().state);
    let path = format!("{}/actions", board.table.path);
    let view = board.table.view(None).await;
    assert_eq!(view["ruleset"], "settlers");
    let body = |ruleset: &str| {
        let decision = &view["awaited"][0]["decision"];
        json!({"ruleset": ruleset, "decision": decision, "action": {"type": "end_turn"}})
    };
    let player = board.table.player(0);
    player.post(&path, &body("landnam")).await.must_blame(422, "invalid_field", "ruleset");
    player.post(&path, &body("chess")).await.must_blame(422, "invalid_field", "ruleset");
    assert_eq!(player.post(&path, &body("settlers")).await.must_be(200)["ruleset"], "settlers");
}
