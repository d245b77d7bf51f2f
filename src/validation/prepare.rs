//! Makes schemas of the description fit to validate with.
//!
//! A union is described as `oneOf` with a discriminator. A validator that takes that literally says of a wrong member
//! only that no alternative fits. So the discriminator decides, as a reader would: its value must be one of those that
//! there are, and then that alternative alone must fit. Where null is possible, anything else must fit the other
//! alternative. What `ruleset` distinguishes may come without it (and from a server with other rulesets): then what all
//! alternatives have in common must fit.

use serde_json::{Map, Value, json};

/// The property that the server does without.
const RULESET: &str = "ruleset";

/// What only people and generators read.
const NOTES: [&str; 6] = ["description", "example", "examples", "default", "title", "deprecated"];

/// Rewrites a schema; its references point to `$defs` afterwards.
pub fn prepare(schema: &mut Value, types: &Map<String, Value>) {
    match schema {
        Value::Object(members) => {
            nullable(members);
            distinguish(members, types);
            point_to_definitions(members);
            closed(members);
            inner(members).for_each(|schema| prepare(schema, types));
        }
        Value::Array(items) => items.iter_mut().for_each(|item| prepare(item, types)),
        _ => {}
    }
}

/// Removes what only people and generators read.
pub fn remove_notes(schema: &mut Value) {
    match schema {
        Value::Object(members) => {
            for note in NOTES {
                members.remove(note);
            }
            inner(members).for_each(remove_notes);
        }
        Value::Array(items) => items.iter_mut().for_each(remove_notes),
        _ => {}
    }
}

/// What of the members of a schema are schemas, or lists of them: a property may have any name.
fn inner(members: &mut Map<String, Value>) -> impl Iterator<Item = &mut Value> {
    let (named, other): (Vec<_>, Vec<_>) =
        members.iter_mut().partition(|(key, _)| matches!(key.as_str(), "properties" | "$defs"));
    let named = named.into_iter().filter_map(|(_, named)| named.as_object_mut()).flat_map(Map::values_mut);
    let is_schema = |key: &str| !matches!(key, "enum" | "const" | "required");
    named.chain(other.into_iter().filter(move |(key, _)| is_schema(key)).map(|(_, value)| value))
}

fn point_to_definitions(members: &mut Map<String, Value>) {
    if let Some(Value::String(target)) = members.get_mut("$ref") {
        *target = format!("#/$defs/{}", name(target));
    }
}

/// Of an object that may have no member at all, the validator would not say which one is too much.
fn closed(members: &mut Map<String, Value>) {
    if members.get("additionalProperties") == Some(&Value::Bool(false)) {
        members.entry("properties").or_insert_with(|| json!({}));
    }
}

fn name(target: &str) -> &str {
    target.rsplit('/').next().unwrap_or(target)
}

/// `oneOf` or `anyOf` with null and one other.
fn nullable(members: &mut Map<String, Value>) {
    let is_null = |form: &Value| form.get("type").is_some_and(|kind| kind == "null");
    for key in ["oneOf", "anyOf"] {
        let Some(forms) = members.get(key).and_then(Value::as_array) else { continue };
        let others: Vec<Value> = forms.iter().filter(|form| !is_null(form)).cloned().collect();
        if let [other] = others.as_slice()
            && forms.len() == 2
        {
            members.remove(key);
            members.insert("if".to_owned(), json!({ "not": { "type": "null" } }));
            members.insert("then".to_owned(), other.clone());
        }
    }
}

fn distinguish(members: &mut Map<String, Value>, types: &Map<String, Value>) {
    let Some(discriminator) = members.remove("discriminator") else { return };
    let property = discriminator["propertyName"].as_str().unwrap_or_default().to_owned();
    let Some(mapping) = discriminator["mapping"].as_object() else { return };
    members.remove("oneOf");
    members.insert("type".to_owned(), json!("object"));
    let mut rules: Vec<Value> = mapping
        .iter()
        .map(|(tag, target)| {
            json!({
                "if": { "required": [property], "properties": { &property: { "const": tag } } },
                "then": { "$ref": target },
            })
        })
        .collect();
    if property == RULESET {
        let known: Vec<&String> = mapping.keys().collect();
        let forms = mapping.values().filter_map(|target| types.get(name(target.as_str()?)));
        rules.push(json!({
            "if": { "required": [property], "properties": { &property: { "enum": known } } },
            "else": common(forms.collect()),
        }));
        members.remove("required");
        members.insert("properties".to_owned(), json!({ RULESET: { "type": ["string", "null"] } }));
    } else {
        let known: Vec<&String> = mapping.keys().collect();
        members.insert("properties".to_owned(), json!({ &property: { "enum": known } }));
        members.insert("required".to_owned(), json!([property]));
    }
    members.insert("allOf".to_owned(), json!(rules));
}

/// What all forms demand: the members that any of them knows, as far as they are the same in all; one that is a union of
/// its own in each is an object.
fn common(forms: Vec<&Value>) -> Value {
    let of = |form: &Value, key: &str| form.get(key).and_then(Value::as_object).cloned().unwrap_or_default();
    let all: Vec<Map<String, Value>> = forms.iter().map(|form| of(form, "properties")).collect();
    let mut properties = Map::new();
    for (name, schema) in all.iter().flatten() {
        let everywhere: Vec<&Value> = all.iter().filter_map(|known| known.get(name)).collect();
        let same = everywhere.len() == all.len() && everywhere.iter().all(|other| *other == schema);
        let unions =
            everywhere.len() == all.len() && everywhere.iter().all(|other| other.get("$ref").is_some());
        let common = match (same, unions) {
            (true, _) => schema.clone(),
            (false, true) => json!({ "type": "object" }),
            (false, false) => json!({}),
        };
        properties.insert(name.clone(), common);
    }
    properties.insert(RULESET.to_owned(), json!({ "type": ["string", "null"] }));
    let requires =
        |form: &Value, name: &Value| form["required"].as_array().is_some_and(|all| all.contains(name));
    let first = forms.first().and_then(|form| form["required"].as_array()).cloned().unwrap_or_default();
    let required: Vec<Value> = first
        .into_iter()
        .filter(|name| name != RULESET && forms.iter().all(|form| requires(form, name)))
        .collect();
    let closed = forms.iter().all(|form| form.get("additionalProperties") == Some(&Value::Bool(false)));
    json!({ "type": "object", "properties": properties, "required": required, "additionalProperties": !closed })
}

/// The names of the types that a schema refers to.
pub fn referred(schema: &Value) -> Vec<String> {
    let mut found = Vec::new();
    collect(schema, &mut found);
    found
}

fn collect(schema: &Value, found: &mut Vec<String>) {
    match schema {
        Value::Object(members) => {
            if let Some(Value::String(target)) = members.get("$ref") {
                found.push(name(target).to_owned());
            }
            members.values().for_each(|value| collect(value, found));
        }
        Value::Array(items) => items.iter().for_each(|item| collect(item, found)),
        _ => {}
    }
}
