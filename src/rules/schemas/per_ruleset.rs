//! Schemas that contain a ruleset-specific type are written once per ruleset, distinguished by `ruleset`.
//!
//! A client for one ruleset finds all of its types under its name (`LandnamViewNow`, `LandnamAction`) and needs none of
//! the others; a client for all of them takes the union.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

use super::{COMPONENTS, references, unions};
use crate::tagged_options::RULESET;

/// What stands for the open types in the forms of one ruleset.
pub struct Forms {
    pub ruleset: &'static str,
    /// What the names of its types begin with.
    pub prefix: String,
    /// Its own types, by the names of the open ones: what contains one of these has forms.
    pub own: Map<String, Value>,
    /// Shared type name → this ruleset's replacement, used inside its own schemas only.
    pub within: Map<String, Value>,
}

/// Gives every type in which an open type stands a form for each ruleset. A type that says its `ruleset` becomes the
/// union of its forms; any other is only a part of such types and has its forms alone. An error is a bug in the types.
pub fn split(schemas: &mut Map<String, Value>, rulesets: &[Forms]) -> Result<(), String> {
    let open: BTreeSet<String> = rulesets.iter().flat_map(|ruleset| ruleset.own.keys().cloned()).collect();
    let holders = holders(schemas, &open);
    for name in &holders {
        let Some(schema) = schemas.get(name).map(|schema| put_together(schema, schemas)) else { continue };
        for ruleset in rulesets {
            let form = ruleset.form(&schema, &holders);
            let prefixed = ruleset.prefixed(name);
            if schemas.insert(prefixed.clone(), form).is_some() {
                return Err(format!("two types are called {prefixed}"));
            }
        }
        let union = union(&schema, name, rulesets);
        schemas.extend(union.map(|union| (name.clone(), union)));
    }
    schemas.retain(|name, schema| !open.contains(name) && (!holders.contains(name) || is_union(schema)));
    Ok(())
}

/// The types that refer to an open type, directly or not. One that does not say its `ruleset` may refer to the union of
/// the forms of one that does, and needs no forms for that.
fn holders(schemas: &Map<String, Value>, open: &BTreeSet<String>) -> BTreeSet<String> {
    let becomes_union = |name: &str| schemas.get(name).is_some_and(|schema| says_ruleset(schema, schemas));
    let mut found = open.clone();
    loop {
        let refers = |schema: &Value| {
            let says = says_ruleset(schema, schemas);
            let needs_forms = |name: &String| found.contains(name) && (says || !becomes_union(name));
            references::referred(schema).iter().any(needs_forms)
        };
        let more: Vec<String> = schemas
            .iter()
            .filter(|(name, schema)| !found.contains(*name) && refers(schema))
            .map(|(name, _)| name.clone())
            .collect();
        if more.is_empty() {
            return &found - open;
        }
        found.extend(more);
    }
}

/// An object that is described in pieces as one.
fn put_together(schema: &Value, schemas: &Map<String, Value>) -> Value {
    let Some(pieces) = schema.get("allOf").and_then(Value::as_array) else { return schema.clone() };
    let content = |piece| references::direct(piece).and_then(|name| schemas.get(name)).unwrap_or(piece);
    let mut whole =
        pieces.iter().filter_map(|piece| content(piece).as_object()).fold(Map::new(), unions::together);
    whole.extend(schema.get("description").map(|about| ("description".to_owned(), about.clone())));
    Value::Object(whole)
}

impl Forms {
    fn prefixed(&self, name: &str) -> String {
        format!("{}{name}", self.prefix)
    }

    fn form(&self, schema: &Value, holders: &BTreeSet<String>) -> Value {
        let mut form = schema.clone();
        references::redirect(&mut form, &|name| {
            let own = self.own.get(name).or_else(|| self.within.get(name));
            let own = own.and_then(Value::as_str).map(str::to_owned);
            let own = own.unwrap_or_else(|| {
                if holders.contains(name) { self.prefixed(name) } else { name.to_owned() }
            });
            format!("{COMPONENTS}{own}")
        });
        // The server may do without the ruleset; a client that is generated must say it, so that each form is one of its
        // own.
        if form.pointer("/properties/ruleset").is_some()
            && let Value::Object(members) = &mut form
        {
            unions::tag_with(members, RULESET, self.ruleset);
        }
        form
    }
}

/// The union of the forms; `None` for a type that does not say of which ruleset it is.
fn union(schema: &Value, name: &str, rulesets: &[Forms]) -> Option<Value> {
    schema.get("properties")?.get(RULESET)?;
    let target = |ruleset: &Forms| json!(format!("{COMPONENTS}{}", ruleset.prefixed(name)));
    let mapping: Map<String, Value> =
        rulesets.iter().map(|ruleset| (ruleset.ruleset.to_owned(), target(ruleset))).collect();
    let about = schema
        .get("description")
        .cloned()
        .unwrap_or_else(|| json!("One form for each ruleset, distinguished by `ruleset`."));
    Some(unions::distinguished(about, RULESET, mapping))
}

/// Has it the property that says of which ruleset it is, in a piece of it or as a whole?
fn says_ruleset(schema: &Value, schemas: &Map<String, Value>) -> bool {
    let content = |piece| references::direct(piece).and_then(|name| schemas.get(name)).unwrap_or(piece);
    let mut pieces = schema.get("allOf").and_then(Value::as_array).into_iter().flatten().map(content);
    let says = |schema: &Value| schema.pointer("/properties/ruleset").is_some();
    says(schema) || pieces.any(says)
}

fn is_union(schema: &Value) -> bool {
    schema.get("discriminator").is_some()
}
