//! Programs are told of answers and offers as their owners are.

use serde_json::json;

use super::Post;
use crate::harness::PostOffice;
use crate::island::standard;
use crate::webhooks::{Hook, at_home, heard, receiver::Receiver};

#[tokio::test]
async fn a_program_is_told_of_the_answers_to_an_offer_and_of_unpayable_offers_only_where_it_asks_for_them() {
    let market = standard().hand(0, [0, 0, 0, 0, 4]).hand(1, [0, 2, 0, 0, 0]);
    let post = Post::at("settlers", PostOffice::open_with(1, at_home), &market.state).await;
    let receivers = [Receiver::start(), Receiver::start(), Receiver::start()];
    let topics = json!({"topics": ["trade_offered", "unpayable_offer", "offer_answered"]});
    Hook::with(post.table.player(0), &receivers[0], topics.clone()).await;
    Hook::of(post.table.player(2), &receivers[1]).await;
    Hook::with(post.table.player(3), &receivers[2], topics).await;
    let offer = json!({"type": "offer_trade", "give": {"ore": 1}, "get": {"brick": 1}});
    post.act(0, "main", offer).await;
    let beyond = heard(&receivers[2], 1).await.remove(0);
    assert_eq!(
        (beyond.topic(), &beyond.json()["data"]["decision"]),
        ("unpayable_offer".to_owned(), &json!("t1.offer1"))
    );
    post.act(1, "trade_answer", json!({"type": "accept_trade", "offer": 1})).await;
    let answered = heard(&receivers[0], 1).await.remove(0);
    assert_eq!(answered.topic(), "offer_answered");
    assert_eq!(answered.json()["data"]["decision"], "t1.confirm1.0");
    // The usual topics leave out what cannot be paid.
    let others = receivers[1].heard();
    assert!(
        others.iter().all(|told| told.topic() != "unpayable_offer" && told.topic() != "trade_offered"),
        "{others:?}"
    );
}
