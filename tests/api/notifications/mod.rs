//! Mails: who gets which, when, and that what is in them is true.

mod accounts;
mod bots;
mod call_kinds;
mod calls;
mod copied;
mod delivery;
mod emails;
mod languages;
mod messages;
mod per_turn;
mod reasons;
mod secrecy;
mod settings;
mod tables;
mod unsubscribe;
mod votes;
mod waking;
