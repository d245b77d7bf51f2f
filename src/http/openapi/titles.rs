//! The titles' own types, in the places that the annotations leave open.

use serde_json::{Value, json};

use crate::description::{self, OPEN, TitleSchemas};
use crate::rules::AnyRuleset;

/// What happens at every table beside the rules of its title.
const TABLE_EVENT: &str = "TableEvent";

/// Adds every title's types, and makes the open types unions of them.
pub fn add(document: &mut Value, shipped: &[Box<dyn AnyRuleset>]) -> Result<(), String> {
    let titles: Vec<TitleSchemas> =
        shipped.iter().map(|title| description::of(title.as_ref())).collect::<Result<_, _>>()?;
    refer_to_open_types(document);
    description::rename(document, "Legal_Action", "LegalDecision");
    description::rename(document, "Shape_Action", "ActionShape");
    let schemas = document
        .pointer_mut("/components/schemas")
        .and_then(Value::as_object_mut)
        .ok_or("the annotations name no types")?;
    unite(schemas, "Options", titles.iter().map(|title| &title.options));
    unite(schemas, "Action", titles.iter().map(|title| &title.action));
    let events = titles.iter().map(|title| title.event.clone());
    let event_unions: Vec<String> = events.chain([TABLE_EVENT.to_owned()]).collect();
    unite(schemas, "Event", event_unions.iter());
    unite(schemas, "View", titles.iter().map(|title| &title.view));
    if let Some(ruleset) = schemas.get_mut("NewGame").and_then(|new| new.pointer_mut("/properties/ruleset")) {
        ruleset["enum"] = shipped.iter().map(|title| title.id()).collect();
    }
    for (name, schema) in titles.into_iter().flat_map(|title| title.types) {
        if schemas.insert(name.clone(), schema).is_some() {
            return Err(format!("two types are called {name}"));
        }
    }
    description::finish(document);
    description::rename_lists(document);
    // Writers of clients tell by them whether an event is of the title or of the table.
    description::tidy(document, &["Action", "Event"], &event_unions);
    Ok(())
}

/// Generic types carry copies of the open types; references take their place.
fn refer_to_open_types(schema: &mut Value) {
    match schema {
        Value::Object(members) => {
            for (key, value) in members {
                match value.get_mut(OPEN).map(Value::take) {
                    Some(Value::String(name)) if *key != name => {
                        *value = json!({ "$ref": format!("#/components/schemas/{name}") });
                    }
                    _ => refer_to_open_types(value),
                }
            }
        }
        Value::Array(items) => items.iter_mut().for_each(refer_to_open_types),
        _ => {}
    }
}

fn unite<'t>(
    schemas: &mut serde_json::Map<String, Value>,
    name: &str,
    members: impl Iterator<Item = &'t String>,
) {
    let references: Vec<Value> =
        members.map(|member| json!({ "$ref": format!("#/components/schemas/{member}") })).collect();
    if let Some(Value::Object(schema)) = schemas.get_mut(name) {
        schema.remove(OPEN);
        schema.remove("type");
        match references.as_slice() {
            // A union of one would be an heir of it to some generators of clients.
            [Value::Object(only)] => *schema = only.clone(),
            _ => drop(schema.insert("anyOf".to_owned(), Value::Array(references))),
        }
    }
}
