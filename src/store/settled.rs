//! How an attempt at a mail ended, whatever the mail is about.

use crate::clock::Instant;

/// What is noted after an attempt.
#[derive(Debug, Clone, Copy)]
pub enum Settled<'a> {
    /// Nothing more will be tried.
    Finally {
        /// When.
        at: Instant,
        /// How it ended.
        result: MailResult,
        /// Why, without addresses and passwords.
        problem: Option<&'a str>,
    },
    /// It is tried again.
    Again {
        /// When.
        due_at: Instant,
        /// Why, without addresses and passwords.
        problem: &'a str,
    },
}

/// How a mail ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MailResult {
    /// It left.
    Sent,
    /// There was nothing to say any more.
    Stale,
    /// It was given up.
    Dead,
}

impl MailResult {
    /// The word that is stored.
    pub fn word(self) -> &'static str {
        match self {
            Self::Sent => "sent",
            Self::Stale => "stale",
            Self::Dead => "dead",
        }
    }
}
