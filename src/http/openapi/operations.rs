//! What every operation can end in and what it may carry, as far as it follows from its shape: the problems, the tokens
//! that will do, the key that makes a repeat harmless, the tags.
//!
//! `x-problem-codes` of an annotation lists what is particular to the operation; the finished description lists every
//! code there. The other marks come from the arguments of its handler: `x-scope` and `x-session-only`, which stay, and
//! `x-idempotent`, `x-tagged` (a read under an entity tag), `x-conditional` (a write to a game) and `x-operator`.

use std::collections::{BTreeMap, BTreeSet};

use rules::{AnyRuleset, CONTRACT_REFUSALS, schemas};
use serde_json::{Map, Value, json};

use crate::error::Code;
use crate::http::limits;
use crate::service::access::Scope;

/// Why an operation that leads to the rules is refused by them: always the same status.
const REFUSED: u16 = 422;

/// Adds to every operation what its marks stand for, and its problems.
pub fn add(document: &mut Value, shipped: &[Box<dyn AnyRuleset>]) -> Result<(), String> {
    add_tokens(document)?;
    document["components"]["parameters"] = json!({
        "IdempotencyKey": key_parameter(),
        "IfMatch": if_match(),
        "IfNoneMatch": if_none_match(),
    });
    document["components"]["responses"] = EVERYWHERE.into_iter().map(common_response).collect();
    let paths = document.get_mut("paths").and_then(Value::as_object_mut).ok_or("there are no paths")?;
    for (path, operations) in paths.iter_mut() {
        for (method, operation) in operations.as_object_mut().into_iter().flatten() {
            let operation = operation.as_object_mut().ok_or("an operation is an object")?;
            let counted = limits::rule(&method.to_uppercase(), path).is_some();
            complete(operation, counted, shipped)?;
        }
    }
    Ok(())
}

/// Problems that most operations share, written once.
const EVERYWHERE: [Code; 6] = [
    Code::RequestTimeout,
    Code::BodyTooLarge,
    Code::UnsupportedMediaType,
    Code::TooManyRequests,
    Code::Internal,
    Code::Unavailable,
];

fn common_response(code: Code) -> (String, Value) {
    let (name, status, meaning) = code.row();
    let mut response = response(status, &[(name, meaning)], &[]);
    if matches!(code, Code::TooManyRequests | Code::Unavailable) {
        response["headers"] = json!({ "Retry-After": {
            "description": "After how many seconds the request may be tried again.",
            "schema": { "type": "integer", "minimum": 1 },
        } });
    }
    (schemas::pascal(name), response)
}

fn key_parameter() -> Value {
    json!({
        "name": "Idempotency-Key",
        "in": "header",
        "required": false,
        "description": "A name for this request, new for each thing you want done. A repeat under the same name has \
            no second effect and gets the first reply; with another body it is refused.",
        "schema": { "type": "string", "minLength": 1, "maxLength": 100, "pattern": "^[!-~]+$" },
        "example": "8e03978e-40d5-43e8-bc93-6894a57f9324",
    })
}

fn complete(
    operation: &mut Map<String, Value>,
    counted: bool,
    shipped: &[Box<dyn AnyRuleset>],
) -> Result<(), String> {
    let idempotent = operation.remove("x-idempotent").is_some();
    if idempotent {
        let parameters = operation.entry("parameters").or_insert_with(|| json!([]));
        parameters.as_array_mut().ok_or("parameters are a list")?.push(json!({
            "$ref": "#/components/parameters/IdempotencyKey",
        }));
    }
    add_tags(operation)?;
    let mut codes = codes(operation, idempotent)?;
    codes.extend(counted.then(|| Code::TooManyRequests.row().0.to_owned()));
    // Said of every operation: one that takes no token says so.
    operation.entry("security").or_insert_with(|| json!([]));
    let mut by_status = BTreeMap::<u16, Vec<(&str, &str)>>::new();
    for code in &codes {
        let (status, meaning) = meaning(code).ok_or_else(|| format!("no such code: {code}"))?;
        by_status.entry(status).or_default().push((code, meaning));
    }
    let rules = operation.remove("x-ruleset-refusals").is_some();
    let responses = operation.get_mut("responses").and_then(Value::as_object_mut).ok_or("no responses")?;
    for (status, codes) in by_status {
        if let Some(common) = EVERYWHERE.iter().find(|code| codes == [(code.row().0, code.row().2)][..]) {
            let name = schemas::pascal(common.row().0);
            responses.insert(status.to_string(), json!({ "$ref": format!("#/components/responses/{name}") }));
            continue;
        }
        let rulesets = if rules && status == REFUSED { shipped } else { &[] };
        responses.insert(status.to_string(), response(status, &codes, rulesets));
    }
    operation.insert("x-problem-codes".to_owned(), json!(codes));
    Ok(())
}

