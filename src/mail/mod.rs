//! Emails: composed for one reader at the moment of sending, laid out, handed to a server; and inbound mail.
//!
//! May know the services, the store, the rules and the texts. Says nothing that is not stored, and nothing a seat may
//! not see. When mails are claimed is decided by the workers.

pub mod compose;
pub mod email;
mod failure;
pub mod inbound;
mod layout;
pub mod mailer;
mod sender;

pub use email::{Composed, Email};
pub use mailer::{Mailer, Unsent};
pub use sender::MailSender;
