//! The requests and answers of the pipe.

use rules::entry::{PerformError, SettleError};
use rules::{ChanceError, Decision, Json, Legal, Outcome, Refusal, Seat, StoredEntry};
use serde::de::{DeserializeOwned, IgnoredAny};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;

use super::MAX_REQUEST_BYTES;

/// A request by its `op`.
pub(super) enum Request {
    Setup(Setup),
    Act(Act),
    Legal(OfSeat),
    Awaiting,
    View(OfViewer),
    State,
    Load(Load),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Setup {
    #[serde(rename = "op")]
    _op: IgnoredAny,
    pub players: u8,
    pub options: Option<Box<RawValue>>,
    /// Up to 32 bytes as hex, padded with zeros, so that a run can always be repeated.
    pub seed: Option<String>,
    pub chance: Option<Vec<Value>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Act {
    #[serde(rename = "op")]
    _op: IgnoredAny,
    pub seat: Seat,
    pub action: Box<RawValue>,
    /// The decision to answer; refused when it is no longer open.
    pub decision: Option<String>,
    pub chance: Option<Vec<Value>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct OfSeat {
    #[serde(rename = "op")]
    _op: IgnoredAny,
    pub seat: Seat,
}

/// Whose view; `null` is a spectator.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct OfViewer {
    #[serde(rename = "op")]
    _op: IgnoredAny,
    pub seat: Option<Seat>,
}

/// A request without fields.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Bare {
    #[serde(rename = "op")]
    _op: IgnoredAny,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Load {
    #[serde(rename = "op")]
    _op: IgnoredAny,
    pub state: Box<RawValue>,
    /// The number of the last entry; later draws follow from it and the seed. Absent: 0.
    #[serde(default)]
    pub version: u64,
    pub seed: Option<String>,
    /// For the server's steps that are due in the state.
    pub chance: Option<Vec<Value>>,
}

/// The field that says which request it is; the others are read when it is known.
#[derive(Deserialize)]
struct Head {
    op: String,
}

impl Request {
    pub fn read(line: &[u8]) -> Result<Self, Fault> {
        let text = std::str::from_utf8(line).map_err(|_| Fault::malformed_json("the line is not UTF-8"))?;
        serde_json::from_str::<IgnoredAny>(text)
            .map_err(|error| Fault::malformed_json(&error.to_string()))?;
        let Head { op } = part(text)?;
        match op.as_str() {
            "setup" => part(text).map(Self::Setup),
            "act" => part(text).map(Self::Act),
            "legal" => part(text).map(Self::Legal),
            "awaiting" => part::<Bare>(text).map(|_| Self::Awaiting),
            "view" => part(text).map(Self::View),
            "state" => part::<Bare>(text).map(|_| Self::State),
            "load" => part(text).map(Self::Load),
            _ => Err(Fault::unknown_op(&op)),
        }
    }
}

fn part<T: DeserializeOwned>(text: &str) -> Result<T, Fault> {
    let mut reader = serde_json::Deserializer::from_str(text);
    serde_path_to_error::deserialize(&mut reader).map_err(|error| {
        let path = error.path().to_string();
        Fault::malformed_request(&error.into_inner().to_string(), (path != ".").then_some(path))
    })
}

/// What was written: the entry of the action and the server's steps after it.
#[derive(Serialize)]
pub(super) struct Written {
    /// The number of the last entry.
    pub version: u64,
    /// The set-up or the action: its events, and its draws with purpose and range.
    #[serde(flatten)]
    pub entry: EntryShown,
    /// What the server did next, each an entry of its own.
    pub steps: Vec<StoredEntry>,
    pub awaiting: Vec<Decision>,
    /// How it ended, when it is over.
    pub outcome: Option<Outcome>,
}

/// An entry without its version, which [`Written`] gives.
#[derive(Serialize)]
pub(super) struct EntryShown {
    pub seat: Option<Seat>,
    pub action: Option<Json>,
    pub events: Json,
    pub draws: Vec<rules::Draw>,
}

/// A state that was loaded, and what the server did in it at once.
#[derive(Serialize)]
pub(super) struct Loaded {
    /// The number of the last entry.
    pub version: u64,
    /// The steps of the server that were due, each an entry of its own.
    pub steps: Vec<StoredEntry>,
    pub awaiting: Vec<Decision>,
    /// How it ended, when it is over.
    pub outcome: Option<Outcome>,
}

#[derive(Serialize)]
pub(super) struct Awaiting {
    pub awaiting: Vec<Decision>,
    pub outcome: Option<Outcome>,
}

/// A seat's open decisions with their answers.
#[derive(Serialize)]
pub(super) struct LegalShown {
    pub legal: Vec<Legal<Json>>,
}

#[derive(Serialize)]
pub(super) struct SeenView {
    pub view: Json,
}

#[derive(Serialize)]
pub(super) struct StateShown {
    pub version: u64,
    pub state: Box<RawValue>,
}

/// An error; nothing has changed.
#[derive(Serialize)]
pub(super) struct Fault {
    error: Refusal,
}

impl Fault {
    pub fn line_too_long() -> Self {
        Self::new("line_too_long", format!("a request has at most {MAX_REQUEST_BYTES} bytes"))
    }

    pub fn malformed_json(detail: &str) -> Self {
        Self::new("malformed_json", format!("the line is not JSON: {detail}"))
    }

    pub fn malformed_request(detail: &str, field: Option<String>) -> Self {
        let fault = Self::new("malformed_request", detail.to_owned());
        match field {
            Some(field) => fault.of(field),
            None => fault,
        }
    }

    pub fn unknown_op(op: &str) -> Self {
        let known = "setup, act, legal, awaiting, view, state, load";
        Self::new("unknown_op", format!("there is no `{op}`; known are {known}")).of("op".to_owned())
    }

    pub fn no_game() -> Self {
        Self::new("no_game", "there is no game yet: `setup` or `load` first".to_owned())
    }

    pub fn unknown_seat(seats: usize) -> Self {
        Self::new("unknown_seat", format!("the seats are 0 to {}", seats.saturating_sub(1)))
            .of("seat".to_owned())
    }

    pub fn invalid_seed() -> Self {
        Self::new("invalid_seed", "a seed is at most 32 bytes as pairs of hexadecimal digits".to_owned())
            .of("seed".to_owned())
    }

    pub fn malformed_state(detail: &str) -> Self {
        Self::new("malformed_state", detail.to_owned()).of("state".to_owned())
    }

    pub fn impossible_state(detail: &str) -> Self {
        Self::new("impossible_state", format!("no game comes to this state: {detail}")).of("state".to_owned())
    }

    pub fn closed(code: &'static str, decision: &str) -> Self {
        Self::new(code, format!("`{decision}` is not open")).of("decision".to_owned())
    }

    pub fn other_decision(decision: &str) -> Self {
        Self::new("wrong_decision", format!("the action does not answer `{decision}`"))
            .of("decision".to_owned())
    }

    pub fn into_json(self) -> String {
        line(&self)
    }

    fn new(code: &'static str, message: String) -> Self {
        Self { error: Refusal::new(code, message) }
    }

    fn of(self, field: String) -> Self {
        Self { error: self.error.at_field(field) }
    }
}

impl From<Refusal> for Fault {
    fn from(error: Refusal) -> Self {
        Self { error }
    }
}

impl From<ChanceError> for Fault {
    fn from(fault: ChanceError) -> Self {
        Self::new(fault.code(), fault.to_string()).of("chance".to_owned())
    }
}

impl From<SettleError> for Fault {
    fn from(unsettled: SettleError) -> Self {
        match unsettled {
            SettleError::Impossible(detail) => Self::impossible_state(&detail),
            SettleError::Chance(fault) => fault.into(),
        }
    }
}

impl From<PerformError> for Fault {
    fn from(stopped: PerformError) -> Self {
        match stopped {
            PerformError::Refused(refusal) => refusal.into(),
            PerformError::Unsettled(unsettled) => unsettled.into(),
        }
    }
}

/// JSON on one line.
pub(super) fn line(answer: &impl Serialize) -> String {
    match serde_json::to_string(answer) {
        Ok(text) => text,
        Err(error) => unreachable!("an answer does not serialise: {error}"),
    }
}
