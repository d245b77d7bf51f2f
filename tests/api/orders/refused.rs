//! Wrong orders: each has its exact answer, and nothing changes.

use serde_json::{Value, json};

use super::{betting, leave, orders, three};
use crate::harness::{Person, Service, Table};

async fn give(table: &Table, person: &Person, order: &Value) -> crate::harness::Answer {
    person.post(&format!("{}/orders", table.path), &json!({ "order": order })).await
}

/// Everything that is stored of a game and its orders.
fn stored(service: &Service) -> Vec<String> {
    let rows = "SELECT p::text AS value FROM positions p UNION ALL SELECT o::text FROM orders o ORDER BY 1";
    service.database.texts(rows)
}

#[tokio::test]
async fn orders_of_landnam_that_make_no_sense_are_refused_by_field() {
    let service = Service::start();
    let people = service.people(["Aud", "Bjarni", "Cnut"]).await;
    let table = Table::of("landnam", &people).await;
    let before = stored(&service);
    for (order, code, field) in [
        (json!({"type": "raise", "up_to": -1}), "malformed_order", json!("up_to")),
        (json!({"type": "raise", "up_to": 0}), "invalid_order", json!("up_to")),
        (json!({"type": "raise", "up_to": 200}), "invalid_order", json!("up_to")),
        (json!({"type": "raise", "up_to": 1000}), "malformed_order", json!("up_to")),
        (json!({"type": "raise"}), "malformed_order", json!("up_to")),
        (json!({"type": "raise", "up_to": 3, "below": 2}), "malformed_order", json!("below")),
        (json!({"type": "sue", "stake": -2}), "malformed_order", json!("stake")),
        (json!({"type": "concede", "from": 0}), "invalid_order", json!("from")),
        (json!({"type": "concede", "suits": {"unit": 77}}), "invalid_order", json!("suits.unit")),
        (json!({"type": "concede", "suits": {"unit": -1}}), "malformed_order", json!("suits.unit")),
        (
            json!({"type": "concede", "suits": {"resource": "gold"}}),
            "malformed_order",
            json!("suits.resource"),
        ),
        (
            json!({"type": "sue", "stake": 1, "suits": {"side": "defendant"}}),
            "invalid_order",
            json!("suits.side"),
        ),
        (json!({"type": "hand_over", "to": 3}), "invalid_order", json!("to")),
        (json!({"type": "hand_over", "to": 0}), "invalid_order", json!("to")),
        (json!({"type": "hand_over", "to": -1}), "malformed_order", json!("to")),
        (json!({"type": "take_over", "up_to": 2, "of": []}), "invalid_order", json!("of")),
        (json!({"type": "althing_card", "card": "omen"}), "invalid_order", json!("card")),
        (json!({"type": "althing_card", "card": "ace"}), "malformed_order", json!("card")),
        (json!({"type": "flee"}), "invalid_order", json!("places")),
        (
            json!({"type": "accept_trade", "get": "wool", "pay": "wool", "up_to": 1}),
            "invalid_order",
            json!("pay"),
        ),
        (
            json!({"type": "accept_trade", "get": "iron", "pay": "wool", "up_to": 1, "last_turn": 0}),
            "invalid_order",
            json!("last_turn"),
        ),
        (json!({"type": "decline_trades", "from": [9]}), "invalid_order", json!("from")),
        (json!({"type": "win"}), "malformed_order", json!("type")),
        (json!({}), "malformed_order", json!("type")),
        (json!([]), "malformed_order", json!("order")),
        (json!({"type": "end_turn", "seat": 1}), "malformed_order", json!("seat")),
    ] {
        let answer = give(&table, table.player(0), &order).await;
        answer.must_refuse(422, code);
        let blamed = field.as_str().map_or(answer.errors().is_empty(), |field| answer.blames(field));
        assert!(blamed, "{order}: {}", answer.text);
        let tried = format!("{}/orders/dry-run", table.path);
        let tried = table.player(0).post(&tried, &json!({ "order": order })).await;
        assert_eq!((tried.status, tried.code()), (422, code), "{order}");
    }
    let other = json!({"ruleset": "settlers", "order": {"type": "roll"}});
    let path = format!("{}/orders", table.path);
    table.player(0).post(&path, &other).await.must_blame(422, "invalid_field", "ruleset");
    let for_another = json!({"seat": 1, "order": {"type": "end_turn"}});
    assert!(table.player(0).post(&path, &for_another).await.blames("seat"));
    assert_eq!(stored(&service), before);
}

