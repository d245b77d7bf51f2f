//! Logging in, refreshing, logging out, here and elsewhere.

use chrono::TimeDelta;
use reqwest::Method;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::harness::{Answer, Person, Server, Service, seeded_app};

const PASSWORD: &str = "a long ship west";

async fn log_in(person: &Person) -> Value {
    person.post("/v1/sessions", &json!({"login": person.name, "password": PASSWORD})).await.must_be(201)
}

async fn refresh(person: &Person, tokens: &Value) -> Answer {
    person.post("/v1/sessions/refresh", &json!({"refresh_token": tokens["refresh_token"]})).await
}

fn with_token(person: &Person, tokens: &Value) -> Person {
    person.with_token(tokens["access_token"].as_str().unwrap())
}

#[tokio::test]
async fn a_wrong_password_and_an_unknown_name_get_the_same_answer() {
    let service = Service::start();
    let aud = service.person("Aud").await;
    let mut answers = Vec::new();
    for login in ["Aud", "Nobody", "aud@example.org", "nobody@example.org", "", "a\u{202e}b"] {
        answers.push(aud.post("/v1/sessions", &json!({"login": login, "password": "wrong wrong"})).await);
    }
    answers[0].must_refuse(401, "wrong_credentials");
    assert!(answers.iter().all(|answer| *answer == answers[0]), "{answers:#?}");
}

/// The slow part of an answer is the hash, which is done for nobody, too. The two are asked side by side, many times, and
/// what counts is the middle one of their ratios: whatever else the machine does slows both, or is an exception. The bound
/// is wide: it is to find a hash that is left out (the ratio is near 0 then), not a difference of microseconds.
#[tokio::test]
async fn an_unknown_name_takes_as_long_as_a_wrong_password() {
    let service = Service::start_with(|settings| {
        settings.accounts.hash_memory_kib = 16 * 1024;
        settings.accounts.hash_passes = 8;
    });
    let aud = service.person("Aud").await;
    let time = async |login: &str| {
        let started = std::time::Instant::now();
        let body = json!({"login": login, "password": "wrong wrong"});
        aud.post("/v1/sessions", &body).await.must_refuse(401, "wrong_credentials");
        started.elapsed().as_secs_f64()
    };
    let mut ratios = Vec::new();
    for round in 0..31 {
        // Each goes first as often as the other.
        let (known, unknown) = if round % 2 == 0 {
            (time("Aud").await, time("Nobody").await)
        } else {
            let unknown = time("Nobody").await;
            (time("Aud").await, unknown)
        };
        ratios.push(unknown / known);
    }
    ratios.sort_by(f64::total_cmp);
    let middle = ratios[ratios.len() / 2];
    assert!((0.5..2.0).contains(&middle), "an unknown name takes {middle} times as long: {ratios:?}");
}

#[tokio::test]
async fn each_refresh_gives_the_next_pair() {
    let service = Service::start();
    let aud = service.person("Aud").await;
    let first = log_in(&aud).await;
    service.app.clock.advance(TimeDelta::seconds(901));
    with_token(&aud, &first).get("/v1/me").await.must_refuse(401, "token_expired");
    let second = refresh(&aud, &first).await.must_be(200);
    with_token(&aud, &second).get("/v1/me").await.must_be(200);
    let third = refresh(&aud, &second).await.must_be(200);
    assert_ne!(second["refresh_token"], third["refresh_token"]);
}

#[tokio::test]
async fn a_refresh_token_used_twice_ends_its_session_and_no_other() {
    let service = Service::start();
    let aud = service.person("Aud").await;
    let (first, elsewhere) = (log_in(&aud).await, log_in(&aud).await);
    let second = refresh(&aud, &first).await.must_be(200);
    refresh(&aud, &first).await.must_refuse(401, "refresh_token_reused");
    refresh(&aud, &second).await.must_refuse(401, "refresh_token_invalid");
    refresh(&aud, &elsewhere).await.must_be(200);
}

