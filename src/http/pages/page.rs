//! One page: what it is about, and a form to do it.

use std::sync::LazyLock;

use actix_web::http::StatusCode;
use actix_web::http::header::CONTENT_SECURITY_POLICY;
use actix_web::{HttpResponse, ResponseError};
use minijinja::Environment;
use minijinja::value::Serde;
use serde::Serialize;

use super::words::PageWords;
use crate::error::Error;
use crate::texts::FALLBACK;

/// The page has a style of its own and sends its form here; it runs nothing and loads nothing.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; \
                      frame-ancestors 'none'";

const FORM: &str = "page.html";

static FORMS: LazyLock<Environment<'static>> = LazyLock::new(|| {
    let mut forms = Environment::new();
    for (name, form) in [(FORM, include_str!("page.html")), ("seat.html", include_str!("seat.html"))] {
        if let Err(error) = forms.add_template(name, form) {
            unreachable!("the page of the binary does not read: {error}");
        }
    }
    forms
});

pub fn render(form: &str, page: &impl Serialize) -> Result<String, Error> {
    let broken = |error: minijinja::Error| Error::internal("a page", error);
    FORMS.get_template(form).map_err(broken)?.render(Serde(page)).map_err(broken)
}

pub fn sent(status: StatusCode, html: String) -> HttpResponse {
    let mut response = HttpResponse::build(status);
    response.insert_header((CONTENT_SECURITY_POLICY, POLICY));
    response.content_type("text/html; charset=utf-8").body(html)
}

#[derive(Debug, Default, Serialize)]
pub struct HtmlPage {
    pub language: &'static str,
    pub title: String,
    pub text: String,
    pub problem: Option<String>,
    /// The last part of the address that the form goes to.
    pub action: &'static str,
    pub token: String,
    /// The label of the field for a new password, if it has one.
    pub asks_password: Option<String>,
    /// How to send it; without a button there is no form.
    pub buttons: Vec<Button>,
}

#[derive(Debug, Clone, Serialize)]
pub struct Button {
    pub label: String,
    /// What it answers, where there is a choice.
    pub value: Option<&'static str>,
}

impl HtmlPage {
    pub fn shown(&self) -> Result<HttpResponse, Error> {
        self.with_status(StatusCode::OK)
    }

    /// The page, with what went wrong: in its language where there are words for that.
    pub fn refused(mut self, words: &PageWords, error: &Error) -> Result<HttpResponse, Error> {
        let status = error.status_code();
        if status.is_server_error() {
            tracing::error!(%error, "a page could not do its work");
        }
        let (code, _) = error.code();
        self.problem = Some(words.problem(code).unwrap_or_else(|| error.detail(FALLBACK).into_owned()));
        self.with_status(status)
    }

    fn with_status(&self, status: StatusCode) -> Result<HttpResponse, Error> {
        Ok(sent(status, render(FORM, self)?))
    }
}
