//! What is sent to webhooks, as it is written and listed.

use diesel::{
    ExpressionMethods, Insertable, OptionalExtension, QueryDsl, Queryable, QueryableByName, Selectable,
    SelectableHelper,
};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::schema::webhook_deliveries;
use super::{Connection, StoreError};
use crate::clock::Instant;

/// Something to send.
#[derive(Debug, Insertable)]
#[diesel(table_name = webhook_deliveries)]
pub struct New {
    /// Names it, to whoever gets it, too.
    pub id: Uuid,
    pub webhook_id: Uuid,
    pub topic: String,
    pub game_id: Option<Uuid>,
    /// What is sent, JSON.
    pub body: String,
    /// When it became true.
    pub happened_at: Instant,
    /// Which of two that became true at the same instant comes first.
    pub place: i64,
    /// When it was written.
    pub created_at: Instant,
    /// When it may be sent.
    pub due_at: Instant,
    pub attempts: i16,
    /// The same since it was last sent anew.
    pub tries: i16,
}

/// Writes them; what is there already stays as it is.
pub async fn insert(connection: &mut Connection, new: &[New]) -> Result<(), StoreError> {
    let written = diesel::insert_into(webhook_deliveries::table).values(new);
    written.on_conflict(webhook_deliveries::id).do_nothing().execute(connection).await?;
    Ok(())
}

/// What was or is to be sent.
#[derive(Debug, Clone, Queryable, Selectable)]
#[diesel(table_name = webhook_deliveries)]
pub struct Row {
    pub id: Uuid,
    pub topic: String,
    pub game_id: Option<Uuid>,
    /// What is sent, JSON.
    pub body: String,
    /// When it became true.
    pub happened_at: Instant,
    /// When it was written.
    pub created_at: Instant,
    /// When it is tried next, if it waits.
    pub due_at: Instant,
    pub attempts: i16,
    /// When last.
    pub tried_at: Option<Instant>,
    pub status: Option<i16>,
    pub problem: Option<String>,
    /// When it was settled.
    pub settled_at: Option<Instant>,
    pub result: Option<String>,
}

/// At most `limit` deliveries to a webhook, newest first, after the one that was written then and is named so.
pub async fn page(
    connection: &mut Connection,
    webhook: Uuid,
    after: Option<(Instant, Uuid)>,
    limit: i64,
) -> Result<Vec<Row>, StoreError> {
    use diesel::BoolExpressionMethods;
    let mut query = webhook_deliveries::table
        .filter(webhook_deliveries::webhook_id.eq(webhook))
        .order((webhook_deliveries::created_at.desc(), webhook_deliveries::id.desc()))
        .limit(limit)
        .select(Row::as_select())
        .into_boxed();
    if let Some((created_at, id)) = after {
        let earlier = webhook_deliveries::created_at.lt(created_at);
        let same = webhook_deliveries::created_at.eq(created_at).and(webhook_deliveries::id.lt(id));
        query = query.filter(earlier.or(same));
    }
    query.load(connection).await
}

pub async fn find(connection: &mut Connection, webhook: Uuid, id: Uuid) -> Result<Option<Row>, StoreError> {
    let row = webhook_deliveries::table.find(id).filter(webhook_deliveries::webhook_id.eq(webhook));
    row.select(Row::as_select()).first(connection).await.optional()
}

/// Sends a delivery anew, at once; `None` if the webhook has none of that id.
pub async fn renew(
    connection: &mut Connection,
    webhook: Uuid,
    id: Uuid,
    now: Instant,
) -> Result<Option<Row>, StoreError> {
    let row = webhook_deliveries::table.find(id).filter(webhook_deliveries::webhook_id.eq(webhook));
    diesel::update(row)
        .set((
            webhook_deliveries::due_at.eq(now),
            webhook_deliveries::tries.eq(0),
            webhook_deliveries::claimed_until.eq(None::<Instant>),
            webhook_deliveries::settled_at.eq(None::<Instant>),
            webhook_deliveries::result.eq(None::<String>),
        ))
        .returning(Row::as_returning())
        .get_result(connection)
        .await
        .optional()
}

/// Forgets what was written before `oldest`.
pub async fn forget(connection: &mut Connection, oldest: Instant) -> Result<(), StoreError> {
    let old = webhook_deliveries::table.filter(webhook_deliveries::created_at.lt(oldest));
    diesel::delete(old).execute(connection).await?;
    Ok(())
}

/// What waits, counted up to a bound.
#[derive(Debug, Clone, QueryableByName)]
pub struct Backlog {
    /// Deliveries that wait, due or not.
    #[diesel(sql_type = diesel::sql_types::BigInt)]
    pub waiting: i64,
    /// For how many seconds the oldest that is due has been due.
    #[diesel(sql_type = diesel::sql_types::BigInt)]
    pub oldest_seconds: i64,
    #[diesel(sql_type = diesel::sql_types::BigInt)]
    pub failing: i64,
}

/// What waits at `now`; no number is counted beyond 100,000.
pub async fn backlog(connection: &mut Connection, now: Instant) -> Result<Backlog, StoreError> {
    diesel::sql_query(
        "SELECT (SELECT count(*) FROM (SELECT FROM webhook_deliveries WHERE settled_at IS NULL LIMIT 100000) d) AS waiting, \
         coalesce(extract(epoch FROM $1 - least((SELECT min(due_at) FROM webhook_deliveries WHERE settled_at IS NULL), $1)), 0)::bigint \
         AS oldest_seconds, (SELECT count(*) FROM (SELECT FROM webhooks WHERE failing_since IS NOT NULL \
         AND disabled_at IS NULL LIMIT 100000) w) AS failing",
    )
    .bind::<diesel::sql_types::Timestamptz, _>(now)
    .get_result(connection)
    .await
}
