//! What is new in several games at once, for whoever follows them: one statement however many games.
//!
//! Entries and messages are read by their place in the game, never by time: of two readers none can miss what the
//! other saw.

use diesel::pg::Pg;
use diesel::query_builder::{AstPass, Query, QueryFragment, QueryId};
use diesel::sql_types::{
    Array, BigInt, Binary, Bool, Nullable, SmallInt, Text, Timestamptz, Uuid as SqlUuid,
};
use diesel::{QueryResult, Queryable};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::history::Entry;
use super::words::Visibility;
use super::{Connection, StoreError};
use crate::clock::Instant;

/// How far a game has come, and who sits there.
#[derive(Debug, Clone, Queryable)]
pub struct Head {
    pub game: Uuid,
    /// Who may see it.
    pub visibility: Visibility,
    /// Its version; -1 before the start.
    pub version: i64,
    /// The last message.
    pub message: i64,
    /// The last change of the table before the start.
    pub change: i64,
    /// Who sits there, in the order of the seats.
    pub accounts: Vec<Option<Uuid>>,
    /// The digest of its last entry; empty before the start.
    pub digest: Vec<u8>,
    /// The id of the last message.
    pub message_id: Option<Uuid>,
    /// Is what was known of it a part of its history? Not after a failover that lost the end of what was known.
    pub goes_on: bool,
}

/// What is known of games. The lists are columns: equal positions belong together.
#[derive(Debug, Default)]
pub struct Known {
    pub games: Vec<Uuid>,
    /// Their versions; -1: none is known.
    pub versions: Vec<i64>,
    pub digests: Vec<Vec<u8>>,
    /// Their last messages.
    pub messages: Vec<i64>,
    /// The ids of these; `None`: none is known.
    pub message_ids: Vec<Option<Uuid>>,
    /// The last changes of the tables before the start.
    pub changes: Vec<i64>,
}

impl Known {
    /// Adds a game and what is known of it.
    pub fn push(&mut self, game: Uuid, head: Option<&Head>) {
        self.games.push(game);
        self.versions.push(head.map_or(-1, |head| head.version));
        self.digests.push(head.map(|head| head.digest.clone()).unwrap_or_default());
        self.messages.push(head.map_or(0, |head| head.message));
        self.message_ids.push(head.and_then(|head| head.message_id));
        self.changes.push(head.map_or(0, |head| head.change));
    }
}

/// How far these games have come. One that is gone is left out.
pub async fn heads(connection: &mut Connection, known: &Known) -> Result<Vec<Head>, StoreError> {
    Heads(known).load(connection).await
}

struct Heads<'a>(&'a Known);

impl QueryId for Heads<'_> {
    type QueryId = Heads<'static>;
    const HAS_STATIC_QUERY_ID: bool = true;
}

impl Query for Heads<'_> {
    type SqlType =
        (SqlUuid, Text, BigInt, BigInt, BigInt, Array<Nullable<SqlUuid>>, Binary, Nullable<SqlUuid>, Bool);
}

impl QueryFragment<Pg> for Heads<'_> {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        out.push_sql(
            "SELECT g.id, g.visibility, coalesce(p.version, -1), coalesce(t.last_message, 0), g.last_change, \
             ARRAY(SELECT s.account_id FROM seats s WHERE s.game_id = g.id ORDER BY s.seat), \
             coalesce((SELECT e.digest FROM entries e WHERE e.game_id = g.id AND e.version = p.version), ''), \
             (SELECT m.id FROM messages m WHERE m.game_id = g.id AND m.message = t.last_message), \
             (w.version < 0 OR EXISTS (SELECT FROM entries e \
             WHERE e.game_id = g.id AND e.version = w.version AND e.digest = w.digest)) \
             AND coalesce(t.last_message, 0) >= w.message AND g.last_change >= w.change \
             AND (w.message_id IS NULL OR EXISTS (SELECT FROM messages m \
             WHERE m.game_id = g.id AND m.message = w.message AND m.id = w.message_id)) \
             FROM unnest(",
        );
        out.push_bind_param::<Array<SqlUuid>, _>(&self.0.games)?;
        out.push_sql(", ");
        out.push_bind_param::<Array<BigInt>, _>(&self.0.versions)?;
        out.push_sql(", ");
        out.push_bind_param::<Array<Binary>, _>(&self.0.digests)?;
        out.push_sql(", ");
        out.push_bind_param::<Array<BigInt>, _>(&self.0.messages)?;
        out.push_sql(", ");
        out.push_bind_param::<Array<Nullable<SqlUuid>>, _>(&self.0.message_ids)?;
        out.push_sql(", ");
        out.push_bind_param::<Array<BigInt>, _>(&self.0.changes)?;
        out.push_sql(
            ") AS w (id, version, digest, message, message_id, change) JOIN games g ON g.id = w.id LEFT JOIN positions p ON p.game_id = g.id \
             LEFT JOIN talks t ON t.game_id = g.id",
        );
        Ok(())
    }
}

