//! PostgreSQL. The only package that knows diesel.
//!
//! Functions here take a connection, never the pool, or a [`Transaction`] if they are right only inside a transaction.
//! Every instant comes in as a parameter: no SQL here asks the database for the time, except `health::database_time`,
//! by which clocks are corrected. A missing row is `None`, broken data an error. What rows mean is known by the service
//! alone. Queries beyond diesel's builder go through [`sql::sql`].
//!
//! Queues find what is due by a plain read over all games, and then claim one row by its key. No claim locks rows of
//! several games, so that all of this can also run where games are on several servers.

pub mod accounts;
pub mod apps;
pub mod availability;
pub mod backup;
pub mod blocks;
pub mod channel_posts;
pub mod club_channels;
pub mod club_members;
pub mod club_messages;
pub mod clubs;
pub mod competition_rounds;
pub mod competitions;
pub mod connect;
pub mod contexts;
pub mod credentials;
pub mod departures;
pub mod devices;
pub mod diagnosis;
pub mod due;
pub mod export;
pub mod feed_addresses;
pub mod feeds;
pub mod follows;
pub mod friends;
pub mod game_channels;
pub mod game_exports;
pub mod game_lists;
pub mod games;
pub mod health;
pub mod history;
pub mod idempotency;
pub mod inbox;
pub mod invitation_links;
pub mod invitations;
pub mod mail_links;
pub mod mails;
pub mod messages;
pub mod migrate;
pub mod news;
pub mod notes;
pub mod notify;
pub mod one_time_links;
pub mod operator_lists;
pub mod operators;
pub mod orders;
pub mod outages;
pub mod page_log_ins;
pub mod pages;
pub mod people;
pub mod pool;
pub mod positions;
pub mod preferences;
pub mod push;
pub mod queues;
pub mod rate_limits;
pub mod ratings;
pub mod recoveries;
pub mod reply_addresses;
pub mod schema;
pub mod seats;
pub mod sessions;
pub mod sharding;
pub mod sql;
pub mod sqlstate;
pub mod stream_items;
pub mod suppressed_addresses;
pub mod tx;
pub mod unasked_mails;
pub mod votes;
pub mod webhook_deliveries;
pub mod webhook_facts;
pub mod webhooks;
pub mod write;

pub use pool::{Connection, Pool};
pub use sqlstate::{is_conflict, is_outage, was_undone};
pub use tx::{Connected, Transaction, transaction};

/// The database's error. Never shown to a caller.
pub type StoreError = diesel::result::Error;

pub type Result<T, E = StoreError> = std::result::Result<T, E>;
