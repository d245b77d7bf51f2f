//! The record of a game: its format, the seal over it, and the two ways to check it offline.
//!
//! May know: `rules` and the registry of `rulesets`, plain data, serde and SHA-256. May not know: a database, the web,
//! accounts, files. The service writes records in this format; `althing verify` and `althing replay` read them. Whatever
//! is wrong with a record that is read is told in a sentence; nothing here trusts a byte of it.

mod defect;
mod format;
mod read;
mod replay;
pub mod seal;
mod verify;

pub use defect::Defect;
pub use format::{DEAL, FORMAT, FORMAT_VERSION, Head, Player};
pub use read::{Record, RecordedEntry};
pub use replay::replay;
pub use verify::{Verified, verify};
