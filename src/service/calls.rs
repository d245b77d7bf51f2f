//! Whom a write calls, and who else is told of it by mail.

use uuid::Uuid;

use crate::rules::Seat;
pub use crate::rules::calls::{Call, Change, awaits, opened};

/// A notice to a person, to be sent by mail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Notice {
    /// The seat that it is about.
    pub seat: Seat,
    /// What for, a word.
    pub kind: &'static str,
    /// Who gets it.
    pub account: Uuid,
    /// The decision or the vote that must still be open when it is sent.
    pub decision: Option<String>,
}
