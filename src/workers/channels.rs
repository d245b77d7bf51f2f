//! Channels of games: one loop composes posts, the other one sends them. Both find what to do in the database.

use std::sync::Arc;

use super::poll::{Concurrency, Poll};
use super::webhooks::{claimed, stored_at_last};
use crate::error::Error;
use crate::service::channels::{self, PostOutcome, PreparedPost};
use crate::service::{App, Ctx};
use crate::store::Pool;
use crate::store::channel_posts::ClaimedPost;
use crate::telemetry::metrics;
use crate::webhooks::RequestSender;

pub struct ChannelWorker {
    pub app: Arc<App>,
    pub pool: Pool,
    pub sender: Arc<RequestSender>,
}

impl ChannelWorker {
    /// Composes posts of what is new in games.
    pub async fn compose(&self, poll: Poll) {
        let next = async |ctx: &mut Ctx| {
            let is_composed = channels::compose_due(ctx).await?;
            if is_composed {
                // Wakes the other loop, which sends what was composed.
                self.app.events.notify_local_workers();
            }
            Ok(is_composed)
        };
        poll.run((&self.app, &self.pool), "channels of games could not be told the news", next).await;
    }

    /// Sends the posts that are due.
    pub async fn deliver(&self, poll: Poll) {
        let at_once = self.app.settings.webhooks.at_once.max(1);
        let concurrency = Concurrency { at_once, refill_at: at_once / 2 };
        let place = (&self.app, &self.pool, "channels");
        let claim = async |most| claimed(place, async |ctx| channels::claim(ctx, most).await).await;
        let send = async |post| self.send(post).await;
        poll.run_concurrently("posts to channels", concurrency, claim, send).await;
    }

    async fn send(&self, claimed: ClaimedPost) {
        let (post, format) = (claimed.id, claimed.format);
        let outcome = match self.prepare(&claimed).await {
            Ok(PreparedPost::Ready(request)) => match self.sender.ask(&request).await {
                Ok(answer) => PostOutcome::of(format, &answer),
                Err(problem) => PostOutcome::Failed(None, problem),
            },
            Ok(PreparedPost::Withdrawn) => return,
            Ok(PreparedPost::Impossible(problem)) => PostOutcome::Failed(None, problem),
            Err(error) => {
                tracing::error!(%post, %error, "a post could not be prepared");
                PostOutcome::Failed(None, "This server could not write the post.".to_owned())
            }
        };
        // The address is a secret, and stands in no line of the log.
        match &outcome {
            PostOutcome::Failed(_, problem) | PostOutcome::Gone(_, problem) => {
                tracing::info!(%post, format = format.word(), problem, "a post did not arrive");
            }
            PostOutcome::Delivered(status) | PostOutcome::Wait(status, _) => {
                tracing::info!(%post, format = format.word(), status, "a channel answered");
            }
        }
        metrics::webhook_called(matches!(outcome, PostOutcome::Delivered(_)));
        let what = format!("the post {post}");
        stored_at_last(&what, async || {
            let mut ctx = Ctx::acquire(&self.app, &self.pool).await?;
            channels::settle(&mut ctx, &claimed, &outcome).await
        })
        .await;
    }

    async fn prepare(&self, claimed: &ClaimedPost) -> Result<PreparedPost, Error> {
        let mut ctx = Ctx::acquire(&self.app, &self.pool).await?;
        channels::prepare(&mut ctx, claimed).await
    }
}
