//! Somebody who listens to a stream of server-sent events.

use std::time::Duration;

use reqwest::{Method, Response};
use serde_json::Value;

use super::{Person, described};

/// How long anything may take that is waited for.
const LONGEST: Duration = Duration::from_secs(20);

/// One event of a stream.
#[derive(Debug, Clone, PartialEq)]
pub struct Frame {
    pub id: String,
    pub event: String,
    pub data: Value,
}

impl Frame {
    /// The number of an event of a person's own stream.
    pub fn number(&self) -> i64 {
        self.id.split('~').next().unwrap().parse().unwrap()
    }
}

/// An open stream.
pub struct Listener {
    response: Response,
    /// The type that the description gives what is told.
    schema: &'static str,
    text: String,
    /// The id of the last event that had one.
    pub last: String,
}

impl Listener {
    /// Opens a stream that must be there.
    pub async fn open(person: &Person, path: &str, last: Option<&str>) -> Self {
        let mut request = person.request(Method::GET, path);
        if let Some(last) = last {
            request = request.header("Last-Event-ID", last);
        }
        let response = request.send().await.unwrap();
        let status = response.status();
        if status != 200 {
            panic!("{path}: {status} {}", response.text().await.unwrap());
        }
        Self { last: last.unwrap_or_default().to_owned(), ..Self::of(path, response) }
    }

    /// A stream that was opened.
    pub fn of(path: &str, response: Response) -> Self {
        assert_eq!(response.headers()["content-type"], "text/event-stream");
        assert_eq!(response.headers()["x-accel-buffering"], "no");
        let schema = match path.split('/').nth(2) {
            Some("me") => "AccountStreamEvent",
            Some("people") => "PersonStreamEvent",
            Some("competitions") => "CompetitionStreamEvent",
            _ => "GameStreamEvent",
        };
        Self { response, schema, text: String::new(), last: String::new() }
    }

    /// The next event; `None` when the stream is over.
    pub async fn try_next(&mut self) -> Option<Frame> {
        let read = async {
            loop {
                if let Some((frame, rest)) = self.text.split_once("\n\n") {
                    let frame = parse(frame, self.schema);
                    self.text = rest.to_owned();
                    if let Some(frame) = frame {
                        if !frame.id.is_empty() {
                            self.last.clone_from(&frame.id);
                        }
                        return Some(frame);
                    }
                    continue;
                }
                let chunk = self.response.chunk().await.ok()??;
                self.text.push_str(std::str::from_utf8(&chunk).unwrap());
            }
        };
        tokio::time::timeout(LONGEST, read).await.expect("nothing came")
    }

    /// The next event, which must come.
    pub async fn next(&mut self) -> Frame {
        self.try_next().await.expect("the stream ended")
    }

    /// The next event, which must be of this kind.
    pub async fn must_tell(&mut self, event: &str) -> Frame {
        let frame = self.next().await;
        assert_eq!(frame.event, event, "{frame:?}");
        frame
    }

    /// Events up to the one that brings a game to `version`.
    pub async fn until_version(&mut self, version: i64) -> Vec<Frame> {
        let mut frames = Vec::new();
        loop {
            let frame = self.next().await;
            let is_there = frame.data["update"]["version"].as_i64() == Some(version);
            frames.push(frame);
            if is_there {
                return frames;
            }
        }
    }

    /// Nothing may come for a while.
    pub async fn must_be_silent(&mut self) {
        let mut listening = std::pin::pin!(self.next());
        let heard = tokio::time::timeout(Duration::from_millis(400), &mut listening).await;
        assert!(heard.is_err(), "{:?}", heard.unwrap());
    }
}

/// A block of lines as an event, which must be as it is described; `None` for comments and the like.
fn parse(block: &str, schema: &str) -> Option<Frame> {
    let mut frame = Frame { id: String::new(), event: String::new(), data: Value::Null };
    for line in block.lines() {
        match line.split_once(": ") {
            Some(("id", id)) => frame.id = id.to_owned(),
            Some(("event", event)) => frame.event = event.to_owned(),
            Some(("data", data)) => frame.data = serde_json::from_str(data).unwrap(),
            _ => {}
        }
    }
    if frame.event.is_empty() {
        return None;
    }
    assert_eq!(frame.data["type"], frame.event, "{frame:?}");
    described::must_fit(schema, &frame.data);
    Some(frame)
}
