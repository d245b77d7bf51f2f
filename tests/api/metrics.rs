//! What the process counts about itself, and who may read it.

use reqwest::Method;
use serde_json::json;

use crate::harness::Service;

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
    for header in ["X-Forwarded-For", "Forwarded", "Via"] {
        let request = stranger.request(Method::GET, "/metrics").header(header, "203.0.113.1");
        stranger.send(request).await.must_refuse(404, "route_not_found");
    }
    let guarded =
        Service::start_with(|settings| settings.http.metrics_token = "a long secret".to_owned().into());
    let stranger = guarded.stranger();
    stranger.get("/metrics").await.must_refuse(404, "route_not_found");
    stranger.with_token("a wrong secret").get("/metrics").await.must_refuse(404, "route_not_found");
    let prometheus = stranger.with_token("a long secret");
    let request = prometheus.request(Method::GET, "/metrics").header("X-Forwarded-For", "203.0.113.1");
    assert_eq!(prometheus.send(request).await.status, 200);
}
