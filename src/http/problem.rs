//! The one place that turns an [`Error`] into a response: RFC 9457 problem details.

use actix_web::http::StatusCode;
use actix_web::http::header::{RETRY_AFTER, WWW_AUTHENTICATE};
use actix_web::{HttpResponse, ResponseError};
use serde::Serialize;

use crate::error::{Error, More};

/// What a caller gets when a request is not carried out.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct Problem {
    /// What went wrong; branch on this.
    pub code: String,
    /// The HTTP status.
    pub status: u16,
    /// What the code means: always the same sentence.
    pub title: String,
    /// What went wrong this time, in a sentence for a person.
    pub detail: String,
    /// The field of the request that is wrong, where one is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub field: Option<String>,
    /// The scope that the token lacks; only with `scope_too_small`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scope: Option<&'static str>,
    /// The version that the game is at, where a request was made for another.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version: Option<i64>,
    /// Why it is not possible, as a stable name, where the code alone does not say.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<&'static str>,
}

impl ResponseError for Error {
    fn status_code(&self) -> StatusCode {
        StatusCode::from_u16(self.parts().1).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR)
    }

    fn error_response(&self) -> HttpResponse {
        let (code, status, detail, field) = self.parts();
        let problem = Problem {
            code: code.to_owned(),
            status,
            title: self.title().to_owned(),
            detail: detail.into_owned(),
            field: field.map(Into::into),
            scope: match self.more() {
                More::Scope(scope) => Some(scope),
                _ => None,
            },
            version: match self.more() {
                More::Version(version) => Some(version),
                _ => None,
            },
            reason: match self.more() {
                More::Reason(reason) => Some(reason),
                _ => None,
            },
        };
        let mut response = HttpResponse::build(self.status_code());
        if let More::RetryAfter(seconds) = self.more() {
            response.insert_header((RETRY_AFTER, seconds));
        }
        if status == 401 {
            response.insert_header((WWW_AUTHENTICATE, "Bearer"));
        }
        response.content_type("application/problem+json").json(problem)
    }
}
