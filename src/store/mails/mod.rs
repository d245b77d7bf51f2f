//! Everything that leaves by mail, in one table: written with what caused it, claimed by one worker at a time and
//! settled once ([`queue`]), shown to its reader and to operators ([`listed`]).
//!
//! The mails of a game in play are queued by the statements that make them true, in `write` and `due`.

pub mod listed;
pub mod queue;

use diesel::QueryableByName;
use diesel::sql_types::{Array, Bool, Nullable, SmallInt, Text, Timestamptz, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::{Connection, StoreError};
use crate::store::sql::{derived_id, sql};
use crate::time_control::Instant;

/// The columns of a new mail. Every statement that queues mails names them all, in this order.
pub(super) const NEW_COLUMNS: &str = "partition, id, kind, account_id, address, seat, version, decision, payload, request, \
    created_at, due_at";
/// The id of a mail about a game in play, made of the columns of the row `n` that it comes from: what was queued once
/// is not queued again.
pub(super) const ID_IN_GAME: &str = derived_id!("concat_ws('.', n.game_id, n.version, n.seat, n.kind)");

/// What only some kinds of mail need.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct MailPayload {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub invitation: Option<Uuid>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub answer: Option<AnsweredMail>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub announcement: Option<Uuid>,
    /// Of a mail about private messages: who sent them. One about messages to everybody names nobody.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub private_from: Option<Uuid>,
    /// Of a mail to an address without an account.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub language: Option<String>,
}

/// What became of an answer that came by mail.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct AnsweredMail {
    /// The version of the game before the answer.
    pub since: i64,
    /// What was carried out, in its order.
    #[serde(default)]
    pub given: Vec<GivenByMail>,
    /// What was done beside the rules: the names of texts.
    #[serde(default)]
    pub done: Vec<String>,
    /// The code of the refusal.
    pub code: Option<String>,
    pub sentence: Option<String>,
    /// The message that was sent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub said: Option<SaidByMail>,
    /// The id of the mail that was answered.
    pub reply_to: Option<String>,
}

/// A message that was sent by a reply.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct SaidByMail {
    pub text: String,
    /// The player who alone reads it; `None`: everybody in the game does.
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
    /// The game or the account that it belongs to.
    pub partition: Uuid,
    pub id: Uuid,
    pub kind: &'a str,
    /// Who gets it; `None`: an address without an account.
    pub account: Option<Uuid>,
    /// Where it goes; `None`: to the account's own address.
    pub address: Option<&'a str>,
    pub seat: Option<i16>,
    pub payload: Option<MailPayload>,
    /// The request that caused it.
    pub request: Option<Uuid>,
    /// When it is written and may leave.
    pub at: Instant,
}

/// Queues mails, in one statement; those with an id that is there already are left out. How many were new.
pub async fn insert(connection: &mut Connection, mails: &[NewMail<'_>]) -> Result<usize, StoreError> {
    let payload = |mail: &NewMail<'_>| mail.payload.as_ref().map(serde_json::to_string).transpose();
    let payloads: Result<Vec<Option<String>>, _> = mails.iter().map(payload).collect();
    let payloads = payloads.map_err(|error| StoreError::SerializationError(error.into()))?;
    sql(format!(
        "INSERT INTO mails ({NEW_COLUMNS}) \
         SELECT n.partition, n.id, n.kind, n.account, n.address, n.seat, NULL, NULL, n.payload::jsonb, n.request, n.at, n.at \
         FROM unnest($1, $2, $3, $4, $5, $6, $7, $8, $9) \
         AS n (partition, id, kind, account, address, seat, payload, request, at) ON CONFLICT DO NOTHING",
    ))
    .bind::<Array<SqlUuid>, _>(column(mails, |mail| mail.partition))
    .bind::<Array<SqlUuid>, _>(column(mails, |mail| mail.id))
    .bind::<Array<Text>, _>(column(mails, |mail| mail.kind))
    .bind::<Array<Nullable<SqlUuid>>, _>(column(mails, |mail| mail.account))
    .bind::<Array<Nullable<Text>>, _>(column(mails, |mail| mail.address))
    .bind::<Array<Nullable<SmallInt>>, _>(column(mails, |mail| mail.seat))
    .bind::<Array<Nullable<Text>>, _>(payloads)
    .bind::<Array<Nullable<SqlUuid>>, _>(column(mails, |mail| mail.request))
    .bind::<Array<Timestamptz>, _>(column(mails, |mail| mail.at))
    .execute(connection)
    .await
}

#[derive(QueryableByName)]
struct Found {
    #[diesel(sql_type = Bool)]
    found: bool,
}

/// Was this mail ever queued?
pub async fn is_queued(connection: &mut Connection, partition: Uuid, id: Uuid) -> Result<bool, StoreError> {
    let found: Found = sql("SELECT EXISTS (SELECT FROM mails WHERE partition = $1 AND id = $2) AS found")
        .bind::<SqlUuid, _>(partition)
        .bind::<SqlUuid, _>(id)
        .get_result(connection)
        .await?;
    Ok(found.found)
}

fn column<'m, T>(mails: &'m [NewMail<'_>], value: impl Fn(&'m NewMail<'_>) -> T) -> Vec<T> {
    mails.iter().map(value).collect()
}

/// Was such a mail queued for the account after `since`?
pub async fn queued_since(
    connection: &mut Connection,
    account: Uuid,
    kind: &str,
    since: Instant,
) -> Result<bool, StoreError> {
    let found: Found = sql(
        "SELECT EXISTS (SELECT FROM mails WHERE account_id = $1 AND kind = $2 AND created_at > $3) AS found",
    )
    .bind::<SqlUuid, _>(account)
    .bind::<Text, _>(kind)
    .bind::<Timestamptz, _>(since)
    .get_result(connection)
    .await?;
    Ok(found.found)
}

/// Was such a mail queued in a partition after `since`?
pub async fn queued_in_since(
    connection: &mut Connection,
    partition: Uuid,
    kind: &str,
    since: Instant,
) -> Result<bool, StoreError> {
    let found: Found = sql(
        "SELECT EXISTS (SELECT FROM mails WHERE partition = $1 AND kind = $2 AND created_at > $3) AS found",
    )
    .bind::<SqlUuid, _>(partition)
    .bind::<Text, _>(kind)
    .bind::<Timestamptz, _>(since)
    .get_result(connection)
    .await?;
    Ok(found.found)
}

/// A message that its readers have not read yet.
#[derive(Debug)]
pub struct UnreadMessages<'a> {
    pub game: Uuid,
    pub kind: &'a str,
    pub sender: Uuid,
    /// Is it for these readers alone, and not for everybody in the game?
    pub is_private: bool,
    /// The accounts that may read it.
    pub readers: &'a [Uuid],
    /// The request that sent it.
    pub request: Option<Uuid>,
    /// When it was sent.
    pub at: Instant,
    /// When the mails may leave.
    pub due_at: Instant,
}

