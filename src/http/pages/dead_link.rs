//! The page about a dead link, in the language of the browser. It tells nothing about what the link opened before.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use minijinja::context;

use super::page::HtmlPage;
use super::words::PageWords;
use crate::error::Error;
use crate::service::mail_links::DeadLink;

pub fn refused(dead: DeadLink, language: &str) -> Result<HttpResponse, Error> {
    let (text, status) = match dead {
        DeadLink::Unknown => ("unknown", StatusCode::NOT_FOUND),
        DeadLink::Expired => ("expired", StatusCode::GONE),
        DeadLink::Ended => ("ended", StatusCode::GONE),
        DeadLink::SeatLost => ("seat_lost", StatusCode::FORBIDDEN),
        DeadLink::Banned => ("banned", StatusCode::FORBIDDEN),
    };
    page(&PageWords::new(language), text).with_status(status)
}

/// A page that says one thing, and where to ask for a link that works.
pub fn page(words: &PageWords, text: &str) -> HtmlPage {
    HtmlPage::of_message(words, words.say("dead_link", "title"), words.say("dead_link", text))
}

/// A page whose reason is its problem's.
pub fn blank(words: &PageWords) -> HtmlPage {
    HtmlPage::new("message.html", words, context! { title => words.say("dead_link", "title") })
}
