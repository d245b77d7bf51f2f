//! The use of each rate limit, counted over all processes, in one statement for each event.
//!
//! A bucket is one instant: when everything counted so far is forgotten. Each event moves the instant on by its share
//! of the limit's time; an event that would move it further than that whole time from now is refused and not counted.

use chrono::TimeDelta;
use diesel::{ExpressionMethods, QueryDsl};

use super::schema::rate_limits;
use super::sql::{Statement, sql};
use super::{Connection, Result};
use time_control::Instant;

#[derive(Debug, Clone, Copy)]
pub struct CountedEvent<'a> {
    pub bucket: &'a [u8; 32],
    pub now: Instant,
    /// The share of time of one event.
    pub share: TimeDelta,
    /// The time that the limit counts over.
    pub span: TimeDelta,
}

impl CountedEvent<'_> {
    fn share_in_microseconds(&self) -> i64 {
        // More than `i64` holds are 292,000 years, in which no limit counts.
        self.share.num_microseconds().unwrap_or(i64::MAX)
    }
}

/// `$1` is the bucket, `$2` now, `$3` the share of one event in microseconds, `$4` the latest instant of a bucket that
/// has room for the event.
const TAKE: &str = "WITH taken AS (INSERT INTO rate_limits AS r (bucket, empty_at) \
    VALUES ($1, $2 + $3 * interval '1 microsecond') ON CONFLICT (bucket) DO UPDATE \
    SET empty_at = greatest(r.empty_at, $2) + $3 * interval '1 microsecond' \
    WHERE greatest(r.empty_at, $2) <= $4 RETURNING r.empty_at) \
    SELECT empty_at, true AS taken FROM taken UNION ALL \
    SELECT l.empty_at, false FROM rate_limits l WHERE NOT EXISTS (SELECT 1 FROM taken) AND l.bucket = $1";

/// What came of counting an event.
#[derive(Debug, Clone, Copy)]
pub struct CountResult {
    /// When nothing that was counted matters any more; `None` if nothing does now.
    pub empty_at: Option<Instant>,
    /// Until when to wait for the event to be within the limit; `None`: it is, and was counted.
    pub wait: Option<TimeDelta>,
}

/// Counts an event, unless it is beyond the limit.
pub async fn take(connection: &mut Connection, event: CountedEvent<'_>) -> Result<CountResult> {
    let latest = event.now + event.span - event.share;
    let found: Option<(Instant, bool)> = sql(TAKE)
        .bind(event.bucket.as_slice())
        .bind(event.now)
        .bind(event.share_in_microseconds())
        .bind(latest)
        .optional_value(connection)
        .await?;
    // No row is found if the bucket was deleted meanwhile, and then it was empty: the event is within the limit.
    let wait = found.filter(|(_, taken)| !taken).map(|(empty_at, _)| empty_at - latest);
    Ok(CountResult { empty_at: found.map(|(empty_at, _)| empty_at), wait })
}

/// Takes back one event that was counted.
pub async fn give_back(connection: &mut Connection, event: CountedEvent<'_>) -> Result<()> {
    sql("UPDATE rate_limits SET empty_at = empty_at - $2 * interval '1 microsecond' WHERE bucket = $1")
        .bind(event.bucket.as_slice())
        .bind(event.share_in_microseconds())
        .run(connection)
        .await
}

pub async fn clear(connection: &mut Connection, bucket: &[u8; 32]) -> Result<()> {
    diesel::delete(rate_limits::table.find(bucket.as_slice())).run(connection).await
}

pub async fn forget(connection: &mut Connection, now: Instant) -> Result<()> {
    diesel::delete(rate_limits::table.filter(rate_limits::empty_at.lt(now))).run(connection).await
}
