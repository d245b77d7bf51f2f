//! What follows an answer that came by mail, waiting to be sent.

use diesel::Insertable;
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::schema::answer_mails;
use super::{Connection, StoreError};
use crate::clock::Instant;

/// A mail to write: no text, that is made when it is sent.
#[derive(Debug, Insertable)]
#[diesel(table_name = answer_mails)]
pub struct AnswerMail<'a> {
    pub game_id: Uuid,
    /// Its id; the same answer twice has the same.
    pub id: Uuid,
    pub kind: &'a str,
    pub account_id: Uuid,
    pub seat: i16,
    /// The version of the game before the answer.
    pub since: i64,
    /// The action that was carried out, as JSON.
    pub said: Option<&'a str>,
    /// The version of the game that the action was decided on.
    pub said_at: Option<i64>,
    /// The code of the refusal.
    pub code: Option<&'a str>,
    pub sentence: Option<&'a str>,
    /// The id of the mail that is answered.
    pub reply_to: Option<&'a str>,
    /// When it was written.
    pub created_at: Instant,
    /// When it may leave.
    pub due_at: Instant,
    pub attempts: i16,
}

/// Queues a mail; one of the same id is enough.
pub async fn insert(connection: &mut Connection, mail: &AnswerMail<'_>) -> Result<(), StoreError> {
    diesel::insert_into(answer_mails::table)
        .values(mail)
        .on_conflict_do_nothing()
        .execute(connection)
        .await?;
    Ok(())
}
