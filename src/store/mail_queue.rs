//! The life of a mail that waits in a table, whichever table it is: claimed by one worker at a time, settled once.
//!
//! A claim is a lease and no lock: the talk with a mail server must not keep a row locked, and a worker that dies
//! leaves its rows to others as soon as the lease is over.

use std::marker::PhantomData;

use diesel::QueryResult;
use diesel::pg::Pg;
use diesel::query_builder::{AstPass, Query, QueryFragment, QueryId};
use diesel::sql_types::{BigInt, Nullable, SmallInt, Text, Timestamptz, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::settled::Settled;
use super::{Connection, StoreError};
use crate::clock::Instant;

/// So many claims whose worker never came back count as one attempt. Workers are killed for reasons of their own; but a
/// mail that breaks whoever tries it must not be tried for ever.
const ABANDONED_ATTEMPT: i16 = 8;

/// How many due mails a claim of `most` looks at: more than it takes, since others may take some of them. The number
/// stands in the text of the statement, in a few steps: as long as PostgreSQL can't see a bound it plans for a third of
/// all mails that wait, and then joins whole tables.
fn most_found(most: i64) -> u64 {
    u64::try_from(most).unwrap_or(0).clamp(8, 1024).next_power_of_two() * 4
}

/// A table of mails, in the words of its SQL.
pub struct MailQueue {
    pub table: &'static str,
    pub key: &'static [&'static str],
    /// The column that names the game, or `NULL`.
    pub game: &'static str,
    /// The column that says why its reader has it wait, or `NULL`.
    pub held: &'static str,
    /// What must hold of a mail `m` besides being due, beginning with `AND`; may be empty.
    pub besides: &'static str,
    /// The column that says which of two mails that are due at the same instant comes first.
    pub then: &'static str,
    /// What is read of a claimed mail `c`: columns, and after `FROM claimed c` whatever is joined.
    pub read: &'static str,
}

/// Every table of mails: what counts or lists mails goes through all of them.
pub(super) static QUEUES: [&MailQueue; 5] = [
    &super::outbox::QUEUE,
    &super::account_mail_queue::QUEUE,
    &super::table_mail_queue::QUEUE,
    &super::answer_mail_queue::QUEUE,
    &super::mail_collections::QUEUE,
];

#[derive(Debug, Clone, Copy)]
pub enum Key<'k> {
    Id(Uuid),
    /// The one of this game and id.
    OfGame(Uuid, Uuid),
    /// The notice of this game, version, seat and kind.
    Notice(Uuid, i64, i16, &'k str),
}

/// From when until when a mail is claimed.
#[derive(Debug, Clone, Copy)]
pub struct Lease {
    /// Now: mails that are due by then are claimed.
    pub now: Instant,
    /// When others may claim them.
    pub until: Instant,
}

/// Claims mails: a query that gives rows of `Columns`.
pub struct Claim<Columns> {
    queue: &'static MailQueue,
    lease: Lease,
    most: i64,
    columns: PhantomData<fn() -> Columns>,
}

struct Settle<'s> {
    queue: &'static MailQueue,
    key: Key<'s>,
    claimed_until: Instant,
    settled_at: Option<Instant>,
    result: Option<&'static str>,
    problem: Option<&'s str>,
    due_at: Option<Instant>,
}

impl MailQueue {
    /// Claims at most `most` mails that are due, the longest due first.
    pub fn claim<Columns>(&'static self, lease: Lease, most: i64) -> Claim<Columns> {
        Claim { queue: self, lease, most, columns: PhantomData }
    }

    /// Notes how a mail ended that was claimed until an instant; `false` when the lease had passed to somebody else.
    pub async fn settle(
        &'static self,
        connection: &mut Connection,
        key: Key<'_>,
        claimed_until: Instant,
        settled: &Settled<'_>,
    ) -> Result<bool, StoreError> {
        let (settled_at, result, problem, due_at) = match *settled {
            Settled::Finally { at, result, problem } => (Some(at), Some(result.word()), problem, None),
            Settled::Again { due_at, problem } => (None, None, Some(problem), Some(due_at)),
        };
        let settle = Settle { queue: self, key, claimed_until, settled_at, result, problem, due_at };
        Ok(settle.execute(connection).await? > 0)
    }

    /// SQL that gives the key as one text, with dots in between.
    pub(super) fn key_as_text(&self) -> String {
        format!("concat_ws('.', {})", self.key.join(", "))
    }

    /// The columns of the key of `table`.
    fn key_of(&self, table: &str) -> String {
        let columns: Vec<String> = self.key.iter().map(|column| format!("{table}.{column}")).collect();
        columns.join(", ")
    }
}

