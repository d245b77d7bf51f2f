//! Messages: what players say in a game, and what they note for themselves.
//!
//! Who may read a message is settled when it is sent: everyone who may see the game, or the players who sit in the named
//! seats just then. A player who takes a seat over later reads what the whole table was sent, and nothing that was sent to
//! the seat before. No reader's numbers, pages or streams change for what others say to each other.

mod messages;
mod notes;
mod text;

pub use messages::{ListMessages, Message, MessagePage, MessagesRead, NewMessage, list, mark_read, post};
pub use notes::{GameNote, note, write_note};
