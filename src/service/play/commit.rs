//! Stores what was decided: position, log, decisions, calls and bots' turns, all in one statement.

use chrono::TimeDelta;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::TABLE;
use super::clocks::{ClockUpdate, TableClocks};
use super::orders::{self, DueAnswer, OrdersRun};
use crate::error::Error;
use crate::notifications::{MailKind, enqueue};
use crate::service::App;
use crate::service::loaded_game::LoadedGame;
use crate::service::log::{self, TableEvent, digests};
use crate::service::stored_json::{encode, raw};
use crate::store::Connection;
use crate::store::due;
use crate::store::games::Status;
use crate::store::write::{self, Calls, ClosedDecisions, EntryColumns, OpenedDecisions, Write};
use crate::telemetry::metrics;
use crate::time_control::Instant;
use crate::time_control::{AvailabilityUpdate, Deadline};
use rules::decision::{DecisionChange, opened_calls};
use rules::{AnyGame, Author, Decision, Draw, Outcome, Seat, StoredEntry};

/// Why a game was over that its table ended.
const ENDED_BY_VOTE: &str = "vote";

/// A notice to a person, to be sent by mail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Notice {
    pub seat: Seat,
    pub kind: &'static str,
    pub account: Uuid,
    /// The decision or the vote that must still be open when it is sent.
    pub decision: Option<String>,
}

pub struct Change<'c> {
    pub table: &'c LoadedGame,
    /// The version it was decided on; -1 for the set-up.
    pub base: i64,
    pub at: Instant,
    /// The new entries of the log; the answers of standing orders are added. With none at all nothing is stored.
    pub entries: &'c mut Vec<StoredEntry>,
    /// The decisions that were open before.
    pub before: &'c [Decision],
    /// The game after it; standing orders move it on.
    pub game: &'c mut dyn AnyGame,
    pub acting: Option<Seat>,
    /// The request behind it, if it had an idempotency key.
    pub request: Option<Request<'c>>,
    /// What the table does beside the rules.
    pub by_table: &'c TableAction,
}

impl<'c> Change<'c> {
    /// A change by no seat, no request, and the rules alone.
    pub fn new(
        table: &'c LoadedGame,
        base: i64,
        at: Instant,
        entries: &'c mut Vec<StoredEntry>,
        before: &'c [Decision],
        game: &'c mut dyn AnyGame,
    ) -> Self {
        static NOTHING: TableAction = TableAction {
            seat: None,
            events: Vec::new(),
            status: None,
            ranked: false,
            call: Vec::new(),
            notices: Vec::new(),
            heard: None,
        };
        Self { table, base, at, entries, before, game, acting: None, request: None, by_table: &NOTHING }
    }
}

/// Something that the table does beside the rules.
#[derive(Debug, Default)]
pub struct TableAction {
    /// The seat that did it; `None`: the server.
    pub seat: Option<Seat>,
    /// Stored with the first entry of the change.
    pub events: Vec<TableEvent>,
    /// The status of the game from now on, if the table changes it.
    pub status: Option<Status>,
    /// Does the game end, ranked as it stands?
    pub ranked: bool,
    /// The seats that are called again if they are awaited.
    pub call: Vec<Seat>,
    /// Mails beside the calls.
    pub notices: Vec<Notice>,
    /// When the time of a seat's player counts from now on, if that changes.
    pub heard: Option<AvailabilityUpdate>,
}

/// A request with an `Idempotency-Key`.
#[derive(Debug, Clone, Copy)]
pub struct Request<'c> {
    pub key: &'c str,
    /// SHA-256 of the body.
    pub body: &'c [u8],
}

pub struct Committed {
    pub version: i64,
    /// Is there something for a worker to do?
    pub leaves_work: bool,
    /// Those of the decisions that are open now.
    pub deadlines: Vec<Deadline>,
}

