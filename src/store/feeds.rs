//! What is new in several games at once, for whoever follows them: one statement however many games.
//!
//! Entries and messages are read by their place in the game, never by time: of two readers none can miss what the
//! other saw.

use diesel::pg::Pg;
use diesel::query_builder::{AstPass, Query, QueryFragment, QueryId};
use diesel::sql_types::{Array, BigInt, Nullable, SmallInt, Text, Timestamptz, Uuid as SqlUuid};
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
    /// The game.
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
}

/// How far these games have come. One that is gone is left out.
pub async fn heads(connection: &mut Connection, games: &[Uuid]) -> Result<Vec<Head>, StoreError> {
    Heads(games).load(connection).await
}

struct Heads<'a>(&'a [Uuid]);

impl QueryId for Heads<'_> {
    type QueryId = Heads<'static>;
    const HAS_STATIC_QUERY_ID: bool = true;
}

impl Query for Heads<'_> {
    type SqlType = (SqlUuid, Text, BigInt, BigInt, BigInt, Array<Nullable<SqlUuid>>);
}

impl QueryFragment<Pg> for Heads<'_> {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        out.push_sql(
            "SELECT g.id, g.visibility, coalesce(p.version, -1), coalesce(t.last_message, 0), g.last_change, \
             ARRAY(SELECT s.account_id FROM seats s WHERE s.game_id = g.id ORDER BY s.seat) \
             FROM unnest(",
        );
        out.push_bind_param::<Array<SqlUuid>, _>(&self.0)?;
        out.push_sql(
            ") AS w (id) JOIN games g ON g.id = w.id LEFT JOIN positions p ON p.game_id = g.id \
             LEFT JOIN talks t ON t.game_id = g.id",
        );
        Ok(())
    }
}

/// From where to where a game is read.
#[derive(Debug, Clone, Default)]
pub struct Spans {
    /// The games.
    pub games: Vec<Uuid>,
    /// After which place.
    pub after: Vec<i64>,
    /// Up to which place.
    pub last: Vec<i64>,
}

impl Spans {
    /// Adds one game.
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
    type SqlType =
        (SqlUuid, (BigInt, Text, Nullable<SmallInt>, Text, Timestamptz, Nullable<Text>, Nullable<Text>));
}

impl QueryFragment<Pg> for Entries<'_> {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        out.push_sql(
            "SELECT e.game_id, e.version, e.made_by, e.seat, e.events, e.created_at, e.table_events, \
             e.deadlines",
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
    /// The game.
    pub game: Uuid,
    /// Its place among all messages of the game; shown to nobody.
    pub message: i64,
    /// Its name.
    pub id: Uuid,
    /// Who sent it.
    pub account: Uuid,
    /// The sender's name.
    pub name: Option<String>,
    /// The sender's seat.
    pub seat: Option<i16>,
    /// For which seats; `None` is for the table.
    pub to_seats: Option<Vec<i16>>,
    /// What it says.
    pub text: String,
    /// When.
    pub at: Instant,
    /// The boxes.
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