#[tokio::test]
async fn of_two_refreshes_at_the_same_moment_exactly_one_wins() {
    let service = Service::start_servers(2);
    let aud = service.person("Aud").await;
    let there = aud.at(&service.servers[1].address);
    for _ in 0..20 {
        let tokens = log_in(&aud).await;
        let (here, there) = tokio::join!(refresh(&aud, &tokens), refresh(&there, &tokens));
        let mut answers = [(here.status, here.code().to_owned()), (there.status, there.code().to_owned())];
        answers.sort();
        assert_eq!(answers, [(200, String::new()), (401, "refresh_token_reused".to_owned())]);
    }
}

#[tokio::test]
async fn a_refresh_token_expires_and_a_made_up_one_never_was() {
    let service = Service::start();
    let aud = service.person("Aud").await;
    let tokens = log_in(&aud).await;
    service.app.clock.advance(TimeDelta::seconds(service.app.settings.accounts.refresh_seconds));
    refresh(&aud, &tokens).await.must_refuse(401, "refresh_token_invalid");
    refresh(&aud, &json!({"refresh_token": "made up"})).await.must_refuse(401, "refresh_token_invalid");
}

#[tokio::test]
async fn logging_out_ends_the_session_and_its_access_token_at_once() {
    let service = Service::start();
    let aud = service.person("Aud").await;
    let tokens = log_in(&aud).await;
    let here = with_token(&aud, &tokens);
    here.get("/v1/me").await.must_be(200);
    assert_eq!(here.delete("/v1/sessions/current").await.text, "");
    here.delete("/v1/sessions/current").await.must_refuse(401, "session_ended");
    here.get("/v1/me").await.must_refuse(401, "session_ended");
    here.get("/v1/games").await.must_refuse(401, "session_ended");
    refresh(&aud, &tokens).await.must_refuse(401, "refresh_token_invalid");
    aud.get("/v1/me").await.must_be(200);
}

/// The sessions of somebody: device and whether it is the one that asks.
async fn listed(person: &Person) -> Vec<Value> {
    person.get("/v1/me/sessions").await.must_be(200)["items"].as_array().unwrap().clone()
}

#[tokio::test]
async fn sessions_are_listed_with_their_devices_and_ended_one_by_one() {
    let service = Service::start();
    let aud = service.person("Aud").await;
    service.app.clock.advance(TimeDelta::seconds(60));
    let agent = "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36";
    let request = aud.request(Method::POST, "/v1/sessions").header("User-Agent", agent);
    let body = json!({"login": "Aud", "password": PASSWORD});
    let phone = with_token(&aud, &aud.send(request.json(&body)).await.must_be(201));
    let sessions = listed(&aud).await;
    let shown: Vec<_> = sessions.iter().map(|session| (&session["device"], &session["current"])).collect();
    assert_eq!(shown, [(&json!("Chrome on Android"), &json!(false)), (&json!(""), &json!(true))]);

    let stolen = format!("/v1/me/sessions/{}", sessions[0]["id"].as_str().unwrap());
    let unn = service.person("Unn").await;
    unn.delete(&stolen).await.must_refuse(404, "session_not_found");
    phone.get("/v1/me").await.must_be(200);
    for _ in 0..2 {
        aud.delete(&stolen).await.must_be(204);
    }
    phone.get("/v1/me").await.must_refuse(401, "session_ended");
    assert_eq!(listed(&aud).await.len(), 1);
}

#[tokio::test]
async fn every_other_session_is_ended_at_a_stroke() {
    let service = Service::start();
    let aud = service.person("Aud").await;
    let others = [log_in(&aud).await, log_in(&aud).await];
    aud.delete("/v1/me/sessions").await.must_be(204);
    for other in &others {
        with_token(&aud, other).get("/v1/me").await.must_refuse(401, "session_ended");
        refresh(&aud, other).await.must_refuse(401, "refresh_token_invalid");
    }
    assert_eq!(listed(&aud).await.len(), 1);
}

