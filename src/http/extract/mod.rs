//! Extractors, by which a handler reads a request: the caller, the body, the parameters, the headers.
//!
//! Each extractor refuses with the service's own problem and names the field. The scope of a token is checked here; the
//! use case checks what the account may do.

mod body;
mod caller;
mod line_breaks;
mod parameters;

pub use body::{BODY_LIMIT, Body, EmptyBody, Form, FormFields, FormPairs, Idempotent, PressedForm};
pub use caller::{AnyCaller, Caller, LoggedIn, MaybeCaller, Operator, account, scope, token_end};
pub use line_breaks::pairs;
pub use parameters::{Paging, Path, Query};

use crate::error::{Code, Error, Mistake, RequestPart, Sentence};
use crate::validation::pointer;

/// Reads a value that was validated against the description. What serde refuses beyond the description is told without
/// serde's words, unless a type of ours gave the name of a [`Sentence`] as the error.
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

/// The parameter in which serde found a mistake: its name is the first segment of the pointer.
fn parameter(pointer: String) -> RequestPart {
    RequestPart::Parameter(pointer.trim_start_matches('/').split('/').next().unwrap_or_default().to_owned())
}
