//! Parameters of the address: the placeholders of a path and what follows the question mark.

use std::future::{Ready, ready};

use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpRequest, web};
use serde::de::DeserializeOwned;

use super::read;
use crate::error::{Code, Error};

/// The placeholders of a path, in order.
pub struct Path<T>(pub T);

impl<T: DeserializeOwned + 'static> FromRequest for Path<T> {
    type Error = Error;
    type Future = Ready<Result<Self, Error>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let read = web::Path::<T>::from_request(request, payload).into_inner();
        ready(read.map(|path| Self(path.into_inner())).map_err(|_| unusable(request)))
    }
}

/// The router does not say which placeholder is wrong; where there is only one it is that one.
fn unusable(request: &HttpRequest) -> Error {
    let mut names = request.match_info().iter().map(|(name, _)| name.to_owned());
    match (names.next(), names.next()) {
        (Some(name), None) => Code::InvalidParameter.field(name, Code::InvalidParameter.row().2),
        _ => Code::InvalidParameter.problem(),
    }
}

/// What follows the question mark. A name that the operation does not know is refused if `T` says so.
pub struct Query<T>(pub T);

impl<T: DeserializeOwned + 'static> FromRequest for Query<T> {
    type Error = Error;
    type Future = Ready<Result<Self, Error>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let pairs = form_urlencoded::parse(request.query_string().as_bytes());
        ready(read(serde_urlencoded::Deserializer::new(pairs), Code::InvalidParameter).map(Self))
    }
}
