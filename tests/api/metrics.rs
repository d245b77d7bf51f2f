//! What the process counts about itself, and who may read it.

use reqwest::Method;
use serde_json::json;

use crate::database_outages::{fail_with, heal};
use crate::harness::{Person, PostOffice, Service, Table, seeded_dice, until};
use crate::support::{Stage, Whim};

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
        "process_cpu_seconds_total ",
        "process_open_fds ",
        "process_start_time_seconds ",
        r#"althing_build_info{version=""#,
        r#"althing_games{state="running"} "#,
        "althing_accounts ",
        r#"althing_queue_oldest_seconds{queue="bots"} "#,
        r#"althing_queue_oldest_seconds{queue="deadlines"} "#,
        "althing_heartbeat_age_seconds ",
        "althing_clock_error_seconds ",
        "althing_database_up 1",
        "althing_pool_waits_total ",
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

#[tokio::test]
async fn degraded_work_is_shown_to_readers_of_the_metrics_and_makes_no_server_unready() {
    let mut office = PostOffice::open();
    let here = office.service.stranger();
    let others = async || {
        let request = here.request(Method::GET, "/readyz").header("X-Forwarded-For", "203.0.113.1");
        here.send(request).await.must_be(200)
    };
    let beats = "SELECT 'x' AS value FROM heartbeats";
    until("a worker was seen", || !office.service.database.texts(beats).is_empty()).await;
    assert_eq!(here.get("/readyz").await.must_be(200), json!({"status": "ready"}));
    office.sink.will([Whim::Refuse(Stage::Recipient, 451); 60]);
    let aud = office.service.person("Aud").await;
    aud.post("/v1/me/notifications/test", &json!({})).await.must_be(202);
    let waiting = "SELECT 'x' AS value FROM mails WHERE waiting_since IS NOT NULL";
    until("the mail was tried", || !office.service.database.texts(waiting).is_empty()).await;
    // Read before the clock is moved: a worker that is faster than this test beats once at the new time and never changes
    // it again.
    let beat = "SELECT seen_at::text AS value FROM heartbeats";
    let before = office.service.database.texts(beat);
    office.after_seconds(16 * 60);
    until("the worker goes on", || office.service.database.texts(beat) != before).await;
    let ready = here.get("/readyz").await.must_be(200);
    assert_eq!((&ready["status"], &ready["reasons"][0]["code"]), (&json!("degraded"), &json!("mails_stuck")));
    assert!(ready["reasons"][0]["seconds"].as_i64().unwrap() >= 16 * 60, "{ready}");
    assert_eq!(others().await, json!({"status": "ready"}));
    assert_eq!(
        count(&here, "althing_mails_stuck_seconds").await,
        ready["reasons"][0]["seconds"].as_u64().unwrap()
    );
    office.close();
    office.after_seconds(120);
    let ready = here.get("/readyz").await.must_be(200);
    let codes: Vec<_> = ready["reasons"].as_array().unwrap().iter().map(|reason| &reason["code"]).collect();
    assert_eq!(codes, ["mails_stuck", "no_worker"]);
    assert_eq!(others().await, json!({"status": "ready"}));
}

#[tokio::test]
async fn readers_of_the_metrics_see_why_a_server_is_not_ready() {
    let service = Service::start();
    let aud = service.person("Aud").await;
    for (code, reason) in
        [("53100", "database_full"), ("25006", "database_read_only"), ("53200", "database_unreachable")]
    {
        fail_with(&service.database, code);
        aud.post("/v1/games", &json!({"ruleset": "toy", "seats": 2})).await.must_refuse(503, "unavailable");
        let refused = aud.get("/readyz").await;
        assert_eq!((refused.status, &refused.json["reason"]), (503, &json!(reason)), "{}", refused.text);
        let request = aud.request(Method::GET, "/readyz").header("X-Forwarded-For", "203.0.113.1");
        let refused = aud.send(request).await;
        assert_eq!((refused.status, refused.json.get("reason")), (503, None), "{}", refused.text);
        assert_eq!(count(&aud, "althing_database_writable").await, 0);
        heal(&service.database);
        service.app.clock.advance(chrono::TimeDelta::seconds(6));
        count(&aud, "althing_database_up").await;
        assert_eq!(count(&aud, "althing_database_writable").await, 1);
        aud.get("/readyz").await.must_be(200);
    }
}

#[tokio::test]
async fn mails_replies_and_refusals_are_counted_by_result() {
    let office = PostOffice::open_with(1, |settings| settings.limits.enabled = true);
    let here = office.service.stranger();
    let counters = [
        r#"althing_mails_total{result="sent"}"#,
        r#"althing_mails_total{result="waiting"}"#,
        r#"althing_rate_limited_total{limit="search"}"#,
    ];
    let mut before = Vec::new();
    for counter in counters {
        before.push(count(&here, counter).await);
    }
    let aud = office.service.person("Aud").await;
    office.sink.will([Whim::Refuse(Stage::Recipient, 451)]);
    aud.post("/v1/me/notifications/test", &json!({})).await.must_be(202);
    let waiting = "SELECT 'x' AS value FROM mails WHERE waiting_since IS NOT NULL";
    until("the mail was tried", || !office.service.database.texts(waiting).is_empty()).await;
    office.after_seconds(600);
    office.quiet().await;
    for _ in 0..400 {
        if aud.get("/v1/people?name=Aud").await.status == 429 {
            break;
        }
    }
    for (counter, before) in counters.into_iter().zip(before) {
        assert!(count(&here, counter).await > before, "{counter}");
    }
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
