//! Reading JSON given by a person, so that a refusal names the field that is wrong.
//!
//! An enum that distinguishes its variants by a tag is read by way of a buffer, in which serde loses the path.
//! There the field is found by trying: without the field that is wrong, serde reports another error.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;

use crate::refusal::{Refusal, RefusalCode};

/// Objects with more fields than this are no action of any ruleset; they are not searched.
const MAX_FIELDS: usize = 16;

/// The value, or a refusal with the code of `row` that names the field where one can be named.
pub(crate) fn read<T: DeserializeOwned>(given: &RawValue, row: RefusalCode) -> Result<T, Refusal> {
    let mut reader = serde_json::Deserializer::from_str(given.get());
    serde_path_to_error::deserialize(&mut reader).map_err(|error| {
        let path = error.path().to_string();
        let said = sentence(error.inner());
        let field = if path == "." { search::<T>(given, &said) } else { Some(path) };
        let refusal = Refusal::new(row.code, said);
        match field {
            Some(field) => refusal.at_field(field),
            None => refusal,
        }
    })
}

const COMPONENTS: &str = "invalid_components";

/// The components of a ruleset as data; a refusal names the field that is wrong.
pub fn components<T: DeserializeOwned>(json: &str) -> Result<T, Refusal> {
    let mut reader = serde_json::Deserializer::from_str(json);
    serde_path_to_error::deserialize(&mut reader).map_err(|error| {
        let field = error.path().to_string();
        unplayable(field, error.into_inner().to_string())
    })
}

/// Components with which no game can be played, because of `field`.
pub fn unplayable(field: impl Into<String>, why: impl Into<String>) -> Refusal {
    Refusal::new(COMPONENTS, why.into()).at_field(field.into())
}

/// Refuses components unless a condition is met.
pub fn ensure(holds: bool, field: &'static str) -> Result<(), Refusal> {
    if holds { Ok(()) } else { Err(unplayable(field, "The game can't be played with this.")) }
}

/// How many can play, both ends included.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayerRange {
    pub min: u8,
    pub max: u8,
}

/// The components that stand in the source, of which tests know that they can be read.
pub fn standard<T>(read: Result<T, Refusal>) -> T {
    match read {
        Ok(components) => components,
        Err(refusal) => unreachable!("the components in the source can't be played: {refusal}"),
    }
}

/// The error of serde, without the position in the text.
fn sentence(error: &serde_json::Error) -> String {
    let text = error.to_string();
    text.rsplit_once(" at line ").map_or(text.clone(), |(said, _)| said.to_owned())
}

fn search<T: DeserializeOwned>(given: &RawValue, said: &str) -> Option<String> {
    if let Some(missing) = said.strip_prefix("missing field `") {
        return missing.split('`').next().map(str::to_owned);
    }
    let mut whole: Value = serde_json::from_str(given.get()).ok()?;
    let mut path = Vec::new();
    while let Some(field) = wrong_field::<T>(&mut whole, &path, said) {
        path.push(field);
    }
    (!path.is_empty()).then(|| path.join("."))
}

/// The field of the object at `path` without which serde reports another error.
fn wrong_field<T: DeserializeOwned>(whole: &mut Value, path: &[String], said: &str) -> Option<String> {
    let names: Vec<String> = object(whole, path)?.keys().filter(|name| *name != "type").cloned().collect();
    if names.len() > MAX_FIELDS {
        return None;
    }
    names.into_iter().find(|name| {
        let Some(taken) = object(whole, path).and_then(|fields| fields.remove(name)) else { return false };
        let without = T::deserialize(&*whole).err().map(|error| sentence(&error));
        if let Some(fields) = object(whole, path) {
            fields.insert(name.clone(), taken);
        }
        without.as_deref() != Some(said)
    })
}

fn object<'v>(whole: &'v mut Value, path: &[String]) -> Option<&'v mut serde_json::Map<String, Value>> {
    path.iter().try_fold(whole, |value, name| value.get_mut(name))?.as_object_mut()
}
