//! What every operation can end in and what it may carry, as far as it follows from its shape: the problems, the tokens
//! that will do, the key that makes a repeat harmless, the tags.
//!
//! `x-problem-codes` of an annotation lists what is particular to the operation; the finished description adds what follows
//! from its shape, and `x-ruleset-refusals`, which stays, that the rules refuse, too. The other marks come from the
//! arguments of its handler: `x-scope`, `x-any-token` and `x-session-only`, which stay, and
//! `x-idempotent`, `x-tagged` (a read under an entity tag), `x-conditional` (a write to a game), `x-has-texts` (sentences can
//! be included) and `x-operator`; and
//! `x-shows-game` (a write that is answered under the tag of what it changed), which the annotations of those that take no
//! `If-Match` give themselves.

use std::collections::BTreeSet;

use rules::AnyRuleset;
use serde_json::{Map, Value, json};

use super::{directions, responses};
use crate::error::Code;
use crate::http::limits;

/// The parameters and headers that operations share.
const COMPONENTS: &str = include_str!("components.json");

/// Adds to every operation what its marks stand for, and its problems.
pub fn add(document: &mut Value, shipped: &[&dyn AnyRuleset]) -> Result<(), String> {
    let mut shared: Value = serde_json::from_str(COMPONENTS).map_err(|error| error.to_string())?;
    document["components"]["parameters"] = shared["parameters"].take();
    document["components"]["headers"] = shared["headers"].take();
    document["components"]["responses"] = responses::components();
    let paths = document.get_mut("paths").and_then(Value::as_object_mut).ok_or("there are no paths")?;
    for (path, operations) in paths.iter_mut() {
        for (method, operation) in operations.as_object_mut().into_iter().flatten() {
            let operation = operation.as_object_mut().ok_or("an operation is an object")?;
            let counted = limits::rule(&method.to_uppercase(), path).is_some();
            add_tokens(operation)?;
            never_null(operation);
            complete(operation, counted, shipped)?;
        }
    }
    Ok(())
}

fn complete(
    operation: &mut Map<String, Value>,
    counted: bool,
    shipped: &[&dyn AnyRuleset],
) -> Result<(), String> {
    let idempotent = operation.remove("x-idempotent").is_some();
    if idempotent {
        parameter(operation, "IdempotencyKey")?;
    }
    add_tags(operation)?;
    let mut codes = codes(operation, idempotent)?;
    codes.extend(counted.then(|| Code::TooManyRequests.row().0.to_owned()));
    // Said of every operation: one that takes no token says so.
    operation.entry("security").or_insert_with(|| json!([]));
    let responses = operation.get_mut("responses").and_then(Value::as_object_mut).ok_or("no responses")?;
    let named = responses::add(responses, codes.iter().map(String::as_str))?;
    operation.insert("x-problem-codes".to_owned(), json!(named));
    if operation.contains_key("x-ruleset-refusals") {
        let rulesets = shipped.iter().map(|ruleset| ruleset.id()).collect::<Vec<_>>().join(", ");
        let lists = format!("`GET /v1/rulesets/{{ruleset}}` lists those of {rulesets}.");
        say(operation, &format!("The rules refuse with codes of their own; {lists}"));
    }
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
        (operation.contains_key("x-any-token"), &[Code::AccountBanned][..]),
        (
            may_be_anonymous(operation).is_some(),
            &[Code::TokenExpired, Code::TokenInvalid, Code::SessionEnded][..],
        ),
        (idempotent, &[Code::KeyReused][..]),
        (operation.remove("x-operator").is_some(), &[Code::OperatorRequired][..]),
        (operation.remove("x-conditional").is_some(), &[Code::VersionStale][..]),
        (operation.contains_key("x-session-only"), &[Code::SessionRequired][..]),
    ];
    let follows = follows.iter().filter(|(holds, _)| *holds).flat_map(|(_, codes)| *codes);
    Ok(named.into_iter().chain(follows.map(|code| code.row().0.to_owned())).collect())
}

/// What reading a body can end in, beside what any operation can.
const BODY: [Code; 2] = [Code::MalformedBody, Code::InvalidField];

/// `None` when the operation takes no token at all.
fn may_be_anonymous(operation: &Map<String, Value>) -> Option<bool> {
    let ways = operation.get("security")?.as_array()?;
    Some(ways.iter().any(|way| way.as_object().is_some_and(Map::is_empty)))
}

