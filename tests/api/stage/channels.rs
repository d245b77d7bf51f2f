//! How the owner of a game comes to have its news posted somewhere.

use serde_json::{Value, json};

use super::{Asked, rows_of};
use crate::harness::{Person, Service};

fn asked(format: &str, url: &str) -> Value {
    json!({"format": format, "url": url})
}

/// Aud and a channel of a game of hers.
async fn owner(service: &Service) -> (Person, String) {
    let person = service.person("Aud").await;
    let path = format!("{}/channels", person.open(&json!({"ruleset": "toy", "seats": 3})).await);
    let new = asked("discord", "https://discord.com/api/webhooks/1/x");
    let made = person.post(&path, &new).await.must_be(201);
    let path = format!("{path}/{}", made["channel"]["id"].as_str().unwrap());
    (person, path)
}

pub async fn set(service: &Service) -> Asked {
    let person = service.person("Aud").await;
    let path = format!("{}/channels", person.open(&json!({"ruleset": "toy", "seats": 3})).await);
    let discord = asked("discord", "https://discord.com/api/webhooks/1/x");
    let slack = asked("slack", "https://hooks.slack.com/services/T/B/x");
    Asked::new(person, path, [discord, slack], rows_of("game_channels"))
}

pub async fn test(service: &Service) -> Asked {
    let (person, path) = owner(service).await;
    Asked::new(person, format!("{path}/test"), [json!({}), json!({})], rows_of("channel_posts"))
}

pub async fn change(service: &Service) -> Asked {
    let (person, path) = owner(service).await;
    let (body, other) = (json!({"pictures": false}), json!({"enabled": false}));
    let effect = "SELECT count(*) FROM game_channels WHERE cardinality(topics) < 7 OR NOT has_pictures \
        OR disabled_at IS NOT NULL";
    Asked::new(person, path, [body, other], effect)
}
