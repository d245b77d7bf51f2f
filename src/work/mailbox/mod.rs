//! Where mail comes in: a small server for LMTP (RFC 2033) and SMTP (RFC 5321) on this machine, to which a mail server
//! hands over what is addressed to replies and to returned mail. It carries nothing on.
//!
//! Knows sockets, the two protocols and their bounds; what a mail means is `service::answers`' business. A mail is held in
//! memory up to its bound, and is either dealt with before the answer to its last dot, or brought again by its server.

mod command;
mod deliver;
mod door;
mod envelope;
mod lines;
mod session;

pub use door::Door;
