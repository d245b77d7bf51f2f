//! Validates JSON against a JSON Schema. Each mistake is told in our own words and with a pointer.
//!
//! May know: `error`, plain data. The schemas come from the description of the service and from the rulesets;
//! [`prepare`] rewrites them, so that a mistake is told once and about the alternative that was meant.

mod control_characters;
mod json_text;
mod mistakes;
mod prepare;

use std::borrow::Cow;
use std::collections::BTreeMap;

pub use control_characters::{holds_control_characters, is_verbatim, with_control_characters};
pub use json_text::{MOST_VALUES, parsable};
pub use prepare::{referred, remove_notes};

use jsonschema::Validator;
use serde_json::{Map, Value, json};

use crate::error::{MOST_MISTAKES, Sentence, below};

/// A request with more unknown names than these is refused for the first of them alone.
pub const MOST_UNKNOWN: usize = 100;

/// A compiled schema. Compiling takes milliseconds, so it is kept.
pub struct CompiledSchema {
    validator: Validator,
    /// The compiled schema as JSON, in which bounds and names are looked up for sentences.
    prepared: Value,
}

impl CompiledSchema {
    /// Compiles `schema`, which refers to `types` by any path that ends in their names. An error is a bug in the
    /// schema.
    pub fn compile(schema: &Value, types: &Map<String, Value>) -> Result<Self, String> {
        let prepared = |schema: &Value| {
            let mut prepared = schema.clone();
            remove_notes(&mut prepared);
            prepare::prepare(&mut prepared, types);
            prepared
        };
        let part = |name: &str| types.get(name).map(prepared).ok_or_else(|| format!("no such type: {name}"));
        let mut prepared = prepared(schema);
        let mut defined = BTreeMap::new();
        let mut wanted = referred(&prepared);
        while let Some(name) = wanted.pop() {
            if defined.contains_key(&name) {
                continue;
            }
            let part = part(&name)?;
            wanted.extend(referred(&part));
            defined.insert(name, part);
        }
        prepared["$defs"] = json!(defined);
        let options = jsonschema::draft202012::options().should_validate_formats(true);
        let validator = options.build(&prepared).map_err(|error| error.to_string())?;
        Ok(Self { validator, prepared })
    }

    /// The mistakes in a value by JSON Pointer, at most one more than [`MOST_MISTAKES`].
    pub fn mistakes(&self, value: &Value) -> Vec<(String, Sentence)> {
        if self.validator.is_valid(value) {
            return Vec::new();
        }
        // `iter_errors` finds all errors before it gives the first one, so collecting them costs nothing.
        let errors: Vec<_> = self.validator.iter_errors(value).collect();
        let mut unknown = errors.iter().filter(|error| mistakes::unknown_names(error) > 0).peekable();
        if let Some(first) = unknown.peek().copied()
            && unknown.map(mistakes::unknown_names).sum::<usize>() > MOST_UNKNOWN
        {
            let pointer = mistakes::of(first, &self.prepared).next().map(|(pointer, _)| pointer);
            return vec![(pointer.unwrap_or_default(), Sentence::UnknownAtMost { most: MOST_UNKNOWN })];
        }
        let mut told = BTreeMap::new();
        for (pointer, sentence) in errors.iter().flat_map(|error| mistakes::of(error, &self.prepared)) {
            told.entry(pointer).or_insert(sentence);
            if told.len() > MOST_MISTAKES {
                break;
            }
        }
        if told.is_empty() {
            told.insert(String::new(), Sentence::NotUsable);
        }
        told.into_iter().collect()
    }

    /// The JSON type that the schema demands, for turning the text of a parameter into a value.
    pub fn kind(&self) -> Option<&str> {
        kind(self.resolved())
    }

    /// The JSON type that the schema demands of the items of a list.
    pub fn item_kind(&self) -> Option<&str> {
        kind(resolve(self.resolved().get("items")?, &self.prepared))
    }

    fn resolved(&self) -> &Value {
        resolve(&self.prepared, &self.prepared)
    }
}

fn resolve<'s>(schema: &'s Value, root: &'s Value) -> &'s Value {
    let pointer = schema.get("$ref").and_then(Value::as_str).and_then(|target| target.strip_prefix('#'));
    pointer.and_then(|pointer| root.pointer(pointer)).unwrap_or(schema)
}

/// The type of a schema that is not "null".
fn kind(schema: &Value) -> Option<&str> {
    match schema.get("type")? {
        Value::Array(kinds) => kinds.iter().filter_map(Value::as_str).find(|kind| *kind != "null"),
        one => one.as_str(),
    }
}

/// Turns 3.0 into 3: JSON Schema takes 3.0 for an integer, and serde, which reads the value afterwards, does not.
pub fn whole_numbers(value: &mut Value) {
    /// Below this a float is exact.
    const EXACT: f64 = 9_007_199_254_740_992.0;
    match value {
        Value::Number(number) if number.is_f64() => {
            let float = number.as_f64().filter(|float| float.fract() == 0.0 && float.abs() < EXACT);
            #[expect(clippy::cast_possible_truncation, reason = "a whole number within 2^53")]
            if let Some(float) = float {
                *value = json!(float as i64);
            }
        }
        Value::Array(items) => items.iter_mut().for_each(whole_numbers),
        Value::Object(members) => members.values_mut().for_each(whole_numbers),
        _ => {}
    }
}

/// The place where deserialising stopped, as a JSON Pointer.
pub fn pointer(path: &serde_path_to_error::Path) -> String {
    use serde_path_to_error::Segment;
    path.iter().fold(String::new(), |pointer, segment| {
        let name = match segment {
            Segment::Seq { index } => Cow::Owned(index.to_string()),
            Segment::Map { key } => Cow::Borrowed(key.as_str()),
            Segment::Enum { .. } | Segment::Unknown => return pointer,
        };
        below(pointer, &name)
    })
}

#[cfg(test)]
mod tests;
