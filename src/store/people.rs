//! Public profiles of accounts, and the accounts that an account blocks.

use diesel::{BoolExpressionMethods, ExpressionMethods, JoinOnDsl, QueryDsl, Queryable, SelectableHelper};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::games::{Game, Status, Visibility};
use super::pages::{Place, greatest_first};
use super::schema::{accounts, blocks, games, seats};
use super::sql::Statement;
use super::{Connection, Result};
use time_control::Instant;

/// An account that was verified and not deleted.
#[derive(Debug, Clone, Queryable)]
pub struct PublicAccount {
    pub id: Uuid,
    pub name: String,
    pub about: String,
    pub created_at: Instant,
}

/// How an account is named in a path.
#[derive(Debug, Clone, Copy)]
pub enum PersonKey<'n> {
    Id(Uuid),
    /// The folded name.
    Key(&'n str),
}

pub async fn find(connection: &mut Connection, named: PersonKey<'_>) -> Result<Option<PublicAccount>> {
    let known = accounts::table
        .filter(accounts::verified_at.is_not_null().and(accounts::deleted_at.is_null()))
        .select((accounts::id, accounts::name, accounts::about, accounts::created_at))
        .into_boxed();
    let known = match named {
        PersonKey::Id(id) => known.filter(accounts::id.eq(id)),
        PersonKey::Key(key) => known.filter(accounts::name_key.eq(key.to_owned())),
    };
    known.first_optional(connection).await
}

/// At most `limit` finished public games of an account from a place on, with its seat in each, newest first.
pub async fn games(
    connection: &mut Connection,
    person: Uuid,
    place: Place<Uuid>,
    limit: i64,
) -> Result<Vec<(Game, i16)>> {
    let query = games::table
        .inner_join(seats::table.on(seats::game_id.eq(games::id)))
        .filter(seats::account_id.eq(person))
        .filter(games::visibility.eq(Visibility::Public))
        .filter(games::status.eq(Status::Finished))
        .select((Game::as_select(), seats::seat))
        .limit(limit)
        .into_boxed();
    greatest_first!(query, games::id, place).load(connection).await
}

#[derive(Debug, Clone, Queryable)]
pub struct Blocked {
    pub account: Uuid,
    pub name: String,
    pub created_at: Instant,
}

/// `account` blocks `blocked`; harmless to repeat. Both must exist.
pub async fn add_block(
    connection: &mut Connection,
    account: Uuid,
    blocked: Uuid,
    now: Instant,
) -> Result<()> {
    diesel::insert_into(blocks::table)
        .values((blocks::account_id.eq(account), blocks::blocked_id.eq(blocked), blocks::created_at.eq(now)))
        .on_conflict_do_nothing()
        .run(connection)
        .await
}

/// `account` blocks `blocked` no more; harmless to repeat.
pub async fn remove_block(connection: &mut Connection, account: Uuid, blocked: Uuid) -> Result<()> {
    diesel::delete(blocks::table.find((account, blocked))).run(connection).await
}

/// At most `limit` of the accounts that `account` blocks from a place on, in the order of their ids.
pub async fn page_of_blocks(
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

/// The accounts among `others` that `account` blocks.
pub async fn blocked_among(connection: &mut Connection, account: Uuid, others: &[Uuid]) -> Result<Vec<Uuid>> {
    blocks::table
        .filter(blocks::account_id.eq(account))
        .filter(blocks::blocked_id.eq_any(others))
        .select(blocks::blocked_id)
        .load(connection)
        .await
}
