//! What a change leads to, worked out before anything is stored: status, open decisions, notifications, clocks.
//!
//! Pure: it knows the game before and after the change, and reads neither clock nor database.

use std::sync::LazyLock;

use chrono::TimeDelta;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::commit::{Change, NewNotification, Restored};
use super::orders::OrdersRun;
use crate::error::Error;
use crate::notifications::MailKind;
use crate::service::loaded_game::LoadedGame;
use crate::service::log::ServiceEvent;
use crate::service::stored_json::decode;
use crate::store::due::MovedDeadline;
use crate::store::games::Status;
use crate::store::write::OpenedDecision;
use crate::time_control::{
    AnsweredBy, ClockChange, Clocks, Deadline, Instant, Running, StoredAvailability, Timing, Warnings,
};
use rules::decision::{DecisionChange, opened_calls};
use rules::{AnyGame, Author, Decision, Outcome, Seat, TakeBacks};

/// The `ended_by` of a game that its players voted to end.
const ENDED_BY_VOTE: &str = "vote";

/// What lists show of a game without reading its state. All of it is public.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Summary {
    /// Counted from 1 over all seats.
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

/// What a change leads to.
pub struct Plan {
    /// The status of the game from now on, if it changes.
    pub status: Option<Status>,
    /// How the game ended, if it ended with a result.
    pub outcome: Option<Outcome>,
    /// The decisions that are open now.
    pub open: Vec<Decision>,
    /// `None`: the game has no clocks.
    pub clock_update: Option<ClockUpdate>,
    /// The deadlines of the open decisions.
    pub deadlines: Vec<Deadline>,
    pub summary: Summary,
    /// What can be taken back from now on.
    pub take_backs: TakeBacks,
    pub notifications: Vec<NewNotification>,
    /// Is it a bot's turn, or are there standing orders left that one write had no room for?
    pub bot_due: bool,
}

impl Plan {
    pub fn is_over(&self) -> bool {
        self.status.is_some_and(Status::is_over)
    }
}

/// Plans a change to which the standing orders, run before, have added their entries.
pub fn plan(change: &Change<'_>, orders: &OrdersRun) -> Result<Plan, Error> {
    let outcome = if change.service_action.end_now {
        Some(Outcome { ended_by: ENDED_BY_VOTE.to_owned(), ranking: change.game.rank() })
    } else {
        change.game.outcome()
    };
    let status = change.service_action.status.or(outcome.as_ref().map(|_| Status::Finished));
    let is_over = status.is_some_and(Status::is_over);
    let open = if is_over { vec![] } else { change.game.awaiting() };
    let is_running = status.unwrap_or(change.loaded.present.status) == Status::Running;
    let clock_update = ClockUpdate::after(change, &open, is_running)?;
    let deadlines = clock_update.as_ref().map(|update| update.clocks.deadlines()).unwrap_or_default();
    Ok(Plan {
        status,
        outcome,
        summary: summary(change.game, &open, &deadlines),
        take_backs: take_backs(change)?,
        notifications: notifications(change, &open, is_over, orders),
        // Only a change of the status counts here: at the set-up the stored one is still the lobby's. The worker that
        // plays the bot's turn checks again.
        bot_due: status.is_none_or(|status| status == Status::Running)
            && (orders.more || bot_is_asked(change.loaded, &open)),
        open,
        clock_update,
        deadlines,
    })
}

fn take_backs(change: &Change<'_>) -> Result<TakeBacks, Error> {
    let mut take_backs = change.loaded.take_backs()?;
    let mut entries = change.entries.as_slice();
    if let (Some(Restored { seat, version, .. }), [_, rest @ ..]) = (change.restored, entries) {
        take_backs = take_backs.taken_back(*seat, *version);
        entries = rest;
    }
    let by_service = change.restored.is_none() && !change.service_action.events.is_empty();
    let facts = entries.iter().enumerate().map(|(index, entry)| entry.facts(by_service && index == 0));
    Ok(take_backs.after(change.before.turn, facts))
}

fn summary(game: &dyn AnyGame, open: &[Decision], deadlines: &[Deadline]) -> Summary {
    let (turn, active) = game.turn();
    let mut awaited: Vec<Seat> =
        open.iter().filter(|decision| decision.blocking).map(|decision| decision.seat).collect();
    awaited.dedup();
    let deadline = deadlines.iter().map(|open| open.deadline).min();
    Summary { turn, active, points: game.points(), awaited, deadline }
}

