//! Unions of unions: generators of clients read one list of alternatives better than lists in a list.

use serde_json::{Map, Value, json};

use super::names;

/// Makes the union `name`, whose members are unions with discriminators, one of all their alternatives. An error is a
/// defect of the members: two alternatives have one tag. Any other type stays as it is.
pub fn flatten(schemas: &mut Map<String, Value>, name: &str) -> Result<(), String> {
    let Some(members) = schemas.get(name).and_then(|union| union.get("anyOf")?.as_array()) else {
        return Ok(());
    };
    let member = |member| schemas.get(names::direct(member)?)?.get("discriminator");
    let Some(discriminators) = members.iter().map(member).collect::<Option<Vec<_>>>() else { return Ok(()) };
    let mut mapping = Map::new();
    for (tag, target) in discriminators.iter().filter_map(|one| one.get("mapping")?.as_object()).flatten() {
        if mapping.insert(tag.clone(), target.clone()).is_some() {
            return Err(format!("two alternatives of {name} are told by `{tag}`"));
        }
    }
    let references: Vec<Value> = mapping.values().map(|target| json!({ "$ref": target })).collect();
    if let Some(Value::Object(union)) = schemas.get_mut(name) {
        union.remove("anyOf");
        union.insert("oneOf".to_owned(), Value::Array(references));
        // All unions of titles are told apart by the same property.
        union.insert("discriminator".to_owned(), json!({ "propertyName": "type", "mapping": mapping }));
    }
    Ok(())
}
