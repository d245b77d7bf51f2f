//! Showing somebody the door before the start.

use serde_json::json;
use uuid::Uuid;

use super::changes::TableChange;
use super::hold::hold_as_owner;
use super::leave::free;
use super::shown::{GameShown, show};
use crate::app::App;
use crate::error::{Code, Error};
use crate::notifications::MailKind;
use crate::notifications::enqueue;
use crate::service::audit;
use crate::service::tag::Seen;
use crate::store::{Connection, lobby};

/// The owner frees the seat of `guest`, who comes back only if he is invited anew.
/// Errors: those of [`hold_as_owner`], `invalid_field`.
pub async fn kick(
    app: &App,
    connection: &mut Connection,
    game: Uuid,
    owner: Uuid,
    guest: Uuid,
    seen: &Seen,
) -> Result<GameShown, Error> {
    let held = hold_as_owner(connection, game, owner, seen).await?;
    if guest == owner {
        return Err(Code::InvalidField.field("account", "The owner leaves; nobody kicks himself."));
    }
    if !held.seats(guest) {
        return Err(Code::InvalidField.field("account", "This person has no seat in this game."));
    }
    lobby::add_kick(connection, game, guest, app.now()).await?;
    audit::note(connection, app, guest, audit::Kind::Kicked, json!({ "game": game, "by": owner })).await?;
    enqueue::to_members(app, connection, game, MailKind::Kicked, std::iter::once(guest)).await?;
    free(app, connection, &held, &[guest], |account| TableChange::PlayerKicked { account }).await?;
    show(app, connection, game, Some(owner)).await
}
