//! The addresses to which mails can be answered, with what each mail asked.

use diesel::{ExpressionMethods, Insertable, QueryDsl, Queryable, Selectable, SelectableHelper};
use diesel_async::RunQueryDsl;
use strum::{EnumString, IntoStaticStr};
use uuid::Uuid;

use super::schema::reply_addresses;
use super::sql::{Statement, sql};
use super::{Connection, Result, Transaction};
use time_control::Instant;

/// The subject of a mail, which decides what a plain "yes" or "no" means.
#[derive(Debug, Clone, Copy, PartialEq, Eq, IntoStaticStr, EnumString)]
#[strum(serialize_all = "snake_case")]
pub enum ReplyTopic {
    /// A decision with numbered answers.
    Question,
    /// An invitation to a game that has not started.
    Invitation,
    /// Does the reader confirm their presence in a game that is full?
    Presence,
    Vote,
    SeatOffer,
    /// A bot plays for the reader.
    Caretaker,
    Messages,
    /// A game that is over.
    Rematch,
    /// Nothing is asked.
    Game,
}

#[derive(Debug, Clone, Queryable, Selectable, Insertable)]
#[diesel(table_name = reply_addresses)]
pub struct ReplyAddressRow {
    /// The game.
    pub partition: Uuid,
    /// SHA-256 of the secret part of the address.
    pub mark: Vec<u8>,
    /// The word of a [`ReplyTopic`].
    pub topic: String,
    /// `None`: an address without an account was written to.
    pub account_id: Option<Uuid>,
    pub seat: Option<i16>,
    /// The version of the game that the mail showed.
    pub version: Option<i64>,
    /// The decision whose answers are numbered, or the vote.
    pub decision: Option<String>,
    /// A JSON array of the other decisions that the mail listed; for a question only.
    pub also: Option<String>,
    /// A JSON array of the numbered options, first the actions and then the shapes; for a question only.
    pub options: Option<String>,
    pub actions: Option<i16>,
    pub invitation_id: Option<Uuid>,
    pub created_at: Instant,
    /// The recovery id of the account when the mail was written: [`crate::recoveries::current`].
    pub recovery_id: Option<Uuid>,
    /// The sender of private messages, the only one who can read a reply; `None`: everybody in the game can.
    pub addressee_id: Option<Uuid>,
}

pub async fn insert(connection: &mut Connection, row: &ReplyAddressRow) -> Result<()> {
    diesel::insert_into(reply_addresses::table).values(row).run(connection).await
}

pub async fn find(
    connection: &mut Connection,
    partition: Uuid,
    mark: &[u8],
) -> Result<Option<ReplyAddressRow>> {
    reply_addresses::table
        .find((partition, mark))
        .select(ReplyAddressRow::as_select())
        .first_optional(connection)
        .await
}

/// Deletes the addresses made before `oldest`, and what was counted of replies until then.
pub async fn forget(connection: &mut Connection, oldest: Instant) -> Result<()> {
    let old = reply_addresses::table.filter(reply_addresses::created_at.lt(oldest));
    diesel::delete(old).execute(connection).await?;
    let counted = sql("DELETE FROM unread_replies WHERE last_at < $1").bind(oldest);
    counted.run(connection).await
}

/// The account or the invitation from which replies to a game's mails come, or a stranger who replies in its place.
#[derive(Debug, Clone, Copy)]
pub struct ReplyReader {
    pub game: Uuid,
    pub reader: Uuid,
    pub is_stranger: bool,
}

/// Counts a reply in which nothing was recognised, and returns how many came in a row.
pub async fn count_unread(tx: &mut Transaction<'_>, by: ReplyReader, at: Instant) -> Result<i32> {
    let counted = sql("INSERT INTO unread_replies AS u VALUES ($1, $2, $3, 1, $4) \
                       ON CONFLICT (game_id, reader, is_stranger) DO UPDATE \
                       SET count = least(u.count, 1000000) + 1, last_at = excluded.last_at RETURNING count");
    counted.bind(by.game).bind(by.reader).bind(by.is_stranger).bind(at).value(tx).await
}

/// Resets the count of a reader after a good reply or a visit.
pub async fn forget_unread(connection: &mut Connection, game: Uuid, reader: Uuid) -> Result<()> {
    let forget = sql("DELETE FROM unread_replies WHERE game_id = $1 AND reader = $2");
    forget.bind(game).bind(reader).run(connection).await
}
