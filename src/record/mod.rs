//! The record of a game: its format, the seal over it, and the two ways to check it offline.
//!
//! May know: `rules` and the registry of `rulesets`, plain data, serde and SHA-256. May not know: a database, the web,
//! accounts, files. The service writes records in this format; `althing verify` and `althing replay` read them. Any
//! fault of a record that is read is a sentence for a person; nothing here trusts a byte of it.

pub mod format;
mod replay;
mod verify;

pub use format::{DEAL, Defect, FORMAT, FORMAT_VERSION, Head, Player};
pub use replay::replay;
pub use verify::{Record, RecordedEntry, Verified, verify};
