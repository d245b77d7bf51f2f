//! The rules contract: what every ruleset answers, and what all of them share.
//!
//! May know: plain data, serde, the JSON-Schema types of the description, and arithmetic.
//! May not know: the web, a database, the clock, threads, or any generator of random numbers that is
//! not handed in. `tests/architecture.rs` holds this. Everything here is a pure function of its arguments,
//! so that live play, replay, simulation and time travel run the same lines.

pub mod chance;
pub mod components;
pub mod contract;
mod counts;
pub mod decision;
mod decision_ids;
pub mod entry;
mod erased;
mod genitive;
pub mod geometry;
pub mod hex;
pub mod legal;
pub mod orders;
pub mod outcome;
pub mod preview;
pub mod reading;
mod recorder;
pub mod refusal;
pub mod render;
pub mod schemas;
pub mod search;
mod shared;
mod spots;
pub mod stand_in;
pub mod statistics;
pub mod tagged_options;
mod take_backs;
pub mod typed_answers;

pub use chance::{Chance, ChanceError, Draw};
pub use components::{ComponentData, StoredComponents};
pub use contract::{
    Actor, Bots, Choice, OrderAnswer, Previews, Render, Rules, StandingOrders, Statistics, Texts, Viewer,
};
pub use counts::{Counted, Counts};
pub use decision::{
    BySeat, Call, CallClass, CallKind, Decision, DecisionChange, LAST_SEAT, Seat, is_awaited, next_seat,
    numbered_turn_id, opened_calls, turn_id,
};
pub use decision_ids::id_in_ruleset;
pub use entry::{Author, Entry, LogRole, PerformError, SettleError, perform, start};
pub use erased::{
    AnyGame, AnyRuleset, Json, ListedDecision, Registered, SchemaWithParts, Schemas, StoredEntry,
    StoredOrderRun, type_of,
};
pub use genitive::genitive;
pub use geometry::BoardGeometry;
pub use hex::{Hex, HexCorner, NotAHex, Pole};
pub use legal::{Field, FieldKind, Legal, Shape};
pub use orders::SeatOrder;
pub use outcome::{Outcome, RankedSeat, ScoreSource};
pub use recorder::{Applied, Apply, Misfit, OrMisfit, Recorder};
pub use refusal::{CONTRACT_REFUSALS, Refusal, RefusalCode};
pub use render::{Overview, RenderOptions, RenderedBoard};
pub use shared::Shared;
pub use spots::{ByName, Spot, Spots};
pub use take_backs::{EntryFacts, MAX_PER_TURN, TakeBackLimit, TakeBacks};
pub use wire::{stored, wire, words};
