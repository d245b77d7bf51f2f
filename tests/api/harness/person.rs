//! Somebody with an account and an access token.

use reqwest::{Client, Method, RequestBuilder};
use serde_json::{Value, json};

use super::Answer;

const PASSWORD: &str = "a long ship west";

/// Somebody who talks to one server.
#[derive(Debug, Clone)]
pub struct Person {
    pub name: String,
    pub id: String,
    /// The access token; empty for somebody who did not log in.
    pub token: String,
    server: String,
    client: Client,
}

impl Person {
    /// Somebody without an account.
    pub fn stranger(server: &str) -> Self {
        // The server closes connections that say nothing for five seconds: where the machine is busy a test may come back
        // to one just then.
        let client = Client::builder().no_proxy().pool_max_idle_per_host(0).build().unwrap();
        Self {
            name: String::new(),
            id: String::new(),
            token: String::new(),
            server: server.to_owned(),
            client,
        }
    }

    /// Registers and logs in; addresses must not need to be verified.
    pub async fn register(server: &str, name: &str) -> Self {
        let mut person = Self::stranger(server);
        let email = format!("{}@example.org", name.to_lowercase());
        let registration = json!({"name": name, "email": email, "password": PASSWORD});
        person.post("/v1/accounts", &registration).await.must_be(202);
        let tokens =
            person.post("/v1/sessions", &json!({"login": name, "password": PASSWORD})).await.must_be(201);
        person.name = name.to_owned();
        person.token = tokens["access_token"].as_str().unwrap().to_owned();
        person.id = tokens["account"]["id"].as_str().unwrap().to_owned();
        person
    }

    /// The same person at another server.
    pub fn at(&self, server: &str) -> Self {
        Self { server: server.to_owned(), ..self.clone() }
    }

    /// The same person with another access token.
    pub fn with_token(&self, token: impl Into<String>) -> Self {
        Self { token: token.into(), ..self.clone() }
    }

    /// The same person with a new log-in.
    pub async fn again(&self) -> Self {
        let log_in = json!({"login": self.name, "password": PASSWORD});
        let tokens = self.with_token("").post("/v1/sessions", &log_in).await.must_be(201);
        self.with_token(tokens["access_token"].as_str().unwrap())
    }

    pub async fn get(&self, path: &str) -> Answer {
        self.send(self.request(Method::GET, path)).await
    }

    pub async fn post(&self, path: &str, body: &Value) -> Answer {
        self.send(self.request(Method::POST, path).json(body)).await
    }

    /// Opens a game; gives its address.
    pub async fn open(&self, game: &Value) -> String {
        let opened = self.post("/v1/games", game).await.must_be(201);
        format!("/v1/games/{}", opened["id"].as_str().unwrap())
    }

    pub async fn post_under(&self, key: &str, path: &str, body: &Value) -> Answer {
        self.send(self.request(Method::POST, path).header("Idempotency-Key", key).json(body)).await
    }

    /// The same person with a personal access token of these scopes.
    pub async fn with_scopes(&self, scopes: &[&str]) -> Self {
        let made = self.post("/v1/me/tokens", &json!({"name": "bot", "scopes": scopes})).await.must_be(201);
        self.with_token(made["token"].as_str().unwrap())
    }

    pub async fn put(&self, path: &str, body: &Value) -> Answer {
        self.send(self.request(Method::PUT, path).json(body)).await
    }

    pub async fn patch(&self, path: &str, body: &Value) -> Answer {
        self.send(self.request(Method::PATCH, path).json(body)).await
    }

    /// Blocks the account with this id.
    pub async fn block(&self, account: &str) -> Answer {
        self.send(self.request(Method::PUT, &format!("/v1/me/blocks/{account}"))).await
    }

    pub async fn delete_with(&self, path: &str, body: &Value) -> Answer {
        self.send(self.request(Method::DELETE, path).json(body)).await
    }

    pub async fn delete(&self, path: &str) -> Answer {
        self.send(self.request(Method::DELETE, path)).await
    }

    /// Posts a body as it is.
    pub async fn post_text(&self, path: &str, content_type: &str, body: impl Into<String>) -> Answer {
        let request = self.request(Method::POST, path).header("Content-Type", content_type);
        self.send(request.body(body.into())).await
    }

    /// A request with this person's token.
    pub fn request(&self, method: Method, path: &str) -> RequestBuilder {
        let request = self.client.request(method, format!("{}{path}", self.server));
        if self.token.is_empty() { request } else { request.bearer_auth(&self.token) }
    }

    /// Sends a request of this person.
    pub async fn send(&self, request: RequestBuilder) -> Answer {
        Answer::of(request.send().await.unwrap()).await
    }

    /// Does the same without waiting for an answer that may never come.
    pub async fn try_send(&self, request: RequestBuilder) -> Option<Answer> {
        let response = request.send().await.ok()?;
        Some(Answer::of(response).await)
    }
}
