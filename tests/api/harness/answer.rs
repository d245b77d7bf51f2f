//! What a server answered.

use serde_json::{Value, json};

/// A whole answer. Answers are compared by what they say, not by tags and addresses.
#[derive(Debug, Clone)]
pub struct Answer {
    pub status: u16,
    pub content_type: String,
    pub text: String,
    /// The body; null when it is no JSON.
    pub json: Value,
    pub marks: Marks,
    /// The address that gave it, after redirects: path and query.
    pub address: String,
}

/// The headers of an answer by which a client goes on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Marks {
    /// `ETag`.
    pub tag: Option<String>,
    pub location: Option<String>,
}

impl PartialEq for Answer {
    fn eq(&self, other: &Self) -> bool {
        (self.status, &self.content_type, &self.text) == (other.status, &other.content_type, &other.text)
    }
}

impl Answer {
    pub async fn of(response: reqwest::Response) -> Self {
        let status = response.status().as_u16();
        let content_type = response.headers().get("content-type");
        let content_type = content_type.map_or("", |value| value.to_str().unwrap()).to_owned();
        let mark = |name| response.headers().get(name).map(|value| value.to_str().unwrap().to_owned());
        let marks = Marks { tag: mark("etag"), location: mark("location") };
        let url = response.url();
        let query = url.query().map(|query| format!("?{query}")).unwrap_or_default();
        let address = format!("{}{query}", url.path());
        let text = response.text().await.unwrap();
        let json = serde_json::from_str(&text).unwrap_or_default();
        Self { status, content_type, text, json, marks, address }
    }

    /// The body of an answer that must have this status.
    #[track_caller]
    pub fn must_be(self, status: u16) -> Value {
        assert_eq!(self.status, status, "{}", self.text);
        self.json
    }

    /// Holds a refusal to its status and code, and to being a problem document.
    #[track_caller]
    pub fn must_refuse(&self, status: u16, code: &str) {
        assert_eq!((self.status, self.code()), (status, code), "{}", self.text);
        assert_eq!(self.content_type, "application/problem+json");
        assert_eq!(self.json["status"], status);
    }

    /// The same, with the part of the request that is to blame: a parameter, a header, or a member of the body, such as
    /// `clock.type`. Members of an action, an order or options are named as within these.
    #[track_caller]
    pub fn must_blame(&self, status: u16, code: &str, part: &str) {
        self.must_refuse(status, code);
        assert!(self.blames(part), "{part}: {}", self.text);
    }

    /// Is this part of the request among those that are wrong?
    pub fn blames(&self, part: &str) -> bool {
        let pointer = format!("/{}", part.replace(['.', '['], "/").replace(']', ""));
        let pointers =
            ["", "/action", "/order", "/options"].map(|within| json!(format!("{within}{pointer}")));
        self.errors().iter().any(|error| {
            error["parameter"] == part || error["header"] == part || pointers.contains(&error["pointer"])
        })
    }

    /// What is wrong with the request, part by part.
    pub fn errors(&self) -> &[Value] {
        self.json["errors"].as_array().map(Vec::as_slice).unwrap_or_default()
    }

    /// The code of a problem; empty when it is none.
    pub fn code(&self) -> &str {
        self.json["code"].as_str().unwrap_or_default()
    }
}
