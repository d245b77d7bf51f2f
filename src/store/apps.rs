//! Apps that act for players: what was allowed, and the codes and tokens that lead to it. Of codes and tokens only the
//! hash is stored. The access tokens of apps are rows of `credentials::PersonalTokenRow`.
//!
//! What gives or ends something here runs with the account locked, so that no refresh runs beside a recovery.

use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::sql::{Statement, by_name, sql};
use super::{Connection, Result, Transaction};
use time_control::Instant;

by_name! {
    /// An app of an account, with what its grants allow together.
    #[derive(Debug, Clone)]
    pub struct AppRow {
        pub id: Uuid,
        pub client_id: String,
        pub origin: String,
        pub created_at: Instant,
        pub last_used_at: Instant,
        /// The scopes of all its grants, with spaces between; a scope may come several times.
        pub scopes: String,
    }
}

/// The apps of an account that can still act, the last used one first.
pub async fn of_account(connection: &mut Connection, account: Uuid, now: Instant) -> Result<Vec<AppRow>> {
    sql("SELECT a.id, a.client_id, a.origin, a.created_at, a.last_used_at, string_agg(g.scopes, ' ') AS scopes \
         FROM apps a JOIN app_grants g ON g.app_id = a.id AND g.expires_at > $2 WHERE a.account_id = $1 \
         GROUP BY a.id ORDER BY a.last_used_at DESC, a.id DESC")
    .bind(account)
    .bind(now)
    .load(connection)
    .await
}

/// Ends an app of an account with all its grants and tokens; `false` if there is none of this id.
pub async fn remove(tx: &mut Transaction<'_>, account: Uuid, id: Uuid) -> Result<bool> {
    sql("DELETE FROM apps WHERE id = $1 AND account_id = $2").bind(id).bind(account).affects_any(tx).await
}

/// Ends every app of an account, and what would still lead to one; returns how many apps there were.
pub async fn remove_all(connection: &mut Connection, account: Uuid) -> Result<usize> {
    for statement in [
        "DELETE FROM app_codes WHERE account_id = $1",
        "DELETE FROM app_device_requests WHERE account_id = $1",
    ] {
        sql(statement).bind(account).run(connection).await?;
    }
    sql("DELETE FROM apps WHERE account_id = $1").bind(account).execute(connection).await
}

/// The app of this name and origin, made if the account has none; its last use is noted. Of more than `most` apps the
/// one that was not used for longest ends.
pub async fn put(
    tx: &mut Transaction<'_>,
    (id, account): (Uuid, Uuid),
    (client, origin): (&str, &str),
    (now, most): (Instant, i64),
) -> Result<Uuid> {
    let app = sql("INSERT INTO apps (id, account_id, client_id, origin, created_at, last_used_at) \
                   VALUES ($1, $2, $3, $4, $5, $5) ON CONFLICT (account_id, client_id, origin) \
                   DO UPDATE SET last_used_at = excluded.last_used_at RETURNING id")
    .bind(id)
    .bind(account)
    .bind(client)
    .bind(origin)
    .bind(now)
    .value(tx)
    .await?;
    sql("DELETE FROM apps WHERE id IN (SELECT id FROM apps WHERE account_id = $1 \
         ORDER BY id = $2 DESC, last_used_at DESC, id DESC OFFSET $3)")
    .bind(account)
    .bind(app)
    .bind(most)
    .run(tx)
    .await?;
    Ok(app)
}

by_name! {
    /// What a token or code of an app belongs to.
    #[derive(Debug, Clone)]
    pub struct GrantRow {
        pub id: Uuid,
        pub app_id: Uuid,
        pub account_id: Uuid,
        pub client_id: String,
        pub scopes: String,
        pub expires_at: Instant,
    }
}

