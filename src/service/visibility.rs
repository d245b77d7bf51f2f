//! Who may see a game. For a caller who may not see it a game does not exist: everything that reads a game checks here
//! and answers `game_not_found`. When five places each checked by themselves, their answers differed.

use uuid::Uuid;

use crate::error::Error;
use crate::store::games::Game;
use crate::store::games::Visibility;
use crate::store::{Connection, visibility};
use crate::time_control::Instant;

/// What ties an account to a game.
#[derive(Debug, Clone, Copy, Default)]
pub struct Ties {
    /// It has a seat.
    pub is_member: bool,
    /// It is offered a seat, or invited to a game that has not started.
    pub is_guest: bool,
    /// It has a working invitation link.
    pub has_link: bool,
}

impl Ties {
    pub fn may_see(self, visibility: Visibility) -> bool {
        visibility != Visibility::Private || self.is_member || self.is_guest || self.has_link
    }
}

/// May `account` see the game at `at`? Reads the store only where that matters.
pub async fn may_see(
    connection: &mut Connection,
    game: &Game,
    account: Option<Uuid>,
    is_member: bool,
    at: Instant,
) -> Result<bool, Error> {
    let ties = Ties { is_member, ..Ties::default() };
    if ties.may_see(game.visibility) {
        return Ok(true);
    }
    let is_guest = visibility::is_guest(connection, game.id, account, at).await?;
    Ok(Ties { is_guest, ..ties }.may_see(game.visibility))
}
