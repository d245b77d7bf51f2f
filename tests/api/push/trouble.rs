//! Push services that refuse, and subscriptions that are gone.

use std::sync::Arc;

use althing::mail::Mailer;
use althing::workers::Workers;
use serde_json::json;

use super::service::{Browser, PushService};
use super::{at_home, subscribe, test};
use crate::harness::PostOffice;

const TRIED: &str = "SELECT coalesce(result, '-') || ' ' || tries || \
    CASE WHEN claimed_until IS NULL THEN '' ELSE ' now' END AS value FROM push_deliveries ORDER BY due_at, id";

#[tokio::test]
async fn what_is_refused_for_now_is_tried_again_as_webhooks_are() {
    let office = PostOffice::open_with(1, at_home);
    let aud = office.service.person("Aud").await;
    let (service, browser) = (PushService::start(), Browser::new("phone"));
    service.will_answer([429, 503, 500]);
    let subscription = subscribe(&aud, &service, &browser).await;
    test(&aud, &subscription).await;
    let failing =
        async || aud.get("/v1/me/push-subscriptions").await.json["items"][0]["failing_since"].clone();
    for (tries, wait) in [(1, 6), (2, 330), (3, 1_980)] {
        office.until_stored(TRIED, &[&format!("- {tries}")]).await;
        assert_eq!(failing().await, "2026-11-20T12:00:00Z");
        office.after_seconds(wait);
    }
    office.until_stored(TRIED, &["delivered 4"]).await;
    assert_eq!(failing().await, json!(null));
    let pushed = service.pushed();
    assert_eq!(pushed.len(), 4);
    assert!(pushed.iter().all(|push| push.read_by(&browser) == pushed[0].read_by(&browser)));
}

#[tokio::test]
async fn a_subscription_that_its_push_service_does_not_know_is_deleted() {
    let office = PostOffice::open_with(1, at_home);
    let aud = office.service.person("Aud").await;
    let service = PushService::start();
    for (status, name) in [(404, "phone"), (410, "laptop")] {
        service.will_answer([status]);
        let subscription = subscribe(&aud, &service, &Browser::new(name)).await;
        test(&aud, &subscription).await;
        office.until_stored("SELECT id::text AS value FROM push_subscriptions", &[]).await;
        office.until_stored("SELECT id::text AS value FROM push_deliveries", &[]).await;
    }
    assert_eq!(service.pushed().len(), 2);
}

#[tokio::test]
async fn a_request_that_is_wrong_is_not_repeated_and_a_week_of_failures_ends_the_subscription() {
    let office = PostOffice::open_with(1, at_home);
    let aud = office.service.person("Aud").await;
    let service = PushService::start();
    service.will_answer([403, 413]);
    let subscription = subscribe(&aud, &service, &Browser::new("phone")).await;
    test(&aud, &subscription).await;
    office.until_stored(TRIED, &["failed 1"]).await;
    office.after_seconds(7 * 86_400);
    test(&aud, &subscription).await;
    office.until_stored("SELECT id::text AS value FROM push_subscriptions", &[]).await;
    assert_eq!(service.pushed().len(), 2);
}

/// A worker on the same database whose operator allows no private addresses.
fn strict_worker(office: &PostOffice) -> Workers {
    let app = &office.service.app;
    let mut settings = (*app.settings).clone();
    settings.webhooks.allow_private = false;
    let mailer = Mailer::new(&settings, None).unwrap();
    let mut app = app.clone();
    app.settings = Arc::new(settings);
    Workers::start(&app, &office.service.database.url(), mailer).unwrap()
}

#[tokio::test]
async fn an_address_that_is_not_allowed_any_more_is_not_called() {
    let office = PostOffice::open_with(0, at_home);
    let aud = office.service.person("Aud").await;
    let service = PushService::start();
    let subscription = subscribe(&aud, &service, &Browser::new("phone")).await;
    test(&aud, &subscription).await;
    let running = strict_worker(&office);
    office.until_stored(TRIED, &["- 1"]).await;
    running.end();
    let shown = aud.get("/v1/me/push-subscriptions").await.json["items"][0].clone();
    assert_eq!(shown["failing_since"], "2026-11-20T12:00:00Z");
    assert!(service.pushed().is_empty());
}
