//! A standing order answers a decision after its wait.

use chrono::TimeDelta;

use super::commit::{AtTable, Change, commit};
use super::ordered;
use crate::app::App;
use crate::error::Error;
use crate::service::table::Table;
use crate::store::games::Status;
use crate::store::{self, Connection, clocks};
use rules::Seat;

/// How long a decision is left alone that could not be answered, in seconds.
const PUT_OFF_SECONDS: i64 = 60;

/// Lets orders answer the decision that has been due the longest, in a game that nobody else is writing to; `false` when
/// none is due. One decision, one transaction. One that can't be answered is put off, so that it keeps no other waiting.
pub async fn order_turn(app: &App, connection: &mut Connection) -> Result<bool, Error> {
    let mut claimed = None;
    let answered = store::transaction(connection, async |connection| {
        claimed = clocks::claim_order_turn(connection, app.now()).await?;
        let Some(turn) = &claimed else { return Ok(false) };
        let table = Table::open_for_worker(app, connection, turn.game_id).await?;
        let seat = Seat::try_from(turn.seat).map_err(|error| Error::Internal(error.to_string()))?;
        answer(app, connection, &table, seat, &turn.decision).await?;
        Ok(true)
    })
    .await;
    if let (Err(_), Some(turn)) = (&answered, &claimed) {
        clocks::put_off_order_turn(connection, turn, app.now() + TimeDelta::seconds(PUT_OFF_SECONDS)).await?;
    }
    if matches!(answered, Ok(true)) {
        app.wake.knock();
    }
    answered
}

/// Takes a decision off the list of those that orders answer later, and lets them answer it if they still want to;
/// `false` if it was not on the list, or they don't. The caller holds the position of the game.
pub async fn answer(
    app: &App,
    connection: &mut Connection,
    table: &Table,
    seat: Seat,
    decision: &str,
) -> Result<bool, Error> {
    let was_listed = clocks::order_turn_done(connection, table.id, i16::from(seat), decision).await?;
    if !was_listed || table.present.status != Status::Running {
        return Ok(false);
    }
    let (base, mut game) = table.position()?;
    let before = game.awaiting();
    let mut entries = ordered::answer(table, game.as_mut(), base, seat, decision)?;
    if entries.is_empty() {
        return Ok(false);
    }
    let change = Change {
        table,
        base,
        at: app.now(),
        entries: &mut entries,
        before: &before,
        game: game.as_mut(),
        acting: None,
        request: None,
        at_table: AtTable::default(),
    };
    let committed = commit(app, connection, change).await?;
    let moved = || Error::Internal(format!("game {} was moved while it was held", table.id));
    committed.map(|_| true).ok_or_else(moved)
}
