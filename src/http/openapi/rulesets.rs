//! The titles' own types, in the places that the annotations leave open.

use serde_json::{Value, json};

use crate::description::{self, OPEN, TitleSchemas};
use rules::AnyRuleset;

/// What happens at every table beside the rules of its title.
const TABLE_EVENT: &str = "TableEvent";

/// Adds every title's types, and puts them in the places of the open types.
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
    schemas.insert("Options".to_owned(), description::every_option(&titles));
    if let Some(ruleset) = schemas.get_mut("NewGame").and_then(|new| new.pointer_mut("/properties/ruleset")) {
        ruleset["enum"] = shipped.iter().map(|title| title.id()).collect();
    }
    if let Some(kind) = schemas.get_mut("CallKind") {
        let mut names: Vec<&str> = Vec::new();
        for call in shipped.iter().flat_map(|title| title.call_kinds()) {
            if !names.contains(&call.name) {
                names.push(call.name);
            }
        }
        kind["enum"] = names.into();
    }
    for (name, schema) in titles.iter().flat_map(|title| &title.types) {
        if schemas.insert(name.clone(), schema.clone()).is_some() {
            return Err(format!("two types are called {name}"));
        }
    }
    description::finish(document);
    description::rename_lists(document);
    description::split_by_title(document, &titles, TABLE_EVENT)?;
    // Writers of clients tell by them whether an event is of the title or of the table.
    let event_unions: Vec<String> =
        titles.into_iter().map(|title| title.event).chain([TABLE_EVENT.to_owned()]).collect();
    description::forget_unused(document, &event_unions);
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
