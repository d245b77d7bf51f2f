//! Registering, proving an address, and what nobody learns from it.

use althing::service::accounts::verify_token;
use chrono::TimeDelta;
use serde_json::{Value, json};

use crate::harness::{Answer, Person, Service};

const PASSWORD: &str = "a long ship west";

fn registration(name: &str, email: &str) -> Value {
    json!({"name": name, "email": email, "password": PASSWORD})
}

async fn register(person: &Person, name: &str, email: &str) -> Answer {
    person.post("/v1/accounts", &registration(name, email)).await
}

async fn log_in(person: &Person, login: &str) -> Answer {
    person.post("/v1/sessions", &json!({"login": login, "password": PASSWORD})).await
}

/// The mails that wait: kind, and the name of who gets it.
fn mails(service: &Service) -> Vec<String> {
    let query = "SELECT m.kind || ' to ' || a.name AS value FROM mails m \
                 JOIN accounts a ON a.id = m.partition ORDER BY m.created_at, m.id";
    service.database.texts(query)
}

/// The token that the mail to `name` carries.
async fn token_for(service: &Service, name: &str) -> String {
    let query = format!("SELECT id::text AS value FROM accounts WHERE name = '{name}'");
    let id = service.database.texts(&query)[0].parse().unwrap();
    let mut ctx = crate::harness::connect(service).await;
    verify_token(&mut ctx, id).await.unwrap()
}

#[tokio::test]
async fn somebody_registers_proves_the_address_and_logs_in_by_name_or_address() {
    let service = Service::start_strict();
    let mut aud = service.stranger();
    register(&aud, "  Aud ", "Aud@Example.org").await.must_be(202);
    assert_eq!(mails(&service), ["verify_address to Aud"]);
    log_in(&aud, "Aud").await.must_refuse(403, "address_not_verified");

    let token = json!({"token": token_for(&service, "Aud").await});
    let account = aud.post("/v1/accounts/verify", &token).await.must_be(200);
    assert_eq!((&account["name"], &account["email"]), (&json!("Aud"), &json!("Aud@Example.org")));
    assert_eq!(aud.post("/v1/accounts/verify", &token).await.must_be(200), account, "a repeat is harmless");

    let tokens = log_in(&aud, "aUD").await.must_be(201);
    assert_eq!((&tokens["token_type"], &tokens["expires_in"]), (&json!("Bearer"), &json!(900)));
    log_in(&aud, " aud@example.ORG ").await.must_be(201);
    aud.token = tokens["access_token"].as_str().unwrap().to_owned();
    assert_eq!(aud.get("/v1/me").await.must_be(200), account);
}

#[tokio::test]
async fn nobody_but_its_mailbox_learns_that_an_address_has_an_account() {
    let service = Service::start_strict();
    let stranger = service.stranger();
    register(&stranger, "Aud", "aud@example.org").await.must_be(202);
    stranger
        .post("/v1/accounts/verify", &json!({"token": token_for(&service, "Aud").await}))
        .await
        .must_be(200);

    service.app.clock.advance(TimeDelta::seconds(1));
    let known = register(&stranger, "Bjarni", "AUD@example.org").await;
    service.app.clock.advance(TimeDelta::seconds(1));
    let unknown = register(&stranger, "Cadlin", "cadlin@example.org").await;
    assert_eq!(known, unknown);
    assert_eq!(
        mails(&service),
        ["verify_address to Aud", "address_in_use to Aud", "verify_address to Cadlin"]
    );
    register(&stranger, "Bjarni", "other@example.org").await.must_blame(409, "name_taken", "name");
    register(&stranger, "Cadlin", "other@example.org").await.must_blame(409, "name_taken", "name");
    let again = json!({"token": token_for(&service, "Bjarni").await});
    stranger.post("/v1/accounts/verify", &again).await.must_refuse(409, "address_taken");
}

#[tokio::test]
async fn who_registers_with_anothers_address_blocks_nobody() {
    let service = Service::start_strict();
    let stranger = service.stranger();
    register(&stranger, "Thief", "aud@example.org").await.must_be(202);
    register(&stranger, "Aud", "aud@example.org").await.must_be(202);
    stranger
        .post("/v1/accounts/verify", &json!({"token": token_for(&service, "Aud").await}))
        .await
        .must_be(200);
    let tokens = log_in(&stranger, "aud@example.org").await.must_be(201);
    assert_eq!(tokens["account"]["name"], "Aud");
}

#[tokio::test]
async fn a_registration_that_nobody_proves_frees_its_name() {
    let service = Service::start_strict();
    let stranger = service.stranger();
    register(&stranger, "Aud", "typo@example.org").await.must_be(202);
    register(&stranger, "Aud", "aud@example.org").await.must_refuse(409, "name_taken");
    service.app.clock.advance(TimeDelta::seconds(2 * service.app.settings.accounts.verify_seconds + 1));
    register(&stranger, "Aud", "aud@example.org").await.must_be(202);
}

#[tokio::test]
async fn names_that_look_alike_are_one_name() {
    let service = Service::start();
    let stranger = service.stranger();
    register(&stranger, "Paul Hansen", "1@example.org").await.must_be(202);
    for twin in ["PAUL HANSEN", "Раul Hansen", "pau1 hansen"] {
        register(&stranger, twin, "2@example.org").await.must_blame(409, "name_taken", "name");
    }
    register(&stranger, "Paula Hansen", "2@example.org").await.must_be(202);
    register(&stranger, "Þórður Ægisson", "3@example.org").await.must_be(202);
    register(&stranger, "李明", "4@example.org").await.must_be(202);
}

