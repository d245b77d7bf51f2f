//! The answers of the pipe.

use rules::{Author, Decision, Draw, Json, ListedDecision, Outcome, Seat, StoredEntry, TakeBackLimit};
use serde::Serialize;
use serde_json::value::RawValue;

/// What was written: the first entry, if the request made one, and what came after it.
#[derive(Serialize)]
pub(super) struct Written {
    /// The number of the last entry.
    pub version: u64,
    #[serde(flatten)]
    pub entry: Option<EntryShown>,
    /// The standing orders of the seat, as they were accepted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub orders: Option<Vec<Json>>,
    /// What the server and standing orders did next, each an entry of its own.
    pub steps: Vec<StoredEntry>,
    pub awaiting: Vec<Decision>,
    /// How it ended, when it is over.
    pub outcome: Option<Outcome>,
    /// What the seat of the request may take back now.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub take_back: Option<TakeBackShown>,
    /// The standing orders that can't apply any more; the game has dropped them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub expired_orders: Vec<ExpiredOrder>,
    /// Would standing orders have answered further? They go on with the next write.
    #[serde(skip_serializing_if = "is_false")]
    pub more_orders: bool,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde gives a reference")]
fn is_false(holds: &bool) -> bool {
    !holds
}

/// An entry without its version, which [`Written`] gives.
#[derive(Serialize)]
pub(super) struct EntryShown {
    pub by: Author,
    pub seat: Option<Seat>,
    pub action: Option<Json>,
    pub events: Json,
    /// With purpose and range.
    pub draws: Vec<Draw>,
}

impl EntryShown {
    pub fn of(entry: StoredEntry) -> Self {
        let StoredEntry { by, seat, action, events, draws, .. } = entry;
        Self { by, seat, action, events, draws }
    }
}

/// How far a seat may take back what it has done, as the service says it.
#[derive(Serialize)]
pub(super) struct TakeBackShown {
    /// The versions to which it may return, the latest first.
    pub versions: Vec<u64>,
    /// How often it may still take back in the turn.
    pub left: u8,
    /// Why it can't return to anything earlier than these.
    pub limit: TakeBackLimit,
}

#[derive(Serialize)]
pub(super) struct ExpiredOrder {
    pub seat: Seat,
    pub order: Json,
    /// Why, in the terms of the ruleset.
    pub reason: &'static str,
}

#[derive(Serialize)]
pub(super) struct Awaiting {
    pub awaiting: Vec<Decision>,
    pub outcome: Option<Outcome>,
}

#[derive(Serialize)]
pub(super) struct LegalShown {
    pub legal: Vec<ListedDecision>,
    pub take_back: TakeBackShown,
}

#[derive(Serialize)]
pub(super) struct Effects {
    /// The number of the last entry: the effects are true for it.
    pub version: u64,
    pub effects: Vec<Json>,
}

#[derive(Serialize)]
pub(super) struct SeenView {
    pub view: Json,
}

#[derive(Serialize)]
pub(super) struct StateShown {
    pub version: u64,
    /// The state of the ruleset, whatever was taken back before it.
    pub state: Box<RawValue>,
    /// What the ids of the open decisions need beside it, once something was taken back.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decision_ids: Option<Box<RawValue>>,
}

/// Events as the viewer sees them.
#[derive(Serialize)]
pub(super) struct Redacted {
    pub events: Vec<Json>,
}

#[derive(Serialize)]
pub(super) struct Closed {
    /// The name of the game that was dropped.
    pub closed: Option<String>,
}

/// JSON on one line.
pub(super) fn line(answer: &impl Serialize) -> String {
    match serde_json::to_string(answer) {
        Ok(text) => text,
        Err(error) => unreachable!("an answer does not serialise: {error}"),
    }
}
