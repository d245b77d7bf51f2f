//! Reading JSON given by a person, so that a refusal names the field that is wrong.
//!
//! An enum that distinguishes its variants by a tag is read by way of a buffer, in which serde loses the path.
//! There the field is found by trying: without the field that is wrong, serde reports another error.

use serde::de::DeserializeOwned;
use serde_json::Value;
use serde_json::value::RawValue;

use crate::refusal::{Refusal, RefusalCode, refuse};

/// The most fields of an object that are searched; no action of a ruleset has more.
const MAX_FIELDS: usize = 16;

/// The value, or a refusal with the code of `row` that names the field where one can be named.
pub fn read<T: DeserializeOwned>(given: &RawValue, row: RefusalCode) -> Result<T, Refusal> {
    let mut reader = serde_json::Deserializer::from_str(given.get());
    serde_path_to_error::deserialize(&mut reader).map_err(|error| {
        let path = error.path().to_string();
        let message = sentence(error.inner());
        let field = if path == "." { search::<T>(given, &message) } else { Some(path) };
        let refusal = refuse(row);
        match field {
            Some(field) => refusal.at_field(field),
            None => refusal,
        }
    })
}

/// The error of serde, without the position in the text.
pub fn sentence(error: &serde_json::Error) -> String {
    let text = error.to_string();
    text.rsplit_once(" at line ").map(|(message, _)| message.to_owned()).unwrap_or(text)
}

fn search<T: DeserializeOwned>(given: &RawValue, message: &str) -> Option<String> {
    if let Some(missing) = message.strip_prefix("missing field `") {
        return missing.split('`').next().map(str::to_owned);
    }
    let mut whole: Value = serde_json::from_str(given.get()).ok()?;
    let mut path = Vec::new();
    while let Some(field) = wrong_field::<T>(&mut whole, &path, message) {
        path.push(field);
    }
    (!path.is_empty()).then(|| path.join("."))
}

/// Finds the wrong field: the one of the object at `path` without which serde reports another error.
fn wrong_field<T: DeserializeOwned>(whole: &mut Value, path: &[String], message: &str) -> Option<String> {
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
        without.as_deref() != Some(message)
    })
}

fn object<'v>(whole: &'v mut Value, path: &[String]) -> Option<&'v mut serde_json::Map<String, Value>> {
    path.iter().try_fold(whole, |value, name| value.get_mut(name))?.as_object_mut()
}
