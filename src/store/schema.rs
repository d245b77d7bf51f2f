//! The tables as diesel sees them; `migrations/` is what makes them.
#![allow(missing_docs, reason = "the columns are explained in the migrations")]

mod keyed_by_game;
mod keyed_otherwise;

pub use keyed_by_game::{
    availability_due, ballots, bot_turns, decisions, entries, games, invitation_links, invitations, kicks,
    message_boxes, message_copies, messages, notes, order_turns, orders, positions, relay_due, relayed,
    seat_offers, seats, snapshots, stream_items, table_changes, talks, votes,
};
pub use keyed_otherwise::{
    accounts, address_changes, address_requests, announcements, audit_log, availability, bans, blocks,
    mail_links, one_time_links, personal_tokens, rate_limits, rating_changes, ratings, refresh_tokens,
    refused_addresses, reliability, replies, reply_addresses, reports, sessions, signing_keys,
    stopped_addresses, stream_heads, stream_tickets, vacations, webhook_deliveries, webhooks,
};

diesel::allow_tables_to_appear_in_same_query!(
    accounts,
    sessions,
    refresh_tokens,
    games,
    seats,
    invitations,
    invitation_links,
    kicks,
    positions,
    entries,
    snapshots,
    decisions,
    bot_turns,
    blocks,
    personal_tokens,
    bans,
    votes,
    ballots,
    seat_offers,
    ratings,
    reliability,
    mail_links,
    stopped_addresses,
);
