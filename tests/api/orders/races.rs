//! An order that is given while somebody moves is never missed, and one that is taken back never answers.

use serde_json::json;

use super::{betting, leave, three};
use crate::harness::Service;

/// A seat that keeps betting for itself: the one that is awaited, if it is not `but`.
async fn others_bet(table: &crate::harness::Table, but: usize) {
    loop {
        let seat = table.awaited().await[0];
        if seat == but {
            return;
        }
        super::bet(table, seat).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_order_given_while_the_question_opens_answers_it() {
    let service = Service::start_servers(2);
    let table = three(&service).await;
    for round in 0..6 {
        others_bet(&table, 0).await;
        let (mover, giver) = (table.clone(), table.clone());
        let moved = tokio::spawn(async move { super::bet(&mover, 0).await });
        let given = tokio::spawn(async move { leave(&giver, 1, betting()).await });
        moved.await.unwrap();
        let id = given.await.unwrap()["order"]["id"].as_str().unwrap().to_owned();
        assert_eq!(table.awaited().await, [2], "round {round}");
        let path = format!("{}/orders/{id}", table.path);
        table.player(1).delete(&path).await.must_be(204);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_order_that_is_taken_back_while_the_question_opens_either_answered_before_or_never() {
    let service = Service::start_servers(2);
    let table = three(&service).await;
    // A round takes up to six of the thirty turns that a game has: three more where the order was faster.
    for _ in 0..4 {
        others_bet(&table, 0).await;
        let id = leave(&table, 1, betting()).await["order"]["id"].as_str().unwrap().to_owned();
        let (mover, taker) = (table.clone(), table.clone());
        let path = format!("{}/orders/{id}", table.path);
        let moved = tokio::spawn(async move { super::bet(&mover, 0).await });
        let taken = tokio::spawn(async move {
            taker.player(1).delete(&path).await.must_be(204);
            taker.version().await
        });
        let reply = moved.await.unwrap();
        taken.await.unwrap();
        let awaited = table.awaited().await[0];
        assert_eq!(reply["awaited"][0]["seat"], json!(awaited));
        others_bet(&table, 1).await;
        super::bet(&table, 1).await;
        assert_eq!(table.awaited().await, [2], "it is gone");
    }
}
