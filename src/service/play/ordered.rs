//! What standing orders answer to a change, in the write of that change itself.
//!
//! Orders answer one after the other until a person is awaited, at most [`MOST`] times; a worker does the rest. They are
//! those of the one who holds the seat, and rest while a bot plays there. At a table that has orders wait they answer
//! nothing here: it is noted when each decision that they would answer is due, and a worker lets them answer it then.

use chrono::TimeDelta;
use serde::Deserialize;
use uuid::Uuid;

use super::commit::Change;
use crate::app::App;
use crate::clock::Instant;
use crate::clocks::Deadline;
use crate::error::Error;
use crate::notifications::MailKind;
use crate::service::calls::Notice;
use crate::service::table::Table;
use crate::store::games::Status;
use crate::store::write::{DisarmedOrders, OrderTurns};
use rules::{AnyGame, Chance, Json, Seat, SeatOrder, SettleError, StoredEntry};

/// The most answers of standing orders in one write.
const MOST: usize = 32;
/// So long before its deadline an order that waits has answered.
const MARGIN: TimeDelta = TimeDelta::seconds(60);

/// An order as the present gives it.
#[derive(Deserialize)]
struct Kept {
    id: Uuid,
    seat: Seat,
    account: Uuid,
    order: Json,
}

/// What orders did in a write.
#[derive(Default)]
pub struct Ran {
    /// Would another one answer at once?
    pub more: bool,
    /// The decisions that they will answer after a wait.
    waits: Vec<(Seat, String)>,
    spent: Vec<Spent>,
}

/// An order that can't apply any more.
struct Spent {
    id: Uuid,
    seat: Seat,
    account: Uuid,
    reason: &'static str,
}

impl Ran {
    /// A notice to everybody who has an order that can't apply any more.
    pub fn notices(&self) -> Vec<Notice> {
        let mut told: Vec<Notice> = Vec::new();
        for spent in &self.spent {
            if told.iter().all(|notice| notice.seat != spent.seat) {
                told.push(Notice {
                    seat: spent.seat,
                    kind: MailKind::OrderDisarmed.name(),
                    account: spent.account,
                    decision: None,
                });
            }
        }
        told
    }
}

/// The orders that can't apply any more, as they are stored.
pub fn columns(ran: &Ran) -> DisarmedOrders<'static> {
    DisarmedOrders {
        ids: ran.spent.iter().map(|spent| spent.id).collect(),
        reasons: ran.spent.iter().map(|spent| spent.reason).collect(),
    }
}

/// When orders answer a decision.
pub struct Due {
    pub seat: Seat,
    pub decision: String,
    /// When.
    pub at: Instant,
}

/// When orders answer what they have to wait for, counted from `at`: at random, but not so late that the decision lapses.
pub fn due(app: &App, table: &Table, ran: &Ran, at: Instant, deadlines: &[Deadline]) -> Vec<Due> {
    let longest = TimeDelta::seconds(i64::from(delay(table)));
    let waits = ran.waits.iter().map(|(seat, decision)| {
        let is_its = |open: &&Deadline| open.seat == *seat && open.decision == *decision;
        let until = deadlines.iter().find(is_its).map(|open| open.deadline - at - MARGIN);
        let longest = until.map_or(longest, |until| until.clamp(TimeDelta::zero(), longest));
        Due { seat: *seat, decision: decision.clone(), at: at + drawn(app, longest) }
    });
    waits.collect()
}

/// A wait of at most `longest`, each as likely as any other.
fn drawn(app: &App, longest: TimeDelta) -> TimeDelta {
    let steps = u128::try_from(longest.num_milliseconds()).unwrap_or_default() + 1;
    let step = (u128::from(u64::from_be_bytes(app.secrets.bytes())) * steps) >> u64::BITS;
    TimeDelta::milliseconds(i64::try_from(step).unwrap_or_default())
}

/// What is due, as it is stored.
pub fn due_columns(due: &[Due]) -> OrderTurns<'_> {
    OrderTurns {
        seats: due.iter().map(|due| i16::from(due.seat)).collect(),
        decisions: due.iter().map(|due| due.decision.as_str()).collect(),
        due_at: due.iter().map(|due| due.at).collect(),
    }
}

