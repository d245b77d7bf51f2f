//! Web push: one loop that queues what is new and sends what is due.

use std::sync::Arc;
use std::time::Duration;

use super::poll::{Concurrency, Poll};
use crate::error::Error;
use crate::service::push::{self, PreparedPush};
use crate::service::webhooks::DeliveryOutcome;
use crate::service::{App, Ctx};
use crate::store::Pool;
use crate::webhooks::PushSender;

/// How many requests are on their way at the same moment.
const AT_ONCE: usize = 16;
/// How often storing an outcome is tried, and the wait in between.
const MAX_STORES: usize = 10;
const STORE_AGAIN: Duration = Duration::from_millis(500);

pub struct PushWorker {
    pub app: Arc<App>,
    pub pool: Pool,
    pub sender: PushSender,
}

impl PushWorker {
    pub async fn deliver(&self, poll: Poll) {
        let concurrency = Concurrency { at_once: AT_ONCE, refill_at: AT_ONCE / 2 };
        let claim = async |most| self.claim(most).await;
        poll.run_concurrently("pushes", concurrency, claim, async |push| self.send(push).await).await;
    }

    async fn claim(&self, most: usize) -> Vec<PreparedPush> {
        let claimed = async {
            let mut ctx = Ctx::acquire(&self.app, &self.pool).await?;
            push::claim(&mut ctx, most).await
        };
        claimed.await.unwrap_or_else(|error: Error| {
            tracing::error!(%error, "nothing could be claimed for web push");
            vec![]
        })
    }

    async fn send(&self, push: PreparedPush) {
        let outcome = self.sender.send(&push.request).await;
        // Of the address only the host is logged: with the rest, anybody could push to the browser.
        let (delivery, host) = (push.claimed.id, push.request.endpoint.host_str().unwrap_or_default());
        match &outcome {
            DeliveryOutcome::Answered(status) => {
                tracing::info!(%delivery, host, status, "a push service answered")
            }
            DeliveryOutcome::Failed(problem) => {
                tracing::info!(%delivery, host, problem, "a push service could not be reached");
            }
        }
        for _ in 0..MAX_STORES {
            let stored = async {
                let mut ctx = Ctx::acquire(&self.app, &self.pool).await?;
                push::settle(&mut ctx, &push.claimed, &outcome).await
            };
            match stored.await {
                Ok(_) => return,
                Err(error) => tracing::warn!(%delivery, %error, "an outcome could not be stored"),
            }
            tokio::time::sleep(STORE_AGAIN).await;
        }
    }
}
