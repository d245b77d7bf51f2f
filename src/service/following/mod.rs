//! Following: what reaches somebody without his asking again.
//!
//! One [`Hub`] per server knows who follows which game and which person's stream. A single loop reads what is new for
//! all of them, from the tables alone, so that it does not matter which process stored it; each follower keeps a place
//! of his own and takes what lies after it, from memory if it is fresh and from the tables if not. A slow follower
//! falls behind and costs nothing. Knows nothing of how a frame travels.

mod ending;
mod feed;
mod frame;
mod game_stream;
mod head;
mod hub;
mod inbox;
mod line;
mod look;
mod open;
mod pass;
mod place;
mod relay;
mod table;
mod ticket;
mod user_stream;
mod wait;

pub use ending::Ending;
pub use feed::Feed;
pub use frame::Frame;
pub use game_stream::{GameStream, Opening};
pub use hub::Hub;
pub use inbox::{Inbox, InboxItem, What, inbox};
pub use look::follow;
pub use open::{LastEvent, WantedGame, open_game, open_person};
pub use pass::{Pass, Proof};
pub use place::{GamePlace, UserPlace};
pub use relay::relay;
pub use ticket::{NewTicket, TicketShown, issue_ticket, use_ticket};
pub use user_stream::{First, UserOpening, UserStream};
pub use wait::moved_beyond;
