//! Players as everyone may see them: who they are, and their finished public games; and the accounts that a player follows,
//! is a friend of, or blocks: they get neither messages nor invitations from those, and never sit at a table with them.
//!
//! Nothing here tells of a game that is not public to others than its players. Those who are logged in search for names
//! by their beginning, which players may opt out of; mail addresses are never found. A deleted account is not found.

mod blocks;
mod crosstable;
mod follows;
mod friends;
mod overlap;

pub use blocks::{BlockedAccount, block, blocked, unblock};
pub use crosstable::{Crosstable, PersonSummary, crosstable};
pub use follows::{FollowedPlayer, follow, followed, unfollow};
pub use friends::{Friend, FriendQuery, FriendStatus, befriend, friends, part_from};
pub use overlap::{AvailabilityOverlap, OverlapQuery, PlayerOverlap, SharedHours, overlap, overlap_with};

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use crate::error::{Code, Error};
use crate::service::identity::{self, BadName, Name, account_id};
use crate::service::page::{self, Page};
use crate::service::ratings::{self, PlayerRating, RatingChange, Reliability};
use crate::service::{Ctx, stored_json};
use crate::store::Connection;
use crate::store::games::Game;
use crate::store::people::{self, HistoryFilter, PersonKey, PublicAccount};
use crate::store::seats::{self, ShownSeat};
use crate::time_control::Instant;
use rules::Outcome;

/// What everybody may see of a player.
#[derive(Debug, Serialize, ToSchema)]
pub struct Profile {
    /// Never changes, even with the name.
    pub id: Uuid,
    pub name: String,
    /// What the player says about themselves.
    pub about: String,
    /// When the account was registered.
    #[schema(value_type = String, format = DateTime)]
    pub member_since: Instant,
    /// One for each ruleset with rated games.
    pub ratings: Vec<PlayerRating>,
    /// From public games alone.
    pub reliability: Reliability,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct FinishedGame {
    pub id: Uuid,
    pub ruleset: String,
    pub name: String,
    /// The seat of that player.
    pub seat: i16,
    pub outcome: Option<Outcome>,
    /// Does it count for ratings? Games with a bot's seat or house rules don't.
    pub rated: bool,
    /// Everybody who had a seat at the end, in the order of play.
    pub players: Vec<FinishedGamePlayer>,
    #[schema(value_type = Option<String>, format = DateTime)]
    pub started_at: Option<Instant>,
    #[schema(value_type = Option<String>, format = DateTime)]
    pub finished_at: Option<Instant>,
}

/// Who had a seat at the end of a game.
#[derive(Debug, Serialize, ToSchema)]
pub struct FinishedGamePlayer {
    pub seat: i16,
    /// The player's account; null for a bot.
    pub account_id: Option<Uuid>,
    /// Null for a bot.
    pub name: Option<String>,
    /// The bot that had the seat; null for a person.
    pub bot: Option<String>,
}

/// Which finished games of a player are listed.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct FinishedGameQuery {
    pub ruleset: Option<String>,
    /// Only games that ended then or later.
    #[param(value_type = Option<String>, format = DateTime)]
    pub since: Option<Instant>,
    /// Only games that ended earlier.
    #[param(value_type = Option<String>, format = DateTime)]
    pub until: Option<Instant>,
    /// `true`: only games that count for ratings; `false`: only others.
    pub rated: Option<bool>,
    /// The most items of a page; 20 if left out.
    #[param(minimum = 1, maximum = 100)]
    pub limit: Option<u16>,
    /// The `next_cursor` of the page before, or the `prev_cursor` of the page after.
    pub cursor: Option<String>,
}

/// How many games a page has: at most, and by default.
const MAX_GAMES: u16 = 100;
const DEFAULT_GAMES: u16 = 20;

/// What a search for players looks for.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct PersonQuery {
    /// How the name begins; case and letters that look alike don't matter.
    #[param(min_length = 3, max_length = 32)]
    pub name: String,
    /// The most players that are found; 10 if left out.
    #[param(minimum = 1, maximum = 20)]
    pub limit: Option<u16>,
}

/// How many players a search finds: at most, and by default. There is no second page, so that nobody can list everybody.
const MAX_FOUND: u16 = 20;
const DEFAULT_FOUND: u16 = 10;
/// The fewest letters that are searched for.
const LEAST_LETTERS: usize = 3;

