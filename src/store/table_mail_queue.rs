//! Mails about tables that have not started, on their way out.

use diesel::Queryable;
use diesel::sql_types::{Nullable, SmallInt, Text, Timestamptz, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::mail_queue::{Key, Lease, MailQueue};
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
}

type Columns =
    (SqlUuid, SqlUuid, Text, Nullable<SqlUuid>, Nullable<SqlUuid>, SmallInt, Timestamptz, Nullable<Text>);

pub(super) static QUEUE: MailQueue = MailQueue {
    table: "table_mails",
    key: &["id"],
    game: "game_id",
    besides: "",
    then: "id",
    read: "c.id, c.game_id, c.kind, c.account_id, c.invitation_id, c.attempts, c.claimed_until, \
           coalesce(c.address, a.email) \
           FROM claimed c LEFT JOIN accounts a ON a.id = c.account_id AND a.deleted_at IS NULL",
};

/// Claims at most `most` mails that are due.
pub async fn claim(connection: &mut Connection, lease: Lease, most: i64) -> Result<Vec<Claimed>, StoreError> {
    QUEUE.claim::<Columns>(lease, most).load(connection).await
}

/// Notes how a claimed mail ended; `false` when the lease had passed to somebody else.
pub async fn settle(
    connection: &mut Connection,
    claimed: &Claimed,
    settled: &Settled<'_>,
) -> Result<bool, StoreError> {
    QUEUE.settle(connection, Key::Id(claimed.id), claimed.claimed_until, settled).await
}
