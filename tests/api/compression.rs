//! Answers that are text are sent as gzip to those who take it, and say the same.

use std::io::Read;

use flate2::read::GzDecoder;
use reqwest::header::HeaderMap;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::harness::{Person, Service, Table, seeded_dice};

struct Sent {
    status: StatusCode,
    headers: HeaderMap,
    bytes: Vec<u8>,
}

impl Sent {
    fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }

    fn is_packed(&self) -> bool {
        self.header("content-encoding") == "gzip"
    }

    /// What it says, whatever way it was sent.
    fn text(&self) -> Vec<u8> {
        if !self.is_packed() {
            return self.bytes.clone();
        }
        let mut text = Vec::new();
        GzDecoder::new(self.bytes.as_slice()).read_to_end(&mut text).unwrap();
        text
    }
}

async fn ask(person: &Person, method: Method, path: &str, headers: &[(&str, &str)], body: &Value) -> Sent {
    let request = person.request(method, path);
    let request = headers.iter().fold(request, |request, (name, value)| request.header(*name, *value));
    let request = if body.is_null() { request } else { request.json(body) };
    let response = request.send().await.unwrap();
    let (status, headers) = (response.status(), response.headers().clone());
    Sent { status, headers, bytes: response.bytes().await.unwrap().to_vec() }
}

async fn read(person: &Person, path: &str, codings: &str) -> Sent {
    ask(person, Method::GET, path, &[("Accept-Encoding", codings)], &Value::Null).await
}

async fn game(service: &Service) -> Table {
    let people = service.people(["Aud", "Bjarni", "Cnut"]).await;
    let table = Table::of("landnam", &people).await;
    table.play(6, &mut seeded_dice(5)).await;
    table
}

#[tokio::test]
async fn what_is_long_is_packed_for_those_who_take_it_and_says_the_same() {
    let service = Service::start();
    let table = game(&service).await;
    let aud = table.player(0);
    let of_game = |what: &str| format!("{}{what}", table.path);
    let long = [
        of_game("/view"),
        of_game("/events"),
        of_game("/record"),
        of_game("/board.svg"),
        "/openapi.json".into(),
    ];
    for path in long.iter().chain(["/v1/rulesets/landnam".to_owned(), "/openapi.yaml".to_owned()].iter()) {
        let plain = read(aud, path, "identity").await;
        assert!(!plain.is_packed() && plain.bytes.len() > 1_000, "{path}");
        for codings in ["gzip", "gzip, deflate, br", "br;q=1, gzip;q=0.5"] {
            let packed = read(aud, path, codings).await;
            assert!(packed.is_packed(), "{path} {codings}: {:?}", packed.headers);
            assert!(packed.bytes.len() * 2 < plain.bytes.len(), "{path}: {}", packed.bytes.len());
            assert_eq!(packed.text(), plain.text(), "{path}");
            assert_eq!(packed.header("content-type"), plain.header("content-type"), "{path}");
        }
        for codings in ["br", "gzip;q=0", "identity", ""] {
            assert!(!read(aud, path, codings).await.is_packed(), "{path} {codings}");
        }
        for sent in [plain, read(aud, path, "gzip").await] {
            assert!(sent.header("vary").ends_with("Accept-Encoding"), "{path}: {:?}", sent.headers);
        }
    }
}

#[tokio::test]
async fn what_is_short_a_picture_an_event_stream_or_holds_a_secret_is_sent_as_it_is() {
    let service = Service::start();
    let table = game(&service).await;
    let aud = table.player(0);
    for path in ["/healthz".to_owned(), format!("{}/board.png", table.path), "/v1/nothing".to_owned()] {
        assert!(!read(aud, &path, "gzip").await.is_packed(), "{path}");
    }
    let stream = aud.request(Method::GET, &format!("{}/stream", table.path));
    let stream = stream.header("Accept-Encoding", "gzip").send().await.unwrap();
    assert!(stream.headers().get("content-encoding").is_none(), "{:?}", stream.headers());
    let scopes =
        json!({"name": "x".repeat(60), "scopes": ["games:read", "games:play", "messages", "orders"]});
    let log_in = json!({"login": "Aud", "password": "a long ship west"});
    for (path, body) in [("/v1/me/tokens", scopes), ("/v1/sessions", log_in)] {
        let made = ask(aud, Method::POST, path, &[("Accept-Encoding", "gzip")], &body).await;
        assert_eq!(made.status, 201, "{path}");
        assert!(!made.is_packed(), "{path}");
    }
}

#[tokio::test]
async fn a_reply_to_an_action_is_packed_and_its_tag_is_good_for_the_next() {
    let service = Service::start();
    let table = game(&service).await;
    let view = format!("{}/view", table.path);
    let mut dice = seeded_dice(6);
    for _ in 0..3 {
        let seat = table.awaited().await[0];
        let me = table.player(seat);
        let seen = read(me, &view, "gzip").await;
        let tag = seen.header("etag");
        assert!(seen.is_packed() && !tag.starts_with("W/"), "{tag}");
        let known = [("Accept-Encoding", "gzip"), ("If-None-Match", tag)];
        let again = ask(me, Method::GET, &view, &known, &Value::Null).await;
        assert_eq!((again.status.as_u16(), again.bytes.len(), again.header("etag")), (304, 0, tag));
        assert!(again.header("vary").ends_with("Accept-Encoding") && !again.is_packed());
        let action = table.moves(seat, &mut dice).await[0].body();
        let conditional = [("Accept-Encoding", "gzip"), ("If-Match", tag)];
        let reply = ask(me, Method::POST, &format!("{}/actions", table.path), &conditional, &action).await;
        assert_eq!(reply.status, 200, "{}", String::from_utf8_lossy(&reply.text()));
        assert_eq!(reply.is_packed(), reply.text().len() >= 1_000);
        let unchanged = [("Accept-Encoding", "gzip"), ("If-None-Match", reply.header("etag"))];
        assert_eq!(ask(me, Method::GET, &view, &unchanged, &Value::Null).await.status, 304);
    }
}

#[tokio::test]
async fn head_has_the_headers_of_get() {
    let service = Service::start();
    let table = game(&service).await;
    let aud = table.player(0);
    for path in [format!("{}/view", table.path), "/openapi.json".to_owned(), "/healthz".to_owned()] {
        let codings = [("Accept-Encoding", "gzip")];
        let get = read(aud, &path, "gzip").await;
        let head = ask(aud, Method::HEAD, &path, &codings, &Value::Null).await;
        assert!(head.bytes.is_empty());
        for name in ["content-encoding", "content-length", "content-type", "etag", "vary"] {
            assert_eq!(head.header(name), get.header(name), "{path}: {name}");
        }
        assert_eq!(get.header("content-length"), get.bytes.len().to_string(), "{path}");
    }
}

#[tokio::test]
async fn the_description_is_kept_by_whoever_has_it() {
    let service = Service::start();
    let stranger = service.stranger();
    for path in ["/openapi.json", "/openapi.yaml"] {
        let first = read(&stranger, path, "gzip").await;
        assert_eq!(first.header("cache-control"), "public, no-cache");
        let tag = first.header("etag");
        assert!(tag.starts_with('"'), "{tag}");
        let known = [("If-None-Match", tag)];
        let again = ask(&stranger, Method::GET, path, &known, &Value::Null).await;
        assert_eq!((again.status.as_u16(), again.bytes.len()), (304, 0), "{path}");
        assert_eq!(again.header("etag"), tag);
    }
}
