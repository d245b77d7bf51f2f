//! How good people are at a title.

use diesel::sql_types::{Array, Double, Text, Timestamptz, Uuid as SqlUuid};
use diesel::{
    BoolExpressionMethods, ExpressionMethods, JoinOnDsl, QueryDsl, Queryable, Selectable, SelectableHelper,
};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::schema::{accounts, ratings};
use super::{Connection, StoreError};
use crate::clock::Instant;

/// Somebody's rating for a title.
#[derive(Debug, Clone, Queryable, Selectable)]
#[diesel(table_name = ratings)]
pub struct Row {
    pub ruleset: String,
    pub account_id: Uuid,
    pub rating: f64,
    pub uncertainty: f64,
    pub games: i32,
    /// The estimate less twice the uncertainty, rounded.
    pub at_least: i32,
}

#[derive(Debug, Clone, Copy)]
pub struct Start {
    pub rating: f64,
    pub uncertainty: f64,
}

/// The ratings of people, by account, each held until the transaction ends. Whoever has none gets the one to start with.
pub async fn hold(
    connection: &mut Connection,
    ruleset: &str,
    people: &[Uuid],
    start: Start,
    now: Instant,
) -> Result<Vec<Row>, StoreError> {
    diesel::sql_query(
        "INSERT INTO ratings (ruleset, account_id, rating, uncertainty, games, updated_at) \
         SELECT $1, account, $3, $4, 0, $5 FROM unnest($2) AS account ORDER BY account ON CONFLICT DO NOTHING",
    )
    .bind::<Text, _>(ruleset)
    .bind::<Array<SqlUuid>, _>(people)
    .bind::<Double, _>(start.rating)
    .bind::<Double, _>(start.uncertainty)
    .bind::<Timestamptz, _>(now)
    .execute(connection)
    .await?;
    ratings::table
        .filter(ratings::ruleset.eq(ruleset).and(ratings::account_id.eq_any(people)))
        .order(ratings::account_id)
        .select(Row::as_select())
        .for_update()
        .load(connection)
        .await
}

/// Somebody's rating after one more game.
pub async fn set(
    connection: &mut Connection,
    ruleset: &str,
    account: Uuid,
    (rating, uncertainty): (f64, f64),
    now: Instant,
) -> Result<(), StoreError> {
    diesel::update(ratings::table.find((ruleset, account)))
        .set((
            ratings::rating.eq(rating),
            ratings::uncertainty.eq(uncertainty),
            ratings::games.eq(ratings::games + 1),
            ratings::updated_at.eq(now),
        ))
        .execute(connection)
        .await?;
    Ok(())
}

/// Somebody's ratings, by title.
pub async fn of(connection: &mut Connection, account: Uuid) -> Result<Vec<Row>, StoreError> {
    let rows = ratings::table.filter(ratings::account_id.eq(account)).order(ratings::ruleset);
    rows.select(Row::as_select()).load(connection).await
}

/// At most `limit` people with their names, best first, after the one who is at least worth so much.
pub async fn page(
    connection: &mut Connection,
    ruleset: &str,
    after: Option<(i32, Uuid)>,
    limit: i64,
) -> Result<Vec<(Row, String)>, StoreError> {
    let mut query = ratings::table
        .inner_join(accounts::table.on(accounts::id.eq(ratings::account_id)))
        .filter(ratings::ruleset.eq(ruleset.to_owned()).and(accounts::deleted_at.is_null()))
        .order((ratings::at_least.desc(), ratings::account_id))
        .select((Row::as_select(), accounts::name))
        .limit(limit)
        .into_boxed();
    if let Some((at_least, account)) = after {
        let worse = ratings::at_least.lt(at_least);
        query = query.filter(worse.or(ratings::at_least.eq(at_least).and(ratings::account_id.gt(account))));
    }
    query.load(connection).await
}
