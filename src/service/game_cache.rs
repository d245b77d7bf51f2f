//! Games as they stood when they were read last.
//!
//! Nothing here becomes stale: the digest of the last entry of a game is read from the database every time, and what is
//! cached under another one is not shown. A version may come again with other content, or a lower one after a higher:
//! after a failover that lost a write.

use std::sync::Arc;
use std::time::{Duration, Instant as Moment};

use bytes::Bytes;
use uuid::Uuid;

use super::rulesets::Ruleset;
use super::tag::Tag;
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

/// What readers of games were answered last.
pub type AnswerCache = Cache<AnswerKey, CachedAnswer>;

/// How many answers are cached, of some kilobytes each.
pub const CACHED_ANSWERS: usize = 512;

/// Who read which game, and what of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct AnswerKey {
    pub game: Uuid,
    pub account: Option<Uuid>,
    pub as_spectator: bool,
    pub part: GamePart,
}

/// The parts of a game whose answers depend on the present position and the viewer alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum GamePart {
    View,
    LegalActions,
}

/// The body of an answer, which is sent again for as long as the game has the same tag.
#[derive(Debug, Clone)]
pub struct CachedAnswer {
    pub tag: Tag,
    pub body: Bytes,
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
