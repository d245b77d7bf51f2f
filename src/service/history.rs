//! A game as it stood at an earlier version: the last kept state, and the events since folded in.

use super::loaded_game::LoadedGame;
use super::log;
use crate::error::Error;
use crate::store::history::{self, EntryRow};
use crate::store::{Connection, games};
use rules::AnyGame;

/// The game of `table` as it stood at `version`.
pub async fn game_at(
    connection: &mut Connection,
    table: &LoadedGame,
    version: i64,
) -> Result<Box<dyn AnyGame>, Error> {
    let (from, mut game) = match history::snapshot(connection, table.id, version).await? {
        Some((from, state)) => (from, table.game(&state)?),
        None => (-1, blank(connection, table).await?),
    };
    for entry in between(connection, table, from, version).await? {
        log::fold(game.as_mut(), &entry)?;
    }
    Ok(game)
}

/// The entries after `from` up to `version`.
pub async fn between(
    connection: &mut Connection,
    table: &LoadedGame,
    from: i64,
    version: i64,
) -> Result<Vec<EntryRow>, Error> {
    Ok(history::entries(connection, table.id, from, version, i64::MAX).await?)
}

async fn blank(connection: &mut Connection, table: &LoadedGame) -> Result<Box<dyn AnyGame>, Error> {
    let unusable = |what: String| Error::bug(format!("game {} can't be laid out again: {what}", table.id));
    let game = games::get(connection, table.id).await?.ok_or_else(|| unusable("it is gone".to_owned()))?;
    let options = serde_json::value::RawValue::from_string(game.options)
        .map_err(|error| unusable(error.to_string()))?;
    let seats = u8::try_from(game.seat_count).map_err(|error| unusable(error.to_string()))?;
    table.title.blank(&options, seats).map_err(|refusal| unusable(refusal.to_string()))
}
