//! Everything that one action changes, by one function of the database (`write_game_1`, made by a migration): one round
//! trip, all or nothing. Several games may be written by one statement.
//!
//! A write happens only if everything that the action was judged by still stands: the version, the digest of the last
//! entry and the counter of changes beside the log; that the request was not carried out before; and the credential of
//! the caller. So it may be decided on a position that this process remembers.

use std::sync::LazyLock;

use uuid::Uuid;

use super::games::Status;
use super::history::SNAPSHOT_EVERY;
use super::sql::{Sql, rows, sql};
use super::{Connection, Result};
use time_control::Instant;

rows! {
    NewEntry {
        version: i64,
        made_by: &'static str,
        seat: Option<i16>,
        /// As JSON, like the events and the draws.
        action: Option<String>,
        events: String,
        draws: Option<String>,
        /// The idempotency key; set on the first entry of a request only, like `body_hash` and `last_version`.
        request_key: Option<String>,
        /// SHA-256 of the request's body.
        body_hash: Option<Vec<u8>>,
        /// The last version that the request made.
        last_version: Option<i64>,
        /// Table events, a JSON array.
        service_events: Option<String>,
        /// The status of the game from this entry on, if the entry changes it.
        standing: Option<Status>,
        /// The deadlines from this entry on, a JSON array; set on the last entry of a write only.
        deadlines: Option<String>,
        digest: Vec<u8>,
        /// What can be taken back from this version on, as JSON; set on the last entry of a write only.
        take_backs: Option<String>,
    }

    ClosedDecision {
        seat: i16,
        decision: String,
    }

    /// A decision that is newly open, or that was open and blocks the game only now.
    OpenedDecision {
        seat: i16,
        decision: String,
        kind: &'static str,
        blocking: bool,
        /// `None`: no clock runs.
        deadline: Option<Instant>,
        /// When the player gets the first warning.
        warn_at: Option<Instant>,
        warn_again_at: Option<Instant>,
        /// The seat and the id of a closed decision whose row it takes over. It is not among the closed ones.
        in_place_of_seat: Option<i16>,
        in_place_of: Option<String>,
    }

    /// A standing order that can no longer apply.
    DisarmedOrder {
        id: Uuid,
        reason: &'static str,
    }

    /// A decision that standing orders will answer later. A decision that already waits for them keeps its `due_at`.
    NewOrderTurn {
        seat: i16,
        decision: String,
        due_at: Instant,
    }

    NewCall {
        seat: i16,
        kind: &'static str,
        account: Uuid,
        decision: Option<String>,
        /// When the mail may be sent; `None`: at [`Write::calls_due_at`].
        due_at: Option<Instant>,
    }
}

/// An account and the credential it came with: a session, or a personal token or the token of an app.
#[derive(Debug, Clone, Copy)]
pub struct WriteCaller {
    pub account: Uuid,
    pub session: Option<Uuid>,
    pub token: Option<Uuid>,
}

#[derive(Debug)]
pub struct Write {
    pub game: Uuid,
    /// The version that the action was decided on; -1 for the set-up.
    pub base: i64,
    /// The counter of changes beside the log that the action was decided under: if an order or the availability of a
    /// player is changed meanwhile, the write fails.
    pub order_changes: i64,
    /// The caller whose credential must still be valid; `None`: it was checked in the transaction of the write, or nobody
    /// requested the write.
    pub caller: Option<WriteCaller>,
    /// The digest of the entry at `base`; empty for the set-up. The version alone would not do: after a failover that
    /// lost writes, the same version comes again with other content.
    pub base_digest: Vec<u8>,
    pub version: i64,
    /// The digest of the last new entry.
    pub digest: Vec<u8>,
    /// The state at `version`, as JSON.
    pub state: String,
    /// What lists show of the game, as JSON.
    pub summary: String,
    /// The clocks at `version`, as JSON; `None`: the game is untimed.
    pub clocks: Option<String>,
    /// What can be taken back at `version`, as JSON.
    pub take_backs: String,
    /// The clocks at the versions that can be returned to, as JSON pairs; `None`: there are none.
    pub earlier_clocks: Option<String>,
    pub at: Instant,
    pub entries: Vec<NewEntry>,
    pub closed: Vec<ClosedDecision>,
    pub opened: Vec<OpenedDecision>,
    pub disarmed: Vec<DisarmedOrder>,
    pub ordered: Vec<NewOrderTurn>,
    pub calls: Vec<NewCall>,
    pub calls_due_at: Instant,
    /// The request that makes the write; its id is stored with the mails.
    pub request: Option<Uuid>,
    pub bot_due: bool,
    /// The status of the game from now on, if that changes.
    pub status: Option<Status>,
    pub is_over: bool,
    /// The result of the game, as JSON, if it ended with one.
    pub outcome: Option<String>,
}

