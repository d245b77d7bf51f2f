//! Asking somebody to a table, by name or by mail address.
//!
//! The owner learns nothing from it: an address is taken whether it has an account or not, and somebody who blocks the
//! owner is invited as everybody is, but never hears of it.

use uuid::Uuid;

use super::ask::{Invitation, shown};
use super::hold::{Held, hold_as_owner};
use super::settle::{Happened, free_seats, settle};
use crate::app::App;
use crate::error::{Code, Error};
use crate::notifications::enqueue;
use crate::service::accounts::{EmailAddress, Name};
use crate::service::tag::Seen;
use crate::store::invitations::{self, DECLINED, InvitationRow, OPEN};
use crate::store::{self, Connection};

/// The most invitations of a table that are open at the same time.
const MOST_OPEN: usize = 50;

#[derive(Debug, Clone)]
pub enum Invited {
    Name(String),
    /// Whoever has proved this address, or does so later.
    Email(EmailAddress),
}

/// Invites somebody; `reserve` keeps a seat for him. Errors: those of [`hold_as_owner`], `invalid_field`,
/// `account_not_found`, `already_joined`, `already_invited`, `too_many_invitations`, `game_full`.
pub async fn invite(
    app: &App,
    connection: &mut Connection,
    game: Uuid,
    owner: Uuid,
    invited: &Invited,
    reserve: bool,
) -> Result<Invitation, Error> {
    let held = hold_as_owner(connection, game, owner, &Seen::Nothing).await?;
    let (open, reserved) = invitations::count_open(connection, game).await?;
    if open >= MOST_OPEN {
        return Err(Code::TooManyInvitations.problem());
    }
    let blank = InvitationRow {
        game_id: game,
        id: app.new_id(),
        account_id: None,
        email: None,
        email_key: None,
        invited_by: owner,
        state: OPEN.to_owned(),
        reserves: reserve,
        created_at: app.now(),
        decided_at: None,
    };
    let (row, name) = addressed(connection, &held, blank, invited).await?;
    must_be_new(connection, &row).await?;
    if reserve && free_seats(&held.game, held.taken.len(), reserved) == 0 {
        return Err(Code::GameFull.field("reserve", "No seat is left that could be kept."));
    }
    invitations::add(connection, &row).await?;
    enqueue::invitation(app, connection, &row).await?;
    settle(app, connection, game, Happened::Seats).await?;
    shown(row, name, owner)
}

/// The invitation with whom it is for, and his name where the owner knows it.
async fn addressed(
    connection: &mut Connection,
    held: &Held,
    blank: InvitationRow,
    invited: &Invited,
) -> Result<(InvitationRow, Option<String>), Error> {
    match invited {
        Invited::Email(email) => {
            let row = InvitationRow {
                email: Some(email.as_str().to_owned()),
                email_key: Some(email.key()),
                ..blank
            };
            Ok((row, None))
        }
        Invited::Name(name) => {
            let unknown = || Code::AccountNotFound.field("name", "Nobody has this name.");
            let name = Name::try_from(name.clone()).map_err(|_| unknown())?;
            let found = store::accounts::by_name(connection, name.key()).await?;
            let found = found.filter(|row| row.verified_at.is_some() && row.deleted_at.is_none());
            let found = found.ok_or_else(unknown)?;
            if held.seats(found.id) {
                return Err(Code::AlreadyJoined.field("name", "This person has a seat already."));
            }
            Ok((InvitationRow { account_id: Some(found.id), ..blank }, Some(found.name)))
        }
    }
}

/// Nobody is asked twice at the same time, nor again after having said no.
async fn must_be_new(connection: &mut Connection, row: &InvitationRow) -> Result<(), Error> {
    let key = row.email_key.as_deref();
    let earlier = invitations::of_same(connection, row.game_id, row.account_id, key).await?;
    match earlier.as_ref().map(|earlier| earlier.state.as_str()) {
        Some(OPEN) => Err(Code::AlreadyInvited.problem()),
        Some(DECLINED) => Err(Code::AlreadyInvited.because("The invitation was declined.")),
        _ => Ok(()),
    }
}
