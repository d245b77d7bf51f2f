//! Notices about games on their way out: claimed by one worker at a time, settled once.
//!
//! A claim is a lease and no lock: the talk with a mail server must not keep a row locked, and a worker that dies
//! leaves its rows to others as soon as the lease is over.

use diesel::pg::Pg;
use diesel::query_builder::{AstPass, Query, QueryFragment, QueryId};
use diesel::sql_types::{BigInt, Nullable, SmallInt, Text, Timestamptz, Uuid as SqlUuid};
use diesel::{BoolExpressionMethods, ExpressionMethods, QueryDsl, QueryResult, Queryable};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::schema::outbox;
use super::settled::Settled;
use super::{Connection, StoreError};
use crate::clock::Instant;

/// A notice that was claimed, and who gets it.
#[derive(Debug, Clone, Queryable)]
pub struct Claimed {
    /// The game it is about.
    pub game: Uuid,
    /// The version that made it true.
    pub version: i64,
    /// The seat that is told.
    pub seat: i16,
    /// What for, a word.
    pub kind: String,
    /// Who holds that seat, or did when it was written.
    pub account: Uuid,
    /// The decision it is about.
    pub decision: Option<String>,
    /// This attempt included.
    pub attempts: i16,
    /// The end of the lease.
    pub claimed_until: Instant,
    /// The recipient's name; `None` once the account is gone, as are the next two.
    pub name: Option<String>,
    /// The recipient's address.
    pub email: Option<String>,
    /// The recipient's language.
    pub language: Option<String>,
}

type Columns = (
    SqlUuid,
    BigInt,
    SmallInt,
    Text,
    SqlUuid,
    Nullable<Text>,
    SmallInt,
    Timestamptz,
    Nullable<Text>,
    Nullable<Text>,
    Nullable<Text>,
);

/// Claims what is due. Of one recipient and game only the oldest unsettled notice is ever claimed: they arrive in
/// the order in which they became true. A notice of messages waits longer, and neither holds others up nor is held up.
struct Claim {
    now: Instant,
    until: Instant,
    most: i64,
}

impl QueryId for Claim {
    type QueryId = Self;
    const HAS_STATIC_QUERY_ID: bool = true;
}

impl Query for Claim {
    type SqlType = Columns;
}

impl QueryFragment<Pg> for Claim {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        out.push_sql(
            "WITH due AS (SELECT o.game_id, o.version, o.seat, o.kind FROM outbox o \
             WHERE o.settled_at IS NULL AND o.due_at <= ",
        );
        out.push_bind_param::<Timestamptz, _>(&self.now)?;
        out.push_sql(" AND (o.claimed_until IS NULL OR o.claimed_until <= ");
        out.push_bind_param::<Timestamptz, _>(&self.now)?;
        out.push_sql(
            ") AND NOT EXISTS (SELECT FROM outbox b WHERE b.game_id = o.game_id \
             AND b.account_id = o.account_id AND b.settled_at IS NULL \
             AND b.kind <> 'message' AND o.kind <> 'message' \
             AND (b.version, b.kind) < (o.version, o.kind)) \
             ORDER BY o.due_at, o.version LIMIT ",
        );
        out.push_bind_param::<BigInt, _>(&self.most)?;
        out.push_sql(
            " FOR UPDATE SKIP LOCKED), claimed AS (UPDATE outbox o SET attempts = o.attempts + 1, \
             claimed_until = ",
        );
        out.push_bind_param::<Timestamptz, _>(&self.until)?;
        out.push_sql(
            " FROM due d WHERE (o.game_id, o.version, o.seat, o.kind) = \
             (d.game_id, d.version, d.seat, d.kind) RETURNING o.*) \
             SELECT c.game_id, c.version, c.seat, c.kind, c.account_id, c.decision, c.attempts, \
             c.claimed_until, a.name, a.email, a.language \
             FROM claimed c LEFT JOIN accounts a ON a.id = c.account_id AND a.deleted_at IS NULL ORDER BY c.due_at, c.version",
        );
        Ok(())
    }
}

/// Claims at most `most` notices that are due at `now` until the instant `until`.
pub async fn claim(
    connection: &mut Connection,
    now: Instant,
    until: Instant,
    most: i64,
) -> Result<Vec<Claimed>, StoreError> {
    Claim { now, until, most }.load(connection).await
}

/// Notes how a claimed notice ended; `false` when the lease had passed to somebody else.
pub async fn settle(
    connection: &mut Connection,
    claimed: &Claimed,
    settled: &Settled<'_>,
) -> Result<bool, StoreError> {
    let row = outbox::table.find((claimed.game, claimed.version, claimed.seat, &claimed.kind));
    let mine = outbox::claimed_until.eq(claimed.claimed_until).and(outbox::settled_at.is_null());
    let changed = match settled {
        Settled::Finally { at, result, problem } => {
            diesel::update(row.filter(mine))
                .set((
                    outbox::settled_at.eq(at),
                    outbox::result.eq(result.word()),
                    outbox::problem.eq(problem),
                    outbox::claimed_until.eq(None::<Instant>),
                ))
                .execute(connection)
                .await?
        }
        Settled::Again { due_at, problem } => {
            diesel::update(row.filter(mine))
                .set((
                    outbox::due_at.eq(due_at),
                    outbox::problem.eq(problem),
                    outbox::claimed_until.eq(None::<Instant>),
                ))
                .execute(connection)
                .await?
        }
    };
    Ok(changed > 0)
}
