//! What a handler takes from a request: who calls, the body, the parameters, the idempotency key.
//!
//! Each extractor refuses with the service's own problem and names the field. Nothing here decides what a caller
//! may do: that is the use case's business.

mod body;
mod caller;
mod conditions;
mod device;
pub mod follower;
mod form;
mod key;
mod parameters;
mod tongue;

pub use body::{BODY_LIMIT, Body};
pub use caller::{Caller, MaybeCaller, account};
pub use conditions::{IfMatch, IfNoneMatch};
pub use device::Device;
pub use form::Form;
pub use key::IdempotencyKey;
pub use parameters::{Path, Query};
pub use tongue::Tongue;

use crate::error::{Code, Error};

/// Reads a value piece by piece, so that a refusal names the field that is wrong.
fn read<'de, T, D>(deserializer: D, code: Code) -> Result<T, Error>
where
    T: serde::Deserialize<'de>,
    D: serde::Deserializer<'de>,
{
    serde_path_to_error::deserialize(deserializer).map_err(|error| {
        let path = error.path().to_string();
        let said = sentence(&error.into_inner().to_string());
        match field(&path, &said) {
            Some(field) => code.field(field, said),
            None => code.because(said),
        }
    })
}

/// What serde says, without the position in the text.
fn sentence(said: &str) -> String {
    said.rsplit_once(" at line ").map_or(said, |(sentence, _)| sentence).to_owned()
}

/// The field as the caller wrote it. A field that is missing or doubled has no path of its own, only its parent's.
fn field(path: &str, said: &str) -> Option<String> {
    let about = said.strip_prefix("missing field `").or_else(|| said.strip_prefix("duplicate field `"));
    match (path, about.and_then(|rest| rest.split('`').next())) {
        (".", None) => None,
        (".", Some(name)) => Some(name.to_owned()),
        (parent, Some(name)) => Some(format!("{parent}.{name}")),
        (path, None) => Some(path.to_owned()),
    }
}
