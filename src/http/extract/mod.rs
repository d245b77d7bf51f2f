//! What a handler takes from a request: who calls, the body, the parameters, the headers.
//!
//! Each extractor refuses with the service's own problem and names the field. What a token may be used for is decided
//! here; what its owner may do otherwise is the use case's business.

mod body;
mod caller;
mod headers;
mod line_breaks;
mod parameters;

pub use body::{BODY_LIMIT, Body, EmptyBody, Form, FormFields, Idempotent, PressedForm};
pub use caller::{Caller, LoggedIn, MaybeCaller, Operator, account, scope, token_end};
pub use headers::{AcceptLanguage, Device};
pub use line_breaks::pairs;
pub use parameters::{Paging, Path, Query};

use crate::error::{Code, Error, Mistake, RequestPart, Sentence};
use crate::validation::pointer;

/// Reads a value that was checked before against the description. Serde refuses what the description does not say: that
/// is told without its words, unless a type of ours gave the name of a [`Sentence`].
fn read<'de, T, D>(deserializer: D, code: Code, place: fn(String) -> RequestPart) -> Result<T, Error>
where
    T: serde::Deserialize<'de>,
    D: serde::Deserializer<'de, Error: std::fmt::Display>,
{
    serde_path_to_error::deserialize(deserializer).map_err(|error| {
        let sentence = Sentence::named(&error.inner().to_string()).unwrap_or(Sentence::NotUsable);
        code.mistaken(vec![Mistake::new(place(pointer(error.path())), sentence)])
    })
}

/// A parameter that serde does not take: its name stands first in the pointer.
fn parameter(pointer: String) -> RequestPart {
    RequestPart::Parameter(pointer.trim_start_matches('/').split('/').next().unwrap_or_default().to_owned())
}
