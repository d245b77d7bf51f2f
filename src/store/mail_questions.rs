//! The open decisions that mails asked about, by the reply address of each mail.

use diesel::{
    ExpressionMethods, Insertable, OptionalExtension, QueryDsl, Queryable, Selectable, SelectableHelper,
};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::schema::mail_questions;
use super::{Connection, StoreError};
use crate::time_control::Instant;

#[derive(Debug, Clone, Queryable, Selectable, Insertable)]
#[diesel(table_name = mail_questions)]
pub struct MailQuestionRow {
    pub game_id: Uuid,
    /// SHA-256 of the secret part of the address.
    pub mark: Vec<u8>,
    pub account_id: Uuid,
    pub seat: i16,
    pub version: i64,
    pub decision: String,
    /// A JSON array of the other decisions that the mail listed.
    pub also: String,
    /// A JSON array of the actions and then of the shapes, in the order of their numbers.
    pub options: String,
    pub actions: i16,
    /// When it was written.
    pub created_at: Instant,
    /// The recovery id of the account then: [`crate::store::recoveries::current`].
    pub recovery_id: Uuid,
}

pub async fn insert(connection: &mut Connection, row: &MailQuestionRow) -> Result<(), StoreError> {
    diesel::insert_into(mail_questions::table).values(row).execute(connection).await?;
    Ok(())
}

pub async fn find(
    connection: &mut Connection,
    game: Uuid,
    mark: &[u8],
) -> Result<Option<MailQuestionRow>, StoreError> {
    mail_questions::table
        .find((game, mark))
        .select(MailQuestionRow::as_select())
        .first(connection)
        .await
        .optional()
}

/// Deletes the questions written before `oldest`.
pub async fn forget(connection: &mut Connection, oldest: Instant) -> Result<(), StoreError> {
    let old = mail_questions::table.filter(mail_questions::created_at.lt(oldest));
    diesel::delete(old).execute(connection).await?;
    Ok(())
}
