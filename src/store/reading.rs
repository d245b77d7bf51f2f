//! Claimed mails about which their readers' settings have a say: held, put into one mail with others, or not sent.

use diesel::QueryResult;
use diesel::pg::Pg;
use diesel::query_builder::{AstPass, QueryFragment, QueryId};
use diesel::sql_types::{Nullable, Text, Timestamptz, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::claimed_mail::ClaimedMail;
use super::mail_queue::{Key, MailQueue};
use super::{Connection, StoreError};
use crate::clock::Instant;

/// A claimed mail to somebody who may have set how he wants it.
pub trait Reading: ClaimedMail {
    fn game(&self) -> Uuid;
    fn kind(&self) -> &str;
    /// When it became true.
    fn written_at(&self) -> Instant;
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kept {
    /// It waits; that was no attempt to send it.
    Held {
        /// Until when.
        until: Instant,
        why: &'static str,
    },
    Collected {
        /// Since when.
        at: Instant,
        into: Uuid,
    },
    /// Its reader does not want it.
    Muted {
        /// Since when.
        at: Instant,
    },
}

struct Keep<'k> {
    queue: &'static MailQueue,
    key: Key<'k>,
    claimed_until: Instant,
    kept: Kept,
}

/// Notes what becomes of `mail`; `false` when the lease had passed to somebody else.
pub async fn keep(connection: &mut Connection, mail: &impl Reading, kept: Kept) -> Result<bool, StoreError> {
    let keep = Keep { queue: mail.queue(), key: mail.key(), claimed_until: mail.claimed_until(), kept };
    Ok(keep.execute(connection).await? > 0)
}

impl QueryId for Keep<'_> {
    type QueryId = ();
    const HAS_STATIC_QUERY_ID: bool = false;
}

impl QueryFragment<Pg> for Keep<'_> {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        out.push_sql(&format!("UPDATE {} SET claimed_until = NULL, ", self.queue.table));
        match &self.kept {
            Kept::Held { until, why } => {
                out.push_sql("attempts = greatest(attempts - 1, 0), due_at = ");
                out.push_bind_param::<Timestamptz, _>(until)?;
                out.push_sql(", held = ");
                out.push_bind_param::<Text, _>(*why)?;
            }
            Kept::Collected { at, into } => {
                out.push_sql("result = 'collected', settled_at = ");
                out.push_bind_param::<Timestamptz, _>(at)?;
                out.push_sql(", collected_in = ");
                out.push_bind_param::<Nullable<SqlUuid>, _>(into)?;
            }
            Kept::Muted { at } => {
                out.push_sql("result = 'muted', settled_at = ");
                out.push_bind_param::<Timestamptz, _>(at)?;
            }
        }
        out.push_sql(" WHERE settled_at IS NULL AND claimed_until = ");
        out.push_bind_param::<Timestamptz, _>(&self.claimed_until)?;
        out.push_sql(&format!(" AND ({}) = (", self.queue.key.join(", ")));
        self.key.bind(&mut out)?;
        out.push_sql(")");
        Ok(())
    }
}
