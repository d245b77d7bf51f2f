//! The games of a player or a competition that are over, in the order in which they ended, for exports.

use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::people::{COUNTS, HistoryFilter};
use super::sql::{Statement, by_name, sql};
use super::{Connection, Result};
use time_control::Instant;

by_name! {
    /// A game, with its place in the order.
    #[derive(Debug, Clone, Copy)]
    pub struct EndedGame {
        pub id: Uuid,
        pub finished_at: Instant,
    }
}

/// Whose games are exported.
#[derive(Debug, Clone, Copy)]
pub enum GamesOf {
    Player(Uuid),
    Competition(Uuid),
}

/// Whose games are exported, and which.
#[derive(Debug, Clone)]
pub struct ExportedGames {
    pub of: GamesOf,
    /// Also games that are not public?
    pub hidden_too: bool,
    pub filter: HistoryFilter,
    /// Games that ended later are left out.
    pub latest: Instant,
}

impl GamesOf {
    fn id(self) -> Uuid {
        let (Self::Player(id) | Self::Competition(id)) = self;
        id
    }

    /// The games that began, are over, and may be exported.
    fn ended(self) -> String {
        let own = match self {
            Self::Player(_) => "seats JOIN games ON games.id = seats.game_id WHERE seats.account_id = $1",
            Self::Competition(_) => "games WHERE games.competition_id = $1",
        };
        format!(
            "FROM {own} AND games.started_at IS NOT NULL AND games.finished_at IS NOT NULL \
             AND (games.visibility = 'public' OR $2)"
        )
    }
}

/// At most `most` of the games after `after`, the one that ended first before the others.
pub async fn after(
    connection: &mut Connection,
    games: &ExportedGames,
    after: Option<EndedGame>,
    most: i64,
) -> Result<Vec<EndedGame>> {
    let ExportedGames { of, hidden_too, filter, latest } = games;
    let ended = of.ended();
    sql(format!(
        "SELECT games.id, games.finished_at {ended} AND games.finished_at <= $3 \
         AND ($4::timestamptz IS NULL OR (games.finished_at, games.id) > ($4, $5)) \
         AND ($6::text IS NULL OR games.ruleset = $6) AND ($7::timestamptz IS NULL OR games.finished_at >= $7) \
         AND ($8::timestamptz IS NULL OR games.finished_at < $8) \
         AND ($9::boolean IS NULL OR (games.status = 'finished' AND games.visibility = 'public' AND {COUNTS}) = $9) \
         ORDER BY games.finished_at, games.id LIMIT $10"
    ))
    .bind(of.id())
    .bind(*hidden_too)
    .bind(*latest)
    .bind(after.map(|game| game.finished_at))
    .bind(after.map(|game| game.id))
    .bind(filter.ruleset.clone())
    .bind(filter.since)
    .bind(filter.until)
    .bind(filter.rated)
    .bind(most)
    .load(connection)
    .await
}

/// A game that may be exported, with its place.
pub async fn find(connection: &mut Connection, games: &ExportedGames, id: Uuid) -> Result<Option<EndedGame>> {
    sql(format!("SELECT games.id, games.finished_at {} AND games.id = $3", games.of.ended()))
        .bind(games.of.id())
        .bind(games.hidden_too)
        .bind(id)
        .get_optional(connection)
        .await
}
