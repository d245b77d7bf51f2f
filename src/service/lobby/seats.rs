//! Taking a seat before the start, confirming it, and giving it up: by the player, by the owner, or by time.

use chrono::TimeDelta;
use serde::Deserialize;
use serde_json::json;
use utoipa::ToSchema;
use uuid::Uuid;

use super::create::new_seat;
use super::details::{GameDetails, get};
use super::meetings::must_play_together;
use super::settings::{GameSettings, JoinRule, checked_entropy};
use super::start::{Changed, LobbyChange, must_wait, record_changes, settle};
use super::{LockedGame, lock, lock_as_owner};
use crate::error::{Code, Error, Sentence};
use crate::notifications::{MailKind, enqueue};
use crate::service::invitation_links;
use crate::service::tag::Seen;
use crate::service::{App, Ctx, Tx};
use crate::service::{audit, outages};
use crate::store::games::{Game, Status, Visibility};
use crate::store::invitation_links::{self as stored_links, LinkTarget};
use crate::store::invitations::{InvitationRow, InvitationStatus};
use crate::store::seats::SeatRow;
use crate::store::{Connection, games, invitations, seats};

#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct JoinGame {
    /// Your own share of chance, up to 64 bytes as hex: nobody can foresee the game's draws without it.
    #[schema(pattern = "^([0-9a-fA-F]{2}){0,64}$")]
    pub entropy: Option<String>,
    /// The secret of an invitation link; needed unless you may join anyway.
    #[schema(max_length = 100)]
    pub link: Option<String>,
}

pub async fn join(
    tx: &mut Tx<'_>,
    game: Uuid,
    account: Uuid,
    request: JoinGame,
    seen: Seen,
) -> Result<GameDetails, Error> {
    let entropy = checked_entropy(request.entropy.as_deref())?;
    take_free_seat(tx, game, account, Joining { entropy, link: request.link, invitation: None, seen }).await
}

#[derive(Debug, Default)]
pub(super) struct Joining {
    pub entropy: Vec<u8>,
    pub link: Option<String>,
    /// The invitation that the player accepts by joining.
    pub invitation: Option<Uuid>,
    /// The precondition of the joiner (`If-Match`), if there is one.
    pub seen: Seen,
}

/// Takes a free seat, or the one that is reserved for the joiner. Once no seat is free, the game starts, or all players
/// are asked to confirm first.
pub(super) async fn take_free_seat(
    tx: &mut Tx<'_>,
    game: Uuid,
    account: Uuid,
    joining: Joining,
) -> Result<GameDetails, Error> {
    let target = LinkTarget::Game(game);
    let link = match &joining.link {
        Some(token) => invitation_links::working(tx, token, LinkTarget::Game).await?,
        None => None,
    };
    let link = link.filter(|(leads_to, _)| *leads_to == target).map(|(_, link)| link);
    let locked = lock(tx, game, account, link.is_some()).await?;
    // Read again now that the row is locked: another player may have used the link for the last time meanwhile.
    let link = match &link {
        Some(link) => {
            let now = tx.app.now();
            stored_links::working(&mut tx.db, target, &link.token_hash, now).await?
        }
        None => None,
    };
    if locked.has_seat(account) {
        return Err(Code::AlreadyJoined.problem());
    }
    if joining.link.is_some() && link.is_none() {
        return Err(refused_link(&locked));
    }
    locked.must_match(&mut tx.db, &joining.seen).await?;
    must_wait(locked.game.status)?;
    if locked.invitations.is_empty() && seats::is_kicked(&mut tx.db, game, account).await? {
        return Err(Code::Kicked.problem());
    }
    let used = admit(&mut tx.db, &locked, joining.invitation, link.is_some()).await?;
    // Last, so that it is learned only where nothing else keeps the player out.
    must_play_together(tx, account, &locked.people().collect::<Vec<_>>()).await?;
    seats::take(&mut tx.ctx.db, &[seat(&tx.ctx.app, &locked, account, joining.entropy)]).await?;
    invitations::decide(&mut tx.ctx.db, game, Some(&used), InvitationStatus::Accepted, tx.ctx.app.now())
        .await?;
    if let Some(link) = link {
        stored_links::use_up(&mut tx.db, target, link.id).await?;
    }
    record_changes(tx, game, &[LobbyChange::SeatTaken { account }]).await?;
    settle(tx, game, Changed::Seats).await?;
    get(tx, game, Some(account)).await
}

