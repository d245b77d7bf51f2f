//! Everything that one action changes, in one cached statement: one round trip, all or nothing.
//!
//! The guard is the version of the position: if another write was faster, no row moves, and nothing else happens
//! either, because every other part of the statement depends on the row that moved.

use std::sync::LazyLock;

use diesel::sql_types::{
    Array, BigInt, Binary, Bool, Nullable, SmallInt, Text, Timestamptz, Uuid as SqlUuid,
};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::history::SNAPSHOT_EVERY;
use super::mails::{ID_IN_GAME, NEW_COLUMNS};
use super::sql::sql;
use super::{Connection, StoreError};
use crate::time_control::Instant;

/// What one action changes. The lists are columns: equal positions belong together.
#[derive(Debug, Default)]
pub struct Write<'a> {
    pub game: Uuid,
    /// The version it was decided on; -1 for the set-up.
    pub base: i64,
    /// The changes of standing orders that it was decided with.
    pub order_changes: i64,
    /// The digest of the last entry that it was decided on; empty for the set-up. The same version may have come again
    /// with other content, after a failover.
    pub base_digest: &'a [u8],
    pub version: i64,
    /// The digest of the last of its entries.
    pub digest: &'a [u8],
    /// The state it leads to, as JSON.
    pub state: &'a str,
    /// What lists show of it, as JSON.
    pub summary: &'a str,
    /// The clocks it leads to, as JSON; `None`: the game is untimed.
    pub clocks: Option<&'a str>,
    /// What can be taken back then, as JSON.
    pub take_backs: &'a str,
    /// When it happened.
    pub at: Instant,
    pub entries: EntryColumns<'a>,
    /// Decisions that are no longer open.
    pub closed: ClosedDecisions<'a>,
    pub opened: OpenedDecisions<'a>,
    /// Standing orders that can no longer apply.
    pub disarmed: DisarmedOrders<'a>,
    /// Decisions that standing orders will answer later.
    pub ordered: OrderTurns<'a>,
    pub calls: Calls<'a>,
    /// When the calls may be sent.
    pub calls_due_at: Instant,
    /// The request that makes the write.
    pub request: Option<Uuid>,
    /// Is it a bot's turn now?
    pub bot_due: bool,
    /// The status of the game from now on, if that changes: a word of `Status`.
    pub status: Option<&'a str>,
    pub is_over: bool,
    /// How it ended, if with a result.
    pub outcome: Option<&'a str>,
}

#[derive(Debug, Default)]
pub struct EntryColumns<'a> {
    pub versions: Vec<i64>,
    pub made_by: Vec<&'a str>,
    pub seats: Vec<Option<i16>>,
    /// The actions, as JSON.
    pub actions: Vec<Option<&'a str>>,
    /// The events, as JSON arrays.
    pub events: Vec<&'a str>,
    /// What chance gave, as JSON arrays.
    pub draws: Vec<Option<&'a str>>,
    /// The request, on the first entry it made.
    pub keys: Vec<Option<&'a str>>,
    /// SHA-256 of the request's body, on the first entry it made.
    pub bodies: Vec<Option<&'a [u8]>>,
    /// The last version that the request made, on its first entry.
    pub last_versions: Vec<Option<i64>>,
    /// What happened in the game beside the rules, as JSON arrays.
    pub service_events: Vec<Option<&'a str>>,
    /// The status of the game from then on, where that changes.
    pub statuses: Vec<Option<&'a str>>,
    /// The deadlines from then on, as a JSON array, on the last.
    pub deadlines: Vec<Option<&'a str>>,
    pub digests: Vec<Vec<u8>>,
    /// The clocks before it, as JSON, where its seat may take it back.
    pub clocks_before: Vec<Option<&'a str>>,
}

/// Decisions that are no longer open.
#[derive(Debug, Default)]
pub struct ClosedDecisions<'a> {
    pub seats: Vec<i16>,
    pub decisions: Vec<&'a str>,
}

/// Decisions that are open now, or block now and did not before.
#[derive(Debug, Default)]
pub struct OpenedDecisions<'a> {
    pub seats: Vec<i16>,
    pub decisions: Vec<&'a str>,
    pub kinds: Vec<&'a str>,
    pub blocking: Vec<bool>,
    /// Until when, where a clock runs.
    pub deadlines: Vec<Option<Instant>>,
    /// When the owner is warned first.
    pub warn_at: Vec<Option<Instant>>,
    /// When they are warned again.
    pub warn_again_at: Vec<Option<Instant>>,
}