/// The notifications of a change: to seats that are called, to every player at the start and at the end, whatever the
/// end is, and those of the service and of standing orders.
fn notifications(
    change: &Change<'_>,
    open: &[Decision],
    is_over: bool,
    orders: &OrdersRun,
) -> Vec<NewNotification> {
    // A decision that was open before does not call again. Leaving out the decisions of `call_again` makes them count
    // as newly opened.
    let call_again = &change.service_action.call_again;
    let before: Vec<Decision> =
        change.before.open.iter().filter(|decision| !call_again.contains(&decision.seat)).cloned().collect();
    let answered: Vec<Seat> =
        change.entries.iter().flat_map(|entry| entry.answered.iter().copied()).collect();
    let deserves_call = |decision: &Decision| change.game.deserves_call(decision);
    let opened = DecisionChange {
        before: &before,
        after: open,
        acting: change.acting,
        answered: &answered,
        deserves_call,
    };
    let calls = if is_over { vec![] } else { opened_calls(&opened) };
    let to_all = match (change.base, is_over) {
        (_, true) => Some(MailKind::GameEnded.name()),
        (-1, false) => Some(MailKind::GameStarted.name()),
        _ => None,
    };
    let mut notifications = change.service_action.notifications.clone();
    notifications.extend(orders.notifications());
    for (seat, account) in (0..).zip(&change.loaded.present.accounts) {
        let Some(account) = *account else { continue };
        // An owner for whom a bot plays hears only how the game ends.
        let has_bot = change.loaded.bot_of(seat).is_some();
        let call = calls.iter().find(|call| call.seat == seat && !has_bot);
        match (call, to_all) {
            (Some(call), _) => {
                let (kind, decision) = (call.kind.name, call.decision.clone());
                notifications.push(NewNotification { seat, kind, account, decision });
            }
            (None, Some(kind)) => notifications.push(NewNotification { seat, kind, account, decision: None }),
            (None, None) => {}
        }
    }
    notifications
}

fn bot_is_asked(loaded: &LoadedGame, open: &[Decision]) -> bool {
    open.iter().any(|decision| decision.is_asked() && loaded.bot_of(decision.seat).is_some())
}

pub struct GameClocks {
    pub timing: Timing,
    /// The clocks at the version that was loaded.
    pub clocks: Clocks,
    /// By seat: when the player is available, so that their time counts.
    pub availability: Vec<StoredAvailability>,
}

impl GameClocks {
    /// `None` for a game without clocks.
    pub fn of(loaded: &LoadedGame) -> Result<Option<Self>, Error> {
        let present = &loaded.present;
        let Some(clock) = present.clock.as_deref() else { return Ok(None) };
        let timing: Timing = read(loaded, clock)?;
        let clocks = match running(loaded)? {
            Some(clocks) => clocks,
            None => Clocks::begin(&timing.clock, present.accounts.len()),
        };
        let availability = present.availability.iter().map(|own| match own.as_deref() {
            Some(own) => read(loaded, own),
            None => Ok(StoredAvailability::default()),
        });
        Ok(Some(Self { timing, clocks, availability: availability.collect::<Result<_, _>>()? }))
    }

    /// Only the deadlines of the open decisions, for reads, which need neither timing nor availability.
    pub fn deadlines(loaded: &LoadedGame) -> Result<Vec<Deadline>, Error> {
        Ok(running(loaded)?.map(|clocks| clocks.deadlines()).unwrap_or_default())
    }
}

fn running(loaded: &LoadedGame) -> Result<Option<Clocks>, Error> {
    loaded.present.clocks.as_deref().map(|clocks| read(loaded, clocks)).transpose()
}

fn read<T: DeserializeOwned>(loaded: &LoadedGame, text: &str) -> Result<T, Error> {
    decode(format_args!("the clocks of game {}", loaded.id), text)
}

/// The clocks that a change leads to.
pub struct ClockUpdate {
    pub clocks: Clocks,
    before: Clocks,
    availability: Vec<StoredAvailability>,
}

