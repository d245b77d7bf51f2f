//! Whom somebody does not want to hear from.

use diesel::{BoolExpressionMethods, ExpressionMethods, JoinOnDsl, QueryDsl, Queryable};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::schema::{accounts, blocks};
use super::{Connection, StoreError};
use crate::clock::Instant;

/// Somebody who is blocked.
#[derive(Debug, Clone, Queryable)]
pub struct Blocked {
    pub account: Uuid,
    /// By which name.
    pub name: String,
    /// Since when.
    pub created_at: Instant,
}

/// `account` blocks `blocked`; harmless to repeat. Both must exist.
pub async fn add(
    connection: &mut Connection,
    account: Uuid,
    blocked: Uuid,
    now: Instant,
) -> Result<(), StoreError> {
    diesel::insert_into(blocks::table)
        .values((blocks::account_id.eq(account), blocks::blocked_id.eq(blocked), blocks::created_at.eq(now)))
        .on_conflict_do_nothing()
        .execute(connection)
        .await?;
    Ok(())
}

/// `account` blocks `blocked` no more; harmless to repeat.
pub async fn remove(connection: &mut Connection, account: Uuid, blocked: Uuid) -> Result<(), StoreError> {
    diesel::delete(blocks::table.find((account, blocked))).execute(connection).await?;
    Ok(())
}

/// At most `limit` of those whom `account` blocks, with greater ids than `after`, in the order of their ids.
pub async fn page(
    connection: &mut Connection,
    account: Uuid,
    after: Option<Uuid>,
    limit: i64,
) -> Result<Vec<Blocked>, StoreError> {
    let mut query = blocks::table
        .inner_join(accounts::table.on(accounts::id.eq(blocks::blocked_id)))
        .filter(blocks::account_id.eq(account))
        .order(blocks::blocked_id)
        .limit(limit)
        .select((blocks::blocked_id, accounts::name, blocks::created_at))
        .into_boxed();
    if let Some(after) = after {
        query = query.filter(blocks::blocked_id.gt(after));
    }
    query.load(connection).await
}

/// Those among `others` who block `account`: they don't want to hear from it.
pub async fn of_blockers(
    connection: &mut Connection,
    account: Uuid,
    others: &[Uuid],
) -> Result<Vec<Uuid>, StoreError> {
    blocks::table
        .filter(blocks::blocked_id.eq(account))
        .filter(blocks::account_id.eq_any(others))
        .select(blocks::account_id)
        .load(connection)
        .await
}

/// Those among `others` whom `account` blocks.
pub async fn of_blocked(
    connection: &mut Connection,
    account: Uuid,
    others: &[Uuid],
) -> Result<Vec<Uuid>, StoreError> {
    blocks::table
        .filter(blocks::account_id.eq(account))
        .filter(blocks::blocked_id.eq_any(others))
        .select(blocks::blocked_id)
        .load(connection)
        .await
}

/// Does one of the two block the other?
pub async fn between(connection: &mut Connection, one: Uuid, other: Uuid) -> Result<bool, StoreError> {
    let either = (blocks::account_id.eq(one).and(blocks::blocked_id.eq(other)))
        .or(blocks::account_id.eq(other).and(blocks::blocked_id.eq(one)));
    diesel::select(diesel::dsl::exists(blocks::table.filter(either))).get_result(connection).await
}
