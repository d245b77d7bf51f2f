//! Emails: composed for one reader at the moment of sending, laid out, handed to a server; and inbound mail.
//!
//! May know the services, the store, the rules and the texts. Says nothing that is not stored, and nothing a seat may not
//! see. When mails are claimed is decided by the workers.

pub mod account;
pub mod answer_page;
mod compose;
mod digest;
pub mod email;
pub mod game;
pub mod inbound;
mod layouts;
mod lobby;
pub mod mailer;
mod messages;
mod outline;
mod page_words;
mod sender;
mod votes;
mod when;

pub use email::{Composed, Email};
pub use mailer::{Mailer, Unsent};
pub use page_words::PageWords;
pub use sender::MailSender;
