//! The lobby: creating games, finding them, invitations, taking and leaving seats, and the start.
//!
//! Everything here that changes a game locks its row ([`lock`]), so that two requests for the last seat come one after
//! the other. Unique constraints guard this, too. What a game can become until it starts is in [`start`]; each change of
//! one ends in [`start::settle`].

mod create;
mod details;
mod game_list;
mod invitations;
mod links;
mod meetings;
mod seats;
mod settings;
mod start;

pub use crate::store::invitations::InvitationStatus;
pub use create::{
    CreateGames, CreatedGames, RematchDelay, SeatedGame, SeatedPlayer, change, create, create_all,
    create_seated, rematch, sit_down_again,
};
pub use details::{GameDetails, GameProgress, SeatOccupant, details_for, get, tag_of};
pub use game_list::{GameQuery, GameSort, find};
pub use invitations::{
    CreateInvitation, Invitation, Invitee, ReceivedInvitation, accept, decline, decline_for_address,
    invitations, invite, received, withdraw,
};
pub use links::{CreateInvitationLink, behind, links, make_link, revoke_link};
pub use meetings::{must_play_together, part};
pub use seats::{JoinGame, cancel, confirm, depart, join, kick, leave, overdue, put_off, void};
pub use settings::{
    CreateGame, CreateRematch, GameSettings, JoinRule, PROPOSED_ORDER_DELAY_SECONDS, StartRule, UpdateGame,
    checked_entropy, wait_in_minutes,
};
pub use start::{LobbyChange, LobbyChangeKind, must_wait};

use uuid::Uuid;

use crate::error::{Code, Error};
use crate::service::clubs;
use crate::service::loaded_game::{Ties, may_see};
use crate::service::tag::Seen;
use crate::service::{Ctx, Tx};
use crate::store::games::Game;
use crate::store::invitations::{InvitationRow, ReachingFilter};
use crate::store::pages::Place;
use crate::store::seats::SeatRow;
use crate::store::{self, Connection};

/// The most open invitations to one game that can reach one player: by name, and by their address.
const MAX_REACHING: i64 = 4;

/// A game whose row is locked until the transaction ends.
pub struct LockedGame {
    pub game: Game,
    /// Its seats in the order of joining.
    pub taken: Vec<SeatRow>,
    /// The open invitations that reach the caller.
    pub invitations: Vec<InvitationRow>,
    /// Is the caller a member of the game's club?
    pub is_of_club: bool,
}

impl LockedGame {
    pub fn has_seat(&self, account: Uuid) -> bool {
        self.taken.iter().any(|seat| seat.account_id == Some(account))
    }

    /// What ties `account` to the game; no seat is offered before the start.
    fn ties(&self, account: Uuid, has_link: bool) -> Ties {
        Ties {
            is_member: self.has_seat(account),
            is_guest: self.is_of_club || !self.invitations.is_empty(),
            has_link,
        }
    }

    pub fn people(&self) -> impl Iterator<Item = Uuid> {
        self.taken.iter().filter_map(|seat| seat.account_id)
    }

    pub fn must_seat(&self, account: Uuid) -> Result<(), Error> {
        if self.has_seat(account) { Ok(()) } else { Err(Code::NotAMember.problem()) }
    }

    /// Checks the precondition of a write, before anything is changed.
    pub async fn must_match(&self, connection: &mut Connection, seen: &Seen) -> Result<(), Error> {
        if *seen == Seen::Nothing {
            return Ok(());
        }
        seen.ensure_current(&details_for(connection, self.game.clone(), None).await?.version_tag()?)
    }
}

/// Locks the game for `account`, who may see it, or has a working link (`by_link`). A game that may not be seen is
/// answered like one that does not exist.
pub async fn lock(tx: &mut Tx<'_>, game: Uuid, account: Uuid, by_link: bool) -> Result<LockedGame, Error> {
    let not_found = || Code::GameNotFound.problem();
    let game = store::games::lock(&mut tx.bare(), game).await?.ok_or_else(not_found)?;
    let taken = store::seats::in_join_order(&mut tx.db, game.id).await?;
    let invitations = invitations_to(&mut tx.db, &game, account).await?;
    let is_of_club = match game.club_id {
        Some(club) => clubs::is_member(&mut tx.db, club, account).await?,
        None => false,
    };
    let locked = LockedGame { game, taken, invitations, is_of_club };
    if locked.ties(account, by_link).may_see(locked.game.visibility) { Ok(locked) } else { Err(not_found()) }
}

/// Locks the game for its owner before the start, and checks their precondition `seen`.
pub async fn lock_as_owner(
    tx: &mut Tx<'_>,
    game: Uuid,
    account: Uuid,
    seen: &Seen,
) -> Result<LockedGame, Error> {
    let locked = lock(tx, game, account, false).await?;
    must_own(&locked.game, account)?;
    locked.must_match(&mut tx.db, seen).await?;
    must_wait(locked.game.status)?;
    Ok(locked)
}

/// Does `account` own the game? Nothing is locked, and nothing changes.
pub async fn must_be_owner(ctx: &mut Ctx, game: Uuid, account: Uuid) -> Result<(), Error> {
    let not_found = || Code::GameNotFound.problem();
    let game = store::games::get(&mut ctx.db, game).await?.ok_or_else(not_found)?;
    let taken = store::seats::in_join_order(&mut ctx.db, game.id).await?;
    let is_member = taken.iter().any(|seat| seat.account_id == Some(account));
    if !may_see(&mut ctx.db, &game, Some(account), is_member, ctx.app.now()).await? {
        return Err(not_found());
    }
    must_own(&game, account)
}

pub fn must_own(game: &Game, account: Uuid) -> Result<(), Error> {
    if game.owner_id == account { Ok(()) } else { Err(Code::NotTheOwner.problem()) }
}

/// The open invitations to a game that reach `account`; none once it has started or ended.
pub async fn invitations_to(
    connection: &mut Connection,
    game: &Game,
    account: Uuid,
) -> Result<Vec<InvitationRow>, Error> {
    if !game.status.is_waiting() {
        return Ok(Vec::new());
    }
    let which = ReachingFilter { account, game: Some(game.id), place: Place::Beginning, limit: MAX_REACHING };
    Ok(store::invitations::reaching(connection, which).await?)
}
