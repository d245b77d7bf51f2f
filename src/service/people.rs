//! Players as everyone may see them: who they are, and their finished public games.
//!
//! Nothing here depends on a game that is not public, so that no one learns of one from its players. Names are found
//! whole, never searched for, and mail addresses not at all. A deleted account is not found.

use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::error::{Code, Error};
use crate::service::App;
use crate::service::identity::{Name, account_id};
use crate::service::page::Page;
use crate::service::ratings::{self, PlayerRating, RatingChange, Reliability};
use crate::service::{cursor, stored_json};
use crate::store::Connection;
use crate::store::games::Game;
use crate::store::people::{self, PersonKey, PublicAccount};
use crate::time_control::Instant;
use rules::Outcome;

/// What everyone may see of a player.
#[derive(Debug, Serialize, ToSchema)]
pub struct Profile {
    /// The id, which never changes.
    pub id: Uuid,
    /// The name of the player.
    pub name: String,
    /// The player's description of themselves.
    pub about: String,
    /// When the account was registered.
    #[schema(value_type = String, format = DateTime)]
    pub member_since: Instant,
    /// How good the player is, ruleset by ruleset, from public games.
    pub ratings: Vec<PlayerRating>,
    /// How reliably the player plays to the end, from public games.
    pub reliability: Reliability,
}

/// A finished public game of a player.
#[derive(Debug, Serialize, ToSchema)]
pub struct FinishedGame {
    /// The id of the game.
    pub id: Uuid,
    /// The ruleset of the game.
    pub ruleset: String,
    /// The name of the game.
    pub name: String,
    /// The seat of the player.
    pub seat: i16,
    /// How it ended, for every seat.
    pub outcome: Option<Outcome>,
    /// When it began.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub started_at: Option<Instant>,
    /// When it ended.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub finished_at: Option<Instant>,
}

/// A player by id or by name. Error: `account_not_found`.
pub async fn show(connection: &mut Connection, named: &str) -> Result<Profile, Error> {
    let PublicAccount { id, name, about, created_at } = find(connection, named).await?;
    let ratings = ratings::ratings_of(connection, id).await?;
    let reliability = ratings::reliability_of(connection, id).await?;
    Ok(Profile { id, name, about, member_since: created_at, ratings, reliability })
}

/// The finished public games of a player, a page at a time. Errors: `account_not_found`, `invalid_parameter` for a
/// cursor of another list.
pub async fn games(
    connection: &mut Connection,
    named: &str,
    after: Option<&str>,
    limit: u16,
) -> Result<Page<FinishedGame>, Error> {
    let named = find(connection, named).await?.id;
    let list = format!("finished games of {named}");
    let before = after.map(|after| cursor::read(&list, after)).transpose()?;
    let mut games = people::games(connection, named, before, i64::from(limit) + 1).await?;
    let next_cursor = cursor::cut(&list, &mut games, limit, |(game, _)| game.id);
    let games = games.into_iter().map(finished).collect::<Result<_, _>>()?;
    Ok(Page { items: games, next_cursor })
}

/// How the rating for a ruleset came about, a page at a time. Errors: `account_not_found`, `ruleset_not_found`,
/// `invalid_parameter` for a cursor of another list.
pub async fn rating_history(
    app: &App,
    connection: &mut Connection,
    named: &str,
    ruleset: &str,
    after: Option<&str>,
    limit: u16,
) -> Result<Page<RatingChange>, Error> {
    let named = find(connection, named).await?.id;
    ratings::history(app, connection, named, ruleset, after, limit).await
}

async fn find(connection: &mut Connection, named: &str) -> Result<PublicAccount, Error> {
    let known = match (account_id(named), Name::try_from(named.to_owned())) {
        (Some(id), _) => people::find(connection, PersonKey::Id(id)).await?,
        (None, Ok(name)) => people::find(connection, PersonKey::Key(name.key())).await?,
        (None, Err(_)) => None,
    };
    known.ok_or_else(|| Code::AccountNotFound.problem())
}

fn finished((game, seat): (Game, i16)) -> Result<FinishedGame, Error> {
    let outcome = game.outcome.as_deref().map(|text| stored_json::decode("an outcome", text)).transpose()?;
    Ok(FinishedGame {
        id: game.id,
        ruleset: game.ruleset,
        name: game.name,
        seat,
        outcome,
        started_at: game.started_at,
        finished_at: game.finished_at,
    })
}
