//! People as everybody may see them.

use diesel::{
    BoolExpressionMethods, ExpressionMethods, JoinOnDsl, OptionalExtension, QueryDsl, Queryable,
    SelectableHelper,
};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::games::Game;
use super::schema::{accounts, games, seats};
use super::words::{Status, Visibility};
use super::{Connection, StoreError};
use crate::clock::Instant;

/// Somebody with an account that was proved and not deleted.
#[derive(Debug, Clone, Queryable)]
pub struct Known {
    /// Never changes.
    pub id: Uuid,
    pub name: String,
    pub about: String,
    /// When the account was registered.
    pub created_at: Instant,
}

/// How somebody is named in an address.
#[derive(Debug, Clone, Copy)]
pub enum Named<'n> {
    /// By id.
    Id(Uuid),
    /// By the folded name.
    Key(&'n str),
}

/// The person of that id or name.
pub async fn find(connection: &mut Connection, named: Named<'_>) -> Result<Option<Known>, StoreError> {
    let known = accounts::table
        .filter(accounts::verified_at.is_not_null().and(accounts::deleted_at.is_null()))
        .select((accounts::id, accounts::name, accounts::about, accounts::created_at))
        .into_boxed();
    let known = match named {
        Named::Id(id) => known.filter(accounts::id.eq(id)),
        Named::Key(key) => known.filter(accounts::name_key.eq(key.to_owned())),
    };
    known.first(connection).await.optional()
}

/// The finished public games of a person with his seat in each, newest first: at most `limit` of those older than
/// `before`.
pub async fn games(
    connection: &mut Connection,
    person: Uuid,
    before: Option<Uuid>,
    limit: i64,
) -> Result<Vec<(Game, i16)>, StoreError> {
    let mut query = games::table
        .inner_join(seats::table.on(seats::game_id.eq(games::id)))
        .filter(seats::account_id.eq(person))
        .filter(games::visibility.eq(Visibility::Public))
        .filter(games::status.eq(Status::Finished))
        .select((Game::as_select(), seats::seat))
        .order(games::id.desc())
        .limit(limit)
        .into_boxed();
    if let Some(before) = before {
        query = query.filter(games::id.lt(before));
    }
    query.load(connection).await
}
