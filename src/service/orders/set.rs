//! Leaving an order: it is kept, and answers at once what is open already.

use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::list::forbidden;
use super::shown::OrderShown;
use super::{MOST_ORDERS, hold, seat_in_play};
use crate::app::App;
use crate::error::{Code, Error};
use crate::service::access::Grant;
use crate::service::play::told::{self, ToldEvent};
use crate::service::play::{AtTable, Change, commit};
use crate::service::table::Table;
use crate::store::orders::OrderRow;
use crate::store::{Connection, Tx, orders};
use rules::{Json, Seat};

/// An order that somebody gives.
#[derive(Debug)]
pub struct Asked {
    /// The title that he thinks the game is of, if he says so.
    pub ruleset: Option<String>,
    /// The order.
    pub order: Json,
}

/// An order that was left, and what it has done at once.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct OrderSet {
    /// The title, in whose terms it is.
    pub ruleset: &'static str,
    /// The order.
    pub order: OrderShown,
    /// The version of the game after it.
    pub version: i64,
    /// What it has answered at once, with all that followed, as the seat is told it.
    pub events: Vec<ToldEvent>,
}

/// Keeps an order of an account that proved itself with `grant`, and lets it answer what is open. Runs inside a transaction of the caller, in which nobody
/// else moves the game. Errors: `game_not_found`, `not_a_member`, `game_not_running`, `seat_resigned`, `invalid_field`,
/// `order_forbidden`, `too_many_orders`, `busy`, `session_ended`, `token_invalid`; refused: `malformed_order`, `invalid_order`.
pub async fn set(
    app: &App,
    tx: &mut Tx<'_>,
    game: Uuid,
    (account, grant): (Uuid, Grant),
    asked: &Asked,
) -> Result<OrderSet, Error> {
    hold(app, tx, account, grant).await?;
    let open = async |tx: &mut Connection| Table::open(app, tx, game, Some(account), None).await;
    seat_in_play(&open(tx).await?, asked.ruleset.as_deref())?;
    let number = orders::change(tx, game).await?;
    let number = number.ok_or_else(|| Code::GameNotRunning.because("The game has not started."))?;
    let row = {
        let table = open(tx).await?;
        let seat = seat_in_play(&table, None)?;
        let order = table.in_play()?.1.accept_order(seat, &asked.order)?;
        row(app, (game, account, seat), number, &order)?
    };
    if forbidden(tx, game).await?.contains(&row.kind) {
        return Err(Code::OrderForbidden.problem());
    }
    if orders::list(tx, game, account).await?.len() >= MOST_ORDERS {
        return Err(Code::TooManyOrders.problem());
    }
    orders::add(tx, &row).await?;
    let table = open(tx).await?;
    let (version, events) = run(app, tx, &table).await?;
    let kept = orders::find(tx, game, account, row.id).await?.unwrap_or(row);
    Ok(OrderSet { ruleset: table.title.id(), order: OrderShown::of(kept)?, version, events })
}

fn row(app: &App, whose: (Uuid, Uuid, Seat), number: i64, order: &Json) -> Result<OrderRow, Error> {
    #[derive(Deserialize)]
    struct Tagged {
        #[serde(rename = "type")]
        kind: String,
    }
    let tagged: Tagged = serde_json::from_str(order.get())
        .map_err(|error| Error::Internal(format!("an order has no type: {error}")))?;
    let (game_id, account_id, seat) = whose;
    Ok(OrderRow {
        game_id,
        id: app.new_id(),
        number,
        seat: i16::from(seat),
        account_id,
        kind: tagged.kind,
        content: order.get().to_owned(),
        set_at: app.now(),
        disarmed_at: None,
        disarmed_version: None,
        reason: None,
        suspended_at: None,
    })
}

/// Lets the orders of the table answer; the version after that, and what happened.
pub(super) async fn run(
    app: &App,
    connection: &mut Connection,
    table: &Table,
) -> Result<(i64, Vec<ToldEvent>), Error> {
    let (base, mut game) = table.in_play()?;
    let (seat, at, before) = (table.seat, app.now(), game.awaiting());
    let mut entries = Vec::new();
    let change = Change {
        table,
        base,
        at,
        entries: &mut entries,
        before: &before,
        game: game.as_mut(),
        acting: seat,
        request: None,
        at_table: AtTable::default(),
    };
    let committed = commit(app, connection, change).await?;
    match committed {
        None if entries.is_empty() => Ok((base, Vec::new())),
        None => Err(Code::Busy.problem()),
        Some(committed) => {
            let events = told::from_write(table.title.as_ref(), &entries, None, at, seat)?;
            Ok((committed.version, events))
        }
    }
}
