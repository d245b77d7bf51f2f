//! The responses with problems, described once for all operations.
//!
//! An operation refers to one response for each status, and names its codes in `x-problem-codes`. Codes that any
//! operation can end in stand with the response for any other status instead.

use std::collections::BTreeMap;

use rules::CONTRACT_REFUSALS;
use serde_json::{Map, Value, json};

use crate::error::{Code, Sentence};
use crate::service::access::Scope;
use crate::texts::{FALLBACK, problems};

/// The status of every refusal by the rules.
const REFUSED: u16 = 422;
/// Where the description keeps them.
const RESPONSES: &str = "#/components/responses/";
/// Stands for every status that any operation can end in, such as 500.
const ANY: &str = "default";

/// The response with each status: its name, one of its codes as an example, and when it is sent.
const SHARED: [(u16, &str, Code, &str); 8] = [
    (400, "BadRequest", Code::InvalidParameter, "The body or a parameter can't be read."),
    (
        401,
        "Unauthorized",
        Code::TokenExpired,
        "There is no token, or it is no good: log in or refresh the session.",
    ),
    (403, "Forbidden", Code::ScopeTooSmall, "The caller is known and may not do this."),
    (404, "NotFound", Code::GameNotFound, "It does not exist, or the caller may not know that it does."),
    (
        409,
        "Conflict",
        Code::DecisionClosed,
        "The request does not fit how things stand: read again, then decide anew.",
    ),
    (412, "PreconditionFailed", Code::VersionStale, "What `If-Match` names has changed since."),
    (
        422,
        "UnprocessableContent",
        Code::InvalidField,
        "The request can be read and is not allowed: a value that can't be used, or the rules of the game say no.",
    ),
    (429, "TooManyRequests", Code::TooManyRequests, "This was asked too often."),
];

/// Codes of the response that stands for any other status.
const ANYWHERE: [Code; 5] =
    [Code::RequestTimeout, Code::BodyTooLarge, Code::UnsupportedMediaType, Code::Internal, Code::Unavailable];

/// The responses as components of the description.
pub fn components() -> Value {
    let shared = SHARED.into_iter().map(|(status, name, example, meaning)| {
        let mut response = described(meaning, example);
        if status == 429 {
            response["headers"] = retry_after();
        }
        (name.to_owned(), response)
    });
    let mut all: Map<String, Value> = shared.collect();
    let mut other = described("Any other problem: our fault, or one of every request.", Code::Unavailable);
    other["headers"] = retry_after();
    other["x-problem-codes"] = ANYWHERE.iter().map(|code| code.row().0).collect();
    all.insert("Problem".to_owned(), other);
    let unchanged = json!({
        "description": "You have it already: nothing has changed.",
        "headers": { "ETag": { "$ref": "#/components/headers/ETag" } },
    });
    all.insert("NotModified".to_owned(), unchanged);
    Value::Object(all)
}

fn described(meaning: &str, example: Code) -> Value {
    json!({
        "description": format!("{meaning} The operation lists its codes in `x-problem-codes`."),
        "content": { "application/problem+json": {
            "schema": { "$ref": "#/components/schemas/Problem" },
            "example": example_problem(example),
        } },
    })
}

/// A problem with a code, as it may be sent.
pub fn example_problem(example: Code) -> Value {
    let (code, status) = example.row();
    let detail = problems::detail(FALLBACK, code);
    let mut shown = json!({
        "type": format!("/docs/errors/{code}"), "title": example.sentence(), "status": status, "code": code,
        "detail": detail,
    });
    let part = |place: &str, name: &str, sentence: Sentence| {
        let told = sentence.in_language(FALLBACK);
        (json!(told), json!([{ place: name, "detail": told }]))
    };
    match example {
        Code::InvalidField => {
            let (told, parts) = part("pointer", "/seats", Sentence::PlayersBetween { least: 2, most: 4 });
            (shown["detail"], shown["errors"]) = (told, parts);
        }
        Code::InvalidParameter => {
            let (told, parts) = part("parameter", "limit", Sentence::Between { least: 1, most: 100 });
            (shown["detail"], shown["errors"]) = (told, parts);
        }
        Code::ScopeTooSmall => shown["scope"] = json!(Scope::GamesPlay),
        Code::VersionStale => shown["version"] = json!(41),
        _ => {}
    }
    shown
}

fn retry_after() -> Value {
    json!({ "Retry-After": { "$ref": "#/components/headers/RetryAfter" } })
}

/// Gives an operation a response for each status of its codes, and gives back the codes that it has to name itself. An
/// error is a code that does not exist.
pub fn add<'c>(
    responses: &mut Map<String, Value>,
    codes: impl IntoIterator<Item = &'c str>,
) -> Result<Vec<&'c str>, String> {
    let mut by_status = BTreeMap::<u16, Vec<&str>>::new();
    for code in codes {
        by_status
            .entry(status_of(code).ok_or_else(|| format!("no such code: {code}"))?)
            .or_default()
            .push(code);
    }
    let mut named = Vec::new();
    for (status, codes) in by_status {
        let shared = SHARED.iter().find(|(shared, ..)| *shared == status);
        if let Some((_, name, ..)) = shared {
            let reference = json!({ "$ref": format!("{RESPONSES}{name}") });
            responses.insert(status.to_string(), reference);
        }
        named.extend(codes.into_iter().filter(|code| !ANYWHERE.iter().any(|common| common.row().0 == *code)));
    }
    responses.insert(ANY.to_owned(), json!({ "$ref": format!("{RESPONSES}Problem") }));
    Ok(named)
}

/// The status of a code of the service or of the contract.
fn status_of(code: &str) -> Option<u16> {
    let ours = Code::ALL.iter().copied().map(Code::row).find(|(name, _)| *name == code);
    let contract = CONTRACT_REFUSALS.iter().any(|refusal| refusal.code == code).then_some(REFUSED);
    ours.map(|(_, status)| status).or(contract)
}
