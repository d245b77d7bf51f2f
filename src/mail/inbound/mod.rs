//! Inbound mail: a small server for LMTP (RFC 2033) and SMTP (RFC 5321) on this machine, to which a mail server hands over
//! what is addressed to replies and to bounces. It relays nothing.
//!
//! Knows sockets, the two protocols, MIME and the habits of mail programs; what a reply means for a game is decided by
//! `service::replies`. A mail is held in memory up to its limit, and is either dealt with before the answer to its last
//! dot, or brought again by its server.

mod automatic;
mod bounce_report;
mod delivery;
mod html;
mod own_words;
mod read;
mod server;
mod session;

pub use server::SmtpServer;
