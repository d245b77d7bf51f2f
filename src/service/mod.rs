//! Use cases: what the service does for any caller. No HTTP here, no SQL here.
//!
//! A function takes a [`Ctx`], the caller and the request, or a [`Tx`] where it is part of a transaction.

pub mod access;
pub mod accounts;
pub mod address_refusals;
mod app;
pub mod audit;
pub mod availability;
pub mod blocks;
pub mod caretakers;
mod ctx;
pub mod cursor;
pub mod deadlines;
pub mod departures;
mod explained;
pub mod game_cache;
pub mod history;
pub mod idempotency;
pub mod identity;
pub mod limits;
mod link_token;
pub mod loaded_game;
pub mod lobby;
pub mod log;
pub mod mail_links;
pub mod messages;
pub mod operators;
pub mod orders;
pub mod outages;
pub mod page;
pub mod passwords;
pub mod people;
pub mod pictures;
pub mod plain;
pub mod play;
pub mod preferences;
pub mod ratings;
pub mod recent_events;
pub mod record;
pub mod recovery;
pub mod replies;
pub mod reports;
pub mod rulesets;
mod secrets_in_text;
pub mod sessions;
pub mod stored_json;
pub mod streams;
pub mod tag;
pub mod tokens;
pub mod turn;
pub mod visibility;
pub mod votes;
pub mod webhooks;

pub use app::App;
pub use ctx::{Ctx, Tx};
