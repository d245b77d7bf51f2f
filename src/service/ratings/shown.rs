//! What everybody sees of somebody's games.

use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::error::Error;
use crate::store::Connection;
use crate::store::ratings::ReliabilityCounts;
use crate::store::ratings::{self, RatingRow};

/// With fewer rated games a rating says little.
const PROVISIONAL_GAMES: i32 = 5;

/// How good somebody is at a title.
#[derive(Debug, Serialize, ToSchema)]
pub struct RatingShown {
    /// The title.
    pub ruleset: String,
    /// The estimate; everybody begins with 1500.
    pub rating: i64,
    /// How far off the estimate may well be; 500 at the beginning, less with every game.
    #[schema(minimum = 0)]
    pub uncertainty: i64,
    /// The estimate less twice the uncertainty: worth that much almost surely.
    pub at_least: i32,
    /// Rated games.
    #[schema(minimum = 0)]
    pub games: i32,
    /// Too few games to say much: fewer than 5.
    pub provisional: bool,
}

/// How somebody keeps to his public tables.
#[derive(Debug, Serialize, ToSchema)]
pub struct Reliability {
    /// Public games that came to a result while he had a seat in them.
    #[schema(minimum = 0)]
    pub games_finished: i32,
    /// Those of them in which he resigned.
    #[schema(minimum = 0)]
    pub resigned: i32,
    /// Those of them in which a bot played for him at the end.
    #[schema(minimum = 0)]
    pub caretaken: i32,
    /// How often a clock ran out on him in a public game, running ones included.
    #[schema(minimum = 0)]
    pub lapses: i32,
    /// How many of 100 games he played to the end himself, rounded down; null before the first.
    #[schema(minimum = 0, maximum = 100)]
    pub played_out_percent: Option<i32>,
}

impl From<RatingRow> for RatingShown {
    fn from(row: RatingRow) -> Self {
        Self {
            rating: whole(row.rating),
            uncertainty: whole(row.uncertainty),
            at_least: row.at_least,
            games: row.games,
            provisional: row.games < PROVISIONAL_GAMES,
            ruleset: row.ruleset,
        }
    }
}

impl From<ReliabilityCounts> for Reliability {
    fn from(counts: ReliabilityCounts) -> Self {
        let games = i64::from(counts.games_finished);
        let left = i64::from(counts.resigned) + i64::from(counts.caretaken);
        let percent = ((games - left).max(0) * 100).checked_div(games);
        Self {
            games_finished: counts.games_finished,
            resigned: counts.resigned,
            caretaken: counts.caretaken,
            lapses: counts.lapses,
            played_out_percent: percent.and_then(|percent| i32::try_from(percent).ok()),
        }
    }
}

/// Somebody's ratings, by title.
pub async fn ratings_of(connection: &mut Connection, account: Uuid) -> Result<Vec<RatingShown>, Error> {
    Ok(ratings::of(connection, account).await?.into_iter().map(RatingShown::from).collect())
}

/// How somebody keeps to his tables.
pub async fn reliability_of(connection: &mut Connection, account: Uuid) -> Result<Reliability, Error> {
    Ok(ratings::reliability_of(connection, account).await?.unwrap_or_default().into())
}

#[allow(clippy::cast_possible_truncation, reason = "a cast from a float saturates")]
pub(super) fn whole(value: f64) -> i64 {
    value.round() as i64
}
