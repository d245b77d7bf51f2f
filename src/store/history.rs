//! The past of a game: its log, its snapshots, and everything that a record is made of.

use diesel::pg::Pg;
use diesel::{
    ExpressionMethods, JoinOnDsl, NullableExpressionMethods, OptionalExtension, QueryDsl, Queryable,
    Selectable, SelectableHelper, TextExpressionMethods,
};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::games::Status;
use super::schema::{accounts, entries, games, seats, snapshots};
use super::sql::{Statement, by_name, sql};
use super::{Connection, Result};
use time_control::Instant;

/// How many versions lie between two snapshots. A past version is folded from the snapshot before it: 64 entries take well
/// below a millisecond, and each snapshot has 1.4 KB.
pub const SNAPSHOT_EVERY: i64 = 64;

by_name! {
    /// An entry of the log, secrets included.
    #[derive(Debug, Clone, Queryable, Selectable)]
    #[diesel(table_name = entries, check_for_backend(diesel::pg::Pg))]
    pub struct EntryRow {
        pub version: i64,
        pub made_by: String,
        /// The seat that the entry is about; `None` for the server.
        pub seat: Option<i16>,
        /// A JSON array of events.
        pub events: String,
        pub created_at: Instant,
        /// A JSON array of table events; `None` for none.
        pub service_events: Option<String>,
        /// A JSON array of the deadlines from this version on, if this is the last entry of a write and clocks ran.
        pub deadlines: Option<String>,
        /// Identifies this entry and all before it among all histories of the game.
        pub digest: Vec<u8>,
    }
}

/// The last snapshot that is not younger than `version`, and its version.
pub async fn snapshot(
    connection: &mut Connection,
    game: Uuid,
    version: i64,
) -> Result<Option<(i64, String)>> {
    snapshots::table
        .filter(snapshots::game_id.eq(game))
        .filter(snapshots::version.le(version))
        .order(snapshots::version.desc())
        .select((snapshots::version, snapshots::state))
        .first_optional(connection)
        .await
}

/// The status of a game at `version`, a word of [`Status`]; `None` if it had not changed since the start.
pub async fn status_at(connection: &mut Connection, game: Uuid, version: i64) -> Result<Option<String>> {
    entries::table
        .filter(entries::game_id.eq(game))
        .filter(entries::version.le(version))
        .filter(entries::standing.is_not_null())
        .order(entries::version.desc())
        .select(entries::standing.assume_not_null())
        .first_optional(connection)
        .await
}

/// The deadlines at `version`, as a JSON array, if clocks ran.
pub async fn deadlines(connection: &mut Connection, game: Uuid, version: i64) -> Result<Option<String>> {
    let found = entries::table.find((game, version)).select(entries::deadlines).first(connection).await;
    Ok(found.optional()?.flatten())
}

/// What could be taken back at `version`, as JSON; `None` unless a write ended there.
pub async fn take_backs(connection: &mut Connection, game: Uuid, version: i64) -> Result<Option<String>> {
    let found = entries::table.find((game, version)).select(entries::take_backs).first(connection).await;
    Ok(found.optional()?.flatten())
}

/// The clocks at these versions of games, as JSON, as far as they lie beside the next entry: until 1.0.0 the entries had
/// them, and now the positions have. Returns game, version and clocks.
pub async fn clocks_of(
    connection: &mut Connection,
    places: &[(Uuid, i64)],
) -> Result<Vec<(Uuid, i64, String)>> {
    let (games, next): (Vec<Uuid>, Vec<i64>) =
        places.iter().map(|(game, version)| (*game, version + 1)).unzip();
    let stored: Vec<(Uuid, i64, String)> = sql(
        "SELECT e.game_id, e.version, e.clocks_before AS clocks FROM unnest($1, $2) AS w (game_id, version) \
         JOIN entries e ON e.game_id = w.game_id AND e.version = w.version WHERE e.clocks_before IS NOT NULL",
    )
    .bind(games)
    .bind(next)
    .values(connection)
    .await?;
    Ok(stored.into_iter().map(|(game, next, clocks)| (game, next - 1, clocks)).collect())
}

/// The seat that took back the entry of `version`: the first one that returned from there or later to an earlier
/// version. `None`: the entry was not taken back.
pub async fn taken_back_by(connection: &mut Connection, game: Uuid, version: i64) -> Result<Option<i16>> {
    // Few entries have events of the service, so that reading their JSON costs less than another index.
    let found: Option<Option<i16>> =
        sql("SELECT seat FROM entries WHERE game_id = $1 AND version > $2 AND service_events IS NOT NULL \
         AND EXISTS (SELECT 1 FROM json_array_elements(service_events::json) e \
         WHERE e ->> 'type' = 'taken_back' AND (e ->> 'to_version')::bigint < $2) ORDER BY version LIMIT 1")
        .bind(game)
        .bind(version)
        .optional_value(connection)
        .await?;
    Ok(found.flatten())
}

pub async fn digest(connection: &mut Connection, game: Uuid, version: i64) -> Result<Option<Vec<u8>>> {
    entries::table.find((game, version)).select(entries::digest).first_optional(connection).await
}

