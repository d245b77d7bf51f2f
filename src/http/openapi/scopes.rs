//! Which token an operation takes: `x-scope` of an annotation names the scope that a personal token needs for it,
//! `x-session-only` says that only a log-in will do.

use serde_json::{Map, Value, json};

use crate::service::access::Scope;

/// Says at every operation that takes a token which tokens will do.
pub fn add(document: &mut Value) -> Result<(), String> {
    let paths = document.get_mut("paths").and_then(Value::as_object_mut).ok_or("there are no paths")?;
    let operations = paths.values_mut().filter_map(Value::as_object_mut).flat_map(Map::values_mut);
    for operation in operations.filter_map(Value::as_object_mut) {
        let needed = operation.get("x-scope").and_then(Value::as_str).map(str::to_owned);
        if let Some(word) = needed {
            let scope = word.parse::<Scope>().map_err(|_| format!("no such scope: {word}"))?;
            take_personal_tokens(operation, scope)?;
        } else if operation.contains_key("x-session-only") {
            say(operation, "Needs a log-in; a personal access token is not enough.");
        }
    }
    Ok(())
}

fn take_personal_tokens(operation: &mut Map<String, Value>, scope: Scope) -> Result<(), String> {
    let ways = operation.get_mut("security").and_then(Value::as_array_mut);
    ways.ok_or("an operation with a scope takes tokens")?.push(json!({ "personal_token": [scope] }));
    say(operation, &format!("A personal access token needs the scope `{scope}`."));
    Ok(())
}

fn say(operation: &mut Map<String, Value>, sentence: &str) {
    let said = operation.get("description").and_then(Value::as_str).unwrap_or_default();
    let said = [said, sentence].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("\n\n");
    operation.insert("description".to_owned(), json!(said));
}
