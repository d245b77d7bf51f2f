//! Mails about tables that have not started, waiting to be sent. They may go to an address without an account.

use diesel::Insertable;
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::schema::table_mails;
use super::{Connection, StoreError};
use crate::clock::Instant;

/// A mail to write: no text, that is made when it is sent.
#[derive(Debug, Insertable)]
#[diesel(table_name = table_mails)]
pub struct TableMail<'a> {
    pub id: Uuid,
    pub game_id: Uuid,
    pub kind: &'a str,
    /// Who gets it, unless it goes to an address.
    pub account_id: Option<Uuid>,
    /// Where it goes, unless it goes to an account.
    pub address: Option<&'a str>,
    pub invitation_id: Option<Uuid>,
    /// When it was written.
    pub created_at: Instant,
    /// When it may leave.
    pub due_at: Instant,
    pub attempts: i16,
}

pub async fn insert(connection: &mut Connection, mails: &[TableMail<'_>]) -> Result<(), StoreError> {
    diesel::insert_into(table_mails::table).values(mails).execute(connection).await?;
    Ok(())
}
