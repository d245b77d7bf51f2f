//! Examples of the description, as they stand on a page.

use serde::Serialize;
use serde_json::Value;

use super::reference::{ApiReference, list, members, text};

/// Examples longer than this, in bytes, are folded up.
const LONG: usize = 1_500;

#[derive(Debug, Serialize)]
pub struct ShownExample {
    /// What it is an example of, where there are several.
    pub name: String,
    /// As it is sent.
    pub text: String,
    pub is_long: bool,
}

impl ApiReference {
    /// The examples of a content, or else of its type.
    pub fn examples(&self, content: &Value) -> Vec<ShownExample> {
        let own = members(&content["examples"]).map(|(name, example)| {
            let example = self.resolve(example);
            (example["summary"].as_str().unwrap_or(name), &example["value"])
        });
        let mut shown: Vec<(&str, &Value)> = own.collect();
        shown.extend(content.get("example").map(|example| ("", example)));
        if shown.is_empty() {
            let schema = self.resolve(&content["schema"]);
            let of_type = schema.get("example").into_iter().chain(list(&schema["examples"]));
            shown.extend(of_type.map(|example| ("", example)));
        }
        let is_only = shown.len() == 1;
        shown
            .into_iter()
            .map(|(name, value)| {
                let text = as_sent(value);
                let name = if is_only { "" } else { name };
                ShownExample { name: name.to_owned(), is_long: text.len() > LONG, text }
            })
            .collect()
    }
}

/// A text stands for itself (a stream, a picture as text), everything else is JSON.
fn as_sent(value: &Value) -> String {
    match value {
        Value::String(_) => text(value).to_owned(),
        value => serde_json::to_string_pretty(value).unwrap_or_default(),
    }
}
