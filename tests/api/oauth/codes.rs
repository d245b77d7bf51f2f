//! Authorization codes: what one gives, and what it must not be traded for.

use chrono::TimeDelta;
use serde_json::json;

use super::*;

#[tokio::test]
async fn an_app_that_a_player_allows_reads_and_plays_for_them_and_knows_what_its_token_is() {
    let service = Service::start();
    let aud = service.person("Aud").await;
    let told = allow(&service, "Aud", &request("games:read games:create games:play")).await;
    assert_eq!(told["state"], "a state & more");
    assert_eq!(told["iss"], service.app.settings.http.public_url);
    let answer = trade(&service, &exchange(&told["code"])).await;
    let tokens = answer.must_be(200);
    assert_eq!((&tokens["token_type"], &tokens["expires_in"]), (&json!("Bearer"), &json!(3600)));
    assert_eq!(tokens["scope"], "games:read games:create games:play");
    let app = app(&aud, &tokens);
    let game = app.open(&json!({"ruleset": "nord", "seats": 2, "bots": ["random"]})).await;
    let legal = app.get(&format!("{game}/legal")).await.must_be(200);
    if let Some(decision) = legal["decisions"].as_array().and_then(|all| all.first()) {
        let action = json!({
            "ruleset": "nord", "decision": decision["decision"]["id"], "action": decision["actions"][0],
        });
        app.post(&format!("{game}/actions"), &action).await.must_be(200);
    }
    let current = app.get("/v1/tokens/current").await.must_be(200);
    assert_eq!((&current["kind"], &current["account_id"]), (&json!("app"), &json!(aud.id)));
    assert_eq!(current["scopes"], json!(["games:read", "games:create", "games:play"]));
    assert_eq!(current["app"]["client_id"], CLIENT);
    assert_eq!(current["app"]["redirect_origin"], "https://longship.example");
    assert_eq!(current["expires_at"], "2026-11-20T13:00:00Z");
}

#[tokio::test]
async fn a_code_that_is_traded_twice_gives_nothing_and_ends_what_it_gave() {
    let service = Service::start();
    let aud = service.person("Aud").await;
    let told = allow(&service, "Aud", &request("games:read")).await;
    let tokens = trade(&service, &exchange(&told["code"])).await.must_be(200);
    let app = app(&aud, &tokens);
    app.get("/v1/tokens/current").await.must_be(200);
    must_refuse(&trade(&service, &exchange(&told["code"])).await, "invalid_grant");
    app.get("/v1/tokens/current").await.must_refuse(401, "token_invalid");
    must_refuse(&refresh(&service, text(&tokens, "refresh_token")).await, "invalid_grant");
    assert_eq!(aud.get("/v1/me/apps").await.must_be(200)["items"], json!([]));
}

#[tokio::test]
async fn of_two_trades_of_a_code_at_the_same_moment_none_keeps_anything() {
    let service = Service::start_servers(2);
    let aud = service.person("Aud").await;
    let told = allow(&service, "Aud", &request("games:read")).await;
    let fields = exchange(&told["code"]);
    let (one, other, third) =
        tokio::join!(trade(&service, &fields), trade(&service, &fields), trade(&service, &fields));
    let given = [one, other, third].into_iter().filter(|answer| answer.status == 200).collect::<Vec<_>>();
    assert_eq!(given.len(), 1);
    service.app.personal_token_cache.clear();
    app(&aud, &given[0].json).get("/v1/tokens/current").await.must_refuse(401, "token_invalid");
}

