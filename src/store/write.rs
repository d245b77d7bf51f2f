//! Everything that one action changes, in one cached statement: one round trip, all or nothing.
//!
//! The position is updated only if its version, digest and order counter are those that the action was decided on. If
//! another write was faster, no row is updated, and nothing else happens either, because every other part of the
//! statement joins the updated row.

use std::sync::LazyLock;

use uuid::Uuid;

use super::games::Status;
use super::history::SNAPSHOT_EVERY;
use super::mails::{ID_IN_GAME, NEW_COLUMNS};
use super::sql::{Statement, rows, sql};
use super::{Connection, Result};
use time_control::Instant;

rows! {
    NewEntry {
        version: i64,
        made_by: &'a str,
        seat: Option<i16>,
        /// As JSON, like the events and the draws.
        action: Option<&'a str>,
        events: &'a str,
        draws: Option<&'a str>,
        /// The idempotency key; set on the first entry of a request only, like `body_hash` and `last_version`.
        request_key: Option<&'a str>,
        /// SHA-256 of the request's body.
        body_hash: Option<&'a [u8]>,
        /// The last version that the request made.
        last_version: Option<i64>,
        /// Table events, a JSON array.
        service_events: Option<&'a str>,
        /// The status of the game from this entry on, if the entry changes it.
        standing: Option<Status>,
        /// The deadlines from this entry on, a JSON array; set on the last entry of a write only.
        deadlines: Option<&'a str>,
        digest: &'a [u8],
        /// The clocks before this entry, as JSON; set if the seat may take the entry back.
        clocks_before: Option<&'a str>,
    }

    ClosedDecision {
        seat: i16,
        decision: &'a str,
    }

    /// A decision that is newly open, or that was open and blocks the game only now.
    OpenedDecision {
        seat: i16,
        decision: &'a str,
        kind: &'a str,
        blocking: bool,
        /// `None`: no clock runs.
        deadline: Option<Instant>,
        /// When the player gets the first warning.
        warn_at: Option<Instant>,
        warn_again_at: Option<Instant>,
    }

    /// A standing order that can no longer apply.
    DisarmedOrder {
        id: Uuid,
        reason: &'a str,
    }

    /// A decision that standing orders will answer later. A decision that already waits for them keeps its `due_at`.
    NewOrderTurn {
        seat: i16,
        decision: &'a str,
        due_at: Instant,
    }

    NewCall {
        seat: i16,
        kind: &'a str,
        account: Uuid,
        decision: Option<&'a str>,
        /// When the mail may be sent; `None`: at [`Write::calls_due_at`].
        due_at: Option<Instant>,
    }
}

#[derive(Debug)]
pub struct Write<'a> {
    pub game: Uuid,
    /// The version that the action was decided on; -1 for the set-up.
    pub base: i64,
    /// The order counter that the action was decided under: if an order is changed meanwhile, the write fails.
    pub order_changes: i64,
    /// The digest of the entry at `base`; empty for the set-up. The version alone would not do: after a failover that
    /// lost writes, the same version comes again with other content.
    pub base_digest: &'a [u8],
    pub version: i64,
    /// The digest of the last new entry.
    pub digest: &'a [u8],
    /// The state at `version`, as JSON.
    pub state: &'a str,
    /// What lists show of the game, as JSON.
    pub summary: &'a str,
    /// The clocks at `version`, as JSON; `None`: the game is untimed.
    pub clocks: Option<&'a str>,
    /// What can be taken back at `version`, as JSON.
    pub take_backs: &'a str,
    pub at: Instant,
    pub entries: Vec<NewEntry<'a>>,
    pub closed: Vec<ClosedDecision<'a>>,
    pub opened: Vec<OpenedDecision<'a>>,
    pub disarmed: Vec<DisarmedOrder<'a>>,
    pub ordered: Vec<NewOrderTurn<'a>>,
    pub calls: Vec<NewCall<'a>>,
    pub calls_due_at: Instant,
    /// The request that makes the write; its id is stored with the mails.
    pub request: Option<Uuid>,
    pub bot_due: bool,
    /// The status of the game from now on, if that changes.
    pub status: Option<Status>,
    pub is_over: bool,
    /// The result of the game, as JSON, if it ended with one.
    pub outcome: Option<&'a str>,
}

/// Adds the position of a game that is about to be set up, at version -1, so that the set-up is written as every later
/// action is: by an update of this row.
pub async fn prepare(connection: &mut Connection, game: Uuid, at: Instant) -> Result<()> {
    use super::schema::positions::dsl;
    use diesel::ExpressionMethods;
    diesel::insert_into(dsl::positions)
        .values((dsl::game_id.eq(game), dsl::version.eq(-1), dsl::state.eq(""), dsl::updated_at.eq(at)))
        .run(connection)
        .await
}

/// Numbers the parameters of a statement in the order in which they are bound.
struct Parameters(usize);

impl Parameters {
    fn values<const COUNT: usize>(&mut self) -> [String; COUNT] {
        std::array::from_fn(|_| self.next())
    }

    /// SQL of a table `name`, unnested from one array for each column.
    fn rows(&mut self, name: &str, columns: &[&str]) -> String {
        let numbers: Vec<String> = columns.iter().map(|_| self.next()).collect();
        format!("unnest({}) AS {name} ({})", numbers.join(", "), columns.join(", "))
    }

    fn next(&mut self) -> String {
        self.0 += 1;
        format!("${}", self.0)
    }
}

