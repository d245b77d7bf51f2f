//! What a process does between requests: mails leave, bots move.
//!
//! May know the services, the mails and the store. Finds everything it does in the tables, so that any number of
//! processes can share it and a killed one loses nothing: a row is claimed, done, and settled. Knocks and
//! notifications only wake; looking at the tables decides.

mod bots;
mod clocks;
mod crew;
mod herald;
mod mailbox;
mod mails;
mod meanwhile;
mod ratings;
mod relay;
mod shift;
mod sweep;
mod tables;
mod timekeeper;
mod votes;
mod webhooks;

pub use crew::Crew;
pub use timekeeper::set as set_clock;
