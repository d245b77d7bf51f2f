//! The pages that confirm an address, set a password and change an address, by the buttons that they show.

use reqwest::Method;
use serde_json::json;

use super::latest_with;
use crate::harness::{Browser, PostOffice};

const FIRST: &str = "a long ship west";
const SECOND: &str = "a short way home";
const THIRD: &str = "a way of my own";

/// The page of an account that the latest such mail to an address leads to.
async fn latest(office: &PostOffice, to: &str, page: &str) -> String {
    let text = latest_with(office, to, page).await.text();
    let line = text.lines().find(|line| line.contains(page)).unwrap_or_default();
    line[line.find("/accounts/").unwrap()..].trim().to_owned()
}

#[tokio::test]
async fn an_address_is_confirmed_a_password_set_and_an_address_changed_by_the_buttons_of_the_pages() {
    let office = PostOffice::open_with(1, |settings| settings.accounts.verify_addresses = true);
    let (person, browser) = (office.service.stranger(), Browser::new(&office));
    let account = json!({"name": "Aud", "email": "aud@example.org", "password": FIRST});
    person.post("/v1/accounts", &account).await.must_be(202);
    let page = browser.open(&latest(&office, "aud@example.org", "/accounts/verify?").await).await;
    page.says("The account Aud was registered with this email address.");
    let form = page.forms()[0].clone();
    assert_eq!(browser.send_form(&form.clone().with("password", "short")).await.0.status, 422);
    browser.send_form(&form.clone().with("password", THIRD)).await.says("Your address is confirmed");
    // What was given when the account was registered is no password any more, and the link sets no other.
    let log_in = async |password: &str| {
        person.post("/v1/sessions", &json!({"login": "Aud", "password": password})).await
    };
    log_in(FIRST).await.must_refuse(401, "wrong_credentials");
    log_in(THIRD).await.must_be(201);
    browser.send_form(&form.with("password", FIRST)).await.says("The password stays as it is.");
    log_in(FIRST).await.must_refuse(401, "wrong_credentials");
    person.post("/v1/accounts/reset", &json!({"email": "aud@example.org"})).await.must_be(202);
    let page = browser.open(&latest(&office, "aud@example.org", "/accounts/reset?").await).await;
    let form = page.forms()[0].clone().with("password", SECOND);
    assert_eq!(browser.send_form(&form).await.0.status, 200);
    let login = json!({"login": "Aud", "password": SECOND});
    let session = person.post("/v1/sessions", &login).await.must_be(201);
    let aud = person.with_token(session["access_token"].as_str().unwrap());
    let change = json!({"email": "new@example.org", "password": SECOND});
    let asked = aud.request(Method::POST, "/v1/me/email").json(&change);
    aud.send(asked).await.must_be(202);
    for (address, status) in [("aud@example.org", "waiting"), ("new@example.org", "changed")] {
        let page = browser.open(&latest(&office, address, "/accounts/email?").await).await;
        page.says("The account is called Aud.");
        let pressed = browser.send_form(&page.forms()[0].clone().by("answer", "confirm")).await;
        assert_eq!(pressed.0.status, 200, "{status}: {}", pressed.0.text);
    }
    let stored = "SELECT email AS value FROM accounts";
    assert_eq!(super::stored(&office, stored), ["new@example.org"]);
}
