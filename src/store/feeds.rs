//! What is new in several games at once, for the streams that follow them: one statement however many games.
//!
//! Entries, messages and changes before the start are read by their position in the game, never by time: a transaction
//! that commits late has an earlier time, and its rows would be missed.

use std::sync::Arc;

use diesel::{ExpressionMethods, QueryDsl, Queryable, Selectable, SelectableHelper};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::games::{Status, Visibility};
use super::history::EntryRow;
use super::schema::{games, table_changes};
use super::sql::{Sql, Statement, by_name, sql};
use super::{Connection, Result};
use time_control::Instant;

by_name! {
    /// How far a game is, and its seats.
    #[derive(Debug, Clone)]
    pub struct GameHead {
        pub game: Uuid,
        pub status: Status,
        pub visibility: Visibility,
        /// The version of the game; -1 before the start.
        pub version: i64,
        pub message: i64,
        /// The position of the last change before the start.
        pub change: i64,
        /// The players, in the order of the seats.
        pub accounts: Vec<Option<Uuid>>,
        /// The digest of the last entry; empty before the start.
        pub digest: Vec<u8>,
        pub message_id: Option<Uuid>,
        /// Is the known head part of the game's present history? `false` after a failover that lost the end of it.
        pub goes_on: bool,
    }
}

/// The present heads of these games, each given with the head that the reader knows. A game that does not exist is left
/// out.
pub async fn heads(
    connection: &mut Connection,
    known: &[(Uuid, Option<Arc<GameHead>>)],
) -> Result<Vec<GameHead>> {
    sql("SELECT g.id AS game, g.status, g.visibility, coalesce(p.version, -1) AS version, coalesce(t.last_message, 0) AS message, \
         g.last_change AS change, ARRAY(SELECT s.account_id FROM seats s WHERE s.game_id = g.id ORDER BY s.seat) AS accounts, \
         coalesce((SELECT e.digest FROM entries e WHERE e.game_id = g.id AND e.version = p.version), '') AS digest, \
         (SELECT m.id FROM messages m WHERE m.game_id = g.id AND m.message = t.last_message) AS message_id, \
         ((w.version < 0 OR EXISTS (SELECT 1 FROM entries e \
         WHERE e.game_id = g.id AND e.version = w.version AND e.digest = w.digest)) \
         AND coalesce(t.last_message, 0) >= w.message AND g.last_change >= w.change \
         AND (w.message_id IS NULL OR EXISTS (SELECT 1 FROM messages m \
         WHERE m.game_id = g.id AND m.message = w.message AND m.id = w.message_id))) AS goes_on \
         FROM unnest($1, $2, $3, $4, $5, $6) AS w (id, version, digest, message, message_id, change) \
         JOIN games g ON g.id = w.id LEFT JOIN positions p ON p.game_id = g.id \
         LEFT JOIN talks t ON t.game_id = g.id")
    // What is not known yet counts as known up to its beginning.
    .bind_column(known, |(game, _)| game)
    .bind_column(known, |(_, head)| head.as_ref().map_or(-1, |head| head.version))
    .bind_column(known, |(_, head)| head.as_ref().map_or(&[][..], |head| head.digest.as_slice()))
    .bind_column(known, |(_, head)| head.as_ref().map_or(0, |head| head.message))
    .bind_column(known, |(_, head)| head.as_ref().and_then(|head| head.message_id))
    .bind_column(known, |(_, head)| head.as_ref().map_or(0, |head| head.change))
    .load(connection)
    .await
}

/// The positions of a game between which it is read.
#[derive(Debug, Clone, Copy)]
pub struct Span {
    pub game: Uuid,
    /// The position after which reading begins.
    pub after: i64,
    pub last: i64,
}

impl Span {
    /// A single position.
    pub fn at(game: Uuid, position: i64) -> Self {
        Self { game, after: position - 1, last: position }
    }
}

/// A statement that reads `columns` from the spans `w` and what `rest` joins to them.
fn select<'b>(spans: &[Span], columns: &str, rest: &str) -> Sql<'b> {
    sql(format!("SELECT {columns} FROM unnest($1, $2, $3) AS w (game_id, after, last) {rest}"))
        .bind_column(spans, |span| span.game)
        .bind_column(spans, |span| span.after)
        .bind_column(spans, |span| span.last)
}

/// The entries within the spans, by game and version.
pub async fn entries(connection: &mut Connection, spans: &[Span]) -> Result<Vec<(Uuid, EntryRow)>> {
    let columns = "e.game_id, e.version, e.made_by, e.seat, e.events, e.created_at, e.service_events, e.deadlines, e.digest";
    let rest = "JOIN entries e ON e.game_id = w.game_id AND e.version > w.after AND e.version <= w.last \
                ORDER BY e.game_id, e.version";
    let rows: Vec<EntryOfGame> = select(spans, columns, rest).load(connection).await?;
    Ok(rows.into_iter().map(|row| (row.game_id, row.entry)).collect())
}

