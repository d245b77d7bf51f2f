//! People as everybody may see them: who they are, and their finished public games.
//!
//! Nothing here hangs on a game that is not public, so that nobody learns of one by looking at those who play it. Names
//! are looked up whole, never searched for, and mail addresses not at all. A deleted account is nobody.

use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::app::App;
use crate::clock::Instant;
use crate::error::{Code, Error};
use crate::service::accounts::{Name, person_id};
use crate::service::cursor;
use crate::service::ratings::{self, RatingHistory, RatingShown, Reliability};
use crate::store::Connection;
use crate::store::games::Game;
use crate::store::people::{self, PersonKey, PublicAccount};
use rules::Outcome;

/// Somebody.
#[derive(Debug, Serialize, ToSchema)]
pub struct Profile {
    /// Never changes.
    pub id: Uuid,
    /// The name.
    pub name: String,
    /// What he says about himself.
    pub about: String,
    /// When he registered.
    #[schema(value_type = String, format = DateTime)]
    pub member_since: Instant,
    /// How good he is, title by title, from public games.
    pub ratings: Vec<RatingShown>,
    /// How he keeps to his tables, from public games.
    pub reliability: Reliability,
}

/// A page of finished games.
#[derive(Debug, Serialize, ToSchema)]
pub struct FinishedGames {
    /// Newest table first.
    pub games: Vec<FinishedGame>,
    /// Pass this as `cursor` for the next page; null on the last one.
    pub next_cursor: Option<String>,
}

/// A finished public game of somebody.
#[derive(Debug, Serialize, ToSchema)]
pub struct FinishedGame {
    /// The game.
    pub id: Uuid,
    /// The title.
    pub ruleset: String,
    /// What the table is called.
    pub name: String,
    /// His seat.
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

/// Somebody by id or by name. Error: `account_not_found`.
pub async fn show(connection: &mut Connection, person: &str) -> Result<Profile, Error> {
    let PublicAccount { id, name, about, created_at } = find(connection, person).await?;
    let ratings = ratings::ratings_of(connection, id).await?;
    let reliability = ratings::reliability_of(connection, id).await?;
    Ok(Profile { id, name, about, member_since: created_at, ratings, reliability })
}

/// His finished public games, a page at a time. Errors: `account_not_found`, `invalid_parameter` for a cursor of
/// another list.
pub async fn games(
    connection: &mut Connection,
    person: &str,
    after: Option<&str>,
    limit: u16,
) -> Result<FinishedGames, Error> {
    let person = find(connection, person).await?.id;
    let list = format!("finished games of {person}");
    let before = after.map(|after| cursor::read(&list, after)).transpose()?;
    let mut games = people::games(connection, person, before, i64::from(limit) + 1).await?;
    let next_cursor = cursor::cut(&list, &mut games, limit, |(game, _)| game.id);
    let games = games.into_iter().map(finished).collect::<Result<_, _>>()?;
    Ok(FinishedGames { games, next_cursor })
}

/// How his rating for a title came about, a page at a time. Errors: `account_not_found`, `ruleset_not_found`,
/// `invalid_parameter` for a cursor of another list.
pub async fn rating_history(
    app: &App,
    connection: &mut Connection,
    person: &str,
    ruleset: &str,
    after: Option<&str>,
    limit: u16,
) -> Result<RatingHistory, Error> {
    let person = find(connection, person).await?.id;
    ratings::history(app, connection, person, ruleset, after, limit).await
}

async fn find(connection: &mut Connection, person: &str) -> Result<PublicAccount, Error> {
    let known = match (person_id(person), Name::try_from(person.to_owned())) {
        (Some(id), _) => people::find(connection, PersonKey::Id(id)).await?,
        (None, Ok(name)) => people::find(connection, PersonKey::Key(name.key())).await?,
        (None, Err(_)) => None,
    };
    known.ok_or_else(|| Code::AccountNotFound.problem())
}

fn finished((game, seat): (Game, i16)) -> Result<FinishedGame, Error> {
    let outcome = game.outcome.as_deref().map(serde_json::from_str).transpose();
    Ok(FinishedGame {
        id: game.id,
        ruleset: game.ruleset,
        name: game.name,
        seat,
        outcome: outcome.map_err(|error| Error::Internal(format!("an outcome does not read: {error}")))?,
        started_at: game.started_at,
        finished_at: game.finished_at,
    })
}