/// A dead link to a private game reveals nothing of the game, unless the caller may see it anyway.
fn refused_link(locked: &LockedGame) -> Error {
    let is_private = locked.game.visibility == Visibility::Private;
    let hidden = is_private && locked.invitations.is_empty() && !locked.is_of_club;
    if hidden { Code::GameNotFound.problem() } else { Code::LinkNotFound.problem() }
}

/// The invitations that the joiner uses up; none where every player may join. An invitation by mail address is used
/// only if it was named, or if no other one lets the joiner in: its acceptance reveals whose address it is.
async fn admit(
    connection: &mut Connection,
    locked: &LockedGame,
    named: Option<Uuid>,
    by_link: bool,
) -> Result<Vec<Uuid>, Error> {
    let settings = GameSettings::of(&locked.game)?;
    // Members of its club join a private game as everybody joins a public one.
    let is_closed = locked.game.visibility == Visibility::Private && !locked.is_of_club;
    let needs_no_invitation = by_link || !(is_closed || settings.join == JoinRule::Invitation);
    let (_, reserved) = invitations::count_open(connection, locked.game.id).await?;
    let seats = usize::from(settings.seats);
    let attempt = |used: &[&InvitationRow]| {
        let own = used.iter().filter(|row| row.reserves).count();
        if !needs_no_invitation && used.is_empty() {
            return Err(Code::InvitationNeeded.problem());
        }
        let gone = locked.taken.len().saturating_add(reserved.saturating_sub(own));
        if gone < seats { Ok(used.iter().map(|row| row.id).collect()) } else { Err(Code::GameFull.problem()) }
    };
    let all: Vec<&InvitationRow> = locked.invitations.iter().collect();
    let plain: Vec<&InvitationRow> =
        all.iter().copied().filter(|row| row.account_id.is_some() || Some(row.id) == named).collect();
    attempt(&plain).or_else(|refused| if all.len() > plain.len() { attempt(&all) } else { Err(refused) })
}

fn seat(app: &App, locked: &LockedGame, account: Uuid, entropy: Vec<u8>) -> SeatRow {
    // Fewer seats are taken than there are, so one of the numbers is free.
    let free = (0..locked.game.seat_count).find(|seat| locked.taken.iter().all(|other| other.seat != *seat));
    let free = free.unwrap_or(locked.game.seat_count);
    let join_order = locked.taken.last().map_or(0, |last| last.join_order + 1);
    SeatRow { account_id: Some(account), entropy, ..new_seat(app, locked.game.id, free, join_order) }
}

/// Confirms that `account` is there. The last confirmation starts the game. A repeat changes nothing.
pub async fn confirm(tx: &mut Tx<'_>, game: Uuid, account: Uuid, seen: &Seen) -> Result<GameDetails, Error> {
    let locked = lock(tx, game, account, false).await?;
    locked.must_seat(account)?;
    locked.must_match(&mut tx.db, seen).await?;
    must_wait(locked.game.status)?;
    if locked.game.status != Status::Confirming {
        return Err(Code::NotConfirming.problem());
    }
    if seats::confirm(&mut tx.ctx.db, game, account, tx.ctx.app.now()).await? {
        record_changes(tx, game, &[LobbyChange::PresenceConfirmed { account }]).await?;
    }
    settle(tx, game, Changed::Seats).await?;
    get(tx, game, Some(account)).await
}