/// Stores a grant of an app. Of more than `most` grants of the app the oldest end.
pub async fn add_grant(
    tx: &mut Transaction<'_>,
    (id, app): (Uuid, Uuid),
    scopes: &str,
    (now, expires_at): (Instant, Instant),
    most: i64,
) -> Result<()> {
    sql("INSERT INTO app_grants (id, app_id, scopes, created_at, expires_at) VALUES ($1, $2, $3, $4, $5)")
        .bind(id)
        .bind(app)
        .bind(scopes)
        .bind(now)
        .bind(expires_at)
        .run(tx)
        .await?;
    sql("DELETE FROM app_grants WHERE id IN (SELECT id FROM app_grants WHERE app_id = $1 \
         ORDER BY id = $2 DESC, created_at DESC, id DESC OFFSET $3)")
    .bind(app)
    .bind(id)
    .bind(most)
    .run(tx)
    .await
}

/// Moves the end of a grant, and notes that its app was used.
pub async fn extend_grant(
    tx: &mut Transaction<'_>,
    id: Uuid,
    now: Instant,
    expires_at: Instant,
) -> Result<()> {
    sql("WITH extended AS (UPDATE app_grants SET expires_at = $3 WHERE id = $1 RETURNING app_id) \
         UPDATE apps a SET last_used_at = $2 FROM extended e WHERE a.id = e.app_id")
    .bind(id)
    .bind(now)
    .bind(expires_at)
    .run(tx)
    .await
}

/// Ends a grant, and its app if that has no other; `false` if the grant has ended before.
pub async fn remove_grant(tx: &mut Transaction<'_>, id: Uuid) -> Result<bool> {
    let ended = sql("DELETE FROM app_grants WHERE id = $1 RETURNING app_id").bind(id);
    let Some(app) = ended.optional_value::<Uuid>(tx).await? else { return Ok(false) };
    sql("DELETE FROM apps a WHERE id = $1 AND NOT EXISTS (SELECT 1 FROM app_grants g WHERE g.app_id = a.id)")
        .bind(app)
        .run(tx)
        .await?;
    Ok(true)
}

/// The grant of an access token.
pub async fn grant_of_access_token(connection: &mut Connection, hash: &[u8]) -> Result<Option<GrantRow>> {
    sql("SELECT g.id, g.app_id, a.account_id, a.client_id, g.scopes, g.expires_at FROM personal_tokens t \
         JOIN app_grants g ON g.id = t.grant_id JOIN apps a ON a.id = g.app_id WHERE t.token_hash = $1")
    .bind(hash)
    .get_optional(connection)
    .await
}

by_name! {
    /// The app that a token was issued to.
    #[derive(Debug, Clone)]
    pub struct AppOfToken {
        pub id: Uuid,
        pub client_id: String,
        pub origin: String,
    }
}

/// The app of an access token, by the id of the token; `None` for a personal token.
pub async fn of_token(connection: &mut Connection, token: Uuid) -> Result<Option<AppOfToken>> {
    sql("SELECT a.id, a.client_id, a.origin FROM personal_tokens t JOIN app_grants g ON g.id = t.grant_id \
         JOIN apps a ON a.id = g.app_id WHERE t.id = $1")
    .bind(token)
    .get_optional(connection)
    .await
}

/// Ends the access tokens of a grant but the newest ones.
pub async fn trim_access_tokens(tx: &mut Transaction<'_>, grant: Uuid, kept: i64) -> Result<()> {
    sql("DELETE FROM personal_tokens WHERE id IN (SELECT id FROM personal_tokens WHERE grant_id = $1 \
         ORDER BY created_at DESC, id DESC OFFSET $2)")
    .bind(grant)
    .bind(kept)
    .run(tx)
    .await
}

/// Notes that a webhook, registered or changed with this token, is that of its app and ends with it.
pub async fn own_webhook(connection: &mut Connection, webhook: Uuid, token: Uuid) -> Result<()> {
    sql("UPDATE webhooks w SET app_id = g.app_id FROM personal_tokens t JOIN app_grants g ON g.id = t.grant_id \
         WHERE w.id = $1 AND t.id = $2")
    .bind(webhook)
    .bind(token)
    .run(connection)
    .await
}

