//! Games as they stood when they were read last.
//!
//! Nothing here becomes stale: the digest of the last entry of a game is read from the database every time, and what is
//! cached under another one is not shown. A version may come again with other content, or a lower one after a higher:
//! after a failover that lost a write.

use std::sync::Arc;

use uuid::Uuid;

use crate::cache::Cache;
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
