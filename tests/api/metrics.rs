//! What the process counts about itself, and who may read it.

use reqwest::Method;
use serde_json::json;

use crate::harness::{Person, PostOffice, Service, Table, seeded_dice, until};

#[tokio::test]
async fn requests_are_counted_by_the_template_of_their_address() {
    let service = Service::start();
    let aud = service.person("Aud").await;
    aud.get("/v1/games/01934490-0000-7000-8000-000000000000").await.must_refuse(404, "game_not_found");
    aud.get("/v1/nothing/at/all").await.must_refuse(404, "route_not_found");
    let table = json!({"ruleset": "landnam", "seats": 3, "bots": ["steady", "steady"]});
    aud.post("/v1/games", &table).await.must_be(201);
    let text = service.stranger().get("/metrics").await.text;
    for expected in [
        r#"althing_http_request_duration_seconds_count{method="GET",route="/v1/games/{game_id}",status="404"}"#,
        r#"althing_http_request_duration_seconds_bucket{method="POST",route="/v1/games",status="201",le="#,
        r#"route="none",status="404""#,
        "althing_decisions_open ",
        "althing_mails_waiting ",
        "althing_mails_oldest_seconds ",
        "althing_dead_letters ",
        r#"althing_pool_connections{state="open"}"#,
        "process_resident_memory_bytes ",
    ] {
        assert!(text.contains(expected), "no {expected} in\n{text}");
    }
    for secret in ["01934490", "nothing/at/all", "Aud", &aud.token] {
        assert!(!text.contains(secret), "{secret}");
    }
}

#[tokio::test]
async fn the_measures_are_read_on_this_machine_and_through_no_proxy_or_with_the_token() {
    let service = Service::start();
    let stranger = service.stranger();
    assert_eq!(stranger.get("/metrics").await.status, 200);
    for header in [
        "X-Forwarded-For",
        "X-Forwarded-Host",
        "X-Forwarded-Proto",
        "Forwarded",
        "Via",
        "X-Real-IP",
        "True-Client-IP",
        "CF-Connecting-IP",
    ] {
        let request = stranger.request(Method::GET, "/metrics").header(header, "203.0.113.1");
        stranger.send(request).await.must_refuse(404, "route_not_found");
    }
    // A proxy on this machine that says nothing of itself passes on whom the caller asked for.
    for host in ["play.example.org", "127.0.0.1.example.org", "203.0.113.1"] {
        let request = stranger.request(Method::GET, "/metrics").header("Host", host);
        stranger.send(request).await.must_refuse(404, "route_not_found");
    }
    let request = stranger.request(Method::GET, "/metrics").header("Host", "localhost:9");
    assert_eq!(stranger.send(request).await.status, 200);
    // Nor need it pass that on: where the service has a public name, only the token opens.
    let public = Service::start_with(|settings| {
        settings.http.public_url = "https://play.example.org".to_owned();
    });
    public.stranger().get("/metrics").await.must_refuse(404, "route_not_found");
    let guarded =
        Service::start_with(|settings| settings.http.metrics_token = "a long secret".to_owned().into());
    let stranger = guarded.stranger();
    stranger.get("/metrics").await.must_refuse(404, "route_not_found");
    stranger.with_token("a wrong secret").get("/metrics").await.must_refuse(404, "route_not_found");
    let prometheus = stranger.with_token("a long secret");
    let request = prometheus.request(Method::GET, "/metrics").header("X-Forwarded-For", "203.0.113.1");
    assert_eq!(prometheus.send(request).await.status, 200);
}

/// A counter of this process, which all tests share; 0 before anything was counted.
async fn count(person: &Person, counter: &str) -> u64 {
    let text = person.get("/metrics").await.text;
    let line = text.lines().find_map(|line| line.strip_prefix(&format!("{counter} ")));
    line.map_or(0, |count| count.parse().unwrap())
}

#[tokio::test]
async fn whatever_is_written_to_games_is_counted_by_who_made_it() {
    let office = PostOffice::open();
    let people = office.service.people(["Aud", "Bjarni"]).await;
    let makers = ["seat", "bot", "table", "server"];
    let mut before = Vec::new();
    for maker in makers {
        before.push(count(&people[0], &format!("althing_actions_total{{by=\"{maker}\"}}")).await);
    }
    let table = Table::of("toy", &people).await;
    table.play(2, &mut seeded_dice(3)).await;
    let seat = table.awaited().await[0];
    let hand_over = json!({"kind": "replace_seat", "seat": seat, "bot": "random"});
    table.post(seat, "votes", &hand_over).await.must_be(201);
    let by_bot =
        format!("SELECT 'x' AS value FROM entries WHERE game_id = '{}' AND made_by = 'bot'", table.id);
    until("the bot plays", || !office.service.database.texts(&by_bot).is_empty()).await;
    for (maker, before) in makers.into_iter().zip(before) {
        let counter = format!("althing_actions_total{{by=\"{maker}\"}}");
        assert!(count(&people[0], &counter).await > before, "{counter}");
    }
}

#[tokio::test]
async fn who_was_faster_and_what_was_judged_anew_is_counted_for_votes_too() {
    let service = Service::start_servers(2);
    let people = service.people(["Aud", "Bjarni", "Cnut"]).await;
    let table = Table::of("toy", &people).await;
    let counters = [r#"althing_conflicts_total{by="table"}"#, r#"althing_retries_total{by="table"}"#];
    let before = [count(&people[0], counters[0]).await, count(&people[0], counters[1]).await];
    let path = format!("{}/votes", table.path);
    let vote = async |person: &Person, kind: &str| {
        let vote = person.post(&path, &json!({"kind": kind})).await.must_be(201);
        let withdraw = format!("{path}/{}", vote["id"].as_str().unwrap());
        assert_eq!(person.delete(&withdraw).await.status, 204);
    };
    let there = people[1].at(&service.servers[1].address);
    for _ in 0..40 {
        tokio::join!(vote(&people[0], "pause"), vote(&there, "cancel"));
        let now = [count(&people[0], counters[0]).await, count(&people[0], counters[1]).await];
        if now[0] > before[0] && now[1] > before[1] {
            return;
        }
    }
    panic!("two who vote at the same moment, forty times, never met");
}
