//! The tables as diesel sees them; `migrations/` is what makes them.
#![allow(missing_docs, reason = "the columns are explained in the migrations")]

mod keyed_by_game;
mod keyed_otherwise;

pub use keyed_by_game::*;
pub use keyed_otherwise::*;

diesel::allow_tables_to_appear_in_same_query!(
    accounts,
    sessions,
    refresh_tokens,
    games,
    seats,
    invitations,
    kicks,
    positions,
    entries,
    snapshots,
    decisions,
    bot_turns,
    blocks,
    follows,
    personal_tokens,
    bans,
    votes,
    ballots,
    seat_offers,
    ratings,
    reliability,
    mail_links,
    devices,
    stopped_addresses,
    clubs,
    club_members,
    competitions,
    competition_entrants,
    competition_tables,
    availability,
);
