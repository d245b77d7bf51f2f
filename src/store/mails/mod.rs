//! Everything that leaves by mail, in one table: written with what caused it, claimed by one worker at a time and
//! settled once ([`queue`]), shown to its reader and to operators ([`listed`]).
//!
//! The mails of a game in play are queued by the statements that make them true, in `write` and `due`.

pub mod listed;
pub mod queue;

use chrono::NaiveDate;
use diesel::deserialize;
use diesel::pg::Pg;
use diesel::row::NamedRow;
use diesel_async::RunQueryDsl;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::{Connection, Result, StoreError};
use crate::sql::{Field, Statement, derived_id, sql};
use time_control::Instant;

/// The columns of a new mail. Every statement here that queues mails names them all, in this order.
pub(super) const NEW_COLUMNS: &str = "partition, id, kind, account_id, address, seat, version, decision, payload, request, \
    created_at, due_at";
/// The id of a mail about a game in play, derived from the columns of the row `n` that it is queued from, so that the
/// same mail is not queued twice.
pub(super) const ID_IN_GAME: &str = derived_id!("concat_ws('.', n.game_id, n.version, n.seat, n.kind)");

/// The data that only some kinds of mail need.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct MailPayload {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub invitation: Option<Uuid>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub answer: Option<AnsweredMail>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub announcement: Option<Uuid>,
    /// The sender of the private messages that the mail is about; `None`: the messages are to everybody.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub private_from: Option<Uuid>,
    /// The log-in on a page that the mail is for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub page_log_in: Option<Uuid>,
    /// The app that the mail is about: what it calls itself, and where it is redirected to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub app: Option<(String, String)>,
    /// The round of the competition that the mail is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub round: Option<i32>,
    /// The language of a mail to an address without an account.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub language: Option<String>,
}

impl Field for MailPayload {
    /// Parses the JSON of the column, which is null for kinds that need no data.
    fn read<'a>(row: &impl NamedRow<'a, Pg>, name: &str) -> deserialize::Result<Self> {
        let text: Option<String> = Field::read(row, name)?;
        Ok(text.as_deref().map(serde_json::from_str).transpose()?.unwrap_or_default())
    }
}

/// What was done with a reply.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct AnsweredMail {
    /// The version of the game before the answer.
    pub since: i64,
    /// The actions that were carried out, in order.
    #[serde(default)]
    pub given: Vec<GivenByMail>,
    /// The names of the texts that say what was done beside the rules.
    #[serde(default)]
    pub done: Vec<String>,
    /// The first and the last day of an absence that was noted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub away: Option<(NaiveDate, NaiveDate)>,
    /// The code of the refusal.
    pub code: Option<String>,
    pub sentence: Option<String>,
    /// The message that was sent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub said: Option<SaidByMail>,
    /// The Message-ID of the mail that was answered.
    pub reply_to: Option<String>,
}

/// A message that was sent by a reply.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct SaidByMail {
    pub text: String,
    /// The only player who can read the message; `None`: everybody in the game can.
    pub to: Option<Uuid>,
}

/// An action that was carried out.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct GivenByMail {
    /// As JSON.
    pub action: String,
    /// The version of the game that it was decided on: the receipt describes the game as it was then.
    pub at: i64,
}

/// A mail to queue. It has no text: a mail is composed when it is sent.
#[derive(Debug)]
pub struct NewMail<'a> {
    /// The game, the account or the announcement that the mail belongs to.
    pub partition: Uuid,
    pub id: Uuid,
    pub kind: &'a str,
    /// The account of the reader; `None`: an address without an account.
    pub account: Option<Uuid>,
    /// The address that the mail is sent to; `None`: the account's own.
    pub address: Option<&'a str>,
    pub seat: Option<i16>,
    pub payload: Option<MailPayload>,
    /// The request that caused it.
    pub request: Option<Uuid>,
    /// When it is written and may leave.
    pub at: Instant,
}

