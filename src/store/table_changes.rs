//! What happens at tables before the start, in order, for whoever follows them.

use diesel::sql_types::{Array, BigInt, Nullable, Text, Timestamptz, Uuid as SqlUuid};
use diesel::{ExpressionMethods, QueryDsl, Queryable, QueryableByName, Selectable, SelectableHelper};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::schema::{games, table_changes};
use super::{Connection, StoreError};
use crate::clock::Instant;

#[derive(Debug, Clone, Queryable, QueryableByName, Selectable)]
#[diesel(table_name = table_changes, check_for_backend(diesel::pg::Pg))]
pub struct Row {
    pub game_id: Uuid,
    /// Its place among the changes of the table, from 1.
    pub change: i64,
    /// What happened, as JSON.
    pub event: String,
    /// When.
    pub created_at: Instant,
}

/// Adds changes in this order: what happened, as JSON, and whom it is about. The table's row is held from then on.
pub async fn add(
    connection: &mut Connection,
    game: Uuid,
    events: &[String],
    about: &[Option<Uuid>],
    at: Instant,
) -> Result<(), StoreError> {
    diesel::sql_query(
        "WITH counted AS (UPDATE games SET last_change = last_change + cardinality($2) WHERE id = $1 \
         RETURNING last_change - cardinality($2) AS before), \
         added AS (INSERT INTO table_changes (game_id, change, event, account_id, created_at) \
         SELECT $1, c.before + w.place, w.event, w.account_id, $4 \
         FROM counted c, unnest($2, $3) WITH ORDINALITY AS w (event, account_id, place) RETURNING change) \
         INSERT INTO relay_due (game_id, kind, position) SELECT $1, 'change', change FROM added",
    )
    .bind::<SqlUuid, _>(game)
    .bind::<Array<Text>, _>(events)
    .bind::<Array<Nullable<SqlUuid>>, _>(about)
    .bind::<Timestamptz, _>(at)
    .execute(connection)
    .await?;
    Ok(())
}

/// The last change of a table; 0 without any.
pub async fn last(connection: &mut Connection, game: Uuid) -> Result<i64, StoreError> {
    games::table.find(game).select(games::last_change).first(connection).await
}

/// At most `most` changes of a table after `after`, in order.
pub async fn after(
    connection: &mut Connection,
    game: Uuid,
    after: i64,
    most: i64,
) -> Result<Vec<Row>, StoreError> {
    table_changes::table
        .filter(table_changes::game_id.eq(game))
        .filter(table_changes::change.gt(after))
        .order(table_changes::change)
        .limit(most)
        .select(Row::as_select())
        .load(connection)
        .await
}

/// These changes, each named by its game and its place there.
pub async fn those(
    connection: &mut Connection,
    games: &[Uuid],
    changes: &[i64],
) -> Result<Vec<Row>, StoreError> {
    diesel::sql_query(
        "SELECT c.game_id, c.change, c.event, c.created_at FROM unnest($1, $2) AS w (game_id, change) \
         JOIN table_changes c USING (game_id, change)",
    )
    .bind::<Array<SqlUuid>, _>(games)
    .bind::<Array<BigInt>, _>(changes)
    .load(connection)
    .await
}
