//! A table that somebody wants to change: held, and seen only by those who may know of it.

use uuid::Uuid;

use super::state::must_wait;
use crate::error::{Code, Error};
use crate::store::Connection;
use crate::store::games::{self, Game};
use crate::store::invitations::{self, Reaching, Row};
use crate::store::seats::{self, Taken};
use crate::store::words::{Status, Visibility};

/// The most open invitations of one table that can reach one person: by name, and by his address.
const MOST_REACHING: i64 = 4;

/// A table that nobody else changes before the transaction ends.
pub struct Held {
    /// The game.
    pub game: Game,
    /// Its seats in the order of joining.
    pub taken: Vec<Taken>,
    /// The open invitations that reach the caller.
    pub invitations: Vec<Row>,
}

impl Held {
    /// Does `account` sit there?
    pub fn seats(&self, account: Uuid) -> bool {
        self.taken.iter().any(|seat| seat.account_id == Some(account))
    }

    /// The people at the table.
    pub fn people(&self) -> impl Iterator<Item = Uuid> {
        self.taken.iter().filter_map(|seat| seat.account_id)
    }

    /// Errors: `not_a_member`.
    pub fn must_seat(&self, account: Uuid) -> Result<(), Error> {
        if self.seats(account) { Ok(()) } else { Err(Code::NotAMember.problem()) }
    }
}

/// The table for `account`; one that may not be seen is answered like one that does not exist. A working link (`by_link`)
/// shows it, too. Error: `game_not_found`.
pub async fn hold(
    connection: &mut Connection,
    game: Uuid,
    account: Uuid,
    by_link: bool,
) -> Result<Held, Error> {
    let not_found = || Code::GameNotFound.problem();
    let game = games::lock(connection, game).await?.ok_or_else(not_found)?;
    let taken = seats::in_join_order(connection, game.id).await?;
    let invitations = invitations_to(connection, &game, account).await?;
    let held = Held { game, taken, invitations };
    let sees = held.seats(account) || !held.invitations.is_empty() || by_link;
    if held.game.visibility == Visibility::Private && !sees {
        return Err(not_found());
    }
    Ok(held)
}

/// The table for its owner, before the start. Errors: `game_not_found`, `not_the_owner`, `game_already_started`,
/// `table_closed`.
pub async fn hold_as_owner(connection: &mut Connection, game: Uuid, account: Uuid) -> Result<Held, Error> {
    let held = hold(connection, game, account, false).await?;
    must_own(&held.game, account)?;
    must_wait(held.game.status)?;
    Ok(held)
}

/// Error: `not_the_owner`.
pub fn must_own(game: &Game, account: Uuid) -> Result<(), Error> {
    if game.owner_id == account { Ok(()) } else { Err(Code::NotTheOwner.problem()) }
}

/// The open invitations to a table that reach `account`; none once it has started or come to its end.
pub async fn invitations_to(
    connection: &mut Connection,
    game: &Game,
    account: Uuid,
) -> Result<Vec<Row>, Error> {
    if !matches!(game.status, Status::Open | Status::Confirming) {
        return Ok(Vec::new());
    }
    let which = Reaching { account, game: Some(game.id), before: None, limit: MOST_REACHING };
    Ok(invitations::reaching(connection, which).await?)
}

/// Who may see a game that is not for everybody: members, and the invited until it starts.
pub async fn may_see(
    connection: &mut Connection,
    game: &Game,
    account: Option<Uuid>,
    is_member: bool,
) -> Result<bool, Error> {
    if game.visibility != Visibility::Private || is_member {
        return Ok(true);
    }
    let Some(account) = account else { return Ok(false) };
    Ok(!invitations_to(connection, game, account).await?.is_empty())
}
