//! The streams of accounts over all their games.

use diesel::{ExpressionMethods, QueryDsl};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::schema::{stream_heads, stream_items};
use super::sql::{Statement, by_name, sql, text_columns};
use super::{Connection, Result};
use crate::time_control::Instant;

/// The last numbers of these accounts' streams; a stream without an item has none.
pub async fn heads(connection: &mut Connection, people: &[Uuid]) -> Result<Vec<(Uuid, i64)>> {
    stream_heads::table
        .filter(stream_heads::account_id.eq_any(people))
        .select((stream_heads::account_id, stream_heads::last_number))
        .load(connection)
        .await
}

/// The last number of an account's stream, and the first that is still stored; 0 and `None` for one without an item.
pub async fn extent(connection: &mut Connection, account: Uuid) -> Result<(i64, Option<i64>)> {
    let heads: Vec<(Uuid, i64)> = heads(connection, &[account]).await?;
    let last = <[_]>::first(&heads).map_or(0, |(_, last)| *last);
    let first = stream_items::table
        .filter(stream_items::account_id.eq(account))
        .select(diesel::dsl::min(stream_items::number))
        .first(connection)
        .await?;
    Ok((last, first))
}

text_columns! {
    /// What an item of a stream is about.
    #[derive(Hash)]
    pub enum StreamItemKind {
        /// An entry of the log of a game.
        Entry,
        Message,
        /// A change of a game before its start.
        Change,
        /// A mail to the owner of the stream.
        Call,
    }
}

by_name! {
    /// Something that happened, with what it takes to show it.
    #[derive(Debug, Clone)]
    pub struct StreamItem {
        pub account: Uuid,
        pub number: i64,
        pub kind: StreamItemKind,
        pub game: Uuid,
        pub seat: Option<i16>,
        pub position: i64,
        pub call: Option<String>,
        pub decision: Option<String>,
        pub ruleset: String,
        /// SHA-256 of the game's components.
        pub components_digest: Vec<u8>,
        pub rules_version: i32,
        /// Distinguishes this item from another one that gets the same number after a failover that lost this one.
        pub mark: Vec<u8>,
    }
}

/// The SQL of the mark of an item `i`. It is made only of what the owner of the stream knows anyway: the position of a
/// message among all messages of the game would tell them of private messages between others.
const MARK: &str = "sha256(convert_to(concat_ws(' ', i.kind, i.game_id, i.call, \
                    extract(epoch FROM i.created_at)), 'UTF8'))";

/// The mark of the item with a number, while the item is stored.
pub async fn mark(connection: &mut Connection, account: Uuid, number: i64) -> Result<Option<Vec<u8>>> {
    let query =
        format!("SELECT {MARK} AS mark FROM stream_items i WHERE i.account_id = $1 AND i.number = $2");
    sql(query).bind(account).bind(number).optional_value(connection).await
}

/// At most `most` items of an account's stream after number `after` up to `last`.
pub async fn after(
    connection: &mut Connection,
    account: Uuid,
    after: i64,
    last: i64,
    most: i64,
) -> Result<Vec<StreamItem>> {
    sql(format!(
        "SELECT i.account_id AS account, i.number, i.kind, i.game_id AS game, i.seat, i.position, i.call, i.decision, \
         g.ruleset, g.components_digest, g.rules_version, {MARK} AS mark \
         FROM stream_items i JOIN games g ON g.id = i.game_id \
         WHERE i.account_id = $1 AND i.number > $2 AND i.number <= $3 ORDER BY i.number LIMIT $4"
    ))
    .bind(account)
    .bind(after)
    .bind(last)
    .bind(most)
    .load(connection)
    .await
}

/// The entries that several items are about, by game and version.
pub async fn entries(
    connection: &mut Connection,
    games: &[Uuid],
    positions: &[i64],
) -> Result<Vec<(Uuid, super::history::EntryRow)>> {
    let spans = spans(games, positions);
    super::feeds::entries(connection, &spans).await
}

/// The messages that several items are about.
pub async fn messages(
    connection: &mut Connection,
    games: &[Uuid],
    positions: &[i64],
) -> Result<Vec<super::feeds::FeedMessage>> {
    super::feeds::messages(connection, &spans(games, positions)).await
}

fn spans(games: &[Uuid], positions: &[i64]) -> super::feeds::Spans {
    let mut spans = super::feeds::Spans::default();
    for (game, position) in games.iter().zip(positions) {
        spans.push(*game, position - 1, *position);
    }
    spans
}

/// Deletes items from before `oldest`.
pub async fn forget(connection: &mut Connection, oldest: Instant) -> Result<()> {
    diesel::delete(stream_items::table.filter(stream_items::created_at.lt(oldest))).run(connection).await
}

pub async fn forget_account(connection: &mut Connection, account: Uuid) -> Result<()> {
    diesel::delete(stream_items::table.filter(stream_items::account_id.eq(account))).run(connection).await
}
