//! Sessions and their refresh tokens, and the check whether the credentials of open streams are still valid.

use std::collections::HashSet;

use diesel::{ExpressionMethods, JoinOnDsl, NullableExpressionMethods, QueryDsl, Queryable};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::pages::{Place, greatest_first};
use super::schema::{refresh_tokens, sessions};
use super::sql::{Statement, sql};
use super::{Connection, Result, Transaction};
use time_control::Instant;

/// A refresh token as it is stored: its hash, never the token.
pub struct RefreshToken {
    /// SHA-256 of the token.
    pub hash: [u8; 32],
    pub session: Uuid,
    pub created_at: Instant,
    /// From this instant on the token is not valid.
    pub expires_at: Instant,
}

pub async fn open(
    connection: &mut Connection,
    session: Uuid,
    account: Uuid,
    device: &str,
    now: Instant,
) -> Result<()> {
    diesel::insert_into(sessions::table)
        .values((
            sessions::id.eq(session),
            sessions::account_id.eq(account),
            sessions::created_at.eq(now),
            sessions::last_used_at.eq(now),
            sessions::device.eq(device),
        ))
        .run(connection)
        .await
}

pub async fn add_refresh(connection: &mut Connection, refresh: &RefreshToken) -> Result<()> {
    diesel::insert_into(refresh_tokens::table)
        .values((
            refresh_tokens::token_hash.eq(refresh.hash.as_slice()),
            refresh_tokens::session_id.eq(refresh.session),
            refresh_tokens::created_at.eq(refresh.created_at),
            refresh_tokens::expires_at.eq(refresh.expires_at),
        ))
        .run(connection)
        .await
}

/// Uses a refresh token up, if it is unused and valid at `now`, and returns its session. Of two requests at the same
/// moment the second waits for the first and then finds the token used.
pub async fn use_refresh(connection: &mut Connection, hash: &[u8; 32], now: Instant) -> Result<Option<Uuid>> {
    let usable = refresh_tokens::table
        .find(hash.as_slice())
        .filter(refresh_tokens::used_at.is_null())
        .filter(refresh_tokens::expires_at.gt(now));
    diesel::update(usable)
        .set(refresh_tokens::used_at.eq(now))
        .returning(refresh_tokens::session_id)
        .get_optional(connection)
        .await
}

#[derive(Debug, Clone, Copy, Queryable)]
pub struct TokenHolder {
    pub session: Uuid,
    pub account: Uuid,
}

/// The session and account of a refresh token, used up or not, ended or not.
pub async fn holder(connection: &mut Connection, hash: &[u8; 32]) -> Result<Option<TokenHolder>> {
    refresh_tokens::table
        .inner_join(sessions::table.on(sessions::id.eq(refresh_tokens::session_id)))
        .filter(refresh_tokens::token_hash.eq(hash.as_slice()))
        .select((sessions::id, sessions::account_id))
        .first_optional(connection)
        .await
}

pub async fn was_used(connection: &mut Connection, hash: &[u8; 32]) -> Result<bool> {
    let used = refresh_tokens::table.find(hash.as_slice()).filter(refresh_tokens::used_at.is_not_null());
    diesel::select(diesel::dsl::exists(used)).get_result(connection).await
}

/// Notes that a session that has not ended was used, and returns its account; the row stays locked until the transaction
/// ends, so that the session can't end while a token is added to it.
pub async fn touch(tx: &mut Transaction<'_>, session: Uuid, now: Instant) -> Result<Option<Uuid>> {
    diesel::update(sessions::table.find(session).filter(sessions::ended_at.is_null()))
        .set(sessions::last_used_at.eq(now))
        .returning(sessions::account_id)
        .get_optional(tx)
        .await
}

/// Ends a session; `false` for one that has ended before, which keeps its instant.
pub async fn end(connection: &mut Connection, session: Uuid, now: Instant) -> Result<bool> {
    let open = sessions::table.find(session).filter(sessions::ended_at.is_null());
    diesel::update(open).set(sessions::ended_at.eq(now)).affects_any(connection).await
}