/// Players whose names begin like that, as `searcher` may find them. Error: `invalid_parameter`.
pub async fn search(
    connection: &mut Connection,
    searcher: Uuid,
    query: &PersonQuery,
) -> Result<Page<PersonSummary>, Error> {
    let limit = page::limit(query.limit, DEFAULT_FOUND, MAX_FOUND)?;
    let unusable = |bad: BadName| Code::InvalidParameter.field("name", identity::name_sentence(bad));
    let beginning = identity::key_of_beginning(&query.name).map_err(unusable)?;
    // Blanks around the letters don't count.
    if query.name.trim().chars().count() < LEAST_LETTERS {
        return Err(unusable(BadName::Length));
    }
    let found = people::search(connection, &beginning, searcher, i64::from(limit)).await?;
    let shown = found.into_iter().map(|(account_id, name)| PersonSummary { account_id, name });
    Ok(Page::whole(shown.collect()))
}

/// A player by id or by name.
pub async fn show(ctx: &mut Ctx, named: &str) -> Result<Profile, Error> {
    let PublicAccount { id, name, about, created_at } = find(&mut ctx.db, named).await?;
    let ratings = ratings::ratings_of(&mut ctx.db, id).await?;
    let reliability = ratings::reliability_of(ctx, id).await?;
    Ok(Profile { id, name, about, member_since: created_at, ratings, reliability })
}

/// The finished public games of a player, a page at a time. Errors: `account_not_found`, `invalid_parameter` for a
/// cursor of another list.
pub async fn games(
    connection: &mut Connection,
    named: &str,
    query: FinishedGameQuery,
) -> Result<Page<FinishedGame>, Error> {
    let limit = page::limit(query.limit, DEFAULT_GAMES, MAX_GAMES)?;
    let named = find(connection, named).await?.id;
    let FinishedGameQuery { ruleset, since, until, rated, cursor, .. } = query;
    let filter = HistoryFilter { ruleset, since, until, rated };
    let list = format!("finished games of {named} {filter:?}");
    let place = page::place(&list, cursor.as_deref())?;
    let games = people::games(connection, named, filter, place, i64::from(limit) + 1).await?;
    let games = page::cut(&list, games, limit, &place, |(game, _)| game.id);
    let ids: Vec<Uuid> = games.items.iter().map(|(game, _)| game.id).collect();
    let seats = seats::shown(connection, &ids).await?;
    games.try_map(|game| finished(game, &seats))
}

/// How the rating for a ruleset came about, a page at a time. Errors: `account_not_found`, `ruleset_not_found`,
/// `invalid_parameter` for a cursor of another list.
pub async fn rating_history(
    ctx: &mut Ctx,
    named: &str,
    ruleset: &str,
    after: Option<&str>,
    limit: u16,
) -> Result<Page<RatingChange>, Error> {
    let named = find(&mut ctx.db, named).await?.id;
    ratings::history(ctx, named, ruleset, after, limit).await
}

/// The id of a player who is named by id or name. Error: `account_not_found`.
pub async fn id_of(connection: &mut Connection, named: &str) -> Result<Uuid, Error> {
    Ok(find(connection, named).await?.id)
}

async fn find(connection: &mut Connection, named: &str) -> Result<PublicAccount, Error> {
    let known = match (account_id(named), Name::try_from(named.to_owned())) {
        (Some(id), _) => people::find(connection, PersonKey::Id(id)).await?,
        (None, Ok(name)) => people::find(connection, PersonKey::Key(name.key())).await?,
        (None, Err(_)) => None,
    };
    known.ok_or_else(|| Code::AccountNotFound.problem())
}

/// `seats` may hold those of other games, too.
fn finished((game, seat): (Game, i16), seats: &[ShownSeat]) -> Result<FinishedGame, Error> {
    let own = || seats.iter().filter(|seat| seat.game_id == game.id);
    let player = |seat: &ShownSeat| FinishedGamePlayer {
        seat: seat.seat,
        account_id: seat.account_id,
        name: seat.name.clone(),
        bot: seat.bot.clone(),
    };
    let outcome = game.outcome.as_deref().map(|text| stored_json::decode("an outcome", text)).transpose()?;
    Ok(FinishedGame {
        rated: game.house_rules.is_empty() && own().all(|seat| seat.account_id.is_some()),
        players: own().map(player).collect(),
        id: game.id,
        ruleset: game.ruleset,
        name: game.name,
        seat,
        outcome,
        started_at: game.started_at,
        finished_at: game.finished_at,
    })
}
