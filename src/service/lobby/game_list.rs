//! The list of games: searching it, its order, and its pages. What it shows of a game is in `details.rs`.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::details::{GameDetails, to_details};
use super::terms::search_words;
use crate::error::{Code, Error, Sentence};
use crate::service::cursor;
use crate::service::identity::{Name, account_id};
use crate::service::page::Page;
use crate::store;
use crate::store::game_lists::GameOrder;
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

/// A search for games.
#[derive(Debug, Clone, Default)]
pub struct GameSearch {
    /// Only games of one of these statuses; none: of any.
    pub statuses: Vec<Status>,
    pub ruleset: Option<String>,
    /// Only open games with at least this many free seats.
    pub free_seats: Option<u8>,
    /// Only games whose names have these words, or words that begin like them.
    pub name: Option<String>,
    /// Only games with this language of chat.
    pub language: Option<String>,
    /// Only games in which the player of this name, or id, has a seat.
    pub player: Option<String>,
    pub created_after: Option<Instant>,
    pub created_before: Option<Instant>,
    /// Only games of the caller in which something has happened since.
    pub updated_after: Option<Instant>,
    /// Only the caller's own games, the private ones too; else all public ones.
    pub mine: bool,
    /// The order of the list.
    pub sort: GameSort,
    /// Where the last page ended.
    pub cursor: Option<String>,
    pub limit: u16,
}

/// The games that match a search of `account`.
pub async fn find(
    connection: &mut Connection,
    account: Option<Uuid>,
    search: &GameSearch,
) -> Result<Page<GameDetails>, Error> {
    let member = match (search.mine, account) {
        (true, None) => return Err(Code::Unauthenticated.problem()),
        (true, member) => member,
        (false, _) => None,
    };
    if search.updated_after.is_some() && member.is_none() {
        return Err(Code::InvalidParameter.field("updated_after", Sentence::MineWanted));
    }
    let list = list_name(member, search);
    let order = order(&list, search)?;
    let player = match &search.player {
        None => None,
        Some(player) => match find_player(connection, player).await? {
            Some(player) => Some(player),
            None => return Ok(Page::whole(Vec::new())),
        },
    };
    let filter = game_lists::GameFilter {
        statuses: search.statuses.clone(),
        created_after: search.created_after,
        created_before: search.created_before,
        updated_after: search.updated_after,
        ruleset: search.ruleset.clone(),
        member,
        player,
        free_seats: search.free_seats.map(i16::from),
        language: search.language.clone(),
        words: search.name.as_deref().map(search_words).transpose()?.unwrap_or_default(),
        order,
        limit: i64::from(search.limit) + 1,
    };
    let mut games = game_lists::page(connection, &filter).await?;
    let cursors = match &order {
        GameOrder::Newest(place) => cursor::cut(&list, &mut games, search.limit, place, |game| game.id),
        GameOrder::SoonestFull(place) => {
            cursor::cut(&list, &mut games, search.limit, place, |game| (game.free_seats, game.id))
        }
    };
    let ids: Vec<Uuid> = games.iter().map(|game| game.id).collect();
    let seats = seats::shown(connection, &ids).await?;
    let briefs = game_lists::briefs(connection, &ids).await?;
    let games =
        games.into_iter().map(|game| to_details(game, &seats, &briefs, account)).collect::<Result<_, _>>()?;
    Ok(Page::new(games, cursors))
}

/// Everything that selects the games and their order; a cursor is valid for the same list only.
fn list_name(member: Option<Uuid>, search: &GameSearch) -> String {
    let GameSearch { statuses, ruleset, free_seats, name, language, player, sort, .. } = search;
    let GameSearch { created_after, created_before, updated_after, .. } = search;
    format!(
        "games {member:?} {statuses:?} {ruleset:?} {free_seats:?} {name:?} {language:?} {player:?} {sort:?} \
         {created_after:?} {created_before:?} {updated_after:?}"
    )
}

fn order(list: &str, search: &GameSearch) -> Result<GameOrder, Error> {
    let given = search.cursor.as_deref();
    Ok(match search.sort {
        GameSort::Newest => GameOrder::Newest(cursor::place(list, given)?),
        GameSort::SoonestFull => GameOrder::SoonestFull(cursor::place(list, given)?),
    })
}

/// The account with that id or name.
async fn find_player(connection: &mut Connection, player: &str) -> Result<Option<Uuid>, Error> {
    if let Some(id) = account_id(player) {
        return Ok(Some(id));
    }
    let Ok(name) = Name::try_from(player.to_owned()) else { return Ok(None) };
    Ok(store::accounts::by_name(connection, name.key()).await?.map(|row| row.id))
}
