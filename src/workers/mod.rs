//! The background work of a process: sending mails, moving bots, keeping deadlines.
//!
//! May know the mails, the webhooks, the services and the store. All work is found in the tables, so that any number of
//! processes can share it and a killed process loses nothing: a row is claimed, carried out and settled. Events and
//! `NOTIFY` only wake a worker early; polling alone would do.

mod channels;
mod jobs;
mod notify;
mod poll;
mod push;
mod start;
mod webhooks;

pub use jobs::set_clock;
pub use start::Workers;
