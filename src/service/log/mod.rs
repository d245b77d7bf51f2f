//! The log of a game: one gapless list, in which what the rules did and what the table did stand side by side.
//!
//! Everything that reads entries goes through here: an entry of the table tells everybody the same, and changes nothing
//! that the rules know of; an entry may be of both kinds, as a resignation is.

mod digest;
mod table_event;

pub use digest::{Mark, digests};
pub use table_event::{Ballot, TableEvent, VoteKind, WhyFailed};

use crate::error::Error;
use crate::store::history::Entry;
use rules::{AnyGame, AnyRuleset, Json, Viewer};

/// An entry of the table alone tells nothing of the rules.
pub const NO_EVENTS: &str = "[]";

/// What an entry tells `viewer`, one JSON with a `type` for each event: first what happened at the table, then what the
/// rules made of it.
pub fn tell(
    title: &dyn AnyRuleset,
    table_events: Option<&str>,
    events: &str,
    viewer: Viewer,
) -> Result<Vec<Json>, serde_json::Error> {
    let mut told: Vec<Json> = table_events.map(serde_json::from_str).transpose()?.unwrap_or_default();
    if events != NO_EVENTS {
        told.extend(title.redact(events, viewer)?);
    }
    Ok(told)
}

/// Folds an entry into a game: replay.
pub fn fold(game: &mut dyn AnyGame, entry: &Entry) -> Result<(), Error> {
    if entry.events == NO_EVENTS {
        return Ok(());
    }
    game.apply(&entry.events)
        .map_err(|error| Error::Internal(format!("version {} does not replay: {error}", entry.version)))
}
