//! Everything that one action changes, in one cached statement: one round trip, all or nothing.
//!
//! The guard is the version of the position: when somebody was faster, no row moves and nothing else happens either,
//! because every other part of the statement hangs on the row that moved.

use diesel::QueryResult;
use diesel::pg::Pg;
use diesel::query_builder::{AstPass, QueryFragment, QueryId};
use diesel::sql_types::{
    Array, BigInt, Binary, Bool, Nullable, SmallInt, Text, Timestamptz, Uuid as SqlUuid,
};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::history::SNAPSHOT_EVERY;
use super::{Connection, StoreError};
use crate::clock::Instant;

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
    /// The clocks it leads to, as JSON; `None`: the table is untimed.
    pub clocks: Option<&'a str>,
    /// When it happened.
    pub at: Instant,
    pub entries: Entries<'a>,
    /// Decisions that are no longer asked.
    pub closed: Closed<'a>,
    pub opened: Opened<'a>,
    /// Standing orders that can't apply any more.
    pub disarmed: Disarmed<'a>,
    /// Decisions that standing orders will answer later.
    pub ordered: Ordered<'a>,
    pub calls: Calls<'a>,
    /// When the calls may be sent.
    pub calls_due_at: Instant,
    /// Is a bot to be asked now?
    pub bot_due: bool,
    /// Where the game stands from now on, if that changes: a word of `Status`.
    pub standing: Option<&'a str>,
    pub is_over: bool,
    /// How it ended, if with a result.
    pub outcome: Option<&'a str>,
}

#[derive(Debug, Default)]
pub struct Entries<'a> {
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
    /// What happened at the table, as JSON arrays.
    pub table_events: Vec<Option<&'a str>>,
    /// Where the game stands from then on, words, where that changes.
    pub standings: Vec<Option<&'a str>>,
    /// The deadlines from then on, as a JSON array, on the last.
    pub deadlines: Vec<Option<&'a str>>,
    pub digests: Vec<Vec<u8>>,
}

/// Decisions that are no longer open.
#[derive(Debug, Default)]
pub struct Closed<'a> {
    pub seats: Vec<i16>,
    pub decisions: Vec<&'a str>,
}

/// Decisions that are open now, or block now and did not before.
#[derive(Debug, Default)]
pub struct Opened<'a> {
    pub seats: Vec<i16>,
    pub decisions: Vec<&'a str>,
    pub kinds: Vec<&'a str>,
    pub blocking: Vec<bool>,
    /// Until when, where a clock runs.
    pub deadlines: Vec<Option<Instant>>,
    /// When the owner is warned first.
    pub warn_at: Vec<Option<Instant>>,
    /// When he is warned again.
    pub warn_again_at: Vec<Option<Instant>>,
}

/// Standing orders that can't apply any more.
#[derive(Debug, Default)]
pub struct Disarmed<'a> {
    pub ids: Vec<Uuid>,
    pub reasons: Vec<&'a str>,
}

/// Decisions that standing orders will answer later. What is due already stays due as it is.
#[derive(Debug, Default)]
pub struct Ordered<'a> {
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

/// Lays the place of a game that is about to be set up.
pub async fn prepare(connection: &mut Connection, game: Uuid, at: Instant) -> Result<(), StoreError> {
    use super::schema::positions::dsl;
    use diesel::ExpressionMethods;
    diesel::insert_into(dsl::positions)
        .values((dsl::game_id.eq(game), dsl::version.eq(-1), dsl::state.eq(""), dsl::updated_at.eq(at)))
        .execute(connection)
        .await?;
    Ok(())
}

/// Writes it; `false` when somebody was faster, and then nothing was changed.
pub async fn write(connection: &mut Connection, write: &Write<'_>) -> Result<bool, StoreError> {
    let statement = Statement { keep: crosses_snapshot(write.base, write.version), write };
    Ok(statement.execute(connection).await? > 0)
}

/// The statement as it is sent, without what is bound: measures send the same.
pub fn statement() -> String {
    let statement = Statement { write: &Write::default(), keep: false };
    super::sent(&diesel::debug_query::<Pg, _>(&statement).to_string())
}

fn crosses_snapshot(base: i64, version: i64) -> bool {
    base.div_euclid(SNAPSHOT_EVERY) != version.div_euclid(SNAPSHOT_EVERY)
}

struct Statement<'s> {
    write: &'s Write<'s>,
    keep: bool,
}

impl QueryId for Statement<'_> {
    type QueryId = Statement<'static>;
    const HAS_STATIC_QUERY_ID: bool = true;
}

type Out<'o, 'b> = AstPass<'o, 'b, Pg>;

