//! Puts the schemas of objects together.

use serde_json::{Map, Value, json};

use super::names;

type Members = Map<String, Value>;

/// An object that has the members of both: lists grow, properties are united, anything else keeps its first value.
pub fn together(mut whole: Members, piece: &Members) -> Members {
    for (key, value) in piece {
        match (whole.get_mut(key), value) {
            (Some(Value::Array(have)), Value::Array(more)) => have.extend(more.iter().cloned()),
            (Some(Value::Object(have)), Value::Object(more)) => have.extend(more.clone()),
            (Some(_), _) => {}
            (None, value) => {
                whole.insert(key.clone(), value.clone());
            }
        }
    }
    whole
}

/// An object that is one or the other: every property of either, required only where both require it.
pub fn either(mut one: Members, other: Members) -> Members {
    let required: Vec<Value> =
        list(&one, "required").into_iter().filter(|name| list(&other, "required").contains(name)).collect();
    if let Some(Value::Object(properties)) = one.get_mut("properties") {
        for (name, schema) in other.get("properties").and_then(Value::as_object).into_iter().flatten() {
            match properties.get_mut(name) {
                None => {
                    properties.insert(name.clone(), schema.clone());
                }
                Some(known) if same(known, schema) => {}
                Some(known) => *known = json!({ "anyOf": [known.take(), schema] }),
            }
        }
    }
    one.insert("required".to_owned(), json!(required));
    one
}

/// The types that a union's members are made of.
pub fn content_names(union: &Value) -> Vec<String> {
    let members = union.get("oneOf").or_else(|| union.get("anyOf")).and_then(Value::as_array);
    let pieces = members.into_iter().flatten().flat_map(|member| match member.get("allOf") {
        Some(Value::Array(pieces)) => pieces.iter().collect(),
        _ => vec![member],
    });
    pieces.filter_map(names::direct).map(str::to_owned).collect()
}

fn list(members: &Members, key: &str) -> Vec<Value> {
    members.get(key).and_then(Value::as_array).cloned().unwrap_or_default()
}

/// Two schemas that differ in nothing but what is said about them.
fn same(one: &Value, other: &Value) -> bool {
    let bare = |schema: &Value| {
        let mut schema = schema.clone();
        if let Some(members) = schema.as_object_mut() {
            members.remove("description");
        }
        schema
    };
    bare(one) == bare(other)
}
