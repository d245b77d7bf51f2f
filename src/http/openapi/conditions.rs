//! What the description says of tags: `x-tagged` marks a read of a game, `x-conditional` a write to one.

use serde_json::{Map, Value, json};

/// Adds headers, parameters and the answer without a body.
pub fn add(operation: &mut Map<String, Value>) -> Result<(), String> {
    if operation.contains_key("x-conditional") {
        parameter(operation, "IfMatch")?;
    }
    if operation.remove("x-tagged").is_none() {
        return Ok(());
    }
    parameter(operation, "IfNoneMatch")?;
    let responses = operation.get_mut("responses").and_then(Value::as_object_mut).ok_or("no responses")?;
    if let Some(Value::Object(answer)) = responses.get_mut("200") {
        answer.insert("headers".to_owned(), headers());
    }
    responses.insert(
        "304".to_owned(),
        json!({ "description": "You have it already: nothing has changed.", "headers": headers() }),
    );
    Ok(())
}

fn parameter(operation: &mut Map<String, Value>, name: &str) -> Result<(), String> {
    let parameters = operation.entry("parameters").or_insert_with(|| json!([]));
    let reference = json!({ "$ref": format!("#/components/parameters/{name}") });
    parameters.as_array_mut().ok_or("parameters are a list")?.push(reference);
    Ok(())
}

fn headers() -> Value {
    json!({
        "ETag": {
            "description": "What you saw: for `If-None-Match` of the same read, and for `If-Match` of a write. Opaque; it never comes \
                again with other content, not even after a failover that lost what you saw.",
            "schema": { "type": "string" },
            "example": "\"4.12.9f86d081884c7d65.0\"",
        },
    })
}

/// `If-Match`.
pub fn if_match() -> Value {
    json!({
        "name": "If-Match",
        "in": "header",
        "required": false,
        "description": "The `ETag` of any read of the game: the request is carried out only if nothing has happened \
            there since. A repeat under the same Idempotency-Key is answered in any case.",
        "schema": { "type": "string", "pattern": "^(\\*|(W/)?\"[!#-~]*\"(, *(W/)?\"[!#-~]*\")*)$", "maxLength": 2000 },
    })
}

/// `If-None-Match`.
pub fn if_none_match() -> Value {
    json!({
        "name": "If-None-Match",
        "in": "header",
        "required": false,
        "description": "The `ETag` of the same read before: if nothing has changed the answer is 304 without a body.",
        // Whatever is no tag of ours just matches nothing.
        "schema": { "type": "string" },
    })
}
