//! Writes news as an Atom feed (RFC 4287). All of it is plain text, which the template engine escapes.

use std::sync::LazyLock;

use chrono::SecondsFormat;
use minijinja::{Environment, context};
use uuid::Uuid;

use super::plain_line;
use crate::error::Error;
use crate::service::news::NewsItem;
use crate::store::accounts::AccountRow;
use crate::texts::{feed_text, no_empty_lines};
use crate::time_control::Instant;

pub const MEDIA_TYPE: &str = "application/atom+xml; charset=utf-8";
/// The engine escapes what ends in `.xml`.
const TEMPLATE: &str = "news.xml";

static TEMPLATES: LazyLock<Environment<'static>> = LazyLock::new(|| {
    let mut templates = Environment::new();
    templates.set_syntax(no_empty_lines());
    if let Err(error) = templates.add_template(TEMPLATE, include_str!("news.xml")) {
        unreachable!("a template of the binary does not read: {error}");
    }
    templates
});

pub struct Feed<'f> {
    pub id: Uuid,
    pub title: String,
    pub language: &'f str,
    pub updated_at: Instant,
    /// The page that the feed is about.
    pub url: String,
    pub items: &'f [NewsItem],
}

/// What the news of an account are called.
pub fn title_of_account(club: &str, account: &AccountRow) -> String {
    feed_text(&account.language, "news_name", context! { club, name => &account.name })
}

pub fn write(feed: &Feed<'_>) -> Result<String, Error> {
    let item = |item: &NewsItem| {
        let lines: Vec<String> = item.lines.iter().map(|line| plain_line(line)).collect();
        context! {
            id => item.id.to_string(),
            title => plain_line(&item.title),
            lines,
            updated => date(item.at),
            url => &item.url,
        }
    };
    let values = context! {
        id => feed.id.to_string(),
        title => plain_line(&feed.title),
        language => feed.language,
        updated => date(feed.updated_at),
        url => &feed.url,
        items => feed.items.iter().map(item).collect::<Vec<_>>(),
        version => env!("CARGO_PKG_VERSION"),
    };
    let template = TEMPLATES.get_template(TEMPLATE);
    template.and_then(|template| template.render(values)).map_err(|error| Error::internal("a feed", error))
}

/// RFC 3339, as RFC 4287, 3.3 wants it.
fn date(at: Instant) -> String {
    at.to_rfc3339_opts(SecondsFormat::Secs, true)
}
