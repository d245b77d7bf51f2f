//! The invitations of a table, as its owner sees them.

use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::hold::look_as_owner;
use super::invitation::InvitationState;
use crate::app::App;
use crate::clock::Instant;
use crate::error::Error;
use crate::service::cursor;
use crate::store::Connection;
use crate::store::invitations::{self, InvitationRow};

/// An invitation to a table, as its owner sees it. Whose account a mail address belongs to is not told.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Invitation {
    /// Its id; later invitations have greater ones.
    pub id: Uuid,
    /// To which game.
    pub game: Uuid,
    /// Who is asked.
    pub invited: Asked,
    /// Where it stands.
    pub state: InvitationState,
    /// Is a seat kept while it is open?
    pub reserve: bool,
    /// When it was made.
    #[schema(value_type = String, format = DateTime)]
    pub created_at: Instant,
    /// When it was answered or taken back.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub decided_at: Option<Instant>,
}

/// Who is asked: an account, or a mail address.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Asked {
    /// The account that is invited by name.
    pub account: Option<Uuid>,
    /// Its name.
    pub name: Option<String>,
    /// The address that is invited; shown to the one alone who gave it.
    pub email: Option<String>,
}

/// A page of a table's invitations, newest first.
#[derive(Debug, Serialize, ToSchema)]
pub struct Invitations {
    /// The invitations.
    pub invitations: Vec<Invitation>,
    /// Pass this as `cursor` for the next page; null on the last one.
    pub next_cursor: Option<String>,
}

/// The invitations of a table for its owner. Errors: `game_not_found`, `not_the_owner`, `invalid_parameter`.
pub async fn invitations(
    app: &App,
    connection: &mut Connection,
    game: Uuid,
    account: Uuid,
    after: Option<&str>,
    limit: u16,
) -> Result<Invitations, Error> {
    let list = format!("invitations to {game}");
    let before = after.map(|after| cursor::read(&list, after)).transpose()?;
    look_as_owner(app, connection, game, account).await?;
    let mut rows = invitations::page(connection, game, before, i64::from(limit) + 1).await?;
    let next_cursor = cursor::cut(&list, &mut rows, limit, |(row, _)| row.id);
    let rows = rows.into_iter().map(|(row, name)| shown(row, name, account));
    Ok(Invitations { invitations: rows.collect::<Result<_, _>>()?, next_cursor })
}

/// An invitation as `viewer`, who owns the table, sees it.
pub fn shown(row: InvitationRow, name: Option<String>, viewer: Uuid) -> Result<Invitation, Error> {
    let email = row.email.filter(|_| row.invited_by == viewer);
    Ok(Invitation {
        id: row.id,
        game: row.game_id,
        invited: Asked { account: row.account_id, name, email },
        state: InvitationState::of(&row.state)?,
        reserve: row.reserves,
        created_at: row.created_at,
        decided_at: row.decided_at,
    })
}
