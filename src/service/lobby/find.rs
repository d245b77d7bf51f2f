//! Finding games.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::shown::{GameShown, shown};
use super::text;
use crate::error::{Code, Error};
use crate::service::accounts::{Name, person_id};
use crate::service::cursor;
use crate::store::games::Game;
use crate::store::games::Status;
use crate::store::lobby::GameOrder;
use crate::store::{self, Connection, lobby, positions, seats};

/// The order of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Sort {
    /// The newest first.
    #[default]
    Newest,
    /// Open tables with the fewest free seats first; full ones are left out.
    SoonestFull,
}

/// What somebody looks for.
#[derive(Debug, Clone, Default)]
pub struct Search {
    /// Only games that stand like this.
    pub status: Option<Status>,
    /// Only games of this title.
    pub ruleset: Option<String>,
    /// Only open tables with at least so many free seats.
    pub free_seats: Option<u8>,
    /// Only games whose names have these words, or words that begin like them.
    pub name: Option<String>,
    /// Only tables that talk this language.
    pub language: Option<String>,
    /// Only games with the person of this name, or id, at the table.
    pub player: Option<String>,
    /// Only the caller's own games, the private ones too; else all public ones.
    pub mine: bool,
    /// In which order.
    pub sort: Sort,
    /// Where the last page ended.
    pub cursor: Option<String>,
    pub limit: u16,
}

/// A page of games.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Games)]
pub struct Page {
    /// The games.
    pub games: Vec<GameShown>,
    /// Pass this as `cursor` for the next page; null on the last one.
    pub next_cursor: Option<String>,
}

/// The games that `account` looks for.
pub async fn find(
    connection: &mut Connection,
    account: Option<Uuid>,
    search: &Search,
) -> Result<Page, Error> {
    let member = match (search.mine, account) {
        (true, None) => return Err(Code::Unauthenticated.problem()),
        (true, member) => member,
        (false, _) => None,
    };
    let list = list_name(member, search);
    let order = order(&list, search)?;
    let player = match &search.player {
        None => None,
        Some(player) => match person(connection, player).await? {
            Some(player) => Some(player),
            None => return Ok(Page { games: Vec::new(), next_cursor: None }),
        },
    };
    let filter = lobby::GameFilter {
        status: search.status,
        ruleset: search.ruleset.clone(),
        member,
        player,
        free_seats: search.free_seats.map(i16::from),
        language: search.language.clone(),
        words: search.name.as_deref().map(text::wanted).transpose()?.unwrap_or_default(),
        order,
        limit: i64::from(search.limit) + 1,
    };
    let mut games = lobby::page(connection, &filter).await?;
    let more = games.len() > usize::from(search.limit);
    games.truncate(usize::from(search.limit));
    let next_cursor = games.last().filter(|_| more).map(|last| cursor_after(&list, search.sort, last));
    let ids: Vec<Uuid> = games.iter().map(|game| game.id).collect();
    let seats = seats::shown(connection, &ids).await?;
    let briefs = positions::briefs(connection, &ids).await?;
    let games =
        games.into_iter().map(|game| shown(game, &seats, &briefs, account)).collect::<Result<_, _>>()?;
    Ok(Page { games, next_cursor })
}

/// Everything that chooses the games and their order; a cursor is good for the same list alone.
fn list_name(member: Option<Uuid>, search: &Search) -> String {
    let Search { status, ruleset, free_seats, name, language, player, sort, .. } = search;
    format!(
        "games {member:?} {status:?} {ruleset:?} {free_seats:?} {name:?} {language:?} {player:?} {sort:?}"
    )
}

fn order(list: &str, search: &Search) -> Result<GameOrder, Error> {
    let after = search.cursor.as_deref();
    match search.sort {
        Sort::Newest => Ok(GameOrder::Newest(after.map(|after| cursor::read(list, after)).transpose()?)),
        Sort::SoonestFull => {
            let after = after.map(|after| cursor::read_ranked(list, after)).transpose()?;
            Ok(GameOrder::SoonestFull(after))
        }
    }
}

fn cursor_after(list: &str, sort: Sort, last: &Game) -> String {
    match sort {
        Sort::Newest => cursor::write(list, last.id),
        Sort::SoonestFull => cursor::write_ranked(list, last.free_seats, last.id),
    }
}

/// Who is meant by an id or a name.
async fn person(connection: &mut Connection, player: &str) -> Result<Option<Uuid>, Error> {
    if let Some(id) = person_id(player) {
        return Ok(Some(id));
    }
    let Ok(name) = Name::try_from(player.to_owned()) else { return Ok(None) };
    Ok(store::accounts::by_name(connection, name.key()).await?.map(|row| row.id))
}
