//! The invitations that somebody got.

use std::collections::HashMap;

use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::clock::Instant;
use crate::error::Error;
use crate::service::cursor;
use crate::store::Connection;
use crate::store::invitations::{self, InvitationRow, ReachingFilter};

/// An invitation that waits for the caller's answer.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Received {
    /// Its id; later invitations have greater ones.
    pub id: Uuid,
    /// To which game.
    pub game: Uuid,
    /// What the table is called.
    pub game_name: String,
    /// The title.
    pub ruleset: String,
    /// Who invites.
    pub invited_by: Uuid,
    /// The name of the one who invites.
    pub inviter: String,
    /// Is a seat kept for the caller?
    pub reserve: bool,
    /// When it was made.
    #[schema(value_type = String, format = DateTime)]
    pub created_at: Instant,
}

/// A page of invitations, newest first.
#[derive(Debug, Serialize, ToSchema)]
pub struct ReceivedInvitations {
    /// The invitations.
    pub invitations: Vec<Received>,
    /// Pass this as `cursor` for the next page; null on the last one.
    pub next_cursor: Option<String>,
}

/// What `account` is invited to, by name or by its address, from nobody whom it blocks.
/// Error: `invalid_parameter` for a cursor of another list.
pub async fn received(
    connection: &mut Connection,
    account: Uuid,
    after: Option<&str>,
    limit: u16,
) -> Result<ReceivedInvitations, Error> {
    let list = format!("invitations of {account}");
    let before = after.map(|after| cursor::read(&list, after)).transpose()?;
    let which = ReachingFilter { account, game: None, before, limit: i64::from(limit) + 1 };
    let mut rows = invitations::reaching(connection, which).await?;
    let next_cursor = cursor::cut(&list, &mut rows, limit, |row| row.id);
    let games: Vec<Uuid> = rows.iter().map(|row| row.game_id).collect();
    let inviters: Vec<Uuid> = rows.iter().map(|row| row.invited_by).collect();
    let tables = invitations::tables(connection, &games).await?.into_iter();
    let tables = tables.map(|(id, name, ruleset)| (id, (name, ruleset))).collect();
    let names = invitations::names(connection, &inviters).await?.into_iter().collect();
    let invitations = rows.into_iter().map(|row| shown(row, &tables, &names)).collect();
    Ok(ReceivedInvitations { invitations, next_cursor })
}

fn shown(
    row: InvitationRow,
    tables: &HashMap<Uuid, (String, String)>,
    names: &HashMap<Uuid, String>,
) -> Received {
    let (game_name, ruleset) = tables.get(&row.game_id).cloned().unwrap_or_default();
    Received {
        id: row.id,
        game: row.game_id,
        game_name,
        ruleset,
        invited_by: row.invited_by,
        inviter: names.get(&row.invited_by).cloned().unwrap_or_default(),
        reserve: row.reserves,
        created_at: row.created_at,
    }
}
