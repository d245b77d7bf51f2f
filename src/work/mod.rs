//! What a process does between requests: mails leave, bots move.
//!
//! May know the services, the notices and the store. Finds everything it does in the tables, so that any number of
//! processes can share it and a killed one loses nothing: a row is claimed, done, and settled. Knocks and
//! notifications only wake; looking at the tables decides.

mod account_mails;
mod answer_mails;
mod attempts;
mod bots;
mod clocks;
mod collections;
mod crew;
mod herald;
mod mailbox;
mod meanwhile;
mod outbox;
mod post;
mod ratings;
mod relay;
mod shift;
mod sweep;
mod table_mails;
mod tables;
mod timekeeper;
mod votes;
mod wake;
mod wanted;
mod webhooks;

pub use crew::Crew;
pub use timekeeper::set as set_clock;
pub use wake::{Knocks, Moved, Moves, Wake};
