//! What stands before the entries.

use serde::de::DeserializeOwned;

use crate::error::{Code, Error};
use crate::record::{FORMAT, FORMAT_VERSION, Head, Player};
use crate::service::table::Table;
use crate::store::history::{self, Joiner, RecordedGame};
use crate::store::{Connection, StoreError};

/// The head of the record of a table, as the table's caller may see it.
pub(super) async fn of(connection: &mut Connection, table: &Table) -> Result<Head, Error> {
    let last_version = table.position()?.0;
    let game = history::recorded_game(connection, table.id).await?;
    let game = game.ok_or_else(|| Code::GameNotFound.problem())?;
    // A game may end between the two reads; what was read of the log then is not the whole of it.
    let complete = table.present.status.is_over();
    let players = players(connection, table, complete).await?;
    Ok(Head {
        format: FORMAT.to_owned(),
        format_version: FORMAT_VERSION,
        complete,
        viewer: table.seat.filter(|_| !complete),
        game: table.id,
        status: table.present.status.word().to_owned(),
        rules_version: number(game.rules_version)?,
        seat_count: number(game.seat_count)?,
        deal_seats: game.deal_seats,
        options: json(&game.options)?,
        components: json(&game.components)?,
        created_at: game.created_at,
        started_at: game.started_at,
        finished_at: game.finished_at.filter(|_| complete),
        last_version,
        commitment: hex::encode(&game.commitment),
        secret: complete.then(|| hex::encode(&game.secret)),
        outcome: outcome(&game, complete)?,
        players,
        name: game.name,
        ruleset: game.ruleset,
    })
}

fn outcome<T: DeserializeOwned>(game: &RecordedGame, complete: bool) -> Result<Option<T>, Error> {
    game.outcome.as_deref().filter(|_| complete).map(json).transpose()
}

async fn players(connection: &mut Connection, table: &Table, complete: bool) -> Result<Vec<Player>, Error> {
    let joiners: Result<Vec<Joiner>, StoreError> = history::joiners(connection, table.id).await;
    joiners?.into_iter().map(|joiner| player(joiner, complete)).collect()
}

fn player(joiner: Joiner, complete: bool) -> Result<Player, Error> {
    Ok(Player {
        join_order: number(joiner.join_order)?,
        seat: number(joiner.seat)?,
        account: joiner.account_id,
        name: joiner.name,
        bot: joiner.bot,
        entropy: complete.then(|| hex::encode(&joiner.entropy)),
    })
}

fn number<N, T: TryFrom<N, Error: std::fmt::Display>>(stored: N) -> Result<T, Error> {
    T::try_from(stored).map_err(|error| Error::Internal(format!("a stored number: {error}")))
}

fn json<T: DeserializeOwned>(stored: &str) -> Result<T, Error> {
    serde_json::from_str(stored)
        .map_err(|error| Error::Internal(format!("stored JSON does not read: {error}")))
}
