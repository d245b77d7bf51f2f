//! Which accounts an account blocks, and whether two may sit at one table.

use diesel::{BoolExpressionMethods, ExpressionMethods, JoinOnDsl, QueryDsl, Queryable};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::pages::Place;
use super::schema::{accounts, blocks};
use super::sql::{Statement, sql};
use super::{Connection, Result, Transaction};
use time_control::Instant;

#[derive(Debug, Clone, Queryable)]
pub struct Blocked {
    pub account: Uuid,
    pub name: String,
    pub created_at: Instant,
}

/// `account` blocks `blocked`; harmless to repeat. Both must exist.
pub async fn add(connection: &mut Connection, account: Uuid, blocked: Uuid, now: Instant) -> Result<()> {
    diesel::insert_into(blocks::table)
        .values((blocks::account_id.eq(account), blocks::blocked_id.eq(blocked), blocks::created_at.eq(now)))
        .on_conflict_do_nothing()
        .run(connection)
        .await
}

/// `account` blocks `blocked` no more; harmless to repeat.
pub async fn remove(connection: &mut Connection, account: Uuid, blocked: Uuid) -> Result<()> {
    diesel::delete(blocks::table.find((account, blocked))).run(connection).await
}

/// At most `limit` of the accounts that `account` blocks from a place on, in the order of their ids.
pub async fn page(
    connection: &mut Connection,
    account: Uuid,
    place: Place<Uuid>,
    limit: i64,
) -> Result<Vec<Blocked>> {
    let query = blocks::table
        .inner_join(accounts::table.on(accounts::id.eq(blocks::blocked_id)))
        .filter(blocks::account_id.eq(account))
        .limit(limit)
        .select((blocks::blocked_id, accounts::name, blocks::created_at))
        .into_boxed();
    let query = match place {
        Place::Beginning => query.order(blocks::blocked_id.asc()),
        Place::After(key) => query.filter(blocks::blocked_id.gt(key)).order(blocks::blocked_id.asc()),
        Place::Before(key) => query.filter(blocks::blocked_id.lt(key)).order(blocks::blocked_id.desc()),
    };
    query.load(connection).await
}

/// Does `account` block `other`?
pub async fn exists(connection: &mut Connection, account: Uuid, other: Uuid) -> Result<bool> {
    diesel::select(diesel::dsl::exists(blocks::table.find((account, other)))).get_result(connection).await
}

/// Does either of the two block the other?
pub async fn between(connection: &mut Connection, one: Uuid, other: Uuid) -> Result<bool> {
    between_any(connection, one, &[other]).await
}

/// Does `account` block one of `others`, or one of them the account?
pub async fn between_any(connection: &mut Connection, account: Uuid, others: &[Uuid]) -> Result<bool> {
    let forth = blocks::account_id.eq(account).and(blocks::blocked_id.eq_any(others));
    let back = blocks::blocked_id.eq(account).and(blocks::account_id.eq_any(others));
    diesel::select(diesel::dsl::exists(blocks::table.filter(forth.or(back)))).get_result(connection).await
}

/// Keeps others from blocking, following or befriending between the two, and each of the two from sitting down anywhere,
/// until the transaction ends: both accounts are held, always the smaller one first. `false` if one does not exist.
pub async fn hold_pair(tx: &mut Transaction<'_>, one: Uuid, other: Uuid) -> Result<bool> {
    let first = super::accounts::hold(tx, one.min(other)).await?;
    Ok(super::accounts::hold(tx, one.max(other)).await? && first)
}

/// The games that have not started in which both have a seat by their own choice: those of competitions, where they are
/// paired, are to be left out here.
pub async fn shared_before_start(connection: &mut Connection, one: Uuid, other: Uuid) -> Result<Vec<Uuid>> {
    sql("SELECT g.id FROM games g JOIN seats s ON s.game_id = g.id JOIN seats o ON o.game_id = g.id \
         WHERE s.account_id = $1 AND o.account_id = $2 AND g.status IN ('open', 'confirming') ORDER BY g.id")
    .bind(one)
    .bind(other)
    .values(connection)
    .await
}
