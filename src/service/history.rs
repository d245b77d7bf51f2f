//! A game as it stood at an earlier version: the last snapshot before it, with the events since folded in.

use std::collections::HashMap;

use uuid::Uuid;

use super::loaded_game::LoadedGame;
use super::log;
use crate::error::Error;
use crate::store::history::{self, EntryRow};
use crate::store::{Connection, games};
use rules::AnyGame;

pub async fn game_at(
    connection: &mut Connection,
    loaded: &LoadedGame,
    version: i64,
) -> Result<Box<dyn AnyGame>, Error> {
    let (from, mut game) = match history::snapshot(connection, loaded.id, version).await? {
        Some((from, state)) => (from, loaded.game(&state)?),
        None => (-1, blank(connection, loaded).await?),
    };
    let entries = between(connection, loaded, from, version).await?;
    fold(connection, loaded, game.as_mut(), &entries, |_| ()).await?;
    Ok(game)
}

/// Moves a game on by entries of its log, and shows it to `watch` after each.
pub async fn fold(
    connection: &mut Connection,
    loaded: &LoadedGame,
    game: &mut dyn AnyGame,
    entries: &[EntryRow],
    mut watch: impl FnMut(&dyn AnyGame),
) -> Result<(), Error> {
    let returns: Vec<Option<i64>> = entries.iter().map(log::returned_to).collect::<Result<_, _>>()?;
    // The positions within `entries` to which a later one of them returns, kept so that none is replayed twice.
    let mut kept: HashMap<i64, String> = HashMap::new();
    for (entry, returned_to) in entries.iter().zip(&returns) {
        match returned_to {
            Some(version) => {
                let earlier = match kept.get(version) {
                    Some(earlier) => earlier.clone(),
                    None => position(Box::pin(game_at(connection, loaded, *version)).await?.as_ref())?,
                };
                let broken = |error| Error::internal(format!("the return to version {version}"), error);
                game.restore(&earlier).map_err(broken)?;
            }
            None => log::fold(game, entry)?,
        }
        if returns.contains(&Some(entry.version)) {
            kept.insert(entry.version, position(game)?);
        }
        watch(game);
    }
    Ok(())
}

/// How many entries are read at a time to find a late one. Mostly it is among the last few.
const READS: [i64; 3] = [12, 60, 240];

/// Where a walk back through a log ended.
pub enum WalkedBack<T> {
    Found(T),
    /// The log has nothing of it.
    ToTheBeginning,
    /// It lies further back than is read.
    OutOfReach,
}

/// Walks the log back from the entry of `version`, past what was taken back, until `find` finds something.
pub async fn walk_back<T>(
    connection: &mut Connection,
    game: Uuid,
    mut version: i64,
    mut find: impl FnMut(&EntryRow) -> Result<Option<T>, Error>,
) -> Result<WalkedBack<T>, Error> {
    for count in READS {
        if version < 0 {
            break;
        }
        let first = (version - count).max(-1);
        let entries = history::entries(connection, game, first, version, count).await?;
        for entry in entries.iter().rev() {
            // Entries after `version` were taken back.
            if entry.version > version {
                continue;
            }
            if let Some(earlier) = log::returned_to(entry)? {
                version = earlier;
            } else if let Some(found) = find(entry)? {
                return Ok(WalkedBack::Found(found));
            }
        }
        version = version.min(first);
    }
    Ok(if version < 0 { WalkedBack::ToTheBeginning } else { WalkedBack::OutOfReach })
}

fn position(game: &dyn AnyGame) -> Result<String, Error> {
    game.position().map_err(|error| Error::internal("a position as JSON", error))
}

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
    loaded.ruleset.blank_as_stored(&options, seats).map_err(|refusal| unusable(refusal.to_string()))
}
