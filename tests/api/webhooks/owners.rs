//! Whose webhooks are shown, kept, told and forgotten, and how.

use reqwest::Method;
use serde_json::json;

use super::receiver::Receiver;
use super::{Hook, arrived, heard, open};
use crate::harness::{Service, connect};

#[tokio::test]
async fn a_webhook_is_listed_without_its_secret_which_is_stored_nowhere_as_it_is() {
    let service = Service::start();
    let aud = service.person("Aud").await;
    let asked = json!({"url": "https://bot.example.org:8443/a?b=c", "description": " my bot "});
    let made = aud.post_under("key", "/v1/me/webhooks", &asked).await.must_be(201);
    let secret = made["secret"].as_str().unwrap();
    assert!(secret.starts_with("whsec_") && secret.len() == 50, "{secret}");
    let webhook = &made["webhook"];
    assert_eq!((&webhook["url"], &webhook["description"]), (&asked["url"], &json!("my bot")));
    assert_eq!((&webhook["enabled"], &webhook["games"]), (&json!(true), &json!(null)));
    let topics = webhook["topics"].as_array().unwrap();
    assert!(topics.contains(&json!("your_turn")) && !topics.contains(&json!("game_updated")), "{topics:?}");
    let listed = aud.get("/v1/me/webhooks").await;
    assert_eq!(listed.json, json!({"items": [webhook], "next_cursor": null, "prev_cursor": null}));
    assert!(!listed.text.contains("whsec"));
    // A repeat shows it again, but nobody who reads the tables can.
    assert_eq!(aud.post_under("key", "/v1/me/webhooks", &asked).await.json, made);
    let raw = secret.strip_prefix("whsec_").unwrap();
    let bytes = hex(raw);
    for table in ["webhooks", "replies", "audit_log"] {
        let query = format!("SELECT to_json(t)::text AS value FROM {table} t");
        for row in service.database.texts(&query) {
            assert!(!row.contains(raw) && !row.contains(&bytes), "{table}: {row}");
        }
    }
    let export = aud.get("/v1/me/export").await;
    assert_eq!(export.json["sections"]["webhooks"][0]["url"], asked["url"]);
    assert!(!export.text.contains(raw) && !export.text.contains(&bytes));
}

