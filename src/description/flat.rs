//! Unions of unions: generators of clients read one list of alternatives better than lists in a list.

use serde_json::{Map, Value, json};

use super::names;

/// Makes the union `name`, whose members are unions with discriminators, one of all their alternatives. It has a
/// discriminator if no two of them share a tag; two titles may both have an `end_turn`. Any other type stays as it is.
pub fn flatten(schemas: &mut Map<String, Value>, name: &str) {
    let Some(members) = schemas.get(name).and_then(|union| union.get("anyOf")?.as_array()) else { return };
    let member = |member| schemas.get(names::direct(member)?)?.get("discriminator");
    let Some(discriminators) = members.iter().map(member).collect::<Option<Vec<_>>>() else { return };
    let mappings = discriminators.iter().filter_map(|one| one.get("mapping")?.as_object());
    let alternatives: Vec<(String, Value)> =
        mappings.flatten().map(|(tag, target)| (tag.clone(), target.clone())).collect();
    let references: Vec<Value> = alternatives.iter().map(|(_, target)| json!({ "$ref": target })).collect();
    let mapping: Map<String, Value> = alternatives.into_iter().collect();
    let Some(Value::Object(union)) = schemas.get_mut(name) else { return };
    union.remove("anyOf");
    if mapping.len() < references.len() {
        union.insert("anyOf".to_owned(), Value::Array(references));
    } else {
        union.insert("oneOf".to_owned(), Value::Array(references));
        // All unions of titles are told apart by the same property.
        union.insert("discriminator".to_owned(), json!({ "propertyName": "type", "mapping": mapping }));
    }
}
