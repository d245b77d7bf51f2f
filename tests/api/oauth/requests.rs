//! Requests of apps: what the page shows, what it refuses, and where it never leads.

use serde_json::json;

use super::*;
use crate::harness::Crafted;

#[tokio::test]
async fn the_page_shows_the_host_the_name_and_each_scope_in_plain_words() {
    let service = Service::start();
    service.person("Aud").await;
    let browser = CookieBrowser::of(&service);
    let page = browser.open(&address(&request("games:play social:write"))).await;
    page.says("<p class=\"host\">longship.example</p>").says("The app calls itself “Longship”");
    page.says("Play, join and vote").says("Block and unblock players").says_not("Read your games");
    page.says("Log in first");
    assert!(!page.can("allow"), "nobody is logged in");
    let page = log_in(&browser, &address(&request("games:play")), "Aud").await;
    page.says("You are logged in as Aud.");
    let done = browser.send_form(&page.form("deny")).await;
    let told = told(&leads_to(&done).unwrap());
    assert_eq!((told["error"].as_str(), told["state"].as_str()), ("access_denied", "a state & more"));
    assert!(!told.contains_key("code") && told.contains_key("iss"));
}

#[tokio::test]
async fn the_page_speaks_four_languages() {
    let service = Service::start();
    let stranger = service.stranger();
    for (language, title) in [
        ("en", "An app wants to act for you"),
        ("nn", "Ein app vil handle for deg"),
        ("sv", "En app vill agera för dig"),
        ("de", "Eine App möchte für dich handeln"),
    ] {
        let request = stranger.request(Method::GET, &address(&request("games:read")));
        let page = stranger.send(request.header("Accept-Language", language)).await;
        assert!(page.text.contains(title), "{}", page.text);
    }
}

/// Nothing but a page, which leads nowhere by itself.
#[track_caller]
fn must_be_a_page(page: &Page, status: u16) {
    assert_eq!((page.0.status, &page.0.marks.location), (status, &None), "{}", page.0.text);
    assert_eq!(leads_to(page), None, "{}", page.0.text);
    assert!(!page.can("allow"), "{}", page.0.text);
}

#[tokio::test]
async fn an_unknown_app_or_a_redirect_of_another_form_shows_a_page_and_leads_nowhere() {
    let service = Service::start();
    service.person("Aud").await;
    let browser = CookieBrowser::of(&service);
    log_in(&browser, &address(&request("games:read")), "Aud").await;
    let long = format!("https://longship.example/{}", "x".repeat(1_000));
    for redirect in [
        "",
        "/back",
        "http://longship.example/back",
        "http://127.0.0.1.evil.example/back",
        "http://localhost.evil.example/back",
        "https://longship.example@evil.example/back",
        "https://longship.example\\@evil.example/back",
        "https://evil.example#longship.example",
        "https://evil.example\t/back",
        "https:evil.example",
        "//evil.example/back",
        "javascript:alert(1)",
        "data:text/html,<script>alert(1)</script>",
        "vbscript:x",
        "file:///etc/passwd",
        "intent://evil.example/#Intent;end",
        "longship:/back",
        "longship://back",
        "about:blank",
        "https://longship.example/back?code=injected",
        "https://longship.example/back?iss=https%3A%2F%2Fevil.example",
        &long,
    ] {
        let page = browser.open(&address(&request_with("redirect_uri", Some(redirect)))).await;
        must_be_a_page(&page, 400);
        page.says_not("href=\"javascript").says_not("evil.example");
        // Nor does a form that was opened for another address.
        let crafted = Crafted { origin: Some(browser.origin()), fields: &[("press", "deny")], cookie: None };
        let page = browser.post(&address(&request_with("redirect_uri", Some(redirect))), &crafted).await;
        must_be_a_page(&page, 400);
    }
    must_be_a_page(&browser.open(&address(&request_with("redirect_uri", None))).await, 400);
    for client in [Some(""), Some("a\u{202e}b"), Some(" a"), Some(&*"x".repeat(81)), None] {
        must_be_a_page(&browser.open(&address(&request_with("client_id", client))).await, 400);
    }
    for twice in ["client_id", "redirect_uri"] {
        let mut pairs = request("games:read");
        pairs.push((twice.to_owned(), "https://evil.example/back".to_owned()));
        must_be_a_page(&browser.open(&address(&pairs)).await, 400);
    }
}