/// The servers share nothing but the database, so one learns from it what the other ended.
#[tokio::test]
async fn a_session_that_one_process_ends_is_refused_by_another_within_a_second() {
    let service = Service::start();
    let other = Server::start(seeded_app(2, |_| {}), service.database.url());
    let aud = service.person("Aud").await;
    let tokens = log_in(&aud).await;
    let there = with_token(&aud, &tokens).at(&other.address);
    there.get("/v1/me").await.must_be(200);
    with_token(&aud, &tokens).delete("/v1/sessions/current").await.must_be(204);
    let ended = std::time::Instant::now();
    while there.get("/v1/me").await.status == 200 {
        assert!(ended.elapsed().as_millis() < 1_500, "still let in");
    }
    there.get("/v1/me").await.must_refuse(401, "session_ended");
}

#[tokio::test]
async fn a_phone_that_lost_the_reply_to_its_refresh_asks_again_under_the_same_key() {
    let service = Service::start();
    let aud = service.person("Aud").await;
    let first = log_in(&aud).await;
    let body = json!({"refresh_token": first["refresh_token"]});
    let lost = aud.post_under("k-1", "/v1/sessions/refresh", &body).await;
    let again = aud.post_under("k-1", "/v1/sessions/refresh", &body).await;
    assert_eq!(lost, again);
    let third = refresh(&aud, &again.must_be(200)).await.must_be(200);
    // Who has the token and not the key is a thief.
    aud.post_under("k-2", "/v1/sessions/refresh", &body).await.must_refuse(401, "refresh_token_reused");
    refresh(&aud, &third).await.must_refuse(401, "refresh_token_invalid");
    with_token(&aud, &third).get("/v1/me").await.must_refuse(401, "session_ended");
}

#[tokio::test]
async fn log_ins_good_and_bad_are_noted_with_where_they_came_from() {
    let service = Service::start();
    let aud = service.person("Aud").await;
    for password in ["wrong wrong", PASSWORD] {
        service.app.clock.advance(TimeDelta::seconds(1));
        aud.post("/v1/sessions", &json!({"login": "Aud", "password": password})).await;
    }
    aud.post("/v1/sessions", &json!({"login": "Nobody", "password": "wrong wrong"})).await;
    let page = aud.get("/v1/me/audit?limit=2").await.must_be(200);
    let notes = page["items"].as_array().unwrap();
    assert_eq!(notes.iter().map(|note| &note["kind"]).collect::<Vec<_>>(), ["logged_in", "log_in_failed"]);
    assert_eq!(notes[0]["address"], "127.0.0.1");
    assert_eq!(notes[1]["detail"], json!({"code": "wrong_credentials"}));
    let rest = format!("/v1/me/audit?limit=2&cursor={}", page["next_cursor"].as_str().unwrap());
    let rest = aud.get(&rest).await.must_be(200);
    assert_eq!((rest["items"].as_array().unwrap().len(), &rest["next_cursor"]), (1, &Value::Null));
}

#[tokio::test]
async fn no_password_and_no_token_is_stored_in_clear() {
    let service = Service::start();
    let aud = service.person("Aud").await;
    let body = json!({"login": "Aud", "password": PASSWORD});
    let tokens = aud.post_under("key-of-a-log-in", "/v1/sessions", &body).await.must_be(201);
    let refreshing = json!({"refresh_token": tokens["refresh_token"]});
    let next = aud.post_under("key-of-a-refresh", "/v1/sessions/refresh", &refreshing).await.must_be(200);
    let tables = "SELECT table_name AS value FROM information_schema.tables WHERE table_schema = 'public'";
    for table in service.database.texts(tables) {
        let rows =
            service.database.texts(&format!("SELECT to_json(r)::text AS value FROM {table} r")).join("\n");
        for tokens in [&tokens, &next] {
            for secret in ["refresh_token", "access_token"] {
                assert!(!rows.contains(tokens[secret].as_str().unwrap()), "{table}: {rows}");
            }
        }
        for secret in [PASSWORD, "key-of-a-"] {
            assert!(!rows.contains(secret), "{table}: {rows}");
        }
        let digest = Sha256::digest(body.to_string());
        assert!(!rows.contains(&hex::encode(digest)), "the digest of a body lets its password be guessed");
    }
    let hash = service.database.texts("SELECT password_hash AS value FROM accounts");
    assert!(hash[0].starts_with("$argon2id$v=19$"), "{hash:?}");
}
