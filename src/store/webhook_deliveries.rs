//! Deliveries to webhooks: adding, listing, claiming and settling. One worker at a time claims a delivery, by an update
//! of one row as in the queue of mails; each delivery is settled once.

use diesel::{
    BoolExpressionMethods, ExpressionMethods, Insertable, QueryDsl, Queryable, Selectable, SelectableHelper,
};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::mails::queue::{Lease, most_found};
use super::pages::Place;
use super::schema::webhook_deliveries;
use super::sql::{Statement, by_name, sql, text_columns};
use super::{Connection, Result};
use time_control::Instant;

#[derive(Debug, Insertable)]
#[diesel(table_name = webhook_deliveries)]
pub struct NewDelivery {
    /// The id, which the receiver gets, too.
    pub id: Uuid,
    pub webhook_id: Uuid,
    pub topic: String,
    pub game_id: Option<Uuid>,
    /// The body that is sent, as JSON.
    pub body: String,
    /// When the fact became true.
    pub happened_at: Instant,
    /// The order of facts that became true at the same instant.
    pub place: i64,
    pub created_at: Instant,
    /// When the delivery may be sent.
    pub due_at: Instant,
    pub attempts: i16,
    /// The attempts since the owner last had it sent again.
    pub tries: i16,
}

/// Adds deliveries. A delivery with an id that exists already is left out.
pub async fn insert(connection: &mut Connection, new: &[NewDelivery]) -> Result<()> {
    let written = diesel::insert_into(webhook_deliveries::table).values(new);
    written.on_conflict(webhook_deliveries::id).do_nothing().run(connection).await
}

text_columns! {
    /// How a delivery ended.
    pub enum DeliveryResult {
        Delivered,
        Failed,
        /// The webhook was disabled before it arrived.
        Dropped,
    }
}

/// A delivery as its owner sees it.
#[derive(Debug, Clone, Queryable, Selectable)]
#[diesel(table_name = webhook_deliveries)]
pub struct DeliveryRow {
    pub id: Uuid,
    pub topic: String,
    pub game_id: Option<Uuid>,
    /// The body that is sent, as JSON.
    pub body: String,
    /// When the fact became true.
    pub happened_at: Instant,
    pub created_at: Instant,
    /// When the next attempt is made, if the delivery waits.
    pub due_at: Instant,
    pub attempts: i16,
    /// When the last attempt was made.
    pub tried_at: Option<Instant>,
    pub status: Option<i16>,
    pub problem: Option<String>,
    pub settled_at: Option<Instant>,
    pub result: Option<DeliveryResult>,
}

/// At most `limit` deliveries to a webhook from a place on, newest first; the key of a place is `created_at` and the
/// id.
pub async fn page(
    connection: &mut Connection,
    webhook: Uuid,
    place: Place<(Instant, Uuid)>,
    limit: i64,
) -> Result<Vec<DeliveryRow>> {
    let query = webhook_deliveries::table
        .filter(webhook_deliveries::webhook_id.eq(webhook))
        .limit(limit)
        .select(DeliveryRow::as_select())
        .into_boxed();
    let newest_first = (webhook_deliveries::created_at.desc(), webhook_deliveries::id.desc());
    let query = match place {
        Place::Beginning => query.order(newest_first),
        Place::After((created_at, id)) => {
            let same = webhook_deliveries::created_at.eq(created_at).and(webhook_deliveries::id.lt(id));
            query.filter(webhook_deliveries::created_at.lt(created_at).or(same)).order(newest_first)
        }
        Place::Before((created_at, id)) => {
            let same = webhook_deliveries::created_at.eq(created_at).and(webhook_deliveries::id.gt(id));
            query
                .filter(webhook_deliveries::created_at.gt(created_at).or(same))
                .order((webhook_deliveries::created_at.asc(), webhook_deliveries::id.asc()))
        }
    };
    query.load(connection).await
}

