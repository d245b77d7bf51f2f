//! Unions distinguished by a tag: each alternative becomes a type with a name, the union a list of them.
//!
//! Generators of clients need that: alternatives without names become `OneOf1`, and without a discriminator a client
//! has to try one after the other. A tag that has several forms (an event with its secrets and without) becomes one
//! type, in which only what all forms have is required.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use super::references::pascal;
use super::{COMPONENTS, references};

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
    let about = union.get("description").cloned();
    let about = about.unwrap_or_else(|| json!(format!("One {name}, distinguished by `{property}`.")));
    distinguished(about, &property, mapping)
}

/// A union of types that are distinguished by a property.
pub fn distinguished(about: Value, property: &str, mapping: Members) -> Value {
    let forms: Vec<Value> = mapping.values().map(|target| json!({ "$ref": target })).collect();
    json!({
        "description": about,
        "oneOf": forms,
        "discriminator": { "propertyName": property, "mapping": mapping },
    })
}

/// A union with further members beside it is a union of alternatives that have them; `None` for anything else.
pub fn widen(schema: &Value, parts: &BTreeMap<String, Value>) -> Option<Value> {
    let pieces = schema.get("allOf")?.as_array()?;
    let alternatives = |piece| {
        references::direct(piece).and_then(|name| parts.get(name)).and_then(|union| forms(union, parts))
    };
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

/// The members of a union as it is written.
fn members(union: &Value) -> Option<&[Value]> {
    union.get("oneOf").or_else(|| union.get("anyOf"))?.as_array().map(Vec::as_slice)
}

/// The members of a union; a member that is a union itself is replaced by its members.
fn forms(union: &Value, parts: &BTreeMap<String, Value>) -> Option<Vec<Value>> {
    let mut all = Vec::new();
    for member in members(union)? {
        let named = references::direct(member).and_then(|name| parts.get(name));
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
    let content = |piece| references::direct(piece).and_then(|name| parts.get(name)).unwrap_or(piece);
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
    let tag = only_text(members.get("properties")?.get(property)?)?.to_owned();
    tag_with(&mut members, property, &tag);
    Some((tag, members))
}

/// Makes an object one alternative of a union: the property is always there, has this value only, and is named first.
pub fn tag_with(object: &mut Members, property: &str, value: &str) {
    let constant = json!({ "type": "string", "const": value });
    if let Value::Object(properties) = object.entry("properties").or_insert_with(|| json!({})) {
        properties.insert(property.to_owned(), constant);
    }
    if let Value::Array(required) = object.entry("required").or_insert_with(|| json!([])) {
        required.retain(|name| name != property);
        required.insert(0, json!(property));
    }
}

/// Takes the types out that the union was made of, unless something else refers to them.
fn forget_contents(union: &Value, parts: &mut BTreeMap<String, Value>) {
    for name in content_names(union) {
        if parts.values().any(|schema| references::referred(schema).contains(&name)) {
            continue;
        }
        if let Some(content) = parts.remove(&name) {
            forget_contents(&content, parts);
        }
    }
}

/// Makes the union `name`, whose members are unions with discriminators or have a single form, one of all their
/// alternatives. An error is a bug in the members: two alternatives have one tag. Any other type stays as it is.
pub fn flatten_union(schemas: &mut Map<String, Value>, name: &str) -> Result<(), String> {
    let Some(members) = schemas.get(name).and_then(|union| union.get("anyOf")?.as_array()) else {
        return Ok(());
    };
    let members = members.iter().map(|member| references::direct(member).map(str::to_owned));
    let Some(members) = members.collect::<Option<Vec<String>>>() else { return Ok(()) };
    members.iter().for_each(|member| tag_single_form(schemas, member));
    let Some(tagged) = members.iter().map(|member| tagged_forms(schemas, member)).collect::<Option<Vec<_>>>()
    else {
        return Ok(());
    };
    let mut mapping = Map::new();
    for (tag, target) in tagged.into_iter().flatten() {
        if mapping.insert(tag.clone(), target).is_some() {
            return Err(format!("two alternatives of {name} are distinguished by `{tag}`"));
        }
    }
    if let Some(union) = schemas.get_mut(name) {
        // All unions of rulesets are distinguished by the same property.
        *union = distinguished(union["description"].take(), "type", mapping);
    }
    Ok(())
}

/// A union of one form becomes that form, with its tag as a constant.
fn tag_single_form(schemas: &mut Map<String, Value>, name: &str) {
    let Some(union) = schemas.get_mut(name) else { return };
    let Some([Value::Object(form)]) = members(union) else { return };
    let Some((_, form)) = tagged(form.clone(), "type") else { return };
    *union = Value::Object(form);
}

/// The alternatives of a member of a union, by their tags.
fn tagged_forms(schemas: &Map<String, Value>, name: &str) -> Option<Vec<(String, Value)>> {
    let member = schemas.get(name)?;
    if let Some(tag) = member.pointer("/properties/type/const").and_then(Value::as_str) {
        return Some(vec![(tag.to_owned(), json!(format!("{COMPONENTS}{name}")))]);
    }
    let mapping = member.pointer("/discriminator/mapping")?.as_object()?;
    Some(mapping.iter().map(|(tag, target)| (tag.clone(), target.clone())).collect())
}

/// Adds an alternative to a union that is distinguished by a property.
pub fn add_alternative(schemas: &mut Map<String, Value>, union: &str, tag: &str, name: &str) {
    let target = json!(format!("{COMPONENTS}{name}"));
    let Some(union) = schemas.get_mut(union) else { return };
    let alternatives = if union.get("oneOf").is_some() { "oneOf" } else { "anyOf" };
    if let Some(alternatives) = union.get_mut(alternatives).and_then(Value::as_array_mut) {
        alternatives.push(json!({ "$ref": target }));
    }
    if let Some(mapping) = union.pointer_mut("/discriminator/mapping") {
        mapping[tag] = target;
    }
}

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
    let pieces = members(union).into_iter().flatten().flat_map(|member| match member.get("allOf") {
        Some(Value::Array(pieces)) => pieces.iter().collect(),
        _ => vec![member],
    });
    pieces.filter_map(references::direct).map(str::to_owned).collect()
}

fn list(members: &Members, key: &str) -> Vec<Value> {
    members.get(key).and_then(Value::as_array).cloned().unwrap_or_default()
}

/// Are the schemas equal but for their descriptions?
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
