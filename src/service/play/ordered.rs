//! What standing orders answer to a change, in the write of that change itself.
//!
//! Orders answer one after the other until a person is awaited, at most [`MOST`] times; a worker does the rest. They are
//! those of the one who holds the seat, and rest while a bot plays there.

use serde::Deserialize;
use uuid::Uuid;

use super::commit::Change;
use crate::error::Error;
use crate::rules::{Chance, Json, Seat, SeatOrder};
use crate::service::calls::Notice;
use crate::service::table::Table;
use crate::store::words::Status;
use crate::store::write::Disarmed;

/// The most answers of standing orders in one write.
const MOST: usize = 32;
/// The kind of the notice to somebody whose order can't apply any more.
pub const DISARMED: &str = "order_disarmed";

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
    /// Would another one answer?
    pub more: bool,
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
                    kind: DISARMED,
                    account: spent.account,
                    decision: None,
                });
            }
        }
        told
    }
}

/// The orders that can't apply any more, as they are stored.
pub fn columns(ran: &Ran) -> Disarmed<'static> {
    Disarmed {
        ids: ran.spent.iter().map(|spent| spent.id).collect(),
        reasons: ran.spent.iter().map(|spent| spent.reason).collect(),
    }
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
    let followed = change.game.follow(version, &orders, MOST, &mut chance);
    change.entries.extend(followed.entries);
    let spent = followed.spent.into_iter().filter_map(|(place, reason)| {
        let Kept { id, seat, account, .. } = *kept.get(place)?;
        Some(Spent { id, seat, account, reason })
    });
    Ok(Ran { more: followed.more, spent: spent.collect() })
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