pub async fn find(connection: &mut Connection, webhook: Uuid, id: Uuid) -> Result<Option<DeliveryRow>> {
    let row = webhook_deliveries::table.find(id).filter(webhook_deliveries::webhook_id.eq(webhook));
    row.select(DeliveryRow::as_select()).first_optional(connection).await
}

/// Sends a delivery again, at once; `None` if the webhook has none of that id.
pub async fn renew(
    connection: &mut Connection,
    webhook: Uuid,
    id: Uuid,
    now: Instant,
) -> Result<Option<DeliveryRow>> {
    let row = webhook_deliveries::table.find(id).filter(webhook_deliveries::webhook_id.eq(webhook));
    diesel::update(row)
        .set((
            webhook_deliveries::due_at.eq(now),
            webhook_deliveries::tries.eq(0),
            webhook_deliveries::claimed_until.eq(None::<Instant>),
            webhook_deliveries::settled_at.eq(None::<Instant>),
            webhook_deliveries::result.eq(None::<DeliveryResult>),
        ))
        .returning(DeliveryRow::as_returning())
        .get_optional(connection)
        .await
}

/// Deletes deliveries written before `oldest`.
pub async fn forget(connection: &mut Connection, oldest: Instant) -> Result<()> {
    let old = webhook_deliveries::table.filter(webhook_deliveries::created_at.lt(oldest));
    diesel::delete(old).run(connection).await
}

by_name! {
    /// Counts of waiting deliveries and failing webhooks, up to a bound.
    #[derive(Debug, Clone)]
    pub struct WebhookBacklog {
        /// Deliveries that wait, due or not.
        pub waiting: i64,
        pub failing: i64,
    }
}

/// The backlog. No number is counted beyond 100,000, so that the cost has a bound.
pub async fn backlog(connection: &mut Connection) -> Result<WebhookBacklog> {
    sql(
        "SELECT (SELECT count(*) FROM (SELECT 1 FROM webhook_deliveries WHERE settled_at IS NULL LIMIT 100000) d) AS waiting, \
         (SELECT count(*) FROM (SELECT 1 FROM webhooks WHERE failing_since IS NOT NULL \
         AND disabled_at IS NULL LIMIT 100000) w) AS failing",
    )
    .get_result(connection)
    .await
}

by_name! {
    /// A delivery that was claimed, and where it goes.
    #[derive(Debug, Clone)]
    pub struct ClaimedDelivery {
        pub id: Uuid,
        pub webhook_id: Uuid,
        pub url: String,
        pub body: String,
        pub secret: Vec<u8>,
        pub old_secret: Option<Vec<u8>>,
        /// The attempts since the owner last had it sent again, this one included.
        pub tries: i16,
        pub claimed_until: Instant,
    }
}

/// Of the deliveries to one webhook about one game an earlier one goes first, until it has failed twice: a single
/// failure does not change the order, and a delivery that fails for hours delays no other.
const IN_ORDER: &str = "NOT EXISTS (SELECT 1 FROM webhook_deliveries b WHERE b.webhook_id = c.webhook_id \
    AND b.game_id = c.game_id AND b.settled_at IS NULL AND b.tries < 2 \
    AND (b.happened_at, b.place, b.id) < (c.happened_at, c.place, c.id))";

/// How many more deliveries may be on their way to one webhook: four at the same moment, but one while every delivery
/// to it fails, so that slow receivers don't take the places of others.
const AT_ONCE: &str = "greatest(0, CASE WHEN w.failing_since IS NULL THEN 4 ELSE 1 END \
    - (SELECT count(*) FROM webhook_deliveries o WHERE o.webhook_id = w.id AND o.settled_at IS NULL AND o.claimed_until > $1))";

/// Claims at most `most` deliveries that are due, the longest due first. Those of banned accounts wait.
pub async fn claim(connection: &mut Connection, lease: Lease, most: usize) -> Result<Vec<ClaimedDelivery>> {
    let mut claimed = Vec::new();
    for id in due(connection, lease.now, most).await? {
        if claimed.len() == most {
            break;
        }
        claimed.extend(claim_one(connection, id, lease).await?);
    }
    Ok(claimed)
}

