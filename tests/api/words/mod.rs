//! `include=texts`, `requests` and `view`: a client with no sentence of its own, and one request for each step.

mod conditional;
mod games;
mod records;
mod same;
mod streams;

use reqwest::Method;
use reqwest::header::HeaderMap;
use serde_json::Value;

use crate::harness::{Person, described};

const NAMES: [&str; 4] = ["Aud", "Bjarni", "Cnut", "Dalla"];
const LANGUAGES: [&str; 4] = ["en", "nn", "sv", "de"];

/// An answer with its headers.
pub struct Heard {
    pub status: u16,
    pub headers: HeaderMap,
    pub text: String,
    pub json: Value,
}

impl Heard {
    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }

    /// The body of an answer with sentences in this language.
    #[track_caller]
    pub fn must_be_in(self, language: &str) -> Value {
        assert_eq!((self.status, self.header("content-language")), (200, language), "{}", self.text);
        assert!(self.header("vary").contains("Accept-Language"), "{:?}", self.headers);
        self.json
    }
}

/// Asks in a language; with a body it is a POST, under a key if there is one.
pub async fn ask(
    person: &Person,
    language: &str,
    path: &str,
    body: Option<&Value>,
    headers: &[(&str, &str)],
) -> Heard {
    let method = if body.is_some() { Method::POST } else { Method::GET };
    let mut request = person.request(method, path).header("Accept-Language", language);
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    let request = if let Some(body) = body { request.json(body) } else { request };
    let response = request.send().await.unwrap();
    let (status, headers) = (response.status().as_u16(), response.headers().clone());
    let text = response.text().await.unwrap();
    Heard { status, headers, json: serde_json::from_str(&text).unwrap_or_default(), text }
}

/// A list of the body.
#[track_caller]
pub fn list(value: &Value) -> &[Value] {
    value.as_array().unwrap_or_else(|| panic!("no list: {value}"))
}

/// A list of sentences.
#[track_caller]
pub fn sentences(value: &Value) -> Vec<&str> {
    list(value).iter().map(|text| text.as_str().unwrap()).collect()
}

/// Does the text read as a sentence for people, without a name of the API in it?
#[track_caller]
pub fn must_be_said(text: &str) {
    let first = text.chars().next().unwrap_or_else(|| panic!("nothing is said"));
    assert!(!first.is_lowercase(), "{text}");
    assert!(!text.contains('_') && !text.contains('{'), "{text}");
}

/// Every decision in a list has its sentences, one for each thing that is listed.
#[track_caller]
pub fn decisions_must_be_said(decisions: &Value) {
    for legal in list(decisions) {
        let texts = &legal["texts"];
        must_be_said(texts["decision"].as_str().unwrap());
        for name in ["actions", "shapes"] {
            let said = sentences(&texts[name]);
            assert_eq!(said.len(), list(&legal[name]).len(), "{legal}");
            said.into_iter().for_each(must_be_said);
        }
        assert_eq!(legal["effects"].is_array(), texts["effects"].is_array(), "{legal}");
        if let (Some(effects), Some(said)) = (legal["effects"].as_array(), texts["effects"].as_array()) {
            assert_eq!(effects.len(), said.len());
            for (effects, said) in effects.iter().zip(said) {
                let said = sentences(said);
                assert_eq!(list(effects).len(), said.len(), "{legal}");
                said.into_iter().filter(|text| !text.is_empty()).for_each(must_be_said);
            }
        }
    }
}

/// A view says for whom the game waits, or how it ended.
#[track_caller]
pub fn position_must_be_said(view: &Value) {
    let texts = &view["texts"];
    sentences(&texts["standing"]).into_iter().for_each(must_be_said);
    if view["status"] == "finished" {
        assert!(texts.get("awaited").is_none(), "{texts}");
        let seats = list(&view["outcome"]["ranking"]).len();
        assert_eq!(sentences(&texts["outcome"]).len(), 2 + seats, "{texts}");
        sentences(&texts["outcome"]).into_iter().for_each(must_be_said);
    } else {
        must_be_said(texts["awaited"].as_str().unwrap());
        assert!(texts.get("outcome").is_none(), "{texts}");
    }
}

/// A body fits the type of that name.
#[track_caller]
pub fn must_fit(name: &str, body: &Value) {
    described::must_fit(name, body);
}
