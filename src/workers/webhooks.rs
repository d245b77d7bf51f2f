//! Webhooks: one loop queues deliveries, the other one sends them. Both find what to do in the database.

use std::sync::Arc;
use std::time::Duration;

use super::poll::{Concurrency, Poll, complain};
use crate::error::Error;
use crate::service::webhooks::{self, DeliveryOutcome, EnqueueResult, SignedDelivery};
use crate::service::{App, Ctx};
use crate::store::Pool;
use crate::telemetry::metrics;
use crate::webhooks::RequestSender;

/// Notifications within this time lead to one poll.
const COALESCED: Duration = Duration::from_millis(50);
/// The shortest time between two polls while there is no webhook.
const IDLE: Duration = Duration::from_millis(500);
/// How often storing an outcome is tried, and the wait in between. It is tried for seconds, because a delivery whose
/// outcome could not be stored is sent again.
const MAX_STORES: usize = 10;
const STORE_AGAIN: Duration = Duration::from_millis(500);

pub struct WebhookWorker {
    pub app: Arc<App>,
    pub pool: Pool,
    pub sender: Arc<RequestSender>,
}

impl WebhookWorker {
    /// Queues deliveries of new facts.
    pub async fn enqueue(&self, mut poll: Poll) {
        while poll.wait().await {
            let pause = match self.enqueue_once().await {
                Ok(EnqueueResult::Queued) => {
                    // Wakes the other loop, which sends what was queued.
                    self.app.events.notify_local_workers();
                    COALESCED
                }
                Ok(EnqueueResult::NothingNew) => COALESCED,
                Ok(EnqueueResult::NoWebhook) => IDLE,
                Err(error) => {
                    complain(&self.app, &error, "deliveries to webhooks could not be queued");
                    IDLE
                }
            };
            poll.pause(pause).await;
        }
    }

    async fn enqueue_once(&self) -> Result<EnqueueResult, Error> {
        let mut ctx = Ctx::acquire(&self.app, &self.pool).await?;
        webhooks::enqueue(&mut ctx).await
    }

    /// Sends the deliveries that are due.
    pub async fn deliver(&self, poll: Poll) {
        let at_once = self.app.settings.webhooks.at_once.max(1);
        // More deliveries are claimed after each one, since the next one about the same game may be sent only now.
        let concurrency = Concurrency { at_once, refill_at: at_once };
        let place = (&self.app, &self.pool, "webhooks");
        let claim = async |most| claimed(place, async |ctx| webhooks::claim(ctx, most).await).await;
        let send = async |delivery| self.send(delivery).await;
        poll.run_concurrently("requests to webhooks", concurrency, claim, send).await;
    }

    async fn send(&self, signed: SignedDelivery) {
        let outcome = self.sender.deliver(&signed.request(&self.app)).await;
        let delivery = signed.claimed.id;
        match &outcome {
            DeliveryOutcome::Answered(status) => tracing::info!(%delivery, status, "a webhook answered"),
            DeliveryOutcome::Failed(problem) => {
                tracing::info!(%delivery, problem, "a webhook could not be reached");
            }
        }
        metrics::webhook_called(matches!(outcome, DeliveryOutcome::Answered(200..=299)));
        stored_at_last(&format!("the delivery {delivery}"), async || self.store(&signed, &outcome).await)
            .await;
    }

    async fn store(&self, delivery: &SignedDelivery, outcome: &DeliveryOutcome) -> Result<bool, Error> {
        let mut ctx = Ctx::acquire(&self.app, &self.pool).await?;
        webhooks::settle(&mut ctx, delivery, outcome).await
    }
}

/// What `claim` claims for a loop of requests to other servers; nothing, where that fails.
pub async fn claimed<T>(
    (app, pool, what): (&Arc<App>, &Pool, &str),
    claim: impl AsyncFnOnce(&mut Ctx) -> Result<Vec<T>, Error>,
) -> Vec<T> {
    let claimed = async {
        let mut ctx = Ctx::acquire(app, pool).await?;
        claim(&mut ctx).await
    };
    claimed.await.unwrap_or_else(|error| {
        complain(app, &error, &format!("nothing could be claimed for {what}"));
        vec![]
    })
}

/// Stores the outcome of a request to another server by `store`, which gives `false` if the lease was over by then.
pub async fn stored_at_last(what: &str, store: impl AsyncFn() -> Result<bool, Error>) {
    for _ in 0..MAX_STORES {
        match store().await {
            Ok(true) => return,
            Ok(false) => {
                tracing::info!("the lease of {what} was over before its outcome was stored");
                return;
            }
            Err(error) => tracing::warn!(%error, "the outcome of {what} could not be stored"),
        }
        tokio::time::sleep(STORE_AGAIN).await;
    }
}
