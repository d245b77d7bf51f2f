//! Mails about tables that have not started, on their way out; the same life as in [`super::outbox`].

use diesel::pg::Pg;
use diesel::query_builder::{AstPass, Query, QueryFragment, QueryId};
use diesel::sql_types::{BigInt, Nullable, SmallInt, Text, Timestamptz, Uuid as SqlUuid};
use diesel::{BoolExpressionMethods, ExpressionMethods, QueryDsl, QueryResult, Queryable};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::schema::table_mails;
use super::settled::Settled;
use super::{Connection, StoreError};
use crate::clock::Instant;

/// A mail that was claimed, and who gets it.
#[derive(Debug, Clone, Queryable)]
pub struct Claimed {
    /// Its id.
    pub id: Uuid,
    /// The table.
    pub game: Uuid,
    /// What for, a word.
    pub kind: String,
    /// The account that gets it; `None` when it goes to an address.
    pub account: Option<Uuid>,
    /// Of an invitation: which.
    pub invitation: Option<Uuid>,
    /// This attempt included.
    pub attempts: i16,
    /// The end of the lease.
    pub claimed_until: Instant,
    /// Where it goes; `None` when the account is gone.
    pub email: Option<String>,
    /// The recipient's name, if an account gets it.
    pub name: Option<String>,
    /// The recipient's language, if an account gets it.
    pub language: Option<String>,
}

type Columns = (
    SqlUuid,
    SqlUuid,
    Text,
    Nullable<SqlUuid>,
    Nullable<SqlUuid>,
    SmallInt,
    Timestamptz,
    Nullable<Text>,
    Nullable<Text>,
    Nullable<Text>,
);

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
        out.push_sql("WITH due AS (SELECT id FROM table_mails WHERE settled_at IS NULL AND due_at <= ");
        out.push_bind_param::<Timestamptz, _>(&self.now)?;
        out.push_sql(" AND (claimed_until IS NULL OR claimed_until <= ");
        out.push_bind_param::<Timestamptz, _>(&self.now)?;
        out.push_sql(") ORDER BY due_at LIMIT ");
        out.push_bind_param::<BigInt, _>(&self.most)?;
        out.push_sql(
            " FOR UPDATE SKIP LOCKED), claimed AS (UPDATE table_mails m \
             SET attempts = m.attempts + 1, claimed_until = ",
        );
        out.push_bind_param::<Timestamptz, _>(&self.until)?;
        out.push_sql(
            " FROM due d WHERE m.id = d.id RETURNING m.*) \
             SELECT c.id, c.game_id, c.kind, c.account_id, c.invitation_id, c.attempts, c.claimed_until, \
             COALESCE(c.address, a.email), a.name, a.language \
             FROM claimed c LEFT JOIN accounts a ON a.id = c.account_id AND a.deleted_at IS NULL \
             ORDER BY c.due_at, c.id",
        );
        Ok(())
    }
}

/// Claims at most `most` mails that are due at `now` until the instant `until`.
pub async fn claim(
    connection: &mut Connection,
    now: Instant,
    until: Instant,
    most: i64,
) -> Result<Vec<Claimed>, StoreError> {
    Claim { now, until, most }.load(connection).await
}

/// Notes how a claimed mail ended; `false` when the lease had passed to somebody else.
pub async fn settle(
    connection: &mut Connection,
    claimed: &Claimed,
    settled: &Settled<'_>,
) -> Result<bool, StoreError> {
    let row = table_mails::table.find(claimed.id);
    let mine = table_mails::claimed_until.eq(claimed.claimed_until).and(table_mails::settled_at.is_null());
    let changed = match settled {
        Settled::Finally { at, result, problem } => {
            diesel::update(row.filter(mine))
                .set((
                    table_mails::settled_at.eq(at),
                    table_mails::result.eq(result.word()),
                    table_mails::problem.eq(problem),
                    table_mails::claimed_until.eq(None::<Instant>),
                ))
                .execute(connection)
                .await?
        }
        Settled::Again { due_at, problem } => {
            diesel::update(row.filter(mine))
                .set((
                    table_mails::due_at.eq(due_at),
                    table_mails::problem.eq(problem),
                    table_mails::claimed_until.eq(None::<Instant>),
                ))
                .execute(connection)
                .await?
        }
    };
    Ok(changed > 0)
}
