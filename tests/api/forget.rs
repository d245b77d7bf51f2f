//! What nobody will ask for again does not stay for ever.

use althing::service::departures::forget;
use chrono::TimeDelta;
use serde_json::json;

use crate::harness::Service;

fn count(service: &Service, table: &str) -> String {
    let query = format!("SELECT count(*)::text AS value FROM {table}");
    service.database.texts(&query).remove(0)
}

async fn sweep(service: &Service) {
    let mut ctx = crate::harness::connect(service).await;
    forget(&mut ctx).await.unwrap();
}

#[tokio::test]
async fn log_ins_and_replies_are_forgotten_when_their_time_is_over_and_not_before() {
    let service = Service::start();
    let aud = service.person("Aud").await;
    let unn = json!({"name": "Unn", "email": "unn@example.org", "password": "a long ship west"});
    aud.post_under("k-1", "/v1/accounts", &unn).await.must_be(202);
    let counts =
        |service: &Service| ["sessions", "refresh_tokens", "replies"].map(|table| count(service, table));

    service.app.clock.advance(TimeDelta::days(6));
    sweep(&service).await;
    assert_eq!(counts(&service), ["1", "1", "1"]);
    service.app.clock.advance(TimeDelta::days(2));
    sweep(&service).await;
    assert_eq!(counts(&service), ["1", "1", "0"]);
    service.app.clock.advance(TimeDelta::days(30));
    sweep(&service).await;
    assert_eq!(counts(&service), ["0", "0", "0"]);
    assert_eq!(count(&service, "accounts"), "2");
}

#[tokio::test]
async fn registrations_that_were_never_proved_are_forgotten() {
    let service = Service::start_strict();
    let unn = json!({"name": "Unn", "email": "unn@example.org", "password": "a long ship west"});
    service.stranger().post("/v1/accounts", &unn).await.must_be(202);
    sweep(&service).await;
    assert_eq!((count(&service, "accounts"), count(&service, "mails")), ("1".into(), "1".into()));
    service.app.clock.advance(TimeDelta::seconds(2 * service.app.settings.accounts.verify_seconds + 1));
    sweep(&service).await;
    assert_eq!((count(&service, "accounts"), count(&service, "mails")), ("0".into(), "0".into()));
}

#[tokio::test]
async fn a_key_may_be_used_for_something_else_after_a_week() {
    let service = Service::start();
    let stranger = service.stranger();
    let body = |password: &str| json!({"name": "Aud", "email": "aud@example.org", "password": password});
    stranger.post_under("k-1", "/v1/accounts", &body("a long ship west")).await.must_be(202);
    stranger.post_under("k-1", "/v1/accounts", &body("a short ship")).await.must_refuse(422, "key_reused");
    service.app.clock.advance(TimeDelta::days(7) + TimeDelta::seconds(1));
    stranger.post_under("k-1", "/v1/accounts", &body("a short ship")).await.must_refuse(409, "name_taken");
}
