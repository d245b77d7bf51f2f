//! Extractors of bodies, which are read strictly: JSON for operations, forms for pages.

use std::time::Duration;

use actix_web::dev::Payload;
use actix_web::error::PayloadError;
use actix_web::http::header::CONTENT_TYPE;
use actix_web::web::{Bytes, Data};
use actix_web::{Error as WebError, FromRequest, HttpRequest};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use sha2::{Digest, Sha256};
use utoipa::ToSchema;
use uuid::Uuid;

use super::{line_breaks, read};
use crate::error::{Code, Error, Mistake, Mistakes, RequestPart, Sentence};
use crate::http::described::DescribedOperation;
use crate::http::endpoint::{Argument, OperationBuilder};
use crate::http::router::PathTemplate;
use crate::service::App;
use crate::service::idempotency::IdempotentRequest;
use crate::validation::{MOST_VALUES, holds_control_characters, is_verbatim, parsable};

/// The largest body that is taken, in bytes.
pub const BODY_LIMIT: usize = 64 * 1024;

/// A body of type `application/json`, at most [`BODY_LIMIT`] long, without fields that the operation does not know.
pub struct Body<T>(pub T);

/// An empty object: the path says everything.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct EmptyBody {}

/// A body of JSON with the idempotency key of its request.
pub struct Idempotent<T> {
    pub body: T,
    pub key: RequestKey,
}

/// What identifies a request: a repeat with the same `Idempotency-Key` gets the answer that the first one got.
pub struct RequestKey {
    key: Option<String>,
    /// SHA-256 of the bytes as sent: tells a repeated request from another one under the same key.
    digest: [u8; 32],
    /// Method and address, such as `POST /v1/games`.
    route: String,
}

impl RequestKey {
    /// The request as one of `account`; `None` without a key.
    pub fn of(self, account: Uuid) -> Option<IdempotentRequest> {
        IdempotentRequest::new(account, &self.route, self.key, self.digest)
    }

    /// The request as one of a stranger, about `scope`; `None` without a key.
    pub fn of_stranger(self, scope: &str) -> Option<IdempotentRequest> {
        IdempotentRequest::of_stranger(scope, &self.route, self.key, self.digest)
    }

    /// For a use case that stores its replies itself: the key, and the digest of the body.
    pub fn into_parts(self) -> (Option<String>, [u8; 32]) {
        (self.key, self.digest)
    }
}

impl<T: DeserializeOwned + 'static> Argument for Body<T> {
    async fn read(request: &HttpRequest, payload: &mut Payload) -> Result<Self, WebError> {
        let bytes = json_bytes(request, payload).await?;
        Ok(Self(parse(&bytes, DescribedOperation::of(request))?))
    }
}

impl<T: DeserializeOwned + 'static> Argument for Idempotent<T> {
    async fn read(request: &HttpRequest, payload: &mut Payload) -> Result<Self, WebError> {
        let bytes = json_bytes(request, payload).await?;
        let (digest, route) = (Sha256::digest(&bytes).into(), route(request));
        let body = parse(&bytes, DescribedOperation::of(request));
        let mut mistakes = Mistakes::default();
        match (mistakes.note(idempotency_key(request))?, mistakes.note(body)?) {
            (Some(key), Some(body)) => Ok(Self { body, key: RequestKey { key, digest, route } }),
            _ => Err(mistakes.problem().into()),
        }
    }

    fn describe(description: &mut OperationBuilder<'_>) {
        description.extend("x-idempotent", true);
    }
}

/// The longest `Idempotency-Key` that is taken, in characters.
const MAX_KEY_CHARS: usize = 100;

/// The value of the header `Idempotency-Key`, if the request has one.
fn idempotency_key(request: &HttpRequest) -> Result<Option<String>, Error> {
    let Some(header) = request.headers().get("idempotency-key") else { return Ok(None) };
    let key = header.to_str().unwrap_or_default();
    if (1..=MAX_KEY_CHARS).contains(&key.len()) && key.bytes().all(|byte| byte.is_ascii_graphic()) {
        return Ok(Some(key.to_owned()));
    }
    Err(Code::InvalidParameter.field("Idempotency-Key", Sentence::MustBeKey { most: MAX_KEY_CHARS }))
}

/// Method and path of a request. All ids have the same spelling, so that a repeat that spells an id in another way is
/// recognised.
fn route(request: &HttpRequest) -> String {
    let template = PathTemplate::of(request).unwrap_or_else(|| request.path().into());
    let address = request.match_info().iter().fold(template.to_string(), |address, (name, value)| {
        let value = value.parse::<Uuid>().map_or_else(|_| value.to_owned(), |id| id.to_string());
        address.replace(&format!("{{{name}}}"), &value)
    });
    format!("{} {address}", request.method())
}

/// A form as browsers send it, `application/x-www-form-urlencoded`.
pub struct Form<T>(pub T);

/// The fields of a form as they were sent: the same name may come several times.
#[derive(Debug, Default)]
pub struct FormFields(pub Vec<(String, String)>);

impl FormFields {
    pub fn has(&self, name: &str, value: &str) -> bool {
        self.0.iter().any(|(known, sent)| known == name && sent == value)
    }
}

