//! The one place that turns an [`Error`] into a response: RFC 9457 problem details, in the language of the request.

use std::borrow::Cow;

use actix_web::http::StatusCode;
use actix_web::http::header::{CONTENT_LANGUAGE, RETRY_AFTER, VARY, WWW_AUTHENTICATE};
use actix_web::{HttpResponse, ResponseError};
use serde::Serialize;
use serde_json::json;
use utoipa::PartialSchema;
use utoipa::openapi::{ObjectBuilder, RefOr, Schema, Type};

use super::language;
use crate::error::{Code, Error, Mistake, More, ProblemText, RequestPart, Sentence, place_of};
use crate::texts::{self, Catalogue};

/// Why a request was not carried out.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct Problem {
    /// The address of a page about the code.
    #[serde(rename = "type")]
    #[schema(format = "uri-reference", example = "/docs/errors/game_full")]
    pub kind: String,
    /// What the code means: the same sentence in every case, in the language of `Accept-Language` (en, nn, sv or de).
    pub title: String,
    /// The status of the response.
    #[schema(minimum = 400, maximum = 599)]
    pub status: u16,
    /// What is so in this case, in the language of `Accept-Language`.
    pub detail: Cow<'static, str>,
    #[schema(value_type = ProblemCode)]
    pub code: &'static str,
    /// The parts of the request that are wrong: all that were found, up to twenty.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false, min_items = 1)]
    pub errors: Vec<ProblemPart>,
    /// The scope that the token lacks.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub scope: Option<&'static str>,
    /// The version that the game is at, where a request was made for another.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub version: Option<i64>,
    /// Why it is not possible, as a stable name, where the code alone does not say.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub reason: Option<&'static str>,
}

/// A part of a request that is wrong: a place in the body, a parameter or a header.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct ProblemPart {
    /// A JSON Pointer into the body, such as `/options/island`; empty for the body as a whole.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, format = "json-pointer")]
    pub pointer: Option<String>,
    /// The name of a parameter of the path or of the query.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub parameter: Option<String>,
    /// The name of a header.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub header: Option<&'static str>,
    /// What this part alone would be refused with, where it is another code than that of the problem.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, value_type = Option<ProblemCode>)]
    pub code: Option<&'static str>,
    /// What is wrong with it, in the language of `Accept-Language`.
    pub detail: Cow<'static, str>,
}

/// The codes of the service. The description adds those of the rulesets.
pub struct ProblemCode;

impl PartialSchema for ProblemCode {
    fn schema() -> RefOr<Schema> {
        let codes = Code::ALL.iter().map(|code| code.row().0);
        let about = "What went wrong, as a stable name to branch on. Codes are added over time: treat one that you don't \
                     know by the status of its response.";
        ObjectBuilder::new()
            .schema_type(Type::String)
            .enum_values(Some(codes))
            .description(Some(about))
            .build()
            .into()
    }
}

impl utoipa::ToSchema for ProblemCode {
    fn name() -> Cow<'static, str> {
        "ProblemCode".into()
    }
}

impl ProblemPart {
    fn of(mistake: &Mistake, language: &str) -> Self {
        let code = mistake.code.map(|code| code.row().0);
        Self::at(mistake.place.clone(), code, mistake.text.in_language(language))
    }

    fn at(place: RequestPart, code: Option<&'static str>, detail: Cow<'static, str>) -> Self {
        let (pointer, parameter, header) = match place {
            RequestPart::Body(pointer) => (Some(pointer), None, None),
            RequestPart::Parameter(name) => (None, Some(name), None),
            RequestPart::Header(name) => (None, None, Some(name)),
        };
        Self { pointer, parameter, header, code, detail }
    }
}

/// The detail of a problem, as a page tells it to a player. Some details are written for programs: those about
/// decisions that are not open name ids and types, and the usual detail of a code names parts of a problem. In their
/// place a player reads that the answer is gone, or that what they entered can't be used.
pub fn detail_in(error: &Error, language: &'static str) -> Cow<'static, str> {
    const GONE: [Code; 3] = [Code::DecisionClosed, Code::MalformedAction, Code::WrongPhase];
    let is_gone = matches!(error, Error::Known(case) if GONE.contains(&case.code));
    let texts = Catalogue::read(texts::emails(language));
    let gone = texts.text("seat_page", "answer_gone").filter(|_| is_gone);
    let is_vague = error
        .mistakes()
        .first()
        .is_some_and(|mistake| matches!(mistake.text, ProblemText::Usual(Code::InvalidField)));
    match gone {
        Some(gone) => gone.to_owned().into(),
        None if is_vague => Sentence::NotUsable.in_language(language).into(),
        None => detail(error, language),
    }
}

/// The detail of a problem, for programs.
fn detail(error: &Error, language: &'static str) -> Cow<'static, str> {
    match error {
        Error::Refused(refusal) => language::of_refusal(refusal, language),
        _ => error.detail(language),
    }
}

impl Problem {
    /// The problem in one of our languages.
    fn of(error: &Error, language: &'static str) -> Self {
        let (code, status) = error.code();
        let more = error.more();
        let detail = detail(error, language);
        Self {
            kind: format!("/docs/errors/{code}"),
            title: error.title(language),
            status,
            code,
            errors: match error {
                Error::Refused(refusal) => {
                    let part = |place| ProblemPart::at(place, None, detail.clone());
                    place_of(refusal).map(part).into_iter().collect()
                }
                _ => error.mistakes().iter().map(|mistake| ProblemPart::of(mistake, language)).collect(),
            },
            detail,
            scope: if let More::Scope(scope) = more { Some(scope) } else { None },
            version: if let More::Version(version) = more { Some(version) } else { None },
            reason: if let More::Reason(reason) = more { Some(reason) } else { None },
        }
    }
}

impl ResponseError for Error {
    fn status_code(&self) -> StatusCode {
        StatusCode::from_u16(self.code().1).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR)
    }

    fn error_response(&self) -> HttpResponse {
        let language = language::of_request();
        let mut response = HttpResponse::build(self.status_code());
        if let More::RetryAfter(seconds) = self.more() {
            response.insert_header((RETRY_AFTER, seconds));
        }
        if self.status_code() == StatusCode::UNAUTHORIZED {
            response.insert_header((WWW_AUTHENTICATE, "Bearer"));
        }
        response.insert_header((CONTENT_LANGUAGE, language)).append_header((VARY, "Accept-Language"));
        response.content_type("application/problem+json").json(Problem::of(self, language))
    }
}

/// Completes the type of codes with those that rulesets refuse with.
pub fn add_codes<'c>(schema: &mut serde_json::Value, codes: impl IntoIterator<Item = &'c str>) {
    let Some(known) = schema["enum"].as_array_mut() else { return };
    for code in codes {
        if !known.iter().any(|one| one == code) {
            known.push(json!(code));
        }
    }
}
