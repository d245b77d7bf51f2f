//! A change of a game, and how it is stored as planned: position, log, decisions, notifications and bots' turns, all in
//! one statement.

use std::sync::LazyLock;

use chrono::TimeDelta;
use uuid::Uuid;

use super::SERVICE_AUTHOR;
use super::orders::{self, DueAnswer, OrdersRun};
use super::plan::{ClockUpdate, GameClocks, Plan, plan};
use crate::app::events::ChangeEvent;
use crate::error::Error;
use crate::notifications::enqueue;
use crate::service::loaded_game::LoadedGame;
use crate::service::log::{self, Mark, ServiceEvent, digests};
use crate::service::stored_json::{encode, raw};
use crate::service::{App, Ctx};
use crate::store::due::{self, MovedDeadline};
use crate::store::games::Status;
use crate::store::write::{self, ClosedDecision, NewCall, NewEntry, OpenedDecision, Write, WriteCaller};
use crate::telemetry::metrics;
use crate::time_control::{AvailabilityUpdate, Clocks, Deadline, Instant};
use rules::{AnyGame, Author, Decision, Draw, Seat, StoredEntry};

/// Something that happened in a game, with everything that is needed to store it.
pub struct Change<'c> {
    pub loaded: &'c LoadedGame,
    /// The version that the change was decided on; -1 for the set-up.
    pub base: i64,
    pub at: Instant,
    /// The new entries of the log; the answers of standing orders are added. With none at all nothing is stored.
    pub entries: &'c mut Vec<StoredEntry>,
    pub before: &'c Before,
    /// The game after the change; standing orders move it on.
    pub game: &'c mut dyn AnyGame,
    pub acting: Option<Seat>,
    /// Who requested it with a credential that must still be valid when it is stored.
    pub caller: Option<WriteCaller>,
    /// The request behind the change, if it had an idempotency key.
    pub request: Option<Request<'c>>,
    /// What the service does beside the rules.
    pub service_action: &'c ServiceAction,
    /// Of a take-back: the earlier version that the game returns to.
    pub restored: Option<&'c Restored>,
}

/// What must be known of the game before a change.
#[derive(Default)]
pub struct Before {
    pub open: Vec<Decision>,
    /// The number of the turn.
    pub turn: u32,
}

impl Before {
    pub fn of(game: &dyn AnyGame) -> Self {
        Self { open: game.awaiting(), turn: game.turn().0 }
    }
}

/// A return to an earlier version.
pub struct Restored {
    pub seat: Seat,
    pub version: u64,
    /// The clocks at that version, of decisions as they are called now; `None`: the game has no clocks.
    pub clocks: Option<Clocks>,
}

impl<'c> Change<'c> {
    /// A change by no seat, no request, and the rules alone.
    pub fn new(
        loaded: &'c LoadedGame,
        base: i64,
        at: Instant,
        entries: &'c mut Vec<StoredEntry>,
        before: &'c Before,
        game: &'c mut dyn AnyGame,
    ) -> Self {
        static NOTHING: LazyLock<ServiceAction> = LazyLock::new(ServiceAction::default);
        Self {
            loaded,
            base,
            at,
            entries,
            before,
            game,
            acting: None,
            caller: None,
            request: None,
            service_action: &NOTHING,
            restored: None,
        }
    }
}

/// Something that the service does in a game beside the rules: a vote, a seat that changes hands, a pause.
#[derive(Debug, Default)]
pub struct ServiceAction {
    /// The seat whose player did it; `None`: the server.
    pub seat: Option<Seat>,
    /// Stored with the first entry of the change.
    pub events: Vec<ServiceEvent>,
    /// The status of the game from now on, if it changes.
    pub status: Option<Status>,
    /// Does the game end now, ranked as it stands?
    pub end_now: bool,
    /// The seats that are called again if they are awaited.
    pub call_again: Vec<Seat>,
    /// Notifications beside the calls.
    pub notifications: Vec<NewNotification>,
    /// A player's availability from now on, if that changes.
    pub availability_update: Option<AvailabilityUpdate>,
}

/// A request with an `Idempotency-Key`.
#[derive(Debug, Clone, Copy)]
pub struct Request<'c> {
    pub key: &'c str,
    /// SHA-256 of the body.
    pub body: &'c [u8],
}

/// A notification about a game, to be sent by mail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewNotification {
    pub seat: Seat,
    pub kind: &'static str,
    pub account: Uuid,
    /// The decision or the vote that must still be open when it is sent.
    pub decision: Option<String>,
}