/// Gives the seat up. An owner is followed by the player who joined next; without any player left the game is
/// cancelled.
pub async fn leave(tx: &mut Tx<'_>, game: Uuid, account: Uuid, seen: &Seen) -> Result<(), Error> {
    let locked = lock(tx, game, account, false).await?;
    locked.must_seat(account)?;
    locked.must_match(&mut tx.db, seen).await?;
    must_wait(locked.game.status).map_err(|refused| match locked.game.status {
        Status::Cancelled | Status::Expired => refused,
        _ => Code::GameAlreadyStarted.because(Sentence::SeatsKept),
    })?;
    vacate(tx, &locked, &[account], |account| LobbyChange::SeatLeft { account }).await
}

/// Frees the seats of these players, recorded as `why` says, passes the game on if its owner is among them, and settles
/// the game.
pub async fn vacate(
    tx: &mut Tx<'_>,
    locked: &LockedGame,
    gone: &[Uuid],
    why: fn(Uuid) -> LobbyChange,
) -> Result<(), Error> {
    for account in gone {
        seats::give_up(&mut tx.db, locked.game.id, *account).await?;
    }
    let mut changes: Vec<_> = gone.iter().copied().map(why).collect();
    let next = locked.people().find(|person| !gone.contains(person));
    match next {
        None => {
            record_changes(tx, locked.game.id, &changes).await?;
            close(tx, locked, Status::Cancelled, MailKind::GameCancelled, gone).await
        }
        Some(next) => {
            if gone.contains(&locked.game.owner_id) {
                games::hand_to(&mut tx.db, locked.game.id, next).await?;
                changes.push(LobbyChange::OwnerChanged { account: next });
            }
            record_changes(tx, locked.game.id, &changes).await?;
            settle(tx, locked.game.id, Changed::Seats).await
        }
    }
}

/// The owner frees the seat of `guest`, who comes back only with a new invitation.
pub async fn kick(
    tx: &mut Tx<'_>,
    game: Uuid,
    owner: Uuid,
    guest: Uuid,
    seen: &Seen,
) -> Result<GameDetails, Error> {
    let locked = lock_as_owner(tx, game, owner, seen).await?;
    if guest == owner {
        return Err(Code::InvalidField.field("account", Sentence::OwnerNotKicked));
    }
    if !locked.has_seat(guest) {
        return Err(Code::InvalidField.field("account", Sentence::PersonWithoutSeat));
    }
    seats::add_kick(&mut tx.ctx.db, game, guest, tx.ctx.app.now()).await?;
    audit::record(tx, guest, audit::AuditKind::Kicked, json!({ "game": game, "by": owner })).await?;
    enqueue::to_members(&tx.ctx.app, &mut tx.ctx.db, game, MailKind::Kicked, std::iter::once(guest)).await?;
    vacate(tx, &locked, &[guest], |account| LobbyChange::PlayerKicked { account }).await?;
    get(tx, game, Some(owner)).await
}

/// Cancels the game, and mails its other players.
pub async fn cancel(tx: &mut Tx<'_>, game: Uuid, account: Uuid, seen: &Seen) -> Result<GameDetails, Error> {
    let locked = lock_as_owner(tx, game, account, seen).await?;
    close(tx, &locked, Status::Cancelled, MailKind::GameCancelled, &[account]).await?;
    get(tx, game, Some(account)).await
}

/// Declares a game void that has not started and that the caller has locked; its players are mailed.
pub async fn void(tx: &mut Tx<'_>, game: Game) -> Result<(), Error> {
    let taken = seats::in_join_order(&mut tx.db, game.id).await?;
    let locked = LockedGame { game, taken, invitations: Vec::new(), is_of_club: false };
    close(tx, &locked, Status::Voided, MailKind::GameCancelled, &[]).await
}

