//! The examples of the description.
//!
//! They are made of the service's own types, and what stands in a game comes from a real one, so that an example
//! can't show what the service never sends. The people and ids in them are made up.

mod accounts;
mod games;
mod notifications;
mod play;
mod streams;

pub use accounts::{
    account, account_for_operators, address, announcement, announcements, availability, blocks, dead_letters,
    export, made_token, notes, pending_address, personal_tokens, reports, sessions, tokens, vacation,
};
pub use games::{game, games, invitation, invitation_links, invitations, made_link, received_invitations};
pub use notifications::{
    created_webhook, deliveries, game_notices, new_webhook_secret, notice_settings, webhook,
    webhook_deliveries, webhook_event, webhook_test, webhooks,
};
pub use play::{
    actions, board, dry_run, events, inbox, legal, message, messages, note, order_set, orders, preview,
    record, reply, view, vote, votes,
};

pub use streams::{account_stream, account_stream_event, game_stream, game_stream_event, stream_ticket};

use serde::Serialize;
use serde_json::Value;
use uuid::Uuid;

use crate::time_control::Instant;

fn id(last: u8) -> Uuid {
    let mut bytes =
        [0x01, 0x93, 0x44, 0x9f, 0x68, 0xc0, 0x7b, 0x2f, 0x8c, 0x3e, 0x1a, 0x2b, 0x3c, 0x4d, 0x5e, 0];
    bytes[15] = last;
    Uuid::from_bytes(bytes)
}

/// Noon of a day in November.
fn noon() -> Instant {
    Instant::from_timestamp(1_795_176_000, 0).unwrap_or_default()
}

/// Null where a value does not serialise; the validation of the examples would find it.
fn value(example: &impl Serialize) -> Value {
    serde_json::to_value(example).unwrap_or_default()
}
