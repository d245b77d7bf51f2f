//! The rules contract: what every ruleset answers, and what all of them share.
//!
//! May know: plain data, serde, the JSON-Schema types of the description, and arithmetic.
//! May not know: the web, a database, the clock, threads, or any generator of random numbers that is
//! not handed in. `tests/architecture.rs` holds this. Everything here is a pure function of its arguments,
//! so that live play, replay, simulation and time travel run the same lines.

pub mod calls;
pub mod chance;
pub mod conformance;
pub mod decision;
pub mod entry;
pub mod erased;
pub mod hex;
pub mod interruptions;
pub mod legal;
pub mod orders;
pub mod outcome;
pub mod playout;
pub mod reading;
pub mod refusal;
pub mod render;
pub mod ruleset;
pub mod schemas;
pub mod series;
mod spots;
pub mod typed;

pub use chance::{Chance, ChanceFault, Draw};
pub use decision::{Decision, NoticeKind, Seat};
pub use entry::{By, Entry, perform, start};
pub use erased::{AnyGame, AnyRuleset, Erased, Json, StoredEntry};
pub use hex::{Hex, HexCorner, NoHex, Pole};
pub use legal::{Field, FieldKind, Legal, Shape};
pub use orders::{Ordered, SeatOrder};
pub use outcome::{Outcome, Place};
pub use refusal::{CONTRACT_REFUSALS, Refusal, RefusalCode};
pub use render::RenderedBoard;
pub use ruleset::{Actor, Choice, Ruleset, Viewer};
pub use schemas::{Described, Schemas};
pub use spots::{ByName, Spot, Spots};
