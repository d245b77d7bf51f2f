//! Taking a seat before the start, confirming it, and giving it up: by the player, by the owner, or by time.

use chrono::TimeDelta;
use serde_json::json;
use uuid::Uuid;

use super::changes::{LobbyChange, record_changes};
use super::details::{GameDetails, get};
use super::links;
use super::locked::{LockedGame, lock, lock_as_owner};
use super::start::{Changed, must_wait, settle};
use super::terms::{JoinRule, Terms};
use crate::error::{Code, Error, Sentence};
use crate::notifications::{MailKind, enqueue};
use crate::service::App;
use crate::service::tag::Seen;
use crate::service::{audit, outages};
use crate::store;
use crate::store::games::{Game, Status, Visibility};
use crate::store::invitations::{ACCEPTED, CLOSED, DECLINED, InvitationRow};
use crate::store::seats::SeatRow;
use crate::store::{Connection, games, invitations, seats};

#[derive(Debug, Default)]
pub struct Joining {
    pub entropy: Vec<u8>,
    /// The secret of an invitation link; needed unless you may join anyway.
    pub link: Option<String>,
    /// The invitation that is accepted by it.
    pub invitation: Option<Uuid>,
    /// What the joiner has seen of the game, if they say so.
    pub seen: Seen,
}

/// Takes a free seat, or the one that is reserved for the joiner. The last one starts the game, or asks all players to
/// confirm first.
pub async fn join(
    app: &App,
    connection: &mut Connection,
    game: Uuid,
    account: Uuid,
    joining: Joining,
) -> Result<GameDetails, Error> {
    let link = match &joining.link {
        Some(token) => links::working(app, connection, token).await?.filter(|link| link.game_id == game),
        None => None,
    };
    let locked = lock(connection, game, account, link.is_some()).await?;
    // The row is locked only now: a link that lost its last use meanwhile no longer works.
    let link = match &link {
        Some(link) => invitations::working_link(connection, game, &link.token_hash, app.now()).await?,
        None => None,
    };
    if locked.has_seat(account) {
        return Err(Code::AlreadyJoined.problem());
    }
    if joining.link.is_some() && link.is_none() {
        return Err(refused_link(&locked));
    }
    locked.must_match(connection, &joining.seen).await?;
    must_wait(locked.game.status)?;
    if locked.invitations.is_empty() && seats::is_kicked(connection, game, account).await? {
        return Err(Code::Kicked.problem());
    }
    let used = admit(connection, &locked, joining.invitation, link.is_some()).await?;
    seats::take(connection, &[seat(app, &locked, account, joining.entropy)]).await?;
    invitations::decide(connection, game, Some(&used), ACCEPTED, app.now()).await?;
    if let Some(link) = link {
        invitations::use_link_up(connection, game, link.id).await?;
    }
    record_changes(app, connection, game, &[LobbyChange::SeatTaken { account }]).await?;
    settle(app, connection, game, Changed::Seats).await?;
    get(app, connection, game, Some(account)).await
}

/// A dead link to a private game reveals nothing of the game, unless the caller may see it anyway.
fn refused_link(locked: &LockedGame) -> Error {
    let hidden = locked.game.visibility == Visibility::Private && locked.invitations.is_empty();
    if hidden { Code::GameNotFound.problem() } else { Code::LinkNotFound.problem() }
}

/// The invitations that let the caller in; none where everybody may. One that came by mail address is used only if it
/// was named or if nothing else helps: who has an address is not revealed by the way.
async fn admit(
    connection: &mut Connection,
    locked: &LockedGame,
    named: Option<Uuid>,
    by_link: bool,
) -> Result<Vec<Uuid>, Error> {
    let terms = Terms::of(&locked.game)?;
    let private = locked.game.visibility == Visibility::Private;
    let needs_no_invitation = by_link || !(private || terms.join == JoinRule::Invitation);
    let (_, reserved) = invitations::count_open(connection, locked.game.id).await?;
    let seats = usize::try_from(locked.game.seat_count).unwrap_or_default();
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
    SeatRow {
        game_id: locked.game.id,
        seat: free.unwrap_or(locked.game.seat_count),
        account_id: Some(account),
        bot: None,
        entropy,
        join_order: locked.taken.last().map_or(0, |last| last.join_order + 1),
        joined_at: app.now(),
        confirmed_at: None,
    }
}