impl ClockUpdate {
    /// The clocks after `change`, with these decisions open; `None` for a game without clocks.
    pub fn after(change: &Change<'_>, after: &[Decision], is_running: bool) -> Result<Option<Self>, Error> {
        let Some(GameClocks { timing, clocks: before, availability }) = GameClocks::of(change.loaded)? else {
            return Ok(None);
        };
        let update = change.service_action.availability_update.as_ref();
        let mut now = availability.clone();
        if let Some(update) = update
            && let Some(own) = now.get_mut(usize::from(update.seat))
        {
            own.clone_from(&update.availability);
        }
        let blocking = after.iter().filter(|decision| decision.blocking);
        let open: Vec<(Seat, &str)> =
            blocking.map(|decision| (decision.seat, decision.id.as_str())).collect();
        let played_by_owner = change.loaded.played_by_owner();
        // After a take-back all clocks go on from where they stood at the restored version, as if nothing had been done
        // since.
        let restored = change.restored.and_then(|restored| restored.clocks.as_ref());
        let clocks = restored.unwrap_or(&before).after(&ClockChange {
            answered: answered(change),
            restarted: &seats(change, |event| match event {
                ServiceEvent::OwnerReturned { seat } | ServiceEvent::SeatReplaced { seat, .. } => Some(*seat),
                _ => None,
            }),
            newcomers: &seats(change, |event| match event {
                ServiceEvent::SeatReplaced { seat, .. } => Some(*seat),
                _ => None,
            }),
            extended_by: extended_by(change),
            outage: outage(change),
            availability_update: update,
            ..ClockChange::new(timing.clock, change.at, &open, &played_by_owner, is_running, &availability)
        });
        Ok(Some(Self { clocks, before, availability: now }))
    }

    /// Deadline and warnings of an open decision, if it has a clock.
    pub fn of(&self, decision: &Decision) -> Option<(Option<Instant>, Warnings)> {
        let running = self.clocks.find(decision.seat, &decision.id).filter(|_| decision.blocking)?;
        Some((running.deadline, running.warnings(self.of_seat(running.seat))))
    }

    /// The moved deadlines of decisions that were open before and are not among the newly opened.
    pub fn moved(&self, opened: &[OpenedDecision]) -> Vec<MovedDeadline> {
        let is_new = |running: &Running| {
            let seat = i16::from(running.seat);
            opened.iter().any(|new| new.seat == seat && new.decision == running.decision)
        };
        let moved = self.clocks.moved(&self.before).filter(|running| !is_new(running));
        moved
            .map(|running| {
                let warnings = running.warnings(self.of_seat(running.seat));
                MovedDeadline {
                    seat: i16::from(running.seat),
                    decision: running.decision.clone(),
                    deadline: running.deadline,
                    warn_at: warnings.first,
                    warn_again_at: warnings.second,
                }
            })
            .collect()
    }

    fn of_seat(&self, seat: Seat) -> &StoredAvailability {
        static ALWAYS: LazyLock<StoredAvailability> = LazyLock::new(StoredAvailability::default);
        self.availability.get(usize::from(seat)).unwrap_or(&ALWAYS)
    }
}

/// The seat whose action began the change, and how it was taken; `None` for a service action, which answers nothing.
fn answered(change: &Change<'_>) -> Option<(Seat, AnsweredBy)> {
    let first = change.entries.first().filter(|_| change.service_action.events.is_empty())?;
    let how = match first.by {
        Author::Seat => AnsweredBy::ByPlayer,
        Author::Lapse => AnsweredBy::Lapse,
        Author::Order | Author::Bot | Author::Server => AnsweredBy::ForPlayer,
    };
    first.seat.map(|seat| (seat, how))
}

fn seats(change: &Change<'_>, of: impl Fn(&ServiceEvent) -> Option<Seat>) -> Vec<Seat> {
    change.service_action.events.iter().filter_map(of).collect()
}

fn outage(change: &Change<'_>) -> Option<(Instant, Instant)> {
    change.service_action.events.iter().find_map(|event| match event {
        ServiceEvent::ServiceOutage { from, until, .. } => Some((*from, *until)),
        _ => None,
    })
}

