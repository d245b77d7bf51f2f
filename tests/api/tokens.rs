//! Access tokens that are not what they say.

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use chrono::TimeDelta;
use hmac::{Hmac, KeyInit, Mac};
use serde_json::{Value, json};
use sha2::Sha256;

use crate::harness::{Person, Server, Service, seeded_app};

/// A token taken apart.
struct Token {
    header: Value,
    claims: Value,
}

impl Token {
    fn of(person: &Person) -> Self {
        let part = |index| {
            let text: &str = person.token.split('.').nth(index).unwrap();
            serde_json::from_slice(&BASE64_URL_SAFE_NO_PAD.decode(text).unwrap()).unwrap()
        };
        Self { header: part(0), claims: part(1) }
    }

    fn signed(&self, secret: &[u8]) -> String {
        let part = |value: &Value| BASE64_URL_SAFE_NO_PAD.encode(value.to_string());
        let message = format!("{}.{}", part(&self.header), part(&self.claims));
        let mac = Hmac::<Sha256>::new_from_slice(secret).unwrap().chain_update(&message);
        format!("{message}.{}", BASE64_URL_SAFE_NO_PAD.encode(mac.finalize().into_bytes()))
    }
}

fn secret(service: &Service) -> Vec<u8> {
    let query = "SELECT encode(secret, 'hex') AS value FROM signing_keys";
    hex::decode(&service.database.texts(query)[0]).unwrap()
}

async fn refuse(person: &Person, token: String, code: &str) {
    let forger = person.with_token(token);
    forger.get("/v1/me").await.must_refuse(401, code);
    // Where a token is optional, a bad one still does not pass for none.
    forger.get("/v1/games").await.must_refuse(401, code);
}

#[tokio::test]
async fn a_token_signed_with_our_key_is_good_and_one_changed_anywhere_is_not() {
    let service = Service::start();
    let aud = service.person("Aud").await;
    let (token, secret) = (Token::of(&aud), secret(&service));
    let again = aud.with_token(token.signed(&secret));
    again.get("/v1/me").await.must_be(200);
    refuse(&aud, token.signed(b"another key, just as long as ours"), "token_invalid").await;
    let forged = format!("{}x", aud.token);
    refuse(&aud, forged, "token_invalid").await;
    refuse(&aud, aud.token.rsplit_once('.').unwrap().0.to_owned(), "token_invalid").await;
    refuse(&aud, "no.token".to_owned(), "token_invalid").await;
}

#[tokio::test]
async fn no_other_algorithm_is_taken() {
    let service = Service::start();
    let aud = service.person("Aud").await;
    let secret = secret(&service);
    for algorithm in ["none", "None", "HS384", "HS512", "RS256", "ES256", "EdDSA"] {
        let mut token = Token::of(&aud);
        token.header["alg"] = json!(algorithm);
        refuse(&aud, token.signed(&secret), "token_invalid").await;
        let unsigned = token.signed(&secret);
        refuse(&aud, format!("{}.", unsigned.rsplit_once('.').unwrap().0), "token_invalid").await;
    }
}

#[tokio::test]
async fn a_token_for_another_purpose_is_not_a_log_in() {
    let service = Service::start();
    let aud = service.person("Aud").await;
    let secret = secret(&service);
    let changes = [
        ("aud", json!("althing/verify-address")),
        ("iss", json!("althing/mail")),
        ("iss", json!("somebody else")),
        ("aud", Value::Null),
        ("sub", json!("Aud")),
        ("exp", Value::Null),
        ("sid", Value::Null),
    ];
    for (claim, value) in changes {
        let mut token = Token::of(&aud);
        token.claims[claim] = value;
        refuse(&aud, token.signed(&secret), "token_invalid").await;
    }
    let mut from_mail = Token::of(&aud);
    from_mail.claims["iss"] = json!("althing/mail");
    from_mail.claims["aud"] = json!("althing/verify-address");
    refuse(&aud, from_mail.signed(&secret), "token_invalid").await;
    // And the other way round.
    let body = json!({"token": aud.token});
    aud.post("/v1/accounts/verify", &body).await.must_refuse(401, "token_invalid");
}

#[tokio::test]
async fn a_token_expires_at_its_instant() {
    let service = Service::start();
    let aud = service.person("Aud").await;
    service.app.clock.advance(TimeDelta::seconds(899));
    aud.get("/v1/me").await.must_be(200);
    service.app.clock.advance(TimeDelta::seconds(1));
    refuse(&aud, aud.token.clone(), "token_expired").await;
}

#[tokio::test]
async fn a_missing_token_and_another_scheme_are_told_what_is_needed() {
    let service = Service::start();
    let stranger = service.stranger();
    stranger.get("/v1/me").await.must_refuse(401, "unauthenticated");
    let request = stranger.request(reqwest::Method::GET, "/v1/me").basic_auth("aud", Some("pw"));
    let response = request.send().await.unwrap();
    assert_eq!(response.headers()["www-authenticate"], "Bearer");
    assert_eq!(response.json::<Value>().await.unwrap()["code"], "unauthenticated");
}

#[tokio::test]
async fn servers_that_know_nothing_of_each_other_take_each_others_tokens() {
    let service = Service::start();
    let aud = service.person("Aud").await;
    let other = Server::start(seeded_app(2, |_| {}), service.database.url());
    aud.at(&other.address).get("/v1/me").await.must_be(200);
}

#[tokio::test]
async fn a_new_key_signs_after_a_month_and_the_old_one_still_verifies() {
    let service = Service::start_with(|settings| settings.accounts.access_seconds = 90 * 24 * 3600);
    let aud = service.person("Aud").await;
    service.app.clock.advance(TimeDelta::days(31));
    let unn = service.person("Unn").await;
    assert_ne!(Token::of(&aud).header["kid"], Token::of(&unn).header["kid"]);
    aud.get("/v1/me").await.must_be(200);
    unn.get("/v1/me").await.must_be(200);
}
