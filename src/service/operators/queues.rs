//! The queues of work, as operators see them: what waits in each, and for how long.

use serde::Serialize;
use utoipa::ToSchema;

use crate::error::Error;
use crate::service::Ctx;
use crate::store::diagnosis;
use crate::time_control::Instant;

/// A queue of work. No number is counted beyond 100,000.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct WorkQueue {
    /// Such as `mails`, `bots`, `deadlines` or `webhooks`; new ones may be added.
    pub name: String,
    /// What is in it, due or not.
    pub waiting: i64,
    /// What workers should do now.
    pub due: i64,
    /// Since when the oldest that is due has waited; null if none is.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub oldest_at: Option<Instant>,
    /// The same in seconds.
    pub oldest_seconds: i64,
}

/// What waits in the background, queue by queue, and whether a worker runs.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct WorkQueues {
    pub queues: Vec<WorkQueue>,
    /// When a worker was last seen; null if none ever was.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub worker_seen_at: Option<Instant>,
}

pub async fn show(ctx: &mut Ctx) -> Result<WorkQueues, Error> {
    let now = ctx.app.now();
    let queues = diagnosis::queues(&mut ctx.db, now).await?;
    let queues = queues.into_iter().map(|queue| WorkQueue {
        oldest_seconds: queue.oldest_at.map_or(0, |oldest| (now - oldest).num_seconds().max(0)),
        name: queue.name,
        waiting: queue.waiting,
        due: queue.due,
        oldest_at: queue.oldest_at,
    });
    Ok(WorkQueues { queues: queues.collect(), worker_seen_at: diagnosis::last_heartbeat(&mut ctx.db).await? })
}
