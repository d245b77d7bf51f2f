//! Inbound mail: a small server for LMTP (RFC 2033) and SMTP (RFC 5321), to which a mail server hands over the mail to
//! addresses for replies and for bounces. It relays nothing.
//!
//! Knows sockets, the two protocols, MIME and the habits of mail programs; what a reply means for a game is decided by
//! `service::replies`. A mail is never stored: it is held in memory, up to its limit, and handled before the reply to
//! its last dot. If that fails, the reply is 4xx, and the mail server brings the mail again.

mod automatic;
mod bounce_report;
mod delivery;
mod html;
mod own_words;
mod read;
mod server;
mod session;

pub use server::SmtpServer;
