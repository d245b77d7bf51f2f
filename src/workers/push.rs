//! Web push: one loop that queues what is new and sends what is due.

use std::sync::Arc;

use super::poll::{Concurrency, Poll};
use super::webhooks::{claimed, stored_at_last};
use crate::service::push::{self, PreparedPush};
use crate::service::webhooks::DeliveryOutcome;
use crate::service::{App, Ctx};
use crate::store::Pool;
use crate::webhooks::RequestSender;

/// How many requests are on their way at the same moment.
const AT_ONCE: usize = 16;

pub struct PushWorker {
    pub app: Arc<App>,
    pub pool: Pool,
    pub sender: Arc<RequestSender>,
}

impl PushWorker {
    pub async fn deliver(&self, poll: Poll) {
        let concurrency = Concurrency { at_once: AT_ONCE, refill_at: AT_ONCE / 2 };
        let place = (&self.app, &self.pool, "web push");
        let claim = async |most| claimed(place, async |ctx| push::claim(ctx, most).await).await;
        poll.run_concurrently("pushes", concurrency, claim, async |push| self.send(push).await).await;
    }

    async fn send(&self, push: PreparedPush) {
        let outcome = self.sender.deliver(&push.request).await;
        // Of the address only the host is logged: with the rest, anybody could push to the browser.
        let delivery = push.claimed.id;
        let host = push.request.as_ref().map_or("", |request| request.target.host.as_str());
        match &outcome {
            DeliveryOutcome::Answered(status) => {
                tracing::info!(%delivery, host, status, "a push service answered")
            }
            DeliveryOutcome::Failed(problem) => {
                tracing::info!(%delivery, host, problem, "a push service could not be reached");
            }
        }
        stored_at_last(&format!("the push {delivery}"), async || {
            let mut ctx = Ctx::acquire(&self.app, &self.pool).await?;
            push::settle(&mut ctx, &push.claimed, &outcome).await
        })
        .await;
    }
}