/// Standing orders that can no longer apply.
#[derive(Debug, Default)]
pub struct DisarmedOrders<'a> {
    pub ids: Vec<Uuid>,
    pub reasons: Vec<&'a str>,
}

/// Decisions that standing orders will answer later. Those on the list already keep their instant.
#[derive(Debug, Default)]
pub struct OrderTurns<'a> {
    pub seats: Vec<i16>,
    pub decisions: Vec<&'a str>,
    /// When.
    pub due_at: Vec<Instant>,
}

#[derive(Debug, Default)]
pub struct Calls<'a> {
    pub seats: Vec<i16>,
    pub kinds: Vec<&'a str>,
    pub accounts: Vec<Uuid>,
    pub decisions: Vec<Option<&'a str>>,
    /// When each may be sent, if later than the others.
    pub due_at: Vec<Option<Instant>>,
}

/// Adds the position of a game that is about to be set up.
pub async fn prepare(connection: &mut Connection, game: Uuid, at: Instant) -> Result<(), StoreError> {
    use super::schema::positions::dsl;
    use diesel::ExpressionMethods;
    diesel::insert_into(dsl::positions)
        .values((dsl::game_id.eq(game), dsl::version.eq(-1), dsl::state.eq(""), dsl::updated_at.eq(at)))
        .execute(connection)
        .await?;
    Ok(())
}

static WRITE: LazyLock<String> = LazyLock::new(|| {
    format!(
        "WITH moved AS (UPDATE positions SET version = $1, digest = $2, state = $3, summary = $4, clocks = $5, \
    updated_at = $6, take_backs = $50 WHERE game_id = $7 AND version = $8 AND digest = $9 AND order_changes = $10 \
    RETURNING game_id, version, state, updated_at), \
    logged AS (INSERT INTO entries (game_id, version, made_by, seat, action, events, draws, \
    request_key, body_hash, last_version, service_events, standing, deadlines, digest, clocks_before, created_at, take_backs) \
    SELECT m.game_id, e.*, m.updated_at, CASE WHEN e.version = m.version THEN $50 END FROM moved m, \
    unnest($11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $51) AS e (version)), \
    kept AS (INSERT INTO snapshots (game_id, version, state) \
    SELECT m.game_id, m.version, m.state FROM moved m WHERE $24), \
    closed AS (DELETE FROM decisions d USING moved m WHERE d.game_id = m.game_id \
    AND (d.seat, d.decision) IN (SELECT * FROM unnest($25, $26))), \
    opened AS (INSERT INTO decisions (game_id, seat, decision, kind, blocking, deadline, warn_at, \
    warn_again_at, version, opened_at) \
    SELECT m.game_id, o.*, m.version, m.updated_at FROM moved m, unnest($27, $28, $29, $30, $31, $32, $33) AS o \
    ON CONFLICT (game_id, seat, decision) DO UPDATE \
    SET blocking = excluded.blocking, version = excluded.version, opened_at = excluded.opened_at, \
    deadline = excluded.deadline, warn_at = excluded.warn_at, warn_again_at = excluded.warn_again_at), \
    disarmed AS (UPDATE orders o SET disarmed_at = m.updated_at, disarmed_version = m.version, \
    reason = d.reason FROM moved m, unnest($34, $35) AS d(id, reason) WHERE o.game_id = m.game_id AND o.id = d.id), \
    ordered AS (INSERT INTO order_turns (game_id, seat, decision, due_at) \
    SELECT m.game_id, o.* FROM moved m, unnest($36, $37, $38) AS o ON CONFLICT DO NOTHING), \
    called AS (INSERT INTO mails ({NEW_COLUMNS}) \
    SELECT n.game_id, {ID_IN_GAME}, n.kind, n.account, NULL, n.seat, n.version, n.decision, NULL, $39, n.updated_at, \
    coalesce(n.due_at, $40) FROM (SELECT m.game_id, m.version, m.updated_at, c.* FROM moved m, \
    unnest($41, $42, $43, $44, $45) AS c (seat, kind, account, decision, due_at)) n), \
    due AS (INSERT INTO bot_turns (game_id, version, due_at) \
    SELECT m.game_id, m.version, m.updated_at FROM moved m WHERE $46), \
    to_relay AS (INSERT INTO relay_due (game_id, kind, position) SELECT m.game_id, 'entry', m.version FROM moved m), \
    stands AS (UPDATE games g SET status = o.standing, finished_at = CASE WHEN $47 THEN m.updated_at END, \
    outcome = coalesce($48, g.outcome) FROM moved m, (SELECT $49 AS standing) o \
    WHERE g.id = m.game_id AND o.standing IS NOT NULL) \
    SELECT m.game_id FROM moved m"
    )
});

