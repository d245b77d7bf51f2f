//! Notices of messages: one per person and game, for all that he has not read when it is sent.

use diesel::sql_types::{Array, BigInt, Timestamptz, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::{Connection, StoreError};
use crate::clock::Instant;

/// Who is to be told that there is something to read.
#[derive(Debug)]
pub struct Due<'a> {
    pub game: Uuid,
    /// The version it stands at; -1 before the start.
    pub version: i64,
    /// Who said something.
    pub sender: Uuid,
    /// Who may read it.
    pub readers: &'a [Uuid],
    /// When it was said.
    pub at: Instant,
    /// When it may be told.
    pub due_at: Instant,
}

/// Writes the notices, but none to somebody who blocked the sender or whom a notice is on its way to. The decision of
/// such a notice names the message by its number in the reader's box, so that no two of them have one name.
pub async fn messages_due(connection: &mut Connection, due: &Due<'_>) -> Result<(), StoreError> {
    diesel::sql_query(
        "INSERT INTO outbox AS o (game_id, version, seat, kind, account_id, decision, created_at, attempts, due_at) \
         SELECT b.game_id, $2, s.seat, 'message', b.account_id, b.last_number::text, $5, 0, $6 \
         FROM message_boxes b JOIN seats s ON s.game_id = b.game_id AND s.account_id = b.account_id \
         WHERE b.game_id = $1 AND b.account_id = ANY($4) \
         AND NOT EXISTS (SELECT FROM blocks x WHERE x.account_id = b.account_id AND x.blocked_id = $3) \
         AND NOT EXISTS (SELECT FROM outbox w WHERE w.game_id = b.game_id AND w.account_id = b.account_id \
         AND w.kind = 'message' AND w.settled_at IS NULL AND w.attempts = 0) \
         ON CONFLICT (game_id, version, seat, kind) DO UPDATE SET account_id = excluded.account_id, \
         decision = excluded.decision, created_at = excluded.created_at, attempts = 0, due_at = excluded.due_at, \
         settled_at = NULL, result = NULL, problem = NULL, claimed_until = NULL, held = NULL, collected_in = NULL \
         WHERE o.settled_at IS NOT NULL",
    )
    .bind::<SqlUuid, _>(due.game)
    .bind::<BigInt, _>(due.version)
    .bind::<SqlUuid, _>(due.sender)
    .bind::<Array<SqlUuid>, _>(due.readers)
    .bind::<Timestamptz, _>(due.at)
    .bind::<Timestamptz, _>(due.due_at)
    .execute(connection)
    .await?;
    Ok(())
}