pub struct Committed {
    /// The version that the change was decided on.
    pub base: i64,
    pub version: i64,
    /// The revision of what the lobby shows.
    pub revision: i64,
    pub at: Instant,
    /// The mark of the digest of the last entry.
    pub mark: Mark,
    /// Did the change leave notifications or bot turns to workers?
    pub leaves_work: bool,
    /// The deadlines of the open decisions.
    pub deadlines: Vec<Deadline>,
}

impl Committed {
    /// Wakes the streams that follow the game, and the workers if there is work for them.
    pub fn announce(&self, app: &App, game: Uuid) {
        app.events.changed(ChangeEvent::Game(game));
        if self.leaves_work {
            app.events.notify_workers();
        }
    }
}

/// The entry of what the service does beside the rules, after version `base`.
pub(super) fn service_entry(base: i64, seat: Option<Seat>) -> Result<StoredEntry, Error> {
    let by = if seat.is_some() { Author::Seat } else { Author::Server };
    Ok(StoredEntry::beside_rules(log::version(base)? + 1, by, seat))
}

/// Stores what the service does beside the rules as an entry of the log, and returns its version; `None` when another
/// write moved the game in between, and then nothing was changed.
pub async fn commit_service_action(
    ctx: &mut Ctx,
    loaded: &LoadedGame,
    action: &ServiceAction,
) -> Result<Option<i64>, Error> {
    let (base, mut game) = loaded.in_play()?;
    let before = Before::of(game.as_ref());
    let mut entries = vec![service_entry(base, action.seat)?];
    let change = Change::new(loaded, base, ctx.app.now(), &mut entries, &before, game.as_mut());
    let committed = commit(ctx, Change { service_action: action, ..change }).await?;
    Ok(committed.map(|committed| committed.version))
}

/// Stores a change, and what standing orders answer to it; `None` when there is nothing to store, or another write was
/// faster, and then nothing was changed. A change without entries runs in a transaction that has locked the position.
pub async fn commit(ctx: &mut Ctx, mut change: Change<'_>) -> Result<Option<Committed>, Error> {
    let orders = orders::run(&mut change)?;
    if change.entries.is_empty() {
        let deadlines = GameClocks::deadlines(change.loaded)?;
        let due = orders::due(&ctx.app, change.loaded, &orders, change.at, &deadlines);
        if !due.is_empty() {
            due::add_order_turns(&mut ctx.db, change.loaded.id, &orders::turns(&due)).await?;
        }
        return Ok(None);
    }
    let draft = Draft::of(&ctx.app, &change, &orders)?;
    let Draft { write, after } = draft;
    let Some(revision) = write::write(&mut ctx.db, &write).await? else {
        after.conflicted();
        return Ok(None);
    };
    if !after.moved.is_empty() {
        // A second statement after the write: only a service action moves such deadlines, and it runs in a transaction.
        due::set_anew(&mut ctx.db, change.loaded.id, &after.moved, change.at).await?;
    }
    Ok(Some(after.committed(&write, revision)))
}

/// A change as it is to be stored.
pub(super) struct Draft {
    pub write: Write,
    pub after: AfterWrite,
}

/// What is to be done and known once a change is stored.
pub(super) struct AfterWrite {
    /// Decisions that stay open and get another deadline. Only a service action has any.
    moved: Vec<MovedDeadline>,
    author: &'static str,
    leaves_work: bool,
    /// The deadlines of the open decisions afterwards.
    deadlines: Vec<Deadline>,
}

impl Draft {
    /// Lets standing orders answer what a change has opened, and drafts what is to be stored. Only for a change that has
    /// entries of its own.
    pub fn with_orders(app: &App, mut change: Change<'_>) -> Result<Self, Error> {
        let orders = orders::run(&mut change)?;
        Self::of(app, &change, &orders)
    }