/// The most seconds that the orders of a table wait.
fn delay(table: &Table) -> u32 {
    table.present.order_delay.and_then(|seconds| u32::try_from(seconds).ok()).unwrap_or_default()
}

/// Lets the orders of a seat answer one decision: the entries of that; none if they don't want to answer it (any more).
pub fn answer(
    table: &Table,
    game: &mut dyn AnyGame,
    base: i64,
    seat: Seat,
    decision: &str,
) -> Result<Vec<StoredEntry>, Error> {
    let mut kept = armed(table)?;
    let answers = |order: &Json| game.dry_run(seat, order).is_some_and(|choice| choice.decision == decision);
    kept.retain(|kept| kept.seat == seat && answers(&kept.order));
    let orders: Vec<SeatOrder<'_>> = kept.iter().map(|kept| SeatOrder { seat, order: &kept.order }).collect();
    let mut chance = Chance::seeded(table.game_seed()?);
    let version = u64::try_from(base).unwrap_or_default();
    Ok(game.run_orders(version, &orders, 1, &mut chance).map_err(broken)?.entries)
}

/// Lets the orders of a table answer what a change has opened: the change grows by their entries.
pub fn follow(change: &mut Change<'_>) -> Result<Ran, Error> {
    let table = change.table;
    let runs = change.at_table.standing.unwrap_or(table.present.status) == Status::Running;
    if !runs || change.game.outcome().is_some() {
        return Ok(Ran::default());
    }
    let kept = armed(table)?;
    if kept.is_empty() {
        return Ok(Ran::default());
    }
    let orders: Vec<SeatOrder<'_>> =
        kept.iter().map(|kept| SeatOrder { seat: kept.seat, order: &kept.order }).collect();
    let base = u64::try_from(change.base).unwrap_or_default();
    let version = change.entries.last().map_or(base, |entry| entry.version);
    let mut chance = Chance::seeded(table.game_seed()?);
    let is_waiting = delay(table) > 0;
    let most = if is_waiting { 0 } else { MOST };
    let followed = change.game.run_orders(version, &orders, most, &mut chance).map_err(broken)?;
    change.entries.extend(followed.entries);
    let waits = if is_waiting { wanted(change.game, &kept) } else { Vec::new() };
    let spent = followed.expired.into_iter().filter_map(|(place, reason)| {
        let Kept { id, seat, account, .. } = *kept.get(place)?;
        Some(Spent { id, seat, account, reason })
    });
    Ok(Ran { more: followed.more && !is_waiting, waits, spent: spent.collect() })
}

fn broken(error: SettleError) -> Error {
    Error::Internal(format!("an order was not followed through: {error}"))
}

/// The decisions that orders would answer now, each once.
fn wanted(game: &dyn AnyGame, kept: &[Kept]) -> Vec<(Seat, String)> {
    let mut wanted: Vec<(Seat, String)> = Vec::new();
    for kept in kept {
        let Some(choice) = game.dry_run(kept.seat, &kept.order) else { continue };
        if wanted.iter().all(|(seat, decision)| *seat != kept.seat || *decision != choice.decision) {
            wanted.push((kept.seat, choice.decision));
        }
    }
    wanted
}

/// The orders of those who play their seats themselves.
fn armed(table: &Table) -> Result<Vec<Kept>, Error> {
    let Some(text) = &table.present.orders else { return Ok(Vec::new()) };
    let mut kept: Vec<Kept> = serde_json::from_str(text)
        .map_err(|error| Error::Internal(format!("the orders of game {} do not read: {error}", table.id)))?;
    let plays = |kept: &Kept| {
        let seat = usize::from(kept.seat);
        table.present.accounts.get(seat) == Some(&Some(kept.account))
            && table.present.bots.get(seat).is_some_and(Option::is_none)
            && !table.has_resigned(kept.seat)
    };
    kept.retain(plays);
    Ok(kept)
}
