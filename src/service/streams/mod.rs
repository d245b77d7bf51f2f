//! Streams: what reaches a client without a new request.
//!
//! One [`Hub`] per server knows who follows which game and which account's stream. A single loop reads what is new for
//! all of them, from the database alone, so that it does not matter which process stored it; each follower keeps its
//! own position and takes what lies after it, from memory if it is fresh and from the database if not. A slow follower
//! falls behind and costs nothing. Knows nothing of how a frame travels.

mod competition_stream;
mod events;
mod feed;
mod game_stream;
mod hub;
mod inbox;
mod person_stream;
mod poll;
mod positions;
mod stream;
mod tickets;
mod user_stream;
mod words;

pub use competition_stream::{OpenCompetitionStream, open_competition};
pub use events::{
    AccountStreamPlace, CompetitionChanged, CompetitionStreamPlace, GameStreamPlace, GameUpdate, GameUpdated,
    LobbyChanged, MessagePosted, NotificationKind, NotificationRaised, PersonStreamPlace, StreamEndReason,
    StreamEnded, StreamEvent,
};
pub use feed::moved_beyond;
pub use game_stream::{OpenGameStream, open_game};
pub use hub::{Credential, Hub, StreamPermit};
pub use inbox::{Inbox, InboxGame, InboxInclude, InboxIncluded, InboxItem, InboxItemType, inbox};
pub use person_stream::{OpenPersonStream, open_person};
pub use poll::poll;
pub use positions::LastEventId;
pub use stream::{Follower, Stream, frame};
pub use tickets::{StreamTicket, issue_ticket, use_ticket};
pub use user_stream::{open_user, relay};
