//! The rounds of competitions, and the game of each table.

use diesel::{
    BoolExpressionMethods, ExpressionMethods, Insertable, QueryDsl, Queryable, Selectable, SelectableHelper,
};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::schema::{competition_rounds as rounds, competition_tables as tables};
use super::sql::Statement;
use super::{Connection, Result, Transaction};
use time_control::Instant;

#[derive(Debug, Clone, Queryable, Selectable, Insertable)]
#[diesel(table_name = rounds, check_for_backend(diesel::pg::Pg))]
pub struct RoundRow {
    pub competition_id: Uuid,
    /// From 1.
    pub round: i32,
    /// The tables, the byes and the reasons, as JSON.
    pub pairing: String,
    pub paired_at: Instant,
}

#[derive(Debug, Clone, Queryable, Selectable, Insertable)]
#[diesel(table_name = tables, check_for_backend(diesel::pg::Pg))]
pub struct TableRow {
    pub competition_id: Uuid,
    pub round: i32,
    /// From 0.
    pub number: i32,
    /// The game that is played here; it exists once players are seated.
    pub game_id: Uuid,
    /// From when on the game may begin; `None`: players are still busy.
    pub ready_at: Option<Instant>,
    /// Who sat down, by seat, as JSON.
    pub seated: Option<String>,
    pub ended_at: Option<Instant>,
    /// What each seat reached, as JSON.
    pub results: Option<String>,
    /// The first round whose pairing knows of the results.
    pub known_from: Option<i32>,
}

/// Stores a round with its tables. Error: a unique violation, if it is there.
pub async fn add(connection: &mut Connection, round: &RoundRow, tables: &[TableRow]) -> Result<()> {
    diesel::insert_into(rounds::table).values(round).run(connection).await?;
    diesel::insert_into(tables::table).values(tables).run(connection).await
}

/// The rounds of a competition, the first one first.
pub async fn all(connection: &mut Connection, competition: Uuid) -> Result<Vec<RoundRow>> {
    rounds::table
        .filter(rounds::competition_id.eq(competition))
        .order(rounds::round)
        .select(RoundRow::as_select())
        .load(connection)
        .await
}

/// The tables of a competition, round by round.
pub async fn tables(connection: &mut Connection, competition: Uuid) -> Result<Vec<TableRow>> {
    tables::table
        .filter(tables::competition_id.eq(competition))
        .order((tables::round, tables::number))
        .select(TableRow::as_select())
        .load(connection)
        .await
}

/// Locks a table that is to be seated, of those that no other worker has locked.
pub async fn claim_ready(tx: &mut Transaction<'_>, now: Instant) -> Result<Option<TableRow>> {
    tables::table
        .filter(tables::ready_at.le(now).and(tables::seated.is_null()))
        .order(tables::ready_at)
        .select(TableRow::as_select())
        .limit(1)
        .for_update()
        .skip_locked()
        .get_optional(tx)
        .await
}

/// Puts off the table that has waited the longest for its game.
pub async fn put_off(connection: &mut Connection, now: Instant, until: Instant) -> Result<()> {
    let first = tables::table
        .filter(tables::ready_at.le(now).and(tables::seated.is_null()))
        .order(tables::ready_at)
        .select(tables::game_id)
        .limit(1)
        .load::<Uuid>(connection)
        .await?;
    diesel::update(tables::table.filter(tables::game_id.eq_any(first)))
        .set(tables::ready_at.eq(until))
        .run(connection)
        .await
}

/// The games of these tables may begin.
pub async fn ready(connection: &mut Connection, games: &[Uuid], at: Instant) -> Result<()> {
    diesel::update(tables::table.filter(tables::game_id.eq_any(games)).filter(tables::ready_at.is_null()))
        .set(tables::ready_at.eq(at))
        .run(connection)
        .await
}

/// Stores who sat down.
pub async fn seat(connection: &mut Connection, game: Uuid, seated: &str) -> Result<()> {
    diesel::update(tables::table.filter(tables::game_id.eq(game)))
        .set(tables::seated.eq(seated))
        .run(connection)
        .await
}

/// Stores how a table ended.
pub async fn end(
    connection: &mut Connection,
    game: Uuid,
    results: Option<&str>,
    known_from: i32,
    at: Instant,
) -> Result<()> {
    diesel::update(tables::table.filter(tables::game_id.eq(game)))
        .set((tables::ended_at.eq(at), tables::results.eq(results), tables::known_from.eq(known_from)))
        .run(connection)
        .await
}

/// Tables that were not seated when their competition was cancelled never will be.
pub async fn close(connection: &mut Connection, competition: Uuid, at: Instant) -> Result<()> {
    let waiting = tables::table.filter(tables::competition_id.eq(competition).and(tables::seated.is_null()));
    diesel::update(waiting)
        .set((tables::ready_at.eq(None::<Instant>), tables::ended_at.eq(at)))
        .run(connection)
        .await
}