impl QueryFragment<Pg> for Statement<'_> {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        move_position(self.write, out.reborrow())?;
        log_entries(&self.write.entries, out.reborrow())?;
        out.push_sql(
            "), kept AS (INSERT INTO snapshots (game_id, version, state) \
             SELECT m.game_id, m.version, m.state FROM moved m WHERE ",
        );
        out.push_bind_param::<Bool, _>(&self.keep)?;
        close_decisions(&self.write.closed, out.reborrow())?;
        open_decisions(&self.write.opened, out.reborrow())?;
        disarm(&self.write.disarmed, out.reborrow())?;
        order(&self.write.ordered, out.reborrow())?;
        call(self.write, out.reborrow())?;
        out.push_sql(
            "), due AS (INSERT INTO bot_turns (game_id, version, due_at) \
             SELECT m.game_id, m.version, m.updated_at FROM moved m WHERE ",
        );
        out.push_bind_param::<Bool, _>(&self.write.bot_due)?;
        out.push_sql(
            "), told AS (INSERT INTO relay_due (game_id, kind, position) \
             SELECT m.game_id, 'entry', m.version FROM moved m",
        );
        end(self.write, out.reborrow())?;
        out.push_sql(") SELECT m.game_id FROM moved m");
        Ok(())
    }
}

fn move_position<'b>(write: &'b Write<'b>, mut out: Out<'_, 'b>) -> QueryResult<()> {
    out.push_sql("WITH moved AS (UPDATE positions SET version = ");
    out.push_bind_param::<BigInt, _>(&write.version)?;
    out.push_sql(", digest = ");
    out.push_bind_param::<Binary, _>(&write.digest)?;
    out.push_sql(", state = ");
    out.push_bind_param::<Text, _>(&write.state)?;
    out.push_sql(", summary = ");
    out.push_bind_param::<Text, _>(&write.summary)?;
    out.push_sql(", clocks = ");
    out.push_bind_param::<Nullable<Text>, _>(&write.clocks)?;
    out.push_sql(", updated_at = ");
    out.push_bind_param::<Timestamptz, _>(&write.at)?;
    out.push_sql(" WHERE game_id = ");
    out.push_bind_param::<SqlUuid, _>(&write.game)?;
    out.push_sql(" AND version = ");
    out.push_bind_param::<BigInt, _>(&write.base)?;
    out.push_sql(" AND digest = ");
    out.push_bind_param::<Binary, _>(&write.base_digest)?;
    out.push_sql(" AND order_changes = ");
    out.push_bind_param::<BigInt, _>(&write.order_changes)?;
    out.push_sql(" RETURNING game_id, version, state, updated_at");
    Ok(())
}

fn log_entries<'b>(entries: &'b Entries<'b>, mut out: Out<'_, 'b>) -> QueryResult<()> {
    out.push_sql(
        "), logged AS (INSERT INTO entries (game_id, version, made_by, seat, action, events, draws, \
         request_key, body_hash, last_version, table_events, standing, deadlines, digest, created_at) \
         SELECT m.game_id, e.*, m.updated_at FROM moved m, unnest(",
    );
    out.push_bind_param::<Array<BigInt>, _>(&entries.versions)?;
    out.push_sql(", ");
    out.push_bind_param::<Array<Text>, _>(&entries.made_by)?;
    out.push_sql(", ");
    out.push_bind_param::<Array<Nullable<SmallInt>>, _>(&entries.seats)?;
    out.push_sql(", ");
    out.push_bind_param::<Array<Nullable<Text>>, _>(&entries.actions)?;
    out.push_sql(", ");
    out.push_bind_param::<Array<Text>, _>(&entries.events)?;
    out.push_sql(", ");
    out.push_bind_param::<Array<Nullable<Text>>, _>(&entries.draws)?;
    out.push_sql(", ");
    out.push_bind_param::<Array<Nullable<Text>>, _>(&entries.keys)?;
    out.push_sql(", ");
    out.push_bind_param::<Array<Nullable<Binary>>, _>(&entries.bodies)?;
    out.push_sql(", ");
    out.push_bind_param::<Array<Nullable<BigInt>>, _>(&entries.last_versions)?;
    out.push_sql(", ");
    out.push_bind_param::<Array<Nullable<Text>>, _>(&entries.table_events)?;
    out.push_sql(", ");
    out.push_bind_param::<Array<Nullable<Text>>, _>(&entries.standings)?;
    out.push_sql(", ");
    out.push_bind_param::<Array<Nullable<Text>>, _>(&entries.deadlines)?;
    out.push_sql(", ");
    out.push_bind_param::<Array<Binary>, _>(&entries.digests)?;
    out.push_sql(") AS e");
    Ok(())
}

fn close_decisions<'b>(closed: &'b Closed<'b>, mut out: Out<'_, 'b>) -> QueryResult<()> {
    out.push_sql(
        "), closed AS (DELETE FROM decisions d USING moved m WHERE d.game_id = m.game_id \
         AND (d.seat, d.decision) IN (SELECT * FROM unnest(",
    );
    out.push_bind_param::<Array<SmallInt>, _>(&closed.seats)?;
    out.push_sql(", ");
    out.push_bind_param::<Array<Text>, _>(&closed.decisions)?;
    out.push_sql("))");
    Ok(())
}

