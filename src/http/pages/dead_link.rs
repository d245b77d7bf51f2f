//! The page about a link that opens nothing: it tells nothing of what was behind it, in the language of the browser.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;

use super::page::{HtmlPage, PageLink};
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
    let words = PageWords::new(language);
    page(&words, text).with_status(status)
}

/// A page that says one thing, and where to ask for a link that works.
pub fn page(words: &PageWords, text: &str) -> HtmlPage {
    HtmlPage { text: vec![words.say("dead_link", text)], ..blank(words) }
}

/// A page whose reason is its problem's.
pub fn blank(words: &PageWords) -> HtmlPage {
    HtmlPage {
        language: words.code(),
        title: words.say("dead_link", "title"),
        link: Some(ask(words)),
        ..HtmlPage::default()
    }
}

/// Where players ask for the link to their own page.
pub fn ask(words: &PageWords) -> PageLink {
    PageLink { label: words.say("dead_link", "ask"), address: "/account".to_owned() }
}
