//! What a reader sets about the mails he gets: how each kind of notice reaches him, in all games or in one, when he is
//! left in peace, and when his daily mail comes.
//!
//! What is set holds at the moment when a notice is due ([`sort`]), so a change touches what waits already. It decides
//! when a notice is sent and never what it says. Mails about the account itself (a password, an address) don't ask here.

mod collection;
mod course;
mod day;
mod deliveries;
mod game;
mod quiet;
mod set;
mod sort;
mod test_mail;
mod topic;
mod unsubscribe;
mod way;

pub use collection::Collection;
pub use course::{Course, Habits};
pub use deliveries::{Deliveries, Delivery, DeliveryState, deliveries};
pub use game::{GameNoticeSettings, GameWays, for_game, set_for_game};
pub use quiet::QuietHours;
pub use set::{NoticeSettings, NoticeSettingsChange, set, show};
pub use sort::sort;
pub use test_mail::{TEST, test};
pub use topic::Topic;
pub use unsubscribe::{Subject, unsubscribe, unsubscribe_token, whose};
pub use way::{Way, Ways};
