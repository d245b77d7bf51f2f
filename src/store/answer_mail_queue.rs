//! What follows an answer that came by mail, on its way out.

use diesel::Queryable;
use diesel::sql_types::{BigInt, Nullable, SmallInt, Text, Timestamptz, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::claimed_mail::ClaimedMail;
use super::mail_queue::{Key, Lease, MailQueue};
use super::{Connection, StoreError};
use crate::clock::Instant;

/// A mail that was claimed, and who gets it.
#[derive(Debug, Clone, Queryable)]
pub struct Claimed {
    pub game: Uuid,
    pub id: Uuid,
    pub kind: String,
    pub account: Uuid,
    pub seat: i16,
    /// The version of the game before the answer.
    pub since: i64,
    /// The action that was carried out, as JSON.
    pub said: Option<String>,
    /// The version of the game that the action was decided on.
    pub said_at: Option<i64>,
    /// The code of the refusal.
    pub code: Option<String>,
    pub sentence: Option<String>,
    /// The id of the mail that was answered.
    pub reply_to: Option<String>,
    pub attempts: i16,
    pub claimed_until: Instant,
    /// The recipient's name; `None` once the account is gone, as are the next two.
    pub name: Option<String>,
    pub email: Option<String>,
    pub language: Option<String>,
}

type Columns = (
    SqlUuid,
    SqlUuid,
    Text,
    SqlUuid,
    SmallInt,
    BigInt,
    Nullable<Text>,
    Nullable<BigInt>,
    Nullable<Text>,
    Nullable<Text>,
    Nullable<Text>,
    SmallInt,
    Timestamptz,
    Nullable<Text>,
    Nullable<Text>,
    Nullable<Text>,
);

pub(super) static QUEUE: MailQueue = MailQueue {
    table: "answer_mails",
    key: &["game_id", "id"],
    game: "game_id",
    held: "NULL::text",
    besides: "",
    then: "created_at",
    read: "c.game_id, c.id, c.kind, c.account_id, c.seat, c.since, c.said, c.said_at, c.code, c.sentence, c.reply_to, \
           c.attempts, c.claimed_until, a.name, a.email, a.language \
           FROM claimed c LEFT JOIN accounts a ON a.id = c.account_id AND a.deleted_at IS NULL",
};

impl ClaimedMail for Claimed {
    fn queue(&self) -> &'static MailQueue {
        &QUEUE
    }

    fn key(&self) -> Key<'_> {
        Key::OfGame(self.game, self.id)
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
