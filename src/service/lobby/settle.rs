//! What follows when somebody came, went or confirmed, or when the owner changed the table: it waits, asks or starts.

use chrono::TimeDelta;
use uuid::Uuid;

use super::changes::{TableChange, note};
use super::start::start;
use super::state::{Next, Standing, next};
use super::terms::{StartRule, Terms};
use crate::app::App;
use crate::clock::Instant;
use crate::error::Error;
use crate::notifications::MailKind;
use crate::notifications::enqueue;
use crate::store::games::Status;
use crate::store::games::{self, Game};
use crate::store::seats::{self, SeatRow};
use crate::store::{Connection, invitations};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Happened {
    /// Somebody came, went, was invited, answered or confirmed.
    Seats,
    /// The owner changed what people had agreed to.
    Terms,
}

/// Brings the table to where it belongs now. The caller holds its row.
pub async fn settle(
    app: &App,
    connection: &mut Connection,
    game: Uuid,
    happened: Happened,
) -> Result<(), Error> {
    let gone = || Error::Internal(format!("game {game} is gone while it is held"));
    let game = games::get(connection, game).await?.ok_or_else(gone)?;
    let taken = seats::in_join_order(connection, game.id).await?;
    let terms = Terms::of(&game)?;
    let (_, reserved) = invitations::count_open(connection, game.id).await?;
    let free = free_seats(&game, taken.len(), reserved);
    match next(standing(&game, &terms, &taken, happened)) {
        Next::Start => start(app, connection, &game, taken).await,
        Next::Ask => ask(app, connection, &game, &terms, &taken).await,
        Next::GoOnAsking => {
            let due_at = game.lobby_due_at.unwrap_or_else(|| confirm_until(app, &terms));
            Ok(games::stand(connection, game.id, Status::Confirming, 0, due_at).await?)
        }
        Next::Wait => {
            if game.status == Status::Confirming {
                seats::forget_confirmations(connection, game.id).await?;
            }
            Ok(games::stand(connection, game.id, Status::Open, free, expires_at(app)).await?)
        }
    }
}

fn standing(game: &Game, terms: &Terms, taken: &[SeatRow], happened: Happened) -> Standing {
    let mut people = taken.iter().filter(|seat| seat.account_id.is_some());
    Standing {
        status: game.status,
        rule: terms.start,
        is_full: taken.len() >= usize::try_from(game.seat_count).unwrap_or_default(),
        all_confirmed: terms.start == StartRule::OnConfirmation
            && people.all(|seat| seat.confirmed_at.is_some()),
        ask_anew: happened == Happened::Terms,
    }
}

async fn ask(
    app: &App,
    connection: &mut Connection,
    game: &Game,
    terms: &Terms,
    taken: &[SeatRow],
) -> Result<(), Error> {
    seats::forget_confirmations(connection, game.id).await?;
    let until = confirm_until(app, terms);
    games::stand(connection, game.id, Status::Confirming, 0, until).await?;
    note(app, connection, game.id, &[TableChange::ConfirmationAsked { until }]).await?;
    let people = taken.iter().filter_map(|seat| seat.account_id);
    enqueue::to_members(app, connection, game.id, MailKind::ConfirmPresence, people).await
}

/// Seats that nobody has and that are kept for nobody.
pub fn free_seats(game: &Game, taken: usize, reserved: usize) -> i16 {
    let gone = i16::try_from(taken.saturating_add(reserved)).unwrap_or(i16::MAX);
    game.seat_count.saturating_sub(gone).max(0)
}

fn confirm_until(app: &App, terms: &Terms) -> Instant {
    app.now() + TimeDelta::hours(i64::from(terms.confirm_hours))
}

/// When a table expires where from now on nobody comes or goes.
pub fn expires_at(app: &App) -> Instant {
    app.now() + TimeDelta::days(app.settings.lobby.open_days)
}
