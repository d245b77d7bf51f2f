//! What pages are made of: text, lists and forms. No script, nothing from elsewhere; all input is escaped.

use std::sync::LazyLock;

use actix_web::http::StatusCode;
use actix_web::http::header::{CONTENT_SECURITY_POLICY, LOCATION};
use actix_web::{HttpResponse, ResponseError};
use minijinja::Environment;
use minijinja::value::Serde;
use serde::Serialize;

use super::words::PageWords;
use crate::error::{Error, RequestPart};
use crate::http::extract::FormFields;
use crate::http::problem;
use crate::texts::no_empty_lines;

/// The page has a style of its own and sends its form here; it runs nothing and loads nothing.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; \
                      frame-ancestors 'none'";

const TEMPLATES: [(&str, &str); 4] = [
    ("base.html", include_str!("base.html")),
    ("parts.html", include_str!("parts.html")),
    ("page.html", include_str!("page.html")),
    ("seat.html", include_str!("seat.html")),
];

static PAGES: LazyLock<Environment<'static>> = LazyLock::new(|| {
    let mut pages = Environment::new();
    pages.set_syntax(no_empty_lines());
    for (name, template) in TEMPLATES {
        if let Err(error) = pages.add_template(name, template) {
            unreachable!("a page of the binary does not read: {error}");
        }
    }
    pages
});

/// A page in one of the templates.
pub fn send(status: StatusCode, template: &str, page: &impl Serialize) -> Result<HttpResponse, Error> {
    let broken = |error: minijinja::Error| Error::internal("a page", error);
    let html = PAGES.get_template(template).map_err(broken)?.render(Serde(page)).map_err(broken)?;
    let mut response = HttpResponse::build(status);
    response.insert_header((CONTENT_SECURITY_POLICY, POLICY));
    Ok(response.content_type("text/html; charset=utf-8").body(html))
}

/// After a button was pressed: a page that can be reloaded.
pub fn go_to(address: &str) -> HttpResponse {
    HttpResponse::SeeOther().insert_header((LOCATION, address)).finish()
}

#[derive(Debug, Default, Serialize)]
pub struct HtmlPage {
    pub language: &'static str,
    pub title: String,
    /// What the last press of a button did.
    pub done: Option<String>,
    /// Why it did nothing.
    pub problem: Option<String>,
    /// Paragraphs below the title.
    pub text: Vec<String>,
    pub sections: Vec<Section>,
    /// The way on, where there is one and nothing to press.
    pub link: Option<PageLink>,
}

#[derive(Debug, Serialize)]
pub struct PageLink {
    pub label: String,
    pub address: String,
}

#[derive(Debug, Default, Serialize)]
pub struct Section {
    pub heading: Option<String>,
    pub text: Vec<String>,
    pub list: Vec<String>,
    pub links: Vec<PageLink>,
    pub forms: Vec<PageForm>,
}

#[derive(Debug, Default, Serialize)]
pub struct PageForm {
    /// Distinguishes the fields of one form from those of others on the page.
    pub id: String,
    /// Where it is posted.
    pub action: String,
    /// The heading under which it is folded; `None`: it stands openly.
    pub folded: Option<String>,
    /// Does it stand openly although it could be folded?
    pub is_open: bool,
    pub text: Option<String>,
    /// What is sent besides: names and values.
    pub hidden: Vec<(&'static str, String)>,
    pub inputs: Vec<Input>,
    pub buttons: Vec<Button>,
}

/// A field of a form, under its label.
#[derive(Debug, Default, Serialize)]
pub struct Input {
    pub kind: InputKind,
    pub name: String,
    pub label: String,
    pub value: String,
    /// Of a text the least and most characters, of a number its bounds.
    pub least: i64,
    pub most: i64,
    pub is_required: bool,
    pub is_checked: bool,
    pub choices: Vec<InputChoice>,
    pub rows: u8,
    pub autocomplete: Option<&'static str>,
    pub note: Option<String>,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum InputKind {
    #[default]
    Text,
    Email,
    Password,
    Number,
    /// One of the choices.
    Select,
    Check,
    /// A text of several lines.
    Lines,
}

#[derive(Debug, Clone, Serialize)]
pub struct InputChoice {
    pub value: String,
    pub label: String,
}

#[derive(Debug, Clone, Default, Serialize)]
pub struct Button {
    pub label: String,
    /// What it sends, where a form has several.
    pub name: Option<&'static str>,
    pub value: &'static str,
    /// Is it beside what the page is for?
    pub is_quiet: bool,
}

impl Button {
    /// The one button of a form.
    pub fn new(label: String) -> Self {
        Self { label, ..Self::default() }
    }