/// What lists show of a game without reading its state. All of it is public.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Summary {
    /// The number of the turn, counted from 1.
    pub turn: u32,
    pub active: Seat,
    /// Points by seat.
    pub points: Vec<i32>,
    /// The seats that the game waits for.
    pub awaited: Vec<Seat>,
    /// The next deadline, where a clock runs.
    #[serde(default)]
    pub deadline: Option<Instant>,
}

/// Enters what the table does in the log; `None` when another write moved the game in between, and then nothing was
/// changed.
pub async fn enter(
    app: &App,
    connection: &mut Connection,
    table: &LoadedGame,
    action: &TableAction,
) -> Result<Option<i64>, Error> {
    let (base, mut game) = table.in_play()?;
    let before = game.awaiting();
    let mut entries = vec![StoredEntry {
        version: log::version(base)? + 1,
        by: if action.seat.is_some() { Author::Seat } else { Author::Server },
        seat: action.seat,
        action: None,
        events: raw(log::NO_EVENTS.to_owned())?,
        draws: Vec::new(),
        answered: Vec::new(),
    }];
    let change = Change::new(table, base, app.now(), &mut entries, &before, game.as_mut());
    let committed = commit(app, connection, Change { by_table: action, ..change }).await?;
    Ok(committed.map(|committed| committed.version))
}

/// Stores a change, and what standing orders answer to it; `None` when there is nothing to store, or another write was
/// faster, and then nothing was changed. A change without entries runs in a transaction in which nobody else moves the
/// game.
pub async fn commit(
    app: &App,
    connection: &mut Connection,
    mut change: Change<'_>,
) -> Result<Option<Committed>, Error> {
    let ran = orders::run(&mut change)?;
    let change = &change;
    if change.entries.is_empty() {
        let deadlines = TableClocks::deadlines(change.table)?;
        let due = orders::due(app, change.table, &ran, change.at, &deadlines);
        if !due.is_empty() {
            due::add_order_turns(connection, change.table.id, &orders::due_columns(&due)).await?;
        }
        return Ok(None);
    }
    let ranked = change.by_table.ranked;
    let outcome = ranked
        .then(|| Outcome { ended_by: ENDED_BY_VOTE.to_owned(), ranking: change.game.rank() })
        .or_else(|| change.game.outcome());
    let by_rules = outcome.as_ref().map(|_| Status::Finished);
    let status = change.by_table.status.or(by_rules);
    let is_over = status.is_some_and(Status::is_over);
    let after = if is_over { vec![] } else { change.game.awaiting() };
    let state = change.game.state().map_err(|error| Error::internal("a state as JSON", error))?;
    let goes_on = status.unwrap_or(change.table.present.status) == Status::Running;
    let clock_update = ClockUpdate::after(change, &after, goes_on)?;
    let clocks = clock_update.as_ref().map(|update| encode(&update.clocks)).transpose()?;
    let deadlines = clock_update.as_ref().map(|update| update.clocks.deadlines()).unwrap_or_default();
    let stored_deadlines = if deadlines.is_empty() { None } else { Some(encode(&deadlines)?) };
    let summary = encode(&summary(&*change.game, &after, &deadlines))?;
    let table_events = &change.by_table.events;
    let table_events = if table_events.is_empty() { None } else { Some(encode(table_events)?) };
    let outcome = outcome.as_ref().map(encode).transpose()?;
    let draws = change.entries.iter().map(|entry| draws(&entry.draws)).collect::<Result<Vec<_>, _>>()?;
    let due = orders::due(app, change.table, &ran, change.at, &deadlines);
    let notices = notices(change, &after, is_over, &ran);
    let hold_down = TimeDelta::seconds(app.settings.mail.hold_down_seconds);
    let version = change.entries.last().map_or(change.base, |entry| log::stored_version(entry.version));
    let mut entries = entries(change, &draws, table_events.as_deref(), status, stored_deadlines.as_deref());
    let base_digest = change.table.present.digest.as_deref().unwrap_or_default();
    let beside = format!("{} {}", change.at.timestamp_micros(), outcome.as_deref().unwrap_or_default());
    entries.digests = digests(&change.table.game_seed()?, base_digest, &entries, beside.as_bytes())?;
    let digest = entries.digests.last().cloned().unwrap_or_default();
    let write = Write {
        game: change.table.id,
        base: change.base,
        base_digest,
        digest: &digest,
        order_changes: change.table.present.order_changes.unwrap_or_default(),
        version,
        state: &state,
        summary: &summary,
        clocks: clocks.as_deref(),
        at: change.at,
        entries,
        closed: closed(change.before, &after),
        opened: opened(change.before, &after, clock_update.as_ref()),
        disarmed: ran.disarmed(),
        ordered: orders::due_columns(&due),
        calls: call_columns(&notices, &due, hold_down),
        calls_due_at: change.at + hold_down,
        request: enqueue::request(),
        bot_due: status.is_none_or(|status| status == Status::Running)
            && (ran.more || bot_is_asked(change.table, &after)),
        standing: status.map(Status::word),
        is_over,
        outcome: outcome.as_deref(),
    };
    let written = write::write(connection, &write).await?;
    if let Some(update) = clock_update.as_ref().filter(|_| written) {
        update.move_deadlines(connection, change, &write.opened).await?;
    }
    if written {
        metrics::game_written(author(change))
    } else {
        metrics::write_conflicted(author(change))
    }
    let leaves_work = write.bot_due || !notices.is_empty();
    Ok(written.then_some(Committed { version, leaves_work, deadlines }))
}