/// The same for the subscription of a browser.
pub async fn own_push_subscription(
    connection: &mut Connection,
    subscription: Uuid,
    token: Uuid,
) -> Result<()> {
    sql("UPDATE push_subscriptions s SET app_id = g.app_id FROM personal_tokens t \
         JOIN app_grants g ON g.id = t.grant_id WHERE s.id = $1 AND t.id = $2")
    .bind(subscription)
    .bind(token)
    .run(connection)
    .await
}

pub async fn add_refresh_token(
    tx: &mut Transaction<'_>,
    hash: &[u8],
    grant: Uuid,
    now: Instant,
) -> Result<()> {
    sql("INSERT INTO app_refresh_tokens (token_hash, grant_id, created_at) VALUES ($1, $2, $3)")
        .bind(hash)
        .bind(grant)
        .bind(now)
        .run(tx)
        .await
}

/// The grant of a refresh token, used up or not.
pub async fn grant_of_refresh_token(connection: &mut Connection, hash: &[u8]) -> Result<Option<GrantRow>> {
    sql("SELECT g.id, g.app_id, a.account_id, a.client_id, g.scopes, g.expires_at FROM app_refresh_tokens t \
         JOIN app_grants g ON g.id = t.grant_id JOIN apps a ON a.id = g.app_id WHERE t.token_hash = $1")
    .bind(hash)
    .get_optional(connection)
    .await
}

/// Is it unused?
pub async fn is_unused(connection: &mut Connection, hash: &[u8]) -> Result<bool> {
    sql("SELECT 1 FROM app_refresh_tokens WHERE token_hash = $1 AND used_at IS NULL")
        .bind(hash)
        .affects_any(connection)
        .await
}

/// Uses a refresh token up; `false` if it was used before or its grant has ended.
pub async fn use_refresh_token(tx: &mut Transaction<'_>, hash: &[u8], now: Instant) -> Result<bool> {
    sql("UPDATE app_refresh_tokens SET used_at = $2 WHERE token_hash = $1 AND used_at IS NULL")
        .bind(hash)
        .bind(now)
        .affects_any(tx)
        .await
}

by_name! {
    /// An authorization code, and what it was given for.
    #[derive(Debug, Clone)]
    pub struct CodeRow {
        pub code_hash: Vec<u8>,
        pub account_id: Uuid,
        pub client_id: String,
        pub redirect_uri: String,
        pub challenge: Vec<u8>,
        pub scopes: String,
        pub expires_at: Instant,
        pub grant_id: Option<Uuid>,
    }
}

pub async fn add_code(tx: &mut Transaction<'_>, row: &CodeRow) -> Result<()> {
    sql("INSERT INTO app_codes (code_hash, account_id, client_id, redirect_uri, challenge, scopes, expires_at) \
         VALUES ($1, $2, $3, $4, $5, $6, $7)")
    .bind(&row.code_hash)
    .bind(row.account_id)
    .bind(&row.client_id)
    .bind(&row.redirect_uri)
    .bind(&row.challenge)
    .bind(&row.scopes)
    .bind(row.expires_at)
    .run(tx)
    .await
}

/// A code, used or not.
pub async fn find_code(connection: &mut Connection, hash: &[u8]) -> Result<Option<CodeRow>> {
    sql("SELECT code_hash, account_id, client_id, redirect_uri, challenge, scopes, expires_at, grant_id \
         FROM app_codes WHERE code_hash = $1")
    .bind(hash)
    .get_optional(connection)
    .await
}

/// Uses a code up for `grant`, whether or not that will be given; `false` if it was used before or has ended.
pub async fn use_code(tx: &mut Transaction<'_>, hash: &[u8], grant: Uuid, now: Instant) -> Result<bool> {
    sql("UPDATE app_codes SET used_at = $2, grant_id = $3 WHERE code_hash = $1 AND used_at IS NULL")
        .bind(hash)
        .bind(now)
        .bind(grant)
        .affects_any(tx)
        .await
}

