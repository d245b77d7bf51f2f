//! Checks path and query before a handler sees them: the query is short, and neither holds a control character.
//!
//! A control character would reach the database, which takes no NUL, or a header of the response, which takes no line
//! break: both were answered with 500. Headers of a request can't hold one, and bodies are checked where they are read.

use actix_web::{Error as WebError, HttpRequest};

use super::described::DescribedOperation;
use super::language;
use super::pages;
use crate::error::{Code, Error, MOST_MISTAKES, Mistake, RequestPart, Sentence};

/// The longest query that any operation takes is one of `list_games` with a long name, every letter escaped: below
/// 2,000 bytes. Reading 60 kB of parameters cost twenty times as much as refusing a small request.
const MOST_QUERY_BYTES: usize = 4_000;

/// The error is JSON for an operation and a page for a page.
pub fn check(request: &HttpRequest) -> Result<(), WebError> {
    if request.query_string().len() > MOST_QUERY_BYTES {
        let error = Code::InvalidParameter.because(Sentence::QueryAtMost { most: MOST_QUERY_BYTES });
        return Err(refusal(request, error));
    }
    let is_control = |text: &str| text.contains(char::is_control);
    let path = request.match_info().iter().filter(|(_, value)| is_control(value));
    let path = path.map(|(name, _)| name.to_owned());
    // A query can hold a control character only as an escape. Most queries have no escapes, and are not parsed here.
    let query = Some(request.query_string()).filter(|query| query.contains('%')).unwrap_or_default();
    let query = form_urlencoded::parse(query.as_bytes())
        .filter(|(name, value)| is_control(name) || is_control(value))
        .map(|(name, _)| name.into_owned());
    let wrong = path.chain(query).take(MOST_MISTAKES + 1);
    let mistakes: Vec<Mistake> =
        wrong.map(|name| Mistake::new(RequestPart::Parameter(name), Sentence::ControlCharacter)).collect();
    if mistakes.is_empty() {
        return Ok(());
    }
    Err(refusal(request, Code::InvalidParameter.mistaken(mistakes)))
}

fn refusal(request: &HttpRequest, error: Error) -> WebError {
    match DescribedOperation::of(request) {
        Some(_) => error.into(),
        None => pages::refuse_address(language::of_request(), &error),
    }
}
