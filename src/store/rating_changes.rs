//! What rated games made of people's ratings.

use diesel::{ExpressionMethods, Insertable, QueryDsl, Queryable, Selectable, SelectableHelper};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::schema::rating_changes;
use super::{Connection, StoreError};
use crate::clock::Instant;

/// What one game made of somebody's rating.
#[derive(Debug, Clone, Queryable, Selectable, Insertable)]
#[diesel(table_name = rating_changes, check_for_backend(diesel::pg::Pg))]
pub struct Row {
    pub account_id: Uuid,
    pub ruleset: String,
    /// Which of his rated games of this title it was, from 1.
    pub number: i32,
    pub game_id: Uuid,
    /// His place, 1 for the best.
    pub rank: i16,
    pub players: i16,
    /// The estimate before it.
    pub rating_before: f64,
    pub uncertainty_before: f64,
    /// The estimate after it.
    pub rating_after: f64,
    pub uncertainty_after: f64,
    /// When it was rated.
    pub rated_at: Instant,
}

/// Keeps what a game made of ratings.
pub async fn add(connection: &mut Connection, rows: &[Row]) -> Result<(), StoreError> {
    diesel::insert_into(rating_changes::table).values(rows).execute(connection).await?;
    Ok(())
}

/// At most `limit` of somebody's rated games of a title, the latest first, before the one of that number.
pub async fn page(
    connection: &mut Connection,
    account: Uuid,
    ruleset: &str,
    before: Option<i32>,
    limit: i64,
) -> Result<Vec<Row>, StoreError> {
    rating_changes::table
        .filter(rating_changes::account_id.eq(account))
        .filter(rating_changes::ruleset.eq(ruleset))
        .filter(rating_changes::number.lt(before.unwrap_or(i32::MAX)))
        .order(rating_changes::number.desc())
        .limit(limit)
        .select(Row::as_select())
        .load(connection)
        .await
}
