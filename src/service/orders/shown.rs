//! An order as its owner sees it.

use serde::Serialize;
use uuid::Uuid;

use crate::clock::Instant;
use crate::error::Error;
use crate::service::lobby::raw;
use crate::store::orders::OrderRow;
use rules::Json;
use rules::schemas::AnyOrder;

/// The standing orders of a seat.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct Orders {
    /// The title, in whose terms they are.
    pub ruleset: &'static str,
    /// Oldest first.
    pub orders: Vec<OrderShown>,
    /// The kinds that nobody may give at this table.
    pub forbidden_orders: Vec<String>,
    /// The most orders that a seat has, those that can't apply any more among them.
    pub most: usize,
}

/// A standing order.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct OrderShown {
    /// Its id.
    pub id: Uuid,
    /// The order as it is kept: what it makes hang on the moment it was given is filled in.
    #[schema(value_type = AnyOrder)]
    pub order: Json,
    /// When it was given.
    #[schema(value_type = String, format = DateTime)]
    pub set_at: Instant,
    /// Why and when it was laid down; null while it can apply.
    pub spent: Option<Spent>,
    /// Why and since when it rests until you resume it; null while it is at work.
    pub suspended: Option<Suspended>,
}

/// An order that rests until its owner resumes it.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct Suspended {
    /// Since when it answers nothing.
    #[schema(value_type = String, format = DateTime)]
    pub at: Instant,
    /// What suspended it.
    pub reason: WhySuspended,
}

/// What suspends standing orders.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum WhySuspended {
    /// The password of the account was reset: somebody else may have given the order.
    PasswordReset,
}

/// An order that can't apply any more.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct Spent {
    /// When that was found.
    #[schema(value_type = String, format = DateTime)]
    pub at: Instant,
    /// Why, a word of the title; `refused` if the rules did not take its answer, `unreadable` if they no longer know such
    /// orders.
    pub reason: String,
}

impl OrderShown {
    /// A stored order.
    pub fn of(row: OrderRow) -> Result<Self, Error> {
        let spent = row.disarmed_at.zip(row.reason).map(|(at, reason)| Spent { at, reason });
        let suspended = row.suspended_at.map(|at| Suspended { at, reason: WhySuspended::PasswordReset });
        Ok(Self { id: row.id, order: raw(row.content)?, set_at: row.set_at, spent, suspended })
    }
}
