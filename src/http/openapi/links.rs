//! Links: which answer holds what another operation asks for, so that tools and readers can go on from there.

use serde_json::{Map, Value, json};

/// An answer that holds the value of a parameter: operation, status, parameter, where it stands in the answer. Every
/// operation whose address has the parameter can follow.
const SOURCES: [(&str, &str, &str, &str); 3] = [
    ("create_game", "201", "game_id", "$response.body#/id"),
    ("list_games", "200", "game_id", "$response.body#/games/0/id"),
    ("list_rulesets", "200", "ruleset", "$response.body#/rulesets/0/id"),
];

/// A list leads to the thing itself; what can be done with the thing is linked where it was made.
const FROM_LISTS: [&str; 2] = ["get_game", "get_ruleset"];

pub fn add(document: &mut Value) -> Result<(), String> {
    let operations = named(document)?;
    for (source, status, parameter, expression) in SOURCES {
        let lists = source.starts_with("list_");
        let links: Map<String, Value> = operations
            .iter()
            .filter(|(id, address)| {
                let asks = address.contains(&format!("{{{parameter}}}"));
                asks && address.matches('{').count() == 1 && (!lists || FROM_LISTS.contains(&id.as_str()))
            })
            .map(|(id, _)| {
                (id.clone(), json!({ "operationId": id, "parameters": { parameter: expression } }))
            })
            .collect();
        put(document, source, status, links)?;
    }
    Ok(())
}

fn named(document: &Value) -> Result<Vec<(String, String)>, String> {
    let paths = document.get("paths").and_then(Value::as_object).ok_or("there are no paths")?;
    let operations = paths.iter().flat_map(|(address, operations)| {
        let operations = operations.as_object().into_iter().flat_map(Map::values);
        operations.filter_map(move |operation| {
            Some((operation.get("operationId")?.as_str()?.to_owned(), address.clone()))
        })
    });
    Ok(operations.collect())
}

fn put(document: &mut Value, source: &str, status: &str, links: Map<String, Value>) -> Result<(), String> {
    let paths = document.get_mut("paths").and_then(Value::as_object_mut).ok_or("there are no paths")?;
    let mut operations = paths.values_mut().filter_map(Value::as_object_mut).flat_map(Map::values_mut);
    let operation = operations.find(|operation| operation.get("operationId").is_some_and(|id| id == source));
    let response = operation.and_then(|operation| operation.pointer_mut(&format!("/responses/{status}")));
    let response = response.and_then(Value::as_object_mut);
    let response = response.ok_or_else(|| format!("{source} has no answer {status} to link from"))?;
    response.insert("links".to_owned(), Value::Object(links));
    Ok(())
}
