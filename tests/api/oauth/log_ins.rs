//! Log-ins on the page of an app: by a link or a code of a mail, by a password, by a remembered device.

use serde_json::json;

use super::*;
use crate::harness::PostOffice;
use crate::pages::{code, latest_with};
use crate::support::Mail;

const AUD: &str = "aud@example.org";

/// Asks for the mail of a log-in, and gives it with the page that follows.
async fn ask(office: &PostOffice, browser: &CookieBrowser, email: &str) -> (Mail, Page) {
    let here = address(&request("games:read"));
    let page = browser.open(&here).await;
    let page = browser.send_form(&page.form("mail_log_in").with("email", email)).await;
    page.says("an email is on its way");
    (latest_with(office, AUD, "/oauth/log-in/").await, page)
}

fn link(mail: &Mail) -> String {
    let text = mail.text();
    let at = text.find("/oauth/log-in/").unwrap_or_else(|| panic!("no link: {text}"));
    text[at..].split_whitespace().next().unwrap().to_owned()
}

fn is_in(page: &Page) -> bool {
    page.can("allow")
}

#[tokio::test]
async fn the_link_of_a_mail_logs_in_the_browser_that_asked_and_no_other() {
    let office = PostOffice::open();
    office.service.person("Aud").await;
    let browser = CookieBrowser::new(&office);
    let (mail, page) = ask(&office, &browser, AUD).await;
    let here = page.0.address.clone();
    let link = link(&mail);
    // Somebody else who was sent the mail, or made to open its link: nobody is logged in.
    let other = CookieBrowser::new(&office);
    let opened = other.open(&link).await;
    assert_eq!(opened.0.status, 403);
    opened.says("This link logs in another browser");
    let fields = [("press", "log_in")];
    let crafted = crate::harness::Crafted { origin: Some(other.origin()), fields: &fields, cookie: None };
    assert_eq!(other.post(&link, &crafted).await.0.status, 403);
    assert!(!is_in(&other.open(&here).await) && !is_in(&browser.open(&here).await));
    // One that waits for a mail of its own neither.
    ask(&office, &other, AUD).await;
    assert_eq!(other.open(&link).await.0.status, 403);
    // Opening alone does nothing: mail programs follow links.
    let opened = browser.open(&link).await;
    opened.says("Log in, in this browser");
    assert!(!is_in(&browser.open(&here).await));
    let foreign =
        crate::harness::Crafted { origin: Some("https://evil.example"), fields: &fields, cookie: None };
    assert_eq!(browser.post(&link, &foreign).await.0.status, 403);
    let page = browser.send_form(&opened.form("log_in")).await;
    assert_eq!(page.0.address, here);
    page.says("You are logged in as Aud.");
    let done = browser.send_form(&page.form("allow")).await;
    trade(&office.service, &exchange(&told(&leads_to(&done).unwrap())["code"])).await.must_be(200);
    // It works once; the browser that it logged in is led on.
    assert_eq!(other.open(&link).await.0.status, 403);
    assert_eq!(browser.open(&link).await.0.address, here);
    // Fifteen minutes later nobody is logged in.
    office.after_seconds(15 * 60);
    assert!(!is_in(&browser.open(&here).await));
}

#[tokio::test]
async fn the_code_of_a_mail_is_typed_where_it_was_asked_for_with_ten_tries() {
    let office = PostOffice::open();
    office.service.person("Aud").await;
    let browser = CookieBrowser::new(&office);
    let (mail, page) = ask(&office, &browser, AUD).await;
    let typed = code(&mail);
    // In the browser of a stranger who has seen the code, it is that of nothing.
    let other = CookieBrowser::new(&office);
    let (_, elsewhere) = ask(&office, &other, AUD).await;
    let refused = other.send_form(&elsewhere.form("type_code").with("code", &typed)).await;
    assert_eq!(refused.0.status, 422);
    let right = browser.send_form(&page.form("type_code").with("code", &typed.to_lowercase())).await;
    assert!(is_in(&right), "{}", right.0.text);
    // Ten wrong ones use a code up; other browsers have codes of their own.
    let guessing = CookieBrowser::new(&office);
    let (mail, page) = ask(&office, &guessing, AUD).await;
    for _ in 0..10 {
        let refused = guessing.send_form(&page.form("type_code").with("code", "0000 0000")).await;
        assert_eq!(refused.0.status, 422);
    }
    let late = guessing.send_form(&page.form("type_code").with("code", &code(&mail))).await;
    assert_eq!(late.0.status, 422);
    assert!(!is_in(&late));
}

#[tokio::test]
async fn nobody_learns_on_the_page_which_addresses_have_accounts() {
    let office = PostOffice::open();
    office.service.person("Aud").await;
    let here = address(&request("games:read"));
    let mut seen = Vec::new();
    for email in [AUD, "nobody@example.org"] {
        let browser = CookieBrowser::new(&office);
        let page = browser.open(&here).await;
        let mailed = browser.send_form(&page.form("mail_log_in").with("email", email)).await;
        let wrong = browser.send_form(&mailed.form("type_code").with("code", "0000 0000")).await;
        let password = mailed.form("use_password").with("login", email).with("password", "not the password");
        let password = browser.send_form(&password).await;
        let without = |page: &Page| (page.0.status, page.0.text.replace(email, "EMAIL"));
        seen.push([without(&mailed), without(&wrong), without(&password)]);
    }
    assert_eq!(seen[0], seen[1]);
}