/// Who made a change, as the metrics call it.
fn author(change: &Change<'_>) -> &'static str {
    let first = change.entries.first().map_or(Author::Server, |entry| entry.by);
    if change.by_table.events.is_empty() { first.into_str() } else { TABLE }
}

fn summary(game: &dyn AnyGame, open: &[Decision], deadlines: &[Deadline]) -> Summary {
    let (turn, active) = game.turn();
    let mut awaited: Vec<Seat> =
        open.iter().filter(|decision| decision.blocking).map(|decision| decision.seat).collect();
    awaited.dedup();
    let deadline = deadlines.iter().map(|open| open.deadline).min();
    Summary { turn, active, points: game.points(), awaited, deadline }
}

fn draws(draws: &[Draw]) -> Result<Option<String>, Error> {
    if draws.is_empty() { Ok(None) } else { encode(draws).map(Some) }
}

fn entries<'w>(
    change: &'w Change<'_>,
    draws: &'w [Option<String>],
    table_events: Option<&'w str>,
    status: Option<Status>,
    deadlines: Option<&'w str>,
) -> EntryColumns<'w> {
    let mut columns = EntryColumns::default();
    let last = change.entries.last().map_or(change.base, |entry| log::stored_version(entry.version));
    for (index, (entry, draws)) in change.entries.iter().zip(draws).enumerate() {
        let request = change.request.filter(|_| index == 0);
        columns.versions.push(log::stored_version(entry.version));
        columns.made_by.push(entry.by.into_str());
        columns.seats.push(entry.seat.map(i16::from));
        columns.actions.push(entry.action.as_ref().map(|action| action.get()));
        columns.events.push(entry.events.get());
        columns.draws.push(draws.as_deref());
        columns.keys.push(request.map(|request| request.key));
        columns.bodies.push(request.map(|request| request.body));
        columns.last_versions.push(request.map(|_| last));
        columns.table_events.push(table_events.filter(|_| index == 0));
        let is_last = index + 1 == change.entries.len();
        columns.standings.push(status.filter(|_| is_last).map(Status::word));
        columns.deadlines.push(deadlines.filter(|_| is_last));
    }
    columns
}

/// Decisions that are no longer open.
fn closed<'d>(before: &'d [Decision], after: &'d [Decision]) -> ClosedDecisions<'d> {
    let mut columns = ClosedDecisions::default();
    for decision in before.iter().filter(|decision| decision.is_asked()) {
        if !after.iter().any(|still| still.is_asked() && is_same(still, decision)) {
            columns.seats.push(i16::from(decision.seat));
            columns.decisions.push(&decision.id);
        }
    }
    columns
}

