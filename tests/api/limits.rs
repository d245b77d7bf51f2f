//! How often somebody may do something, over all processes together.

use chrono::TimeDelta;
use reqwest::Method;
use serde_json::{Value, json};

use crate::harness::{Answer, Person, Server, Service, seeded_app};
use althing::config::Settings;

fn three_an_hour(settings: &mut Settings) {
    settings.limits.enabled = true;
    settings.accounts.access_seconds = 7200;
    settings.limits.log_in_failures = "3/hour".parse().unwrap();
    settings.limits.create_game = "3/hour".parse().unwrap();
}

async fn log_in(person: &Person, login: &str, password: &str, from: &str) -> Answer {
    let request = person.request(Method::POST, "/v1/sessions").header("X-Forwarded-For", from);
    person.send(request.json(&json!({"login": login, "password": password}))).await
}

async fn wrong(person: &Person, login: &str, from: &str) -> u16 {
    log_in(person, login, "not the password", from).await.status
}

fn table() -> Value {
    json!({"ruleset": "landnam", "seats": 3})
}

#[tokio::test]
async fn two_servers_that_share_a_database_count_together() {
    let service = Service::start_with(three_an_hour);
    let elsewhere = Server::start(seeded_app(2, three_an_hour), service.database.url());
    let aud = service.person("Aud").await;
    let there = aud.at(&elsewhere.address);
    aud.post("/v1/games", &table()).await.must_be(201);
    there.post("/v1/games", &table()).await.must_be(201);
    aud.post("/v1/games", &table()).await.must_be(201);
    for person in [&aud, &there] {
        person.post("/v1/games", &table()).await.must_refuse(429, "too_many_requests");
    }
    service.person("Unn").await.post("/v1/games", &table()).await.must_be(201);
}

#[tokio::test]
async fn who_is_refused_is_told_when_to_come_again_and_may_then() {
    let service = Service::start_with(three_an_hour);
    let aud = service.person("Aud").await;
    for _ in 0..3 {
        aud.post("/v1/games", &table()).await.must_be(201);
    }
    let refused = aud.request(Method::POST, "/v1/games").json(&table()).send().await.unwrap();
    assert_eq!(
        (refused.status().as_u16(), &refused.headers()["retry-after"]),
        (429, &"1200".parse().unwrap())
    );
    service.app.clock.advance(TimeDelta::seconds(1199));
    aud.post("/v1/games", &table()).await.must_refuse(429, "too_many_requests");
    service.app.clock.advance(TimeDelta::seconds(1));
    aud.post("/v1/games", &table()).await.must_be(201);
    aud.post("/v1/games", &table()).await.must_refuse(429, "too_many_requests");
}

#[tokio::test]
async fn of_many_at_the_same_moment_no_more_get_through_than_may() {
    let service = Service::start_with(three_an_hour);
    let elsewhere = Server::start(seeded_app(2, three_an_hour), service.database.url());
    let aud = service.person("Aud").await;
    let there = aud.at(&elsewhere.address);
    let attempts = (0..20).map(|number| {
        let person = if number % 2 == 0 { aud.clone() } else { there.clone() };
        tokio::spawn(async move { person.post("/v1/games", &table()).await.status })
    });
    let mut statuses = Vec::new();
    for attempt in attempts.collect::<Vec<_>>() {
        statuses.push(attempt.await.unwrap());
    }
    assert_eq!(statuses.iter().filter(|status| **status == 201).count(), 3, "{statuses:?}");
    assert_eq!(statuses.iter().filter(|status| **status == 429).count(), 17, "{statuses:?}");
}

#[tokio::test]
async fn whoever_guesses_a_password_locks_himself_out_and_not_the_owner() {
    let service = Service::start_with(three_an_hour);
    let aud = service.person("Aud").await;
    let (thief, owner) = ("203.0.113.66", "198.51.100.7");
    for login in ["Aud", "aud", " AUD "] {
        assert_eq!(wrong(&aud, login, thief).await, 401);
    }
    log_in(&aud, "Aud", "a long ship west", thief).await.must_refuse(429, "too_many_requests");
    log_in(&aud, "Aud", "a long ship west", owner).await.must_be(201);
    // An unknown name is counted like one that is known.
    for expected in [401, 401, 401, 429] {
        assert_eq!(wrong(&aud, "Nobody", thief).await, expected);
    }
}

#[tokio::test]
async fn logging_in_with_the_right_password_is_never_counted_as_a_failure() {
    let service = Service::start_with(three_an_hour);
    let aud = service.person("Aud").await;
    for _ in 0..3 {
        assert_eq!(wrong(&aud, "Aud", "198.51.100.7").await, 401);
        assert_eq!(wrong(&aud, "Aud", "198.51.100.7").await, 401);
        log_in(&aud, "Aud", "a long ship west", "198.51.100.7").await.must_be(201);
    }
}