impl<Columns: 'static> QueryId for Claim<Columns> {
    type QueryId = ();
    const HAS_STATIC_QUERY_ID: bool = false;
}

impl<Columns> Query for Claim<Columns> {
    type SqlType = Columns;
}

impl<Columns> QueryFragment<Pg> for Claim<Columns> {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        let MailQueue { table, besides, then, read, .. } = self.queue;
        let (of_mail, of_due) = (self.queue.key_of("m"), self.queue.key_of("d"));
        let of_found = self.queue.key_of("f");
        out.push_sql(&format!("WITH found AS MATERIALIZED (SELECT {of_mail} FROM {table} m WHERE "));
        self.is_due(&mut out)?;
        out.push_sql(&format!(
            " {besides} ORDER BY m.due_at LIMIT {}), \
             due AS (SELECT {of_mail} FROM found f JOIN {table} m ON ({of_mail}) = ({of_found}) WHERE ",
            most_found(self.most)
        ));
        self.is_due(&mut out)?;
        out.push_sql(&format!(" ORDER BY m.due_at, m.{then} LIMIT "));
        out.push_bind_param::<BigInt, _>(&self.most)?;
        out.push_sql(&format!(
            " FOR UPDATE OF m SKIP LOCKED), claimed AS (UPDATE {table} m SET attempts = m.attempts + CASE WHEN \
             m.claimed_until IS NULL OR m.abandoned % {ABANDONED_ATTEMPT} = {ABANDONED_ATTEMPT} - 1 THEN 1 ELSE 0 END, \
             abandoned = m.abandoned + (m.claimed_until IS NOT NULL)::int, claimed_until = "
        ));
        out.push_bind_param::<Timestamptz, _>(&self.lease.until)?;
        out.push_sql(&format!(
            " FROM due d WHERE ({of_mail}) = ({of_due}) RETURNING m.*) SELECT {read} ORDER BY c.due_at, c.{then}"
        ));
        Ok(())
    }
}

impl<Columns> Claim<Columns> {
    /// The mail `m` is due, and nobody has claimed it.
    fn is_due<'b>(&'b self, out: &mut AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        out.push_sql("m.settled_at IS NULL AND m.due_at <= ");
        out.push_bind_param::<Timestamptz, _>(&self.lease.now)?;
        out.push_sql(" AND (m.claimed_until IS NULL OR m.claimed_until <= ");
        out.push_bind_param::<Timestamptz, _>(&self.lease.now)?;
        out.push_sql(")");
        Ok(())
    }
}

impl QueryId for Settle<'_> {
    type QueryId = ();
    const HAS_STATIC_QUERY_ID: bool = false;
}

impl QueryFragment<Pg> for Settle<'_> {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        out.push_sql(&format!("UPDATE {} SET claimed_until = NULL, settled_at = ", self.queue.table));
        out.push_bind_param::<Nullable<Timestamptz>, _>(&self.settled_at)?;
        out.push_sql(", result = ");
        out.push_bind_param::<Nullable<Text>, _>(&self.result)?;
        out.push_sql(", problem = ");
        out.push_bind_param::<Nullable<Text>, _>(&self.problem)?;
        out.push_sql(", due_at = coalesce(");
        out.push_bind_param::<Nullable<Timestamptz>, _>(&self.due_at)?;
        out.push_sql(", due_at) WHERE settled_at IS NULL AND claimed_until = ");
        out.push_bind_param::<Timestamptz, _>(&self.claimed_until)?;
        out.push_sql(&format!(" AND ({}) = (", self.queue.key.join(", ")));
        self.key.bind(&mut out)?;
        out.push_sql(")");
        Ok(())
    }
}

impl Key<'_> {
    pub(super) fn bind<'b>(&'b self, out: &mut AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        match self {
            Self::Id(id) => out.push_bind_param::<SqlUuid, _>(id),
            Self::OfGame(game, id) => {
                out.push_bind_param::<SqlUuid, _>(game)?;
                out.push_sql(", ");
                out.push_bind_param::<SqlUuid, _>(id)
            }
            Self::Notice(game, version, seat, kind) => {
                out.push_bind_param::<SqlUuid, _>(game)?;
                out.push_sql(", ");
                out.push_bind_param::<BigInt, _>(version)?;
                out.push_sql(", ");
                out.push_bind_param::<SmallInt, _>(seat)?;
                out.push_sql(", ");
                out.push_bind_param::<Text, _>(kind)
            }
        }
    }
}
