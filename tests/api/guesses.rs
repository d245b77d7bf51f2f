//! Guessing passwords: it comes to an end wherever it is done from, and never keeps the owner out.

use althing::config::Settings;
use reqwest::Method;
use serde_json::{Value, json};

use crate::harness::{Answer, Person, PostOffice};
use crate::passwords::token;

const PASSWORD: &str = "a long ship west";

/// Ten wrong passwords a day for one name, three an hour for one name from one address.
fn ten_a_day(settings: &mut Settings) {
    settings.limits.enabled = true;
    settings.accounts.access_seconds = 7200;
    settings.limits.log_in_failures = "3/hour".parse().unwrap();
    settings.limits.log_in_failures_per_name = "10/day".parse().unwrap();
    settings.limits.mail = "1000/hour".parse().unwrap();
}

async fn try_from(person: &Person, from: &str, body: &Value) -> Answer {
    let request = person.with_token("").request(Method::POST, "/v1/sessions").header("X-Forwarded-For", from);
    person.send(request.json(body)).await
}

/// Guesses once from each of so many addresses; what came of each.
async fn guess(person: &Person, login: &str, addresses: u8) -> Vec<Answer> {
    let mut answers = Vec::new();
    for number in 1..=addresses {
        let body = json!({"login": login, "password": "not the password"});
        answers.push(try_from(person, &format!("203.0.113.{number}"), &body).await);
    }
    answers
}

#[tokio::test]
async fn guesses_at_one_account_from_many_addresses_come_to_an_end_and_its_owner_still_gets_in() {
    let office = PostOffice::open_with(1, ten_a_day);
    let [aud, bjarni] = office.service.people(["Aud", "Bjarni"]).await;
    let right = json!({"login": "Aud", "password": PASSWORD});
    let known = try_from(&aud, "198.51.100.1", &right).await.must_be(201);
    let foreign = try_from(&bjarni, "198.51.100.2", &json!({"login": "Bjarni", "password": PASSWORD})).await;
    let foreign = foreign.must_be(201);

    let answers = guess(&aud, "Aud", 14).await;
    let statuses: Vec<u16> = answers.iter().map(|answer| answer.status).collect();
    assert_eq!(statuses, [vec![401; 10], vec![429; 4]].concat());
    answers[10].must_refuse(429, "too_many_requests");
    // Nobody learns by it whether there is such an account, nor which address a name belongs to.
    let nobody = guess(&aud, "Eyvind", 14).await;
    assert_eq!(nobody, answers);
    assert_eq!(guess(&aud, "aud@example.org", 1).await[0].status, 401);

    let owner = "198.51.100.7";
    try_from(&aud, owner, &right).await.must_refuse(429, "too_many_requests");
    for useless in [&foreign["device_token"], &known["access_token"], &known["refresh_token"], &json!("x")] {
        let body = json!({"login": "Aud", "password": PASSWORD, "device_token": useless});
        try_from(&aud, owner, &body).await.must_refuse(429, "too_many_requests");
    }
    let device = json!({"login": "Aud", "password": PASSWORD, "device_token": known["device_token"]});
    let again = try_from(&aud, owner, &device).await.must_be(201);
    assert!(again["device_token"].as_str().unwrap().len() > 40);
    // It opens nothing by itself.
    aud.with_token(known["device_token"].as_str().unwrap())
        .get("/v1/me")
        .await
        .must_refuse(401, "token_invalid");

    let stranger = aud.with_token("");
    stranger.post("/v1/sessions/link", &json!({"email": "aud@example.org"})).await.must_be(202);
    let mail = office.mails(1).await.remove(0);
    assert_eq!(mail.subject(), "Log in to Althing");
    let link = json!({"token": token(&mail)});
    let tokens = stranger.post("/v1/sessions/link/confirm", &link).await.must_be(201);
    let by_link = aud.with_token(tokens["access_token"].as_str().unwrap());
    by_link.get("/v1/me").await.must_be(200);
    stranger.post("/v1/sessions/link/confirm", &link).await.must_refuse(401, "token_invalid");
    // The next day the password alone is enough again.
    office.after_seconds(86_400);
    try_from(&aud, owner, &right).await.must_be(201);
}

