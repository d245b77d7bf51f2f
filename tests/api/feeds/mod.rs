//! Feeds: a calendar and news under secret addresses, and the news of games that anybody may see.

mod addresses;
mod atom;
mod calendar;
mod clubs;
mod games;
mod ics;
mod notices;

use std::collections::BTreeMap;

use althing::config::Settings;
use reqwest::Method;
use serde_json::{Value, json};

use crate::harness::{Person, Service};

/// A name with everything that ends something in one of the formats.
pub const HOSTILE: &str = "</entry>]]>&amp;<b>; a, b\\n\\\\c: \"quoted\" 'þ' END:VEVENT 𝔘 ";

/// The addresses of somebody's feeds.
#[derive(Debug, Clone)]
pub struct Feeds {
    pub calendar: String,
    pub news: String,
}

/// Nobody has to log in again, however far the clock is moved.
pub fn patient(settings: &mut Settings) {
    settings.accounts.access_seconds = 100_000_000;
}

impl Feeds {
    /// New ones.
    pub async fn of(person: &Person) -> Self {
        Self::shown(&person.post("/v1/me/feeds/renew", &json!({})).await.must_be(200))
    }

    pub fn shown(feeds: &Value) -> Self {
        let path = |name: &str| {
            let url = feeds[name].as_str().unwrap();
            url[url.find("/feeds/").unwrap()..].to_owned()
        };
        Self { calendar: path("calendar_url"), news: path("news_url") }
    }
}

/// What is fetched, with every header that could tell something.
#[derive(Debug, Clone, PartialEq)]
pub struct Fetched {
    pub status: u16,
    pub headers: BTreeMap<String, String>,
    pub body: String,
}

/// Fetches without an account, as a program of somebody else does.
pub async fn fetch(service: &Service, path: &str) -> Fetched {
    fetch_with(service, Method::GET, path, &[]).await
}

pub async fn fetch_with(service: &Service, method: Method, path: &str, headers: &[(&str, &str)]) -> Fetched {
    let request = service.stranger().request(method, path);
    let request = headers.iter().fold(request, |request, (name, value)| request.header(*name, *value));
    let response = request.send().await.unwrap();
    let status = response.status().as_u16();
    let headers =
        response.headers().iter().map(|(name, value)| (name.to_string(), value.to_str().unwrap().to_owned()));
    // These two differ from one request to the next, whatever is asked.
    let headers = headers.filter(|(name, _)| !["date", "x-request-id"].contains(&name.as_str())).collect();
    Fetched { status, headers, body: response.text().await.unwrap() }
}

/// Whoever has what was fetched gets nothing anew, and a look at the headers alone shows the same.
pub async fn must_revalidate(service: &Service, path: &str) -> Fetched {
    let first = fetch(service, path).await;
    assert_eq!(first.status, 200, "{}", first.body);
    assert_eq!(first.headers["x-robots-tag"], "noindex");
    assert!(first.headers["cache-control"].contains("private"));
    let again = fetch_with(service, Method::GET, path, &[("If-None-Match", &first.headers["etag"])]).await;
    assert_eq!((again.status, again.body.as_str()), (304, ""));
    assert_eq!(again.headers["etag"], first.headers["etag"]);
    let head = fetch_with(service, Method::HEAD, path, &[]).await;
    assert_eq!((head.status, head.body.as_str()), (200, ""));
    assert_eq!(head.headers["etag"], first.headers["etag"]);
    let other = fetch_with(service, Method::GET, path, &[("If-None-Match", "\"other\"")]).await;
    assert_eq!((other.status, &other.body), (200, &first.body));
    first
}
