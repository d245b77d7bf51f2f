//! How somebody's rating came about: each rated game, and what it made of the rating.

use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::shown::whole;
use crate::app::App;
use crate::clock::Instant;
use crate::error::{Code, Error};
use crate::service::cursor;
use crate::store::Connection;
use crate::store::ratings::{self, RatingChangeRow};

/// A page of somebody's rated games of a title.
#[derive(Debug, Serialize, ToSchema)]
pub struct RatingHistory {
    /// The latest first.
    pub changes: Vec<RatingChange>,
    /// Pass this as `cursor` for the next page; null on the last one.
    pub next_cursor: Option<String>,
}

/// What one game made of somebody's rating.
#[derive(Debug, Serialize, ToSchema)]
pub struct RatingChange {
    /// Which of the person's rated games of this title it was, from 1.
    #[schema(minimum = 1)]
    pub number: i32,
    /// The game.
    pub game: Uuid,
    /// The person's place, 1 for the best; a shared place is a draw.
    #[schema(minimum = 1)]
    pub rank: i16,
    /// How many were placed.
    #[schema(minimum = 2)]
    pub players: i16,
    /// The rating that the person came with; everybody begins with 1500, uncertain by 500.
    pub before: Estimate,
    /// The rating that the person left with.
    pub after: Estimate,
    /// When it was rated.
    #[schema(value_type = String, format = DateTime)]
    pub rated_at: Instant,
}

/// How good somebody was taken to be.
#[derive(Debug, Serialize, ToSchema)]
pub struct Estimate {
    /// The estimate.
    pub rating: i64,
    /// How far off it might well be.
    #[schema(minimum = 0)]
    pub uncertainty: i64,
}

/// The rated games of `account` of a title, a page at a time. Errors: `ruleset_not_found`, `invalid_parameter` for a
/// cursor of another list.
pub async fn history(
    app: &App,
    connection: &mut Connection,
    account: Uuid,
    ruleset: &str,
    after: Option<&str>,
    limit: u16,
) -> Result<RatingHistory, Error> {
    let ruleset = app.ruleset(ruleset)?.id();
    let list = format!("ratings of {account} in {ruleset}");
    let before = after.map(|after| number(&list, after)).transpose()?;
    let most = i64::from(limit) + 1;
    let mut rows = ratings::page_of_changes(connection, account, ruleset, before, most).await?;
    let more = rows.len() > usize::from(limit);
    rows.truncate(usize::from(limit));
    let last = rows.last().filter(|_| more);
    let next_cursor = last.map(|last| cursor::write_text(&list, &last.number.to_string()));
    Ok(RatingHistory { changes: rows.into_iter().map(RatingChange::from).collect(), next_cursor })
}

fn number(list: &str, cursor: &str) -> Result<i32, Error> {
    let unusable = |_| Code::InvalidParameter.field("cursor", "This is no cursor of this list.");
    cursor::read_text(list, cursor)?.parse().map_err(unusable)
}

impl From<RatingChangeRow> for RatingChange {
    fn from(row: RatingChangeRow) -> Self {
        let estimate =
            |rating, uncertainty| Estimate { rating: whole(rating), uncertainty: whole(uncertainty) };
        Self {
            number: row.number,
            game: row.game_id,
            rank: row.rank,
            players: row.players,
            before: estimate(row.rating_before, row.uncertainty_before),
            after: estimate(row.rating_after, row.uncertainty_after),
            rated_at: row.rated_at,
        }
    }
}
