//! The problems an operation can end in: the codes its annotation names, and those that follow from its shape.
//!
//! `x-problem-codes` of an annotation lists what is particular to the operation; the finished description lists every
//! code there. `x-idempotent` says that it takes an Idempotency-Key.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value, json};

use super::conditions;
use crate::description;
use crate::error::Code;
use crate::http::limits;
use crate::service::access::Scope;
use rules::{AnyRuleset, CONTRACT_REFUSALS};

/// Why an operation that leads to the rules is refused by them: always the same status.
const REFUSED: u16 = 422;

/// Adds to every operation its problems and, where it takes one, the key.
pub fn add(document: &mut Value, shipped: &[Box<dyn AnyRuleset>]) -> Result<(), String> {
    document["components"]["parameters"] = json!({
        "IdempotencyKey": key_parameter(),
        "IfMatch": conditions::if_match(),
        "IfNoneMatch": conditions::if_none_match(),
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

/// Problems that end so many operations that they are written once.
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
    (description::pascal(name), response)
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
    if operation.remove("x-idempotent").is_some() {
        let parameters = operation.entry("parameters").or_insert_with(|| json!([]));
        parameters.as_array_mut().ok_or("parameters are a list")?.push(json!({
            "$ref": "#/components/parameters/IdempotencyKey",
        }));
    }
    conditions::add(operation)?;
    let mut codes = codes(operation)?;
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
            let name = description::pascal(common.row().0);
            responses.insert(status.to_string(), json!({ "$ref": format!("#/components/responses/{name}") }));
            continue;
        }
        let titles = if rules && status == REFUSED { shipped } else { &[] };
        responses.insert(status.to_string(), response(status, &codes, titles));
    }
    operation.insert("x-problem-codes".to_owned(), json!(codes));
    Ok(())
}

/// The codes of the annotation, and those of the operation's shape.
fn codes(operation: &mut Map<String, Value>) -> Result<BTreeSet<String>, String> {
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

fn response(status: u16, codes: &[(&str, &str)], titles: &[Box<dyn AnyRuleset>]) -> Value {
    let mut lines: Vec<String> =
        codes.iter().map(|(code, meaning)| format!("- `{code}`: {meaning}")).collect();
    for title in titles {
        let refusals = title.refusals().iter().map(|refusal| format!("`{}`", refusal.code));
        lines.push(format!("- of {}: {}", title.id(), refusals.collect::<Vec<_>>().join(", ")));
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
