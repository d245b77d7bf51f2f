//! Which of the proofs that people opened long-lived connections with are no good any more.

use std::collections::HashSet;

use diesel::QueryableByName;
use diesel::sql_types::{Array, Timestamptz, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::{Connection, StoreError};
use crate::clock::Instant;

#[derive(QueryableByName)]
struct Row {
    #[diesel(sql_type = SqlUuid)]
    id: Uuid,
}

/// Those of these sessions and personal tokens that have ended, or whose account is gone, at `now`.
pub async fn ended(
    connection: &mut Connection,
    sessions: &[Uuid],
    tokens: &[Uuid],
    now: Instant,
) -> Result<HashSet<Uuid>, StoreError> {
    let rows: Vec<Row> = diesel::sql_query(
        "SELECT w.id FROM unnest($1) AS w (id) WHERE NOT EXISTS (SELECT FROM sessions s \
         JOIN accounts a ON a.id = s.account_id WHERE s.id = w.id AND s.ended_at IS NULL AND a.deleted_at IS NULL \
         AND NOT EXISTS (SELECT FROM bans b WHERE b.account_id = a.id)) \
         UNION ALL SELECT w.id FROM unnest($2) AS w (id) WHERE NOT EXISTS (SELECT FROM personal_tokens t \
         JOIN accounts a ON a.id = t.account_id WHERE t.id = w.id AND t.expires_at > $3 AND a.deleted_at IS NULL \
         AND NOT EXISTS (SELECT FROM bans b WHERE b.account_id = a.id))",
    )
    .bind::<Array<SqlUuid>, _>(sessions)
    .bind::<Array<SqlUuid>, _>(tokens)
    .bind::<Timestamptz, _>(now)
    .load(connection)
    .await?;
    Ok(rows.into_iter().map(|row| row.id).collect())
}
