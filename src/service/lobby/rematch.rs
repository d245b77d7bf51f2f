//! Once more: a new table with the same settings, the same bots, and seats kept for the same people.

use uuid::Uuid;

use super::create::{Creation, open, raw};
use super::hold::{Held, hold};
use super::settle::{Happened, settle};
use super::shown::{GameShown, shown_to};
use super::terms::Terms;
use crate::app::App;
use crate::error::{Code, Error};
use crate::notifications::enqueue;
use crate::store::invitations::{self, InvitationRow, OPEN};
use crate::store::{self, Connection, games};

/// The rematch of a game that is over; the first who asks opens it, the others get the same.
/// Errors: `game_not_found`, `not_a_member`, `game_not_over`, `too_many_tables`, `invalid_options`.
pub async fn rematch(
    app: &App,
    connection: &mut Connection,
    game: Uuid,
    account: Uuid,
    entropy: Vec<u8>,
) -> Result<GameShown, Error> {
    // Who holds the old game's row is alone in looking for its rematch.
    let held = hold(connection, game, account, false).await?;
    held.must_seat(account)?;
    if held.game.started_at.is_none() || !held.game.status.is_over() {
        return Err(Code::GameNotOver.problem());
    }
    let id = match games::rematch_of(connection, game).await? {
        Some(rematch) => rematch,
        None => open_anew(app, connection, &held, account, entropy).await?,
    };
    let gone = || Error::Internal(format!("the rematch {id} is gone"));
    let rematch = games::get(connection, id).await?.ok_or_else(gone)?;
    shown_to(connection, rematch, Some(account)).await
}

async fn open_anew(
    app: &App,
    connection: &mut Connection,
    held: &Held,
    owner: Uuid,
    entropy: Vec<u8>,
) -> Result<Uuid, Error> {
    let old = &held.game;
    let creation = Creation {
        ruleset: old.ruleset.clone(),
        name: Some(old.name.clone()),
        options: Some(raw(old.options.clone())?),
        seats: u8::try_from(old.seat_count).unwrap_or_default(),
        visibility: old.visibility,
        bots: held.taken.iter().filter_map(|seat| seat.bot.clone()).collect(),
        deal_seats: old.deal_seats,
        entropy,
        terms: Terms::of(old)?,
        language: old.language.clone(),
        rematch_of: Some(old.id),
    };
    let id = open(app, connection, owner, &creation).await?;
    for person in held.people().filter(|person| *person != owner) {
        invite(app, connection, id, owner, person).await?;
    }
    settle(app, connection, id, Happened::Seats).await?;
    Ok(id)
}

/// A seat is kept for everybody who still has an account.
async fn invite(
    app: &App,
    connection: &mut Connection,
    game: Uuid,
    owner: Uuid,
    person: Uuid,
) -> Result<(), Error> {
    let account = store::accounts::find(connection, person).await?;
    if account.is_none_or(|account| account.deleted_at.is_some()) {
        return Ok(());
    }
    let row = InvitationRow {
        game_id: game,
        id: app.new_id(),
        account_id: Some(person),
        email: None,
        email_key: None,
        invited_by: owner,
        state: OPEN.to_owned(),
        reserves: true,
        created_at: app.now(),
        decided_at: None,
    };
    invitations::add(connection, &row).await?;
    enqueue::invitation(app, connection, &row).await
}
