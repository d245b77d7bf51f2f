//! The requests of the pipe.

use serde::Deserialize;
use serde::de::{DeserializeOwned, IgnoredAny};
use serde_json::Value;
use serde_json::value::RawValue;

use super::answer::Fault;
use rules::Seat;

/// A request by its `op`.
pub(super) enum Request {
    Setup(Setup),
    Act(Act),
    Legal(OfSeat),
    Awaiting,
    View(Seen),
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
    /// Up to 32 bytes as hex, filled up with noughts, so that a run can always be done again.
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
    /// The decision that is meant; refused when it is no longer open.
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

/// A look at the table; `null` is a spectator.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Seen {
    #[serde(rename = "op")]
    _op: IgnoredAny,
    pub seat: Option<Seat>,
}

/// A question without fields.
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
