//! Tokens that people make for their clients and bots. Only the hash of a token is here.

use diesel::{
    ExpressionMethods, Insertable, JoinOnDsl, NullableExpressionMethods, OptionalExtension, QueryDsl,
    Queryable, Selectable, SelectableHelper,
};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::schema::{accounts, bans, personal_tokens};
use super::{Connection, StoreError};
use crate::clock::Instant;

#[derive(Debug, Clone, Queryable, Selectable, Insertable)]
#[diesel(table_name = personal_tokens)]
pub struct Row {
    pub id: Uuid,
    pub account_id: Uuid,
    pub name: String,
    /// SHA-256 of the token.
    pub token_hash: Vec<u8>,
    /// What it may be used for.
    pub scopes: String,
    /// When it was made.
    pub created_at: Instant,
    /// From this instant on it is no good.
    pub expires_at: Instant,
    /// When it was last used, to some minutes.
    pub last_used_at: Option<Instant>,
}

pub async fn insert(connection: &mut Connection, row: &Row) -> Result<(), StoreError> {
    diesel::insert_into(personal_tokens::table).values(row).execute(connection).await?;
    Ok(())
}

/// How many tokens of an account are good at `now`. The account stays locked until the transaction ends, so that two
/// requests don't count the same tokens.
pub async fn count(connection: &mut Connection, account: Uuid, now: Instant) -> Result<i64, StoreError> {
    let owner = accounts::table.find(account).select(accounts::id).for_no_key_update();
    owner.first::<Uuid>(connection).await.optional()?;
    personal_tokens::table
        .filter(personal_tokens::account_id.eq(account))
        .filter(personal_tokens::expires_at.gt(now))
        .count()
        .get_result(connection)
        .await
}

/// At most `limit` tokens of an account, older than the token `before`, newest first.
pub async fn page(
    connection: &mut Connection,
    account: Uuid,
    before: Option<Uuid>,
    limit: i64,
) -> Result<Vec<Row>, StoreError> {
    let mut query = personal_tokens::table
        .filter(personal_tokens::account_id.eq(account))
        .order(personal_tokens::id.desc())
        .limit(limit)
        .select(Row::as_select())
        .into_boxed();
    if let Some(before) = before {
        query = query.filter(personal_tokens::id.lt(before));
    }
    query.load(connection).await
}

/// The token of this hash, and whether its owner is banned.
pub async fn by_hash(
    connection: &mut Connection,
    hash: &[u8; 32],
) -> Result<Option<(Row, bool)>, StoreError> {
    personal_tokens::table
        .left_join(bans::table.on(bans::account_id.eq(personal_tokens::account_id)))
        .filter(personal_tokens::token_hash.eq(hash.as_slice()))
        .select((Row::as_select(), bans::account_id.nullable().is_not_null()))
        .first(connection)
        .await
        .optional()
}

pub async fn note_use(connection: &mut Connection, id: Uuid, now: Instant) -> Result<(), StoreError> {
    diesel::update(personal_tokens::table.find(id))
        .set(personal_tokens::last_used_at.eq(now))
        .execute(connection)
        .await?;
    Ok(())
}

/// Takes a token of an account away; `false` if there is none of that id.
pub async fn remove(connection: &mut Connection, account: Uuid, id: Uuid) -> Result<bool, StoreError> {
    let row = personal_tokens::table.find(id).filter(personal_tokens::account_id.eq(account));
    Ok(diesel::delete(row).execute(connection).await? > 0)
}

/// Takes every token of an account away; gives how many there were.
pub async fn remove_all(connection: &mut Connection, account: Uuid) -> Result<usize, StoreError> {
    let rows = personal_tokens::table.filter(personal_tokens::account_id.eq(account));
    diesel::delete(rows).execute(connection).await
}

/// Forgets tokens that expired before `oldest`.
pub async fn forget(connection: &mut Connection, oldest: Instant) -> Result<(), StoreError> {
    let expired = personal_tokens::table.filter(personal_tokens::expires_at.lt(oldest));
    diesel::delete(expired).execute(connection).await?;
    Ok(())
}
