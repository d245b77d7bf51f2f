//! What a handler takes from a request: who calls, the body, the parameters, the headers.
//!
//! Each extractor refuses with the service's own problem and names the field. What a token may be used for is decided
//! here; what its owner may do otherwise is the use case's business.

mod body;
mod caller;
mod headers;
mod parameters;

pub use body::{BODY_LIMIT, Body, EmptyBody, Form, Idempotent};
pub use caller::{Caller, LoggedIn, MaybeCaller, Operator, account, scope, token_end};
pub use headers::{AcceptLanguage, Device};
pub use parameters::{Paging, Path, Query, limit};

use crate::error::{Code, Error};

/// Reads a value piece by piece, so that a refusal names the field that is wrong.
fn read<'de, T, D>(deserializer: D, code: Code) -> Result<T, Error>
where
    T: serde::Deserialize<'de>,
    D: serde::Deserializer<'de>,
{
    serde_path_to_error::deserialize(deserializer).map_err(|error| {
        let path = error.path().to_string();
        let message = sentence(&error.into_inner().to_string());
        match field(&path, &message) {
            Some(field) => code.field(field, message),
            None => code.because(message),
        }
    })
}

/// The message of serde, without the position in the text.
fn sentence(message: &str) -> String {
    message.rsplit_once(" at line ").map_or(message, |(sentence, _)| sentence).to_owned()
}

/// The field as the caller wrote it. A field that is missing or doubled has no path of its own, only its parent's.
fn field(path: &str, message: &str) -> Option<String> {
    let about = message.strip_prefix("missing field `").or_else(|| message.strip_prefix("duplicate field `"));
    match (path, about.and_then(|rest| rest.split('`').next())) {
        (".", None) => None,
        (".", Some(name)) => Some(name.to_owned()),
        (parent, Some(name)) => Some(format!("{parent}.{name}")),
        (path, None) => Some(path.to_owned()),
    }
}
