//! Who sets a channel, where it may post to, and that its address is nowhere to be read.

use althing::store::pool;
use serde_json::{Value, json};

use super::{BOT_TOKEN, MATRIX_TOKEN, ROOM, SECRET_PATH, came, given, open, set};
use crate::harness::{Service, Table};
use crate::webhooks::receiver::Receiver;

#[tokio::test]
async fn only_the_owner_sets_changes_and_ends_a_channel_and_only_players_see_it() {
    let service = Service::start();
    let people = service.people(["Aud", "Bjarni"]).await;
    let table = Table::of("toy", &people).await;
    let (aud, bjarni, eyvind) = (&people[0], &people[1], service.person("Eyvind").await);
    let path = format!("{}/channels", table.path);
    let new = json!({"format": "discord", "url": "https://discord.com/api/webhooks/1/x", "time_zone": "Europe/Oslo"});
    bjarni.post(&path, &new).await.must_refuse(403, "not_the_owner");
    eyvind.post(&path, &new).await.must_refuse(403, "not_a_member");
    service.stranger().post(&path, &new).await.must_refuse(401, "unauthenticated");
    let made = aud.post(&path, &new).await.must_be(201);
    assert_eq!((&made["secret"], &made["channel"]["host"]), (&Value::Null, &json!("discord.com")));
    aud.post(&path, &new).await.must_refuse(409, "channel_exists");
    let channel = format!("{path}/{}", made["channel"]["id"].as_str().unwrap());
    let shown = bjarni.get(&path).await.must_be(200);
    assert_eq!(shown["items"][0]["set_by"], aud.id);
    assert_eq!(shown["items"][0]["agreements"], json!([]));
    eyvind.get(&path).await.must_refuse(403, "not_a_member");
    for refused in [
        bjarni.patch(&channel, &json!({"pictures": false})).await,
        bjarni.delete(&channel).await,
        bjarni.post(&format!("{channel}/test"), &json!({})).await,
    ] {
        refused.must_refuse(403, "not_the_owner");
    }
    let reader = aud.with_scopes(&["games:read", "games:play"]).await;
    reader.get(&channel).await.must_be(200);
    reader.delete(&channel).await.must_refuse(403, "scope_too_small");
    let changed =
        aud.patch(&channel, &json!({"topics": ["vote", "awaited"], "enabled": false})).await.must_be(200);
    assert_eq!(changed["topics"], json!(["awaited", "vote"]));
    assert_eq!(changed["disabled_reason"], "owner");
    aud.delete(&channel).await.must_be(204);
    aud.get(&channel).await.must_refuse(404, "channel_not_found");
}

#[tokio::test]
async fn addresses_are_those_of_the_service_and_public_ones() {
    let service = Service::start();
    let aud = service.person("Aud").await;
    let path = format!("{}/channels", aud.open(&json!({"ruleset": "toy", "seats": 2})).await);
    let url = |format: &str, url: &str| json!({"format": format, "url": url});
    let matrix = |url: &str, token: &str, room: &str| json!({"format": "matrix", "url": url, "token": token, "room": room});
    let telegram = |token: &str, room: &str| json!({"format": "telegram", "token": token, "room": room});
    let wrong = [
        (url("discord", "https://evil.example/api/webhooks/1/x"), "url"),
        (url("discord", "https://discord.com.evil.example/api/webhooks/1/x"), "url"),
        (url("discord", "https://evil.example/?https://discord.com/api/webhooks/1/x"), "url"),
        (url("discord", "https://discord.com:8443/api/webhooks/1/x"), "url"),
        (url("discord", "https://discord.com/api/users/1"), "url"),
        (url("discord", "https://discord.com/api/webhooks/../users/1"), "url"),
        (url("discord", "https://discord.com/api/webhooks/%2e%2e/users"), "url"),
        (url("discord", "http://discord.com/api/webhooks/1/x"), "url"),
        (url("discord", "https://a:b@discord.com/api/webhooks/1/x"), "url"),
        (url("slack", "https://discord.com/api/webhooks/1/x"), "url"),
        (url("slack", "https://slack.com/services/x"), "url"),
        (url("althing", "https://127.0.0.1/"), "url"),
        (url("althing", "https://localhost/"), "url"),
        (url("althing", "https://[::1]/"), "url"),
        (url("althing", "ftp://bot.example.org/"), "url"),
        (json!({"format": "discord"}), "url"),
        (matrix("https://10.0.0.1", MATRIX_TOKEN, ROOM), "url"),
        (matrix("https://matrix.example.org", "short", ROOM), "token"),
        (matrix("https://matrix.example.org", "with blanks in it", ROOM), "token"),
        (matrix("https://matrix.example.org", MATRIX_TOKEN, "#alias:example.org"), "room"),
        (telegram("nothing", "-1"), "token"),
        (telegram(BOT_TOKEN, "a chat"), "room"),
        (
            json!({"format": "telegram", "url": "https://evil.example", "token": BOT_TOKEN, "room": "1"}),
            "url",
        ),
        (json!({"format": "slack", "url": "https://hooks.slack.com/services/x", "token": "x"}), "token"),
    ];
    for (new, field) in wrong {
        let answer = aud.post(&path, &new).await;
        assert!(!answer.text.contains(BOT_TOKEN) && !answer.text.contains(MATRIX_TOKEN), "{}", answer.text);
        answer.must_blame(422, "invalid_field", field);
    }
    for new in [
        url("discord", "https://discord.com/api/webhooks/1/x?thread_id=5"),
        url("slack", "https://hooks.slack.com/services/T/B/x"),
        matrix("https://matrix.example.org", MATRIX_TOKEN, ROOM),
        telegram(BOT_TOKEN, "@thing_by_the_sea"),
        url("althing", "https://bot.example.org/hook"),
    ] {
        aud.post(&path, &new).await.must_be(201);
    }
}

