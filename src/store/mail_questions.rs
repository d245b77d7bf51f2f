//! What mails asked, by the address for replies to them.

use diesel::{
    ExpressionMethods, Insertable, OptionalExtension, QueryDsl, Queryable, Selectable, SelectableHelper,
};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::schema::mail_questions;
use super::{Connection, StoreError};
use crate::clock::Instant;

/// What one mail asked.
#[derive(Debug, Clone, Queryable, Selectable, Insertable)]
#[diesel(table_name = mail_questions)]
pub struct Row {
    /// The game.
    pub game_id: Uuid,
    /// SHA-256 of the secret part of the address.
    pub mark: Vec<u8>,
    /// Who was asked.
    pub account_id: Uuid,
    /// At which seat.
    pub seat: i16,
    /// The version that the mail showed.
    pub version: i64,
    /// The decision whose answers are numbered.
    pub decision: String,
    /// A JSON array of the other decisions that the mail told of.
    pub also: String,
    /// A JSON array of the actions and then of the shapes, in the order of their numbers.
    pub options: String,
    /// How many of them are actions.
    pub actions: i16,
    /// When it was written.
    pub created_at: Instant,
    /// What the account's mails had to name then: [`crate::store::recoveries::current`].
    pub recovery_id: Uuid,
}

/// Keeps a question.
pub async fn insert(connection: &mut Connection, row: &Row) -> Result<(), StoreError> {
    diesel::insert_into(mail_questions::table).values(row).execute(connection).await?;
    Ok(())
}

/// The question of that address.
pub async fn find(connection: &mut Connection, game: Uuid, mark: &[u8]) -> Result<Option<Row>, StoreError> {
    mail_questions::table.find((game, mark)).select(Row::as_select()).first(connection).await.optional()
}

/// Forgets what was asked before `oldest`.
pub async fn forget(connection: &mut Connection, oldest: Instant) -> Result<(), StoreError> {
    let old = mail_questions::table.filter(mail_questions::created_at.lt(oldest));
    diesel::delete(old).execute(connection).await?;
    Ok(())
}
