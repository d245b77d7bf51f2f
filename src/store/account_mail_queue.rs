//! Mails about accounts on their way out; the same life as in [`super::outbox`].

use diesel::pg::Pg;
use diesel::query_builder::{AstPass, Query, QueryFragment, QueryId};
use diesel::sql_types::{BigInt, Nullable, SmallInt, Text, Timestamptz, Uuid as SqlUuid};
use diesel::{BoolExpressionMethods, ExpressionMethods, QueryDsl, QueryResult, Queryable};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::schema::account_mails;
use super::settled::Settled;
use super::{Connection, StoreError};
use crate::clock::Instant;

/// A mail that was claimed, and who gets it.
#[derive(Debug, Clone, Queryable)]
pub struct Claimed {
    /// Its id.
    pub id: Uuid,
    /// What for, a word.
    pub kind: String,
    /// The account it is about, whose owner gets it.
    pub account: Uuid,
    /// This attempt included.
    pub attempts: i16,
    /// The end of the lease.
    pub claimed_until: Instant,
    /// The recipient's name.
    pub name: String,
    /// The recipient's address: the account's own, or another one that the mail is for.
    pub email: String,
    /// The recipient's language.
    pub language: String,
    /// When the address was proved.
    pub verified_at: Option<Instant>,
}

type Columns = (SqlUuid, Text, SqlUuid, SmallInt, Timestamptz, Text, Text, Text, Nullable<Timestamptz>);

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
        out.push_sql("WITH due AS (SELECT id FROM account_mails WHERE settled_at IS NULL AND due_at <= ");
        out.push_bind_param::<Timestamptz, _>(&self.now)?;
        out.push_sql(" AND (claimed_until IS NULL OR claimed_until <= ");
        out.push_bind_param::<Timestamptz, _>(&self.now)?;
        out.push_sql(") ORDER BY due_at LIMIT ");
        out.push_bind_param::<BigInt, _>(&self.most)?;
        out.push_sql(
            " FOR UPDATE SKIP LOCKED), claimed AS (UPDATE account_mails m \
             SET attempts = m.attempts + 1, claimed_until = ",
        );
        out.push_bind_param::<Timestamptz, _>(&self.until)?;
        out.push_sql(
            " FROM due d WHERE m.id = d.id RETURNING m.*) \
             SELECT c.id, c.kind, c.account_id, c.attempts, c.claimed_until, \
             a.name, coalesce(c.address, a.email), a.language, a.verified_at \
             FROM claimed c JOIN accounts a ON a.id = c.account_id ORDER BY c.due_at, c.id",
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
    let row = account_mails::table.find(claimed.id);
    let mine =
        account_mails::claimed_until.eq(claimed.claimed_until).and(account_mails::settled_at.is_null());
    let changed = match settled {
        Settled::Finally { at, result, problem } => {
            diesel::update(row.filter(mine))
                .set((
                    account_mails::settled_at.eq(at),
                    account_mails::result.eq(result.word()),
                    account_mails::problem.eq(problem),
                    account_mails::claimed_until.eq(None::<Instant>),
                ))
                .execute(connection)
                .await?
        }
        Settled::Again { due_at, problem } => {
            diesel::update(row.filter(mine))
                .set((
                    account_mails::due_at.eq(due_at),
                    account_mails::problem.eq(problem),
                    account_mails::claimed_until.eq(None::<Instant>),
                ))
                .execute(connection)
                .await?
        }
    };
    Ok(changed > 0)
}
