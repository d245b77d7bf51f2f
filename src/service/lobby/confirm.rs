//! Confirming to be there before the start.

use uuid::Uuid;

use super::changes::{TableChange, note};
use super::hold::hold;
use super::settle::{Happened, settle};
use super::shown::{GameShown, show};
use super::state::must_wait;
use crate::app::App;
use crate::error::{Code, Error};
use crate::service::tag::Seen;
use crate::store::games::Status;
use crate::store::{Connection, seats};

/// `account` is there. The last one to say so starts the game. A repeat changes nothing.
/// Errors: `game_not_found`, `not_a_member`, `version_stale`, `game_already_started`, `table_closed`,
/// `not_confirming`.
pub async fn confirm(
    app: &App,
    connection: &mut Connection,
    game: Uuid,
    account: Uuid,
    seen: &Seen,
) -> Result<GameShown, Error> {
    let held = hold(connection, game, account, false).await?;
    held.must_seat(account)?;
    held.must_be_as_seen(connection, seen).await?;
    must_wait(held.game.status)?;
    if held.game.status != Status::Confirming {
        return Err(Code::NotConfirming.problem());
    }
    if seats::confirm(connection, game, account, app.now()).await? {
        note(app, connection, game, &[TableChange::PresenceConfirmed { account }]).await?;
    }
    settle(app, connection, game, Happened::Seats).await?;
    show(app, connection, game, Some(account)).await
}
