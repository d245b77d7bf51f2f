//! Rewrites schemas of the description for the validator.
//!
//! A union is described as `oneOf` with a discriminator. Taken literally, a wrong member leads to an error that no
//! alternative fits. So the discriminator decides here: its value must be a known one, and then that alternative alone
//! must fit. Where null is allowed, any other value must fit the other alternative. A union with the discriminator
//! `ruleset` may come without it, or with a ruleset that this server lacks: then the value must fit what all
//! alternatives have in common.

use serde_json::{Map, Value, json};

/// The discriminator that may be missing.
const RULESET: &str = "ruleset";

/// The keywords that only people and generators of clients read.
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

/// Removes the keywords that only people and generators of clients read.
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

/// The members of a schema that are schemas or lists of schemas. Those below `properties` may have any name, also that
/// of a keyword.
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

/// Gives a closed object without properties an empty `properties`: without it the validator does not name the unknown
/// member.
fn closed(members: &mut Map<String, Value>) {
    if members.get("additionalProperties") == Some(&Value::Bool(false)) {
        members.entry("properties").or_insert_with(|| json!({}));
    }
}

fn name(target: &str) -> &str {
    target.rsplit('/').next().unwrap_or(target)
}

/// Rewrites `oneOf` or `anyOf` of null and one other alternative.
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

/// The schema of what all forms have in common. It has the members that any form has: with their schema where that is
/// the same in all forms, as objects where each form refers to a type of its own, and otherwise with any value.
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
