//! Reports of players to the operators about another player.

use diesel::{ExpressionMethods, Insertable, QueryDsl, Queryable, Selectable, SelectableHelper};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::pages::{Place, greatest_first};
use super::schema::reports;
use super::sql::Statement;
use super::{Connection, Result};
use crate::time_control::Instant;

#[derive(Debug, Clone, Queryable, Selectable, Insertable)]
#[diesel(table_name = reports)]
pub struct ReportRow {
    pub id: Uuid,
    /// The account that is reported.
    pub account_id: Uuid,
    /// `None`: the owner of an address without an account reports it.
    pub reported_by: Option<Uuid>,
    pub game_id: Uuid,
    /// May be empty.
    pub text: String,
    pub created_at: Instant,
    /// `None` until an operator closes the report.
    pub closed_at: Option<Instant>,
}

pub async fn add(connection: &mut Connection, row: &ReportRow) -> Result<()> {
    diesel::insert_into(reports::table).values(row).run(connection).await
}

/// At most `limit` open reports from a place on, newest first.
pub async fn page(connection: &mut Connection, place: Place<Uuid>, limit: i64) -> Result<Vec<ReportRow>> {
    let query = reports::table
        .filter(reports::closed_at.is_null())
        .limit(limit)
        .select(ReportRow::as_select())
        .into_boxed();
    greatest_first!(query, reports::id, place).load(connection).await
}

/// The newest report that is open.
pub async fn latest_open(connection: &mut Connection) -> Result<Option<ReportRow>> {
    let open = reports::table.filter(reports::closed_at.is_null()).order(reports::id.desc());
    open.select(ReportRow::as_select()).first_optional(connection).await
}

/// Closes a report; `false` if there is none that is open.
pub async fn close(connection: &mut Connection, id: Uuid, now: Instant) -> Result<bool> {
    let open = reports::table.find(id).filter(reports::closed_at.is_null());
    diesel::update(open).set(reports::closed_at.eq(now)).affects_any(connection).await
}
