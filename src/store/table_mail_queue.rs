//! Mails about tables that have not started, on their way out.

use diesel::Queryable;
use diesel::sql_types::{Nullable, SmallInt, Text, Timestamptz, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::claimed_mail::ClaimedMail;
use super::mail_queue::{Key, Lease, MailQueue};
use super::reading::Reading;
use super::{Connection, StoreError};
use crate::clock::Instant;

/// A mail that was claimed, and who gets it.
#[derive(Debug, Clone, Queryable)]
pub struct Claimed {
    pub id: Uuid,
    pub game: Uuid,
    pub kind: String,
    /// The account that gets it; `None` when it goes to an address.
    pub account: Option<Uuid>,
    pub invitation: Option<Uuid>,
    pub attempts: i16,
    pub claimed_until: Instant,
    /// When it became true.
    pub created_at: Instant,
    /// Where it goes; `None` when the account is gone.
    pub email: Option<String>,
}

type Columns = (
    SqlUuid,
    SqlUuid,
    Text,
    Nullable<SqlUuid>,
    Nullable<SqlUuid>,
    SmallInt,
    Timestamptz,
    Timestamptz,
    Nullable<Text>,
);

pub(super) static QUEUE: MailQueue = MailQueue {
    table: "table_mails",
    key: &["id"],
    game: "game_id",
    held: "held",
    besides: "",
    then: "id",
    read: "c.id, c.game_id, c.kind, c.account_id, c.invitation_id, c.attempts, c.claimed_until, \
           c.created_at, coalesce(c.address, a.email) \
           FROM claimed c LEFT JOIN accounts a ON a.id = c.account_id AND a.deleted_at IS NULL",
};

/// Claims at most `most` mails that are due.
pub async fn claim(connection: &mut Connection, lease: Lease, most: i64) -> Result<Vec<Claimed>, StoreError> {
    QUEUE.claim::<Columns>(lease, most).load(connection).await
}

/// The mails that went into the mail `into`, oldest first. Their leases are over.
pub async fn collected(connection: &mut Connection, into: Uuid) -> Result<Vec<Claimed>, StoreError> {
    use super::schema::table_mails;
    use diesel::{ExpressionMethods, QueryDsl};
    table_mails::table
        .filter(table_mails::collected_in.eq(into))
        .order((table_mails::created_at, table_mails::id))
        .select((
            table_mails::id,
            table_mails::game_id,
            table_mails::kind,
            table_mails::account_id,
            table_mails::invitation_id,
            table_mails::attempts,
            table_mails::due_at,
            table_mails::created_at,
            table_mails::address,
        ))
        .load(connection)
        .await
}

impl ClaimedMail for Claimed {
    fn queue(&self) -> &'static MailQueue {
        &QUEUE
    }

    fn key(&self) -> Key<'_> {
        Key::Id(self.id)
    }

    fn claimed_until(&self) -> Instant {
        self.claimed_until
    }

    fn attempt(&self) -> i16 {
        self.attempts
    }

    fn account(&self) -> Option<Uuid> {
        self.account
    }

    fn address(&self) -> Option<&str> {
        self.email.as_deref()
    }
}

impl Reading for Claimed {
    fn game(&self) -> Uuid {
        self.game
    }

    fn kind(&self) -> &str {
        &self.kind
    }

    fn written_at(&self) -> Instant {
        self.created_at
    }
}
