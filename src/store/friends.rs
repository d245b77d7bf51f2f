//! Who is whose friend, and who has asked whom to be.
//!
//! Each row is what one of two wants of the other; two rows that meet are a friendship. Where both want it neither has
//! refused it: to ask takes back a refusal of one's own.

use diesel_async::RunQueryDsl;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::pages::Place;
use super::sql::{Statement, by_name, sql, text_columns};
use super::{Connection, Result};
use time_control::Instant;

text_columns! {
    /// `accepted`: you are friends; `sent`: you have asked the player; `received`: the player has asked you.
    #[derive(Default, Serialize, Deserialize, ToSchema)]
    #[serde(rename_all = "snake_case")]
    pub enum FriendStatus {
        /// Each has asked the other.
        #[default]
        Accepted,
        /// The account has asked, and the other has not answered, or has refused.
        Sent,
        /// The other has asked, and the account has neither agreed nor refused.
        Received,
    }
}

by_name! {
    #[derive(Debug, Clone)]
    pub struct FriendRow {
        pub account: Uuid,
        pub name: String,
        pub status: FriendStatus,
        /// When the last of the two asked.
        pub since: Instant,
    }
}

/// Everybody with whom the account `$1` has to do, except those whose requests it refused.
const FRIENDS: &str = "SELECT a.id AS account, a.name, w.status, w.since FROM (SELECT \
    coalesce(m.friend_id, t.account_id) AS other, CASE WHEN t.account_id IS NULL THEN 'sent' \
    WHEN m.friend_id IS NULL THEN 'received' ELSE 'accepted' END AS status, greatest(m.asked_at, t.asked_at) AS since \
    FROM (SELECT * FROM friends WHERE account_id = $1 AND asked_at IS NOT NULL) m \
    FULL JOIN (SELECT * FROM friends WHERE friend_id = $1 AND asked_at IS NOT NULL AND refused_at IS NULL) t \
    ON t.account_id = m.friend_id) w JOIN accounts a ON a.id = w.other AND a.deleted_at IS NULL";

/// How `account` stands to `other`; `None` if neither has asked, as far as the account knows.
pub async fn find(connection: &mut Connection, account: Uuid, other: Uuid) -> Result<Option<FriendRow>> {
    sql(format!("{FRIENDS} WHERE w.other = $2")).bind(account).bind(other).get_optional(connection).await
}

/// At most `limit` of those who stand so to `account` from a place on, in the order of their ids.
pub async fn page(
    connection: &mut Connection,
    account: Uuid,
    status: FriendStatus,
    place: Place<Uuid>,
    limit: i64,
) -> Result<Vec<FriendRow>> {
    let (beyond, order) = if place.is_backward() { ("<", "DESC") } else { (">", "ASC") };
    sql(format!(
        "{FRIENDS} WHERE w.status = $2 AND ($3 IS NULL OR w.other {beyond} $3) ORDER BY w.other {order} LIMIT $4"
    ))
    .bind(account)
    .bind(status.word())
    .bind(place.key())
    .bind(limit)
    .load(connection)
    .await
}

/// How many `account` has asked, friends included.
pub async fn count(connection: &mut Connection, account: Uuid) -> Result<i64> {
    sql("SELECT count(*) FROM friends WHERE account_id = $1 AND asked_at IS NOT NULL")
        .bind(account)
        .value(connection)
        .await
}

/// `account` asks `other`, which takes back that it refused before; harmless to repeat. With `is_refused` the other does
/// not see it. What was refused once stays so.
pub async fn ask(
    connection: &mut Connection,
    account: Uuid,
    other: Uuid,
    is_refused: bool,
    at: Instant,
) -> Result<()> {
    sql("INSERT INTO friends (account_id, friend_id, asked_at, refused_at) VALUES ($1, $2, $3, $4) \
         ON CONFLICT (account_id, friend_id) DO UPDATE SET asked_at = coalesce(friends.asked_at, excluded.asked_at), \
         refused_at = coalesce(friends.refused_at, excluded.refused_at)")
    .bind(account)
    .bind(other)
    .bind(at)
    .bind(is_refused.then_some(at))
    .run(connection)
    .await?;
    sql("UPDATE friends SET refused_at = NULL WHERE account_id = $1 AND friend_id = $2")
        .bind(other)
        .bind(account)
        .run(connection)
        .await
}

/// Ends what `account` has with `other`: the friendship, its own request, or the other's, which is refused. Harmless to
/// repeat.
pub async fn end(connection: &mut Connection, account: Uuid, other: Uuid, at: Instant) -> Result<()> {
    let found = find(connection, account, other).await?;
    if found.is_some_and(|found| found.status == FriendStatus::Accepted) {
        return sql("DELETE FROM friends WHERE (account_id, friend_id) IN (($1, $2), ($2, $1))")
            .bind(account)
            .bind(other)
            .run(connection)
            .await;
    }
    sql("DELETE FROM friends WHERE account_id = $1 AND friend_id = $2 AND refused_at IS NULL")
        .bind(account)
        .bind(other)
        .run(connection)
        .await?;
    sql("UPDATE friends SET asked_at = NULL WHERE account_id = $1 AND friend_id = $2")
        .bind(account)
        .bind(other)
        .run(connection)
        .await?;
    sql("UPDATE friends SET refused_at = coalesce(refused_at, $3) \
         WHERE account_id = $1 AND friend_id = $2 AND asked_at IS NOT NULL")
    .bind(other)
    .bind(account)
    .bind(at)
    .run(connection)
    .await
}
