//! Stores what was decided: position, log, decisions, calls and bots' turns, all in one statement.

use chrono::TimeDelta;
use uuid::Uuid;

use super::ordered::{self, Due, Ran};
use super::summary::Summary;
use super::ticking::Ticking;
use super::told::stored;
use super::tries::TABLE;
use crate::app::App;
use crate::clock::Instant;
use crate::clocks::{Deadline, Heard};
use crate::error::Error;
use crate::measures;
use crate::notifications::{MailKind, enqueue};
use crate::service::calls::{self, Call, Notice};
use crate::service::log::{TableEvent, digests};
use crate::service::table::Table;
use crate::service::timing;
use crate::store::Connection;
use crate::store::clocks;
use crate::store::games::Status;
use crate::store::write::{self, Calls, ClosedDecisions, Entries, OpenedDecisions, Write};
use rules::{AnyGame, Author, Decision, Draw, Outcome, Seat, StoredEntry};

pub struct Change<'c> {
    pub table: &'c Table,
    /// The version it was decided on; -1 for the set-up.
    pub base: i64,
    /// When.
    pub at: Instant,
    /// The new entries of the log; what standing orders answer is added. With none at all nothing is stored.
    pub entries: &'c mut Vec<StoredEntry>,
    /// What was open before.
    pub before: &'c [Decision],
    /// The game after it; standing orders move it on.
    pub game: &'c mut dyn AnyGame,
    pub acting: Option<Seat>,
    /// The request behind it, if it had a name.
    pub request: Option<Request<'c>>,
    /// What the table did beside the rules.
    pub at_table: AtTable<'c>,
}

/// What the table did beside the rules.
#[derive(Debug, Default)]
pub struct AtTable<'c> {
    /// The events of the first entry.
    pub events: &'c [TableEvent],
    /// Where the game stands from now on, if the table changed that.
    pub standing: Option<Status>,
    /// The result, if the table ended the game with one.
    pub outcome: Option<Outcome>,
    /// The seats that are called again if they are awaited.
    pub call: &'c [Seat],
    pub notices: &'c [Notice],
    /// When the time of a seat's person counts from now on, if that changes.
    pub heard: Option<&'c Heard>,
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
    /// Until when there is time now.
    pub deadlines: Vec<Deadline>,
}

/// Stores a change, and what standing orders answer to it; `None` when there is nothing to store, or somebody was faster,
/// and then nothing was changed. A change without entries runs in a transaction in which nobody else moves the game.
pub async fn commit(
    app: &App,
    connection: &mut Connection,
    mut change: Change<'_>,
) -> Result<Option<Committed>, Error> {
    let ran = ordered::follow(&mut change)?;
    let change = &change;
    if change.entries.is_empty() {
        let deadlines = timing::deadlines(change.table)?;
        let due = ordered::due(app, change.table, &ran, change.at, &deadlines);
        if !due.is_empty() {
            clocks::add_order_turns(connection, change.table.id, &ordered::due_columns(&due)).await?;
        }
        return Ok(None);
    }
    let outcome = change.at_table.outcome.clone().or_else(|| change.game.outcome());
    let by_rules = outcome.as_ref().map(|_| Status::Finished);
    let standing = change.at_table.standing.or(by_rules);
    let is_over = standing.is_some_and(Status::is_over);
    let after = if is_over { vec![] } else { change.game.awaiting() };
    let state = change
        .game
        .state()
        .map_err(|error| Error::Internal(format!("a state does not serialise: {error}")))?;
    let goes_on = standing.unwrap_or(change.table.present.status) == Status::Running;
    let ticking = Ticking::after(change, &after, goes_on)?;
    let clocks = ticking.as_ref().map(|ticking| json(&ticking.clocks)).transpose()?;
    let deadlines = ticking.as_ref().map(|ticking| ticking.clocks.deadlines()).unwrap_or_default();
    let until = if deadlines.is_empty() { None } else { Some(json(&deadlines)?) };
    let next = deadlines.iter().map(|open| open.deadline).min();
    let summary = json(&Summary::of(&*change.game, &after, next))?;
    let told = told_at_table(change)?;
    let outcome_text = outcome.as_ref().map(json).transpose()?;
    let draws = change.entries.iter().map(|entry| draws(&entry.draws)).collect::<Result<Vec<_>, _>>()?;
    let due = ordered::due(app, change.table, &ran, change.at, &deadlines);
    let notices = notices(change, &after, is_over, &ran);
    let hold_down = TimeDelta::seconds(app.settings.mail.hold_down_seconds);
    let version = change.entries.last().map_or(change.base, |entry| stored(entry.version));
    let mut entries = entries(change, &draws, told.as_deref(), standing, until.as_deref());
    let base_digest = change.table.present.digest.as_deref().unwrap_or_default();
    let beside = format!("{} {}", change.at.timestamp_micros(), outcome_text.as_deref().unwrap_or_default());
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
        opened: opened(change.before, &after, ticking.as_ref()),
        disarmed: ordered::columns(&ran),
        ordered: ordered::due_columns(&due),
        calls: columns(&notices, &due, hold_down),
        calls_due_at: change.at + hold_down,
        request: enqueue::request(),
        bot_due: standing.is_none_or(|standing| standing == Status::Running)
            && (ran.more || bot_is_asked(change.table, &after)),
        standing: standing.map(Status::word),
        is_over,
        outcome: outcome_text.as_deref(),
    };
    let written = write::write(connection, &write).await?;
    if let Some(ticking) = ticking.as_ref().filter(|_| written) {
        ticking.set_anew(connection, change, &write.opened).await?;
    }
    if written {
        measures::wrote(maker(change))
    } else {
        measures::conflicted(maker(change))
    }
    let leaves_work = write.bot_due || !notices.is_empty();
    Ok(written.then_some(Committed { version, leaves_work, deadlines }))
}