/// Queues mails in one statement and returns how many were new. A mail with an id that exists already is left out.
pub async fn insert(connection: &mut Connection, mails: &[NewMail<'_>]) -> Result<usize> {
    let payload = |mail: &NewMail<'_>| mail.payload.as_ref().map(serde_json::to_string).transpose();
    let payloads: Result<Vec<Option<String>>, _> = mails.iter().map(payload).collect();
    let payloads = payloads.map_err(|error| StoreError::SerializationError(error.into()))?;
    sql(format!(
        "INSERT INTO mails ({NEW_COLUMNS}) \
         SELECT n.partition, n.id, n.kind, n.account, n.address, n.seat, NULL, NULL, n.payload::jsonb, n.request, n.at, n.at \
         FROM unnest($1, $2, $3, $4, $5, $6, $7, $8, $9) \
         AS n (partition, id, kind, account, address, seat, payload, request, at) ON CONFLICT DO NOTHING",
    ))
    .bind_column(mails, |mail| mail.partition)
    .bind_column(mails, |mail| mail.id)
    .bind_column(mails, |mail| mail.kind)
    .bind_column(mails, |mail| mail.account)
    .bind_column(mails, |mail| mail.address)
    .bind_column(mails, |mail| mail.seat)
    .bind(payloads)
    .bind_column(mails, |mail| mail.request)
    .bind_column(mails, |mail| mail.at)
    .execute(connection)
    .await
}

pub async fn is_queued(connection: &mut Connection, partition: Uuid, id: Uuid) -> Result<bool> {
    sql("SELECT EXISTS (SELECT 1 FROM mails WHERE partition = $1 AND id = $2) AS found")
        .bind(partition)
        .bind(id)
        .value(connection)
        .await
}

/// Was a mail of this kind queued for the account after `since`?
pub async fn queued_since(
    connection: &mut Connection,
    account: Uuid,
    kind: &str,
    since: Instant,
) -> Result<bool> {
    sql("SELECT EXISTS (SELECT 1 FROM mails WHERE account_id = $1 AND kind = $2 AND created_at > $3) AS found")
        .bind(account)
        .bind(kind)
        .bind(since)
        .value(connection)
        .await
}

/// Was a mail of this kind queued in a partition after `since`?
pub async fn queued_in_since(
    connection: &mut Connection,
    partition: Uuid,
    kind: &str,
    since: Instant,
) -> Result<bool> {
    sql("SELECT EXISTS (SELECT 1 FROM mails WHERE partition = $1 AND kind = $2 AND created_at > $3) AS found")
        .bind(partition)
        .bind(kind)
        .bind(since)
        .value(connection)
        .await
}

/// A message that its readers have not read yet.
#[derive(Debug)]
pub struct UnreadMessages<'a> {
    pub game: Uuid,
    pub kind: &'a str,
    pub sender: Uuid,
    /// Is the message for these readers only, and not for everybody in the game?
    pub is_private: bool,
    /// The accounts that may read it.
    pub readers: &'a [Uuid],
    /// The request that sent it.
    pub request: Option<Uuid>,
    pub at: Instant,
    pub due_at: Instant,
}

/// Queues a mail about an unread message for each reader, unless the reader has such a mail waiting or has blocked the
/// sender. One mail is about all messages to everybody that are unread when it is sent; the private messages of each
/// sender have a mail of their own, because a reply to a mail goes to one audience.
///
/// The id contains the number of the message in the reader's box, so that a later mail has another id. The mail has no
/// version, because it waits longer than the mails about entries, and neither kind is to wait for the other.
pub async fn insert_unread(connection: &mut Connection, unread: &UnreadMessages<'_>) -> Result<()> {
    // `concat_ws` leaves out `$8`, which is null for messages to everybody.
    let id = derived_id!("concat_ws('.', b.game_id, b.account_id, $2, b.last_number, $8)");
    sql(format!(
        "INSERT INTO mails ({NEW_COLUMNS}) \
         SELECT b.game_id, {id}, $2, b.account_id, \
         NULL, s.seat, NULL, b.last_number::text, \
         CASE WHEN $8 IS NOT NULL THEN jsonb_build_object('private_from', $8) END, $7, $5, $6 \
         FROM message_boxes b JOIN seats s ON s.game_id = b.game_id AND s.account_id = b.account_id \
         WHERE b.game_id = $1 AND b.account_id = ANY($4) \
         AND NOT EXISTS (SELECT 1 FROM blocks x WHERE x.account_id = b.account_id AND x.blocked_id = $3) \
         AND NOT EXISTS (SELECT 1 FROM mails w WHERE w.partition = b.game_id AND w.account_id = b.account_id \
         AND w.kind = $2 AND w.settled_at IS NULL AND w.attempts = 0 \
         AND w.payload->>'private_from' IS NOT DISTINCT FROM $8) ON CONFLICT DO NOTHING",
    ))
    .bind(unread.game)
    .bind(unread.kind)
    .bind(unread.sender)
    .bind(unread.readers)
    .bind(unread.at)
    .bind(unread.due_at)
    .bind(unread.request)
    .bind(unread.is_private.then(|| unread.sender.to_string()))
    .run(connection)
    .await
}

/// A digest to be begun, unless its account has an open one.
#[derive(Debug, Clone, Copy)]
pub struct NewDigest {
    pub id: Uuid,
    pub account: Uuid,
    pub kind: &'static str,
    pub now: Instant,
    pub due_at: Instant,
}

/// The open digest of this kind for this account, or a new one. The digest stays locked until the transaction ends, so
/// that it is not sent before the mail that is collected in it is settled.
pub async fn open_digest(connection: &mut Connection, digest: &NewDigest) -> Result<Uuid> {
    // A digest that was tried once is closed: a second attempt must say the same under the same id. The update changes
    // nothing: it is there because `DO NOTHING` would neither lock the row nor return its id.
    sql(format!(
        "INSERT INTO mails AS c ({NEW_COLUMNS}) \
         VALUES ($2, $1, $3, $2, NULL, NULL, NULL, NULL, NULL, NULL, $4, $5) \
         ON CONFLICT (partition, kind) \
         WHERE kind IN ('batch', 'digest') AND settled_at IS NULL AND attempts = 0 AND problem IS NULL \
         DO UPDATE SET due_at = c.due_at RETURNING id",
    ))
    .bind(digest.id)
    .bind(digest.account)
    .bind(digest.kind)
    .bind(digest.now)
    .bind(digest.due_at)
    .value(connection)
    .await
}
