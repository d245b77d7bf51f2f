//! Sitting down before the start.

use uuid::Uuid;

use super::changes::{TableChange, note};
use super::hold::{Held, hold};
use super::links;
use super::settle::{Happened, settle};
use super::shown::{GameShown, show};
use super::state::must_wait;
use super::terms::{JoinRule, Terms};
use crate::app::App;
use crate::error::{Code, Error};
use crate::service::tag::Seen;
use crate::store::games::Visibility;
use crate::store::invitations::{self, ACCEPTED, InvitationRow};
use crate::store::seats::{self, SeatRow};
use crate::store::{Connection, lobby};

/// How somebody joins.
#[derive(Debug, Default)]
pub struct Joining {
    pub entropy: Vec<u8>,
    /// The secret of an invitation link.
    pub link: Option<String>,
    /// The invitation that is accepted by it.
    pub invitation: Option<Uuid>,
    /// What the joiner has seen of the table, if it matters to him.
    pub seen: Seen,
}

/// Takes a free seat, or the one that is kept for the joiner. The last one starts the game, or asks everybody first.
pub async fn join(
    app: &App,
    connection: &mut Connection,
    game: Uuid,
    account: Uuid,
    joining: Joining,
) -> Result<GameShown, Error> {
    let link = match &joining.link {
        Some(token) => links::working(app, connection, token).await?.filter(|link| link.game_id == game),
        None => None,
    };
    let held = hold(connection, game, account, link.is_some()).await?;
    // The row is held only now: a link that lost its last use meanwhile no longer works.
    let link = match &link {
        Some(link) => invitations::working_link(connection, game, &link.token_hash, app.now()).await?,
        None => None,
    };
    if held.seats(account) {
        return Err(Code::AlreadyJoined.problem());
    }
    if joining.link.is_some() && link.is_none() {
        return Err(refused_link(&held));
    }
    held.must_be_as_seen(connection, &joining.seen).await?;
    must_wait(held.game.status)?;
    if held.invitations.is_empty() && lobby::is_kicked(connection, game, account).await? {
        return Err(Code::Kicked.problem());
    }
    let used = admit(connection, &held, joining.invitation, link.is_some()).await?;
    seats::take(connection, &[seat(app, &held, account, joining.entropy)]).await?;
    invitations::decide(connection, game, Some(&used), ACCEPTED, app.now()).await?;
    if let Some(link) = link {
        invitations::use_link_up(connection, game, link.id).await?;
    }
    note(app, connection, game, &[TableChange::SeatTaken { account }]).await?;
    settle(app, connection, game, Happened::Seats).await?;
    show(app, connection, game, Some(account)).await
}

/// A dead link to a private game says nothing of the game, unless the caller may see it anyway.
fn refused_link(held: &Held) -> Error {
    let hidden = held.game.visibility == Visibility::Private && held.invitations.is_empty();
    if hidden { Code::GameNotFound.problem() } else { Code::LinkNotFound.problem() }
}

/// The invitations that let the caller in; none where everybody may. One that came by mail address is used only if it
/// was named or if nothing else helps: who has an address is not told by the way.
async fn admit(
    connection: &mut Connection,
    held: &Held,
    named: Option<Uuid>,
    by_link: bool,
) -> Result<Vec<Uuid>, Error> {
    let terms = Terms::of(&held.game)?;
    let private = held.game.visibility == Visibility::Private;
    let asked = by_link || !(private || terms.join == JoinRule::Invitation);
    let (_, reserved) = invitations::count_open(connection, held.game.id).await?;
    let seats = usize::try_from(held.game.seat_count).unwrap_or_default();
    let attempt = |used: &[&InvitationRow]| {
        let own = used.iter().filter(|row| row.reserves).count();
        if !asked && used.is_empty() {
            return Err(Code::InvitationNeeded.problem());
        }
        let gone = held.taken.len().saturating_add(reserved.saturating_sub(own));
        if gone < seats { Ok(used.iter().map(|row| row.id).collect()) } else { Err(Code::GameFull.problem()) }
    };
    let all: Vec<&InvitationRow> = held.invitations.iter().collect();
    let plain: Vec<&InvitationRow> =
        all.iter().copied().filter(|row| row.account_id.is_some() || Some(row.id) == named).collect();
    attempt(&plain).or_else(|refused| if all.len() > plain.len() { attempt(&all) } else { Err(refused) })
}

fn seat(app: &App, held: &Held, account: Uuid, entropy: Vec<u8>) -> SeatRow {
    // Fewer seats are taken than there are, so one of the numbers is free.
    let free = (0..held.game.seat_count).find(|seat| held.taken.iter().all(|other| other.seat != *seat));
    SeatRow {
        game_id: held.game.id,
        seat: free.unwrap_or(held.game.seat_count),
        account_id: Some(account),
        bot: None,
        entropy,
        join_order: held.taken.last().map_or(0, |last| last.join_order + 1),
        joined_at: app.now(),
        confirmed_at: None,
    }
}