#[tokio::test]
async fn an_address_is_in_no_answer_no_row_no_export_and_ends_with_the_account() {
    let office = open();
    let receiver = Receiver::start();
    let aud = office.service.person("Aud").await;
    let path = aud.open(&json!({"ruleset": "toy", "seats": 2})).await;
    let mut answers = Vec::new();
    for format in ["discord", "matrix", "telegram", "althing"] {
        let channel = set(&aud, &path, &given(format, &receiver)).await;
        answers.push(aud.post(&format!("{channel}/test"), &json!({})).await.text);
    }
    came(&office, &receiver, 4).await;
    super::until_posts(&office, &["delivered 0"; 4]).await;
    for asked in [format!("{path}/channels"), "/v1/me/export".to_owned(), "/v1/me/audit".to_owned()] {
        answers.push(aud.get(&asked).await.text);
    }
    let database = &office.service.database;
    let tables = "SELECT table_name AS value FROM information_schema.tables WHERE table_schema = 'public'";
    for table in database.texts(tables) {
        answers.extend(database.texts(&format!("SELECT to_json(r)::text AS value FROM {table} r")));
    }
    assert!(answers.iter().any(|answer| answer.contains("channel_posts")), "the export has the posts");
    let room = ROOM.trim_start_matches('!');
    for (secret, bytes) in [SECRET_PATH, MATRIX_TOKEN, BOT_TOKEN, room].map(|text| (text, hex::encode(text)))
    {
        for answer in &answers {
            assert!(!answer.contains(secret) && !answer.contains(&bytes), "{secret} in {answer}");
        }
    }
    aud.delete_with("/v1/me", &json!({"password": "a long ship west"})).await.must_be(204);
    for table in ["game_channels", "channel_agreements", "channel_posts"] {
        assert_eq!(database.texts(&format!("SELECT count(*)::text AS value FROM {table}")), ["0"], "{table}");
    }
}

#[tokio::test]
async fn channels_of_an_account_that_is_recovered_rest_until_their_owner_resumes_them() {
    let office = open();
    let receiver = Receiver::start();
    let aud = office.service.person("Aud").await;
    let path = aud.open(&json!({"ruleset": "toy", "seats": 2})).await;
    let channel = set(&aud, &path, &given("discord", &receiver)).await;
    let pool = pool::open(&office.service.database.url(), 1).unwrap();
    let app = std::sync::Arc::new(office.service.app.clone());
    let mut ctx = althing::service::Ctx::acquire(&app, &pool).await.unwrap();
    althing::service::channels::suspend_all(&mut ctx, aud.id.parse().unwrap()).await.unwrap();
    let shown = aud.get(&channel).await.must_be(200);
    assert_eq!((&shown["disabled_reason"], &shown["posting"]), (&json!("password_reset"), &json!(false)));
    aud.post(&format!("{channel}/test"), &json!({})).await.must_refuse(409, "channel_disabled");
    aud.patch(&channel, &json!({"enabled": true})).await.must_be(200);
    aud.post(&format!("{channel}/test"), &json!({})).await.must_be(202);
    came(&office, &receiver, 1).await;
}