#[tokio::test]
async fn an_address_is_what_the_last_trusted_proxy_says_and_of_ipv6_its_first_half() {
    let service = Service::start_with(|settings| {
        three_an_hour(settings);
        settings.http.trusted_proxies = vec!["127.0.0.1".parse().unwrap(), "10.0.0.0/8".parse().unwrap()];
    });
    let stranger = service.stranger();
    // What the caller wrote himself stands further left, and changes nothing.
    for from in ["203.0.113.1", "1.1.1.1, 203.0.113.1", "2.2.2.2,203.0.113.1, 10.1.1.1"] {
        assert_eq!(wrong(&stranger, "Aud", from).await, 401, "{from}");
    }
    assert_eq!(wrong(&stranger, "Aud", "3.3.3.3, 203.0.113.1:4711").await, 429);
    assert_eq!(wrong(&stranger, "Aud", "203.0.113.1, 203.0.113.2").await, 401);
    for from in ["2001:db8:1:2::1", "2001:db8:1:2:ffff::9", "[2001:db8:1:2:a::9]:443"] {
        assert_eq!(wrong(&stranger, "Aud", from).await, 401, "{from}");
    }
    assert_eq!(wrong(&stranger, "Aud", "2001:db8:1:2::77").await, 429);
    assert_eq!(wrong(&stranger, "Aud", "2001:db8:1:3::77").await, 401);
}

/// What `X-Forwarded-For` may hold is bytes, not text.
async fn wrong_from_bytes(person: &Person, from: &[u8]) -> u16 {
    let from = reqwest::header::HeaderValue::from_bytes(from).unwrap();
    let request = person.request(Method::POST, "/v1/sessions").header("X-Forwarded-For", from);
    let body = json!({"login": "Aud", "password": "not the password"});
    person.send(request.json(&body)).await.status
}

#[tokio::test]
async fn nobody_escapes_a_limit_by_bytes_that_are_no_text() {
    let service = Service::start_with(three_an_hour);
    let stranger = service.stranger();
    let lines: [&[u8]; 3] =
        [b"\xff, 203.0.113.1", b"\xc3\xa9\xff\x80,203.0.113.1", b"6.6.6.6, \xfe,  203.0.113.1"];
    for from in lines {
        assert_eq!(wrong_from_bytes(&stranger, from).await, 401, "{from:?}");
    }
    assert_eq!(wrong_from_bytes(&stranger, b"203.0.113.1").await, 429);
    assert_eq!(wrong_from_bytes(&stranger, b"\xff, 203.0.113.2").await, 401);
    // What the proxy itself wrote and nobody can read counts as the proxy's, whatever stands further left.
    let unread: [&[u8]; 4] =
        [b"1.1.1.1, \xff", b"2.2.2.2, unknown", b"3.3.3.3, \xff\xff", b"4.4.4.4, 999.1.1.1"];
    for (from, expected) in unread.into_iter().zip([401, 401, 401, 429]) {
        assert_eq!(wrong_from_bytes(&stranger, from).await, expected, "{from:?}");
    }
}

#[tokio::test]
async fn nobody_but_a_trusted_proxy_is_believed() {
    let service = Service::start_with(|settings| {
        three_an_hour(settings);
        settings.http.trusted_proxies = Vec::new();
    });
    let stranger = service.stranger();
    for (from, expected) in
        [("203.0.113.1", 401), ("203.0.113.2", 401), ("203.0.113.3", 401), ("203.0.113.4", 429)]
    {
        assert_eq!(wrong(&stranger, "Aud", from).await, expected);
    }
}

#[tokio::test]
async fn looking_and_acting_are_not_counted() {
    let service = Service::start_with(|settings| {
        three_an_hour(settings);
        settings.limits.change = "1/day".parse().unwrap();
    });
    let aud = service.person("Aud").await;
    let bots = json!({"ruleset": "landnam", "seats": 3, "bots": ["steady", "steady"]});
    let path = aud.open(&bots).await;
    let before = buckets(&service);
    for _ in 0..10 {
        aud.get(&format!("{path}/view")).await.must_be(200);
        aud.get(&format!("{path}/legal")).await.must_be(200);
        aud.get(&format!("{path}/events")).await.must_be(200);
        let act = json!({"decision": "t1.none", "action": {"type": "end_turn"}});
        aud.post(&format!("{path}/actions"), &act).await.must_refuse(409, "decision_closed");
    }
    assert_eq!(buckets(&service), before);
}

fn buckets(service: &Service) -> Vec<String> {
    let query = "SELECT to_json(r)::text AS value FROM rate_limits r ORDER BY 1";
    service.database.texts(query)
}

#[tokio::test]
async fn what_is_counted_names_no_address_and_is_swept_away_when_it_has_no_say_any_more() {
    let service = Service::start_with(three_an_hour);
    let stranger = service.stranger();
    assert_eq!(wrong(&stranger, "Aud", "203.0.113.1").await, 401);
    let stored = buckets(&service).join("\n");
    assert!(!stored.is_empty() && !stored.contains("203.0.113") && !stored.contains("aud"), "{stored}");
    service.app.clock.advance(TimeDelta::hours(2));
    let mut ctx = crate::harness::connect(&service).await;
    althing::service::departures::forget(&mut ctx).await.unwrap();
    assert_eq!(buckets(&service), Vec::<String>::new());
}

#[tokio::test]
async fn the_limits_that_are_shipped_let_a_club_register_on_one_evening() {
    let service = Service::start_with(|settings| settings.limits.enabled = true);
    for number in 0..25 {
        service.person(&format!("Settler{number}")).await;
    }
}