fn open_decisions<'b>(opened: &'b Opened<'b>, mut out: Out<'_, 'b>) -> QueryResult<()> {
    out.push_sql(
        "), opened AS (INSERT INTO decisions (game_id, seat, decision, kind, blocking, deadline, warn_at, \
         warn_again_at, version, opened_at) \
         SELECT m.game_id, o.*, m.version, m.updated_at FROM moved m, unnest(",
    );
    out.push_bind_param::<Array<SmallInt>, _>(&opened.seats)?;
    out.push_sql(", ");
    out.push_bind_param::<Array<Text>, _>(&opened.decisions)?;
    out.push_sql(", ");
    out.push_bind_param::<Array<Text>, _>(&opened.kinds)?;
    out.push_sql(", ");
    out.push_bind_param::<Array<Bool>, _>(&opened.blocking)?;
    out.push_sql(", ");
    out.push_bind_param::<Array<Nullable<Timestamptz>>, _>(&opened.deadlines)?;
    out.push_sql(", ");
    out.push_bind_param::<Array<Nullable<Timestamptz>>, _>(&opened.warn_at)?;
    out.push_sql(", ");
    out.push_bind_param::<Array<Nullable<Timestamptz>>, _>(&opened.warn_again_at)?;
    out.push_sql(
        ") AS o ON CONFLICT (game_id, seat, decision) DO UPDATE \
         SET blocking = excluded.blocking, version = excluded.version, opened_at = excluded.opened_at, \
         deadline = excluded.deadline, warn_at = excluded.warn_at, warn_again_at = excluded.warn_again_at",
    );
    Ok(())
}

fn disarm<'b>(disarmed: &'b Disarmed<'b>, mut out: Out<'_, 'b>) -> QueryResult<()> {
    out.push_sql(
        "), disarmed AS (UPDATE orders o SET disarmed_at = m.updated_at, disarmed_version = m.version, \
         reason = d.reason FROM moved m, unnest(",
    );
    out.push_bind_param::<Array<SqlUuid>, _>(&disarmed.ids)?;
    out.push_sql(", ");
    out.push_bind_param::<Array<Text>, _>(&disarmed.reasons)?;
    out.push_sql(") AS d(id, reason) WHERE o.game_id = m.game_id AND o.id = d.id");
    Ok(())
}

fn order<'b>(ordered: &'b Ordered<'b>, mut out: Out<'_, 'b>) -> QueryResult<()> {
    out.push_sql(
        "), ordered AS (INSERT INTO order_turns (game_id, seat, decision, due_at) \
         SELECT m.game_id, o.* FROM moved m, unnest(",
    );
    out.push_bind_param::<Array<SmallInt>, _>(&ordered.seats)?;
    out.push_sql(", ");
    out.push_bind_param::<Array<Text>, _>(&ordered.decisions)?;
    out.push_sql(", ");
    out.push_bind_param::<Array<Timestamptz>, _>(&ordered.due_at)?;
    out.push_sql(") AS o ON CONFLICT DO NOTHING");
    Ok(())
}

fn call<'b>(write: &'b Write<'b>, mut out: Out<'_, 'b>) -> QueryResult<()> {
    out.push_sql(
        "), called AS (INSERT INTO outbox (game_id, version, seat, kind, account_id, decision, \
         created_at, attempts, due_at) SELECT m.game_id, m.version, c.seat, c.kind, c.account, c.decision, m.updated_at, 0, \
         coalesce(c.due_at, ",
    );
    out.push_bind_param::<Timestamptz, _>(&write.calls_due_at)?;
    out.push_sql(") FROM moved m, unnest(");
    out.push_bind_param::<Array<SmallInt>, _>(&write.calls.seats)?;
    out.push_sql(", ");
    out.push_bind_param::<Array<Text>, _>(&write.calls.kinds)?;
    out.push_sql(", ");
    out.push_bind_param::<Array<SqlUuid>, _>(&write.calls.accounts)?;
    out.push_sql(", ");
    out.push_bind_param::<Array<Nullable<Text>>, _>(&write.calls.decisions)?;
    out.push_sql(", ");
    out.push_bind_param::<Array<Nullable<Timestamptz>>, _>(&write.calls.due_at)?;
    out.push_sql(") AS c (seat, kind, account, decision, due_at)");
    Ok(())
}

/// The game's own row is touched last, and only when the game stands otherwise from now on.
fn end<'b>(write: &'b Write<'b>, mut out: Out<'_, 'b>) -> QueryResult<()> {
    out.push_sql("), stands AS (UPDATE games g SET status = o.standing, finished_at = CASE WHEN ");
    out.push_bind_param::<Bool, _>(&write.is_over)?;
    out.push_sql(" THEN m.updated_at END, outcome = coalesce(");
    out.push_bind_param::<Nullable<Text>, _>(&write.outcome)?;
    out.push_sql(", g.outcome) FROM moved m, (SELECT ");
    out.push_bind_param::<Nullable<Text>, _>(&write.standing)?;
    out.push_sql(" AS standing) o WHERE g.id = m.game_id AND o.standing IS NOT NULL");
    Ok(())
}
