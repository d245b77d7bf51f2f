//! Calls whose end a webhook is to be told.

use diesel::sql_types::{Array, Text, Timestamptz, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::webhook_facts::HOOKS;
use super::{Connection, StoreError};
use crate::clock::Instant;

/// Deliveries that were written, by their ids, webhooks and games.
#[derive(Debug, Default)]
pub struct RedactedEvent {
    pub deliveries: Vec<Uuid>,
    pub webhooks: Vec<Uuid>,
    pub games: Vec<Uuid>,
}

/// Notes the calls, notices of these kinds, whose end somebody wants to be told under `topic`.
pub async fn begin(connection: &mut Connection, calls: &[&str], topic: &str) -> Result<(), StoreError> {
    diesel::sql_query(format!(
        "WITH {HOOKS} INSERT INTO webhook_waits (webhook_id, game_id, seat, version, kind, decision, begun_at) \
         SELECT h.id, o.game_id, o.seat, o.version, o.kind, o.decision, o.created_at \
         FROM hooks h JOIN outbox o ON o.account_id = h.account_id AND o.created_at >= h.from_at \
         WHERE o.kind = ANY($1) AND $2 = ANY(h.topics) AND (h.games IS NULL OR o.game_id = ANY(h.games)) \
         AND NOT EXISTS (SELECT FROM webhook_waits w WHERE w.webhook_id = h.id AND w.game_id = o.game_id \
         AND w.seat = o.seat AND w.version = o.version AND w.kind = o.kind) ON CONFLICT DO NOTHING"
    ))
    .bind::<Array<Text>, _>(calls)
    .bind::<Text, _>(topic)
    .execute(connection)
    .await?;
    Ok(())
}

/// The ends that were told with these deliveries are noted. Deliveries and what they are about are columns: equal
/// places belong together.
pub async fn end(connection: &mut Connection, told: &RedactedEvent, now: Instant) -> Result<(), StoreError> {
    diesel::sql_query(
        "UPDATE webhook_waits w SET ended_at = $4 FROM unnest($1, $2, $3) AS t (id, webhook_id, game_id) \
         WHERE w.webhook_id = t.webhook_id AND w.game_id = t.game_id AND w.ended_at IS NULL AND t.id = \
         md5(w.webhook_id::text || ' ' || concat_ws('.', 'end', w.game_id, w.seat, w.version, w.kind))::uuid",
    )
    .bind::<Array<SqlUuid>, _>(&told.deliveries)
    .bind::<Array<SqlUuid>, _>(&told.webhooks)
    .bind::<Array<SqlUuid>, _>(&told.games)
    .bind::<Timestamptz, _>(now)
    .execute(connection)
    .await?;
    Ok(())
}

pub async fn clear(connection: &mut Connection, webhook: Uuid) -> Result<(), StoreError> {
    diesel::sql_query("DELETE FROM webhook_waits WHERE webhook_id = $1")
        .bind::<SqlUuid, _>(webhook)
        .execute(connection)
        .await?;
    Ok(())
}

/// Forgets calls that ended before `oldest`.
pub async fn forget(connection: &mut Connection, oldest: Instant) -> Result<(), StoreError> {
    diesel::sql_query("DELETE FROM webhook_waits WHERE ended_at < $1")
        .bind::<Timestamptz, _>(oldest)
        .execute(connection)
        .await?;
    Ok(())
}
