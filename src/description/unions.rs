//! Unions told apart by a tag: each alternative becomes a type with a name, the union a list of them.
//!
//! Generators of clients need that: alternatives without names become `OneOf1`, and without a discriminator a client
//! has to try one after the other. A tag that has several forms (an event with its secrets and without) becomes one
//! type, in which only what all forms have is required.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use super::merge::{either, together};
use super::names::{self, pascal};
use super::{COMPONENTS, merge};

type Members = Map<String, Value>;

/// Splits a union called `name`. Its alternatives go into `parts` under `pattern`, in which `{}` stands for the tag;
/// types that were only the content of an alternative are taken out. What is no such union is given back as it is.
pub fn split(union: Value, name: &str, pattern: &str, parts: &mut BTreeMap<String, Value>) -> Value {
    let Some((property, alternatives)) = alternatives(&union, parts) else { return union };
    forget_contents(&union, parts);
    let mut mapping = Map::new();
    for (tag, members) in alternatives {
        let called = pattern.replace("{}", &pascal(&tag));
        mapping.insert(tag, json!(format!("{COMPONENTS}{called}")));
        parts.insert(called, Value::Object(members));
    }
    let references: Vec<Value> = mapping.values().map(|target| json!({ "$ref": target })).collect();
    let about = union.get("description").cloned();
    json!({
        "description": about.unwrap_or_else(|| json!(format!("One {name}, told apart by `{property}`."))),
        "oneOf": references,
        "discriminator": { "propertyName": property, "mapping": mapping },
    })
}

/// A union with further members beside it is a union of alternatives that have them; `None` for anything else.
pub fn widen(schema: &Value, parts: &BTreeMap<String, Value>) -> Option<Value> {
    let pieces = schema.get("allOf")?.as_array()?;
    let alternatives =
        |piece| names::direct(piece).and_then(|name| parts.get(name)).and_then(|union| forms(union, parts));
    let (place, forms) =
        pieces.iter().enumerate().find_map(|(place, piece)| Some((place, alternatives(piece)?)))?;
    let wider = forms.into_iter().map(|form| {
        let mut pieces = pieces.clone();
        pieces[place] = form;
        json!({ "allOf": pieces })
    });
    Some(json!({ "description": schema.get("description"), "oneOf": wider.collect::<Vec<_>>() }))
}

/// The name of the tag, and the alternatives by its value, if all members of the union carry one.
fn alternatives(
    union: &Value,
    parts: &BTreeMap<String, Value>,
) -> Option<(String, BTreeMap<String, Members>)> {
    let forms: Vec<Members> =
        forms(union, parts)?.iter().map(|form| flatten(form, parts)).collect::<Option<_>>()?;
    // One form alone is no union, whatever it carries.
    let property = forms.get(1).and_then(|_| tag_property(forms.first()?))?;
    let mut by_tag = BTreeMap::<String, Members>::new();
    for form in forms {
        let (tag, form) = tagged(form, &property)?;
        let known = by_tag.remove(&tag);
        by_tag.insert(tag, known.map_or(form.clone(), |known| either(known, form)));
    }
    Some((property, by_tag))
}

/// The members of a union; a member that is a union itself is replaced by its members.
fn forms(union: &Value, parts: &BTreeMap<String, Value>) -> Option<Vec<Value>> {
    let mut all = Vec::new();
    for member in union.get("oneOf").or_else(|| union.get("anyOf"))?.as_array()? {
        let named = names::direct(member).and_then(|name| parts.get(name));
        match named.and_then(|named| forms(named, parts)) {
            Some(inner) => all.extend(inner),
            None => all.push(member.clone()),
        }
    }
    Some(all)
}

/// Puts `allOf: [content, tag]` together to one object; an object is one already.
fn flatten(member: &Value, parts: &BTreeMap<String, Value>) -> Option<Members> {
    let Some(pieces) = member.get("allOf").and_then(Value::as_array) else {
        return member.as_object().filter(|object| object.contains_key("properties")).cloned();
    };
    let content = |piece| names::direct(piece).and_then(|name| parts.get(name)).unwrap_or(piece);
    let pieces: Vec<&Members> =
        pieces.iter().map(|piece| content(piece).as_object()).collect::<Option<_>>()?;
    Some(pieces.into_iter().fold(Map::new(), together))
}

/// The property that has exactly one possible text.
fn tag_property(members: &Members) -> Option<String> {
    let properties = members.get("properties")?.as_object()?;
    properties.iter().find(|(_, schema)| only_text(schema).is_some()).map(|(name, _)| name.clone())
}

fn only_text(schema: &Value) -> Option<&str> {
    match schema.get("enum")?.as_array()?.as_slice() {
        [only] => only.as_str(),
        _ => None,
    }
}

/// The tag's value, and the members with the tag as a constant that is named first.
fn tagged(mut members: Members, property: &str) -> Option<(String, Members)> {
    let schema = members.get_mut("properties")?.get_mut(property)?;
    let tag = only_text(schema)?.to_owned();
    *schema = json!({ "type": "string", "const": tag });
    if let Some(required) = members.get_mut("required").and_then(Value::as_array_mut) {
        required.sort_by_key(|name| name != property);
    }
    Some((tag, members))
}

/// Takes the types out that the union was made of, unless something else refers to them.
fn forget_contents(union: &Value, parts: &mut BTreeMap<String, Value>) {
    for name in merge::content_names(union) {
        if parts.values().any(|schema| names::referred(schema).contains(&name)) {
            continue;
        }
        if let Some(content) = parts.remove(&name) {
            forget_contents(&content, parts);
        }
    }
}