/// Queues one mail per reader and game for all to everybody that is unread when it is sent, and one for all that the
/// sender of a private message sent to them: a reply goes to one audience. None to a reader who blocked the sender or whom
/// such a mail is on its way to. Its id has the message's number in the reader's box, so that no two such mails
/// have the same. It has no version: it waits longer than what happens in the game, and neither waits for the other.
pub async fn insert_unread(
    connection: &mut Connection,
    unread: &UnreadMessages<'_>,
) -> Result<(), StoreError> {
    // A part that is null is left out.
    let id = derived_id!("concat_ws('.', b.game_id, b.account_id, $2, b.last_number, $8)");
    sql(format!(
        "INSERT INTO mails ({NEW_COLUMNS}) \
         SELECT b.game_id, {id}, $2, b.account_id, \
         NULL, s.seat, NULL, b.last_number::text, \
         CASE WHEN $8 IS NOT NULL THEN jsonb_build_object('private_from', $8) END, $7, $5, $6 \
         FROM message_boxes b JOIN seats s ON s.game_id = b.game_id AND s.account_id = b.account_id \
         WHERE b.game_id = $1 AND b.account_id = ANY($4) \
         AND NOT EXISTS (SELECT FROM blocks x WHERE x.account_id = b.account_id AND x.blocked_id = $3) \
         AND NOT EXISTS (SELECT FROM mails w WHERE w.partition = b.game_id AND w.account_id = b.account_id \
         AND w.kind = $2 AND w.settled_at IS NULL AND w.attempts = 0 \
         AND w.payload->>'private_from' IS NOT DISTINCT FROM $8) ON CONFLICT DO NOTHING",
    ))
    .bind::<SqlUuid, _>(unread.game)
    .bind::<Text, _>(unread.kind)
    .bind::<SqlUuid, _>(unread.sender)
    .bind::<Array<SqlUuid>, _>(unread.readers)
    .bind::<Timestamptz, _>(unread.at)
    .bind::<Timestamptz, _>(unread.due_at)
    .bind::<Nullable<SqlUuid>, _>(unread.request)
    .bind::<Nullable<Text>, _>(unread.is_private.then(|| unread.sender.to_string()))
    .execute(connection)
    .await?;
    Ok(())
}

/// A mail for several notifications, to be begun if there is none yet.
#[derive(Debug, Clone, Copy)]
pub struct NewDigest {
    /// Its id, if there is none yet.
    pub id: Uuid,
    pub account: Uuid,
    pub kind: &'static str,
    pub now: Instant,
    /// When it is sent, if there is none yet.
    pub due_at: Instant,
}

/// The open mail of this kind to this account, or a new one. It is locked until the transaction ends, so that it is not
/// sent before.
pub async fn open_digest(connection: &mut Connection, digest: &NewDigest) -> Result<Uuid, StoreError> {
    #[derive(QueryableByName)]
    struct Id {
        #[diesel(sql_type = SqlUuid)]
        id: Uuid,
    }
    let found: Id = sql(format!(
        "INSERT INTO mails AS c ({NEW_COLUMNS}) \
         VALUES ($2, $1, $3, $2, NULL, NULL, NULL, NULL, NULL, NULL, $4, $5) \
         ON CONFLICT (partition, kind) \
         WHERE kind IN ('batch', 'digest') AND settled_at IS NULL AND attempts = 0 AND problem IS NULL \
         DO UPDATE SET due_at = c.due_at RETURNING id",
    ))
    .bind::<SqlUuid, _>(digest.id)
    .bind::<SqlUuid, _>(digest.account)
    .bind::<Text, _>(digest.kind)
    .bind::<Timestamptz, _>(digest.now)
    .bind::<Timestamptz, _>(digest.due_at)
    .get_result(connection)
    .await?;
    Ok(found.id)
}
