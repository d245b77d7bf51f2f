//! PostgreSQL. The only folder that knows diesel.
//!
//! Functions here take a connection, never the pool, so that each of them also works inside a transaction, and
//! every instant comes in as a parameter: no SQL here asks the database for the time, but that in `time`, by which
//! clocks are set. "Not there" is `None`,
//! "broken" is an error. What the rows mean is the service's business.

pub mod account_mail_queue;
pub mod account_mails;
pub mod accounts;
pub mod address_changes;
pub mod address_requests;
pub mod announcements;
pub mod answer_mail_queue;
pub mod answer_mails;
pub mod audit;
pub mod availability;
pub mod backlog;
pub mod backup;
pub mod bans;
pub mod blocks;
pub mod bot_turns;
pub mod claimed_mail;
pub mod clocks;
pub mod connect;
pub mod dead_letters;
pub mod deliveries;
pub mod delivery_failures;
pub mod departures;
pub mod export;
pub mod feeds;
pub mod games;
pub mod glance;
pub mod health;
pub mod history;
pub mod inbox;
pub mod invitation_links;
pub mod invitations;
pub mod kicks;
pub mod knocks;
pub mod lobby;
pub mod log_in_links;
pub mod mail_collections;
pub mod mail_questions;
pub mod mail_queue;
pub mod messages;
pub mod migrate;
pub mod name_keys;
pub mod notes;
pub mod notice_settings;
pub mod notices;
pub mod occasion;
pub mod order_turns;
pub mod orders;
pub mod outage;
pub mod outages;
pub mod outbox;
pub mod password_resets;
pub mod people;
pub mod personal_tokens;
pub mod pool;
pub mod positions;
pub mod present;
pub mod proofs;
pub mod rate_limits;
pub mod rating_changes;
pub mod rating_queue;
pub mod ratings;
pub mod reading;
pub mod records;
pub mod recoveries;
pub mod relay;
pub mod reliability;
pub mod replies;
pub mod schema;
pub mod seat_offers;
pub mod seats;
pub mod sessions;
pub mod settled;
pub mod signing_keys;
pub mod stopped_addresses;
pub mod stream_items;
pub mod stream_tickets;
pub mod table_changes;
pub mod table_mail_queue;
pub mod table_mails;
pub mod table_occasion;
pub mod time;
pub mod transaction;
pub mod visibility;
pub mod votes;
pub mod webhook_deliveries;
pub mod webhook_facts;
pub mod webhook_queue;
pub mod webhook_waits;
pub mod webhooks;
pub mod words;
pub mod write;

pub use outage::is_outage;
pub use pool::{Connection, Pool};
pub use transaction::transaction;

/// What the database said when something broke. Never shown to a caller.
pub type StoreError = diesel::result::Error;

/// What the description of a query says that is sent.
fn sent(described: &str) -> String {
    described.split(" -- binds").next().unwrap_or_default().to_owned()
}
