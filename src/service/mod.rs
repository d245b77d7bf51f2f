//! Use cases: what the service does, whoever asks. No HTTP here, no SQL here.
//!
//! A function takes the [`crate::app::App`], who asks, what is asked, and connections; it opens at most one transaction.

pub mod access;
pub mod accounts;
pub mod answers;
pub mod at_hand;
pub mod audit;
pub mod availability;
pub mod blocks;
pub mod calls;
pub mod cursor;
pub mod following;
pub mod forget;
pub mod history;
pub mod limits;
pub mod lobby;
pub mod log;
pub mod once;
pub mod operators;
pub mod orders;
pub mod passwords;
pub mod people;
pub mod pictures;
pub mod plain;
pub mod play;
pub mod preferences;
pub mod ratings;
pub mod record;
pub mod rulesets;
pub mod sessions;
pub mod table;
pub mod tag;
pub mod talk;
pub mod timing;
pub mod titles;
pub mod tokens;
pub mod visibility;
pub mod votes;
pub mod webhooks;