/// Writes it; `false` if another write was faster, and then nothing was changed.
pub async fn write(connection: &mut Connection, write: &Write<'_>) -> Result<bool, StoreError> {
    let Write { entries, closed, opened, disarmed, ordered, calls, .. } = write;
    // The game's own row is touched last, and only when its status changes.
    let statement = sql(WRITE.as_str())
        .bind::<BigInt, _>(write.version)
        .bind::<Binary, _>(write.digest)
        .bind::<Text, _>(write.state)
        .bind::<Text, _>(write.summary)
        .bind::<Nullable<Text>, _>(write.clocks)
        .bind::<Timestamptz, _>(write.at)
        .bind::<SqlUuid, _>(write.game)
        .bind::<BigInt, _>(write.base)
        .bind::<Binary, _>(write.base_digest)
        .bind::<BigInt, _>(write.order_changes)
        .bind::<Array<BigInt>, _>(&entries.versions)
        .bind::<Array<Text>, _>(&entries.made_by)
        .bind::<Array<Nullable<SmallInt>>, _>(&entries.seats)
        .bind::<Array<Nullable<Text>>, _>(&entries.actions)
        .bind::<Array<Text>, _>(&entries.events)
        .bind::<Array<Nullable<Text>>, _>(&entries.draws)
        .bind::<Array<Nullable<Text>>, _>(&entries.keys)
        .bind::<Array<Nullable<Binary>>, _>(&entries.bodies)
        .bind::<Array<Nullable<BigInt>>, _>(&entries.last_versions)
        .bind::<Array<Nullable<Text>>, _>(&entries.service_events)
        .bind::<Array<Nullable<Text>>, _>(&entries.statuses)
        .bind::<Array<Nullable<Text>>, _>(&entries.deadlines)
        .bind::<Array<Binary>, _>(&entries.digests)
        .bind::<Bool, _>(crosses_snapshot(write.base, write.version))
        .bind::<Array<SmallInt>, _>(&closed.seats)
        .bind::<Array<Text>, _>(&closed.decisions)
        .bind::<Array<SmallInt>, _>(&opened.seats)
        .bind::<Array<Text>, _>(&opened.decisions)
        .bind::<Array<Text>, _>(&opened.kinds)
        .bind::<Array<Bool>, _>(&opened.blocking)
        .bind::<Array<Nullable<Timestamptz>>, _>(&opened.deadlines)
        .bind::<Array<Nullable<Timestamptz>>, _>(&opened.warn_at)
        .bind::<Array<Nullable<Timestamptz>>, _>(&opened.warn_again_at)
        .bind::<Array<SqlUuid>, _>(&disarmed.ids)
        .bind::<Array<Text>, _>(&disarmed.reasons)
        .bind::<Array<SmallInt>, _>(&ordered.seats)
        .bind::<Array<Text>, _>(&ordered.decisions)
        .bind::<Array<Timestamptz>, _>(&ordered.due_at)
        .bind::<Nullable<SqlUuid>, _>(write.request)
        .bind::<Timestamptz, _>(write.calls_due_at)
        .bind::<Array<SmallInt>, _>(&calls.seats)
        .bind::<Array<Text>, _>(&calls.kinds)
        .bind::<Array<SqlUuid>, _>(&calls.accounts)
        .bind::<Array<Nullable<Text>>, _>(&calls.decisions)
        .bind::<Array<Nullable<Timestamptz>>, _>(&calls.due_at)
        .bind::<Bool, _>(write.bot_due)
        .bind::<Bool, _>(write.is_over)
        .bind::<Nullable<Text>, _>(write.outcome)
        .bind::<Nullable<Text>, _>(write.status)
        .bind::<Text, _>(write.take_backs)
        .bind::<Array<Nullable<Text>>, _>(&entries.clocks_before);
    Ok(statement.execute(connection).await? > 0)
}

/// The statement, for measurements.
pub fn write_statement() -> String {
    WRITE.clone()
}

fn crosses_snapshot(base: i64, version: i64) -> bool {
    base.div_euclid(SNAPSHOT_EVERY) != version.div_euclid(SNAPSHOT_EVERY)
}