fn extended_by(change: &Change<'_>) -> TimeDelta {
    let hours = change.service_action.events.iter().map(|event| match event {
        ServiceEvent::ClocksExtended { hours } => *hours,
        _ => 0,
    });
    TimeDelta::hours(hours.sum())
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::super::commit::{Before, ServiceAction};
    use super::*;
    use rules::{Chance, StoredEntry};

    const OWNER: Uuid = Uuid::from_u128(1);
    const OTHER: Uuid = Uuid::from_u128(2);

    /// A game of two people and a bot that was just set up, and its decisions.
    struct Started {
        loaded: LoadedGame,
        game: Box<dyn AnyGame>,
        entries: Vec<StoredEntry>,
    }

    impl Started {
        fn new(bots: [Option<&str>; 3]) -> Self {
            let ruleset = rulesets::all().remove(0);
            let options = ruleset.options(None).unwrap();
            let mut game = ruleset.blank(&options, 3).unwrap();
            let entries = game.start(&mut Chance::seeded([7; 32])).unwrap();
            let loaded = LoadedGame::for_tests(ruleset, vec![Some(OWNER), Some(OTHER), None], &bots);
            Self { loaded, game, entries }
        }

        /// The plan of a change after `version` with this service action, the game itself unchanged.
        fn plan(mut self, version: i64, action: &ServiceAction) -> Plan {
            let before = if version < 0 { Before::default() } else { Before::of(self.game.as_ref()) };
            let at = Instant::UNIX_EPOCH;
            let change =
                Change::new(&self.loaded, version, at, &mut self.entries, &before, self.game.as_mut());
            plan(&Change { service_action: action, ..change }, &OrdersRun::default()).unwrap()
        }

        fn awaited(&self) -> Seat {
            self.game.awaiting().into_iter().find(|decision| decision.blocking).unwrap().seat
        }
    }

    fn notified(plan: &Plan) -> Vec<(Uuid, &'static str)> {
        plan.notifications.iter().map(|new| (new.account, new.kind)).collect()
    }

    #[test]
    fn the_set_up_calls_who_is_awaited_and_tells_the_others_that_the_game_has_started() {
        let started = Started::new([None, None, Some("random")]);
        let awaited = started.awaited();
        let plan = started.plan(-1, &ServiceAction::default());
        assert_eq!((plan.status, plan.is_over()), (None, false));
        assert_eq!(plan.summary.awaited, [awaited]);
        assert_eq!(notified(&plan).len(), 2);
        for (seat, new) in plan.notifications.iter().map(|new| (new.seat, new)) {
            assert_eq!(new.kind == MailKind::GameStarted.name(), seat != awaited);
            assert_eq!(new.decision.is_some(), seat == awaited);
        }
    }

    #[test]
    fn a_decision_that_was_open_before_calls_only_if_it_is_to_call_again() {
        let bots = [None, None, Some("random")];
        assert_eq!(notified(&Started::new(bots).plan(0, &ServiceAction::default())), []);
        let again = ServiceAction { call_again: vec![0, 1, 2], ..ServiceAction::default() };
        let plan = Started::new(bots).plan(0, &again);
        assert_eq!(plan.notifications.len(), plan.open.iter().filter(|open| open.seat < 2).count());
        assert!(plan.notifications.iter().all(|new| new.decision.is_some()));
    }

    #[test]
    fn a_vote_to_end_a_game_ranks_it_closes_every_decision_and_tells_everyone() {
        let end = ServiceAction { status: Some(Status::Finished), end_now: true, ..ServiceAction::default() };
        let plan = Started::new([Some("random"); 3]).plan(0, &end);
        assert_eq!(plan.status, Some(Status::Finished));
        assert_eq!(plan.outcome.as_ref().map(|outcome| outcome.ended_by.as_str()), Some(ENDED_BY_VOTE));
        assert!(plan.is_over() && plan.open.is_empty() && !plan.bot_due);
        let ended = MailKind::GameEnded.name();
        assert_eq!(notified(&plan), [(OWNER, ended), (OTHER, ended)]);
    }

    #[test]
    fn a_bot_is_due_where_it_is_awaited_unless_the_game_pauses_and_its_owner_gets_no_call() {
        let again = ServiceAction { call_again: vec![0, 1, 2], ..ServiceAction::default() };
        let plan = Started::new([Some("random"); 3]).plan(0, &again);
        assert!(plan.bot_due && plan.notifications.is_empty());
        let pause = ServiceAction { status: Some(Status::Paused), ..ServiceAction::default() };
        assert!(!Started::new([Some("random"); 3]).plan(0, &pause).bot_due);
    }
}
