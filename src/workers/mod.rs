//! What a process does between requests: mails leave, bots move, deadlines are kept.
//!
//! May know the mails, the webhooks, the services and the store. Finds everything it does in the tables, so that any
//! number of processes can share it and a killed one loses nothing: a row is claimed, done, and settled. Events and
//! `NOTIFY` only wake; polling decides.

mod clock_sync;
mod jobs;
mod notify;
mod poll;
mod start;
mod webhooks;

pub use clock_sync::set as set_clock;
pub use start::Workers;