/// A header that may be left out is not null: it is text or is not there.
fn never_null(operation: &mut Map<String, Value>) {
    let parameters = operation.get_mut("parameters").and_then(Value::as_array_mut).into_iter().flatten();
    for header in parameters.filter(|parameter| parameter["in"] == "header") {
        directions::without_null(&mut header["schema"]);
    }
}

/// Adds which tokens the operation accepts.
fn add_tokens(operation: &mut Map<String, Value>) -> Result<(), String> {
    let is_for_any = operation.contains_key("x-any-token");
    if is_for_any || operation.contains_key("x-scope") {
        let ways = operation.get_mut("security").and_then(Value::as_array_mut);
        let ways = ways.ok_or("an operation for tokens takes tokens")?;
        ways.push(json!({ "personal_token": [] }));
        if is_for_any {
            ways.push(json!({ "app_token": [] }));
        }
    } else if operation.contains_key("x-session-only") {
        say(operation, "Needs a log-in, not a personal access token.");
    }
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
    let shows_game = operation.remove("x-shows-game").is_some();
    add_header(operation, &["200", "201", "204"], "ETag", shows_game);
    add_header(operation, &["201"], "Location", true);
    let has_texts = operation.remove("x-has-texts").is_some();
    add_header(operation, &["200", "201"], "Content-Language", has_texts);
    if operation.remove("x-tagged").is_none() {
        return Ok(());
    }
    parameter(operation, "IfNoneMatch")?;
    add_header(operation, &["200"], "ETag", true);
    let responses = operation.get_mut("responses").and_then(Value::as_object_mut).ok_or("no responses")?;
    responses.insert("304".to_owned(), json!({ "$ref": "#/components/responses/NotModified" }));
    Ok(())
}

/// Adds a shared header to the answers with these statuses, if it `is_sent`.
fn add_header(operation: &mut Map<String, Value>, statuses: &[&str], name: &str, is_sent: bool) {
    let responses = operation.get_mut("responses").and_then(Value::as_object_mut).into_iter().flatten();
    for (_, response) in responses.filter(|(status, _)| is_sent && statuses.contains(&status.as_str())) {
        let component = name.replace('-', "");
        response["headers"][name] = json!({ "$ref": format!("#/components/headers/{component}") });
    }
}

fn parameter(operation: &mut Map<String, Value>, name: &str) -> Result<(), String> {
    let parameters = operation.entry("parameters").or_insert_with(|| json!([]));
    let reference = json!({ "$ref": format!("#/components/parameters/{name}") });
    parameters.as_array_mut().ok_or("parameters are a list")?.push(reference);
    Ok(())
}

/// Where the value of a parameter comes from, and which operations a client calls next with it: operation, status,
/// parameter, its place in the answer.
const LINKS: [(&str, &str, &str, &str, &[&str]); 3] = [
    (
        "create_game",
        "201",
        "game_id",
        "$response.body#/id",
        &[
            "get_game",
            "create_invitation",
            "create_invitation_link",
            "get_game_view",
            "list_legal_actions",
            "stream_game",
        ],
    ),
    ("list_games", "200", "game_id", "$response.body#/items/0/id", &["get_game", "join_game"]),
    ("list_rulesets", "200", "ruleset", "$response.body#/items/0/id", &["get_ruleset"]),
];

pub fn add_links(document: &mut Value) -> Result<(), String> {
    for (source, status, parameter, expression, next) in LINKS {
        let link = |id: &&str| {
            ((*id).to_owned(), json!({ "operationId": id, "parameters": { parameter: expression } }))
        };
        put(document, source, status, next.iter().map(link).collect())?;
    }
    Ok(())
}

fn put(document: &mut Value, source: &str, status: &str, links: Map<String, Value>) -> Result<(), String> {
    let operation =
        all(document)?.find(|operation| operation.get("operationId").is_some_and(|id| id == source));
    let response = operation.and_then(|operation| operation.pointer_mut(&format!("/responses/{status}")));
    let response = response.and_then(Value::as_object_mut);
    let response = response.ok_or_else(|| format!("{source} has no answer {status} to link from"))?;
    response.insert("links".to_owned(), Value::Object(links));
    Ok(())
}

/// Every operation of the document.
pub fn all(document: &mut Value) -> Result<impl Iterator<Item = &mut Value>, &'static str> {
    let paths = document.get_mut("paths").and_then(Value::as_object_mut).ok_or("there are no paths")?;
    Ok(paths.values_mut().filter_map(Value::as_object_mut).flat_map(Map::values_mut))
}
