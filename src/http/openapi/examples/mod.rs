//! The examples of the description.
//!
//! They are made of the service's own types, and what stands in a game comes from a real one, so that an example
//! can't say what the service never would. The people and ids in them are made up.

mod account;
mod games;
mod notices;
mod operators;
mod play;
mod records;
mod streams;
mod webhooks;

pub use account::{
    account, address, availability, blocks, export, made_token, notes, pending_address, personal_tokens,
    sessions, tokens, vacation,
};
pub use games::{game, games, invitation, invitation_links, invitations, made_link, received_invitations};
pub use notices::{deliveries, game_notices, notice_settings};
pub use operators::{account_for_operators, announcement, announcements, dead_letters};
pub use play::{
    board, events, legal, message, messages, note, order_set, orders, rehearsal, reply, view, vote, votes,
};
pub use records::record;
pub use streams::{game_stream, inbox, stream_ticket, user_stream};
pub use webhooks::{made_webhook, new_webhook_secret, webhook, webhook_deliveries, webhook_test, webhooks};

use serde::Serialize;
use serde_json::Value;
use uuid::Uuid;

use crate::clock::Instant;

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
