//! Lists of games, a page at a time, and what they show of the position of each game.

use diesel::dsl::{AsSelect, SqlTypeOf, sql};
use diesel::expression::BoxableExpression;
use diesel::pg::Pg;
use diesel::sql_types::{Bool, Text, Timestamptz, Uuid as SqlUuid};
use diesel::{BoolExpressionMethods, ExpressionMethods, QueryDsl, Queryable, SelectableHelper};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::games::{Game, Status, Visibility};
use super::pages::{Place, greatest_first};
use super::schema::{games, positions, seats};
use super::{Connection, Result};
use time_control::Instant;

/// Which games a list shows, and where in it the page begins.
#[derive(Debug, Clone, Default)]
pub struct GameFilter {
    /// Only games of one of these statuses; empty: of any.
    pub statuses: Vec<Status>,
    pub created_after: Option<Instant>,
    pub created_before: Option<Instant>,
    /// Only games in which something has happened since.
    pub updated_after: Option<Instant>,
    pub ruleset: Option<String>,
    /// Only games of this player.
    pub member: Option<Uuid>,
    /// Only games of this club.
    pub club: Option<Uuid>,
    /// Only games of this competition.
    pub competition: Option<Uuid>,
    /// Games that are not public, too.
    pub with_private: bool,
    /// Only games with this other player, too.
    pub player: Option<Uuid>,
    /// No games that wait for players while somebody has a seat whom this account blocks.
    pub without_blocked_by: Option<Uuid>,
    /// Only open games with at least this many free seats.
    pub free_seats: Option<i16>,
    /// Only games with a chat in this language.
    pub language: Option<String>,
    /// Only games whose names have words that begin like each of these: letters and digits, folded.
    pub words: Vec<String>,
    /// The order, and the place from which on the page is read.
    pub order: GameOrder,
    pub limit: i64,
}

#[derive(Debug, Clone, Copy)]
pub enum GameOrder {
    /// Newest first. Ids are sortable by time.
    Newest(Place<Uuid>),
    /// Open games with the fewest free seats first, by their number and the id of the game.
    SoonestFull(Place<(i16, Uuid)>),
}

impl Default for GameOrder {
    fn default() -> Self {
        Self::Newest(Place::Beginning)
    }
}

type Query<'a> = games::BoxedQuery<'a, Pg, SqlTypeOf<AsSelect<Game, Pg>>>;

pub async fn page(connection: &mut Connection, filter: &GameFilter) -> Result<Vec<Game>> {
    let query = games::table.select(Game::as_select()).limit(filter.limit).into_boxed();
    let query = narrowed(query, filter);
    ordered(query, filter.order).load(connection).await
}

fn narrowed<'a>(mut query: Query<'a>, filter: &'a GameFilter) -> Query<'a> {
    let with = |account: Uuid| {
        games::id.eq_any(seats::table.filter(seats::account_id.eq(account)).select(seats::game_id))
    };
    if let Some(account) = filter.member {
        query = query.filter(with(account));
    }
    if !filter.with_private {
        query = query.filter(games::visibility.eq(Visibility::Public));
    }
    if let Some(club) = filter.club {
        query = query.filter(games::club_id.eq(club));
    }
    if let Some(competition) = filter.competition {
        // Not among the columns that diesel knows, see `games::enter_competition`.
        query = query.filter(sql::<Bool>("games.competition_id = ").bind::<SqlUuid, _>(competition));
    }
    if let Some(player) = filter.player {
        query = query.filter(with(player));
    }
    if let Some(account) = filter.without_blocked_by {
        query = query.filter(without_blocked_by(account));
    }
    // Compared with one status, `status` is the prefix of an index; several statuses are filtered from the newest
    // games.
    query = match filter.statuses.as_slice() {
        [] => query,
        [status] => query.filter(games::status.eq(status)),
        several => query.filter(games::status.eq_any(several)),
    };
    if let Some(after) = filter.created_after {
        query = query.filter(games::created_at.gt(after)).filter(games::id.ge(id_near(after, -SLACK)));
    }
    if let Some(before) = filter.created_before {
        query = query.filter(games::created_at.lt(before)).filter(games::id.le(id_near(before, SLACK)));
    }
    if let Some(since) = filter.updated_after {
        query = query.filter(updated_after(since));
    }
    if let Some(ruleset) = &filter.ruleset {
        query = query.filter(games::ruleset.eq(ruleset));
    }
    if let Some(fewest) = filter.free_seats {
        query = query.filter(games::free_seats.ge(fewest)).filter(games::status.eq(Status::Open));
    }
    if let Some(language) = &filter.language {
        query = query.filter(games::language.eq(language));
    }
    if filter.words.is_empty() { query } else { query.filter(has_words(&filter.words)) }
}

