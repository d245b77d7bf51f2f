//! The lobby: creating games, finding them, invitations, taking and leaving seats, and the start.
//!
//! Everything here that changes a game locks its row, so that
//! two requests for the last seat come one after the other. Unique constraints guard this, too. What a game can
//! become until it starts is in [`start`]; each change of one ends in [`start::settle`].

mod changes;
mod create;
mod details;
mod game_list;
mod invitations;
mod links;
mod locked;
mod seats;
mod settings;
mod start;
pub use crate::store::invitations::InvitationStatus;
pub use changes::{LobbyChange, LobbyChangeKind};
pub use create::{RematchDelay, change, create, rematch, sit_down_again};
pub use details::{GameDetails, GameProgress, SeatOccupant, details_for, get, tag_of};
pub use game_list::{GameQuery, GameSort, find};
pub use invitations::{
    Invitation, Invited, Invitee, ReceivedInvitation, accept, decline, decline_for_address, invitations,
    invite, received, withdraw,
};
pub use links::{
    CreateInvitationLink, CreatedInvitationLink, InvitationLink, behind, links, make_link, revoke_link,
};
pub use seats::{Joining, cancel, confirm, depart, join, kick, leave, overdue, put_off, void};
pub use settings::{
    CreateGame, CreateRematch, GameSettings, JoinRule, PROPOSED_ORDER_DELAY_SECONDS, StartRule, UpdateGame,
    checked_entropy, wait_in_minutes,
};
pub use start::must_wait;