/// Ends a game that never started, and mails its players except `knowing`.
pub async fn close(
    tx: &mut Tx<'_>,
    locked: &LockedGame,
    status: Status,
    kind: MailKind,
    knowing: &[Uuid],
) -> Result<(), Error> {
    games::close(&mut tx.ctx.db, locked.game.id, status, tx.ctx.app.now()).await?;
    let change = match status {
        Status::Expired => LobbyChange::GameExpired {},
        Status::Voided => LobbyChange::GameVoided {},
        _ => LobbyChange::GameCancelled {},
    };
    record_changes(tx, locked.game.id, &[change]).await?;
    invitations::decide(&mut tx.ctx.db, locked.game.id, None, InvitationStatus::Closed, tx.ctx.app.now())
        .await?;
    let others = locked.people().filter(|person| !knowing.contains(person));
    enqueue::to_members(&tx.ctx.app, &mut tx.ctx.db, locked.game.id, kind, others).await
}

/// Frees the seats of `account` in games that have not started and declines its invitations by name. For
/// when an account is deleted or banned.
pub async fn depart(tx: &mut Tx<'_>, account: Uuid) -> Result<(), Error> {
    let mut waiting = seats::waiting_games_of(&mut tx.db, account).await?;
    // Always in the same order, so that two departures at once don't deadlock.
    waiting.sort_unstable();
    for game in waiting {
        let locked = lock(tx, game, account, true).await?;
        if must_wait(locked.game.status).is_ok() && locked.has_seat(account) {
            vacate(tx, &locked, &[account], |account| LobbyChange::SeatLeft { account }).await?;
        }
    }
    let mut invited = invitations::games_waiting_for(&mut tx.db, account).await?;
    invited.sort_unstable();
    for game in invited {
        let Some(row) = invitations::of_same(&mut tx.db, game, Some(account), None).await? else { continue };
        let Some(locked) = games::lock(&mut tx.bare(), game).await? else { continue };
        invitations::decide(
            &mut tx.ctx.db,
            game,
            Some(&[row.id]),
            InvitationStatus::Declined,
            tx.ctx.app.now(),
        )
        .await?;
        if must_wait(locked.status).is_ok() {
            settle(tx, game, Changed::Seats).await?;
        }
    }
    Ok(())
}

/// A game that could not be reopened or expired is put off by this many seconds.
const PAUSE_SECONDS: i64 = 300;

/// Reopens or expires one game whose time in the lobby is over; `false` when none is due.
pub async fn overdue(ctx: &mut Ctx) -> Result<bool, Error> {
    // Time in which no worker ran is given back to every game before any of them expires.
    if !outages::may_expire(ctx).await? {
        return Ok(false);
    }
    let now = ctx.app.now();
    ctx.transaction(async |tx| {
        let Some(game) = games::claim_overdue(&mut tx.bare(), now).await? else { return Ok(false) };
        let taken = seats::in_join_order(&mut tx.ctx.db, game.id).await?;
        let locked = LockedGame { game, taken, invitations: Vec::new(), is_of_club: false };
        match locked.game.status {
            Status::Confirming => reopen(tx, &locked).await?,
            _ => close(tx, &locked, Status::Expired, MailKind::GameExpired, &[]).await?,
        }
        Ok(true)
    })
    .await
}

/// Puts off the game that failed, so that it does not block the others.
pub async fn put_off(ctx: &mut Ctx) -> Result<(), Error> {
    let now = ctx.app.now();
    Ok(games::put_off(&mut ctx.db, now, now + TimeDelta::seconds(PAUSE_SECONDS)).await?)
}

async fn reopen(tx: &mut Tx<'_>, locked: &LockedGame) -> Result<(), Error> {
    let silent = locked.taken.iter().filter(|seat| seat.confirmed_at.is_none());
    let silent: Vec<Uuid> = silent.filter_map(|seat| seat.account_id).collect();
    enqueue::to_members(
        &tx.ctx.app,
        &mut tx.ctx.db,
        locked.game.id,
        MailKind::SeatLost,
        silent.iter().copied(),
    )
    .await?;
    vacate(tx, locked, &silent, |account| LobbyChange::SeatLost { account }).await
}
