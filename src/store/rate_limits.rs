//! How much of each limit is used up, counted in one statement whichever process asks.
//!
//! A bucket holds one instant: when everything counted so far would be forgotten. Each event moves it on by its share
//! of the limit's time; an event that would move it further than the whole of that time is refused and not counted.

use chrono::TimeDelta;
use diesel::pg::Pg;
use diesel::query_builder::{AstPass, Query, QueryFragment, QueryId};
use diesel::sql_types::{BigInt, Binary, Bool, Timestamptz};
use diesel::{ExpressionMethods, QueryDsl, QueryResult};
use diesel_async::RunQueryDsl;

use super::schema::rate_limits;
use super::{Connection, StoreError};
use crate::clock::Instant;

#[derive(Debug, Clone, Copy)]
pub struct Event<'a> {
    pub bucket: &'a [u8; 32],
    /// When.
    pub now: Instant,
    /// The share of time of one event.
    pub share: TimeDelta,
    /// The time that the limit counts over.
    pub span: TimeDelta,
}

struct Take<'a> {
    event: Event<'a>,
    latest: Instant,
    share: i64,
}

impl QueryId for Take<'_> {
    type QueryId = Take<'static>;
    const HAS_STATIC_QUERY_ID: bool = true;
}

impl Query for Take<'_> {
    type SqlType = (Timestamptz, Bool);
}

impl QueryFragment<Pg> for Take<'_> {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        out.push_sql("WITH taken AS (INSERT INTO rate_limits AS r (bucket, empty_at) VALUES (");
        out.push_bind_param::<Binary, _>(self.event.bucket.as_slice())?;
        out.push_sql(", ");
        self.moved_on(out.reborrow(), |out| out.push_bind_param::<Timestamptz, _>(&self.event.now))?;
        out.push_sql(") ON CONFLICT (bucket) DO UPDATE SET empty_at = ");
        self.moved_on(out.reborrow(), |out| self.full(out))?;
        out.push_sql(" WHERE ");
        self.full(&mut out)?;
        out.push_sql(" <= ");
        out.push_bind_param::<Timestamptz, _>(&self.latest)?;
        out.push_sql(
            " RETURNING r.empty_at) SELECT empty_at, true FROM taken UNION ALL \
             SELECT l.empty_at, false FROM rate_limits l WHERE NOT EXISTS (SELECT FROM taken) AND l.bucket = ",
        );
        out.push_bind_param::<Binary, _>(self.event.bucket.as_slice())
    }
}

impl<'a> Take<'a> {
    /// When all that was counted would be forgotten, as it stands.
    fn full<'b>(&'b self, out: &mut AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        out.push_sql("greatest(r.empty_at, ");
        out.push_bind_param::<Timestamptz, _>(&self.event.now)?;
        out.push_sql(")");
        Ok(())
    }

    fn moved_on<'b>(
        &'b self,
        mut out: AstPass<'_, 'b, Pg>,
        from: impl FnOnce(&mut AstPass<'_, 'b, Pg>) -> QueryResult<()>,
    ) -> QueryResult<()> {
        from(&mut out)?;
        out.push_sql(" + ");
        out.push_bind_param::<BigInt, _>(&self.share)?;
        out.push_sql(" * interval '1 microsecond'");
        Ok(())
    }
}

/// Counts an event. `None` if it is within the limit; else how long to wait until the next one is.
pub async fn take(connection: &mut Connection, event: Event<'_>) -> Result<Option<TimeDelta>, StoreError> {
    let latest = event.now + event.span - event.share;
    let share = event.share.num_microseconds().unwrap_or(i64::MAX);
    let found: Option<(Instant, bool)> =
        diesel::OptionalExtension::optional(Take { event, latest, share }.get_result(connection).await)?;
    // A row that was swept away between the two halves of the statement was no hindrance any more.
    Ok(found.filter(|(_, taken)| !taken).map(|(empty_at, _)| empty_at - latest))
}

/// Takes one event back that was counted.
pub async fn give_back(connection: &mut Connection, event: Event<'_>) -> Result<(), StoreError> {
    diesel::sql_query(
        "UPDATE rate_limits SET empty_at = empty_at - $2 * interval '1 microsecond' WHERE bucket = $1",
    )
    .bind::<Binary, _>(event.bucket.as_slice())
    .bind::<BigInt, _>(event.share.num_microseconds().unwrap_or_default())
    .execute(connection)
    .await?;
    Ok(())
}

/// Forgets what was counted in a bucket.
pub async fn clear(connection: &mut Connection, bucket: &[u8; 32]) -> Result<(), StoreError> {
    diesel::delete(rate_limits::table.find(bucket.as_slice())).execute(connection).await?;
    Ok(())
}

/// Forgets buckets that are empty at `now`.
pub async fn forget(connection: &mut Connection, now: Instant) -> Result<(), StoreError> {
    diesel::delete(rate_limits::table.filter(rate_limits::empty_at.lt(now))).execute(connection).await?;
    Ok(())
}
