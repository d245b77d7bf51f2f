//! The list of games: searching it, its order, and its pages. What it shows of a game is in `details.rs`.

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::details::{GameDetails, to_details};
use super::settings::checked_language;
use crate::error::{Code, Error, Sentence};
use crate::service::clubs;
use crate::service::identity::{BadName, Name, account_id, name_sentence};
use crate::service::page::{self, Page, several};
use crate::service::setting_checks::search_words;
use crate::store;
use crate::store::game_lists::{GameFilter, GameOrder};
use crate::store::games::Status;
use crate::store::{Connection, game_lists, seats};
use crate::time_control::Instant;

/// `soonest_full`: open games with the fewest free seats first, full ones left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum GameSort {
    /// The newest first.
    #[default]
    Newest,
    /// Open games with the fewest free seats first; full ones are left out.
    SoonestFull,
}

/// How many games a page has: at most, and by default.
const MAX_GAMES: u16 = 100;
const DEFAULT_GAMES: u16 = 20;

#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct GameQuery {
    /// Only games with one of these statuses.
    #[serde(default, deserialize_with = "several")]
    #[param(value_type = Option<Vec<Status>>, style = Form, explode)]
    pub status: Vec<Status>,
    pub ruleset: Option<String>,
    /// Only open games with at least this many free seats.
    #[param(minimum = 1, maximum = 8)]
    pub free_seats: Option<u8>,
    /// Only games whose names have these words or beginnings of words; case and accents don't matter.
    #[param(max_length = 80)]
    pub name: Option<String>,
    /// Only games with messages in this language, such as `en`.
    pub language: Option<String>,
    /// Only games in which this player, by name or id, has a seat.
    pub player: Option<String>,
    /// Only games of this club: all of them for its members, public ones for others.
    pub club: Option<Uuid>,
    /// Only games of this competition.
    pub competition: Option<Uuid>,
    #[param(value_type = Option<String>, format = DateTime)]
    pub created_after: Option<Instant>,
    #[param(value_type = Option<String>, format = DateTime)]
    pub created_before: Option<Instant>,
    /// Only games in which something has happened since: a move, or a change of players or settings. Needs `mine`. To
    /// keep up, pass the time of your last request, less a minute.
    #[param(value_type = Option<String>, format = DateTime)]
    pub updated_after: Option<Instant>,
    /// `soonest_full` lists only open games with free seats.
    #[serde(default)]
    #[param(required = false)]
    pub sort: GameSort,
    /// `true`: only games in which you have a seat, private ones too; else all public ones.
    #[serde(default)]
    #[param(required = false)]
    pub mine: bool,
    /// The most games of a page; 20 if left out.
    #[param(minimum = 1, maximum = 100)]
    pub limit: Option<u16>,
    /// The `next_cursor` of the page before, or the `prev_cursor` of the page after.
    pub cursor: Option<String>,
}

/// The games that match, as `account` may see them.
pub async fn find(
    connection: &mut Connection,
    account: Option<Uuid>,
    query: GameQuery,
) -> Result<Page<GameDetails>, Error> {
    let limit = page::limit(query.limit, DEFAULT_GAMES, MAX_GAMES)?;
    let member = match (query.mine, account) {
        (true, None) => return Err(Code::Unauthenticated.problem()),
        (true, member) => member,
        (false, _) => None,
    };
    if query.updated_after.is_some() && member.is_none() {
        return Err(Code::InvalidParameter.field("updated_after", Sentence::MineWanted));
    }
    if query.language.as_deref().is_some_and(|language| checked_language(language).is_err()) {
        return Err(Code::InvalidParameter.field("language", Sentence::MustBeLanguage));
    }
    let list = list_name(member, &query);
    let order = order(&list, &query)?;
    let player = match &query.player {
        None => None,
        Some(player) => match find_player(connection, player).await? {
            Some(player) => Some(player),
            None => return Ok(Page::whole(Vec::new())),
        },
    };
    let sees_all = match (query.club, account) {
        (Some(club), Some(account)) => clubs::is_member(connection, club, account).await?,
        _ => false,
    };
    let filter = GameFilter {
        club: query.club,
        competition: query.competition,
        with_private: member.is_some() || sees_all,
        statuses: query.status,
        created_after: query.created_after,
        created_before: query.created_before,
        updated_after: query.updated_after,
        ruleset: query.ruleset,
        member,
        player,
        // Not because of those who block the account: that would tell it of them.
        without_blocked_by: account.filter(|_| member.is_none()),
        free_seats: query.free_seats.map(i16::from),
        language: query.language,
        words: query.name.as_deref().map(search_words).transpose()?.unwrap_or_default(),
        order,
        limit: i64::from(limit) + 1,
    };
    let games = game_lists::page(connection, &filter).await?;
    let games = match &order {
        GameOrder::Newest(place) => page::cut(&list, games, limit, place, |game| game.id),
        GameOrder::SoonestFull(place) => {
            page::cut(&list, games, limit, place, |game| (game.free_seats, game.id))
        }
    };
    let ids: Vec<Uuid> = games.items.iter().map(|game| game.id).collect();
    let seats = seats::shown(connection, &ids).await?;
    let briefs = game_lists::briefs(connection, &ids).await?;
    games.try_map(|game| to_details(game, &seats, &briefs, account))
}

/// Everything that selects the games and their order; a cursor is valid for the same list only.
fn list_name(member: Option<Uuid>, query: &GameQuery) -> String {
    let GameQuery { status, ruleset, free_seats, name, language, player, sort, .. } = query;
    let GameQuery { created_after, created_before, updated_after, club, competition, .. } = query;
    format!(
        "games {member:?} {status:?} {ruleset:?} {free_seats:?} {name:?} {language:?} {player:?} {sort:?} \
         {created_after:?} {created_before:?} {updated_after:?} {club:?} {competition:?}"
    )
}

fn order(list: &str, query: &GameQuery) -> Result<GameOrder, Error> {
    let given = query.cursor.as_deref();
    Ok(match query.sort {
        GameSort::Newest => GameOrder::Newest(page::place(list, given)?),
        GameSort::SoonestFull => GameOrder::SoonestFull(page::place(list, given)?),
    })
}

async fn find_player(connection: &mut Connection, player: &str) -> Result<Option<Uuid>, Error> {
    if let Some(id) = account_id(player) {
        return Ok(Some(id));
    }
    let name = match Name::try_from(player.to_owned()) {
        Ok(name) => name,
        // No name has this form, so the value can only be a mistake. Of a name that nobody has nothing is said.
        Err(bad @ (BadName::Length | BadName::Character)) => {
            return Err(Code::InvalidParameter.field("player", name_sentence(bad)));
        }
        Err(BadName::Departed | BadName::Reserved | BadName::Id) => return Ok(None),
    };
    Ok(store::accounts::by_name(connection, name.key()).await?.map(|row| row.id))
}
