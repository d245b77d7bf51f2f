//! Public profiles of accounts, and what is listed of their games.

use diesel::dsl::sql as literal;
use diesel::sql_types::Bool;
use diesel::{BoolExpressionMethods, ExpressionMethods, JoinOnDsl, QueryDsl, Queryable, SelectableHelper};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::games::{Game, Status, Visibility};
use super::pages::{Place, greatest_first};
use super::positions::account_or_nil;
use super::schema::{accounts, games, seats};
use super::sql::{Statement, by_name, sql};
use super::{Connection, Result};
use time_control::Instant;

/// An account that was verified and not deleted.
#[derive(Debug, Clone, Queryable)]
pub struct PublicAccount {
    pub id: Uuid,
    pub name: String,
    pub about: String,
    pub created_at: Instant,
}

/// How an account is named in a path.
#[derive(Debug, Clone, Copy)]
pub enum PersonKey<'n> {
    Id(Uuid),
    /// The folded name.
    Key(&'n str),
}

pub async fn find(connection: &mut Connection, named: PersonKey<'_>) -> Result<Option<PublicAccount>> {
    let known = accounts::table
        .filter(accounts::verified_at.is_not_null().and(accounts::deleted_at.is_null()))
        .select((accounts::id, accounts::name, accounts::about, accounts::created_at))
        .into_boxed();
    let known = match named {
        PersonKey::Id(id) => known.filter(accounts::id.eq(id)),
        PersonKey::Key(key) => known.filter(accounts::name_key.eq(key.to_owned())),
    };
    known.first_optional(connection).await
}

/// Accounts that others may find whose folded name begins with `beginning`, in the order of their names: not those that
/// are banned, and none where the searcher or the account blocks the other.
pub async fn search(
    connection: &mut Connection,
    beginning: &str,
    searcher: Uuid,
    limit: i64,
) -> Result<Vec<(Uuid, String)>> {
    // The operators compare byte by byte, as the index does. No key has a greater character than the last one there is.
    sql("SELECT a.id, a.name FROM accounts a WHERE a.name_key ~>=~ $1 AND a.name_key ~<~ $2 \
         AND a.searchable AND a.verified_at IS NOT NULL AND a.deleted_at IS NULL \
         AND NOT EXISTS (SELECT 1 FROM bans b WHERE b.account_id = a.id) \
         AND NOT EXISTS (SELECT 1 FROM blocks x \
         WHERE (x.account_id, x.blocked_id) IN ((a.id, $3), ($3, a.id))) \
         ORDER BY a.name_key USING ~<~ LIMIT $4")
    .bind(beginning)
    .bind(format!("{beginning}{}", char::MAX))
    .bind(searcher)
    .bind(limit)
    .values(connection)
    .await
}

by_name! {
    /// How the games of one ruleset ended between two players.
    #[derive(Debug, Clone)]
    pub struct CrosstableRow {
        pub ruleset: String,
        pub games: i64,
        /// In how many of them the first player came before the second one.
        pub wins: i64,
        pub losses: i64,
        /// In how many of them both had the same place.
        pub equal: i64,
    }
}

/// The finished games in which both players had a seat at the end, by ruleset: public ones, and others in which the
/// viewer has a seat.
pub async fn crosstable(
    connection: &mut Connection,
    one: Uuid,
    other: Uuid,
    viewer: Option<Uuid>,
) -> Result<Vec<CrosstableRow>> {
    sql("SELECT t.ruleset, count(*) AS games, count(*) FILTER (WHERE t.mine < t.theirs) AS wins, \
         count(*) FILTER (WHERE t.mine > t.theirs) AS losses, count(*) FILTER (WHERE t.mine = t.theirs) AS equal \
         FROM (SELECT g.ruleset, \
         (SELECT (r ->> 'rank')::int FROM json_array_elements(g.outcome::json -> 'ranking') r \
         WHERE (r ->> 'seat')::int = a.seat) AS mine, \
         (SELECT (r ->> 'rank')::int FROM json_array_elements(g.outcome::json -> 'ranking') r \
         WHERE (r ->> 'seat')::int = b.seat) AS theirs \
         FROM seats a JOIN seats b ON b.game_id = a.game_id AND b.account_id = $2 JOIN games g ON g.id = a.game_id \
         WHERE a.account_id = $1 AND g.status = 'finished' AND (g.visibility = 'public' \
         OR EXISTS (SELECT 1 FROM seats v WHERE v.game_id = g.id AND v.account_id = $3))) t \
         GROUP BY t.ruleset ORDER BY t.ruleset")
    .bind(one)
    .bind(other)
    .bind(account_or_nil(viewer))
    .load(connection)
    .await
}

/// Which finished games of a player are listed.
#[derive(Debug, Clone, Default)]
pub struct HistoryFilter {
    pub ruleset: Option<String>,
    /// Only games that ended then or later.
    pub since: Option<Instant>,
    /// Only games that ended earlier.
    pub until: Option<Instant>,
    /// Only games that count for ratings, or only others.
    pub rated: Option<bool>,
}

/// The SQL of whether a finished public game of `games` counts for ratings.
pub(super) const COUNTS: &str = "games.house_rules = '{}' \
    AND NOT EXISTS (SELECT 1 FROM seats b WHERE b.game_id = games.id AND b.account_id IS NULL)";

/// At most `limit` finished public games of an account from a place on, with its seat in each, newest first.
pub async fn games(
    connection: &mut Connection,
    person: Uuid,
    filter: HistoryFilter,
    place: Place<Uuid>,
    limit: i64,
) -> Result<Vec<(Game, i16)>> {
    let query = games::table
        .inner_join(seats::table.on(seats::game_id.eq(games::id)))
        .filter(seats::account_id.eq(person))
        .filter(games::visibility.eq(Visibility::Public))
        .filter(games::status.eq(Status::Finished))
        .select((Game::as_select(), seats::seat))
        .limit(limit)
        .into_boxed();
    let query = match filter.ruleset {
        Some(ruleset) => query.filter(games::ruleset.eq(ruleset)),
        None => query,
    };
    let query = match filter.since {
        Some(since) => query.filter(games::finished_at.ge(since)),
        None => query,
    };
    let query = match filter.until {
        Some(until) => query.filter(games::finished_at.lt(until)),
        None => query,
    };
    let query = match filter.rated {
        Some(true) => query.filter(literal::<Bool>(&format!("({COUNTS})"))),
        Some(false) => query.filter(literal::<Bool>(&format!("NOT ({COUNTS})"))),
        None => query,
    };
    greatest_first!(query, games::id, place).load(connection).await
}

/// Have two accounts ever had seats in the same game?
pub async fn have_met(connection: &mut Connection, one: Uuid, other: Uuid) -> Result<bool> {
    sql("SELECT EXISTS (SELECT 1 FROM seats s JOIN seats o ON o.game_id = s.game_id \
         WHERE s.account_id = $1 AND o.account_id = $2)")
    .bind(one)
    .bind(other)
    .value(connection)
    .await
}
