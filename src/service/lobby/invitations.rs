//! Invitations by name or by mail address: making, listing, answering and withdrawing them.
//!
//! An invitation reveals nothing to the owner: any address is accepted, with an account or without, and a player who
//! blocks the owner can be invited like any other. Between two of whom one blocks the other no invitation is seen.

use std::collections::HashMap;

use chrono::TimeDelta;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::details::GameDetails;
use super::seats::{Joining, take_free_seat};
use super::start::{Changed, free_seats, must_wait, settle};
use super::{LockedGame, lock, lock_as_owner, must_be_owner};
use crate::error::{Code, Error, Sentence};
use crate::notifications::enqueue;
use crate::service::identity::EmailAddress;
use crate::service::page::{self, Page};
use crate::service::tag::Seen;
use crate::service::{App, Ctx, Tx, accounts};
use crate::store::invitations::{InvitationRow, InvitationStatus, ReachingFilter};
use crate::store::{Connection, games, invitations, unasked_mails};
use crate::time_control::Instant;

/// As the owner of the game sees it. Whose account a mail address belongs to stays hidden.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Invitation {
    /// Later ones are greater.
    pub id: Uuid,
    pub game_id: Uuid,
    /// The same as `game_id`.
    #[schema(deprecated)]
    pub game: Uuid,
    pub invited: Invitee,
    pub status: InvitationStatus,
    /// Is a seat kept free while it is open?
    pub reserve: bool,
    #[schema(value_type = String, format = DateTime)]
    pub created_at: Instant,
    /// When it was answered or taken back; null while it is open.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub decided_at: Option<Instant>,
}

/// Who is invited: an account or a mail address.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Invitee {
    /// Null if an address is invited.
    pub account_id: Option<Uuid>,
    /// The same as `account_id`.
    #[schema(deprecated)]
    pub account: Option<Uuid>,
    /// The name of the account; null if an address is invited.
    pub name: Option<String>,
    /// Shown only to the owner who gave it; null if an account is invited.
    pub email: Option<String>,
}

/// The invitations to a game for its owner.
pub async fn invitations(
    ctx: &mut Ctx,
    game: Uuid,
    account: Uuid,
    after: Option<&str>,
    limit: u16,
) -> Result<Page<Invitation>, Error> {
    let list = format!("invitations to {game}");
    let place = page::place(&list, after)?;
    must_be_owner(ctx, game, account).await?;
    let rows = invitations::page(&mut ctx.db, game, place, i64::from(limit) + 1).await?;
    let page = page::cut(&list, rows, limit, &place, |(row, _)| row.id);
    page.try_map(|(row, name)| shown(row, name, account))
}

/// An invitation as `viewer`, who owns the game, sees it.
pub fn shown(row: InvitationRow, name: Option<String>, viewer: Uuid) -> Result<Invitation, Error> {
    let email = row.email.filter(|_| row.invited_by == viewer);
    Ok(Invitation {
        id: row.id,
        game_id: row.game_id,
        game: row.game_id,
        invited: Invitee { account_id: row.account_id, account: row.account_id, name, email },
        status: row.state,
        reserve: row.reserves,
        created_at: row.created_at,
        decided_at: row.decided_at,
    })
}

/// The most invitations to a game that are open at the same time.
const MAX_OPEN: usize = 50;

/// Give a name or a mail address, not both.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CreateInvitation {
    #[schema(max_length = 32)]
    pub name: Option<String>,
    /// Invites the player who has verified this address, now or later; you don't learn who that is.
    #[schema(value_type = Option<String>, format = "email", max_length = 254)]
    pub email: Option<EmailAddress>,
    /// Is a seat kept free until the player has answered?
    #[serde(default)]
    pub reserve: bool,
}

enum Invited<'r> {
    Name(&'r str),
    /// The account that has verified this address, or does so later.
    Email(&'r EmailAddress),
}

impl CreateInvitation {
    fn invited(&self) -> Result<Invited<'_>, Error> {
        match (&self.name, &self.email) {
            (Some(name), None) => Ok(Invited::Name(name)),
            (None, Some(email)) => Ok(Invited::Email(email)),
            (None, None) => Err(Code::InvalidField.field("name", Sentence::NameOrEmail)),
            (Some(_), Some(_)) => Err(Code::InvalidField.field("email", Sentence::NameNotEmail)),
        }
    }
}