/// Who made a change, as the measures call it.
fn maker(change: &Change<'_>) -> &'static str {
    let first = change.entries.first().map_or(Author::Server, |entry| entry.by);
    if change.at_table.events.is_empty() { first.into_str() } else { TABLE }
}

pub(super) fn json<T: serde::Serialize>(value: &T) -> Result<String, Error> {
    serde_json::to_string(value).map_err(|error| Error::Internal(error.to_string()))
}

fn draws(draws: &[Draw]) -> Result<Option<String>, Error> {
    if draws.is_empty() { Ok(None) } else { json(&draws).map(Some) }
}

/// What the table did, as it is stored; nothing is stored for nothing.
pub fn told_at_table(change: &Change<'_>) -> Result<Option<String>, Error> {
    let events = change.at_table.events;
    if events.is_empty() { Ok(None) } else { json(&events).map(Some) }
}

fn entries<'w>(
    change: &'w Change<'_>,
    draws: &'w [Option<String>],
    at_table: Option<&'w str>,
    standing: Option<Status>,
    deadlines: Option<&'w str>,
) -> Entries<'w> {
    let mut columns = Entries::default();
    let last = change.entries.last().map_or(change.base, |entry| stored(entry.version));
    for (index, (entry, draws)) in change.entries.iter().zip(draws).enumerate() {
        let request = change.request.filter(|_| index == 0);
        columns.versions.push(stored(entry.version));
        columns.made_by.push(entry.by.into_str());
        columns.seats.push(entry.seat.map(i16::from));
        columns.actions.push(entry.action.as_ref().map(|action| action.get()));
        columns.events.push(entry.events.get());
        columns.draws.push(draws.as_deref());
        columns.keys.push(request.map(|request| request.key));
        columns.bodies.push(request.map(|request| request.body));
        columns.last_versions.push(request.map(|_| last));
        columns.table_events.push(at_table.filter(|_| index == 0));
        let is_last = index + 1 == change.entries.len();
        columns.standings.push(standing.filter(|_| is_last).map(Status::word));
        columns.deadlines.push(deadlines.filter(|_| is_last));
    }
    columns
}

/// Decisions that are no longer asked.
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

/// Decisions that are newly asked, or block now and did not before, or the other way round.
fn opened<'d>(
    before: &'d [Decision],
    after: &'d [Decision],
    ticking: Option<&Ticking>,
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
            let (deadline, warnings) = ticking.and_then(|ticking| ticking.of(decision)).unwrap_or_default();
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

/// Who is to be told by mail: seats that are called, everybody at the start and at the end, whatever the end is, and
/// whomever the table tells.
fn notices(change: &Change<'_>, after: &[Decision], is_over: bool, ran: &Ran) -> Vec<Notice> {
    let again = |decision: &&Decision| change.at_table.call.contains(&decision.seat);
    let before: Vec<Decision> = change.before.iter().filter(|open| !again(open)).cloned().collect();
    let answered: Vec<Seat> =
        change.entries.iter().flat_map(|entry| entry.answered.iter().copied()).collect();
    let deserves_call = |decision: &Decision| change.game.deserves_call(decision);
    let opened =
        calls::Change { before: &before, after, acting: change.acting, answered: &answered, deserves_call };
    let calls = if is_over { vec![] } else { calls::opened_calls(&opened) };
    let everybody = match (change.base, is_over) {
        (_, true) => Some(MailKind::GameEnded.name()),
        (-1, false) => Some(MailKind::GameStarted.name()),
        _ => None,
    };
    let mut notices = change.at_table.notices.to_vec();
    notices.extend(ran.notices());
    for (seat, account) in (0..).zip(&change.table.present.accounts) {
        let Some(account) = *account else { continue };
        // Whoever lets a bot play for him hears only how it ends.
        let away = matches!(change.table.present.bots.get(usize::from(seat)), Some(Some(_)));
        let call = calls.iter().find(|call| call.seat == seat && !away);
        match (call, everybody) {
            (Some(call), _) => notices.push(to_seat(call, account)),
            (None, Some(kind)) => notices.push(Notice { seat, kind, account, decision: None }),
            (None, None) => {}
        }
    }
    notices
}

fn to_seat(call: &Call, account: Uuid) -> Notice {
    Notice { seat: call.seat, kind: call.kind.name, account, decision: call.decision.clone() }
}

/// Whoever is called to what an order of theirs will answer hears of it only if it has not.
fn columns<'n>(notices: &'n [Notice], due: &[Due], hold_down: TimeDelta) -> Calls<'n> {
    let mut columns = Calls::default();
    for notice in notices {
        let is_its = |due: &&Due| due.seat == notice.seat && notice.decision.as_ref() == Some(&due.decision);
        columns.due_at.push(due.iter().find(is_its).map(|due| due.at + hold_down));
        columns.seats.push(i16::from(notice.seat));
        columns.kinds.push(notice.kind);
        columns.accounts.push(notice.account);
        columns.decisions.push(notice.decision.as_deref());
    }
    columns
}

fn bot_is_asked(table: &Table, after: &[Decision]) -> bool {
    let is_bot = |seat: Seat| matches!(table.present.bots.get(usize::from(seat)), Some(Some(_)));
    after.iter().any(|decision| decision.is_asked() && is_bot(decision.seat))
}
