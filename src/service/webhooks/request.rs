//! A request to a server of somebody else's, before it is sent, and its answer.

use secrecy::ExposeSecret;
use uuid::Uuid;

use super::secrets::SigningSecret;
use super::url::WebhookTarget;

/// A request to a checked URL.
pub struct OutgoingRequest {
    pub method: RequestMethod,
    pub target: WebhookTarget,
    pub content_type: &'static str,
    /// Besides those that every request has.
    pub headers: Vec<(&'static str, String)>,
    pub body: Vec<u8>,
    pub signing: Option<Signing>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RequestMethod {
    Post,
    Put,
}

/// What signs a request after Standard Webhooks, and the id that it is signed under.
pub struct Signing {
    pub id: Uuid,
    pub secrets: Vec<Vec<u8>>,
}

impl Signing {
    pub fn by<'s>(id: Uuid, secrets: impl IntoIterator<Item = &'s SigningSecret>) -> Self {
        Self { id, secrets: secrets.into_iter().map(|secret| secret.expose_secret().clone()).collect() }
    }
}

impl OutgoingRequest {
    /// With JSON as its body.
    pub fn post(target: WebhookTarget, body: String) -> Self {
        Self {
            method: RequestMethod::Post,
            target,
            content_type: "application/json",
            headers: Vec::new(),
            body: body.into_bytes(),
            signing: None,
        }
    }

    pub fn signed(self, signing: Signing) -> Self {
        Self { signing: Some(signing), ..self }
    }
}

/// The answer to a request.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct RequestAnswer {
    pub status: u16,
    /// The header `Retry-After`.
    pub retry_after: Option<String>,
    /// The beginning of the body, if it was asked for.
    pub body: Vec<u8>,
}
