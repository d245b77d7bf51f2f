//! The notices of a write: calls to seats, and what else goes out by mail.

use uuid::Uuid;

use rules::Seat;
pub use rules::decision::{Call, DecisionChange, is_awaited, opened_calls};

/// A notice to a person, to be sent by mail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Notice {
    pub seat: Seat,
    pub kind: &'static str,
    pub account: Uuid,
    /// The decision or the vote that must still be open when it is sent.
    pub decision: Option<String>,
}
