//! A new password: with the link of a mail, or with the old one.

use chrono::TimeDelta;
use reqwest::Method;
use serde_json::{Value, json};

use crate::harness::{Answer, Person, PostOffice, Service};
use crate::support::Mail;

const OLD: &str = "a long ship west";
const NEW: &str = "a longer ship west";

/// The line of a mail that is a token.
pub fn token(mail: &Mail) -> String {
    let text = mail.text();
    let line = text.lines().find(|line| line.split('.').count() == 3 && !line.contains(' '));
    line.expect("a token on a line of its own").to_owned()
}

async fn log_in(person: &Person, password: &str) -> Answer {
    person.post("/v1/sessions", &json!({"login": "Aud", "password": password})).await
}

async fn ask(person: &Person, email: &str) -> Answer {
    person.post("/v1/accounts/reset", &json!({"email": email})).await
}

async fn confirm(person: &Person, token: &str, password: &str) -> Answer {
    person.post("/v1/accounts/reset/confirm", &json!({"token": token, "password": password})).await
}

/// An address that takes a token, the body that carries it, and the tokens that are for it.
type Taker<'t> = (&'t str, &'t dyn Fn(&str) -> Value, &'t [&'t str]);

#[tokio::test]
async fn a_reset_sets_the_password_and_ends_every_session_and_token() {
    let office = PostOffice::open();
    let aud = office.service.person("Aud").await;
    let made = json!({"name": "bot", "scopes": ["account:read"]});
    let bot = aud.post("/v1/me/tokens", &made).await.must_be(201);
    let bot = aud.with_token(bot["token"].as_str().unwrap());
    bot.get("/v1/me").await.must_be(200);
    ask(&aud, "AUD@example.org").await.must_be(202);
    let mail = office.mails(1).await.remove(0);
    assert_eq!(
        (mail.to.as_slice(), mail.subject()),
        (["aud@example.org".to_owned()].as_slice(), "Set a new password for Althing".to_owned())
    );

    confirm(&aud, &token(&mail), NEW).await.must_be(204);
    aud.get("/v1/me").await.must_refuse(401, "session_ended");
    bot.get("/v1/me").await.must_refuse(401, "token_invalid");
    log_in(&aud, OLD).await.must_refuse(401, "wrong_credentials");
    log_in(&aud, NEW).await.must_be(201);
    confirm(&aud, &token(&mail), OLD).await.must_refuse(401, "token_invalid");
    assert_eq!(office.mails(2).await[1].subject(), "Your Althing password was changed");
}

#[tokio::test]
async fn a_newer_link_makes_the_older_one_worthless_and_every_link_runs_out() {
    let office = PostOffice::open();
    let aud = office.service.person("Aud").await;
    ask(&aud, "aud@example.org").await.must_be(202);
    let older = token(&office.mails(1).await[0]);
    office.after_seconds(61);
    ask(&aud, "aud@example.org").await.must_be(202);
    let newer = token(&office.mails(2).await[1]);
    confirm(&aud, &older, NEW).await.must_refuse(401, "token_invalid");
    office.after_seconds(3_600);
    confirm(&aud, &newer, NEW).await.must_refuse(401, "token_expired");
    log_in(&aud, OLD).await.must_be(201);
}

#[tokio::test]
async fn the_answer_is_the_same_for_an_address_that_nobody_has_and_nobody_is_flooded() {
    let office = PostOffice::open();
    let aud = office.service.person("Aud").await;
    let known = ask(&aud, "aud@example.org").await;
    assert_eq!(known, ask(&aud, "nobody@example.org").await);
    assert_eq!(known.status, 202);
    for _ in 0..3 {
        ask(&aud, "aud@example.org").await.must_be(202);
    }
    let left = "SELECT count(*)::text AS value FROM address_requests";
    office.until_stored(left, &["0"]).await;
    office.quiet().await;
    assert_eq!(office.mails(1).await.len(), 1);
}

#[tokio::test]
async fn somebody_who_lost_the_first_mail_gets_another_proof_of_address() {
    let office = PostOffice::open_with(1, |settings| settings.accounts.verify_addresses = true);
    office.register("Aud").await;
    office.mails(1).await;
    office.after_seconds(61);
    let stranger = office.service.stranger();
    let ask = json!({"email": "aud@example.org"});
    stranger.post("/v1/accounts/verification", &ask).await.must_be(202);
    let again = office.mails(2).await.remove(1);
    stranger.post("/v1/accounts/verify", &json!({"token": token(&again)})).await.must_be(200);
    office.after_seconds(61);
    stranger.post("/v1/accounts/verification", &ask).await.must_be(202);
    office.until_stored("SELECT count(*)::text AS value FROM address_requests", &["0"]).await;
    office.quiet().await;
    assert_eq!(office.mails(2).await.len(), 2, "there is nothing left to prove");
}

#[tokio::test]
async fn a_password_is_changed_with_the_old_one_and_every_other_session_ends() {
    let service = Service::start();
    let aud = service.person("Aud").await;
    let elsewhere = log_in(&aud, OLD).await.must_be(201);
    let elsewhere = aud.with_token(elsewhere["access_token"].as_str().unwrap());
    let change = |old: &str, new: &str| json!({"old_password": old, "new_password": new});
    let wrong = aud.post("/v1/me/password", &change("not this one", NEW)).await;
    wrong.must_blame(403, "wrong_password", "old_password");
    aud.post("/v1/me/password", &change(OLD, "short")).await.must_blame(422, "invalid_field", "new_password");
    aud.post("/v1/me/password", &change(OLD, NEW)).await.must_be(204);
    aud.get("/v1/me").await.must_be(200);
    elsewhere.get("/v1/me").await.must_refuse(401, "session_ended");
    log_in(&aud, OLD).await.must_refuse(401, "wrong_credentials");
    log_in(&aud, NEW).await.must_be(201);
    let notes = aud.get("/v1/me/audit").await.must_be(200)["items"].to_string();
    assert!(notes.contains("password_changed") && notes.contains("wrong_password"), "{notes}");
}

/// Every purpose has a token of its own, and no other takes it.
#[tokio::test]
async fn a_token_for_one_purpose_is_worthless_for_every_other() {
    let office = PostOffice::open_with(1, |settings| settings.accounts.verify_addresses = true);
    office.register("Aud").await;
    let verify = token(&office.mails(1).await[0]);
    let stranger = office.service.stranger();
    stranger.post("/v1/accounts/verify", &json!({"token": verify})).await.must_be(200);
    let tokens = log_in(&stranger, OLD).await.must_be(201);
    let access = tokens["access_token"].as_str().unwrap().to_owned();
    let aud = stranger.with_token(&access);
    ask(&aud, "aud@example.org").await.must_be(202);
    let reset = token(&office.mails(2).await[1]);
    let change = json!({"email": "aud@example.net", "password": OLD});
    aud.post("/v1/me/email", &change).await.must_be(202);
    let mails = office.mails(4).await;
    let of = |to: &str| token(mails[2..].iter().find(|mail| mail.to == [to]).unwrap());
    let (approve, prove) = (of("aud@example.org"), of("aud@example.net"));
    let refresh = tokens["refresh_token"].as_str().unwrap().to_owned();
    let takers: [Taker<'_>; 4] = [
        ("/v1/accounts/verify", &|token| json!({"token": token}), &[&verify]),
        ("/v1/accounts/reset/confirm", &|token| json!({"token": token, "password": NEW}), &[&reset]),
        ("/v1/accounts/email", &|token| json!({"token": token, "answer": "confirm"}), &[&approve, &prove]),
        ("/v1/sessions/refresh", &|token| json!({"refresh_token": token}), &[&refresh]),
    ];
    for (path, body, own) in takers {
        for token in [&access, &verify, &reset, &approve, &prove, &refresh] {
            if !own.contains(&token.as_str()) {
                let answer = stranger.post(path, &body(token)).await;
                assert_eq!(answer.status, 401, "{path}: {}", answer.text);
            }
        }
    }
    for token in [&verify, &reset, &approve, &prove, &refresh] {
        stranger.with_token(token.as_str()).get("/v1/me").await.must_refuse(401, "token_invalid");
    }
}

#[tokio::test]
async fn a_person_without_a_client_sets_a_password_on_the_page_of_the_link() {
    let office = PostOffice::open();
    let aud = office.service.person("Aud").await;
    ask(&aud, "aud@example.org").await.must_be(202);
    let mail = office.mails(1).await.remove(0);
    let link = mail.text().lines().find(|line| line.contains("/accounts/reset?token=")).unwrap().to_owned();
    let path = &link[link.find("/accounts").unwrap()..];
    let page = aud.get(path).await;
    assert_eq!((page.status, page.content_type.as_str()), (200, "text/html; charset=utf-8"));
    assert!(page.text.contains("<form method=\"post\" action=\"reset\">"), "{}", page.text);
    let resets = "SELECT count(*)::text AS value FROM one_time_links";
    assert_eq!(office.service.database.texts(resets), ["1"], "a GET changes nothing");
    let send = async |password: &str| {
        let form = format!("token={}&password={}", token(&mail), password.replace(' ', "+"));
        aud.post_text("/accounts/reset", "application/x-www-form-urlencoded", form).await
    };
    assert_eq!(send("short").await.status, 422);
    assert_eq!(send(NEW).await.status, 200);
    log_in(&aud, NEW).await.must_be(201);
    let again = send(OLD).await;
    assert_eq!(again.status, 401);
    assert!(again.text.contains("role=\"alert\"") && again.text.contains("used before"), "{}", again.text);
    let hostile = aud.get("/accounts/reset?token=%22%3E%3Cscript%3E").await;
    assert!(!hostile.text.contains("<script"), "{}", hostile.text);
    let response = aud.request(Method::GET, "/accounts/verify").send().await.unwrap();
    assert!(
        response.headers()["content-security-policy"].to_str().unwrap().starts_with("default-src 'none'")
    );
}

#[tokio::test]
async fn a_link_for_an_address_does_not_prove_the_address_that_follows_it() {
    let service = Service::start_strict();
    let stranger = service.stranger();
    let body = json!({"name": "Aud", "email": "aud@example.org", "password": OLD});
    stranger.post("/v1/accounts", &body).await.must_be(202);
    let id = service.database.texts("SELECT id::text AS value FROM accounts").remove(0);
    let mut ctx = crate::harness::connect(&service).await;
    let token = althing::service::accounts::verify_token(&mut ctx, id.parse().unwrap()).await;
    let token = json!({"token": token.unwrap()});
    service.database.run("UPDATE accounts SET email = 'b@x.org', email_key = 'b@x.org'");
    service.app.clock.advance(TimeDelta::seconds(1));
    stranger.post("/v1/accounts/verify", &token).await.must_refuse(401, "token_invalid");
}