by_name! {
    /// A program that waits for its user.
    #[derive(Debug, Clone)]
    pub struct DeviceRequestRow {
        pub device_hash: Vec<u8>,
        pub user_hash: Vec<u8>,
        pub client_id: String,
        pub scopes: String,
        pub expires_at: Instant,
        pub interval_seconds: i32,
        pub polled_at: Option<Instant>,
        pub decided_at: Option<Instant>,
        pub account_id: Option<Uuid>,
    }
}

const DEVICE_REQUEST: &str = "SELECT device_hash, user_hash, client_id, scopes, expires_at, interval_seconds, \
    polled_at, decided_at, account_id FROM app_device_requests WHERE ";

/// Stores a request; `false` if another one has the same code for its user.
pub async fn add_device_request(connection: &mut Connection, row: &DeviceRequestRow) -> Result<bool> {
    sql("INSERT INTO app_device_requests (device_hash, user_hash, client_id, scopes, expires_at, interval_seconds) \
         VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING")
    .bind(&row.device_hash)
    .bind(&row.user_hash)
    .bind(&row.client_id)
    .bind(&row.scopes)
    .bind(row.expires_at)
    .bind(row.interval_seconds)
    .affects_any(connection)
    .await
}

/// The request of which the program has the code.
pub async fn device_request(connection: &mut Connection, hash: &[u8]) -> Result<Option<DeviceRequestRow>> {
    sql(format!("{DEVICE_REQUEST} device_hash = $1")).bind(hash).get_optional(connection).await
}

/// The request of which the user has the code, as long as it waits at `now`.
pub async fn waiting_device_request(
    connection: &mut Connection,
    hash: &[u8],
    now: Instant,
) -> Result<Option<DeviceRequestRow>> {
    sql(format!("{DEVICE_REQUEST} user_hash = $1 AND decided_at IS NULL AND expires_at > $2"))
        .bind(hash)
        .bind(now)
        .get_optional(connection)
        .await
}

/// Notes what the user decided: `account` allows it, or nobody does. `false` if it does not wait any more.
pub async fn decide_device_request(
    tx: &mut Transaction<'_>,
    user_hash: &[u8],
    account: Option<Uuid>,
    now: Instant,
) -> Result<bool> {
    sql("UPDATE app_device_requests SET decided_at = $2, account_id = $3 \
         WHERE user_hash = $1 AND decided_at IS NULL AND expires_at > $2")
    .bind(user_hash)
    .bind(now)
    .bind(account)
    .affects_any(tx)
    .await
}

/// Notes a poll, with the interval from now on.
pub async fn note_poll(
    connection: &mut Connection,
    device_hash: &[u8],
    now: Instant,
    interval_seconds: i32,
) -> Result<()> {
    sql("UPDATE app_device_requests SET polled_at = $2, interval_seconds = $3 WHERE device_hash = $1")
        .bind(device_hash)
        .bind(now)
        .bind(interval_seconds)
        .run(connection)
        .await
}

/// Ends a request: of two polls at the same moment only one ends it.
pub async fn remove_device_request(tx: &mut Transaction<'_>, device_hash: &[u8]) -> Result<bool> {
    sql("DELETE FROM app_device_requests WHERE device_hash = $1").bind(device_hash).affects_any(tx).await
}

/// Deletes what has expired: grants at once, and codes and requests at `oldest`, until when they are told from wrong
/// ones. Refresh tokens that were used up are kept as long as their grant.
pub async fn forget(connection: &mut Connection, now: Instant, oldest: Instant) -> Result<()> {
    sql("DELETE FROM app_grants WHERE expires_at < $1").bind(now).run(connection).await?;
    sql("DELETE FROM apps a WHERE last_used_at < $1 AND NOT EXISTS (SELECT 1 FROM app_grants g WHERE g.app_id = a.id)")
        .bind(oldest)
        .run(connection)
        .await?;
    sql("DELETE FROM personal_tokens WHERE grant_id IS NOT NULL AND expires_at < $1")
        .bind(oldest)
        .run(connection)
        .await?;
    sql("DELETE FROM app_codes WHERE expires_at < $1").bind(oldest).run(connection).await?;
    sql("DELETE FROM app_device_requests WHERE expires_at < $1").bind(oldest).run(connection).await
}
