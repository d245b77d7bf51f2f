//! How much of each rate limit is used up, counted in one statement, over all processes.
//!
//! A bucket is one instant: when everything counted so far would be forgotten. Each event moves it on by its share
//! of the limit's time; an event that would move it further than the whole of that time is refused and not counted.

use chrono::TimeDelta;
use diesel::sql_types::{BigInt, Binary, Bool, Timestamptz};
use diesel::{ExpressionMethods, OptionalExtension, QueryDsl, QueryableByName};
use diesel_async::RunQueryDsl;

use super::schema::rate_limits;
use super::sql::sql;
use super::{Connection, StoreError};
use crate::time_control::Instant;

#[derive(Debug, Clone, Copy)]
pub struct CountedEvent<'a> {
    pub bucket: &'a [u8; 32],
    /// When.
    pub now: Instant,
    /// The share of time of one event.
    pub share: TimeDelta,
    /// The time that the limit counts over.
    pub span: TimeDelta,
}

/// `$1` is the bucket, `$2` now, `$3` the share of one event in microseconds, `$4` how far the bucket may have been
/// moved before it.
const TAKE: &str = "WITH taken AS (INSERT INTO rate_limits AS r (bucket, empty_at) \
    VALUES ($1, $2 + $3 * interval '1 microsecond') ON CONFLICT (bucket) DO UPDATE \
    SET empty_at = greatest(r.empty_at, $2) + $3 * interval '1 microsecond' \
    WHERE greatest(r.empty_at, $2) <= $4 RETURNING r.empty_at) \
    SELECT empty_at, true AS taken FROM taken UNION ALL \
    SELECT l.empty_at, false FROM rate_limits l WHERE NOT EXISTS (SELECT FROM taken) AND l.bucket = $1";

#[derive(QueryableByName)]
struct Bucket {
    #[diesel(sql_type = Timestamptz)]
    empty_at: Instant,
    #[diesel(sql_type = Bool)]
    taken: bool,
}

/// Counts an event. `None` if it is within the limit; else how long to wait until the next one is.
pub async fn take(
    connection: &mut Connection,
    event: CountedEvent<'_>,
) -> Result<Option<TimeDelta>, StoreError> {
    let latest = event.now + event.span - event.share;
    let share = event.share.num_microseconds().unwrap_or(i64::MAX);
    let found: Option<Bucket> = sql(TAKE)
        .bind::<Binary, _>(event.bucket.as_slice())
        .bind::<Timestamptz, _>(event.now)
        .bind::<BigInt, _>(share)
        .bind::<Timestamptz, _>(latest)
        .get_result(connection)
        .await
        .optional()?;
    // A row that was deleted between the two halves of the statement was empty anyway.
    Ok(found.filter(|bucket| !bucket.taken).map(|bucket| bucket.empty_at - latest))
}

/// Takes back one event that was counted.
pub async fn give_back(connection: &mut Connection, event: CountedEvent<'_>) -> Result<(), StoreError> {
    sql("UPDATE rate_limits SET empty_at = empty_at - $2 * interval '1 microsecond' WHERE bucket = $1")
        .bind::<Binary, _>(event.bucket.as_slice())
        .bind::<BigInt, _>(event.share.num_microseconds().unwrap_or_default())
        .execute(connection)
        .await?;
    Ok(())
}

/// Empties a bucket.
pub async fn clear(connection: &mut Connection, bucket: &[u8; 32]) -> Result<(), StoreError> {
    diesel::delete(rate_limits::table.find(bucket.as_slice())).execute(connection).await?;
    Ok(())
}

/// Deletes buckets that are empty at `now`.
pub async fn forget(connection: &mut Connection, now: Instant) -> Result<(), StoreError> {
    diesel::delete(rate_limits::table.filter(rate_limits::empty_at.lt(now))).execute(connection).await?;
    Ok(())
}
