//! Types that clients only read differ from types that they write: they may get further members later, and the
//! description says which members are always sent.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

/// Where a description keeps its types.
const SCHEMAS: &str = "#/components/schemas/";

/// The names of the types that occur in requests.
pub fn written(document: &Value) -> BTreeSet<String> {
    let operations = document["paths"].as_object().into_iter().flat_map(Map::values);
    let operations = operations.filter_map(Value::as_object).flat_map(Map::values);
    let mut next: Vec<String> = Vec::new();
    for operation in operations {
        refer(&operation["requestBody"], &mut next);
        refer(&operation["parameters"], &mut next);
    }
    let mut found = BTreeSet::new();
    while let Some(name) = next.pop() {
        if found.insert(name.clone()) {
            refer(&document["components"]["schemas"][&name], &mut next);
        }
    }
    found
}

fn refer(schema: &Value, found: &mut Vec<String>) {
    match schema {
        Value::String(text) => found.extend(text.strip_prefix(SCHEMAS).map(str::to_owned)),
        Value::Object(members) => members.values().for_each(|value| refer(value, found)),
        Value::Array(items) => items.iter().for_each(|item| refer(item, found)),
        _ => {}
    }
}

/// Marks the members of a service's type as always sent, also those that may be null. For types that are only read.
pub fn always_sent(schema: &mut Value) {
    each_object(schema, &|members| {
        let nullable: Vec<String> = properties(members)
            .filter(|(_, member)| is_nullable(member))
            .map(|(name, _)| name.clone())
            .collect();
        let required = members.entry("required").or_insert_with(|| Value::Array(Vec::new()));
        if let Value::Array(required) = required {
            let more = nullable.into_iter().map(Value::String).filter(|name| !required.contains(name));
            let more: Vec<Value> = more.collect();
            required.extend(more);
        }
    });
}

/// Describes the members of a ruleset's type as left out instead of null. For types that are only read.
pub fn never_null(schema: &mut Value) {
    each_object(schema, &|members| {
        let required: Vec<Value> =
            members.get("required").and_then(Value::as_array).cloned().unwrap_or_default();
        let Some(Value::Object(properties)) = members.get_mut("properties") else { return };
        for (name, member) in properties {
            if !required.iter().any(|one| one == name) {
                without_null(member);
            }
        }
    });
}

/// Lets a type have further members. For types that are only read.
pub fn open(schema: &mut Value) {
    each_object(schema, &|members| {
        if members.get("additionalProperties") == Some(&Value::Bool(false)) {
            members.remove("additionalProperties");
        }
    });
}

fn each_object(schema: &mut Value, change: &dyn Fn(&mut Map<String, Value>)) {
    match schema {
        Value::Object(members) => {
            if members.get("properties").is_some_and(Value::is_object) {
                change(members);
            }
            members.values_mut().for_each(|value| each_object(value, change));
        }
        Value::Array(items) => items.iter_mut().for_each(|item| each_object(item, change)),
        _ => {}
    }
}

fn properties(members: &Map<String, Value>) -> impl Iterator<Item = (&String, &Value)> {
    members.get("properties").and_then(Value::as_object).into_iter().flatten()
}

fn is_null(schema: &Value) -> bool {
    schema.get("type").is_some_and(|kind| kind == "null")
}

fn is_nullable(schema: &Value) -> bool {
    let listed =
        |kinds: &Value| kinds.as_array().is_some_and(|kinds| kinds.iter().any(|kind| kind == "null"));
    schema.get("type").is_some_and(listed)
        || schema.get("oneOf").and_then(Value::as_array).is_some_and(|forms| forms.iter().any(is_null))
}

pub fn without_null(schema: &mut Value) {
    if let Some(kind) = schema.get_mut("type")
        && let Value::Array(kinds) = kind
    {
        kinds.retain(|kind| kind != "null");
        if let [only] = kinds.as_mut_slice() {
            *kind = only.take();
        }
    }
    if let Some(Value::Array(forms)) = schema.get_mut("oneOf") {
        forms.retain(|form| !is_null(form));
        if let [only] = forms.as_mut_slice() {
            *schema = only.take();
        }
    }
}
