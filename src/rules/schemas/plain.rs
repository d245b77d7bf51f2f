//! Makes schemas plain enough for generators of clients.

use serde_json::{Map, Value, json};

use super::references::direct;
use crate::LAST_SEAT;

/// The name under which a `Seat` is described: it is the only alias of a number on the wire. (A field that is declared
/// as `u8` is described in its place.)
pub const SEAT: &str = "u8";

/// Puts the numbers of seats in place of the references to them.
pub fn inline_seats(schema: &mut Value) {
    let is_seat = direct(schema) == Some(SEAT);
    match schema {
        Value::Object(members) => {
            if is_seat {
                members.remove("$ref");
                for (key, value) in
                    [("type", json!("integer")), ("minimum", json!(0)), ("maximum", json!(LAST_SEAT))]
                {
                    members.entry(key).or_insert(value);
                }
            }
            members.values_mut().for_each(inline_seats);
        }
        Value::Array(items) => items.iter_mut().for_each(inline_seats),
        _ => {}
    }
}

/// Makes the schema plain, all through: no number has the bounds of a machine, no list has a kind of its own for each
/// place, descriptions have no links into the code and no line ends within a paragraph, and defaults are described in
/// words.
pub fn simplify(schema: &mut Value) {
    match schema {
        Value::Object(members) => {
            forget_machine(members);
            open_tuple(members);
            name_keys(members);
            unlink(members);
            describe_default(members);
            members.values_mut().for_each(simplify);
        }
        Value::Array(items) => items.iter_mut().for_each(simplify),
        _ => {}
    }
}

/// A link in a comment means nothing outside of the code, and neither does where its lines end.
fn unlink(members: &mut Map<String, Value>) {
    const FENCE: &str = "```";
    if let Some(Value::String(text)) = members.get_mut("description") {
        // Only prose: lists, tables and code keep their lines.
        let is_prose = |lines: &str| !["- ", "|"].iter().any(|mark| lines.contains(&format!("\n{mark}")));
        let joined = |lines: &str| if is_prose(lines) { lines.replace('\n', " ") } else { lines.to_owned() };
        let unlinked = |prose: &str| {
            let paragraphs: Vec<String> = prose.split("\n\n").map(joined).collect();
            paragraphs.join("\n\n").replace("[`", "`").replace("`]", "`")
        };
        let parts = text.split(FENCE).enumerate();
        let parts = parts.map(|(place, part)| if place % 2 == 1 { part.to_owned() } else { unlinked(part) });
        *text = parts.collect::<Vec<_>>().join(FENCE);
    }
}

/// A value that stands in for a missing one is described in words: generators take a member with a `default` for one
/// that has to be given.
fn describe_default(members: &mut Map<String, Value>) {
    let is_schema = ["type", "$ref", "oneOf"].iter().any(|key| members.contains_key(*key));
    let default = members.get("default").filter(|default| is_schema && !default.is_object()).cloned();
    let Some(default) = default else { return };
    members.remove("default");
    if default.is_null() || default.as_array().is_some_and(Vec::is_empty) {
        return;
    }
    let description = members.get("description").and_then(Value::as_str).unwrap_or_default();
    let sentence =
        format!("{description} If left out: `{}`.", default.as_str().unwrap_or(&default.to_string()));
    members.insert("description".to_owned(), Value::String(sentence.trim_start().to_owned()));
}

/// 32 bits are what generators take for any integer; only those that may need 64 say so.
fn forget_machine(members: &mut Map<String, Value>) {
    if members.get("format").is_some_and(|format| format == "int32") {
        members.remove("format");
    }
}

/// A map whose keys are listed is an object with these members, each of which may be missing.
fn name_keys(members: &mut Map<String, Value>) {
    let keys = members.get("propertyNames").and_then(|names| names.get("enum")?.as_array());
    let values = members.get("additionalProperties").filter(|values| values.is_object());
    let (Some(keys), Some(values)) = (keys, values) else { return };
    let keys = keys.iter().filter_map(Value::as_str);
    let properties: Map<String, Value> = keys.map(|key| (key.to_owned(), values.clone())).collect();
    members.remove("propertyNames");
    members.insert("properties".to_owned(), Value::Object(properties));
    members.insert("additionalProperties".to_owned(), Value::Bool(false));
}

/// A list of fixed length becomes a list of that length with items of any of its kinds: generators don't know
/// `prefixItems`.
fn open_tuple(members: &mut Map<String, Value>) {
    let Some(Value::Array(places)) = members.remove("prefixItems") else { return };
    let length = places.len();
    let mut kinds: Vec<Value> = Vec::new();
    for place in places {
        if !kinds.contains(&place) {
            kinds.push(place);
        }
    }
    let items = if kinds.len() == 1 { kinds.remove(0) } else { json!({ "anyOf": kinds }) };
    members.insert("items".to_owned(), items);
    members.insert("minItems".to_owned(), length.into());
    members.insert("maxItems".to_owned(), length.into());
}
