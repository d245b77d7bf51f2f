//! A JSON body, read strictly.

use std::pin::Pin;
use std::time::Duration;

use actix_web::dev::Payload;
use actix_web::error::PayloadError;
use actix_web::http::header::CONTENT_TYPE;
use actix_web::web::{Bytes, Data};
use actix_web::{FromRequest, HttpRequest};
use serde::de::DeserializeOwned;
use sha2::{Digest, Sha256};

use super::read;
use crate::app::App;
use crate::error::{Code, Error};

/// The largest body that is taken, in bytes.
pub const BODY_LIMIT: usize = 64 * 1024;

/// A body of JSON: `application/json`, at most [`BODY_LIMIT`], no field that the operation does not know.
#[derive(Debug)]
pub struct Body<T> {
    pub value: T,
    /// SHA-256 of the bytes as sent: tells a repeated request from another one under the same key.
    pub digest: [u8; 32],
}

impl<T: DeserializeOwned + 'static> FromRequest for Body<T> {
    type Error = Error;
    type Future = Pin<Box<dyn Future<Output = Result<Self, Error>>>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let json = is_json(request);
        let bytes = whole(request, payload);
        Box::pin(async move {
            if !json {
                return Err(Code::UnsupportedMediaType.problem());
            }
            let bytes = bytes.await?;
            Ok(Self { value: parse(&bytes)?, digest: Sha256::digest(&bytes).into() })
        })
    }
}

/// Everything that is sent, if it comes in time and is not too much.
pub(super) fn whole(
    request: &HttpRequest,
    payload: &mut Payload,
) -> impl Future<Output = Result<Bytes, Error>> + 'static {
    let app = request.app_data::<Data<App>>();
    let patience = app.map(|app| Duration::from_secs(app.settings.http.body_seconds));
    let bytes = Bytes::from_request(request, payload);
    async move {
        let bytes = tokio::time::timeout(patience.unwrap_or_default(), bytes).await;
        let bytes = bytes.map_err(|_| Code::RequestTimeout.problem())?;
        bytes.map_err(|error| unread(&error))
    }
}

/// Reads the whole body, in two steps: whether it is JSON at all is another problem than what it says.
fn parse<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Error> {
    if let Err(error) = serde_json::from_slice::<serde::de::IgnoredAny>(bytes) {
        return Err(Code::MalformedBody.because(format!("The body is not JSON: {error}.")));
    }
    // A struct would also be read from a list of its fields' values; nobody means that.
    if bytes.trim_ascii_start().first() != Some(&b'{') {
        return Err(Code::MalformedBody.because("The body is not a JSON object."));
    }
    read(&mut serde_json::Deserializer::from_slice(bytes), Code::InvalidField)
}

fn is_json(request: &HttpRequest) -> bool {
    let given = request.headers().get(CONTENT_TYPE).and_then(|value| value.to_str().ok());
    given
        .and_then(|value| value.split(';').next())
        .is_some_and(|kind| kind.trim().eq_ignore_ascii_case("application/json"))
}

fn unread(error: &actix_web::Error) -> Error {
    match error.as_error::<PayloadError>() {
        Some(PayloadError::Overflow) => Code::BodyTooLarge.problem(),
        _ => Code::MalformedBody.because("The body ended early or could not be decoded."),
    }
}
