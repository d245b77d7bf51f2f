//! Who may see a game. A game that somebody may not see is to them as if it did not exist: everything that reads a game
//! asks here and answers `game_not_found`.

use uuid::Uuid;

use crate::error::Error;
use crate::store::games::Game;
use crate::store::games::Visibility;
use crate::store::{Connection, visibility};
use crate::time_control::Instant;

/// What ties an account to a game.
#[derive(Debug, Clone, Copy, Default)]
pub struct Ties {
    /// It sits there.
    pub is_member: bool,
    /// It is offered a seat, or invited to a table that has not started.
    pub is_guest: bool,
    /// It came with a working link.
    pub has_link: bool,
}

impl Ties {
    pub fn may_see(self, visibility: Visibility) -> bool {
        visibility != Visibility::Private || self.is_member || self.is_guest || self.has_link
    }
}

/// May `account` see the game at `at`? Asks the store only where it matters.
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