static WRITE: LazyLock<String> = LazyLock::new(|| {
    let mut parameters = Parameters(0);
    // In the order in which `write` binds the parameters.
    let [version, digest, state, summary, clocks, at, take_backs, game, base, base_digest, order_changes] =
        parameters.values();
    let [crosses_snapshot, request, calls_due_at, bot_due, is_over, outcome, status] = parameters.values();
    let entry_columns = NewEntry::COLUMNS.join(", ");
    let entries = parameters.rows("e", NewEntry::COLUMNS);
    let closed = parameters.rows("c", ClosedDecision::COLUMNS);
    let opened = parameters.rows("o", OpenedDecision::COLUMNS);
    let disarmed = parameters.rows("d", DisarmedOrder::COLUMNS);
    let ordered = parameters.rows("o", NewOrderTurn::COLUMNS);
    let calls = parameters.rows("c", NewCall::COLUMNS);
    // Mails and the row for the relay are written by the statement that makes them true, so that neither can be missed.
    format!(
        "WITH moved AS (UPDATE positions SET version = {version}, digest = {digest}, state = {state}, \
    summary = {summary}, clocks = {clocks}, updated_at = {at}, take_backs = {take_backs} WHERE game_id = {game} \
    AND version = {base} AND digest = {base_digest} AND order_changes = {order_changes} \
    RETURNING game_id, version, state, updated_at), \
    logged AS (INSERT INTO entries (game_id, {entry_columns}, created_at, take_backs) \
    SELECT m.game_id, e.*, m.updated_at, CASE WHEN e.version = m.version THEN {take_backs} END \
    FROM moved m, {entries}), \
    kept AS (INSERT INTO snapshots (game_id, version, state) \
    SELECT m.game_id, m.version, m.state FROM moved m WHERE {crosses_snapshot}), \
    closed AS (DELETE FROM decisions d USING moved m WHERE d.game_id = m.game_id \
    AND (d.seat, d.decision) IN (SELECT * FROM {closed})), \
    opened AS (INSERT INTO decisions (game_id, seat, decision, kind, blocking, deadline, warn_at, \
    warn_again_at, version, opened_at) \
    SELECT m.game_id, o.*, m.version, m.updated_at FROM moved m, {opened} \
    ON CONFLICT (game_id, seat, decision) DO UPDATE \
    SET blocking = excluded.blocking, version = excluded.version, opened_at = excluded.opened_at, \
    deadline = excluded.deadline, warn_at = excluded.warn_at, warn_again_at = excluded.warn_again_at), \
    disarmed AS (UPDATE orders o SET disarmed_at = m.updated_at, disarmed_version = m.version, \
    reason = d.reason FROM moved m, {disarmed} WHERE o.game_id = m.game_id AND o.id = d.id), \
    ordered AS (INSERT INTO order_turns (game_id, seat, decision, due_at) \
    SELECT m.game_id, o.* FROM moved m, {ordered} ON CONFLICT DO NOTHING), \
    called AS (INSERT INTO mails ({NEW_COLUMNS}) \
    SELECT n.game_id, {ID_IN_GAME}, n.kind, n.account, NULL, n.seat, n.version, n.decision, NULL, {request}, \
    n.updated_at, coalesce(n.due_at, {calls_due_at}) \
    FROM (SELECT m.game_id, m.version, m.updated_at, c.* FROM moved m, {calls}) n), \
    due AS (INSERT INTO bot_turns (game_id, version, due_at) \
    SELECT m.game_id, m.version, m.updated_at FROM moved m WHERE {bot_due}), \
    to_relay AS (INSERT INTO relay_due (game_id, kind, position) SELECT m.game_id, 'entry', m.version FROM moved m), \
    stands AS (UPDATE games g SET status = o.standing, finished_at = CASE WHEN {is_over} THEN m.updated_at END, \
    outcome = coalesce({outcome}, g.outcome) FROM moved m, (SELECT {status} AS standing) o \
    WHERE g.id = m.game_id AND o.standing IS NOT NULL) \
    SELECT m.game_id FROM moved m"
    )
});

/// Stores a write; `false` if another write was faster, and then nothing is changed.
pub async fn write(connection: &mut Connection, write: &Write<'_>) -> Result<bool> {
    // The game's own row is touched last, and only when its status changes.
    let statement = sql(WRITE.as_str())
        .bind(write.version)
        .bind(write.digest)
        .bind(write.state)
        .bind(write.summary)
        .bind(write.clocks)
        .bind(write.at)
        .bind(write.take_backs)
        .bind(write.game)
        .bind(write.base)
        .bind(write.base_digest)
        .bind(write.order_changes)
        .bind(crosses_snapshot(write.base, write.version))
        .bind(write.request)
        .bind(write.calls_due_at)
        .bind(write.bot_due)
        .bind(write.is_over)
        .bind(write.outcome)
        .bind(write.status);
    let statement = NewEntry::bind(&write.entries, statement);
    let statement = ClosedDecision::bind(&write.closed, statement);
    let statement = OpenedDecision::bind(&write.opened, statement);
    let statement = DisarmedOrder::bind(&write.disarmed, statement);
    let statement = NewOrderTurn::bind(&write.ordered, statement);
    let statement = NewCall::bind(&write.calls, statement);
    statement.affects_any(connection).await
}

/// The statement, for measurements.
pub fn write_statement() -> String {
    WRITE.clone()
}

fn crosses_snapshot(base: i64, version: i64) -> bool {
    // A write of several entries may pass over the multiple itself, and only the state after its last entry is there.
    // `div_euclid` puts the base -1 of the set-up before 0, so that every game has a first snapshot.
    base.div_euclid(SNAPSHOT_EVERY) != version.div_euclid(SNAPSHOT_EVERY)
}
