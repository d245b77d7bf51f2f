//! How good players are at a ruleset, and how they keep to their games; from finished public games alone.
//!
//! May know the store and the outcome of a game, not the rules. Workers record every result once and in the order of
//! finishing; requests only read what is recorded. Games that are not public change nothing here, so that no one learns
//! of one from the ratings of its players.

mod results;

pub use results::rate_next;

use chrono::TimeDelta;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::error::Error;
use crate::service::Ctx;
use crate::service::page::{self, Page};
use crate::store::Connection;
use crate::store::ratings::{self, RatingChangeRow, RatingRow, ReliabilityCounts};
use crate::time_control::Instant;

/// With fewer rated games a rating is provisional.
const PROVISIONAL_GAMES: i32 = 5;

/// How strong a player is in one ruleset.
#[derive(Debug, Serialize, ToSchema)]
pub struct PlayerRating {
    pub ruleset: String,
    /// The estimate; everybody begins with 1500.
    pub rating: i64,
    /// How far off it may be: 500 at first, less with every game.
    #[schema(minimum = 0)]
    pub uncertainty: i64,
    /// The estimate less twice the uncertainty.
    pub at_least: i32,
    /// How many games were rated.
    #[schema(minimum = 0)]
    pub games: i32,
    /// `true` with fewer than 5 rated games.
    pub provisional: bool,
}

/// How reliably a player ends public games.
#[derive(Debug, Serialize, ToSchema)]
pub struct Reliability {
    /// Public games that ended with the player in a seat.
    #[schema(minimum = 0)]
    pub games_finished: i32,
    /// Of these, how many the player resigned.
    #[schema(minimum = 0)]
    pub resigned: i32,
    /// Of these, how many a bot played at the end.
    #[schema(minimum = 0)]
    pub caretaken: i32,
    /// How often the player's time ran out in public games, running ones included.
    #[schema(minimum = 0)]
    pub lapses: i32,
    /// Percentage that the player played to the end, rounded down; null before the first game.
    #[schema(minimum = 0, maximum = 100)]
    pub played_out_percent: Option<i32>,
    /// What these numbers come to, for a word beside the name.
    pub level: ReliabilityLevel,
    /// The same of late.
    pub recent: RecentReliability,
}

/// `new`: fewer than 3 public games have ended; `reliable`: at least 95 % were played to the end, and of late every one;
/// `mostly_reliable`: at least 80 %; `often_leaves`: fewer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ReliabilityLevel {
    /// Too few games to say more.
    New,
    /// Plays games to their end.
    Reliable,
    /// Leaves a game now and then.
    MostlyReliable,
    /// Leaves more than one game in five.
    OftenLeaves,
}

/// How a player ended public games in the last days.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
pub struct RecentReliability {
    /// How many days back it reaches.
    #[schema(minimum = 1)]
    pub days: u16,
    /// Public games that ended then with the player in a seat.
    #[schema(minimum = 0)]
    pub games_finished: i64,
    /// Of these, how many the player resigned, or a bot played at the end.
    #[schema(minimum = 0)]
    pub abandoned: i64,
}

/// What counts as of late, in days.
const RECENT_DAYS: u16 = 90;
/// With fewer games nothing is said of a player.
const TELLING_GAMES: i32 = 3;
/// How many of a hundred games a reliable player plays to the end, and one who is mostly reliable.
const RELIABLE_PERCENT: i32 = 95;
const MOSTLY_RELIABLE_PERCENT: i32 = 80;

