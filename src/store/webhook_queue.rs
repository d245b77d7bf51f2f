//! Deliveries to webhooks on their way out: claimed by one worker at a time, settled once. A claim is a lease, as in the
//! queues of mails.

use diesel::QueryableByName;
use diesel::sql_types::{BigInt, Binary, Nullable, SmallInt, Text, Timestamptz, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::mail_queue::Lease;
use super::{Connection, StoreError};
use crate::clock::Instant;

/// A delivery that was claimed, and where it goes.
#[derive(Debug, Clone, QueryableByName)]
pub struct Claimed {
    #[diesel(sql_type = SqlUuid)]
    pub id: Uuid,
    #[diesel(sql_type = SqlUuid)]
    pub webhook_id: Uuid,
    #[diesel(sql_type = Text)]
    pub url: String,
    #[diesel(sql_type = Text)]
    pub body: String,
    #[diesel(sql_type = Binary)]
    pub secret: Vec<u8>,
    #[diesel(sql_type = Nullable<Binary>)]
    pub old_secret: Option<Vec<u8>>,
    /// How often it was tried since it was last sent anew, this time included.
    #[diesel(sql_type = SmallInt)]
    pub tries: i16,
    #[diesel(sql_type = Timestamptz)]
    pub claimed_until: Instant,
}

/// Of one webhook and game an earlier delivery goes first, until it has failed twice: a hiccup changes no order, and
/// what fails for hours holds nothing up.
const IN_ORDER: &str = "NOT EXISTS (SELECT FROM webhook_deliveries b WHERE b.webhook_id = c.webhook_id \
    AND b.game_id = c.game_id AND b.settled_at IS NULL AND b.tries < 2 \
    AND (b.happened_at, b.place, b.id) < (c.happened_at, c.place, c.id))";

/// So many are on their way to one webhook at the same moment; only one while nothing arrives there, so that those who
/// hang hold nobody else up.
const AT_ONCE: &str = "greatest(0, CASE WHEN w.failing_since IS NULL THEN 4 ELSE 1 END \
    - (SELECT count(*) FROM webhook_deliveries o WHERE o.webhook_id = w.id AND o.settled_at IS NULL AND o.claimed_until > $1))";

/// Claims at most `most` deliveries that are due, the longest due first. Those of people who are barred wait.
pub async fn claim(connection: &mut Connection, lease: Lease, most: i64) -> Result<Vec<Claimed>, StoreError> {
    diesel::sql_query(format!(
        "WITH of_webhooks AS MATERIALIZED (SELECT DISTINCT webhook_id FROM webhook_deliveries WHERE settled_at IS NULL AND due_at <= $1), \
         candidates AS MATERIALIZED (SELECT n.id FROM webhooks w JOIN of_webhooks f ON f.webhook_id = w.id CROSS JOIN LATERAL \
         (SELECT c.id FROM webhook_deliveries c WHERE c.webhook_id = w.id AND c.settled_at IS NULL AND c.due_at <= $1 \
         AND (c.claimed_until IS NULL OR c.claimed_until <= $1) AND {IN_ORDER} \
         ORDER BY c.due_at, c.happened_at, c.place LIMIT {AT_ONCE}) n \
         WHERE w.disabled_at IS NULL AND NOT EXISTS (SELECT FROM bans b WHERE b.account_id = w.account_id)), \
         due AS (SELECT d.id FROM webhook_deliveries d WHERE d.id IN (SELECT id FROM candidates) \
         AND d.settled_at IS NULL AND d.due_at <= $1 AND (d.claimed_until IS NULL OR d.claimed_until <= $1) \
         ORDER BY d.due_at, d.happened_at, d.place LIMIT $3 FOR UPDATE SKIP LOCKED), \
         claimed AS (UPDATE webhook_deliveries d SET attempts = d.attempts + 1, tries = d.tries + 1, tried_at = $1, \
         claimed_until = $2 FROM due WHERE d.id = due.id RETURNING d.*) \
         SELECT c.id, c.webhook_id, w.url, c.body, w.secret, CASE WHEN w.old_secret_until > $1 THEN w.old_secret END AS old_secret, \
         c.tries, c.claimed_until FROM claimed c JOIN webhooks w ON w.id = c.webhook_id ORDER BY c.due_at, c.happened_at, c.place"
    ))
    .bind::<Timestamptz, _>(lease.now)
    .bind::<Timestamptz, _>(lease.until)
    .bind::<BigInt, _>(most)
    .load(connection)
    .await
}

#[derive(Debug, Clone, Copy)]
pub struct Attempt<'a> {
    /// What it was answered, if it was.
    pub status: Option<i16>,
    pub problem: Option<&'a str>,
    pub then: Then,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Then {
    /// It is tried again at an instant.
    Again(Instant),
    Delivered(Instant),
    Failed(Instant),
}

/// Notes how a claimed delivery ended; `false` when the lease had passed to somebody else, or nobody waits for it any
/// more.
pub async fn settle(
    connection: &mut Connection,
    claimed: &Claimed,
    attempt: Attempt<'_>,
) -> Result<bool, StoreError> {
    let (due_at, settled_at, result) = match attempt.then {
        Then::Again(at) => (Some(at), None, None),
        Then::Delivered(at) => (None, Some(at), Some("delivered")),
        Then::Failed(at) => (None, Some(at), Some("failed")),
    };
    let done = diesel::sql_query(
        "UPDATE webhook_deliveries SET claimed_until = NULL, status = $3, problem = $4, due_at = coalesce($5, due_at), \
         settled_at = $6, result = $7 WHERE id = $1 AND claimed_until = $2 AND settled_at IS NULL",
    )
    .bind::<SqlUuid, _>(claimed.id)
    .bind::<Timestamptz, _>(claimed.claimed_until)
    .bind::<Nullable<SmallInt>, _>(attempt.status)
    .bind::<Nullable<Text>, _>(attempt.problem)
    .bind::<Nullable<Timestamptz>, _>(due_at)
    .bind::<Nullable<Timestamptz>, _>(settled_at)
    .bind::<Nullable<Text>, _>(result)
    .execute(connection)
    .await?;
    Ok(done > 0)
}
