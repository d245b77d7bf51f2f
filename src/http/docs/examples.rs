//! Examples as a page shows them, and the command that sends the example of an operation.

use serde::Serialize;
use serde_json::Value;

use super::reference::{ApiReference, OperationEntry, list, members, text};
use super::types::shown;

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
    /// The examples of a `content` object; if it has none, those of its type.
    pub fn examples(&self, content: &Value) -> Vec<ShownExample> {
        let own = members(&content["examples"]).map(|(name, example)| {
            let example = self.resolve(example);
            (example["summary"].as_str().unwrap_or(name), &example["value"])
        });
        let mut found: Vec<(&str, &Value)> = own.collect();
        found.extend(content.get("example").map(|example| ("", example)));
        if found.is_empty() {
            let schema = self.resolve(&content["schema"]);
            let of_type = schema.get("example").into_iter().chain(list(&schema["examples"]));
            found.extend(of_type.map(|example| ("", example)));
        }
        let is_only = found.len() == 1;
        found
            .into_iter()
            .map(|(name, value)| {
                let text = as_sent(value);
                let name = if is_only { "" } else { name };
                ShownExample { name: name.to_owned(), is_long: text.len() > LONG, text }
            })
            .collect()
    }
}

/// A string is sent as it is (a stream, a picture as text), every other value as JSON.
fn as_sent(value: &Value) -> String {
    match value {
        Value::String(_) => text(value).to_owned(),
        value => {
            let mut written = String::new();
            write(value, "\n", &mut written);
            written
        }
    }
}

/// The members that say what a thing is. They come first, although an object of JSON has no order.
const FIRST: [&str; 4] = ["ruleset", "type", "id", "decision"];

/// Writes a value as JSON; `line`: a line break, and how far the lines are indented.
fn write(value: &Value, line: &str, written: &mut String) {
    let deeper = format!("{line}  ");
    match value {
        Value::Object(members) if !members.is_empty() => {
            let mut members: Vec<_> = members.iter().collect();
            members
                .sort_by_key(|(name, _)| FIRST.iter().position(|first| name == first).unwrap_or(FIRST.len()));
            for (place, (name, member)) in members.into_iter().enumerate() {
                written.push_str(if place == 0 { "{" } else { "," });
                written.push_str(&format!("{deeper}{}: ", Value::from(name.as_str())));
                write(member, &deeper, written);
            }
            written.push_str(&format!("{line}}}"));
        }
        Value::Array(items) if !items.is_empty() => {
            for (place, item) in items.iter().enumerate() {
                written.push_str(if place == 0 { "[" } else { "," });
                written.push_str(&deeper);
                write(item, &deeper, written);
            }
            written.push_str(&format!("{line}]"));
        }
        value => written.push_str(&value.to_string()),
    }
}

/// The types of content that an operation answers with when all goes well.
pub fn accepted_kinds<'r>(reference: &'r ApiReference, operation: &'r Value) -> Vec<&'r str> {
    let answers = operation["responses"].as_object().into_iter().flatten();
    answers
        .filter(|(status, _)| status.starts_with('2'))
        .filter_map(|(_, answer)| reference.resolve(answer)["content"].as_object())
        .flat_map(|contents| contents.keys().map(String::as_str))
        .collect()
}

/// The shell command that sends a request to the server at `server`. In it `$TOKEN` is a token, and variables such as
/// `$GAME_ID` are the parameters of the path.
pub fn command(reference: &ApiReference, entry: &OperationEntry, operation: &Value, server: &str) -> String {
    let mut parts = vec!["curl".to_owned()];
    let kinds = accepted_kinds(reference, operation);
    if kinds.contains(&"text/event-stream") {
        parts.push("--no-buffer".to_owned());
    }
    if let Some(kind) = kinds.iter().find_map(|kind| kind.strip_prefix("image/")) {
        parts.push(format!("--output picture.{}", kind.split('+').next().unwrap_or(kind)));
    }
    let body = example_body(reference, operation);
    if entry.method != "GET" && !(entry.method == "POST" && body.is_some()) {
        parts.push(format!("--request {}", entry.method));
    }
    let mut address = address(&entry.path);
    let mut headers = Vec::new();
    if takes_token(operation) {
        headers.push("--header \"Authorization: Bearer $TOKEN\"".to_owned());
    }
    if body.is_some() {
        headers.push("--header 'Content-Type: application/json'".to_owned());
    }
    for parameter in list(&operation["parameters"]).iter().map(|parameter| reference.resolve(parameter)) {
        let name = text(&parameter["name"]);
        let example =
            [&parameter["example"], &parameter["schema"]["example"]].into_iter().find(|one| !one.is_null());
        match text(&parameter["in"]) {
            // A key for each run of the command; where curl itself tries again, it sends the same key.
            "header" if name == "Idempotency-Key" => {
                headers.push("--header \"Idempotency-Key: $(uuidgen)\"".to_owned());
            }
            "query" if parameter["required"] == true => {
                let sign = if address.contains('?') { '&' } else { '?' };
                let value = example.map_or_else(|| format!("${}", variable(name)), shown);
                address.push_str(&format!("{sign}{name}={value}"));
            }
            _ => {}
        }
    }
    parts.push(format!("\"{server}{address}\""));
    parts.extend(headers);
    parts.extend(body.map(|body| format!("--data {}", quoted(&body))));
    parts.join(" \\\n  ").replacen(" \\\n  ", " ", 1)
}

fn address(template: &str) -> String {
    let mut parts = template.split('{');
    let mut address = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        match part.split_once('}') {
            Some((name, rest)) => address.push_str(&format!("${}{rest}", variable(name))),
            None => address.push_str(part),
        }
    }
    address
}

fn variable(name: &str) -> String {
    name.to_uppercase()
}

pub fn takes_token(operation: &Value) -> bool {
    list(&operation["security"]).iter().any(|way| way.as_object().is_some_and(|way| !way.is_empty()))
}

fn example_body(reference: &ApiReference, operation: &Value) -> Option<String> {
    let body = reference.resolve(operation.get("requestBody")?);
    let content = &body["content"]["application/json"];
    let example = reference.examples(content).into_iter().next()?;
    Some(example.text)
}

/// Between single quotes a shell interprets nothing except the closing quote.
fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', "'\\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quote_in_a_body_does_not_end_it() {
        assert_eq!(quoted("it's $HOME"), "'it'\\''s $HOME'");
    }

    #[test]
    fn an_example_begins_with_what_it_is() {
        let action = serde_json::json!({"decision": "t1.2", "ruleset": "nord", "action": {"fields": ["1,2"], "type": "go"}});
        let text = as_sent(&action);
        assert!(text.starts_with("{\n  \"ruleset\": \"nord\",\n  \"decision\": \"t1.2\",\n  \"action\": {\n    \"type\": \"go\""), "{text}");
        assert_eq!(serde_json::from_str::<Value>(&text).unwrap(), action);
    }

    #[test]
    fn placeholders_become_variables_of_the_shell() {
        assert_eq!(address("/v1/games/{game_id}/orders/{order_id}"), "/v1/games/$GAME_ID/orders/$ORDER_ID");
        assert_eq!(address("/healthz"), "/healthz");
    }
}
