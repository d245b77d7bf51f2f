//! News for programs that fetch feeds: the deadlines of an account for its calendar, when the games of its clubs began and
//! ended, what an account was notified of, and what happened in a game that anybody may see.
//!
//! A feed says no more than the mails or the spectator's view do, and names no link that is a secret: it often lies on
//! servers of others. Knows nothing of the formats, which `http/feeds` writes.

mod addresses;
mod calendar;
mod game;
mod notices;

pub use addresses::{ClubCalendar, FeedAddresses, account_of_secret, club_calendar_reader, end, renew, show};
pub use calendar::{CalendarEvent, deadlines, games_of_club};
pub use game::{GameNews, game_news};
pub use notices::{NewsItem, notices};

use sha2::{Digest, Sha256};
use uuid::Uuid;

/// The id of the news of an account, which does not change with their address.
pub fn account_feed_id(account: Uuid) -> Uuid {
    stable_id(&[b"account", account.as_bytes()])
}

/// An id that is the same whenever it is made from the same parts, and tells nothing of them.
fn stable_id(parts: &[&[u8]]) -> Uuid {
    let digest = Sha256::digest([b"althing/news\0".as_slice(), &parts.concat()].concat());
    uuid::Builder::from_custom_bytes(std::array::from_fn(|place| digest[place])).into_uuid()
}
