//! Games as they stood when they were read last.
//!
//! Nothing here becomes stale: the digest of the last entry of a game is read from the database every time, and what is
//! cached under another one is not shown. A version may come again with other content, or a lower one after a higher:
//! after a failover that lost a write.

use std::sync::Arc;
use std::time::{Duration, Instant as Moment};

use uuid::Uuid;

use super::rulesets::Ruleset;
use crate::cache::Cache;
use crate::store::positions::GameRow;
use rules::AnyGame;

pub type GameCache = Cache<Uuid, CachedGame>;

/// How many games are cached, of some kilobytes each.
pub const CACHED_GAMES: usize = 256;

/// A game at one version of it.
#[derive(Clone)]
pub struct CachedGame {
    pub version: i64,
    /// The digest of the entry that led to it.
    pub digest: Arc<[u8]>,
    pub game: Arc<dyn AnyGame>,
}

/// Games that this process wrote a moment ago, for the next action in them.
pub type PlayedGameCache = Cache<Uuid, Arc<PlayedGame>>;

/// How long a game is acted in without reading it again. Nothing depends on it as long as all servers are of one
/// release: it bounds what a server of 1.0.0 beside this one may change without counting it.
const MOST_AGE: Duration = Duration::from_secs(60);

/// Everything that an action is judged by, as it stood after the last write. An action may be decided on it, since the
/// write finds out whether it still stands so; nobody is refused anything because of it.
pub struct PlayedGame {
    /// Without the state, and without what belongs to a caller.
    pub row: GameRow,
    pub ruleset: Ruleset,
    pub game: Arc<dyn AnyGame>,
    /// When all of it was last read.
    pub read_at: Moment,
}

impl PlayedGame {
    pub fn is_fresh(&self) -> bool {
        self.read_at.elapsed() < MOST_AGE
    }
}
