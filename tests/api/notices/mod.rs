//! Mails: who gets which, when, and that what is in them is true.

mod accounts;
mod bots;
mod calls;
mod copied;
mod delivery;
mod letters;
mod messages;
mod secrecy;
mod tables;
mod votes;
mod waking;
