//! Mails about accounts on their way out.

use diesel::Queryable;
use diesel::sql_types::{Nullable, SmallInt, Text, Timestamptz, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::claimed_mail::ClaimedMail;
use super::mail_queue::{Key, Lease, MailQueue};
use super::{Connection, StoreError};
use crate::clock::Instant;

/// A mail that was claimed, and who gets it.
#[derive(Debug, Clone, Queryable)]
pub struct Claimed {
    pub id: Uuid,
    pub kind: String,
    /// The account it is about, whose owner gets it.
    pub account: Uuid,
    pub attempts: i16,
    pub claimed_until: Instant,
    pub name: String,
    /// The recipient's address: the account's own, or another one that the mail is for.
    pub email: String,
    pub language: String,
    /// When the address was proved.
    pub verified_at: Option<Instant>,
}

type Columns = (SqlUuid, Text, SqlUuid, SmallInt, Timestamptz, Text, Text, Text, Nullable<Timestamptz>);

pub(super) static QUEUE: MailQueue = MailQueue {
    table: "account_mails",
    key: &["id"],
    game: "NULL::uuid",
    held: "NULL::text",
    besides: "",
    then: "id",
    read: "c.id, c.kind, c.account_id, c.attempts, c.claimed_until, a.name, coalesce(c.address, a.email), \
           a.language, a.verified_at FROM claimed c JOIN accounts a ON a.id = c.account_id",
};

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
        Some(self.account)
    }

    fn address(&self) -> Option<&str> {
        Some(&self.email)
    }
}

/// Claims at most `most` mails that are due.
pub async fn claim(connection: &mut Connection, lease: Lease, most: i64) -> Result<Vec<Claimed>, StoreError> {
    QUEUE.claim::<Columns>(lease, most).load(connection).await
}
