//! How two players did against each other.

use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::error::Error;
use crate::store::{Connection, people};

/// How the finished games of two players ended between them.
#[derive(Debug, Serialize, ToSchema)]
pub struct Crosstable {
    /// The player whose wins are counted.
    pub player: PersonSummary,
    pub opponent: PersonSummary,
    /// One for each ruleset of which they have finished a game together.
    pub rulesets: Vec<CrosstableEntry>,
}

/// A player, as lists of players show them.
#[derive(Debug, Serialize, ToSchema)]
pub struct PersonSummary {
    /// The id of the player's account.
    pub account_id: Uuid,
    pub name: String,
}

/// How the games of one ruleset ended between two players.
#[derive(Debug, Serialize, ToSchema)]
pub struct CrosstableEntry {
    pub ruleset: String,
    /// How many games both of them finished.
    #[schema(minimum = 1)]
    pub games: i64,
    /// In how many of them the player came before the opponent, also where a third player won.
    #[schema(minimum = 0)]
    pub wins: i64,
    /// In how many of them the opponent came before the player.
    #[schema(minimum = 0)]
    pub losses: i64,
    /// In how many of them both share a place.
    #[schema(minimum = 0)]
    pub equal: i64,
}

/// The crosstable of two players, of public games and of those in which `viewer` has a seat. Error:
/// `account_not_found`.
pub async fn crosstable(
    connection: &mut Connection,
    player: &str,
    opponent: &str,
    viewer: Option<Uuid>,
) -> Result<Crosstable, Error> {
    let player = super::find(connection, player).await?;
    let opponent = super::find(connection, opponent).await?;
    let rows = people::crosstable(connection, player.id, opponent.id, viewer).await?;
    let entry = |row: people::CrosstableRow| CrosstableEntry {
        ruleset: row.ruleset,
        games: row.games,
        wins: row.wins,
        losses: row.losses,
        equal: row.equal,
    };
    Ok(Crosstable {
        player: PersonSummary { account_id: player.id, name: player.name },
        opponent: PersonSummary { account_id: opponent.id, name: opponent.name },
        rulesets: rows.into_iter().map(entry).collect(),
    })
}
