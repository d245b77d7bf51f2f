//! The redirect after a button was pressed.

use actix_web::HttpResponse;

use super::dead_link;
use super::page::go_to;
use super::words::PageWords;
use crate::error::Error;

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
                dead_link::page(&PageWords::new(&language), "elsewhere").done(Some(done)).shown()
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
