//! A typed line, taken apart.

use serde_json::Value;

use super::{Json, fields};

/// The words before the first `name=`, and what stands behind each.
pub struct Words<'t> {
    pub text: &'t str,
    /// The words of the type, in small letters.
    pub kind: Vec<String>,
    /// Names, and what was typed behind them, up to the next name.
    pub fields: Vec<(String, &'t str)>,
}

impl<'t> Words<'t> {
    /// Takes a line apart. A value goes as far as the next `name=`, so that it may hold blanks.
    pub fn read(text: &'t str) -> Self {
        let mut parts = text.split('=');
        let (head, mut name) = before_name(parts.next().unwrap_or_default(), text.contains('='));
        let kind = head.split(|c: char| c.is_whitespace() || c == '_');
        let kind = kind.filter(|word| !word.is_empty()).map(str::to_lowercase).collect();
        let mut fields = Vec::new();
        let mut parts = parts.peekable();
        while let Some(part) = parts.next() {
            let (value, next) = before_name(part, parts.peek().is_some());
            fields.push((name.to_lowercase(), value.trim().trim_end_matches([',', ';'])));
            name = next;
        }
        Self { text, kind, fields }
    }
}

/// What stands before the last word, and the last word, if that is the name of what follows.
fn before_name(part: &str, is_followed: bool) -> (&str, &str) {
    if !is_followed {
        return (part, "");
    }
    let part = part.trim_end();
    match part.rsplit_once(|c: char| c.is_whitespace() || c == ',' || c == ';') {
        Some((before, name)) => (before, name),
        None => ("", part),
    }
}

/// An action as somebody could type it.
pub fn typed(action: &Json) -> String {
    let fields = fields(action);
    let kind = fields.get("type").and_then(Value::as_str).unwrap_or_default().to_owned();
    let others = fields.iter().filter(|(name, _)| *name != "type");
    let others = others.map(|(name, value)| format!(" {name}={}", value_as_typed(value)));
    kind + &others.collect::<String>()
}

/// A value as somebody could type it. What has commas in it stands with blanks between.
pub fn value_as_typed(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(items) => {
            let items: Vec<String> = items.iter().map(value_as_typed).collect();
            let between = if items.iter().any(|item| item.contains(',')) { " " } else { "," };
            items.join(between)
        }
        Value::Object(counts) => {
            let each = counts.iter().map(|(kind, count)| format!("{kind}:{count}"));
            each.collect::<Vec<_>>().join(",")
        }
        other => other.to_string(),
    }
}