    /// A change to which the standing orders, run before, have added their entries.
    fn of(app: &App, change: &Change<'_>, orders: &OrdersRun) -> Result<Self, Error> {
        let plan = plan(change, orders)?;
        let present = &change.loaded.present;
        let state = change.game.position().map_err(|error| Error::internal("a state as JSON", error))?;
        let outcome = plan.outcome.as_ref().map(encode).transpose()?;
        let due = orders::due(app, change.loaded, orders, change.at, &plan.deadlines);
        let hold_down = TimeDelta::seconds(app.settings.mail.hold_down_seconds);
        let take_backs = encode(&plan.take_backs)?;
        let mut entries = new_entries(change, &plan, &take_backs)?;
        let base_digest = present.digest.clone().unwrap_or_default();
        // The digest covers the time and the outcome, too: caches and tags take equal digests for equal games.
        let beside = format!("{} {}", change.at.timestamp_micros(), outcome.as_deref().unwrap_or_default());
        let digests = digests(&change.loaded.game_seed()?, &base_digest, &entries, beside.as_bytes())?;
        let digest = digests.last().cloned().unwrap_or_default();
        entries.iter_mut().zip(digests).for_each(|(entry, digest)| entry.digest = digest);
        let (closed, opened) = decision_rows(&change.before.open, &plan.open, plan.clock_update.as_ref());
        let moved = plan.clock_update.as_ref().map(|update| update.moved(&opened)).unwrap_or_default();
        let write = Write {
            game: change.loaded.id,
            base: change.base,
            base_digest,
            digest,
            // Guards the write like the version: orders that were changed or suspended meanwhile must not answer.
            order_changes: present.order_changes.unwrap_or_default(),
            caller: change.caller,
            version: last_version(change),
            state,
            summary: encode(&plan.summary)?,
            clocks: plan.clock_update.as_ref().map(|update| encode(&update.clocks)).transpose()?,
            take_backs,
            earlier_clocks: earlier_clocks(change, &plan)?,
            at: change.at,
            entries,
            closed,
            opened,
            disarmed: orders.disarmed(),
            ordered: orders::turns(&due),
            calls: new_calls(&plan.notifications, &due, hold_down),
            calls_due_at: change.at + hold_down,
            request: enqueue::request(),
            bot_due: plan.bot_due,
            status: plan.status,
            is_over: plan.is_over(),
            outcome,
        };
        let leaves_work = plan.bot_due || !plan.notifications.is_empty();
        let after = AfterWrite { moved, author: author(change), leaves_work, deadlines: plan.deadlines };
        Ok(Self { write, after })
    }
}

impl AfterWrite {
    /// Nothing was stored: the game does not stand any more as the change was decided on.
    pub fn conflicted(&self) {
        metrics::write_conflicted(self.author);
    }

    /// The change is stored, and the game has this revision.
    pub fn committed(self, write: &Write, revision: i64) -> Committed {
        metrics::game_written(self.author);
        let mark = Mark::of(&write.digest);
        let Self { leaves_work, deadlines, .. } = self;
        Committed {
            base: write.base,
            version: write.version,
            revision,
            at: write.at,
            mark,
            leaves_work,
            deadlines,
        }
    }
}