#[tokio::test]
async fn a_stranger_who_asks_again_and_again_neither_floods_the_owner_nor_ends_their_code() {
    let office = PostOffice::open();
    office.service.person("Aud").await;
    // Log-ins by password have no mail, and take the place of none.
    for _ in 0..5 {
        log_in(&CookieBrowser::new(&office), &address(&request("games:read")), "Aud").await;
    }
    let browser = CookieBrowser::new(&office);
    let (mail, page) = ask(&office, &browser, AUD).await;
    for _ in 0..10 {
        let stranger = CookieBrowser::new(&office);
        let asked = stranger.open(&address(&request("games:read"))).await;
        stranger.send_form(&asked.form("mail_log_in").with("email", AUD)).await;
    }
    latest_with(&office, AUD, "/oauth/log-in/").await;
    assert_eq!(office.sink.taken().len(), 5);
    let right = browser.send_form(&page.form("type_code").with("code", &code(&mail))).await;
    assert!(is_in(&right), "{}", right.0.text);
}

#[tokio::test]
async fn a_remembered_device_needs_no_log_in_and_may_be_another_player_for_once() {
    let office = PostOffice::open();
    office.service.people(["Aud", "Bjarni"]).await;
    let browser = CookieBrowser::new(&office);
    let asking = crate::harness::Browser::new(&office);
    let page = crate::pages::ask_for_page(&office, &asking, AUD).await;
    let page = browser.open(&page.0.address).await;
    let asked = browser.send_form(&page.form("mail_code")).await;
    let mail = latest_with(&office, AUD, "wants that browser to be remembered").await;
    let page = browser.open(asked.0.address.split('?').next().unwrap()).await;
    browser.send_form(&page.form("remember_device").with("code", &code(&mail))).await;
    let here = address(&request("games:read"));
    let page = browser.open(&here).await;
    page.says("You are logged in as Aud.");
    let other = browser.open(&page.links("/oauth/authorize?").remove(0)).await;
    assert!(!is_in(&other));
    let form = other.form("use_password").with("login", "Bjarni").with("password", PASSWORD);
    browser.send_form(&form).await.says("You are logged in as Bjarni.");
    // The device is still Aud's.
    browser.open("/home").await.says("Aud’s page");
    let thief = CookieBrowser::new(&office);
    thief.cookie.replace(browser.cookie.borrow().as_ref().map(|cookie| format!("{cookie}x")));
    assert!(!is_in(&thief.open(&here).await));
}

#[tokio::test]
async fn the_cookie_of_a_page_opens_nothing_of_the_api() {
    let service = Service::start();
    service.person("Aud").await;
    let browser = CookieBrowser::of(&service);
    log_in(&browser, &address(&request("games:read")), "Aud").await;
    let cookie = browser.log_in.borrow().clone().expect("a cookie");
    let stranger = service.stranger();
    for path in ["/v1/me", "/v1/me/apps", "/v1/tokens/current"] {
        let request = stranger.request(Method::GET, path).header("Cookie", &cookie);
        stranger.send(request).await.must_refuse(401, "unauthenticated");
    }
    // Nor the page of its player, which a remembered device opens.
    browser.open("/home").await.says("Enter your email address");
    browser.cookie.replace(Some(cookie.replace("althing-log-in=", "althing=")));
    browser.open("/home").await.says("Enter your email address");
}

#[tokio::test]
async fn the_mail_of_a_log_in_has_a_short_code_that_a_client_takes_once_with_ten_tries() {
    let office = PostOffice::open();
    let aud = office.service.person("Aud").await;
    let stranger = office.service.stranger();
    let ask = async || {
        stranger.post("/v1/sessions/link", &json!({"email": AUD})).await.must_be(202);
        let mail = latest_with(&office, AUD, "for a code to log in").await;
        office.after_seconds(61);
        mail
    };
    let enter = async |email: &str, code: &str| {
        stranger.post("/v1/sessions/code", &json!({"email": email, "code": code})).await
    };
    let mail = ask().await;
    for wrong in ["", "0000 0000", "no code", &code(&mail)[..8]] {
        enter(AUD, wrong).await.must_blame(422, "invalid_field", "code");
    }
    // Nobody learns by it whether an address has an account.
    let nobody = enter("nobody@example.org", &code(&mail)).await;
    assert_eq!(nobody, enter(AUD, "0000 0000").await);
    let tokens = enter("AUD@example.org", &code(&mail).to_lowercase()).await.must_be(201);
    let session = aud.with_token(text(&tokens, "access_token"));
    session.get("/v1/me").await.must_be(200);
    enter(AUD, &code(&mail)).await.must_blame(422, "invalid_field", "code");
    // The link of the same mail was used up with it.
    let used = json!({"token": crate::passwords::token(&mail)});
    stranger.post("/v1/sessions/link/confirm", &used).await.must_refuse(401, "token_invalid");
    // After ten tries only the longer one works.
    let mail = ask().await;
    for _ in 0..10 {
        enter(AUD, "0000 0000").await.must_refuse(422, "invalid_field");
    }
    enter(AUD, &code(&mail)).await.must_refuse(422, "invalid_field");
    let long = json!({"token": crate::passwords::token(&mail)});
    stranger.post("/v1/sessions/link/confirm", &long).await.must_be(201);
}