/// Confirms that `account` is there. The last confirmation starts the game. A repeat changes nothing.
/// Errors: `game_not_found`, `not_a_member`, `version_stale`, `game_already_started`, `game_closed`,
/// `not_confirming`.
pub async fn confirm(
    app: &App,
    connection: &mut Connection,
    game: Uuid,
    account: Uuid,
    seen: &Seen,
) -> Result<GameDetails, Error> {
    let locked = lock(connection, game, account, false).await?;
    locked.must_seat(account)?;
    locked.must_match(connection, seen).await?;
    must_wait(locked.game.status)?;
    if locked.game.status != Status::Confirming {
        return Err(Code::NotConfirming.problem());
    }
    if seats::confirm(connection, game, account, app.now()).await? {
        record_changes(app, connection, game, &[LobbyChange::PresenceConfirmed { account }]).await?;
    }
    settle(app, connection, game, Changed::Seats).await?;
    get(app, connection, game, Some(account)).await
}

/// Gives the seat up. An owner is followed by the player who joined next; without any player left the game is
/// cancelled.
pub async fn leave(
    app: &App,
    connection: &mut Connection,
    game: Uuid,
    account: Uuid,
    seen: &Seen,
) -> Result<(), Error> {
    let locked = lock(connection, game, account, false).await?;
    locked.must_seat(account)?;
    locked.must_match(connection, seen).await?;
    must_wait(locked.game.status).map_err(|refused| match locked.game.status {
        Status::Cancelled | Status::Expired => refused,
        _ => Code::GameAlreadyStarted.because(Sentence::SeatsKept),
    })?;
    vacate(app, connection, &locked, &[account], |account| LobbyChange::SeatLeft { account }).await
}

/// Frees the seats of these players, recorded as `why` says, passes the game on if its owner is among them, and
/// brings it to where it belongs.
pub async fn vacate(
    app: &App,
    connection: &mut Connection,
    locked: &LockedGame,
    gone: &[Uuid],
    why: fn(Uuid) -> LobbyChange,
) -> Result<(), Error> {
    for account in gone {
        seats::give_up(connection, locked.game.id, *account).await?;
    }
    let mut changes: Vec<_> = gone.iter().copied().map(why).collect();
    let next = locked.people().find(|person| !gone.contains(person));
    match next {
        None => {
            record_changes(app, connection, locked.game.id, &changes).await?;
            close(app, connection, locked, Status::Cancelled, MailKind::GameCancelled, gone).await
        }
        Some(next) => {
            if gone.contains(&locked.game.owner_id) {
                games::hand_to(connection, locked.game.id, next).await?;
                changes.push(LobbyChange::OwnerChanged { account: next });
            }
            record_changes(app, connection, locked.game.id, &changes).await?;
            settle(app, connection, locked.game.id, Changed::Seats).await
        }
    }
}

/// The owner frees the seat of `guest`, who comes back only with a new invitation.
/// Errors: those of [`lock_as_owner`], `invalid_field`.
pub async fn kick(
    app: &App,
    connection: &mut Connection,
    game: Uuid,
    owner: Uuid,
    guest: Uuid,
    seen: &Seen,
) -> Result<GameDetails, Error> {
    let locked = lock_as_owner(connection, game, owner, seen).await?;
    if guest == owner {
        return Err(Code::InvalidField.field("account", Sentence::OwnerNotKicked));
    }
    if !locked.has_seat(guest) {
        return Err(Code::InvalidField.field("account", Sentence::PersonWithoutSeat));
    }
    seats::add_kick(connection, game, guest, app.now()).await?;
    audit::record(connection, app, guest, audit::AuditKind::Kicked, json!({ "game": game, "by": owner }))
        .await?;
    enqueue::to_members(app, connection, game, MailKind::Kicked, std::iter::once(guest)).await?;
    vacate(app, connection, &locked, &[guest], |account| LobbyChange::PlayerKicked { account }).await?;
    get(app, connection, game, Some(owner)).await
}

/// Cancels the game, and mails its other players. Errors: those of [`lock_as_owner`].
pub async fn cancel(
    app: &App,
    connection: &mut Connection,
    game: Uuid,
    account: Uuid,
    seen: &Seen,
) -> Result<GameDetails, Error> {
    let locked = lock_as_owner(connection, game, account, seen).await?;
    close(app, connection, &locked, Status::Cancelled, MailKind::GameCancelled, &[account]).await?;
    get(app, connection, game, Some(account)).await
}

