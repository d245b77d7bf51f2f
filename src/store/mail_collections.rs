//! One mail for several notices, on its way out.

use diesel::sql_types::{Nullable, SmallInt, Text, Timestamptz, Uuid as SqlUuid};
use diesel::{Queryable, QueryableByName};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::claimed_mail::ClaimedMail;
use super::mail_queue::{Key, Lease, MailQueue};
use super::{Connection, StoreError, outbox, table_mail_queue};
use crate::clock::Instant;

/// A mail that was claimed, and who gets it.
#[derive(Debug, Clone, Queryable)]
pub struct Claimed {
    pub id: Uuid,
    /// What it is, a word: `batch`, `digest`.
    pub kind: String,
    pub account: Uuid,
    pub attempts: i16,
    pub claimed_until: Instant,
    /// The recipient's name; `None` once the account is gone, as are the next three.
    pub name: Option<String>,
    pub email: Option<String>,
    pub language: Option<String>,
    pub time_zone: Option<String>,
}

type Columns = (
    SqlUuid,
    Text,
    SqlUuid,
    SmallInt,
    Timestamptz,
    Nullable<Text>,
    Nullable<Text>,
    Nullable<Text>,
    Nullable<Text>,
);

pub(super) static QUEUE: MailQueue = MailQueue {
    table: "mail_collections",
    key: &["id"],
    game: "NULL::uuid",
    held: "NULL::text",
    besides: "",
    then: "id",
    read: "c.id, c.kind, c.account_id, c.attempts, c.claimed_until, a.name, a.email, a.language, a.time_zone \
           FROM claimed c LEFT JOIN accounts a ON a.id = c.account_id AND a.deleted_at IS NULL",
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
        self.email.as_deref()
    }
}

/// Claims at most `most` mails that are due.
pub async fn claim(connection: &mut Connection, lease: Lease, most: i64) -> Result<Vec<Claimed>, StoreError> {
    QUEUE.claim::<Columns>(lease, most).load(connection).await
}

/// A mail that may have to be begun.
#[derive(Debug, Clone, Copy)]
pub struct Begun {
    /// Its id, if there is none yet.
    pub id: Uuid,
    pub account: Uuid,
    pub kind: &'static str,
    pub now: Instant,
    /// When it is sent, if there is none yet.
    pub due_at: Instant,
}

/// The mail of this kind to this person that still collects, or a new one. Until the transaction ends nobody sends it.
pub async fn open(connection: &mut Connection, begun: &Begun) -> Result<Uuid, StoreError> {
    #[derive(QueryableByName)]
    struct Id {
        #[diesel(sql_type = SqlUuid)]
        id: Uuid,
    }
    let found: Id = diesel::sql_query(
        "INSERT INTO mail_collections AS c (id, account_id, kind, created_at, due_at, attempts) \
         VALUES ($1, $2, $3, $4, $5, 0) \
         ON CONFLICT (account_id, kind) WHERE settled_at IS NULL AND attempts = 0 AND problem IS NULL \
         DO UPDATE SET due_at = c.due_at RETURNING id",
    )
    .bind::<SqlUuid, _>(begun.id)
    .bind::<SqlUuid, _>(begun.account)
    .bind::<Text, _>(begun.kind)
    .bind::<Timestamptz, _>(begun.now)
    .bind::<Timestamptz, _>(begun.due_at)
    .get_result(connection)
    .await?;
    Ok(found.id)
}

/// The notices about games that went into the mail `id`, oldest first.
pub async fn notices(connection: &mut Connection, id: Uuid) -> Result<Vec<outbox::Claimed>, StoreError> {
    outbox::collected(connection, id).await
}

/// The mails about tables that went into the mail `id`, oldest first.
pub async fn table_mails(
    connection: &mut Connection,
    id: Uuid,
) -> Result<Vec<table_mail_queue::Claimed>, StoreError> {
    table_mail_queue::collected(connection, id).await
}
