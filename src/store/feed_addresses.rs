//! The secret addresses of feeds: one secret for each account that has asked for them.

use uuid::Uuid;

use super::sql::{Statement, by_name, sql};
use super::{Connection, Result};
use time_control::Instant;

by_name! {
    /// What the secret of an account follows from.
    #[derive(Debug, Clone)]
    pub struct FeedAddressRow {
        pub account_id: Uuid,
        pub secret_hash: Vec<u8>,
        /// The signing key from which the secret is derived.
        pub key_id: Uuid,
        /// Another one with each renewal.
        pub renewal: Uuid,
        pub created_at: Instant,
    }
}

pub async fn find(connection: &mut Connection, account: Uuid) -> Result<Option<FeedAddressRow>> {
    sql("SELECT account_id, secret_hash, key_id, renewal, created_at FROM feed_addresses WHERE account_id = $1")
        .bind(account)
        .get_optional(connection)
        .await
}

/// Stores the addresses of an account in place of those before.
pub async fn put(connection: &mut Connection, row: &FeedAddressRow) -> Result<()> {
    sql("INSERT INTO feed_addresses (account_id, secret_hash, key_id, renewal, created_at) \
         VALUES ($1, $2, $3, $4, $5) ON CONFLICT (account_id) DO UPDATE SET secret_hash = excluded.secret_hash, \
         key_id = excluded.key_id, renewal = excluded.renewal, created_at = excluded.created_at")
    .bind(row.account_id)
    .bind(&row.secret_hash)
    .bind(row.key_id)
    .bind(row.renewal)
    .bind(row.created_at)
    .run(connection)
    .await
}

/// `false` if there were none.
pub async fn remove(connection: &mut Connection, account: Uuid) -> Result<bool> {
    sql("DELETE FROM feed_addresses WHERE account_id = $1").bind(account).affects_any(connection).await
}

/// The account of a secret, unless it is banned or deleted.
pub async fn account_of(connection: &mut Connection, secret_hash: &[u8]) -> Result<Option<Uuid>> {
    sql("SELECT f.account_id AS value FROM feed_addresses f JOIN accounts a ON a.id = f.account_id \
         WHERE f.secret_hash = $1 AND a.deleted_at IS NULL \
         AND NOT EXISTS (SELECT 1 FROM bans b WHERE b.account_id = a.id)")
    .bind(secret_hash)
    .optional_value(connection)
    .await
}

/// The addresses that came of a renewal, unless their account is banned or deleted.
pub async fn of_renewal(connection: &mut Connection, renewal: Uuid) -> Result<Option<FeedAddressRow>> {
    sql("SELECT f.account_id, f.secret_hash, f.key_id, f.renewal, f.created_at FROM feed_addresses f \
         JOIN accounts a ON a.id = f.account_id WHERE f.renewal = $1 AND a.deleted_at IS NULL \
         AND NOT EXISTS (SELECT 1 FROM bans b WHERE b.account_id = a.id)")
    .bind(renewal)
    .get_optional(connection)
    .await
}