/// Ends every session of an account, except `kept`; returns how many.
pub async fn end_all(
    connection: &mut Connection,
    account: Uuid,
    kept: Option<Uuid>,
    now: Instant,
) -> Result<usize> {
    let open = sessions::table
        .filter(sessions::account_id.eq(account))
        .filter(sessions::ended_at.is_null())
        // No session has the nil id.
        .filter(sessions::id.ne(kept.unwrap_or_default()));
    diesel::update(open).set(sessions::ended_at.eq(now)).execute(connection).await
}

#[derive(Debug, Clone, Queryable)]
pub struct SessionRow {
    pub id: Uuid,
    pub device: String,
    pub created_at: Instant,
    /// The log-in or the last refresh.
    pub last_used_at: Instant,
}

/// At most `limit` sessions of an account from a place on that have neither ended nor run out at `now`, newest first.
pub async fn page(
    connection: &mut Connection,
    account: Uuid,
    now: Instant,
    place: Place<Uuid>,
    limit: i64,
) -> Result<Vec<SessionRow>> {
    let usable = refresh_tokens::table
        .filter(refresh_tokens::session_id.eq(sessions::id))
        .filter(refresh_tokens::used_at.is_null())
        .filter(refresh_tokens::expires_at.gt(now));
    let query = sessions::table
        .filter(sessions::account_id.eq(account))
        .filter(sessions::ended_at.is_null())
        .filter(diesel::dsl::exists(usable))
        .limit(limit)
        .select((sessions::id, sessions::device, sessions::created_at, sessions::last_used_at))
        .into_boxed();
    greatest_first!(query, sessions::id, place).load(connection).await
}

/// Is this a session of `account`, ended or not?
pub async fn is_of(connection: &mut Connection, session: Uuid, account: Uuid) -> Result<bool> {
    let found = sessions::table.find(session).filter(sessions::account_id.eq(account));
    diesel::select(diesel::dsl::exists(found)).get_result(connection).await
}

/// The sessions that ended after `since`, and when.
pub async fn ended_since(connection: &mut Connection, since: Instant) -> Result<Vec<(Uuid, Instant)>> {
    sessions::table
        .filter(sessions::ended_at.gt(since))
        .select((sessions::id, sessions::ended_at.assume_not_null()))
        .load(connection)
        .await
}

/// Deletes some of the sessions that are to be forgotten. The statement has a bound in its text, because without one
/// PostgreSQL plans for a third of all sessions, and reads them all.
const UNUSED: &str = "DELETE FROM sessions WHERE id IN (SELECT s.id FROM sessions s WHERE s.last_used_at < $1 \
    AND NOT EXISTS (SELECT 1 FROM refresh_tokens t WHERE t.session_id = s.id) ORDER BY s.last_used_at LIMIT 1000)";

/// Deletes refresh tokens that expired before `now`, and the sessions last used before `oldest` that have no token
/// left. A session that was used later still has the token that its last use issued.
pub async fn forget(connection: &mut Connection, now: Instant, oldest: Instant) -> Result<()> {
    diesel::delete(refresh_tokens::table.filter(refresh_tokens::expires_at.lt(now)))
        .execute(connection)
        .await?;
    while sql(UNUSED).bind(oldest).execute(connection).await? > 0 {}
    Ok(())
}

/// The sessions and personal tokens among these that have ended at `now`, or whose account is deleted or banned.
pub async fn ended_credentials(
    connection: &mut Connection,
    sessions: &[Uuid],
    tokens: &[Uuid],
    now: Instant,
) -> Result<HashSet<Uuid>> {
    let ended = sql(
        "SELECT w.id FROM unnest($1) AS w (id) WHERE NOT EXISTS (SELECT 1 FROM sessions s \
         JOIN accounts a ON a.id = s.account_id WHERE s.id = w.id AND s.ended_at IS NULL AND a.deleted_at IS NULL \
         AND NOT EXISTS (SELECT 1 FROM bans b WHERE b.account_id = a.id)) \
         UNION ALL SELECT w.id FROM unnest($2) AS w (id) WHERE NOT EXISTS (SELECT 1 FROM personal_tokens t \
         JOIN accounts a ON a.id = t.account_id WHERE t.id = w.id AND t.expires_at > $3 AND a.deleted_at IS NULL \
         AND NOT EXISTS (SELECT 1 FROM bans b WHERE b.account_id = a.id))",
    )
    .bind(sessions)
    .bind(tokens)
    .bind(now)
    .values(connection)
    .await?;
    Ok(ended.into_iter().collect())
}
