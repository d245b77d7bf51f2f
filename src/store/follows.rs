//! Whom players follow.

use diesel::{BoolExpressionMethods, ExpressionMethods, JoinOnDsl, QueryDsl, Queryable};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::pages::Place;
use super::schema::{accounts, follows};
use super::sql::Statement;
use super::{Connection, Result};
use time_control::Instant;

#[derive(Debug, Clone, Queryable)]
pub struct Followed {
    pub account: Uuid,
    pub name: String,
    pub created_at: Instant,
}

/// `account` follows `followed`; harmless to repeat. Both must exist.
pub async fn add(connection: &mut Connection, account: Uuid, followed: Uuid, now: Instant) -> Result<()> {
    diesel::insert_into(follows::table)
        .values((
            follows::account_id.eq(account),
            follows::followed_id.eq(followed),
            follows::created_at.eq(now),
        ))
        .on_conflict_do_nothing()
        .run(connection)
        .await
}

/// `account` follows `followed` no more; harmless to repeat.
pub async fn remove(connection: &mut Connection, account: Uuid, followed: Uuid) -> Result<()> {
    diesel::delete(follows::table.find((account, followed))).run(connection).await
}

/// Neither of the two follows the other any more.
pub async fn end_between(connection: &mut Connection, one: Uuid, other: Uuid) -> Result<()> {
    let forth = follows::account_id.eq(one).and(follows::followed_id.eq(other));
    let back = follows::account_id.eq(other).and(follows::followed_id.eq(one));
    diesel::delete(follows::table.filter(forth.or(back))).run(connection).await
}

/// At most `limit` of those whom `account` follows from a place on, in the order of their ids.
pub async fn page(
    connection: &mut Connection,
    account: Uuid,
    place: Place<Uuid>,
    limit: i64,
) -> Result<Vec<Followed>> {
    let query = follows::table
        .inner_join(accounts::table.on(accounts::id.eq(follows::followed_id)))
        .filter(follows::account_id.eq(account))
        .filter(accounts::deleted_at.is_null())
        .limit(limit)
        .select((follows::followed_id, accounts::name, follows::created_at))
        .into_boxed();
    let query = match place {
        Place::Beginning => query.order(follows::followed_id.asc()),
        Place::After(key) => query.filter(follows::followed_id.gt(key)).order(follows::followed_id.asc()),
        Place::Before(key) => query.filter(follows::followed_id.lt(key)).order(follows::followed_id.desc()),
    };
    query.load(connection).await
}