fn hex(base64: &str) -> String {
    use base64::Engine;
    let bytes = base64::prelude::BASE64_STANDARD.decode(base64).unwrap();
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[tokio::test]
async fn what_its_owner_does_with_a_webhook_stands_in_the_audit_log() {
    let office = open(0);
    let aud = office.service.person("Aud").await;
    let hook = Hook::of(&aud, &Receiver::start()).await;
    aud.post(&format!("{}/secret", hook.path), &json!({})).await.must_be(200);
    aud.delete(&hook.path).await.must_be(204);
    aud.get(&hook.path).await.must_refuse(404, "webhook_not_found");
    let log = aud.get("/v1/me/audit").await.must_be(200).to_string();
    for kind in ["webhook_made", "webhook_secret_rotated", "webhook_removed"] {
        assert!(log.contains(kind), "{log}");
    }
}

#[tokio::test]
async fn for_a_while_two_secrets_sign_and_then_only_the_new_one() {
    let office = open(1);
    let (receiver, aud) = (Receiver::start(), office.service.person("Aud").await);
    let hook = Hook::of(&aud, &receiver).await;
    let rotate = async |hours: u16| {
        let path = format!("{}/secret", hook.path);
        aud.post(&path, &json!({"keep_old_hours": hours})).await.must_be(200)
    };
    let second = rotate(2).await;
    assert_eq!(second["old_secret_until"], "2026-11-20T14:00:00Z");
    assert_eq!(hook.shown().await["old_secret_until"], "2026-11-20T14:00:00Z");
    let new = second["secret"].as_str().unwrap();
    hook.test().await;
    let both = heard(&receiver, 1).await.remove(0);
    assert_eq!(both.signatures(), [both.signature_by(new), both.signature_by(&hook.secret)]);
    arrived(&office).await;
    office.after_seconds(2 * 3_600);
    assert_eq!(hook.shown().await["old_secret_until"], json!(null));
    hook.test().await;
    let one = heard(&receiver, 2).await.remove(1);
    assert_eq!(one.signatures(), [one.signature_by(new)]);
    let third = rotate(0).await;
    assert_eq!(third["old_secret_until"], json!(null));
    hook.test().await;
    let last = heard(&receiver, 3).await.remove(2);
    assert_eq!(last.signatures(), [last.signature_by(third["secret"].as_str().unwrap())]);
}

#[tokio::test]
async fn what_was_sent_is_kept_for_thirty_days() {
    let office = open(1);
    let (receiver, aud) = (Receiver::start(), office.service.person("Aud").await);
    let hook = Hook::of(&aud, &receiver).await;
    hook.test().await;
    heard(&receiver, 1).await;
    let forget = async || {
        let mut ctx = connect(&office.service).await;
        althing::service::departures::forget(&mut ctx).await.unwrap();
    };
    let kept = || {
        let query = "SELECT count(*)::text AS value FROM webhook_deliveries";
        office.service.database.texts(query).remove(0)
    };
    office.service.app.clock.advance(chrono::TimeDelta::days(30));
    forget().await;
    assert_eq!(kept(), "1");
    office.service.app.clock.advance(chrono::TimeDelta::seconds(1));
    forget().await;
    assert_eq!(kept(), "0");
}

#[tokio::test]
async fn whoever_leaves_takes_his_webhooks_along() {
    let office = open(1);
    let (receiver, aud) = (Receiver::start(), office.service.person("Aud").await);
    let hook = Hook::of(&aud, &receiver).await;
    hook.test().await;
    heard(&receiver, 1).await;
    aud.delete_with("/v1/me", &json!({"password": "a long ship west"})).await.must_be(204);
    for table in ["webhooks", "webhook_deliveries", "webhook_waits"] {
        let query = format!("SELECT 'x' AS value FROM {table}");
        assert_eq!(office.service.database.texts(&query), Vec::<String>::new(), "{table}");
    }
}

#[tokio::test]
async fn nothing_is_sent_for_somebody_who_is_barred() {
    let mut office = open(1);
    let operator = office.operator("Dagny").await;
    let (receiver, aud) = (Receiver::start(), office.service.person("Aud").await);
    let hook = Hook::of(&aud, &receiver).await;
    let ban = operator.request(Method::PUT, &format!("/v1/admin/accounts/{}/ban", aud.id));
    operator.send(ban.json(&json!({"reason": "Shouted at everybody."}))).await.must_be(204);
    // As if the test had been asked for a moment before.
    let id = hook.path.rsplit('/').next().unwrap();
    office.service.database.run(&format!(
            "INSERT INTO webhook_deliveries (id, webhook_id, topic, body, happened_at, place, created_at, due_at, attempts, \
             tries) SELECT id, id, 'test', '{{}}', created_at, 0, created_at, created_at, 0, 0 FROM webhooks WHERE id = '{id}'"
        ));
    office.service.app.events.notify();
    // Another's arrives meanwhile.
    let other = Receiver::start();
    Hook::of(&office.service.person("Bjarni").await, &other).await.test().await;
    heard(&other, 1).await;
    assert_eq!(receiver.connections(), 0);
}

#[tokio::test]
async fn the_measures_count_what_waits_and_what_arrived() {
    let office = open(0);
    let aud = office.service.person("Aud").await;
    Hook::of(&aud, &Receiver::start()).await.test().await;
    // What the database says is shown for some seconds, and other tests ask, too: the names are what counts.
    let text = aud.get("/metrics").await.text;
    for name in ["althing_webhooks_waiting ", "althing_webhooks_oldest_seconds ", "althing_webhooks_failing "]
    {
        assert!(text.contains(name), "no {name} in {text}");
    }
}
