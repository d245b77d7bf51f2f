//! Programs without a browser: the code that they show is typed on a page, by somebody who started them.

use serde_json::json;

use super::*;

const DEVICE_GRANT: &str = "urn:ietf:params:oauth:grant-type:device_code";

async fn begin(service: &Service, scope: &str) -> Value {
    let fields = [("client_id", CLIENT), ("scope", scope)];
    send(service, "/oauth/device_authorization", &fields).await.must_be(200)
}

async fn poll(service: &Service, begun: &Value) -> Answer {
    poll_as(service, begun, CLIENT).await
}

async fn poll_as(service: &Service, begun: &Value, client: &str) -> Answer {
    let code = text(begun, "device_code");
    let fields = [("grant_type", DEVICE_GRANT), ("client_id", client), ("device_code", code)];
    send(service, "/oauth/token", &fields).await
}

fn wait(service: &Service, seconds: i64) {
    service.app.clock.advance(chrono::TimeDelta::seconds(seconds));
}

/// Types the code, and logs in.
async fn find(browser: &CookieBrowser, code: &str, name: &str) -> Page {
    let page = browser.open("/device").await;
    let page = browser.send_form(&page.form("find_device").with("user_code", code)).await;
    let form = page.form("use_password").with("login", name).with("password", PASSWORD);
    browser.send_form(&form).await
}

#[tokio::test]
async fn a_program_without_a_browser_gets_its_tokens_once_the_code_was_typed_and_allowed() {
    let service = Service::start();
    let aud = service.person("Aud").await;
    let begun = begin(&service, "games:read account:read").await;
    assert_eq!((&begun["interval"], &begun["expires_in"]), (&json!(5), &json!(900)));
    // No address has the code filled in: a link of a stranger could have it, too.
    assert!(begun.get("verification_uri_complete").is_none());
    let uri = text(&begun, "verification_uri").to_owned();
    assert_eq!(uri.strip_prefix(&service.app.settings.http.public_url), Some("/device"));
    must_refuse(&poll(&service, &begun).await, "authorization_pending");
    let browser = CookieBrowser::of(&service);
    let typed = text(&begun, "user_code").to_lowercase().replace('-', " ");
    let page = find(&browser, &typed, "Aud").await;
    page.says("It calls itself “Longship”")
        .says("Did you start this program yourself")
        .says("Read your account");
    let without = browser.send_form(&page.form("allow")).await;
    assert_eq!(without.0.status, 422);
    wait(&service, 5);
    must_refuse(&poll(&service, &begun).await, "authorization_pending");
    let done = browser.send_form(&page.form("allow").with("started", "yes")).await;
    done.says("The program can act for you now");
    wait(&service, 5);
    let tokens = poll(&service, &begun).await.must_be(200);
    let app = app(&aud, &tokens);
    app.get("/v1/me").await.must_be(200);
    assert_eq!(app.get("/v1/tokens/current").await.json["app"]["redirect_origin"], Value::Null);
    refresh(&service, text(&tokens, "refresh_token")).await.must_be(200);
    // The codes are used up.
    wait(&service, 5);
    must_refuse(&poll(&service, &begun).await, "invalid_grant");
    let again = browser.open("/device").await;
    let again = browser.send_form(&again.form("find_device").with("user_code", &typed)).await;
    assert_eq!(again.0.status, 422);
}

#[tokio::test]
async fn a_program_that_polls_too_often_is_slowed_down() {
    let service = Service::start();
    let begun = begin(&service, "games:read").await;
    must_refuse(&poll(&service, &begun).await, "authorization_pending");
    must_refuse(&poll(&service, &begun).await, "slow_down");
    // Ten seconds from now on, and again five more.
    wait(&service, 9);
    must_refuse(&poll(&service, &begun).await, "slow_down");
    wait(&service, 14);
    must_refuse(&poll(&service, &begun).await, "slow_down");
    wait(&service, 20);
    must_refuse(&poll(&service, &begun).await, "authorization_pending");
}

