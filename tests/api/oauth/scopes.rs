//! What apps may do, and what stays with sessions.

use serde_json::json;

use super::*;

const ALL: &str = "games:read games:create games:play orders messages webhooks account:read profile:write \
                   notifications:write availability:write social:write clubs competitions";

#[tokio::test]
async fn an_app_with_every_scope_does_everything_but_security() {
    let service = Service::start();
    let [aud, bjarni] = service.people(["Aud", "Bjarni"]).await;
    let app = app(&aud, &tokens(&service, "Aud", ALL).await);
    app.patch("/v1/me", &json!({"about": "Settling in."})).await.must_be(200);
    app.put("/v1/me/availability", &json!({"sleep": null, "days_off": ["sunday"]})).await.must_be(200);
    assert_eq!(app.block(&bjarni.id).await.status, 204);
    app.put("/v1/me/notifications/preferences", &json!({"digest_hour": 7})).await.must_be(200);
    for (method, path, body) in [
        (Method::POST, "/v1/me/tokens", json!({"name": "x", "scopes": ["games:read"]})),
        (Method::GET, "/v1/me/tokens", Value::Null),
        (Method::GET, "/v1/me/sessions", Value::Null),
        (Method::DELETE, "/v1/me/sessions", Value::Null),
        (Method::POST, "/v1/me/password", json!({"old_password": PASSWORD, "new_password": "a longer ship"})),
        (Method::POST, "/v1/me/email", json!({"email": "a@example.net", "password": PASSWORD})),
        (Method::DELETE, "/v1/me/email", Value::Null),
        (Method::GET, "/v1/me/export", Value::Null),
        (Method::DELETE, "/v1/me", json!({"password": PASSWORD})),
        (Method::GET, "/v1/me/apps", Value::Null),
        (Method::GET, "/v1/me/feeds", Value::Null),
    ] {
        let request = app.request(method, path);
        let request = if body.is_null() { request } else { request.json(&body) };
        app.send(request).await.must_refuse(403, "session_required");
    }
}

#[tokio::test]
async fn an_operator_can_give_no_app_the_scope_of_operators() {
    let mut office = crate::harness::PostOffice::open();
    let operator = office.operator("Aud").await;
    let session = operator.get("/v1/tokens/current").await.must_be(200);
    assert!(session["scopes"].as_array().unwrap().contains(&json!("admin")), "{session}");
    let app = app(&operator, &tokens(&office.service, "Aud", ALL).await);
    app.get("/v1/admin/dead-letters").await.must_refuse(403, "scope_too_small");
    let current = app.get("/v1/tokens/current").await.must_be(200);
    assert!(!current["scopes"].as_array().unwrap().contains(&json!("admin")), "{current}");
}

#[tokio::test]
async fn any_token_says_what_it_is_whatever_its_scopes() {
    let service = Service::start();
    let aud = service.person("Aud").await;
    let session = aud.get("/v1/tokens/current").await.must_be(200);
    assert_eq!((&session["kind"], &session["account_id"]), (&json!("session"), &json!(aud.id)));
    assert_eq!(session["expires_at"], "2026-11-20T12:15:00Z");
    let bot = aud.with_scopes(&["games:play"]).await;
    let personal = bot.get("/v1/tokens/current").await.must_be(200);
    assert_eq!((&personal["kind"], &personal["name"]), (&json!("personal"), &json!("bot")));
    assert_eq!((&personal["scopes"], &personal["app"]), (&json!(["games:play"]), &Value::Null));
    let stranger = service.stranger();
    stranger.get("/v1/tokens/current").await.must_refuse(401, "unauthenticated");
    aud.with_token("althing_app_x").get("/v1/tokens/current").await.must_refuse(401, "token_invalid");
}
