//! Tickets that open one stream, once.

use diesel::{
    ExpressionMethods, Insertable, OptionalExtension, QueryDsl, Queryable, Selectable, SelectableHelper,
};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::schema::stream_tickets;
use super::{Connection, StoreError};
use crate::clock::Instant;

/// A ticket, as far as it is kept: never itself.
#[derive(Debug, Clone, Queryable, Selectable, Insertable)]
#[diesel(table_name = stream_tickets)]
pub struct Ticket {
    /// SHA-256 of it.
    pub ticket_hash: Vec<u8>,
    /// Who may follow with it.
    pub account_id: Uuid,
    pub session_id: Option<Uuid>,
    pub token_id: Option<Uuid>,
    /// The only address it opens.
    pub path: String,
    /// From this instant on it is no good.
    pub expires_at: Instant,
    /// When the stream ends that it opens.
    pub ends_at: Option<Instant>,
}

pub async fn add(connection: &mut Connection, ticket: &Ticket) -> Result<(), StoreError> {
    diesel::insert_into(stream_tickets::table).values(ticket).execute(connection).await?;
    Ok(())
}

/// Uses a ticket up: of two at the same moment one gets it.
pub async fn tear(connection: &mut Connection, hash: &[u8]) -> Result<Option<Ticket>, StoreError> {
    diesel::delete(stream_tickets::table.find(hash))
        .returning(Ticket::as_returning())
        .get_result(connection)
        .await
        .optional()
}

/// Takes every ticket of an account away.
pub async fn remove_all(connection: &mut Connection, account: Uuid) -> Result<(), StoreError> {
    let rows = stream_tickets::table.filter(stream_tickets::account_id.eq(account));
    diesel::delete(rows).execute(connection).await?;
    Ok(())
}

/// Forgets tickets that expired before `now`.
pub async fn forget(connection: &mut Connection, now: Instant) -> Result<(), StoreError> {
    diesel::delete(stream_tickets::table.filter(stream_tickets::expires_at.lt(now)))
        .execute(connection)
        .await?;
    Ok(())
}