impl From<RatingRow> for PlayerRating {
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

impl Reliability {
    fn of(counts: &ReliabilityCounts, recent: RecentReliability) -> Self {
        let games = i64::from(counts.games_finished);
        let left = i64::from(counts.resigned) + i64::from(counts.caretaken);
        let percent = ((games - left).max(0) * 100).checked_div(games);
        let percent = percent.and_then(|percent| i32::try_from(percent).ok());
        Self {
            level: match percent {
                _ if counts.games_finished < TELLING_GAMES => ReliabilityLevel::New,
                Some(RELIABLE_PERCENT..) if recent.abandoned == 0 => ReliabilityLevel::Reliable,
                Some(MOSTLY_RELIABLE_PERCENT..) => ReliabilityLevel::MostlyReliable,
                _ => ReliabilityLevel::OftenLeaves,
            },
            recent,
            games_finished: counts.games_finished,
            resigned: counts.resigned,
            caretaken: counts.caretaken,
            lapses: counts.lapses,
            played_out_percent: percent,
        }
    }
}

/// The ratings of an account, by ruleset.
pub async fn ratings_of(connection: &mut Connection, account: Uuid) -> Result<Vec<PlayerRating>, Error> {
    Ok(ratings::of(connection, account).await?.into_iter().map(PlayerRating::from).collect())
}

pub async fn reliability_of(ctx: &mut Ctx, account: Uuid) -> Result<Reliability, Error> {
    let since = ctx.app.now() - TimeDelta::days(RECENT_DAYS.into());
    let counts = ratings::reliability_of(&mut ctx.db, account).await?.unwrap_or_default();
    let (games_finished, abandoned) = ratings::ended_since(&mut ctx.db, account, since).await?;
    Ok(Reliability::of(&counts, RecentReliability { days: RECENT_DAYS, games_finished, abandoned }))
}

#[allow(clippy::cast_possible_truncation, reason = "a cast from a float saturates")]
fn whole(value: f64) -> i64 {
    value.round() as i64
}

/// A place in the ranking of a ruleset.
#[derive(Debug, Serialize, ToSchema)]
pub struct RatedPlayer {
    pub account: Uuid,
    pub name: String,
    #[serde(flatten)]
    pub rating: PlayerRating,
}

/// The players who are rated for a ruleset, a page at a time. Errors: `ruleset_not_found`, `invalid_parameter` for a
/// cursor of another list.
pub async fn list(
    ctx: &mut Ctx,
    ruleset: &str,
    after: Option<&str>,
    limit: u16,
) -> Result<Page<RatedPlayer>, Error> {
    let ruleset = ctx.app.ruleset(ruleset)?.id();
    let list = format!("ratings of {ruleset}");
    let place = page::place(&list, after)?;
    let rows = ratings::page(&mut ctx.db, ruleset, place, i64::from(limit) + 1).await?;
    let page = page::cut(&list, rows, limit, &place, |(row, _)| (row.at_least, row.account_id));
    Ok(page.map(|(row, name)| RatedPlayer { account: row.account_id, name, rating: row.into() }))
}

/// What one game did to a player's rating.
#[derive(Debug, Serialize, ToSchema)]
pub struct RatingChange {
    /// Counts the player's rated games of this ruleset, from 1.
    #[schema(minimum = 1)]
    pub number: i32,
    pub game_id: Uuid,
    /// The same as `game_id`.
    #[schema(deprecated)]
    pub game: Uuid,
    /// 1 for the best; equal players share a place.
    #[schema(minimum = 1)]
    pub rank: i16,
    #[schema(minimum = 2)]
    pub players: i16,
    pub before: RatingEstimate,
    pub after: RatingEstimate,
    #[schema(value_type = String, format = DateTime)]
    pub rated_at: Instant,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct RatingEstimate {
    pub rating: i64,
    /// How far off the estimate may be.
    #[schema(minimum = 0)]
    pub uncertainty: i64,
}

/// The rated games of `account` of a ruleset, a page at a time. Errors: `ruleset_not_found`, `invalid_parameter` for a
/// cursor of another list.
pub async fn history(
    ctx: &mut Ctx,
    account: Uuid,
    ruleset: &str,
    after: Option<&str>,
    limit: u16,
) -> Result<Page<RatingChange>, Error> {
    let ruleset = ctx.app.ruleset(ruleset)?.id();
    let list = format!("ratings of {account} in {ruleset}");
    let place = page::place(&list, after)?;
    let most = i64::from(limit) + 1;
    let rows = ratings::page_of_changes(&mut ctx.db, account, ruleset, place, most).await?;
    Ok(page::cut(&list, rows, limit, &place, |row| row.number).map(RatingChange::from))
}

/// The most games that are rated before one whose result is requested now.
const MAX_RATED_BEFORE: usize = 50;

/// What a game did to the rating of a player; `None` for one that is not rated. A game that has just ended is rated at
/// once, with those that ended before it.
pub async fn change_by(ctx: &mut Ctx, game: Uuid, account: Uuid) -> Result<Option<RatingChange>, Error> {
    for _ in 0..MAX_RATED_BEFORE {
        if ratings::is_rated(&mut ctx.db, game).await? || !rate_next(ctx).await? {
            break;
        }
    }
    known_change(&mut ctx.db, game, account).await
}

/// What a game did to the rating of a player, without rating it: `None` also for a game that is not rated yet.
pub async fn known_change(
    connection: &mut Connection,
    game: Uuid,
    account: Uuid,
) -> Result<Option<RatingChange>, Error> {
    Ok(ratings::change_by(connection, account, game).await?.map(RatingChange::from))
}

impl From<RatingChangeRow> for RatingChange {
    fn from(row: RatingChangeRow) -> Self {
        let estimate =
            |rating, uncertainty| RatingEstimate { rating: whole(rating), uncertainty: whole(uncertainty) };
        Self {
            number: row.number,
            game_id: row.game_id,
            game: row.game_id,
            rank: row.rank,
            players: row.players,
            before: estimate(row.rating_before, row.uncertainty_before),
            after: estimate(row.rating_after, row.uncertainty_after),
            rated_at: row.rated_at,
        }
    }
}
