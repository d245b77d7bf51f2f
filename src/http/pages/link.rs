//! The links that open pages, and where a pressed button leads.

use actix_web::error::InternalError;
use actix_web::http::StatusCode;
use actix_web::{Error as WebError, HttpResponse};
use minijinja::context;

use super::page::{HtmlPage, go_to};
use super::words::PageWords;
use crate::error::Error;
use crate::http::language::AcceptLanguage;
use crate::service::mail_links::DeadLink;

/// What a link opens. The error is the page about a dead link, in the language of the browser; it tells nothing about
/// what the link opened before.
pub fn opened<T>(link: Result<T, DeadLink>, language: &AcceptLanguage) -> Result<T, WebError> {
    link.map_err(|dead| {
        let (text, status) = match dead {
            DeadLink::Unknown => ("unknown", StatusCode::NOT_FOUND),
            DeadLink::Expired => ("expired", StatusCode::GONE),
            DeadLink::Ended => ("ended", StatusCode::GONE),
            DeadLink::SeatLost => ("seat_lost", StatusCode::FORBIDDEN),
            DeadLink::Banned => ("banned", StatusCode::FORBIDDEN),
        };
        refusal(dead_page(&PageWords::new(language.0.code()), text).with_status(status))
    })
}

/// A page as the error of a handler: a player at a browser can't read a problem in JSON.
pub fn refusal(page: Result<HttpResponse, Error>) -> WebError {
    match page {
        Ok(page) => InternalError::from_response("refused with a page", page).into(),
        Err(error) => error.into(),
    }
}

/// A page that says one thing, and where to ask for a link that works.
fn dead_page(words: &PageWords, text: &str) -> HtmlPage {
    HtmlPage::of_message(words, words.say("dead_link", "title"), words.say("dead_link", text))
}

/// A page whose reason is its problem's.
pub fn blank(words: &PageWords) -> HtmlPage {
    HtmlPage::new("message.html", words, context! { title => words.say("dead_link", "title") })
}

/// Where the browser goes after a button was pressed.
pub enum AfterPress {
    /// The page again, which says what was done: the name of a text.
    Page(&'static str),
    /// Another page, by its address.
    Elsewhere(String),
    /// No page is left, since the reader has no link or no seat any more: the language, and what was done.
    Nowhere(String, &'static str),
}

impl AfterPress {
    /// The page of a seat, by its link.
    pub fn seat(link: &str, done: &str) -> Self {
        Self::Elsewhere(format!("/seat/{link}?done={done}"))
    }

    /// `here`: the address of the page; `part`: the part of it that the button stands on.
    pub fn respond(self, here: &str, part: Option<&str>) -> Result<HttpResponse, Error> {
        match self {
            Self::Page(done) => {
                let part = part.map(|part| format!("show={part}&")).unwrap_or_default();
                Ok(go_to(&format!("{here}?{part}done={done}")))
            }
            Self::Elsewhere(address) => Ok(go_to(&address)),
            Self::Nowhere(language, done) => {
                dead_page(&PageWords::new(&language), "elsewhere").done(Some(done)).shown()
            }
        }
    }
}

/// One line of a table of buttons: the use case, called in a transaction, and what the page says afterwards.
macro_rules! in_transaction {
    ($ctx:ident, $($use_case:ident)::+($($argument:expr),*), $done:literal) => {{
        $ctx.transaction(async |tx| $($use_case)::+(tx, $($argument),*).await).await?;
        AfterPress::Page($done)
    }};
}

pub(super) use in_transaction;
