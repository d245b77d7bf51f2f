//! The lobby: opening a table, finding one, being asked to one, sitting down, getting up, and the start.
//!
//! Everything here that changes a table runs inside a transaction of the caller and holds the game's row, so that
//! two people who want the last seat come one after the other. Unique constraints stand behind it. What a table can
//! become until it starts stands in [`state`]; each use case is a file of its own and ends in [`settle`].

mod answer;
mod ask;
mod cancel;
mod change;
mod changes;
mod confirm;
mod create;
mod depart;
mod find;
mod hold;
mod invitation;
mod invite;
mod join;
mod kick;
mod leave;
mod links;
mod overdue;
mod received;
mod rematch;
mod settle;
mod shown;
mod start;
mod state;
mod terms;
mod text;

pub use answer::{accept, decline, withdraw};
pub use ask::{Asked, Invitation, Invitations, invitations};
pub use cancel::{cancel, strike};
pub use change::{Changes, change};
pub use changes::{TableChange, note};
pub use confirm::confirm;
pub use create::{Creation, create, raw};
pub use depart::depart;
pub use find::{Page, Search, Sort, find};
pub use invitation::InvitationState;
pub use invite::{Invited, invite};
pub use join::{Joining, join};
pub use kick::kick;
pub use leave::leave;
pub use links::{Link, Links, MadeLink, NewLink, behind, links, make_link, revoke_link};
pub use overdue::{overdue, put_off};
pub use received::{Received, ReceivedInvitations, received};
pub use rematch::rematch;
pub use shown::{GameShown, Now, SeatShown, show};
pub use terms::{JoinRule, StartRule, Terms};
