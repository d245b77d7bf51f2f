//! How a game that is over was scored: where the points of every seat come from, and how they grew.

use std::sync::Arc;

use crate::cache::Cache;
use crate::error::Error;
use crate::service::loaded_game::LoadedGame;
use crate::service::pictures::{self, PictureRequest};
use crate::service::{Ctx, history, log};
use rules::ScoreSource;

/// Found in the whole log of a game, which changes no more. The key names the game, the digest of its last entry and
/// what its pictures depend on.
pub type FinalScoreCache = Cache<String, Arc<FinalScore>>;

/// How many final scores are cached, of some twenty kilobytes each.
pub const CACHED_SCORES: usize = 64;
/// The most versions that are read at once.
const VERSIONS_AT_ONCE: i64 = 500;

pub struct FinalScore {
    /// None for a ruleset that does not tell.
    pub sources: Vec<ScoreSource>,
    /// The points of every seat by turn, as an SVG document.
    pub chart: String,
}

/// The score of a game that is over. The first time it costs a replay of the game, whose length the rules bound.
pub async fn final_score(
    ctx: &mut Ctx,
    loaded: &LoadedGame,
    request: &PictureRequest,
) -> Result<Arc<FinalScore>, Error> {
    let key = format!("{} {} {}", loaded.id, request.tag, request.mark());
    if let Some(known) = ctx.app.final_score_cache.get(&key) {
        return Ok(known);
    }
    let (version, game) = loaded.position()?;
    let events = standing_events(ctx, loaded, version).await?;
    let sources = game.score_sources(&events).map_err(|error| Error::internal("the log of a game", error))?;
    let chart = pictures::chart(&mut ctx.db, loaded, request).await?;
    let score = Arc::new(FinalScore { sources, chart });
    ctx.app.final_score_cache.insert(key, Arc::clone(&score));
    Ok(score)
}

/// The events of every entry that was not taken back, oldest first.
async fn standing_events(ctx: &mut Ctx, loaded: &LoadedGame, last: i64) -> Result<Vec<String>, Error> {
    let mut standing: Vec<(i64, String)> = Vec::new();
    let mut version = -1;
    while version < last {
        let next = last.min(version + VERSIONS_AT_ONCE);
        for entry in history::between(&mut ctx.db, loaded, version, next).await? {
            match log::returned_to(&entry)? {
                Some(earlier) => standing.retain(|(version, _)| *version <= earlier),
                None => standing.push((entry.version, entry.events)),
            }
        }
        version = next;
    }
    Ok(standing.into_iter().map(|(_, events)| events).collect())
}
