//! Names of types and references to them.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::{COMPONENTS, unions};

/// `build_farm` as `BuildFarm`.
pub fn pascal(snake: &str) -> String {
    snake
        .split(['_', '-'])
        .flat_map(|word| {
            let mut letters = word.chars();
            letters.next().map(|first| first.to_uppercase().chain(letters).collect::<String>())
        })
        .collect()
}

/// The name with the ruleset before it, unless it is there already.
pub fn with_ruleset(ruleset: &str, name: &str) -> String {
    if name.starts_with(ruleset) { name.to_owned() } else { format!("{ruleset}{name}") }
}

/// Points every reference elsewhere; `to` gets the name that is referred to.
pub fn redirect(schema: &mut Value, to: &dyn Fn(&str) -> String) {
    match schema {
        Value::Object(members) => {
            for (key, value) in members {
                match value {
                    Value::String(target) if key == "$ref" || target.starts_with(COMPONENTS) => {
                        if let Some(name) = target.strip_prefix(COMPONENTS) {
                            *target = to(name);
                        }
                    }
                    other => redirect(other, to),
                }
            }
        }
        Value::Array(items) => items.iter_mut().for_each(|item| redirect(item, to)),
        _ => {}
    }
}

pub fn referred(schema: &Value) -> Vec<String> {
    match schema {
        Value::String(text) => text.strip_prefix(COMPONENTS).map(str::to_owned).into_iter().collect(),
        Value::Object(members) => members.values().flat_map(referred).collect(),
        Value::Array(items) => items.iter().flat_map(referred).collect(),
        _ => Vec::new(),
    }
}

/// A reference to the type of that name.
pub fn reference(name: &str) -> Value {
    json!({ "$ref": format!("{COMPONENTS}{name}") })
}

/// The name that a schema is nothing but a reference to.
pub fn direct(schema: &Value) -> Option<&str> {
    schema.get("$ref")?.as_str()?.strip_prefix(COMPONENTS)
}

/// Splits every union among `parts`, too: its alternatives are called after it.
pub fn nested_unions_split(mut parts: BTreeMap<String, Value>) -> BTreeMap<String, Value> {
    let names: Vec<String> = parts.keys().cloned().collect();
    let wide: Vec<_> = parts
        .iter()
        .filter_map(|(name, schema)| Some((name.clone(), unions::widen(schema, &parts)?)))
        .collect();
    parts.extend(wide);
    for name in names {
        if let Some(schema) = parts.remove(&name) {
            let union = unions::split(schema, &name, &format!("{name}{{}}"), &mut parts);
            parts.insert(name, union);
        }
    }
    parts
}
