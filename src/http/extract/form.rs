//! The form of a page.

use std::pin::Pin;

use actix_web::dev::Payload;
use actix_web::http::header::CONTENT_TYPE;
use actix_web::{FromRequest, HttpRequest};
use serde::de::DeserializeOwned;

use super::body::whole;
use super::read;
use crate::error::{Code, Error};

/// A body of `application/x-www-form-urlencoded`, as browsers send it.
pub struct Form<T>(pub T);

impl<T: DeserializeOwned + 'static> FromRequest for Form<T> {
    type Error = Error;
    type Future = Pin<Box<dyn Future<Output = Result<Self, Error>>>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let kind = request.headers().get(CONTENT_TYPE).and_then(|value| value.to_str().ok());
        let is_form = kind.is_some_and(|kind| kind.starts_with("application/x-www-form-urlencoded"));
        let bytes = whole(request, payload);
        Box::pin(async move {
            if !is_form {
                return Err(Code::UnsupportedMediaType.because("This page takes the form that it shows."));
            }
            let bytes = bytes.await?;
            let pairs = form_urlencoded::parse(&bytes);
            read(serde_urlencoded::Deserializer::new(pairs), Code::InvalidField).map(Self)
        })
    }
}