/// A [`Form`] whose mistakes are shown by its page: a player at a browser can't read a problem in JSON.
pub struct PressedForm<T> {
    pub form: Result<T, Error>,
    /// The page shows them again if the form is refused, so that the player need not type them again. Some forms have
    /// fields that only their page knows by name.
    pub sent: FormFields,
}

impl<T: DeserializeOwned + 'static> Argument for PressedForm<T> {
    async fn read(request: &HttpRequest, payload: &mut Payload) -> Result<Self, WebError> {
        Ok(match form_pairs(request, payload).await {
            Ok(mut sent) => {
                let form = read_form(&sent);
                sent.truncate(MOST_VALUES);
                Self { form, sent: FormFields(sent) }
            }
            Err(error) => Self { form: Err(error), sent: FormFields::default() },
        })
    }
}

impl<T: DeserializeOwned + 'static> Argument for Form<T> {
    async fn read(request: &HttpRequest, payload: &mut Payload) -> Result<Self, WebError> {
        Ok(Self(read_form(&form_pairs(request, payload).await?)?))
    }
}

/// The pairs of a form as they came. The error is for its handler, since apps are answered in a form of their own.
pub struct FormPairs(pub Result<Vec<(String, String)>, Error>);

impl Argument for FormPairs {
    async fn read(request: &HttpRequest, payload: &mut Payload) -> Result<Self, WebError> {
        let pairs = form_pairs(request, payload).await;
        let pairs = pairs
            .and_then(|pairs| if pairs.len() > MOST_VALUES { Err(too_many_values()) } else { Ok(pairs) });
        Ok(Self(pairs))
    }
}

fn read_form<T: DeserializeOwned>(fields: &[(String, String)]) -> Result<T, Error> {
    if fields.len() > MOST_VALUES {
        return Err(too_many_values());
    }
    let is_wrong = |(name, value): &&(String, String)| {
        holds_control_characters(name) || !is_verbatim(name) && holds_control_characters(value)
    };
    if let Some((name, _)) = fields.iter().find(is_wrong) {
        return Err(Code::InvalidField.field(name.clone(), Sentence::ControlCharacter));
    }
    let form = line_breaks::encoded(fields);
    let pairs = serde_urlencoded::Deserializer::new(form_urlencoded::parse(form.as_bytes()));
    read(pairs, Code::InvalidField, RequestPart::Body)
}

async fn form_pairs(request: &HttpRequest, payload: &mut Payload) -> Result<Vec<(String, String)>, Error> {
    let bytes = whole(request, payload);
    if !media_type(request).starts_with("application/x-www-form-urlencoded") {
        return Err(Code::UnsupportedMediaType.because(Sentence::FormWanted));
    }
    Ok(line_breaks::pairs(&bytes.await?))
}

async fn json_bytes(request: &HttpRequest, payload: &mut Payload) -> Result<Bytes, Error> {
    let bytes = whole(request, payload);
    let kind = media_type(request).split(';').next().unwrap_or_default();
    if !kind.trim().eq_ignore_ascii_case("application/json") {
        return Err(Code::UnsupportedMediaType.problem());
    }
    bytes.await
}

fn media_type(request: &HttpRequest) -> &str {
    request.headers().get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default()
}

/// Reads the whole body within the time limit. The call itself takes the payload, even if the future is never polled.
fn whole(
    request: &HttpRequest,
    payload: &mut Payload,
) -> impl Future<Output = Result<Bytes, Error>> + 'static {
    let app = request.app_data::<Data<App>>();
    let patience = app.map(|app| Duration::from_secs(app.settings.http.body_seconds));
    let bytes = Bytes::from_request(request, payload);
    async move {
        let bytes = tokio::time::timeout(patience.unwrap_or_default(), bytes).await;
        let bytes = bytes.map_err(|_| Code::RequestTimeout.problem())?;
        bytes.map_err(|error| match error.as_error::<PayloadError>() {
            Some(PayloadError::Overflow) => Code::BodyTooLarge.problem(),
            _ => Code::MalformedBody.because(Sentence::BodyBroken),
        })
    }
}

fn too_many_values() -> Error {
    let sentence = Sentence::ValuesAtMost { most: MOST_VALUES };
    Code::MalformedBody.mistaken(vec![Mistake::new(RequestPart::Body(String::new()), sentence)])
}

/// Parses the body as JSON, in which the last of two members of one name counts; validates it against the description;
/// and reads it as the type that the operation takes.
fn parse<T: DeserializeOwned>(bytes: &[u8], operation: Option<&DescribedOperation>) -> Result<T, Error> {
    // The values are counted before the body is parsed, so that a flood of them costs no parsing.
    let text = parsable(bytes).ok_or_else(too_many_values)?;
    let mut body: Value = serde_json::from_slice(&text).map_err(|error| {
        Code::MalformedBody.because(Sentence::NotJson { line: error.line(), column: error.column() })
    })?;
    // Serde would also read a struct from a list of its fields' values, which is always a mistake.
    if !body.is_object() {
        return Err(Code::MalformedBody.because(Sentence::NotObject));
    }
    // Line breaks are normalised before the description bounds the length of a text: a CRLF counts as one character.
    line_breaks::normalize_json(&mut body);
    if let Some(operation) = operation {
        operation.check_body(&mut body)?;
    }
    read(body, Code::InvalidField, RequestPart::Body)
}