/// The codes of the annotation, and those of the operation's shape.
fn codes(operation: &mut Map<String, Value>, idempotent: bool) -> Result<BTreeSet<String>, String> {
    let named = operation.get("x-problem-codes").cloned().unwrap_or_else(|| json!([]));
    let named: Vec<String> = serde_json::from_value(named).map_err(|error| error.to_string())?;
    let follows = [
        (operation.contains_key("requestBody"), &BODY[..]),
        (operation.contains_key("parameters"), &[Code::InvalidParameter][..]),
        (may_be_anonymous(operation) == Some(false), &[Code::Unauthenticated][..]),
        (operation.contains_key("x-scope"), &[Code::ScopeTooSmall, Code::AccountBanned][..]),
        (
            may_be_anonymous(operation).is_some(),
            &[Code::TokenExpired, Code::TokenInvalid, Code::SessionEnded][..],
        ),
        (idempotent, &[Code::KeyReused][..]),
        (operation.remove("x-operator").is_some(), &[Code::OperatorRequired][..]),
        (operation.remove("x-conditional").is_some(), &[Code::VersionStale][..]),
        (operation.contains_key("x-session-only"), &[Code::SessionRequired][..]),
        (true, &[Code::Internal, Code::Unavailable][..]),
    ];
    let follows = follows.iter().filter(|(holds, _)| *holds).flat_map(|(_, codes)| *codes);
    Ok(named.into_iter().chain(follows.map(|code| code.row().0.to_owned())).collect())
}

/// What reading a body can end in.
const BODY: [Code; 5] = [
    Code::RequestTimeout,
    Code::MalformedBody,
    Code::InvalidField,
    Code::BodyTooLarge,
    Code::UnsupportedMediaType,
];

/// `None` when the operation takes no token at all.
fn may_be_anonymous(operation: &Map<String, Value>) -> Option<bool> {
    let ways = operation.get("security")?.as_array()?;
    Some(ways.iter().any(|way| way.as_object().is_some_and(Map::is_empty)))
}

/// The status and the meaning of a code of the service or of the contract.
fn meaning(code: &str) -> Option<(u16, &'static str)> {
    let ours = Code::ALL.iter().copied().map(Code::row).find(|(name, ..)| *name == code);
    let contract = CONTRACT_REFUSALS.iter().find(|refusal| refusal.code == code);
    ours.map(|(_, status, meaning)| (status, meaning))
        .or_else(|| contract.map(|refusal| (REFUSED, refusal.meaning)))
}

fn response(status: u16, codes: &[(&str, &str)], rulesets: &[Box<dyn AnyRuleset>]) -> Value {
    let mut lines: Vec<String> =
        codes.iter().map(|(code, meaning)| format!("- `{code}`: {meaning}")).collect();
    for ruleset in rulesets {
        let refusals = ruleset.refusals().iter().map(|refusal| format!("`{}`", refusal.code));
        lines.push(format!("- of {}: {}", ruleset.id(), refusals.collect::<Vec<_>>().join(", ")));
    }
    let examples: Map<String, Value> = codes
        .iter()
        .map(|(code, meaning)| ((*code).to_owned(), json!({ "value": example(status, code, meaning) })))
        .collect();
    json!({
        "description": lines.join("\n"),
        "content": {
            "application/problem+json": {
                "schema": { "$ref": "#/components/schemas/Problem" },
                "examples": examples,
            },
        },
    })
}

fn example(status: u16, code: &str, meaning: &str) -> Value {
    let mut example = json!({ "code": code, "status": status, "title": meaning, "detail": meaning });
    if code == Code::ScopeTooSmall.row().0 {
        example["scope"] = json!(Scope::GamesPlay);
    }
    example
}

/// Adds to every operation that takes a token which tokens it accepts.
fn add_tokens(document: &mut Value) -> Result<(), String> {
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
    let description = operation.get("description").and_then(Value::as_str).unwrap_or_default();
    let description =
        [description, sentence].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("\n\n");
    operation.insert("description".to_owned(), json!(description));
}

/// Adds headers, parameters and the answer without a body.
fn add_tags(operation: &mut Map<String, Value>) -> Result<(), String> {
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
fn if_match() -> Value {
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
fn if_none_match() -> Value {
    json!({
        "name": "If-None-Match",
        "in": "header",
        "required": false,
        "description": "The `ETag` of the same read before: if nothing has changed the answer is 304 without a body.",
        // Whatever is no tag of ours just matches nothing.
        "schema": { "type": "string" },
    })
}

/// A response with the value of a parameter: operation, status, parameter, where it stands in the answer. Every
/// operation whose address has the parameter can follow.
const SOURCES: [(&str, &str, &str, &str); 3] = [
    ("create_game", "201", "game_id", "$response.body#/id"),
    ("list_games", "200", "game_id", "$response.body#/items/0/id"),
    ("list_rulesets", "200", "ruleset", "$response.body#/items/0/id"),
];

/// A list leads to the thing itself; what can be done with the thing is linked where it was made.
const FROM_LISTS: [&str; 2] = ["get_game", "get_ruleset"];

pub fn add_links(document: &mut Value) -> Result<(), String> {
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