/// Decisions that are newly open, or block now and did not before, or the other way round.
fn opened<'d>(
    before: &'d [Decision],
    after: &'d [Decision],
    clocks: Option<&ClockUpdate>,
) -> OpenedDecisions<'d> {
    let mut columns = OpenedDecisions::default();
    for decision in after.iter().filter(|decision| decision.is_asked()) {
        let as_before =
            |old: &Decision| old.is_asked() && is_same(old, decision) && old.blocking == decision.blocking;
        if !before.iter().any(as_before) {
            columns.seats.push(i16::from(decision.seat));
            columns.decisions.push(&decision.id);
            columns.kinds.push(decision.kind);
            columns.blocking.push(decision.blocking);
            let (deadline, warnings) = clocks.and_then(|clocks| clocks.of(decision)).unwrap_or_default();
            columns.deadlines.push(deadline);
            columns.warn_at.push(warnings.first);
            columns.warn_again_at.push(warnings.second);
        }
    }
    columns
}

fn is_same(one: &Decision, other: &Decision) -> bool {
    one.seat == other.seat && one.id == other.id
}

/// The mails of a change: to seats that are called, to everybody at the start and at the end, whatever the end is, and
/// those of the table.
fn notices(change: &Change<'_>, after: &[Decision], is_over: bool, ran: &OrdersRun) -> Vec<Notice> {
    let again = |decision: &&Decision| change.by_table.call.contains(&decision.seat);
    let before: Vec<Decision> = change.before.iter().filter(|open| !again(open)).cloned().collect();
    let answered: Vec<Seat> =
        change.entries.iter().flat_map(|entry| entry.answered.iter().copied()).collect();
    let deserves_call = |decision: &Decision| change.game.deserves_call(decision);
    let opened =
        DecisionChange { before: &before, after, acting: change.acting, answered: &answered, deserves_call };
    let calls = if is_over { vec![] } else { opened_calls(&opened) };
    let everybody = match (change.base, is_over) {
        (_, true) => Some(MailKind::GameEnded.name()),
        (-1, false) => Some(MailKind::GameStarted.name()),
        _ => None,
    };
    let mut notices = change.by_table.notices.clone();
    notices.extend(ran.notices());
    for (seat, account) in (0..).zip(&change.table.present.accounts) {
        let Some(account) = *account else { continue };
        // An owner for whom a bot plays hears only how it ends.
        let away = change.table.bot_of(seat).is_some();
        let call = calls.iter().find(|call| call.seat == seat && !away);
        match (call, everybody) {
            (Some(call), _) => {
                let (kind, decision) = (call.kind.name, call.decision.clone());
                notices.push(Notice { seat, kind, account, decision });
            }
            (None, Some(kind)) => notices.push(Notice { seat, kind, account, decision: None }),
            (None, None) => {}
        }
    }
    notices
}

/// A call to a decision that an order of the same seat will answer waits until it should have.
fn call_columns<'n>(notices: &'n [Notice], due: &[DueAnswer], hold_down: TimeDelta) -> Calls<'n> {
    let mut columns = Calls::default();
    for notice in notices {
        let is_its =
            |due: &&DueAnswer| due.seat == notice.seat && notice.decision.as_ref() == Some(&due.decision);
        columns.due_at.push(due.iter().find(is_its).map(|due| due.at + hold_down));
        columns.seats.push(i16::from(notice.seat));
        columns.kinds.push(notice.kind);
        columns.accounts.push(notice.account);
        columns.decisions.push(notice.decision.as_deref());
    }
    columns
}

fn bot_is_asked(table: &LoadedGame, after: &[Decision]) -> bool {
    after.iter().any(|decision| decision.is_asked() && table.bot_of(decision.seat).is_some())
}