#[tokio::test]
async fn a_code_is_worth_nothing_to_another_app_or_at_another_redirect_or_without_its_verifier() {
    let service = Service::start();
    service.person("Aud").await;
    let other_verifier = "another-verifier-of-forty-three-characters-or-more";
    for (field, wrong) in [
        ("client_id", "Otter"),
        ("redirect_uri", "https://otter.example/back"),
        ("redirect_uri", "https://longship.example/back/"),
        ("redirect_uri", "https://longship.example/back?x=1"),
        ("redirect_uri", "https://LONGSHIP.example/back"),
        ("code_verifier", other_verifier),
        ("code_verifier", &challenge()),
        ("code_verifier", "short"),
        ("code", "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"),
    ] {
        let told = allow(&service, "Aud", &request("games:read")).await;
        let mut fields = exchange(&told["code"]);
        fields.retain(|(name, _)| *name != field);
        fields.push((field, wrong.to_owned()));
        must_refuse(&trade(&service, &fields).await, "invalid_grant");
        // Who guesses has one guess: it was used up, unless the code itself was another one.
        let again = trade(&service, &exchange(&told["code"])).await;
        assert_eq!(again.status, if field == "code" { 200 } else { 400 }, "{field} {wrong}");
    }
    for field in ["client_id", "redirect_uri", "code_verifier", "code", "grant_type"] {
        let told = allow(&service, "Aud", &request("games:read")).await;
        let mut fields = exchange(&told["code"]);
        fields.retain(|(name, _)| *name != field);
        let error = if field == "client_id" { "invalid_client" } else { "invalid_request" };
        must_refuse(&trade(&service, &fields).await, error);
    }
}

#[tokio::test]
async fn a_code_is_valid_for_a_minute() {
    let service = Service::start();
    service.person("Aud").await;
    let told = allow(&service, "Aud", &request("games:read")).await;
    service.app.clock.advance(TimeDelta::seconds(59));
    trade(&service, &exchange(&told["code"])).await.must_be(200);
    let told = allow(&service, "Aud", &request("games:read")).await;
    service.app.clock.advance(TimeDelta::seconds(60));
    must_refuse(&trade(&service, &exchange(&told["code"])).await, "invalid_grant");
}

#[tokio::test]
async fn what_is_no_form_or_has_a_secret_or_says_a_thing_twice_is_refused_as_apps_expect_it() {
    let service = Service::start();
    let stranger = service.stranger();
    let json = stranger.post("/oauth/token", &json!({"grant_type": "refresh_token"})).await;
    must_refuse(&json, "invalid_request");
    let twice = [("grant_type", "refresh_token"), ("grant_type", "authorization_code"), ("client_id", "a")];
    must_refuse(&send(&service, "/oauth/token", &twice).await, "invalid_request");
    for grant in ["password", "client_credentials", "implicit", "urn:ietf:params:oauth:grant-type:jwt-bearer"]
    {
        let fields = [("grant_type", grant), ("client_id", "a"), ("username", "Aud"), ("password", PASSWORD)];
        must_refuse(&send(&service, "/oauth/token", &fields).await, "unsupported_grant_type");
    }
    let secret = [("grant_type", "refresh_token"), ("client_id", "a"), ("client_secret", "x")];
    let answer = send(&service, "/oauth/token", &secret).await;
    assert_eq!((answer.status, &answer.json["error"]), (401, &json!("invalid_client")));
    let request = stranger.request(Method::POST, "/oauth/token").basic_auth("a", Some("b"));
    let answer = stranger.send(request.header("Content-Type", FORM).body("grant_type=refresh_token")).await;
    assert_eq!((answer.status, &answer.json["error"]), (401, &json!("invalid_client")));
    for path in ["/oauth/revoke", "/oauth/introspect", "/oauth/device_authorization"] {
        assert_eq!(stranger.post_text(path, "text/plain", "x").await.status, 400, "{path}");
        assert_eq!(send(&service, path, &[]).await.status, 400, "{path}");
    }
}

#[tokio::test]
async fn no_code_or_token_is_stored_as_it_is() {
    let service = Service::start();
    service.person("Aud").await;
    let told = allow(&service, "Aud", &request("games:read")).await;
    let tokens = trade(&service, &exchange(&told["code"])).await.must_be(200);
    let secrets = [told["code"].as_str(), text(&tokens, "access_token"), text(&tokens, "refresh_token")];
    for table in
        ["app_codes", "app_refresh_tokens", "personal_tokens", "app_grants", "audit_log", "page_log_ins"]
    {
        let rows =
            service.database.texts(&format!("SELECT to_json(r)::text AS value FROM {table} r")).join("\n");
        assert!(!rows.is_empty(), "{table}");
        for secret in secrets {
            assert!(!rows.contains(secret), "{table}");
        }
    }
}
