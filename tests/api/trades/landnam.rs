//! Offers and hand-overs of Landnám (rules page §5.8, §7, B40).

use serde_json::{Value, json};

use super::{NOBODY, Post};
use crate::harness::PostOffice;
use crate::position::{A, B, C, Position};
use crate::session;

/// A has iron; B and C have wool, D has nothing.
fn market() -> impl serde::Serialize {
    let position = Position::with(4).hand(A, [2, 0, 0, 0]).hand(B, [0, 0, 0, 2]).hand(C, [0, 0, 0, 2]);
    position.trading().state
}

fn offer() -> Value {
    json!({"type": "offer_trade", "give": {"iron": 1}, "want": {"wool": 1}})
}

fn answer(kind: &str, offer: u8) -> Value {
    json!({"type": kind, "offer": offer})
}

#[tokio::test]
async fn a_maker_who_is_away_hears_of_a_counter_offer_and_of_an_offer_that_was_carried_out() {
    let mut post = Post::at("landnam", PostOffice::open(), &market()).await;
    post.act(0, "build", offer()).await;
    assert_eq!(post.heard().await, ["trade_offered 1", "trade_offered 2"], "D has no wool");
    assert_eq!(post.inbox(3).await, ["t1.offer1"]);
    let counter = json!({"type": "offer_trade", "give": {"wool": 1}, "want": {"iron": 2}});
    post.act(1, "trade", counter).await;
    assert_eq!(post.heard().await, ["trade_offered 0"]);
    post.act(2, "trade_answer", answer("accept_offer", 1)).await;
    let carried_out = post.mails().await;
    let [(kind, 0, mail)] = &carried_out[..] else { panic!("{carried_out:?}") };
    assert_eq!(kind, "offer_answered");
    assert!(mail.subject().contains("your offer was answered"), "{}", mail.subject());
    post.answer(1, "t1.offer1", &answer("accept_offer", 1)).await.must_refuse(409, "offer_closed");
    assert_eq!(post.heard().await, NOBODY);
}

#[tokio::test]
async fn an_offer_that_all_have_declined_is_told_once_and_may_still_be_accepted() {
    let mut post = Post::at("landnam", PostOffice::open(), &market()).await;
    post.act(0, "build", offer()).await;
    post.mails().await;
    for seat in [1, 2] {
        post.act(seat, "trade_answer", answer("decline_offer", 1)).await;
    }
    assert_eq!(post.heard().await, NOBODY);
    post.act(3, "trade_answer", answer("decline_offer", 1)).await;
    assert_eq!(post.heard().await, ["offer_answered 0"]);
    assert_eq!(post.inbox(1).await, NOBODY, "who has declined is not asked");
    post.act(1, "trade_answer", answer("accept_offer", 1)).await;
    assert_eq!(post.heard().await, ["offer_answered 0"]);
}

#[tokio::test]
async fn a_standing_order_does_not_answer_again_for_a_seat_that_has_declined() {
    let mut post = Post::at("landnam", PostOffice::open(), &market()).await;
    post.act(0, "build", offer()).await;
    post.act(1, "trade_answer", answer("decline_offer", 1)).await;
    post.mails().await;
    let order = json!({"order": {"type": "accept_trade", "get": "iron", "pay": "wool", "up_to": 1}});
    let path = format!("{}/orders", post.table.path);
    post.table.player(1).post(&path, &order).await.must_be(201);
    post.act(2, "trade_answer", answer("decline_offer", 1)).await;
    // It is open still.
    post.act(0, "build", json!({"type": "withdraw_offer", "offer": 1})).await;
}

#[tokio::test]
async fn whoever_asked_for_a_hand_over_hears_once_how_it_was_decided() {
    let sued = || {
        let mut game = session::session();
        game.act(B, session::sue(1));
        game.state
    };
    let hand_over = json!({"type": "hand_over", "to": 3});
    let mut post = Post::at("landnam", PostOffice::open(), &sued()).await;
    post.act(0, "answer_suit", hand_over.clone()).await;
    assert_eq!(post.heard().await, ["althing 3"]);
    post.act(3, "take_over", session::take("defendant")).await;
    assert_eq!(post.heard().await, ["offer_answered 0"], "somebody else leads the side now");
    let mut post = Post::at("landnam", PostOffice::open(), &sued()).await;
    post.act(0, "answer_suit", hand_over).await;
    post.mails().await;
    post.act(3, "take_over", session::decline("defendant")).await;
    assert_eq!(
        post.heard().await,
        ["althing 0"],
        "the game waits for the answer again, and one mail says both"
    );
}
