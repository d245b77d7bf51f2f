//! Standing orders (a stub).

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::action::Action;
use super::sight::Sight;
use crate::rules::{Legal, Ordered, Refusal};

/// Every `type` that an order can have.
pub const KINDS: [&str; 1] = ["first"];

/// An order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
#[schema(as = NordOrder)]
pub enum Order {
    /// The first answer.
    First {},
}

/// As it is.
pub fn accept(_sight: &Sight<'_>, order: Order) -> Result<Order, Refusal> {
    Ok(order)
}

/// Never.
pub fn spent(_sight: &Sight<'_>, _order: &Order) -> Option<&'static str> {
    None
}

/// Nothing.
pub fn answer(_sight: &Sight<'_>, _legal: &[Legal<Action>], _orders: &[Order]) -> Option<Ordered<Action>> {
    None
}

/// None.
pub fn typical() -> Vec<Order> {
    Vec::new()
}
