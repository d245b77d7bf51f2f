//! Web push: a browser is told what its owner is mailed, encrypted, and by nobody but this server.

mod pages;
mod sent;
mod service;
mod subscriptions;
mod trouble;

use althing::config::Settings;
use serde_json::{Value, json};

use self::service::{Browser, PushService};
use crate::harness::{Person, PostOffice};

/// What this machine's own addresses need; and nobody has to log in again, however far the clock is moved.
pub fn at_home(settings: &mut Settings) {
    settings.accounts.access_seconds = 100_000_000;
    settings.webhooks.allow_private = true;
    settings.webhooks.allow_plain = true;
}

/// Subscribes a browser, as a program of its owner does.
pub async fn subscribe(person: &Person, service: &PushService, browser: &Browser) -> Value {
    let made = person.post("/v1/me/push-subscriptions", &browser.subscription(service)).await;
    made.must_be(201)
}

/// Waits until everything that was queued is settled or waits for its time.
pub async fn settled(office: &PostOffice) {
    let now = office.service.app.now().to_rfc3339();
    let open =
        format!("SELECT 'x' AS value FROM push_deliveries WHERE settled_at IS NULL AND due_at <= '{now}'");
    office.until_stored(&open, &[]).await;
}

/// Sends a test, so that everything queued before it has been looked at.
pub async fn test(person: &Person, subscription: &Value) {
    let path = format!("/v1/me/push-subscriptions/{}/test", subscription["id"].as_str().unwrap());
    person.post(&path, &json!({})).await.must_be(204);
}