/// Declares a game void that has not started and that the caller has locked; its players are mailed.
pub async fn void(app: &App, connection: &mut Connection, game: Game) -> Result<(), Error> {
    let taken = seats::in_join_order(connection, game.id).await?;
    let locked = LockedGame { game, taken, invitations: Vec::new() };
    close(app, connection, &locked, Status::Voided, MailKind::GameCancelled, &[]).await
}

/// Ends a game that never started, and mails its players except `knowing`.
pub async fn close(
    app: &App,
    connection: &mut Connection,
    locked: &LockedGame,
    status: Status,
    kind: MailKind,
    knowing: &[Uuid],
) -> Result<(), Error> {
    games::close(connection, locked.game.id, status, app.now()).await?;
    let change = match status {
        Status::Expired => LobbyChange::GameExpired {},
        Status::Voided => LobbyChange::GameVoided {},
        _ => LobbyChange::GameCancelled {},
    };
    record_changes(app, connection, locked.game.id, &[change]).await?;
    invitations::decide(connection, locked.game.id, None, CLOSED, app.now()).await?;
    let others = locked.people().filter(|person| !knowing.contains(person));
    enqueue::to_members(app, connection, locked.game.id, kind, others).await
}

/// Frees the seats of `account` in games that have not started and declines its invitations by name. To be
/// called in a transaction, when an account is deleted or banned.
pub async fn depart(app: &App, connection: &mut Connection, account: Uuid) -> Result<(), Error> {
    let mut waiting = seats::waiting_games_of(connection, account).await?;
    // Always in the same order, so that two departures at once don't deadlock.
    waiting.sort_unstable();
    for game in waiting {
        let locked = lock(connection, game, account, true).await?;
        if must_wait(locked.game.status).is_ok() && locked.has_seat(account) {
            vacate(app, connection, &locked, &[account], |account| LobbyChange::SeatLeft { account }).await?;
        }
    }
    let mut invited = invitations::games_waiting_for(connection, account).await?;
    invited.sort_unstable();
    for game in invited {
        let Some(row) = invitations::of_same(connection, game, Some(account), None).await? else { continue };
        let Some(locked) = games::lock(connection, game).await? else { continue };
        invitations::decide(connection, game, Some(&[row.id]), DECLINED, app.now()).await?;
        if must_wait(locked.status).is_ok() {
            settle(app, connection, game, Changed::Seats).await?;
        }
    }
    Ok(())
}

/// A game that can't be dealt with is put off by this many seconds.
const PAUSE_SECONDS: i64 = 300;

/// Deals with one game; `false` when none is due.
pub async fn overdue(app: &App, connection: &mut Connection) -> Result<bool, Error> {
    if !outages::may_expire(app, connection).await? {
        return Ok(false);
    }
    store::transaction(connection, async |connection| {
        let Some(game) = games::claim_overdue(connection, app.now()).await? else { return Ok(false) };
        let taken = seats::in_join_order(connection, game.id).await?;
        let locked = LockedGame { game, taken, invitations: Vec::new() };
        match locked.game.status {
            Status::Confirming => reopen(app, connection, &locked).await?,
            _ => close(app, connection, &locked, Status::Expired, MailKind::GameExpired, &[]).await?,
        }
        Ok(true)
    })
    .await
}

/// Puts off the game that failed, so that it does not block the others.
pub async fn put_off(app: &App, connection: &mut Connection) -> Result<(), Error> {
    let now = app.now();
    Ok(games::put_off(connection, now, now + TimeDelta::seconds(PAUSE_SECONDS)).await?)
}

async fn reopen(app: &App, connection: &mut Connection, locked: &LockedGame) -> Result<(), Error> {
    let silent = locked.taken.iter().filter(|seat| seat.confirmed_at.is_none());
    let silent: Vec<Uuid> = silent.filter_map(|seat| seat.account_id).collect();
    enqueue::to_members(app, connection, locked.game.id, MailKind::SeatLost, silent.iter().copied()).await?;
    vacate(app, connection, locked, &silent, |account| LobbyChange::SeatLost { account }).await
}