pub async fn invite(
    tx: &mut Tx<'_>,
    game: Uuid,
    owner: Uuid,
    new: &CreateInvitation,
) -> Result<Invitation, Error> {
    let invited = new.invited()?;
    let locked = lock_as_owner(tx, game, owner, &Seen::Nothing).await?;
    let (open, reserved) = invitations::count_open(&mut tx.db, game).await?;
    if open >= MAX_OPEN {
        return Err(Code::TooManyInvitations.problem());
    }
    let blank = new_invitation(&tx.app, game, owner, new.reserve);
    let (row, name) = addressed(&mut tx.db, &locked, blank, &invited).await?;
    let earlier = must_be_new(&mut tx.db, &row).await?;
    // An invitation that was withdrawn and is made again within a day keeps its id, so that the link in its mail still
    // works and no second mail is sent. Otherwise an owner could send an address any number of mails.
    let since = tx.app.now() - TimeDelta::days(1);
    let same = earlier.filter(|earlier| {
        earlier.state == InvitationStatus::Withdrawn
            && earlier.invited_by == owner
            && earlier.created_at > since
    });
    let is_mailed = match &same {
        Some(same) => unasked_mails::is_invitation_mailed(&mut tx.db, game, same.id).await?,
        None => false,
    };
    let row = match same {
        Some(same) => InvitationRow { id: same.id, created_at: same.created_at, ..row },
        None => row,
    };
    if new.reserve && free_seats(&locked.game, locked.taken.len(), reserved) == 0 {
        return Err(Code::GameFull.field("reserve", Sentence::NoSeatToReserve));
    }
    invitations::add(&mut tx.db, &row).await?;
    if !is_mailed {
        enqueue::invitation(&tx.ctx.app, &mut tx.ctx.db, &row).await?;
    }
    settle(tx, game, Changed::Seats).await?;
    shown(row, name, owner)
}

/// An open invitation; the caller says to whom.
pub fn new_invitation(app: &App, game: Uuid, invited_by: Uuid, reserves: bool) -> InvitationRow {
    InvitationRow {
        game_id: game,
        id: app.new_id(),
        account_id: None,
        email: None,
        email_key: None,
        invited_by,
        state: InvitationStatus::Open,
        reserves,
        created_at: app.now(),
        decided_at: None,
    }
}

/// The invitation with its invitee, and their name where the owner knows it.
async fn addressed(
    connection: &mut Connection,
    locked: &LockedGame,
    blank: InvitationRow,
    invited: &Invited<'_>,
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
            let found = accounts::invited(connection, blank.invited_by, name).await?;
            if locked.has_seat(found.id) {
                return Err(Code::AlreadyJoined.field("name", Sentence::PersonHasSeat));
            }
            Ok((InvitationRow { account_id: Some(found.id), ..blank }, Some(found.name)))
        }
    }
}

/// Refuses a second open invitation, and one after the player has declined. Returns the earlier invitation, if there is
/// one.
async fn must_be_new(
    connection: &mut Connection,
    row: &InvitationRow,
) -> Result<Option<InvitationRow>, Error> {
    let key = row.email_key.as_deref();
    let earlier = invitations::of_same(connection, row.game_id, row.account_id, key).await?;
    match earlier.as_ref().map(|earlier| earlier.state) {
        Some(InvitationStatus::Open) => Err(Code::AlreadyInvited.problem()),
        Some(InvitationStatus::Declined) => Err(Code::AlreadyInvited.because(Sentence::Declined)),
        _ => Ok(earlier),
    }
}

/// Takes a seat where `account` is invited.
pub async fn accept(
    tx: &mut Tx<'_>,
    game: Uuid,
    invitation: Uuid,
    account: Uuid,
    entropy: Vec<u8>,
    seen: &Seen,
) -> Result<GameDetails, Error> {
    let locked = lock(tx, game, account, false).await?;
    if locked.has_seat(account) {
        return Err(Code::AlreadyJoined.problem());
    }
    locked.must_match(&mut tx.db, seen).await?;
    must_wait(locked.game.status)?;
    if locked.invitations.iter().all(|row| row.id != invitation) {
        return Err(Code::InvitationNotFound.problem());
    }
    let joining = Joining { entropy, invitation: Some(invitation), ..Joining::default() };
    take_free_seat(tx, game, account, joining).await
}