#[tokio::test]
async fn a_right_password_takes_back_its_own_try_and_not_those_of_others() {
    let office = PostOffice::open_with(0, ten_a_day);
    let aud = office.service.person("Aud").await;
    guess(&aud, "Aud", 8).await;
    let right = json!({"login": "Aud", "password": PASSWORD});
    for _ in 0..5 {
        try_from(&aud, "198.51.100.7", &right).await.must_be(201);
    }
    let rest = guess(&aud, "Aud", 3).await;
    assert_eq!(rest.iter().map(|answer| answer.status).collect::<Vec<_>>(), [401, 401, 429]);
}

#[tokio::test]
async fn a_device_that_is_known_guesses_no_more_often_than_anybody_and_is_forgotten_by_a_new_password() {
    let office = PostOffice::open_with(0, ten_a_day);
    let aud = office.service.person("Aud").await;
    let right = json!({"login": "Aud", "password": PASSWORD});
    let device = try_from(&aud, "198.51.100.7", &right).await.must_be(201)["device_token"].clone();
    for (number, expected) in [401, 401, 401, 429].into_iter().enumerate() {
        let body = json!({"login": "Aud", "password": "not the password", "device_token": device});
        assert_eq!(try_from(&aud, &format!("203.0.113.{number}"), &body).await.status, expected);
    }
    guess(&aud, "Aud", 10).await;
    let change = json!({"old_password": PASSWORD, "new_password": "a longer ship west"});
    aud.post("/v1/me/password", &change).await.must_be(204);
    office.after_seconds(3_600);
    guess(&aud, "Aud", 10).await;
    let body = json!({"login": "Aud", "password": "a longer ship west", "device_token": device});
    try_from(&aud, "198.51.100.7", &body).await.must_refuse(429, "too_many_requests");
}

#[tokio::test]
async fn wrong_passwords_of_somebody_who_is_logged_in_are_counted_over_all_operations() {
    let office = PostOffice::open_with(0, ten_a_day);
    let aud = office.service.person("Aud").await;
    let wrong = "not the password";
    let change = json!({"old_password": wrong, "new_password": "a longer ship west"});
    aud.post("/v1/me/password", &change).await.must_refuse(403, "wrong_password");
    let address = json!({"email": "aud@example.net", "password": wrong});
    aud.post("/v1/me/email", &address).await.must_refuse(403, "wrong_password");
    aud.delete_with("/v1/me", &json!({"password": wrong})).await.must_refuse(403, "wrong_password");
    aud.post("/v1/me/password", &change).await.must_refuse(429, "too_many_requests");
    office.after_seconds(3_600);
    let right = json!({"old_password": PASSWORD, "new_password": "a longer ship west"});
    aud.again().await.post("/v1/me/password", &right).await.must_be(204);
}

#[tokio::test]
async fn a_link_to_log_in_is_sent_to_nobody_who_has_no_account_and_the_newest_alone_is_good() {
    let office = PostOffice::open();
    let aud = office.service.person("Aud").await;
    let stranger = aud.with_token("");
    let ask = async |email: &str| stranger.post("/v1/sessions/link", &json!({"email": email})).await;
    assert_eq!(ask("aud@example.org").await, ask("nobody@example.org").await);
    let older = json!({"token": token(&office.mails(1).await[0])});
    office.after_seconds(61);
    ask("aud@example.org").await.must_be(202);
    let newer = json!({"token": token(&office.mails(2).await[1])});
    stranger.post("/v1/sessions/link/confirm", &older).await.must_refuse(401, "token_invalid");
    office.after_seconds(900);
    stranger.post("/v1/sessions/link/confirm", &newer).await.must_refuse(401, "token_expired");
    assert_eq!(office.mails(2).await.len(), 2);
}