by_name! {
    struct EntryOfGame {
        game_id: Uuid,
        entry: EntryRow,
    }

    /// A message with every box that it is in.
    #[derive(Debug, Clone)]
    pub struct FeedMessage {
        pub game: Uuid,
        /// The position among all messages of the game; never shown, since it counts private messages between others.
        pub message: i64,
        pub id: Uuid,
        pub account: Uuid,
        pub name: Option<String>,
        pub seat: Option<i16>,
        /// The seats it is addressed to; `None`: everyone in the game.
        pub to_seats: Option<Vec<i16>>,
        pub text: String,
        pub at: Instant,
        pub boxes: Vec<Uuid>,
        /// The number of the message in each of these boxes.
        pub numbers: Vec<i64>,
        /// The owners of boxes who blocked the sender.
        pub blockers: Vec<Uuid>,
    }
}

impl FeedMessage {
    /// The number of the message in the box of a reader, if it is in there.
    pub fn number_of(&self, reader: Uuid) -> Option<i64> {
        let own = self.boxes.iter().zip(&self.numbers).find(|(of, _)| **of == reader);
        own.map(|(_, number)| *number)
    }
}

/// The messages within the spans, by game and place.
pub async fn messages(connection: &mut Connection, spans: &[Span]) -> Result<Vec<FeedMessage>> {
    let columns = "m.game_id AS game, m.message, m.id, m.account_id AS account, a.name, m.seat, m.to_seats, m.text, \
                   m.created_at AS at, c.boxes, c.numbers, ARRAY(SELECT b.account_id FROM blocks b \
                   WHERE b.blocked_id = m.account_id AND b.account_id = ANY(c.boxes)) AS blockers";
    let rest = "JOIN messages m ON m.game_id = w.game_id AND m.message > w.after AND m.message <= w.last \
                LEFT JOIN accounts a ON a.id = m.account_id \
                CROSS JOIN LATERAL (SELECT coalesce(array_agg(c.account_id), '{}') AS boxes, \
                coalesce(array_agg(c.number), '{}') AS numbers FROM message_copies c \
                WHERE c.game_id = m.game_id AND c.message = m.message) c \
                ORDER BY m.game_id, m.message";
    select(spans, columns, rest).load(connection).await
}

by_name! {
    #[derive(Debug, Clone, Queryable, Selectable)]
    #[diesel(table_name = table_changes, check_for_backend(diesel::pg::Pg))]
    pub struct LobbyChangeRow {
        pub game_id: Uuid,
        /// The position among the changes of the game before its start, from 1.
        pub change: i64,
        /// What happened, as JSON.
        pub event: String,
        pub created_at: Instant,
    }
}

/// Adds changes in this order: `events` say what happened, as JSON, and `about` which account each is about. The game's
/// row stays locked until the transaction ends, so the positions have no gaps and become visible in order.
pub async fn add_changes(
    connection: &mut Connection,
    game: Uuid,
    events: &[String],
    about: &[Option<Uuid>],
    at: Instant,
) -> Result<()> {
    sql("WITH counted AS (UPDATE games SET last_change = last_change + cardinality($2) WHERE id = $1 \
         RETURNING last_change - cardinality($2) AS before), \
         added AS (INSERT INTO table_changes (game_id, change, event, account_id, created_at) \
         SELECT $1, c.before + w.place, w.event, w.account_id, $4 \
         FROM counted c, unnest($2, $3) WITH ORDINALITY AS w (event, account_id, place) RETURNING change) \
         INSERT INTO relay_due (game_id, kind, position) SELECT $1, 'change', change FROM added")
    .bind(game)
    .bind(events)
    .bind(about)
    .bind(at)
    .run(connection)
    .await
}

/// The position of the last change of a game before its start; 0 if there is none.
pub async fn last_change(connection: &mut Connection, game: Uuid) -> Result<i64> {
    games::table.find(game).select(games::last_change).first(connection).await
}

/// At most `most` changes of a game after `after`, in order.
pub async fn changes_after(
    connection: &mut Connection,
    game: Uuid,
    after: i64,
    most: i64,
) -> Result<Vec<LobbyChangeRow>> {
    table_changes::table
        .filter(table_changes::game_id.eq(game))
        .filter(table_changes::change.gt(after))
        .order(table_changes::change)
        .limit(most)
        .select(LobbyChangeRow::as_select())
        .load(connection)
        .await
}

/// The changes before the start within the spans.
pub async fn changes(connection: &mut Connection, spans: &[Span]) -> Result<Vec<LobbyChangeRow>> {
    let rest = "JOIN table_changes c ON c.game_id = w.game_id AND c.change > w.after AND c.change <= w.last";
    select(spans, "c.game_id, c.change, c.event, c.created_at", rest).load(connection).await
}
