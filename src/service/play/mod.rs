//! Playing: reading a game, acting in it, and what bots, standing orders and clocks do there.
//!
//! A write is decided on the state that one statement read and is stored by one other, guarded by the version it was
//! decided on. A writer that comes second reads again and is validated anew.

mod act;
mod bot_turn;
mod clocks;
mod commit;
mod orders;
mod read;

pub use act::{Act, ActionResult, act, resign};
pub use bot_turn::bot_turn;
pub use clocks::TableClocks;
pub use commit::{Change, Notice, Summary, TableAction, commit, enter};
pub use orders::{answer_due_order, order_turn};
pub use read::{
    AwaitedDecision, Events, GameMoment, GameView, LegalActions, RedactedEvent, awaited, events, legal,
    moment, redact_stored, redact_written, version, view,
};

use crate::telemetry::metrics;

/// How often a write is tried anew before its author hears that the game is busy.
const MOST_TRIES: usize = 5;
/// The author of what a table does beside the rules, as the metrics call it.
pub const TABLE: &str = "table";

/// The tries of one write by `author`, a word of [`rules::Author`] or [`TABLE`]. Each after the first is counted.
pub fn tries(author: &'static str) -> impl Iterator<Item = usize> {
    (0..MOST_TRIES).inspect(move |number| {
        if *number > 0 {
            metrics::write_retried(author);
        }
    })
}