/// Adds the position of a game that is about to be set up, at version -1, so that the set-up is written as every later
/// action is: by an update of this row.
pub async fn prepare(connection: &mut Connection, game: Uuid, at: Instant) -> Result<()> {
    use super::schema::positions::dsl;
    use super::sql::Statement;
    use diesel::ExpressionMethods;
    diesel::insert_into(dsl::positions)
        .values((dsl::game_id.eq(game), dsl::version.eq(-1), dsl::state.eq(""), dsl::updated_at.eq(at)))
        .run(connection)
        .await
}

/// What is bound for one game beside the columns of its rows.
const PARAMETERS: usize = 23;
/// What is bound for one game.
const ALL_PARAMETERS: usize = PARAMETERS
    + NewEntry::COLUMNS.len()
    + ClosedDecision::COLUMNS.len()
    + OpenedDecision::COLUMNS.len()
    + DisarmedOrder::COLUMNS.len()
    + NewOrderTurn::COLUMNS.len()
    + NewCall::COLUMNS.len();

/// The most games that one statement writes, or finds the versions of. Eight cost half as much each as one alone; beyond
/// that little is gained, and the statement of each number is prepared by each connection.
pub const MOST_GAMES: usize = 8;

/// The statements that write so many games: the first one writes a single game.
static WRITES: LazyLock<[String; MOST_GAMES]> = LazyLock::new(|| {
    std::array::from_fn(|more| {
        let call = |game: usize| {
            let numbers = (1..=ALL_PARAMETERS).map(|number| format!("${}", game * ALL_PARAMETERS + number));
            format!("write_game_1({})", numbers.collect::<Vec<_>>().join(", "))
        };
        match more {
            // A sharded database gives this form alone to the node of the game.
            0 => format!("SELECT {}", call(0)),
            _ => format!("VALUES ({})", (0..=more).map(call).collect::<Vec<_>>().join("), (")),
        }
    })
});

/// Stores a write and returns the revision of the game; `None` if the game does not stand as the write expects it, and
/// then nothing is changed.
pub async fn write(connection: &mut Connection, write: &Write) -> Result<Option<i64>> {
    let [alone, ..] = &*WRITES;
    bind(sql(alone.as_str()), write, None).value(connection).await
}

/// Stores writes of at most [`MOST_GAMES`] different games in one statement, each as [`write()`] does, and returns their
/// revisions in the same order. Waits at most this many milliseconds for a row that another transaction has locked; that,
/// like any other error, leaves all of them unwritten.
pub async fn write_all(
    connection: &mut Connection,
    writes: &[&Write],
    lock_limit_ms: u32,
) -> Result<Vec<Option<i64>>> {
    let Some(text) = writes.len().checked_sub(1).and_then(|more| WRITES.get(more)) else {
        return Ok(Vec::new());
    };
    // All statements lock games in the order of their ids, so that two of them never wait for each other.
    let mut order: Vec<usize> = (0..writes.len()).collect();
    order.sort_by_key(|index| writes.get(*index).map(|write| write.game));
    let ordered = order.iter().filter_map(|index| writes.get(*index));
    let limit = lock_limit_ms.to_string();
    let statement = ordered.fold(sql(text.as_str()), |statement, write| bind(statement, write, Some(&limit)));
    let written: Vec<Option<i64>> = statement.values(connection).await?;
    let mut revisions = vec![None; writes.len()];
    for (index, revision) in order.into_iter().zip(written) {
        if let Some(own) = revisions.get_mut(index) {
            *own = revision;
        }
    }
    Ok(revisions)
}

/// Binds what `write_game_1` takes, in its order.
fn bind<'b>(statement: Sql<'b>, write: &'b Write, lock_limit: Option<&'b str>) -> Sql<'b> {
    let statement = statement
        .bind(write.game)
        .bind(write.base)
        .bind(&write.base_digest)
        .bind(write.order_changes)
        .bind(write.caller.map(|caller| caller.account))
        .bind(write.caller.and_then(|caller| caller.session))
        .bind(write.caller.and_then(|caller| caller.token))
        .bind(lock_limit)
        .bind(write.version)
        .bind(&write.digest)
        .bind(&write.state)
        .bind(&write.summary)
        .bind(&write.clocks)
        .bind(&write.take_backs)
        .bind(&write.earlier_clocks)
        .bind(write.at)
        .bind(crosses_snapshot(write.base, write.version))
        .bind(write.request)
        .bind(write.calls_due_at)
        .bind(write.bot_due)
        .bind(write.is_over)
        .bind(&write.outcome)
        .bind(write.status);
    let statement = NewEntry::bind(&write.entries, statement);
    let statement = ClosedDecision::bind(&write.closed, statement);
    let statement = OpenedDecision::bind(&write.opened, statement);
    let statement = DisarmedOrder::bind(&write.disarmed, statement);
    let statement = NewOrderTurn::bind(&write.ordered, statement);
    NewCall::bind(&write.calls, statement)
}

fn crosses_snapshot(base: i64, version: i64) -> bool {
    // A write of several entries may pass over the multiple itself, and only the state after its last entry is there.
    // `div_euclid` puts the base -1 of the set-up before 0, so that every game has a first snapshot.
    base.div_euclid(SNAPSHOT_EVERY) != version.div_euclid(SNAPSHOT_EVERY)
}