#[tokio::test]
async fn orders_of_the_settlers_that_make_no_sense_are_refused_by_field() {
    let service = Service::start();
    let people = service.people(["Aud", "Bjarni", "Cnut"]).await;
    let table = Table::of("settlers", &people).await;
    for (order, code, field) in [
        (json!({"type": "discard", "first": ["ore", "ore"]}), "invalid_order", "first"),
        (json!({"type": "trade", "rules": []}), "invalid_order", "rules"),
        (
            json!({"type": "trade", "rules": [{"from": 7, "then": "reject"}]}),
            "invalid_order",
            "rules[0].from",
        ),
        (json!({"type": "robber", "victims": []}), "invalid_order", "victims"),
        (json!({"type": "robber", "victims": [0]}), "invalid_order", "victims"),
    ] {
        give(&table, table.player(0), &order).await.must_blame(422, code, field);
    }
    leave(&table, 0, json!({"type": "discard", "first": ["ore"]})).await;
    leave(
        &table,
        0,
        json!({"type": "trade", "rules": [{"when": {"they_want_any_of": ["ore"]}, "then": "reject"}]}),
    )
    .await;
    assert_eq!(orders(&table, 0).await["items"].as_array().unwrap().len(), 2);
}

#[tokio::test]
async fn a_table_forbids_kinds_of_order_when_it_is_opened() {
    let service = Service::start();
    let people = service.people(["Aud", "Bjarni"]).await;
    let wrong = json!({"ruleset": "toy", "seats": 2, "forbidden_orders": ["keep_betting", "cheat"]});
    people[0].post("/v1/games", &wrong).await.must_blame(422, "invalid_field", "forbidden_orders[1]");
    let game = json!({"ruleset": "toy", "seats": 2, "forbidden_orders": ["keep_betting"]});
    let table = Table::with(&game, &people).await;
    let shown = people[0].get(&table.path).await.must_be(200);
    assert_eq!(shown["forbidden_orders"], json!(["keep_betting"]));
    give(&table, table.player(1), &betting()).await.must_refuse(403, "order_forbidden");
    leave(&table, 1, super::playing(3)).await;
    assert_eq!(orders(&table, 1).await["forbidden_orders"], json!(["keep_betting"]));
}

#[tokio::test]
async fn orders_are_for_those_who_play_and_nobody_sees_or_takes_back_anothers() {
    let service = Service::start();
    let table = three(&service).await;
    let order = leave(&table, 1, super::playing(3)).await;
    let path = format!("{}/orders/{}", table.path, order["order"]["id"].as_str().unwrap());
    table.player(0).delete(&path).await.must_refuse(404, "order_not_found");
    assert_eq!(orders(&table, 0).await["items"], json!([]));
    let guest = service.person("Eyvind").await;
    give(&table, &guest, &betting()).await.must_refuse(403, "not_a_member");
    guest.get(&format!("{}/orders", table.path)).await.must_refuse(403, "not_a_member");
    guest.delete(&path).await.must_refuse(403, "not_a_member");
    give(&table, &service.stranger(), &betting()).await.must_refuse(401, "unauthenticated");
    let reader = table.player(1).with_scopes(&["games:read", "games:play"]).await;
    give(&table, &reader, &betting()).await.must_refuse(403, "scope_too_small");
    let scoped = table.player(1).with_scopes(&["orders"]).await;
    scoped.delete(&path).await.must_be(204);
}

#[tokio::test]
async fn a_seat_has_no_more_than_forty_orders() {
    let service = Service::start();
    let table = three(&service).await;
    for _ in 0..40 {
        leave(&table, 1, super::playing(3)).await;
    }
    give(&table, table.player(1), &betting()).await.must_refuse(409, "too_many_orders");
    leave(&table, 2, super::playing(3)).await;
}

#[tokio::test]
async fn before_the_start_and_after_the_end_no_order_is_given() {
    let service = Service::start();
    let [aud, bjarni] = service.people(["Aud", "Bjarni"]).await;
    let path = aud.open(&json!({"ruleset": "toy", "seats": 2})).await;
    let order = json!({"order": betting()});
    aud.post(&format!("{path}/orders"), &order).await.must_refuse(409, "game_not_running");
    bjarni.post(&format!("{path}/join"), &json!({})).await.must_be(200);
    bjarni.post(&format!("{path}/resign"), &json!({})).await.must_be(200);
    aud.post(&format!("{path}/orders"), &order).await.must_refuse(409, "game_not_running");
    aud.post(&format!("{path}/orders/dry-run"), &order).await.must_refuse(409, "game_not_running");
    assert_eq!(aud.get(&format!("{path}/orders")).await.must_be(200)["items"], json!([]));
}

#[tokio::test]
async fn trying_an_order_says_what_it_would_answer_and_keeps_nothing() {
    let service = Service::start();
    let table = three(&service).await;
    let before = stored(&service);
    let dry_run = format!("{}/orders/dry-run", table.path);
    let order = json!({"order": betting()});
    let tried = table.player(0).post(&dry_run, &order).await.must_be(200);
    assert_eq!(tried["action"], json!({"type": "bet", "amount": 1}));
    assert_eq!(tried["decision"], "t0.go");
    let tried = table.player(1).post(&dry_run, &order).await.must_be(200);
    assert_eq!((&tried["decision"], &tried["action"]), (&Value::Null, &Value::Null));
    assert_eq!(stored(&service), before);
    assert_eq!(table.awaited().await, [0]);
}
