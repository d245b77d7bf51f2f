//! What pages for everybody have in common: what the id in an address names, and lists that go on at a cursor.

use actix_web::Error as WebError;
use actix_web::http::StatusCode;
use uuid::Uuid;

use super::link::{blank, refusal};
use super::page::HtmlPage;
use super::words::PageWords;
use crate::error::{Code, Error};

/// What `open` finds by the id in an address, or the page that says that there is nothing: the same for what does not
/// exist and for what this caller may not see. `none`: the code that says so, and the section of the texts of that page.
pub async fn opened<T>(
    id: &str,
    words: &PageWords,
    (none, section): (Code, &str),
    open: impl AsyncFnOnce(Uuid) -> Result<T, Error>,
) -> Result<T, WebError> {
    // Everything has one address: other spellings of its id lead nowhere.
    let id = Uuid::parse_str(id).ok().filter(|parsed| parsed.to_string() == id);
    let found = match id {
        Some(id) => open(id).await,
        None => Err(none.problem()),
    };
    found.map_err(|error| match error.is(none) {
        true => missing(words, section),
        false => refusal(blank(words).refused(&error)),
    })
}

/// The page that says that there is nothing, in the words of a section of the texts.
pub fn missing(words: &PageWords, section: &str) -> WebError {
    let (title, text) = (words.say(section, "missing_title"), words.say(section, "missing"));
    refusal(HtmlPage::of_message(words, title, text).with_status(StatusCode::NOT_FOUND))
}

/// A part of a list from a cursor on. One that is none of ours is the beginning: the link was cut short.
pub async fn from_cursor<T>(
    cursor: Option<&str>,
    mut part: impl AsyncFnMut(Option<String>) -> Result<T, Error>,
) -> Result<T, Error> {
    match part(cursor.map(str::to_owned)).await {
        Err(error) if cursor.is_some() && error.code().1 < 500 => part(None).await,
        part => part,
    }
}