    pub fn quiet(label: String) -> Self {
        Self { label, is_quiet: true, ..Self::default() }
    }
}

impl PageForm {
    /// A form that tells the page at `action` what was pressed.
    pub fn press(action: &str, press: &str) -> Self {
        let hidden = vec![("press", press.to_owned())];
        Self { id: press.to_owned(), action: action.to_owned(), hidden, ..Self::default() }
    }

    pub fn with(self, button: Button) -> Self {
        Self { buttons: self.buttons.into_iter().chain([button]).collect(), ..self }
    }

    /// Keeps what was typed into this form; `false` if it was another one that was sent.
    pub fn keep(&mut self, sent: &FormFields) -> bool {
        let is_this = self.hidden.iter().all(|(name, value)| sent.has(name, value));
        if is_this {
            self.is_open = true;
            self.inputs.iter_mut().for_each(|input| input.keep(sent));
        }
        is_this
    }

    pub fn sending(mut self, name: &'static str, value: impl Into<String>) -> Self {
        self.hidden.push((name, value.into()));
        self
    }
}

impl Input {
    fn keep(&mut self, sent: &FormFields) {
        let Some(typed) = sent.get(&self.name).filter(|_| self.kind != InputKind::Check) else {
            self.is_checked = sent.has(&self.name, &self.value);
            return;
        };
        let is_choice = || self.choices.iter().any(|choice| choice.value == typed);
        if self.kind != InputKind::Password && (self.kind != InputKind::Select || is_choice()) {
            self.value = typed.to_owned();
        }
    }
}

impl Section {
    pub fn of(heading: String, forms: Vec<PageForm>) -> Self {
        Self { heading: Some(heading), forms, ..Self::default() }
    }
}

impl HtmlPage {
    pub fn shown(&self) -> Result<HttpResponse, Error> {
        self.with_status(StatusCode::OK)
    }

    /// The page after a form was refused: why, at which field, and with what was typed.
    pub fn again(mut self, error: &Error, sent: &FormFields) -> Self {
        let mut detail = problem::detail_in(error, self.language).into_owned();
        let forms = self.sections.iter_mut().flat_map(|section| &mut section.forms);
        for form in forms.filter_map(|form| form.keep(sent).then_some(form)) {
            let is_wrong = |input: &&Input| {
                let place = RequestPart::member(&input.name);
                error.mistakes().first().is_some_and(|mistake| mistake.place == place)
            };
            if let Some(input) = form.inputs.iter().find(is_wrong) {
                detail = format!("{}: {detail}", input.label);
            }
        }
        self.problem = Some(detail);
        self
    }

    /// The page, with what went wrong, in its language.
    pub fn refused(mut self, words: &PageWords, error: &Error) -> Result<HttpResponse, Error> {
        let status = error.status_code();
        if status.is_server_error() {
            tracing::error!(%error, "a page could not do its work");
        }
        let usual = || problem::detail_in(error, words.code()).into_owned();
        self.problem = Some(words.problem(error).unwrap_or_else(usual));
        self.with_status(status)
    }

    pub fn with_status(&self, status: StatusCode) -> Result<HttpResponse, Error> {
        send(status, "page.html", self)
    }
}
