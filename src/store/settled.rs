//! How an attempt at a mail ended, whatever the mail is about.

use crate::clock::Instant;

/// What is noted after an attempt.
#[derive(Debug, Clone, Copy)]
pub enum Settled<'a> {
    Finally {
        /// When.
        at: Instant,
        result: MailResult,
        /// Why, without addresses and passwords.
        problem: Option<&'a str>,
    },
    Again {
        /// When.
        due_at: Instant,
        /// Why, without addresses and passwords.
        problem: &'a str,
    },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MailResult {
    Sent,
    /// There was nothing to say any more.
    Stale,
    Dead,
}

impl MailResult {
    pub fn word(self) -> &'static str {
        match self {
            Self::Sent => "sent",
            Self::Stale => "stale",
            Self::Dead => "dead",
        }
    }
}
