//! Webhooks: what concerns somebody reaches his program, signed, once it can, and nobody else's.

mod addresses;
mod calls;
mod competitions;
mod failing;
mod owners;
pub mod receiver;
mod refused;
mod retries;
mod secrecy;
mod tables;
mod workers;

use althing::config::Settings;
use serde_json::{Value, json};

use self::receiver::{Heard, Receiver};
use crate::harness::{Person, PostOffice, until};

/// A webhook, as its owner knows it.
pub struct Hook {
    owner: Person,
    /// `/v1/me/webhooks/…`
    path: String,
    secret: String,
}

/// What this machine's own addresses need; and nobody has to log in again, however far the clock is moved.
pub fn at_home(settings: &mut Settings) {
    settings.accounts.access_seconds = 100_000_000;
    settings.webhooks.allow_private = true;
    settings.webhooks.allow_plain = true;
}

/// A service whose webhooks may be on this machine, with so many workers.
fn open(workers: usize) -> PostOffice {
    PostOffice::open_with(workers, at_home)
}

impl Hook {
    /// One for the usual topics.
    pub async fn of(owner: &Person, receiver: &Receiver) -> Self {
        Self::with(owner, receiver, json!({})).await
    }

    /// One with more settings.
    pub async fn with(owner: &Person, receiver: &Receiver, more: Value) -> Self {
        let mut asked = json!({"url": receiver.url()});
        asked.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        let made = owner.post("/v1/me/webhooks", &asked).await.must_be(201);
        Self {
            owner: owner.clone(),
            path: format!("/v1/me/webhooks/{}", made["webhook"]["id"].as_str().unwrap()),
            secret: made["secret"].as_str().unwrap().to_owned(),
        }
    }

    async fn shown(&self) -> Value {
        self.owner.get(&self.path).await.must_be(200)
    }

    async fn change(&self, changes: Value) -> Value {
        self.owner.patch(&self.path, &changes).await.must_be(200)
    }

    /// Sends a test and gives its id.
    async fn test(&self) -> String {
        let sent = self.owner.post(&format!("{}/test", self.path), &json!({})).await.must_be(202);
        sent["id"].as_str().unwrap().to_owned()
    }

    /// What was sent to it, newest first.
    async fn deliveries(&self) -> Vec<Value> {
        let page = self.owner.get(&format!("{}/deliveries?limit=100", self.path)).await.must_be(200);
        // Strict readers take nothing for a UUID that has no version.
        for delivery in page["items"].as_array().unwrap() {
            let id: uuid::Uuid = delivery["id"].as_str().unwrap().parse().unwrap();
            assert!(id.get_version().is_some() && id.get_variant() == uuid::Variant::RFC4122, "{delivery}");
        }
        page["items"].as_array().unwrap().clone()
    }

    /// What became of a delivery.
    async fn delivery(&self, id: &str) -> Value {
        self.deliveries().await.into_iter().find(|delivery| delivery["id"] == id).unwrap()
    }
}

/// Waits until so many requests have come.
pub async fn heard(receiver: &Receiver, count: usize) -> Vec<Heard> {
    until(&format!("{count} requests came"), || receiver.heard().len() >= count).await;
    receiver.heard()
}

/// Waits until everything that was written has arrived: what is on its way when the clock is moved comes twice.
async fn arrived(office: &PostOffice) {
    office.until_stored("SELECT 'x' AS value FROM webhook_deliveries WHERE settled_at IS NULL", &[]).await;
}

/// Waits until every delivery has been tried as often as said, in the order in which they were written.
async fn until_tried(office: &PostOffice, expected: &[&str]) {
    const TRIED: &str = "SELECT coalesce(result, '-') || ' ' || attempts || \
        CASE WHEN claimed_until IS NULL THEN '' ELSE ' now' END AS value FROM webhook_deliveries ORDER BY created_at, place";
    office.until_stored(TRIED, expected).await;
}
