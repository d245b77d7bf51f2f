//! Mails about a table, whatever is played there: who is asked to it and how it fills, what it votes about, who has a
//! seat.
//!
//! May know the table, its people and its votes; never a view: who gets such a mail may have no seat, or none any more.

pub mod lobby;
mod scene;
pub mod seat;
mod sheet;