/// Who made a change, as the metrics call it.
fn author(change: &Change<'_>) -> &'static str {
    let first = change.entries.first().map_or(Author::Server, |entry| entry.by);
    if change.service_action.events.is_empty() { first.into_str() } else { SERVICE_AUTHOR }
}

fn last_version(change: &Change<'_>) -> i64 {
    change.entries.last().map_or(change.base, |entry| log::stored_version(entry.version))
}

fn encode_unless_empty<T: serde::Serialize>(list: &[T]) -> Result<Option<String>, Error> {
    if list.is_empty() { Ok(None) } else { encode(list).map(Some) }
}

/// The new entries, the last one with what can be taken back; the caller fills in their digests.
fn new_entries(change: &Change<'_>, plan: &Plan, take_backs: &str) -> Result<Vec<NewEntry>, Error> {
    let last = last_version(change);
    let service_events = encode_unless_empty(&change.service_action.events)?;
    let deadlines = encode_unless_empty(&plan.deadlines)?;
    let entry = |(index, entry): (usize, &StoredEntry)| {
        let (is_first, is_last) = (index == 0, index + 1 == change.entries.len());
        let request = change.request.filter(|_| is_first);
        Ok(NewEntry {
            version: log::stored_version(entry.version),
            made_by: entry.by.into_str(),
            seat: entry.seat.map(i16::from),
            action: entry.action.as_ref().map(|action| action.get().to_owned()),
            events: entry.events.get().to_owned(),
            draws: encode_unless_empty::<Draw>(&entry.draws)?,
            request_key: request.map(|request| request.key.to_owned()),
            body_hash: request.map(|request| request.body.to_vec()),
            last_version: request.map(|_| last),
            service_events: if is_first { service_events.clone() } else { None },
            standing: plan.status.filter(|_| is_last),
            deadlines: if is_last { deadlines.clone() } else { None },
            digest: Vec::new(),
            take_backs: is_last.then(|| take_backs.to_owned()),
        })
    };
    change.entries.iter().enumerate().map(entry).collect()
}

/// The clocks at the versions that can be returned to afterwards. Of an earlier release they lie beside the entries and
/// are not repeated here.
fn earlier_clocks(change: &Change<'_>, plan: &Plan) -> Result<Option<String>, Error> {
    let versions = plan.take_backs.versions();
    let can_be_returned_to = |version: i64| versions.iter().any(|to| log::stored_version(*to) == version);
    let mut kept = change.loaded.earlier_clocks()?;
    kept.retain(|(version, _)| *version != change.base && can_be_returned_to(*version));
    if let Some(clocks) = change.loaded.present.clocks.as_deref()
        && can_be_returned_to(change.base)
    {
        kept.push((change.base, raw(clocks.to_owned())?));
    }
    encode_unless_empty(&kept)
}

/// The decisions that close, and those that open or block now and did not before, or the other way round. A decision
/// that is new takes the place of one that closes, as long as there is one.
fn decision_rows(
    before: &[Decision],
    after: &[Decision],
    clocks: Option<&ClockUpdate>,
) -> (Vec<ClosedDecision>, Vec<OpenedDecision>) {
    let is_closed = |decision: &&Decision| {
        decision.is_asked() && !after.iter().any(|still| still.is_asked() && is_same(still, decision))
    };
    let closed = before.iter().filter(is_closed);
    let mut closed: Vec<ClosedDecision> =
        closed.map(|old| ClosedDecision { seat: i16::from(old.seat), decision: old.id.clone() }).collect();
    let earlier = |decision: &Decision| before.iter().find(|old| old.is_asked() && is_same(old, decision));
    let is_opened = |decision: &&Decision| {
        decision.is_asked() && earlier(decision).is_none_or(|old| old.blocking != decision.blocking)
    };
    let opened = after.iter().filter(is_opened).map(|decision| {
        let (deadline, warnings) = clocks.and_then(|clocks| clocks.of(decision)).unwrap_or_default();
        let place = if earlier(decision).is_none() { closed.pop() } else { None };
        OpenedDecision {
            seat: i16::from(decision.seat),
            decision: decision.id.clone(),
            kind: decision.kind,
            blocking: decision.blocking,
            deadline,
            warn_at: warnings.first,
            warn_again_at: warnings.second,
            in_place_of_seat: place.as_ref().map(|place| place.seat),
            in_place_of: place.map(|place| place.decision),
        }
    });
    let opened = opened.collect();
    (closed, opened)
}

fn is_same(one: &Decision, other: &Decision) -> bool {
    one.seat == other.seat && one.id == other.id
}

/// The calls of seats. A call to a decision that a standing order will answer is due only when the order should have
/// answered it.
fn new_calls(new: &[NewNotification], due: &[DueAnswer], hold_down: TimeDelta) -> Vec<NewCall> {
    let call = |notification: &NewNotification| {
        let is_its = |due: &&DueAnswer| {
            due.seat == notification.seat && notification.decision.as_ref() == Some(&due.decision)
        };
        NewCall {
            seat: i16::from(notification.seat),
            kind: notification.kind,
            account: notification.account,
            decision: notification.decision.clone(),
            due_at: due.iter().find(is_its).map(|due| due.at + hold_down),
        }
    };
    new.iter().map(call).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decision(seat: u8, id: &str, blocking: bool) -> Decision {
        let call = Some(rules::CallKind::YOUR_TURN);
        Decision { id: id.to_owned(), seat, kind: "build", blocking, call }
    }

    #[test]
    fn a_new_decision_takes_the_place_of_a_closed_one_and_one_that_begins_to_block_is_opened_anew() {
        let before = [decision(0, "build", true), decision(1, "offer", false), decision(2, "offer", false)];
        let after = [decision(1, "offer", true), decision(2, "offer", false), decision(3, "build", true)];
        let (closed, opened) = decision_rows(&before, &after, None);
        assert!(closed.is_empty());
        let place = |new: &OpenedDecision| new.in_place_of_seat.zip(new.in_place_of.clone());
        let opened: Vec<_> = opened.iter().map(|new| (new.seat, new.blocking, place(new))).collect();
        assert_eq!(opened, [(1, true, None), (3, true, Some((0, "build".to_owned())))]);
        let (closed, opened) = decision_rows(&after, &after[1..2], None);
        let closed: Vec<_> = closed.iter().map(|old| (old.seat, old.decision.as_str())).collect();
        assert_eq!((closed, opened.len()), (vec![(1, "offer"), (3, "build")], 0));
    }

    #[test]
    fn a_call_to_a_decision_that_an_order_will_answer_waits_for_that() {
        let call = |seat, decision: &str| NewNotification {
            seat,
            kind: "your_turn",
            account: uuid::Uuid::from_u128(1),
            decision: Some(decision.to_owned()),
        };
        let at = crate::time_control::Instant::UNIX_EPOCH;
        let due = [DueAnswer { seat: 1, decision: "build".to_owned(), at }];
        let calls = [call(0, "build"), call(1, "build"), call(1, "offer")];
        let calls = new_calls(&calls, &due, TimeDelta::seconds(30));
        let due_at: Vec<_> = calls.iter().map(|call| call.due_at).collect();
        assert_eq!(due_at, [None, Some(at + TimeDelta::seconds(30)), None]);
    }
}
