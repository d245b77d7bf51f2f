//! What a record is made of: a game with its secrets, its joiners, and its log in full.

use diesel::{
    ExpressionMethods, JoinOnDsl, NullableExpressionMethods, OptionalExtension, QueryDsl, Queryable,
    Selectable, SelectableHelper,
};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::schema::{accounts, entries, games, seats};
use super::words::Status;
use super::{Connection, StoreError};
use crate::clock::Instant;

/// A game with everything that was set before its first entry, the secret included.
#[derive(Queryable, Selectable)]
#[diesel(table_name = games, check_for_backend(diesel::pg::Pg))]
pub struct Recorded {
    pub name: String,
    pub status: Status,
    pub ruleset: String,
    pub rules_version: i32,
    pub seat_count: i16,
    /// Are the seats dealt at the start?
    pub deal_seats: bool,
    /// The title's options, as JSON.
    pub options: String,
    /// The components it is played with, as JSON.
    pub components: String,
    /// SHA-256 of the secret.
    pub commitment: Vec<u8>,
    /// What every draw follows from. It must never leave the process before the end.
    pub secret: Vec<u8>,
    /// How it ended, as JSON.
    pub outcome: Option<String>,
    /// When the table was opened.
    pub created_at: Instant,
    /// When the game began.
    pub started_at: Option<Instant>,
    /// When it ended.
    pub finished_at: Option<Instant>,
}

/// Somebody who joined.
#[derive(Debug, Clone, Queryable)]
pub struct Joiner {
    /// The how-manieth to join, from 0.
    pub join_order: i16,
    pub seat: i16,
    /// The person, if it is one.
    pub account_id: Option<Uuid>,
    pub name: Option<String>,
    /// The bot, if it is one.
    pub bot: Option<String>,
    pub entropy: Vec<u8>,
}

/// An entry of the log with what was done and what chance gave.
#[derive(Debug, Clone, Queryable)]
pub struct Entry {
    pub version: i64,
    pub made_by: String,
    /// The seat it is about; `None` for the server.
    pub seat: Option<i16>,
    /// What was done, as JSON.
    pub action: Option<String>,
    /// A JSON array of events, secrets included.
    pub events: String,
    /// What the table did beside the rules, a JSON array; `None` for nothing.
    pub table_events: Option<String>,
    /// A JSON array of draws; `None` for none.
    pub draws: Option<String>,
    /// When it was made.
    pub created_at: Instant,
}

pub async fn game(connection: &mut Connection, id: Uuid) -> Result<Option<Recorded>, StoreError> {
    games::table.find(id).select(Recorded::as_select()).first(connection).await.optional()
}

/// Who joined, in the order of joining.
pub async fn joiners(connection: &mut Connection, game: Uuid) -> Result<Vec<Joiner>, StoreError> {
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
pub async fn entries(
    connection: &mut Connection,
    game: Uuid,
    after: i64,
    last: i64,
    limit: i64,
) -> Result<Vec<Entry>, StoreError> {
    entries::table
        .filter(entries::game_id.eq(game))
        .filter(entries::version.gt(after))
        .filter(entries::version.le(last))
        .order(entries::version)
        .limit(limit)
        .select((
            entries::version,
            entries::made_by,
            entries::seat,
            entries::action,
            entries::events,
            entries::table_events,
            entries::draws,
            entries::created_at,
        ))
        .load(connection)
        .await
}
