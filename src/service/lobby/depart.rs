//! Somebody leaves the service: his seats at tables that wait are free again.

use uuid::Uuid;

use super::changes::TableChange;
use super::hold::hold;
use super::leave::free;
use super::settle::{Happened, settle};
use super::state::must_wait;
use crate::app::App;
use crate::error::Error;
use crate::store::invitations::{self, DECLINED};
use crate::store::{Connection, games, seats};

/// Gets `account` up from every table that has not started and turns down what it was invited to by name. To be
/// called in a transaction, when an account is deleted or banned.
pub async fn depart(app: &App, connection: &mut Connection, account: Uuid) -> Result<(), Error> {
    let mut waiting = seats::waiting_games_of(connection, account).await?;
    // Always in the same order, so that two who depart at once don't wait for each other.
    waiting.sort_unstable();
    for game in waiting {
        let held = hold(connection, game, account, true).await?;
        if must_wait(held.game.status).is_ok() && held.seats(account) {
            free(app, connection, &held, &[account], |account| TableChange::SeatLeft { account }).await?;
        }
    }
    let mut invited = invitations::games_waiting_for(connection, account).await?;
    invited.sort_unstable();
    for game in invited {
        let Some(row) = invitations::of_same(connection, game, Some(account), None).await? else { continue };
        let Some(locked) = games::lock(connection, game).await? else { continue };
        invitations::decide(connection, game, Some(&[row.id]), DECLINED, app.now()).await?;
        if must_wait(locked.status).is_ok() {
            settle(app, connection, game, Happened::Seats).await?;
        }
    }
    Ok(())
}
