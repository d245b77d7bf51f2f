//! Apps that act for players: how they are allowed, and everything that must not lead to it.

mod codes;
mod devices;
mod ended;
mod log_ins;
mod refresh;
mod requests;
mod scopes;

use std::collections::BTreeMap;

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use form_urlencoded::Serializer;
use reqwest::Method;
use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::harness::{Answer, CookieBrowser, Page, Person, Service};

const PASSWORD: &str = "a long ship west";
const VERIFIER: &str = "a-verifier-of-forty-three-characters-or-more";
const CLIENT: &str = "Longship";
const REDIRECT: &str = "https://longship.example/back";
const FORM: &str = "application/x-www-form-urlencoded";

/// A form as it is sent.
fn encoded(pairs: &[(&str, &str)]) -> String {
    Serializer::new(String::new()).extend_pairs(pairs).finish()
}

fn challenge() -> String {
    BASE64_URL_SAFE_NO_PAD.encode(Sha256::digest(VERIFIER))
}

/// The parameters of a request for these scopes, which tests change.
fn request(scope: &str) -> Vec<(String, String)> {
    let challenge = challenge();
    let pairs = [
        ("response_type", "code"),
        ("client_id", CLIENT),
        ("redirect_uri", REDIRECT),
        ("scope", scope),
        ("state", "a state & more"),
        ("code_challenge", &challenge),
        ("code_challenge_method", "S256"),
    ];
    pairs.into_iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect()
}

/// The same with one parameter changed, or left out.
fn request_with(name: &str, value: Option<&str>) -> Vec<(String, String)> {
    let mut pairs = request("games:read");
    pairs.retain(|(known, _)| known != name);
    pairs.extend(value.map(|value| (name.to_owned(), value.to_owned())));
    pairs
}

fn address(pairs: &[(String, String)]) -> String {
    format!("/oauth/authorize?{}", Serializer::new(String::new()).extend_pairs(pairs).finish())
}

/// Opens a page of an app and logs in there with the password.
async fn log_in(browser: &CookieBrowser, address: &str, name: &str) -> Page {
    let page = browser.open(address).await;
    let form = page.form("use_password").with("login", name).with("password", PASSWORD);
    browser.send_form(&form).await
}

/// Where a page leads back to, by itself.
fn leads_to(page: &Page) -> Option<String> {
    let (_, rest) = page.0.text.split_once("http-equiv=\"refresh\" content=\"0; url=")?;
    rest.split('"').next().map(crate::harness::unescaped)
}

/// What an app is told, by the address that the browser is led to.
fn told(address: &str) -> BTreeMap<String, String> {
    let (_, query) = address.split_once('?').unwrap_or_else(|| panic!("no answer in {address}"));
    form_urlencoded::parse(query.as_bytes()).into_owned().collect()
}

/// Logs in and allows a request; what the app is told.
async fn allow(service: &Service, name: &str, pairs: &[(String, String)]) -> BTreeMap<String, String> {
    let browser = CookieBrowser::of(service);
    let page = log_in(&browser, &address(pairs), name).await;
    let done = browser.send_form(&page.form("allow")).await;
    told(&leads_to(&done).unwrap_or_else(|| panic!("it leads nowhere: {}", done.0.text)))
}

/// The pages that a player sees on the way to allowing an app: by the mail of a log-in, and for a program.
pub async fn shown_to(name: &str, office: &crate::harness::PostOffice) -> Vec<Page> {
    let browser = CookieBrowser::new(office);
    let here = address(&request("games:read"));
    let page = browser.open(&here).await;
    let email = format!("{}@example.org", name.to_lowercase());
    let mailed = browser.send_form(&page.form("mail_log_in").with("email", &email)).await;
    let mail = crate::pages::latest_with(office, &email, "/oauth/log-in/").await;
    let code = crate::pages::code(&mail);
    let logged_in = browser.send_form(&mailed.form("type_code").with("code", &code)).await;
    let done = browser.send_form(&logged_in.form("allow")).await;
    let told = told(&leads_to(&done).expect("it leads back"));
    trade(&office.service, &exchange(&told["code"])).await.must_be(200);
    let fields = [("client_id", CLIENT), ("scope", "games:read")];
    let begun = send(&office.service, "/oauth/device_authorization", &fields).await.must_be(200);
    let device = browser.open("/device").await;
    let typed = device.form("find_device").with("user_code", text(&begun, "user_code"));
    let found = browser.send_form(&typed).await;
    let vain = browser.send_form(&found.form("allow")).await;
    vec![page, mailed, logged_in, device, found, vain]
}

/// Sends a form to an endpoint of apps.
async fn send(service: &Service, path: &str, pairs: &[(&str, &str)]) -> Answer {
    let stranger = service.stranger();
    let request = stranger.request(Method::POST, path).header("Content-Type", FORM).body(encoded(pairs));
    stranger.send(request).await
}

/// The fields with which the app trades its code.
fn exchange(code: &str) -> Vec<(&'static str, String)> {
    vec![
        ("grant_type", "authorization_code".to_owned()),
        ("client_id", CLIENT.to_owned()),
        ("redirect_uri", REDIRECT.to_owned()),
        ("code", code.to_owned()),
        ("code_verifier", VERIFIER.to_owned()),
    ]
}

async fn trade(service: &Service, fields: &[(&'static str, String)]) -> Answer {
    let fields: Vec<(&str, &str)> = fields.iter().map(|(name, value)| (*name, value.as_str())).collect();
    send(service, "/oauth/token", &fields).await
}

/// The first tokens of an app that `name` allows these scopes.
async fn tokens(service: &Service, name: &str, scope: &str) -> Value {
    let told = allow(service, name, &request(scope)).await;
    trade(service, &exchange(&told["code"])).await.must_be(200)
}

async fn refresh(service: &Service, token: &str) -> Answer {
    let fields = [("grant_type", "refresh_token"), ("client_id", CLIENT), ("refresh_token", token)];
    send(service, "/oauth/token", &fields).await
}

fn text<'v>(value: &'v Value, member: &str) -> &'v str {
    value[member].as_str().unwrap_or_else(|| panic!("no {member} in {value}"))
}

/// The app as a caller of the API.
fn app(person: &Person, tokens: &Value) -> Person {
    person.with_token(text(tokens, "access_token"))
}

/// Holds a refusal to its form (RFC 6749, 5.2).
#[track_caller]
fn must_refuse(answer: &Answer, error: &str) {
    assert_eq!((answer.status, answer.json["error"].as_str()), (400, Some(error)), "{}", answer.text);
    assert!(answer.json["error_description"].as_str().is_some_and(str::is_ascii), "{}", answer.text);
}