/// From where to where a game is read.
#[derive(Debug, Clone, Default)]
pub struct Spans {
    pub games: Vec<Uuid>,
    /// After which place.
    pub after: Vec<i64>,
    pub last: Vec<i64>,
}

impl Spans {
    pub fn push(&mut self, game: Uuid, after: i64, last: i64) {
        self.games.push(game);
        self.after.push(after);
        self.last.push(last);
    }

    fn bind<'b>(&'b self, out: &mut AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        out.push_sql(" FROM unnest(");
        out.push_bind_param::<Array<SqlUuid>, _>(&self.games)?;
        out.push_sql(", ");
        out.push_bind_param::<Array<BigInt>, _>(&self.after)?;
        out.push_sql(", ");
        out.push_bind_param::<Array<BigInt>, _>(&self.last)?;
        out.push_sql(") AS w (game_id, after, last)");
        Ok(())
    }
}

/// The entries within the spans, by game and version.
pub async fn entries(connection: &mut Connection, spans: &Spans) -> Result<Vec<(Uuid, Entry)>, StoreError> {
    let rows: Vec<LogLine> = Entries(spans).load(connection).await?;
    Ok(rows.into_iter().map(|row| (row.0, row.1)).collect())
}

#[derive(Queryable)]
struct LogLine(Uuid, Entry);

struct Entries<'a>(&'a Spans);

impl QueryId for Entries<'_> {
    type QueryId = Entries<'static>;
    const HAS_STATIC_QUERY_ID: bool = true;
}

impl Query for Entries<'_> {
    type SqlType = (
        SqlUuid,
        (BigInt, Text, Nullable<SmallInt>, Text, Timestamptz, Nullable<Text>, Nullable<Text>, Binary),
    );
}

impl QueryFragment<Pg> for Entries<'_> {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        out.push_sql(
            "SELECT e.game_id, e.version, e.made_by, e.seat, e.events, e.created_at, e.table_events, \
             e.deadlines, e.digest",
        );
        self.0.bind(&mut out)?;
        out.push_sql(
            " JOIN entries e ON e.game_id = w.game_id AND e.version > w.after AND e.version <= w.last \
             ORDER BY e.game_id, e.version",
        );
        Ok(())
    }
}

/// A message with everybody's box that it lies in.
#[derive(Debug, Clone, Queryable)]
pub struct Sent {
    pub game: Uuid,
    /// Its place among all messages of the game; shown to nobody.
    pub message: i64,
    pub id: Uuid,
    pub account: Uuid,
    pub name: Option<String>,
    pub seat: Option<i16>,
    /// For which seats; `None` is for the table.
    pub to_seats: Option<Vec<i16>>,
    pub text: String,
    /// When.
    pub at: Instant,
    pub boxes: Vec<Uuid>,
    /// Its number in each of these boxes.
    pub numbers: Vec<i64>,
    /// Those of them who blocked the sender.
    pub blockers: Vec<Uuid>,
}

/// The messages within the spans, by game and place.
pub async fn messages(connection: &mut Connection, spans: &Spans) -> Result<Vec<Sent>, StoreError> {
    Messages(spans).load(connection).await
}

struct Messages<'a>(&'a Spans);

impl QueryId for Messages<'_> {
    type QueryId = Messages<'static>;
    const HAS_STATIC_QUERY_ID: bool = true;
}

impl Query for Messages<'_> {
    type SqlType = (
        SqlUuid,
        BigInt,
        SqlUuid,
        SqlUuid,
        Nullable<Text>,
        Nullable<SmallInt>,
        Nullable<Array<SmallInt>>,
        Text,
        Timestamptz,
        Array<SqlUuid>,
        Array<BigInt>,
        Array<SqlUuid>,
    );
}

impl QueryFragment<Pg> for Messages<'_> {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        out.push_sql(
            "SELECT m.game_id, m.message, m.id, m.account_id, a.name, m.seat, m.to_seats, m.text, m.created_at, \
             c.boxes, c.numbers, ARRAY(SELECT b.account_id FROM blocks b \
             WHERE b.blocked_id = m.account_id AND b.account_id = ANY(c.boxes))",
        );
        self.0.bind(&mut out)?;
        out.push_sql(
            " JOIN messages m ON m.game_id = w.game_id AND m.message > w.after AND m.message <= w.last \
             LEFT JOIN accounts a ON a.id = m.account_id \
             CROSS JOIN LATERAL (SELECT coalesce(array_agg(c.account_id), '{}') AS boxes, \
             coalesce(array_agg(c.number), '{}') AS numbers FROM message_copies c \
             WHERE c.game_id = m.game_id AND c.message = m.message) c \
             ORDER BY m.game_id, m.message",
        );
        Ok(())
    }
}
