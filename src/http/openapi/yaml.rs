//! The document as YAML: whatever fits on a line stands on one, so that the file stays short enough to read.
//!
//! Texts stand in quotes wherever a reader of YAML, 1.1 included, might take them for something else: `yes` for true,
//! `23:00` for the number 1380, and `2026-11-20T12:00:00Z` for a date. The libraries quote for YAML 1.2 alone: `yaml_serde`
//! wrote all three without quotes, which the validators in Python and Ruby misread, and 24,000 lines instead of 12,000.

use serde_json::{Map, Value};

/// The longest line that a value is put on.
const WIDTH: usize = 160;
/// The words that readers of YAML take for a boolean or for null.
const WORDS: [&str; 10] = ["yes", "no", "on", "off", "y", "n", "true", "false", "null", "nan"];

/// The whole document, from its members in their order.
pub fn document(members: &[(&str, &Value)]) -> String {
    let mut text = String::new();
    for (name, value) in members {
        text.push_str(&format!("{name}:"));
        part(value, 0, name.len() + 2, &mut text);
    }
    text
}

/// Writes a value with each of its parts on lines of its own.
fn block(value: &Value, depth: usize, text: &mut String) {
    let indent = "  ".repeat(depth);
    match value {
        Value::Object(members) if !members.is_empty() => {
            for (name, value) in members {
                let name = scalar(name);
                text.push_str(&format!("{indent}{name}:"));
                part(value, depth, indent.len() + name.len() + 2, text);
            }
        }
        Value::Array(items) if !items.is_empty() => {
            for item in items {
                text.push_str(&format!("{indent}-"));
                part(item, depth, indent.len() + 2, text);
            }
        }
        value => text.push_str(&format!("{indent}{}\n", flow(value))),
    }
}

/// What stands after a name or a dash: the rest of the line if it fits, or else lines that are one step further in.
fn part(value: &Value, depth: usize, used: usize, text: &mut String) {
    let line = flow(value);
    let has_parts = matches!(value, Value::Object(members) if !members.is_empty())
        || matches!(value, Value::Array(items) if !items.is_empty());
    if has_parts && used + line.len() > WIDTH {
        text.push('\n');
        match value {
            Value::Array(items) if items.iter().all(is_scalar) => filled(items, depth + 1, text),
            value => block(value, depth + 1, text),
        }
    } else {
        text.push_str(&format!(" {line}\n"));
    }
}

/// A long list of names, as many on each line as fit.
fn filled(items: &[Value], depth: usize, text: &mut String) {
    let indent = "  ".repeat(depth);
    let mut line = format!("{indent}[");
    for (at, item) in items.iter().enumerate() {
        let end = if at + 1 < items.len() { ',' } else { ']' };
        let item = format!("{}{end}", flow(item));
        if line.len() > indent.len() + 1 {
            if line.len() + 1 + item.len() > WIDTH {
                text.push_str(&format!("{line}\n"));
                // One column in, below the first name.
                line = format!("{indent} {item}");
                continue;
            }
            line.push(' ');
        }
        line.push_str(&item);
    }
    text.push_str(&format!("{line}\n"));
}

fn is_scalar(value: &Value) -> bool {
    !matches!(value, Value::Object(_) | Value::Array(_))
}

/// The value on one line.
fn flow(value: &Value) -> String {
    match value {
        Value::Object(members) => format!("{{{}}}", flow_members(members)),
        Value::Array(items) => format!("[{}]", items.iter().map(flow).collect::<Vec<_>>().join(", ")),
        Value::String(text) => scalar(text),
        plain => plain.to_string(),
    }
}

fn flow_members(members: &Map<String, Value>) -> String {
    let members = members.iter().map(|(name, value)| format!("{}: {}", scalar(name), flow(value)));
    members.collect::<Vec<_>>().join(", ")
}

/// A text, without quotes where no reader of YAML can take it for anything else.
fn scalar(text: &str) -> String {
    // A text of JSON is one of YAML too.
    if is_plain(text) { text.to_owned() } else { Value::from(text).to_string() }
}

fn is_plain(text: &str) -> bool {
    let begins = text.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_' || first == '$');
    let plain =
        |one: char| one.is_alphanumeric() || " _-./$();+=…–".contains(one) || one == '\'' || one == '"';
    begins
        && text.chars().all(plain)
        && !text.ends_with(' ')
        && !WORDS.contains(&text.to_lowercase().as_str())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_others_would_misread_stands_in_quotes() {
        for text in [
            "yes",
            "No",
            "23:00",
            "2026-11-20T12:00:00Z",
            "12",
            "-",
            "",
            "a: b",
            "a #b",
            "[x]",
            " x",
            "x ",
            "~",
        ] {
            assert_eq!(scalar(text), Value::from(text).to_string());
        }
        for text in ["say yes", "game_id", "The seat that acted.", "application/json", "$ref"] {
            assert_eq!(scalar(text), text);
        }
    }

    #[test]
    fn what_fits_stands_on_one_line_and_all_of_it_can_be_read_back() {
        let long = "word ".repeat(40) + "end, and: more";
        let value = json!({
            "short": {"type": "string", "enum": ["yes", "no"]}, "empty": {}, "none": null, "list": [1, [], true],
            "long": [{"description": long, "nested": {"text": "two\nlines"}}, "x"],
            "names": (0..60).map(|number| format!("name_{number}")).collect::<Vec<_>>(),
        });
        let text = document(&[("it", &value)]);
        assert!(text.contains("  short: {enum: [\"yes\", \"no\"], type: string}\n"), "{text}");
        assert!(text.contains("  names:\n    [name_0, name_1,"), "{text}");
        assert!(text.lines().filter(|line| line.contains("name_")).all(|line| line.len() <= WIDTH), "{text}");
        assert_eq!(yaml_serde::from_str::<Value>(&text).unwrap(), json!({"it": value}));
    }
}
