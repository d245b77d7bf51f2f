//! The description reduced to what some clients need: to one ruleset, or to what players do.
//!
//! Most types exist once for each ruleset, in unions. A client for one of them would carry the types of all. What is left
//! is called as in the whole description, so that code for the one can be carried over to the other.

use std::collections::BTreeSet;

use rules::schemas;
use serde::Deserialize;
use serde_json::{Map, Value, json};
use utoipa::{IntoParams, ToSchema};

/// The tag of the operations that players have no use for.
const OPERATORS: &str = "operators";
/// The components that operations refer to, beside schemas.
const KINDS: [&str; 4] = ["responses", "parameters", "headers", "examples"];

/// What of the description is wanted; everything if nothing is chosen.
#[derive(Debug, Default, Clone, PartialEq, Eq, PartialOrd, Ord, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
pub struct Narrowing {
    /// The only ruleset of the client.
    pub ruleset: Option<String>,
    /// A part that the client does without.
    pub without: Option<Without>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Without {
    Operators,
}

impl Narrowing {
    pub fn is_whole(&self) -> bool {
        *self == Self::default()
    }
}

/// The part of a document that a client needs. `rulesets`: all that the document has.
pub fn narrow(document: &Value, narrowing: &Narrowing, rulesets: &[&str]) -> Value {
    let mut document = document.clone();
    let mut left_out = Vec::new();
    if narrowing.without == Some(Without::Operators) {
        forget_operators(&mut document);
        left_out.push("what operators of a server do".to_owned());
    }
    if let Some(ruleset) = &narrowing.ruleset {
        let narrowed = schemas::keep_only(&mut document, ruleset);
        let others: Vec<&str> = rulesets.iter().copied().filter(|other| other != ruleset).collect();
        forget_examples(&mut document, &narrowed, &others);
        if let Some(choice) = document.pointer_mut("/components/schemas/CreateGame/properties/ruleset/enum") {
            *choice = json!([ruleset]);
        }
        left_out.push(format!(
            "the types of rulesets other than {ruleset}; a reader skips what games of others send, such as entries of an inbox"
        ));
    }
    forget_unused(&mut document);
    if let Some(Value::String(about)) = document.pointer_mut("/info/description") {
        let left_out = left_out.join(", and ");
        about.push_str(&format!("\n\nThis is a part of the description. It leaves out {left_out}."));
    }
    document
}

fn forget_operators(document: &mut Value) {
    if let Some(tags) = document["tags"].as_array_mut() {
        tags.retain(|tag| tag["name"] != OPERATORS);
    }
    let Some(paths) = document["paths"].as_object_mut() else { return };
    for operations in paths.values_mut().filter_map(Value::as_object_mut) {
        operations.retain(|_, operation| operation["tags"][0] != OPERATORS);
    }
    paths.retain(|_, operations| operations.as_object().is_some_and(|operations| !operations.is_empty()));
}

/// Takes out the examples of narrowed types that are of other rulesets: they do not fit the types any more.
fn forget_examples(document: &mut Value, narrowed: &BTreeSet<String>, others: &[&str]) {
    if let Some(shared) = document.pointer_mut("/components/examples").and_then(Value::as_object_mut) {
        // A shared example is called after the type that it shows.
        shared.retain(|name, example| !narrowed.contains(name) || !names_ruleset(example, others));
    }
    let shared = document.pointer("/components/examples").and_then(Value::as_object);
    let shared: BTreeSet<String> =
        shared.into_iter().flat_map(Map::keys).map(|name| format!("#/components/examples/{name}")).collect();
    let fits = |example: &Value| {
        let reference = example.get("$ref").and_then(Value::as_str);
        reference.map_or_else(|| !names_ruleset(example, others), |target| shared.contains(target))
    };
    each_object(document, &mut |object| {
        let of = ["schema", "itemSchema"].into_iter().filter_map(|keyword| object.get(keyword));
        let own = object.get("description").is_some() && object.get("type").is_some();
        if !own && !of.flat_map(schemas::referred).any(|name| narrowed.contains(&name)) {
            return;
        }
        if object.get("example").is_some_and(|example| !fits(example)) {
            object.remove("example");
        }
        if let Some(Value::Object(examples)) = object.get_mut("examples") {
            examples.retain(|_, example| fits(example));
            if examples.is_empty() {
                object.remove("examples");
            }
        }
    });
}

/// Does a value say anywhere that it is of one of these rulesets?
fn names_ruleset(value: &Value, rulesets: &[&str]) -> bool {
    match value {
        Value::Object(members) => members.iter().any(|(name, member)| {
            let says = name == "ruleset" && member.as_str().is_some_and(|said| rulesets.contains(&said));
            says || names_ruleset(member, rulesets)
        }),
        Value::Array(items) => items.iter().any(|item| names_ruleset(item, rulesets)),
        _ => false,
    }
}

fn each_object(value: &mut Value, change: &mut dyn FnMut(&mut Map<String, Value>)) {
    match value {
        Value::Object(members) => {
            change(members);
            members.values_mut().for_each(|member| each_object(member, change));
        }
        Value::Array(items) => items.iter_mut().for_each(|item| each_object(item, change)),
        _ => {}
    }
}

/// Takes out the links to operations that are gone, and the components that nothing refers to.
fn forget_unused(document: &mut Value) {
    let mut ids = BTreeSet::new();
    each_object(document, &mut |object| {
        if object.contains_key("responses") {
            ids.extend(object.get("operationId").and_then(Value::as_str).map(str::to_owned));
        }
    });
    each_object(document, &mut |object| {
        // What is sent to a webhook has `links`, too, which are no operations.
        let Some(Value::Object(links)) = object.get_mut("links") else { return };
        let leads = |link: &Value| link.get("operationId").and_then(Value::as_str).map(|id| ids.contains(id));
        links.retain(|_, link| leads(link) != Some(false));
        if links.is_empty() {
            object.remove("links");
        }
    });
    // A response refers to headers and examples, so each kind is looked through after those that refer to it.
    for kind in KINDS {
        let mut used = BTreeSet::new();
        references(document, &format!("#/components/{kind}/"), &mut used);
        if let Some(components) = document["components"][kind].as_object_mut() {
            components.retain(|name, _| used.contains(name));
        }
    }
    schemas::forget_unused(document);
}

fn references(value: &Value, prefix: &str, found: &mut BTreeSet<String>) {
    match value {
        Value::String(text) => found.extend(text.strip_prefix(prefix).map(str::to_owned)),
        Value::Object(members) => members.values().for_each(|member| references(member, prefix, found)),
        Value::Array(items) => items.iter().for_each(|item| references(item, prefix, found)),
        _ => {}
    }
}
