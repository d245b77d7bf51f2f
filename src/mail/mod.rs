//! What leaves by mail: composed for one reader at the moment of sending, given its form, handed to a server.
//!
//! May know the services, the store, the rules and their texts. Says nothing that is not stored, and nothing a seat may
//! not see. When a sender looks for mails is the worker's.

pub mod account;
pub mod answer_page;
mod compose;
mod digest;
pub mod email;
pub mod game;
mod layout;
mod lobby;
pub mod mailer;
mod messages;
mod page_words;
mod sender;
mod texts;
mod votes;
mod when;

pub use email::{Composed, Email};
pub use mailer::{Mailer, Unsent};
pub use page_words::PageWords;
pub use sender::MailSender;
