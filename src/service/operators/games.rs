//! Games as operators see them: all of them, private ones too, with what each waits for.

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::find;
use crate::error::{Code, Error};
use crate::service::Ctx;
use crate::service::page::{self, Page};
use crate::store::games::{Status, Visibility};
use crate::store::operator_lists::{self, ListedGame, ListedSeat};
use crate::time_control::Instant;

/// How many games a page has: at most, and by default.
const MAX_GAMES: u16 = 100;
const DEFAULT_GAMES: u16 = 20;

#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct OperatorGameQuery {
    /// Only games of this status.
    pub status: Option<Status>,
    pub ruleset: Option<String>,
    /// Only games in which this account has a seat: its id, whole name or email address.
    pub account: Option<String>,
    /// The most games of a page; 20 if left out.
    #[param(minimum = 1, maximum = 100)]
    pub limit: Option<u16>,
    /// The `next_cursor` of the page before, or the `prev_cursor` of the page after.
    pub cursor: Option<String>,
}

/// A game, public or not, and what it waits for. Nothing in it tells how the game stands.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct GameForOperators {
    pub id: Uuid,
    pub name: String,
    pub ruleset: String,
    pub status: Status,
    pub visibility: Visibility,
    /// The account that created it.
    pub owner: Uuid,
    pub seats: i16,
    /// The seats that nobody has taken yet.
    pub free_seats: i16,
    #[schema(value_type = String, format = DateTime)]
    pub created_at: Instant,
    /// Null before the start.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub started_at: Option<Instant>,
    /// When it ended; null before.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub finished_at: Option<Instant>,
    /// When something last happened in it; null before the start.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub updated_at: Option<Instant>,
    /// How many seats it waits for.
    pub awaited_seats: i64,
    /// When the first of them is too late; null if none has a deadline.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub deadline: Option<Instant>,
}

/// A seat as operators see it.
#[derive(Debug, Clone, Serialize)]
pub struct SeatForOperators {
    pub seat: i16,
    pub account: Option<Uuid>,
    /// Of the player; null for a bot.
    pub name: Option<String>,
    pub bot: Option<String>,
    pub resigned_at: Option<Instant>,
    /// Does the game wait for it?
    pub awaited: bool,
    pub deadline: Option<Instant>,
}

/// The games that match, newest first. Error: `invalid_parameter` for a cursor of another list.
pub async fn page(ctx: &mut Ctx, query: &OperatorGameQuery) -> Result<Page<GameForOperators>, Error> {
    let limit = page::limit(query.limit, DEFAULT_GAMES, MAX_GAMES)?;
    let list = format!("all games {:?} {:?} {:?}", query.status, query.ruleset, query.account);
    let place = page::place(&list, query.cursor.as_deref())?;
    let account = match &query.account {
        None => None,
        Some(named) => match find(&mut ctx.db, named).await? {
            Some(row) => Some(row.id),
            None => return Ok(Page::whole(Vec::new())),
        },
    };
    let wanted = (query.status, query.ruleset.as_deref(), account);
    let rows = operator_lists::games(&mut ctx.db, wanted, place, i64::from(limit) + 1).await?;
    Ok(page::cut(&list, rows, limit, &place, |row| row.id).map(GameForOperators::from))
}

/// A game with its seats. Error: `game_not_found`.
pub async fn show(ctx: &mut Ctx, game: Uuid) -> Result<(GameForOperators, Vec<SeatForOperators>), Error> {
    let row = operator_lists::game(&mut ctx.db, game).await?.ok_or_else(|| Code::GameNotFound.problem())?;
    let seats = operator_lists::seats_of(&mut ctx.db, game).await?;
    Ok((row.into(), seats.into_iter().map(SeatForOperators::from).collect()))
}

impl From<ListedGame> for GameForOperators {
    fn from(row: ListedGame) -> Self {
        Self {
            id: row.id,
            name: row.name,
            ruleset: row.ruleset,
            status: row.status,
            visibility: row.visibility,
            owner: row.owner_id,
            seats: row.seat_count,
            free_seats: row.free_seats,
            created_at: row.created_at,
            started_at: row.started_at,
            finished_at: row.finished_at,
            updated_at: row.updated_at,
            awaited_seats: row.awaited,
            deadline: row.deadline,
        }
    }
}

impl From<ListedSeat> for SeatForOperators {
    fn from(row: ListedSeat) -> Self {
        Self {
            seat: row.seat,
            account: row.account_id,
            name: row.name,
            bot: row.bot,
            resigned_at: row.resigned_at,
            awaited: row.is_awaited,
            deadline: row.deadline,
        }
    }
}