/// Ends an open invitation with `status`. A seat that was reserved for it is free then, so the game is settled.
async fn end(tx: &mut Tx<'_>, game: Uuid, invitation: Uuid, status: InvitationStatus) -> Result<(), Error> {
    let now = tx.app.now();
    invitations::decide(&mut tx.db, game, Some(&[invitation]), status, now).await?;
    settle(tx, game, Changed::Seats).await
}

pub async fn decline(tx: &mut Tx<'_>, game: Uuid, invitation: Uuid, account: Uuid) -> Result<(), Error> {
    let locked = lock(tx, game, account, false).await?;
    if locked.invitations.iter().all(|row| row.id != invitation) {
        return Err(Code::InvitationNotFound.problem());
    }
    end(tx, game, invitation, InvitationStatus::Declined).await
}

/// Declines an invitation for an address that has no account.
pub async fn decline_for_address(tx: &mut Tx<'_>, game: Uuid, invitation: Uuid) -> Result<(), Error> {
    let stored = games::lock(&mut tx.bare(), game).await?.ok_or_else(|| Code::GameNotFound.problem())?;
    must_wait(stored.status)?;
    let row = invitations::find(&mut tx.db, game, invitation).await?;
    if row.is_none_or(|row| row.state != InvitationStatus::Open || row.account_id.is_some()) {
        return Err(Code::InvitationNotFound.problem());
    }
    end(tx, game, invitation, InvitationStatus::Declined).await
}

/// The owner takes an invitation back. One that has ended already stays as it is; a player who accepted it has a seat,
/// and is not sent away like this.
pub async fn withdraw(tx: &mut Tx<'_>, game: Uuid, invitation: Uuid, owner: Uuid) -> Result<(), Error> {
    lock_as_owner(tx, game, owner, &Seen::Nothing).await?;
    let row = invitations::find(&mut tx.db, game, invitation).await?;
    let row = row.ok_or_else(|| Code::InvitationNotFound.problem())?;
    match row.state {
        InvitationStatus::Open => {}
        InvitationStatus::Accepted => return Err(Code::InvitationAccepted.problem()),
        _ => return Ok(()),
    }
    end(tx, game, invitation, InvitationStatus::Withdrawn).await
}

/// An invitation that waits for your answer.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ReceivedInvitation {
    /// Later ones are greater.
    pub id: Uuid,
    pub game_id: Uuid,
    /// The same as `game_id`.
    #[schema(deprecated)]
    pub game: Uuid,
    pub game_name: String,
    pub ruleset: String,
    /// The account of the inviter.
    pub invited_by: Uuid,
    /// The name of that account.
    pub inviter: String,
    /// Is a seat kept free for you?
    pub reserve: bool,
    #[schema(value_type = String, format = DateTime)]
    pub created_at: Instant,
}

/// The invitations of `account`, by name or by its address, none between players of whom one blocks the other.
/// Error: `invalid_parameter` for a cursor of another list.
pub async fn received(
    connection: &mut Connection,
    account: Uuid,
    after: Option<&str>,
    limit: u16,
) -> Result<Page<ReceivedInvitation>, Error> {
    let list = format!("invitations of {account}");
    let place = page::place(&list, after)?;
    let which = ReachingFilter { account, game: None, place, limit: i64::from(limit) + 1 };
    let rows = invitations::reaching(connection, which).await?;
    let page = page::cut(&list, rows, limit, &place, |row| row.id);
    let game_ids: Vec<Uuid> = page.items.iter().map(|row| row.game_id).collect();
    let inviters: Vec<Uuid> = page.items.iter().map(|row| row.invited_by).collect();
    let games = invitations::tables(connection, &game_ids).await?.into_iter();
    let games = games.map(|(id, name, ruleset)| (id, (name, ruleset))).collect();
    let names = invitations::names(connection, &inviters).await?.into_iter().collect();
    Ok(page.map(|row| received_invitation(row, &games, &names)))
}

fn received_invitation(
    row: InvitationRow,
    games: &HashMap<Uuid, (String, String)>,
    names: &HashMap<Uuid, String>,
) -> ReceivedInvitation {
    let (game_name, ruleset) = games.get(&row.game_id).cloned().unwrap_or_default();
    ReceivedInvitation {
        id: row.id,
        game_id: row.game_id,
        game: row.game_id,
        game_name,
        ruleset,
        invited_by: row.invited_by,
        inviter: names.get(&row.invited_by).cloned().unwrap_or_default(),
        reserve: row.reserves,
        created_at: row.created_at,
    }
}