#[tokio::test]
async fn sites_programs_on_this_device_and_apps_by_their_scheme_are_redirected_to() {
    let service = Service::start();
    service.person("Aud").await;
    for (redirect, host) in [
        ("https://longship.example", "longship.example"),
        ("https://longship.example:8443/back?x=1", "longship.example:8443"),
        ("http://127.0.0.1:51004/back", "127.0.0.1:51004"),
        ("http://[::1]:51004/back", "[::1]:51004"),
        ("http://localhost:3000/", "localhost:3000"),
        ("example.longship.app:/back", "example.longship.app"),
    ] {
        let browser = CookieBrowser::of(&service);
        let pairs = request_with("redirect_uri", Some(redirect));
        let page = log_in(&browser, &address(&pairs), "Aud").await;
        page.says(&format!("<p class=\"host\">{host}</p>"));
        let done = browser.send_form(&page.form("allow")).await;
        let to = leads_to(&done).unwrap();
        assert!(to.starts_with(redirect), "{to}");
        let mut fields = exchange(&told(&to)["code"]);
        fields.retain(|(name, _)| *name != "redirect_uri");
        fields.push(("redirect_uri", redirect.to_owned()));
        trade(&service, &fields).await.must_be(200);
    }
}

#[tokio::test]
async fn a_request_without_a_strong_challenge_or_of_another_kind_gives_no_code() {
    let service = Service::start();
    service.person("Aud").await;
    let browser = CookieBrowser::of(&service);
    log_in(&browser, &address(&request("games:read")), "Aud").await;
    for (name, value, error) in [
        ("code_challenge", None, "invalid_request"),
        ("code_challenge", Some("short"), "invalid_request"),
        ("code_challenge", Some(VERIFIER), "invalid_request"),
        ("code_challenge_method", None, "invalid_request"),
        ("code_challenge_method", Some("plain"), "invalid_request"),
        ("code_challenge_method", Some("s256"), "invalid_request"),
        ("response_type", None, "invalid_request"),
        ("response_type", Some("token"), "unsupported_response_type"),
        ("response_type", Some("code token"), "unsupported_response_type"),
        ("response_type", Some("id_token"), "unsupported_response_type"),
        ("response_mode", Some("fragment"), "invalid_request"),
        ("response_mode", Some("form_post"), "invalid_request"),
        ("request", Some("eyJ"), "request_not_supported"),
        ("request_uri", Some("https://evil.example/r"), "request_uri_not_supported"),
        ("scope", None, "invalid_scope"),
        ("scope", Some(""), "invalid_scope"),
        ("scope", Some("admin"), "invalid_scope"),
        ("scope", Some("games:read admin"), "invalid_scope"),
        ("scope", Some("games:delete"), "invalid_scope"),
        ("state", Some(&*"x".repeat(2_001)), "invalid_request"),
    ] {
        let pairs = request_with(name, value);
        let page = browser.open(&address(&pairs)).await;
        must_be_a_page(&page, 400);
        // The player is asked before they are sent to somebody whom nobody knows; the app is told by the link.
        page.says("longship.example");
        let link = page.links("https://longship.example/back").remove(0);
        let said = told(&link);
        assert_eq!((said["error"].as_str(), said.contains_key("iss")), (error, true), "{name} {value:?}");
        assert!(!said.contains_key("code"));
        let crafted = Crafted { origin: Some(browser.origin()), fields: &[("press", "allow")], cookie: None };
        must_be_a_page(&browser.post(&address(&pairs), &crafted).await, 400);
    }
    for twice in ["scope", "state", "code_challenge", "code_challenge_method", "response_type"] {
        let mut pairs = request("games:read");
        pairs.push((twice.to_owned(), "admin".to_owned()));
        must_be_a_page(&browser.open(&address(&pairs)).await, 400);
    }
    assert!(service.database.texts("SELECT 'x' AS value FROM app_codes").is_empty());
}

