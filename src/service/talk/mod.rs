//! Talk: what people say at a table, and what they note for themselves.
//!
//! Who may read a message is settled when it is said: the whole table and whoever may see the game, or the people who
//! sit in the named seats just then. Whoever takes a seat over later reads what the table was told, and nothing that
//! was said to the one before him. Nobody's numbers, pages or streams change for what others say to each other.

mod list;
mod note;
mod post;
mod shown;
mod text;

pub use list::{Messages, Read, Wanted, list, mark_read};
pub use note::{NoteShown, note, write_note};
pub use post::{NewMessage, post};
pub use shown::MessageShown;
pub use text::{LONGEST_MESSAGE, LONGEST_NOTE};
