//! How an invitation ends: accepted, declined, taken back.

use uuid::Uuid;

use super::hold::{hold, hold_as_owner};
use super::join::{Joining, join};
use super::settle::{Happened, settle};
use super::shown::GameShown;
use super::state::must_wait;
use crate::app::App;
use crate::error::{Code, Error};
use crate::service::tag::Seen;
use crate::store::Connection;
use crate::store::invitations::{self, ACCEPTED, DECLINED, OPEN, WITHDRAWN};

/// Sits down where `account` is invited. Errors: those of [`join`],
/// `invitation_not_found`.
pub async fn accept(
    app: &App,
    connection: &mut Connection,
    game: Uuid,
    invitation: Uuid,
    account: Uuid,
    entropy: Vec<u8>,
    seen: &Seen,
) -> Result<GameShown, Error> {
    let held = hold(connection, game, account, false).await?;
    if held.seats(account) {
        return Err(Code::AlreadyJoined.problem());
    }
    held.must_be_as_seen(connection, seen).await?;
    must_wait(held.game.status)?;
    if held.invitations.iter().all(|row| row.id != invitation) {
        return Err(Code::InvitationNotFound.problem());
    }
    let joining = Joining { entropy, invitation: Some(invitation), ..Joining::default() };
    join(app, connection, game, account, joining).await
}

/// Says no. Errors: `game_not_found`, `invitation_not_found`.
pub async fn decline(
    app: &App,
    connection: &mut Connection,
    game: Uuid,
    invitation: Uuid,
    account: Uuid,
) -> Result<(), Error> {
    let held = hold(connection, game, account, false).await?;
    if held.invitations.iter().all(|row| row.id != invitation) {
        return Err(Code::InvitationNotFound.problem());
    }
    invitations::decide(connection, game, Some(&[invitation]), DECLINED, app.now()).await?;
    settle(app, connection, game, Happened::Seats).await
}

/// The owner takes an invitation back. One that has ended already stays as it is; whoever accepted it has a seat, and
/// is not sent away like this. Errors: those of [`hold_as_owner`], `invitation_not_found`, `invitation_accepted`.
pub async fn withdraw(
    app: &App,
    connection: &mut Connection,
    game: Uuid,
    invitation: Uuid,
    owner: Uuid,
) -> Result<(), Error> {
    hold_as_owner(connection, game, owner, &Seen::Nothing).await?;
    let row = invitations::find(connection, game, invitation).await?;
    let row = row.ok_or_else(|| Code::InvitationNotFound.problem())?;
    match row.state.as_str() {
        OPEN => {}
        ACCEPTED => return Err(Code::InvitationAccepted.problem()),
        _ => return Ok(()),
    }
    invitations::decide(connection, game, Some(&[invitation]), WITHDRAWN, app.now()).await?;
    settle(app, connection, game, Happened::Seats).await
}