#[tokio::test]
async fn nobody_is_made_to_allow_an_app_by_a_form_of_another_site_or_without_its_token() {
    let service = Service::start();
    service.people(["Aud", "Bjarni"]).await;
    let browser = CookieBrowser::of(&service);
    let here = address(&request("games:read"));
    let form = log_in(&browser, &here, "Aud").await.form("allow");
    let token = form.value("form_token").expect("a token").to_owned();
    let other = CookieBrowser::of(&service);
    let foreign = log_in(&other, &here, "Bjarni").await.form("allow");
    let foreign = foreign.value("form_token").unwrap().to_owned();
    assert_ne!(token, foreign);
    let own = browser.origin().to_owned();
    let right = [("press", "allow"), ("form_token", token.as_str())];
    let wrong = [("press", "allow"), ("form_token", foreign.as_str())];
    let without = [("press", "allow")];
    for (origin, fields) in [
        (Some("https://evil.example"), &right[..]),
        (Some("null"), &right[..]),
        (None, &right[..]),
        (Some(own.as_str()), &wrong[..]),
        (Some(own.as_str()), &without[..]),
    ] {
        let page = browser.post(&here, &Crafted { origin, fields, cookie: None }).await;
        assert_eq!((page.0.status, leads_to(&page)), (403, None), "{origin:?} {fields:?}");
    }
    // Nor is anybody logged in as somebody else by a site.
    for fields in [
        &[("press", "use_password"), ("login", "Bjarni"), ("password", PASSWORD)][..],
        &[("press", "mail_log_in"), ("email", "bjarni@example.org")],
        &[("press", "deny")],
    ] {
        let crafted = Crafted { origin: Some("https://evil.example"), fields, cookie: None };
        assert_eq!(browser.post(&here, &crafted).await.0.status, 403);
    }
    browser.open(&here).await.says("You are logged in as Aud.");
    assert!(service.database.texts("SELECT 'x' AS value FROM app_codes").is_empty());
    // The form is good for what its page showed, and for nothing that the reader did not see.
    assert_eq!(form.action, here);
}

#[tokio::test]
async fn the_pages_are_framed_by_nobody_and_kept_by_nobody() {
    let service = Service::start();
    let stranger = service.stranger();
    for path in [address(&request("games:read")).as_str(), "/device", "/oauth/authorize"] {
        let response = stranger.request(Method::GET, path).send().await.unwrap();
        let header = |name: &str| response.headers()[name].to_str().unwrap().to_owned();
        assert_eq!(header("x-frame-options"), "DENY");
        assert_eq!(header("cache-control"), "no-store");
        let policy = header("content-security-policy");
        assert!(
            policy.contains("frame-ancestors 'none'") && policy.contains("default-src 'none'"),
            "{policy}"
        );
        assert!(!policy.contains("script-src"), "{policy}");
        assert!(response.headers().get("access-control-allow-origin").is_none());
    }
}

#[tokio::test]
async fn a_name_and_a_state_with_markup_are_shown_and_passed_back_as_they_are() {
    let service = Service::start();
    service.person("Aud").await;
    let name = "<script>alert(1)</script>";
    let mut pairs = request_with("client_id", Some(name));
    pairs.retain(|(known, _)| known != "state");
    let state = "\"><img src=x onerror=alert(1)>'&amp;=?#";
    pairs.push(("state".to_owned(), state.to_owned()));
    let browser = CookieBrowser::of(&service);
    let page = log_in(&browser, &address(&pairs), "Aud").await;
    assert!(!page.0.text.contains("<script"), "{}", page.0.text);
    page.says(name);
    let done = browser.send_form(&page.form("allow")).await;
    assert!(!done.0.text.contains("<img"), "{}", done.0.text);
    assert_eq!(told(&leads_to(&done).unwrap())["state"], state);
}

#[tokio::test]
async fn every_page_of_the_web_reaches_what_apps_call_and_the_description_says_where_it_is() {
    let service = Service::start();
    let stranger = service.stranger();
    let well_known = "/.well-known/oauth-authorization-server";
    let metadata = stranger.get(well_known).await.must_be(200);
    let issuer = &service.app.settings.http.public_url;
    assert_eq!(metadata["issuer"], json!(issuer));
    assert_eq!(metadata["code_challenge_methods_supported"], json!(["S256"]));
    assert_eq!(metadata["authorization_response_iss_parameter_supported"], true);
    assert!(!metadata["scopes_supported"].as_array().unwrap().contains(&json!("admin")));
    for endpoint in
        ["token_endpoint", "revocation_endpoint", "introspection_endpoint", "device_authorization_endpoint"]
    {
        let path = metadata[endpoint].as_str().unwrap().strip_prefix(issuer.as_str()).unwrap();
        let preflight = stranger.request(Method::OPTIONS, path).header("Origin", "https://longship.example");
        let response = preflight.header("Access-Control-Request-Method", "POST").send().await.unwrap();
        assert!(response.status().is_success(), "{path}: {}", response.status());
        assert_eq!(response.headers()["access-control-allow-origin"], "*", "{path}");
        let request = stranger.request(Method::POST, path).header("Origin", "https://longship.example");
        let response = request.header("Content-Type", FORM).body("client_id=a").send().await.unwrap();
        assert_eq!(response.headers()["access-control-allow-origin"], "*", "{path}");
        assert!(response.headers().get("access-control-allow-credentials").is_none());
    }
    let request = stranger.request(Method::GET, well_known).header("Origin", "https://longship.example");
    assert_eq!(request.send().await.unwrap().headers()["access-control-allow-origin"], "*");
}
