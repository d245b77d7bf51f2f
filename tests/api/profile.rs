//! What somebody says about himself.

use serde_json::json;

use crate::harness::{Service, Table, described, seeded_dice};

#[tokio::test]
async fn a_profile_changes_where_it_is_told_to_and_nowhere_else() {
    let service = Service::start();
    let aud = service.person("Aud").await;
    let before = aud.get("/v1/me").await.must_be(200);
    assert_eq!(aud.patch("/v1/me", &json!({})).await.must_be(200), before);
    let asked = json!({"name": "Auð", "language": "nn", "time_zone": "Europe/Oslo", "about": "Deep-minded.\r\nOften."});
    let after = aud.patch("/v1/me", &asked).await.must_be(200);
    assert_eq!((&after["name"], &after["language"]), (&json!("Auð"), &json!("nn")));
    assert_eq!(
        (&after["time_zone"], &after["about"]),
        (&json!("Europe/Oslo"), &json!("Deep-minded.\nOften."))
    );
    assert_eq!((&after["id"], &after["email"]), (&before["id"], &before["email"]));
    assert_eq!(aud.get("/v1/me").await.must_be(200), after);
}

#[tokio::test]
async fn what_cannot_be_in_a_profile_is_refused_by_field_and_changes_nothing() {
    let service = Service::start();
    let [aud, _bjarni] = service.people(["Aud", "Bjarni"]).await;
    let before = aud.get("/v1/me").await.must_be(200);
    let cases = [
        ("name", json!("a\u{202e}b")),
        ("name", json!("a\u{0}b")),
        ("name", json!("x".repeat(33))),
        ("name", json!("Departed 4f2a")),
        ("language", json!("tlh")),
        ("time_zone", json!("Middle/Earth")),
        ("about", json!("x".repeat(1_001))),
        ("about", json!("turned \u{202e}around")),
        ("about", json!("a\u{7}bell")),
        ("email", json!("other@example.org")),
    ];
    for (field, value) in cases {
        aud.patch("/v1/me", &json!({"about": "fine", field: value})).await.must_blame(
            422,
            "invalid_field",
            field,
        );
    }
    aud.patch("/v1/me", &json!({"name": "BJARNI"})).await.must_blame(409, "name_taken", "name");
    let long = json!({"name": "x".repeat(1_000_000)});
    aud.patch("/v1/me", &long).await.must_refuse(413, "body_too_large");
    assert_eq!(aud.get("/v1/me").await.must_be(200), before);
}

#[tokio::test]
async fn an_export_holds_everything_about_me_and_nothing_that_proves_who_i_am() {
    let service = Service::start();
    let people = service.people(["Aud", "Bjarni", "Cnut"]).await;
    let aud = &people[0];
    let made = json!({"name": "bot", "scopes": ["games:read"]});
    let token = aud.post("/v1/me/tokens", &made).await.must_be(201);
    let table = Table::of("landnam", &people).await;
    aud.block(&people[1].id).await.must_be(204);
    table.play(12, &mut seeded_dice(3)).await;
    assert!(aud.put(&format!("{}/note", table.path), &json!({"text": "Watch the ore"})).await.status < 300);
    aud.post(&format!("{}/messages", table.path), &json!({"text": "Hail"})).await.must_be(201);
    aud.post("/v1/me/stream-tickets", &json!({"path": "/v1/me/stream"})).await.must_be(201);
    aud.post(&format!("{}/votes", table.path), &json!({"kind": "pause"})).await.must_be(201);
    let answer = aud.get("/v1/me/export").await;
    for secret in
        ["argon2", &aud.token, token["token"].as_str().unwrap(), "hash", "bjarni@example.org", "secret"]
    {
        assert!(!answer.text.contains(secret), "{secret}: {}", answer.text);
    }
    let export = answer.must_be(200);
    described::must_fit("AccountExport", &export);
    let data = &export["data"];
    assert_eq!((&data["games"][0]["game_id"], &data["actions"][0]["by"]), (&json!(table.id), &json!("seat")));
    assert_eq!(data["blocks"][0]["account_id"], people[1].id);
    assert_eq!(
        (&data["notes"][0]["text"], &data["messages"][0]["text"]),
        (&json!("Watch the ore"), &json!("Hail"))
    );
    for (subject, section) in [("actions", "actions"), ("audit_log", "audit"), ("ballots", "ballots")] {
        let many = |list: &serde_json::Value| list.as_array().unwrap().len();
        assert_eq!(many(&data[subject]), many(&export["sections"][section]), "{subject}");
    }
    assert_eq!(export["account"], aud.get("/v1/me").await.must_be(200));
    let sections = &export["sections"];
    let count = |section: &str| sections[section].as_array().unwrap().len();
    assert_eq!((count("sessions"), count("personal_tokens"), count("blocks"), count("games")), (1, 1, 1, 1));
    assert_eq!(
        (count("notes"), count("messages"), count("read_marks"), count("stream_tickets")),
        (1, 1, 1, 1)
    );
    assert_eq!((count("votes"), count("ballots")), (1, 1));
    assert_eq!(
        (&sections["notes"][0]["text"], &sections["messages"][0]["text"]),
        (&json!("Watch the ore"), &json!("Hail"))
    );
    assert_eq!(sections["games"][0]["game"], table.id);
    assert!(count("actions") > 0 && sections["actions"][0]["action"]["type"].is_string(), "{sections}");
    let at = sections["sessions"][0]["created_at"].as_str().unwrap();
    assert!(at.starts_with("2026-11-20T12:00:00") && at.ends_with("+00:00"), "{at}");
    let bot = aud.with_token(token["token"].as_str().unwrap());
    bot.get("/v1/me/export").await.must_refuse(403, "session_required");
}
