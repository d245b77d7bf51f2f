//! Calling a table off before the start, by its owner or by an operator.

use uuid::Uuid;

use super::changes::{TableChange, note};
use super::hold::{Held, hold_as_owner};
use super::shown::{GameShown, show};
use crate::app::App;
use crate::error::Error;
use crate::notifications::MailKind;
use crate::notifications::enqueue;
use crate::service::tag::Seen;
use crate::store::games::Game;
use crate::store::games::Status;
use crate::store::invitations::{self, CLOSED};
use crate::store::{Connection, games, seats};

/// Calls the table off; the others at it are told. Errors: those of [`hold_as_owner`].
pub async fn cancel(
    app: &App,
    connection: &mut Connection,
    game: Uuid,
    account: Uuid,
    seen: &Seen,
) -> Result<GameShown, Error> {
    let held = hold_as_owner(connection, game, account, seen).await?;
    close(app, connection, &held, Status::Cancelled, MailKind::TableCancelled, &[account]).await?;
    show(app, connection, game, Some(account)).await
}

/// Strikes a table out that has not started and that the caller holds; everybody at it is told.
pub async fn strike(app: &App, connection: &mut Connection, game: Game) -> Result<(), Error> {
    let taken = seats::in_join_order(connection, game.id).await?;
    let held = Held { game, taken, invitations: Vec::new() };
    close(app, connection, &held, Status::Voided, MailKind::TableCancelled, &[]).await
}

/// Ends a table that never started, and tells the people at it except `knowing`.
pub async fn close(
    app: &App,
    connection: &mut Connection,
    held: &Held,
    status: Status,
    kind: MailKind,
    knowing: &[Uuid],
) -> Result<(), Error> {
    games::close(connection, held.game.id, status, app.now()).await?;
    let change = match status {
        Status::Expired => TableChange::TableExpired {},
        Status::Voided => TableChange::TableVoided {},
        _ => TableChange::TableCancelled {},
    };
    note(app, connection, held.game.id, &[change]).await?;
    invitations::decide(connection, held.game.id, None, CLOSED, app.now()).await?;
    let others = held.people().filter(|person| !knowing.contains(person));
    enqueue::to_members(app, connection, held.game.id, kind, others).await
}