/// The condition that a game does not wait for players while somebody has a seat whom the account blocks.
fn without_blocked_by(account: Uuid) -> Box<dyn BoxableExpression<games::table, Pg, SqlType = Bool>> {
    let condition = sql::<Bool>(
        "(games.status NOT IN ('open', 'confirming') OR NOT EXISTS (SELECT 1 FROM seats s \
         JOIN blocks x ON x.blocked_id = s.account_id WHERE s.game_id = games.id AND x.account_id = ",
    );
    Box::new(condition.bind::<SqlUuid, _>(account).sql("))"))
}

/// How far the instant in an id and the time of creation may be apart, in milliseconds.
const SLACK: i64 = 60_000;

/// The smallest id of the instant that is this many milliseconds after `at`. Ids are ordered by time, so the index on
/// ids finds times, too.
fn id_near(at: Instant, milliseconds: i64) -> Uuid {
    let at = at.timestamp_millis().saturating_add(milliseconds);
    // An instant before 1970 comes before every id, as 0 does.
    uuid::Builder::from_unix_timestamp_millis(u64::try_from(at).unwrap_or(0), &[0; 10]).into_uuid()
}

/// The condition that something has happened in a game since an instant: an entry of the log, or the last change before
/// the start. Both are found by their keys.
fn updated_after(since: Instant) -> Box<dyn BoxableExpression<games::table, Pg, SqlType = Bool>> {
    let condition = sql::<Bool>("(games.created_at > ").bind::<Timestamptz, _>(since);
    let condition = condition
        .sql(" OR EXISTS (SELECT 1 FROM positions p WHERE p.game_id = games.id AND p.updated_at > ")
        .bind::<Timestamptz, _>(since);
    let condition = condition
        .sql(
            ") OR EXISTS (SELECT 1 FROM table_changes c WHERE c.game_id = games.id \
             AND c.change = games.last_change AND c.created_at > ",
        )
        .bind::<Timestamptz, _>(since);
    Box::new(condition.sql("))"))
}

/// The condition that the name of a game has words that begin like these. The words consist of letters and digits only,
/// so they need no escaping within the quotes of a lexeme.
fn has_words(words: &[String]) -> Box<dyn BoxableExpression<games::table, Pg, SqlType = Bool>> {
    let lexemes: Vec<String> = words.iter().map(|word| format!("'{word}':*")).collect();
    let condition = sql::<Bool>("array_to_tsvector(string_to_array(games.name_key, ' ')) @@ ");
    Box::new(condition.bind::<Text, _>(lexemes.join(" & ")).sql("::tsquery"))
}

fn ordered(query: Query<'_>, order: GameOrder) -> Query<'_> {
    match order {
        GameOrder::Newest(place) => greatest_first!(query, games::id, place),
        GameOrder::SoonestFull(place) => {
            let query = query.filter(games::status.eq(Status::Open)).filter(games::free_seats.gt(0));
            let forward = (games::free_seats.asc(), games::id.desc());
            match place {
                Place::Beginning => query.order(forward),
                Place::After((seats, id)) => {
                    let here = games::free_seats.eq(seats).and(games::id.lt(id));
                    let query = query.filter(games::free_seats.ge(seats));
                    query.filter(games::free_seats.gt(seats).or(here)).order(forward)
                }
                Place::Before((seats, id)) => {
                    let here = games::free_seats.eq(seats).and(games::id.gt(id));
                    let query = query.filter(games::free_seats.le(seats));
                    let query = query.filter(games::free_seats.lt(seats).or(here));
                    query.order((games::free_seats.desc(), games::id.asc()))
                }
            }
        }
    }
}

/// What lists show of a game that has begun.
#[derive(Debug, Clone, Queryable)]
pub struct GameBrief {
    pub game: Uuid,
    pub version: i64,
    /// What lists show of the game, as JSON.
    pub summary: Option<String>,
    /// The digest of the last entry.
    pub digest: Vec<u8>,
}

/// The briefs of these games; games that have not begun are missing.
pub async fn briefs(connection: &mut Connection, games: &[Uuid]) -> Result<Vec<GameBrief>> {
    positions::table
        .filter(positions::game_id.eq_any(games))
        .select((positions::game_id, positions::version, positions::summary, positions::digest))
        .load(connection)
        .await
}