/// The query of the entries after version `after` up to `last`, at most `limit` of them, oldest first.
fn between(game: Uuid, after: i64, last: i64, limit: i64) -> entries::BoxedQuery<'static, Pg> {
    entries::table
        .filter(entries::game_id.eq(game))
        .filter(entries::version.gt(after))
        .filter(entries::version.le(last))
        .order(entries::version)
        .limit(limit)
        .into_boxed()
}

/// The entries after version `after` up to `last`, at most `limit` of them, oldest first.
pub async fn entries(
    connection: &mut Connection,
    game: Uuid,
    after: i64,
    last: i64,
    limit: i64,
) -> Result<Vec<EntryRow>> {
    between(game, after, last, limit).select(EntryRow::as_select()).load(connection).await
}

/// The entries up to `last`, beginning with the last entry that a seat made itself, or with the first one if it made
/// none. Of more than `most` entries only the latest are loaded.
pub async fn entries_since_own(
    connection: &mut Connection,
    game: Uuid,
    seat: i16,
    last: i64,
    most: i64,
) -> Result<Vec<EntryRow>> {
    sql("SELECT version, made_by, seat, events, created_at, service_events, deadlines, digest FROM entries \
         WHERE game_id = $1 AND version <= $3 AND version > $3 - $4 AND version >= coalesce(\
         (SELECT max(version) FROM entries WHERE game_id = $1 AND seat = $2 AND made_by = 'seat'), 0) \
         ORDER BY version")
    .bind(game)
    .bind(seat)
    .bind(last)
    .bind(most)
    .load(connection)
    .await
}

/// The version of the last entry that a seat made itself.
pub async fn last_own(connection: &mut Connection, game: Uuid, seat: i16) -> Result<Option<i64>> {
    sql("SELECT max(version) AS value FROM entries WHERE game_id = $1 AND seat = $2 AND made_by = 'seat'")
        .bind(game)
        .bind(seat)
        .value(connection)
        .await
}

/// The entries from version `from` on by which a seat went to another player, oldest first, at most `limit` of them.
pub async fn seat_changes(
    connection: &mut Connection,
    game: Uuid,
    from: i64,
    limit: i64,
) -> Result<Vec<EntryRow>> {
    between(game, from - 1, i64::MAX, limit)
        .filter(entries::service_events.like("%\"seat_replaced\"%"))
        .select(EntryRow::as_select())
        .load(connection)
        .await
}

/// A game with everything that was set before its first entry, the secret included.
#[derive(Queryable, Selectable)]
#[diesel(table_name = games, check_for_backend(diesel::pg::Pg))]
pub struct RecordedGame {
    pub name: String,
    pub status: Status,
    pub ruleset: String,
    pub rules_version: i32,
    pub seat_count: i16,
    pub deal_seats: bool,
    /// The ruleset's options, as JSON.
    pub options: String,
    /// The components it is played with, as JSON.
    pub components: String,
    /// SHA-256 of the secret.
    pub commitment: Vec<u8>,
    /// The secret that every draw follows from. It must never leave the process before the end of the game.
    pub secret: Vec<u8>,
    pub outcome: Option<String>,
    pub created_at: Instant,
    pub started_at: Option<Instant>,
    pub finished_at: Option<Instant>,
    /// The terms under which it was played, as JSON.
    pub terms: String,
}

#[derive(Debug, Clone, Queryable)]
pub struct Joiner {
    /// The place in the order of joining, from 0.
    pub join_order: i16,
    pub seat: i16,
    /// The player; `None` for a bot.
    pub account_id: Option<Uuid>,
    pub name: Option<String>,
    pub bot: Option<String>,
    pub entropy: Vec<u8>,
}

/// An entry of the log with its action and its draws.
#[derive(Debug, Clone, Queryable, Selectable)]
#[diesel(table_name = entries, check_for_backend(diesel::pg::Pg))]
pub struct RecordEntryRow {
    pub version: i64,
    pub made_by: String,
    /// The seat that the entry is about; `None` for the server.
    pub seat: Option<i16>,
    /// As JSON.
    pub action: Option<String>,
    /// A JSON array of events, secrets included.
    pub events: String,
    /// A JSON array of table events; `None` for none.
    pub service_events: Option<String>,
    /// A JSON array of draws; `None` for none.
    pub draws: Option<String>,
    pub created_at: Instant,
}

pub async fn recorded_game(connection: &mut Connection, id: Uuid) -> Result<Option<RecordedGame>> {
    games::table.find(id).select(RecordedGame::as_select()).first_optional(connection).await
}

/// The players and bots, in the order of joining.
pub async fn joiners(connection: &mut Connection, game: Uuid) -> Result<Vec<Joiner>> {
    seats::table
        .left_join(accounts::table.on(seats::account_id.eq(accounts::id.nullable())))
        .filter(seats::game_id.eq(game))
        .order(seats::join_order)
        .select((
            seats::join_order,
            seats::seat,
            seats::account_id,
            accounts::name.nullable(),
            seats::bot,
            seats::entropy,
        ))
        .load(connection)
        .await
}

/// The entries after version `after` up to `last`, at most `limit` of them, oldest first.
pub async fn recorded_entries(
    connection: &mut Connection,
    game: Uuid,
    after: i64,
    last: i64,
    limit: i64,
) -> Result<Vec<RecordEntryRow>> {
    between(game, after, last, limit).select(RecordEntryRow::as_select()).load(connection).await
}
