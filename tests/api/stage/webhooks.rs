//! How somebody comes to have things sent to a program of his.

use serde_json::{Value, json};

use super::{Asked, rows_of};
use crate::harness::{Person, Service};

/// Aud and a webhook of hers.
async fn owner(service: &Service) -> (Person, String) {
    let person = service.person("Aud").await;
    let made = person.post("/v1/me/webhooks", &asked("https://bot.example.org/")).await.must_be(201);
    let path = format!("/v1/me/webhooks/{}", made["webhook"]["id"].as_str().unwrap());
    (person, path)
}

fn asked(url: &str) -> Value {
    json!({"url": url, "topics": ["vote"]})
}

pub async fn make(service: &Service) -> Asked {
    Asked::new(
        service.person("Aud").await,
        "/v1/me/webhooks",
        [asked("https://bot.example.org/"), asked("https://other.example.org/")],
        rows_of("webhooks"),
    )
}

pub async fn rotate(service: &Service) -> Asked {
    let (person, path) = owner(service).await;
    let (body, other) = (json!({}), json!({"keep_old_hours": 1}));
    let effect = "SELECT count(*) FROM audit_log WHERE kind = 'webhook_secret_rotated'";
    Asked::new(person, format!("{path}/secret"), [body, other], effect)
}

pub async fn test(service: &Service) -> Asked {
    let (person, path) = owner(service).await;
    let path = format!("{path}/test");
    Asked::new(person, path, [json!({}), json!({})], rows_of("webhook_deliveries"))
}

pub async fn replay(service: &Service) -> Asked {
    let (person, path) = owner(service).await;
    let sent = person.post(&format!("{path}/test"), &json!({})).await.must_be(202);
    let path = format!("{path}/deliveries/{}/replay", sent["id"].as_str().unwrap());
    service.app.clock.advance(chrono::TimeDelta::seconds(1));
    // Nobody carries it here: sending it again makes it due anew.
    let effect = "SELECT count(*) FROM webhook_deliveries WHERE due_at > created_at";
    Asked::new(person, path, [json!({}), json!({})], effect)
}

pub async fn change(service: &Service) -> Asked {
    let (person, path) = owner(service).await;
    let (body, other) = (json!({"topics": ["vote", "game_updated"]}), json!({"enabled": false}));
    let effect = "SELECT count(*) FROM webhooks WHERE topics <> '{vote}' OR disabled_at IS NOT NULL";
    Asked::new(person, path, [body, other], effect)
}

const PUSH: &str = "/v1/me/push-subscriptions";

fn browser(name: &str) -> Value {
    let p256dh = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
    let keys = json!({"p256dh": p256dh, "auth": "BTBZMqHH6r4Tts7J_aSIgg"});
    json!({"endpoint": format!("https://push.example.org/{name}"), "keys": keys, "label": name})
}

pub async fn subscribe_browser(service: &Service) -> Asked {
    let person = service.person("Aud").await;
    Asked::new(person, PUSH, [browser("phone"), browser("laptop")], rows_of("push_subscriptions"))
}

pub async fn test_browser(service: &Service) -> Asked {
    let person = service.person("Aud").await;
    let made = person.post(PUSH, &browser("phone")).await.must_be(201);
    let path = format!("{PUSH}/{}/test", made["id"].as_str().unwrap());
    Asked::new(person, path, [json!({}), json!({})], rows_of("push_deliveries"))
}
