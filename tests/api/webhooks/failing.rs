//! Webhooks to which nothing arrives are given up, and their owners hear of it.

use serde_json::json;

use super::receiver::{Receiver, Whim};
use super::{Hook, heard, open, until_tried};
use crate::harness::PostOffice;

const HOUR: i64 = 3_600;

fn refuses() -> impl Iterator<Item = Whim> {
    std::iter::repeat_n(Whim::Answer(500), 100)
}

#[tokio::test]
async fn after_a_day_in_which_nothing_arrived_a_webhook_is_disabled_and_its_owner_gets_a_mail() {
    let office = open(1);
    let (receiver, aud) = (Receiver::start(), office.service.person("Aud").await);
    let hook = Hook::with(&aud, &receiver, json!({"description": "my bot"})).await;
    receiver.will(refuses());
    hook.test().await;
    until_tried(&office, &["- 1"]).await;
    office.after_seconds(24 * HOUR - 1);
    until_tried(&office, &["- 2"]).await;
    assert_eq!(hook.shown().await["enabled"], true);
    office.after_seconds(1);
    hook.test().await;
    until_tried(&office, &["dropped 2", "dropped 1"]).await;
    let shown = hook.shown().await;
    assert_eq!((&shown["enabled"], &shown["disabled_reason"]), (&json!(false), &json!("failing")));
    assert_eq!(shown["disabled_at"], "2026-11-21T12:00:00Z");
    let mail = office.mails(1).await.remove(0);
    assert_eq!(
        (mail.to.join(" "), mail.subject()),
        ("aud@example.org".to_owned(), "One of your webhooks was disabled".to_owned())
    );
    assert!(mail.text().contains(&format!("“my bot” ({})", receiver.url())), "{}", mail.text());
    // Nothing more is sent, and nothing can be asked for.
    let sent = receiver.heard().len();
    aud.post(&format!("{}/test", hook.path), &json!({})).await.must_refuse(409, "webhook_disabled");
    let dropped = hook.deliveries().await[0]["id"].as_str().unwrap().to_owned();
    let replay = format!("{}/deliveries/{dropped}/replay", hook.path);
    aud.post(&replay, &json!({})).await.must_refuse(409, "webhook_disabled");
    office.after_seconds(HOUR);
    assert_eq!(receiver.heard().len(), sent);
    enabling_it_again_forgets_that_it_failed(&office, &hook, &receiver, &replay).await;
}

async fn enabling_it_again_forgets_that_it_failed(
    office: &PostOffice,
    hook: &Hook,
    receiver: &Receiver,
    replay: &str,
) {
    let shown = hook.change(json!({"enabled": true})).await;
    for gone in ["disabled_at", "disabled_reason", "failing_since"] {
        assert_eq!(shown[gone], json!(null), "{gone}");
    }
    // It still answers 500: that is a new failure, and no reason to give it up at once.
    hook.owner.post(replay, &json!({})).await.must_be(202);
    until_tried(office, &["dropped 2", "- 2"]).await;
    assert_eq!(hook.shown().await["enabled"], true);
    assert_eq!(hook.shown().await["failing_since"], "2026-11-21T13:00:00Z");
    assert!(office.sink.taken().len() == 1 && receiver.heard().len() == 4);
}

#[tokio::test]
async fn one_success_begins_the_day_anew() {
    let office = open(1);
    let (receiver, aud) = (Receiver::start(), office.service.person("Aud").await);
    let hook = Hook::of(&aud, &receiver).await;
    receiver.will([Whim::Answer(500), Whim::Answer(500), Whim::Answer(200)]);
    receiver.will(refuses());
    hook.test().await;
    until_tried(&office, &["- 1"]).await;
    office.after_seconds(23 * HOUR);
    until_tried(&office, &["- 2"]).await;
    hook.test().await;
    until_tried(&office, &["- 2", "delivered 1"]).await;
    assert_eq!(hook.shown().await["failing_since"], json!(null));
    office.after_seconds(2 * HOUR);
    until_tried(&office, &["- 3", "delivered 1"]).await;
    let shown = hook.shown().await;
    assert_eq!((&shown["enabled"], &shown["failing_since"]), (&json!(true), &json!("2026-11-21T13:00:00Z")));
}

#[tokio::test]
async fn whoever_answers_that_he_is_gone_is_believed_at_once() {
    let office = open(1);
    let (receiver, aud) = (Receiver::start(), office.service.person("Aud").await);
    receiver.will([Whim::Answer(410)]);
    let hook = Hook::of(&aud, &receiver).await;
    let id = hook.test().await;
    until_tried(&office, &["dropped 1"]).await;
    let delivery = hook.delivery(&id).await;
    assert_eq!((&delivery["status"], &delivery["http_status"]), (&json!("dropped"), &json!(410)));
    assert_eq!(hook.shown().await["disabled_reason"], "gone");
    assert!(office.mails(1).await[0].text().contains(&receiver.url()));
}

#[tokio::test]
async fn a_webhook_that_is_enabled_before_the_mail_leaves_gives_none() {
    let office = PostOffice::open_with(0, super::at_home);
    let (receiver, aud) = (Receiver::start(), office.service.person("Aud").await);
    let hook = Hook::of(&aud, &receiver).await;
    office.tamper("UPDATE webhooks SET disabled_at = created_at, disabled_reason = 'gone'");
    office.tamper(
        "INSERT INTO mails (partition, id, account_id, kind, created_at, due_at) \
         SELECT account_id, id, account_id, 'webhook_disabled', created_at, created_at FROM webhooks",
    );
    hook.change(json!({"enabled": true})).await;
    let mut office = office;
    office.employ();
    let reasons = "SELECT coalesce(reason, '-') AS value FROM mails";
    office.until_stored(reasons, &["stale: webhook enabled again"]).await;
    assert_eq!(office.sink.taken(), []);
}

#[tokio::test]
async fn what_its_owner_disables_is_told_nothing_not_even_later() {
    let office = open(1);
    let (receiver, aud) = (Receiver::start(), office.service.person("Aud").await);
    let hook = Hook::of(&aud, &receiver).await;
    receiver.will([Whim::Answer(500)]);
    hook.test().await;
    until_tried(&office, &["- 1"]).await;
    let shown = hook.change(json!({"enabled": false})).await;
    assert_eq!((&shown["enabled"], &shown["disabled_reason"]), (&json!(false), &json!("owner")));
    until_tried(&office, &["dropped 1"]).await;
    let bjarni = office.service.person("Bjarni").await;
    crate::harness::Table::of("toy", &[aud, bjarni]).await;
    office.after_seconds(60);
    hook.change(json!({"enabled": true})).await;
    hook.test().await;
    let requests = heard(&receiver, 2).await;
    assert_eq!(requests.iter().map(|request| request.topic()).collect::<Vec<_>>(), ["test", "test"]);
    assert!(office.sink.taken().iter().all(|mail| !mail.subject().contains("webhook")));
}