async fn due(connection: &mut Connection, now: Instant, most: usize) -> Result<Vec<Uuid>> {
    sql(format!(
        "WITH of_webhooks AS MATERIALIZED (SELECT DISTINCT webhook_id FROM webhook_deliveries WHERE settled_at IS NULL AND due_at <= $1) \
         SELECT n.id FROM webhooks w JOIN of_webhooks f ON f.webhook_id = w.id CROSS JOIN LATERAL \
         (SELECT c.id, c.due_at, c.happened_at, c.place FROM webhook_deliveries c \
         WHERE c.webhook_id = w.id AND c.settled_at IS NULL AND c.due_at <= $1 \
         AND (c.claimed_until IS NULL OR c.claimed_until <= $1) AND {IN_ORDER} \
         ORDER BY c.due_at, c.happened_at, c.place LIMIT {AT_ONCE}) n \
         WHERE w.disabled_at IS NULL AND NOT EXISTS (SELECT 1 FROM bans b WHERE b.account_id = w.account_id) \
         ORDER BY n.due_at, n.happened_at, n.place LIMIT $2"
    ))
    .bind(now)
    // `most_found` has an upper bound of some thousands.
    .bind(i64::try_from(most_found(most)).unwrap_or(i64::MAX))
    .values(connection)
    .await
}

/// Claims one delivery, unless another worker was faster.
async fn claim_one(connection: &mut Connection, id: Uuid, lease: Lease) -> Result<Option<ClaimedDelivery>> {
    sql(
        "UPDATE webhook_deliveries d SET attempts = d.attempts + 1, tries = d.tries + 1, tried_at = $2, \
         claimed_until = $3 FROM webhooks w WHERE d.id = $1 AND w.id = d.webhook_id AND w.disabled_at IS NULL \
         AND d.settled_at IS NULL AND d.due_at <= $2 AND (d.claimed_until IS NULL OR d.claimed_until <= $2) \
         RETURNING d.id, d.webhook_id, w.url, d.body, w.secret, \
         CASE WHEN w.old_secret_until > $2 THEN w.old_secret END AS old_secret, d.tries, d.claimed_until",
    )
    .bind(id)
    .bind(lease.now)
    .bind(lease.until)
    .get_optional(connection)
    .await
}

#[derive(Debug, Clone, Copy)]
pub struct DeliveryAttempt<'a> {
    /// The status of the answer, if there was one.
    pub status: Option<i16>,
    pub problem: Option<&'a str>,
    pub then: AfterAttempt,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AfterAttempt {
    /// Tried again at this instant.
    Again(Instant),
    Delivered(Instant),
    Failed(Instant),
}

/// Stores the outcome of a claimed delivery; `false` when the lease had passed to another worker, or the delivery was
/// dropped.
pub async fn settle(
    connection: &mut Connection,
    claimed: &ClaimedDelivery,
    attempt: DeliveryAttempt<'_>,
) -> Result<bool> {
    let (due_at, settled_at, result) = match attempt.then {
        AfterAttempt::Again(at) => (Some(at), None, None),
        AfterAttempt::Delivered(at) => (None, Some(at), Some(DeliveryResult::Delivered)),
        AfterAttempt::Failed(at) => (None, Some(at), Some(DeliveryResult::Failed)),
    };
    sql(
        "UPDATE webhook_deliveries SET claimed_until = NULL, status = $3, problem = $4, due_at = coalesce($5, due_at), \
         settled_at = $6, result = $7 WHERE id = $1 AND claimed_until = $2 AND settled_at IS NULL",
    )
    .bind(claimed.id)
    .bind(claimed.claimed_until)
    .bind(attempt.status)
    .bind(attempt.problem)
    .bind(due_at)
    .bind(settled_at)
    .bind(result)
    .affects_any(connection)
    .await
}
