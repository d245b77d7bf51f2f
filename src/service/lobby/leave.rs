//! Getting up before the start.

use uuid::Uuid;

use super::cancel::close;
use super::changes::{TableChange, note};
use super::hold::{Held, hold};
use super::settle::{Happened, settle};
use super::state::must_wait;
use crate::app::App;
use crate::error::{Code, Error};
use crate::notifications::MailKind;
use crate::service::tag::Seen;
use crate::store::games::Status;
use crate::store::{Connection, games, seats};

/// Gives the seat up. The table goes to whoever joined next; without any person left it is called off.
pub async fn leave(
    app: &App,
    connection: &mut Connection,
    game: Uuid,
    account: Uuid,
    seen: &Seen,
) -> Result<(), Error> {
    let held = hold(connection, game, account, false).await?;
    held.must_seat(account)?;
    held.must_be_as_seen(connection, seen).await?;
    must_wait(held.game.status).map_err(|refused| match held.game.status {
        Status::Cancelled | Status::Expired => refused,
        _ => Code::GameAlreadyStarted.because("The game has started; its seats are kept."),
    })?;
    free(app, connection, &held, &[account], |account| TableChange::SeatLeft { account }).await
}

/// Frees the seats of these people, which is told as `why` says, hands the table on if its owner is among them, and
/// brings it to where it belongs.
pub async fn free(
    app: &App,
    connection: &mut Connection,
    held: &Held,
    gone: &[Uuid],
    why: fn(Uuid) -> TableChange,
) -> Result<(), Error> {
    for account in gone {
        seats::give_up(connection, held.game.id, *account).await?;
    }
    let mut changes: Vec<_> = gone.iter().copied().map(why).collect();
    let next = held.people().find(|person| !gone.contains(person));
    match next {
        None => {
            note(app, connection, held.game.id, &changes).await?;
            close(app, connection, held, Status::Cancelled, MailKind::TableCancelled, gone).await
        }
        Some(next) => {
            if gone.contains(&held.game.owner_id) {
                games::hand_to(connection, held.game.id, next).await?;
                changes.push(TableChange::OwnerChanged { account: next });
            }
            note(app, connection, held.game.id, &changes).await?;
            settle(app, connection, held.game.id, Happened::Seats).await
        }
    }
}
