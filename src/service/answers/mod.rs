//! Answering by mail: links that give one answer each, and replies.
//!
//! Whatever comes in goes the way of every action ([`super::play::act`]) and is judged there; nothing here moves a game.
//! What mails asked is remembered for some weeks, so that a number means what it meant in that very mail. Knows no HTTP,
//! no socket and no mailer.

mod address;
mod link;
mod mail;
mod next;
mod question;
mod reply;
mod report;
mod returned;
mod ways;

pub use address::{Address, domain};
pub use link::{Done, LinkState, Looked, look, send};
pub use mail::Incoming;
pub use next::when_said;
pub use question::{Question, digest, named, present};
pub use reply::{Taken, is_known, reply};
pub use returned::{ReturnAddress, returned, sender};
pub use ways::{MOST_LINKS, Reader, Ways, ways};