#[tokio::test]
async fn a_program_is_told_that_it_was_denied_or_waited_too_long_and_another_app_is_told_nothing() {
    let service = Service::start();
    service.person("Aud").await;
    let begun = begin(&service, "games:read").await;
    must_refuse(&poll_as(&service, &begun, "Otter").await, "invalid_grant");
    let browser = CookieBrowser::of(&service);
    let page = find(&browser, text(&begun, "user_code"), "Aud").await;
    browser.send_form(&page.form("deny")).await.says("You denied it");
    must_refuse(&poll(&service, &begun).await, "access_denied");
    let late = browser.send_form(&page.form("allow").with("started", "yes")).await;
    assert_eq!(late.0.status, 422);
    let begun = begin(&service, "games:read").await;
    wait(&service, 15 * 60);
    must_refuse(&poll(&service, &begun).await, "expired_token");
    let page = browser.open("/device").await;
    let page =
        browser.send_form(&page.form("find_device").with("user_code", text(&begun, "user_code"))).await;
    assert_eq!(page.0.status, 422);
}

#[tokio::test]
async fn a_link_or_a_form_of_a_stranger_types_no_code_and_allows_no_program() {
    let service = Service::start();
    service.person("Aud").await;
    let begun = begin(&service, "games:read").await;
    let code = text(&begun, "user_code");
    let browser = CookieBrowser::of(&service);
    let form = find(&browser, code, "Aud").await.form("allow").with("started", "yes");
    for address in [format!("/device?user_code={code}"), format!("/device?code={code}&press=find_device")] {
        let page = browser.open(&address).await;
        assert!(!page.can("allow") && !page.0.text.contains(code), "{}", page.0.text);
    }
    let fields: Vec<(&str, &str)> =
        form.fields.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    let without: Vec<_> = fields.iter().copied().filter(|(name, _)| *name != "form_token").collect();
    let own = browser.origin().to_owned();
    for (origin, fields) in [
        (Some("https://evil.example"), &fields),
        (None, &fields),
        (Some("null"), &fields),
        (Some(own.as_str()), &without),
    ] {
        let page = browser.post("/device", &crate::harness::Crafted { origin, fields, cookie: None }).await;
        assert_eq!(page.0.status, 403, "{}", page.0.text);
    }
    must_refuse(&poll(&service, &begun).await, "authorization_pending");
}

#[tokio::test]
async fn programs_ask_for_scopes_as_apps_do_and_codes_are_guessed_by_nobody() {
    let service = Service::start_with(|settings| {
        settings.limits.enabled = true;
        settings.limits.log_in = "20/minute".parse().unwrap();
    });
    for scope in ["", "admin", "games:read admin", "x"] {
        let fields = [("client_id", CLIENT), ("scope", scope)];
        must_refuse(&send(&service, "/oauth/device_authorization", &fields).await, "invalid_scope");
    }
    must_refuse(
        &send(&service, "/oauth/device_authorization", &[("scope", "games:read")]).await,
        "invalid_client",
    );
    let browser = CookieBrowser::of(&service);
    let form = browser.open("/device").await.form("find_device");
    let mut statuses = Vec::new();
    for guess in 0..20 {
        let page = browser.send_form(&form.clone().with("user_code", &format!("0000-00{guess:02}"))).await;
        statuses.push(page.0.status);
    }
    assert!(statuses.starts_with(&[422; 10]) && statuses.ends_with(&[429; 3]), "{statuses:?}");
}

#[tokio::test]
async fn a_program_that_was_allowed_gets_nothing_after_its_player_recovered_the_account() {
    let service = Service::start();
    let aud = service.person("Aud").await;
    let begun = begin(&service, "games:read").await;
    let browser = CookieBrowser::of(&service);
    let page = find(&browser, text(&begun, "user_code"), "Aud").await;
    browser.send_form(&page.form("allow").with("started", "yes")).await.says("can act for you now");
    assert_eq!(aud.delete("/v1/me/sessions").await.status, 204);
    must_refuse(&poll(&service, &begun).await, "invalid_grant");
}