#[tokio::test]
async fn what_cannot_be_a_name_an_address_or_a_password_is_refused_by_field() {
    let service = Service::start();
    let stranger = service.stranger();
    let long = "x".repeat(33);
    for name in [
        "A",
        &long,
        "a\u{202e}b",
        "a\u{200d}b",
        "a\nb",
        "a\u{0}b",
        "a@b",
        "a  b",
        "-ab",
        "a/b",
        "a😀b",
        "Ｐaul",
    ] {
        register(&stranger, name, "a@example.org").await.must_blame(422, "invalid_field", "name");
    }
    let long = format!("{}@example.org", "x".repeat(250));
    for email in
        ["", "aud", "aud@", "@example.org", "a b@example.org", "a@b@c", "a@example.org\r\nBcc: x@y.z", &long]
    {
        register(&stranger, "Aud", email).await.must_blame(422, "invalid_field", "email");
    }
    let long = "x".repeat(129);
    for password in ["", "seven77", &long] {
        let body = json!({"name": "Aud", "email": "a@example.org", "password": password});
        stranger.post("/v1/accounts", &body).await.must_blame(422, "invalid_field", "password");
    }
    let mut body = registration("Aud", "a@example.org");
    body["language"] = json!("tlh");
    stranger.post("/v1/accounts", &body).await.must_blame(422, "invalid_field", "language");
    assert_eq!(mails(&service), [""; 0]);
}

#[tokio::test]
async fn a_registration_that_comes_twice_under_one_key_has_one_effect() {
    let service = Service::start_strict();
    let stranger = service.stranger();
    let body = registration("Aud", "aud@example.org");
    let twins: Vec<_> = (0..5).map(|_| stranger.post_under("k-1", "/v1/accounts", &body)).collect();
    for answer in futures_util::future::join_all(twins).await {
        answer.must_be(202);
    }
    assert_eq!(mails(&service), ["verify_address to Aud"]);
    let other = json!({"name": "Unn", "email": "aud@example.org", "password": PASSWORD});
    stranger.post_under("k-1", "/v1/accounts", &other).await.must_blame(422, "key_reused", "Idempotency-Key");
    let bad = stranger.post_under("a b", "/v1/accounts", &body).await;
    bad.must_blame(400, "invalid_parameter", "Idempotency-Key");
}

#[tokio::test]
async fn only_a_success_is_kept_under_a_key() {
    let service = Service::start();
    let stranger = service.stranger();
    register(&stranger, "Aud", "aud@example.org").await.must_be(202);
    let taken = registration("Aud", "unn@example.org");
    stranger.post_under("k-1", "/v1/accounts", &taken).await.must_refuse(409, "name_taken");
    let free = registration("Unn", "unn@example.org");
    stranger.post_under("k-1", "/v1/accounts", &free).await.must_be(202);
}

#[tokio::test]
async fn names_that_look_alike_in_any_letters_are_one_name() {
    let service = Service::start();
    let person = service.stranger();
    for (number, (taken, alike)) in
        [("Paypal", "PaypaI"), ("Walter", "vvalter"), ("Ivar", "lvar"), ("Modern", "modem")]
            .into_iter()
            .enumerate()
    {
        register(&person, taken, &format!("{number}@example.org")).await.must_be(202);
        for name in [alike.to_owned(), taken.to_uppercase()] {
            let answer = register(&person, &name, &format!("{number}@example.net")).await;
            answer.must_blame(409, "name_taken", "name");
        }
    }
    register(&person, "Alia", "a@example.org").await.must_be(202);
    register(&person, "Alla", "b@example.org").await.must_be(202);
    let tokens = log_in(&person, "PAYPAL").await.must_be(201);
    let owner = person.with_token(tokens["access_token"].as_str().unwrap());
    let rename = async |name: &str| owner.patch("/v1/me", &json!({"name": name})).await;
    rename("VVALTER").await.must_blame(409, "name_taken", "name");
    rename("PayPal").await.must_be(200);
    rename("Egil").await.must_be(200);
    register(&person, "PaypaI", "c@example.org").await.must_be(202);
    rename("Paypal").await.must_blame(409, "name_taken", "name");
}

#[tokio::test]
async fn of_two_who_take_names_that_look_alike_at_the_same_moment_one_gets_it() {
    let service = Service::start();
    let person = service.stranger();
    for round in 0..8 {
        let (one, other) = (format!("Unn{round}aI"), format!("Unn{round}al"));
        let emails = [format!("a{round}@example.org"), format!("b{round}@example.org")];
        let (first, second) =
            tokio::join!(register(&person, &one, &emails[0]), register(&person, &other, &emails[1]));
        let mut statuses = [first.status, second.status];
        statuses.sort_unstable();
        assert_eq!(statuses, [202, 409], "{} {}", first.text, second.text);
    }
}

#[tokio::test]
async fn nobody_is_called_like_the_service_or_those_who_run_it_or_like_an_id() {
    let service = Service::start();
    let person = service.stranger();
    let aud = service.person("Aud").await;
    let id = aud.id.replace('-', "");
    for name in [
        "Althing",
        "aIthing",
        "ADMIN",
        "Adm1n",
        "\u{0430}dmin",
        "operator",
        "Support",
        "Althing Support",
        &id,
    ] {
        register(&person, name, "x@example.org").await.must_blame(422, "invalid_field", "name");
    }
    // An id is looked up as it is shown, and as nothing else.
    person.get(&format!("/v1/people/{}", aud.id)).await.must_be(200);
    person.get(&format!("/v1/people/{id}")).await.must_refuse(404, "account_not_found");
}
