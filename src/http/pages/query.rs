//! The query of a page: what it shows.

use std::future::{Ready, ready};

use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpRequest};

use crate::error::Error;
use crate::http::endpoint::Argument;
use crate::http::extract::pairs;

/// The names and values of a query, in their order. Unknown names are ignored, since mail programs add parameters such
/// as `utm_source` to links.
#[derive(Debug, Default)]
pub struct PageQuery(pub Vec<(String, String)>);

impl PageQuery {
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }
}

impl From<&str> for PageQuery {
    fn from(query: &str) -> Self {
        Self(pairs(query.as_bytes()))
    }
}

impl FromRequest for PageQuery {
    type Error = Error;
    type Future = Ready<Result<Self, Error>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(Ok(Self::from(request.query_string())))
    }
}

impl Argument for PageQuery {}
