//! A game as it stood at an earlier version: the last kept state, and the events since folded in.

use super::loaded_game::LoadedGame;
use super::log;
use crate::error::Error;
use crate::store::history::{self, EntryRow};
use crate::store::{Connection, games};
use rules::AnyGame;

/// The game as it was at `version`.
pub async fn game_at(
    connection: &mut Connection,
    loaded: &LoadedGame,
    version: i64,
) -> Result<Box<dyn AnyGame>, Error> {
    let (from, mut game) = match history::snapshot(connection, loaded.id, version).await? {
        Some((from, state)) => (from, loaded.game(&state)?),
        None => (-1, blank(connection, loaded).await?),
    };
    for entry in between(connection, loaded, from, version).await? {
        log::fold(game.as_mut(), &entry)?;
    }
    Ok(game)
}

/// The entries after `from` up to `version`.
pub async fn between(
    connection: &mut Connection,
    loaded: &LoadedGame,
    from: i64,
    version: i64,
) -> Result<Vec<EntryRow>, Error> {
    Ok(history::entries(connection, loaded.id, from, version, i64::MAX).await?)
}

async fn blank(connection: &mut Connection, loaded: &LoadedGame) -> Result<Box<dyn AnyGame>, Error> {
    let unusable = |what: String| Error::bug(format!("game {} can't be laid out again: {what}", loaded.id));
    let game = games::get(connection, loaded.id).await?.ok_or_else(|| unusable("it is gone".to_owned()))?;
    let options = serde_json::value::RawValue::from_string(game.options)
        .map_err(|error| unusable(error.to_string()))?;
    let seats = u8::try_from(game.seat_count).map_err(|error| unusable(error.to_string()))?;
    loaded.ruleset.blank(&options, seats).map_err(|refusal| unusable(refusal.to_string()))
}
