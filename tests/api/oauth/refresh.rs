//! Refresh tokens: each works once, and never for more than was allowed.

use chrono::TimeDelta;
use serde_json::json;

use super::*;

#[tokio::test]
async fn each_refresh_token_works_once_and_a_reused_one_ends_the_grant() {
    let service = Service::start();
    let aud = service.person("Aud").await;
    let first = tokens(&service, "Aud", "games:read account:read").await;
    let second = refresh(&service, text(&first, "refresh_token")).await.must_be(200);
    let third = refresh(&service, text(&second, "refresh_token")).await.must_be(200);
    app(&aud, &third).get("/v1/me").await.must_be(200);
    // The requests that were under way with the token before are still served.
    app(&aud, &second).get("/v1/me").await.must_be(200);
    must_refuse(&refresh(&service, text(&second, "refresh_token")).await, "invalid_grant");
    for tokens in [&first, &second, &third] {
        app(&aud, tokens).get("/v1/me").await.must_refuse(401, "token_invalid");
        must_refuse(&refresh(&service, text(tokens, "refresh_token")).await, "invalid_grant");
    }
    let log = aud.get("/v1/me/audit").await.must_be(200)["items"].clone();
    let kinds: Vec<_> = log.as_array().unwrap().iter().map(|entry| text(entry, "kind").to_owned()).collect();
    assert!(
        kinds.contains(&"app_token_reused".to_owned()) && kinds.contains(&"app_allowed".to_owned()),
        "{kinds:?}"
    );
}

#[tokio::test]
async fn of_refreshes_at_the_same_moment_one_is_served_and_the_grant_ends() {
    let service = Service::start();
    let aud = service.person("Aud").await;
    let first = tokens(&service, "Aud", "account:read").await;
    let token = text(&first, "refresh_token");
    let (a, b, c) =
        tokio::join!(refresh(&service, token), refresh(&service, token), refresh(&service, token));
    let given = [a, b, c].into_iter().filter(|answer| answer.status == 200).collect::<Vec<_>>();
    assert_eq!(given.len(), 1);
    app(&aud, &given[0].json).get("/v1/me").await.must_refuse(401, "token_invalid");
    must_refuse(&refresh(&service, text(&given[0].json, "refresh_token")).await, "invalid_grant");
}

#[tokio::test]
async fn scopes_shrink_at_a_refresh_and_never_grow() {
    let service = Service::start();
    let aud = service.person("Aud").await;
    let first = tokens(&service, "Aud", "games:read account:read").await;
    let token = text(&first, "refresh_token").to_owned();
    let ask = async |token: &str, scope: &str| {
        let fields = [
            ("grant_type", "refresh_token"),
            ("client_id", CLIENT),
            ("refresh_token", token),
            ("scope", scope),
        ];
        send(&service, "/oauth/token", &fields).await
    };
    for more in ["games:read games:play", "admin", "games:read admin", "everything"] {
        must_refuse(&ask(&token, more).await, "invalid_scope");
    }
    let less = ask(&token, "games:read").await.must_be(200);
    assert_eq!(less["scope"], "games:read");
    app(&aud, &less).get("/v1/me").await.must_refuse(403, "scope_too_small");
    // What was allowed stays allowed.
    let all = ask(text(&less, "refresh_token"), "games:read account:read").await.must_be(200);
    app(&aud, &all).get("/v1/me").await.must_be(200);
}

#[tokio::test]
async fn a_refresh_token_is_worth_nothing_to_another_app_nor_as_another_kind_of_token() {
    let service = Service::start();
    let aud = service.person("Aud").await;
    let first = tokens(&service, "Aud", "account:read").await;
    let (access, token) = (text(&first, "access_token"), text(&first, "refresh_token"));
    let stolen = [("grant_type", "refresh_token"), ("client_id", "Otter"), ("refresh_token", token)];
    must_refuse(&send(&service, "/oauth/token", &stolen).await, "invalid_grant");
    must_refuse(&refresh(&service, access).await, "invalid_grant");
    aud.with_token(token).get("/v1/me").await.must_refuse(401, "token_invalid");
    // A session and an app don't pass for each other.
    aud.post("/v1/sessions/refresh", &json!({"refresh_token": token}))
        .await
        .must_refuse(401, "refresh_token_invalid");
    let session = json!({"login": "Aud", "password": PASSWORD});
    let session = aud.post("/v1/sessions", &session).await.must_be(201);
    must_refuse(&refresh(&service, text(&session, "refresh_token")).await, "invalid_grant");
    refresh(&service, token).await.must_be(200);
}

#[tokio::test]
async fn an_access_token_lasts_an_hour_and_a_grant_ninety_days_after_its_last_refresh() {
    let service = Service::start();
    let aud = service.person("Aud").await;
    let first = tokens(&service, "Aud", "account:read").await;
    service.app.clock.advance(TimeDelta::seconds(3_599));
    app(&aud, &first).get("/v1/me").await.must_be(200);
    service.app.clock.advance(TimeDelta::seconds(1));
    app(&aud, &first).get("/v1/me").await.must_refuse(401, "token_expired");
    service.app.clock.advance(TimeDelta::days(89));
    let second = refresh(&service, text(&first, "refresh_token")).await.must_be(200);
    service.app.clock.advance(TimeDelta::days(89));
    let third = refresh(&service, text(&second, "refresh_token")).await.must_be(200);
    service.app.clock.advance(TimeDelta::days(91));
    must_refuse(&refresh(&service, text(&third, "refresh_token")).await, "invalid_grant");
}

#[tokio::test]
async fn an_app_that_refreshes_again_and_again_leaves_few_tokens_behind() {
    let service = Service::start();
    service.person("Aud").await;
    let mut last = tokens(&service, "Aud", "account:read").await;
    for _ in 0..12 {
        last = refresh(&service, text(&last, "refresh_token")).await.must_be(200);
    }
    assert_eq!(service.database.texts("SELECT id::text AS value FROM personal_tokens").len(), 5);
    assert_eq!(service.database.texts("SELECT id::text AS value FROM app_grants").len(), 1);
    for _ in 0..12 {
        tokens(&service, "Aud", "account:read").await;
    }
    assert_eq!(service.database.texts("SELECT id::text AS value FROM app_grants").len(), 10);
    assert_eq!(service.database.texts("SELECT id::text AS value FROM apps").len(), 1);
}
