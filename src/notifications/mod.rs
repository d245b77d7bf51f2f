//! Notifications: one table of kinds, the preferences of readers, enqueueing, and the addresses that get no more mail.
//!
//! May know the store and the rules. Composes and sends nothing: that is `mail`. The reason why a mail was not sent is
//! one of [`Withheld`], or begins with `dead: `.

pub mod delivery;
pub mod enqueue;
pub mod kinds;
pub mod preferences;
pub mod quiet_hours;
pub mod suppression;
pub mod unasked;

pub use crate::store::mails::queue::MailResult;
pub use delivery::{PendingNotice, Withheld, disposition_of};
pub use kinds::{
    GameGuard, KindEntry, Kinds, LobbyGuard, MailKind, MailTemplate, OwnTopic, VoteGuard, WebhookTopic,
};
pub use preferences::{DeliveryMode, DeliveryModes, DigestKind, Disposition, Preferences, Topic};
pub use quiet_hours::QuietHours;
