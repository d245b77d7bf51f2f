//! Renders a page from its template and its texts; after a refused form, with what was typed. `base.html` is the frame
//! of each page, `parts.html` has the fields of forms.
//!
//! A template may name what its handler passes, and:
//!
//! * `say("section.key", name=value)`: a text of the catalogue of pages, or of the game that the page is about;
//! * `done`, `problem`: what the last press of a button did, or why it did nothing;
//! * `home`: where the header leads; `form_token`: what forms send beside their fields;
//! * `sent`, `mistake`: the fields of the form that was refused, and which of them is wrong, as a JSON Pointer.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use actix_web::dev::Payload;
use actix_web::http::StatusCode;
use actix_web::http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, LOCATION, REFERRER_POLICY, VARY};
use actix_web::{Error as WebError, HttpRequest, HttpResponse, ResponseError};
use minijinja::value::{Serde, merge_maps};
use minijinja::{Environment, Value, context};
use uuid::Uuid;

use super::access::PageAccess;
use super::time_zones;
use super::words::PageWords;
use crate::error::{Error, RequestPart};
use crate::http::endpoint::Argument;
use crate::http::etag;
use crate::http::extract::{FormFields, pairs};
use crate::http::language::club_of_request;
use crate::http::problem;
use crate::service::addresses::HOME;
use crate::service::lobby::PROPOSED_ORDER_DELAY_SECONDS;
use crate::service::tag::Seen;
use crate::texts::{self, no_empty_lines};
use rules::render::page_style;

/// A page has inline style, sends forms to this server and loads its icons from it; it can't run scripts or load
/// anything else.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; manifest-src 'self'; \
                      form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/// The page on which a browser is subscribed runs the script for it and registers the service worker; both are files of
/// this server, and nothing in the page itself is run.
const SCRIPT_POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; manifest-src 'self'; \
                             script-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'none'; \
                             frame-ancestors 'none'";

const HTML: &str = "text/html; charset=utf-8";

macro_rules! templates {
    ($($name:literal),+ $(,)?) => { [$(($name, include_str!($name))),+] };
}

const TEMPLATES: [(&str, &str); 60] = templates![
    "base.html",
    "parts.html",
    "message.html",
    "verify.html",
    "reset.html",
    "address.html",
    "refuse.html",
    "unsubscribe.html",
    "ask.html",
    "sign_up.html",
    "invitation.html",
    "seat_offer.html",
    "account/frame.html",
    "account/home.html",
    "account/games.html",
    "account/competitions.html",
    "account/competition.html",
    "account/competition_buttons.html",
    "account/club.html",
    "account/news.html",
    "account/settings.html",
    "account/times.html",
    "account/mails.html",
    "account/access.html",
    "seat/waiting.html",
    "seat/frame.html",
    "seat/seat.html",
    "seat/style.css",
    "seat/strip.html",
    "seat/hand.html",
    "seat/asked.html",
    "seat/board.html",
    "seat/log.html",
    "seat/turns.html",
    "seat/past.html",
    "seat/story.css",
    "seat/result.html",
    "seat/dice_check.html",
    "seat/orders.html",
    "seat/table.html",
    "seat/votes.html",
    "seat/mails.html",
    "game/meta.html",
    "game/game.html",
    "game/lobby.html",
    "competition/list.html",
    "competition/competition.html",
    "competition/body.html",
    "competition/style.css",
    "club/list.html",
    "club/club.html",
    "club/body.html",
    "aids/frame.html",
    "aids/list.html",
    "aids/aid.html",
    "seat/channels.html",
    "apps/consent.html",
    "apps/device.html",
    "apps/answer.html",
    "apps/log_in.html",
];

static PAGES: LazyLock<Environment<'static>> = LazyLock::new(|| {
    let mut pages = Environment::new();
    pages.set_syntax(no_empty_lines());
    pages.add_global("languages", Serde(texts::languages().collect::<Vec<_>>()));
    let hours = (0..24).map(|hour| (hour, format!("{hour}:00"))).collect::<Vec<_>>();
    pages.add_global("day_hours", Serde(hours));
    pages.add_global("board_colours", page_style());
    pages.add_global("order_delay_minutes", PROPOSED_ORDER_DELAY_SECONDS / 60);
    pages.add_global("cities", Serde(time_zones::cities()));
    pages.add_function("city", |zone: &str| time_zones::shown(zone));
    for (name, template) in TEMPLATES {
        if let Err(error) = pages.add_template(name, template) {
            unreachable!("a page of the binary does not read: {error}");
        }
    }
    pages
});

/// The query of a page, which says what it shows: names and values in their order. Unknown names are ignored, since
/// mail programs add parameters such as `utm_source` to links.
#[derive(Debug, Default)]
pub struct PageQuery(pub Vec<(String, String)>);

impl PageQuery {
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// What the address names; the id of nothing without one.
    pub fn id(&self) -> Uuid {
        self.get("id").and_then(|id| Uuid::parse_str(id).ok()).unwrap_or_default()
    }

    /// The token of a link from a mail; empty without one.
    pub fn token(&self) -> String {
        self.get("token").unwrap_or_default().to_owned()
    }
}

impl From<&str> for PageQuery {
    fn from(query: &str) -> Self {
        Self(pairs(query.as_bytes()))
    }
}

impl Argument for PageQuery {
    async fn read(request: &HttpRequest, _: &mut Payload) -> Result<Self, WebError> {
        Ok(Self::from(request.query_string()))
    }
}

/// Redirects after a pressed button, so that reloading the page does not send the form again.
pub fn go_to(address: &str) -> HttpResponse {
    HttpResponse::SeeOther().insert_header((LOCATION, address)).finish()
}

pub struct HtmlPage {
    template: &'static str,
    words: PageWords,
    /// What its template may name.
    values: Value,
    /// Where its header leads.
    home: String,
    /// What its forms send to show that they are of this page.
    form_token: Option<String>,
    done: Option<String>,
    problem: Option<String>,
    sent: BTreeMap<String, Vec<String>>,
    mistake: Option<String>,
    policy: &'static str,
    /// Must browsers name this server as the origin of its forms?
    names_origin: bool,
}

impl HtmlPage {
    pub fn new(template: &'static str, words: &PageWords, values: Value) -> Self {
        let (words, sent, home) = (words.clone(), BTreeMap::new(), HOME.to_owned());
        Self {
            template,
            words,
            values,
            home,
            form_token: None,
            done: None,
            problem: None,
            sent,
            mistake: None,
            policy: POLICY,
            names_origin: false,
        }
    }

    /// The page with forms that are taken from this server alone: browsers then name it with them. `form_token`: what
    /// they send of the cookie that opened the page, if one did.
    pub fn with_origin(self, form_token: Option<String>) -> Self {
        Self { names_origin: true, form_token, ..self }
    }

    /// The page as it is let in: its forms send the token of a remembered device.
    pub fn with_access(self, access: PageAccess<'_>) -> Self {
        Self { form_token: access.form_token(), ..self }
    }

    /// The page with more that its template may name.
    pub fn with(self, more: Value) -> Self {
        Self { values: merge_maps([more, self.values]), ..self }
    }

    /// The address of the reader's own page, if it is not that of a remembered device.
    pub fn with_home(self, home: String) -> Self {
        Self { home, ..self }
    }

    /// A page with one message and no links.
    pub fn of_message(words: &PageWords, title: String, says: String) -> Self {
        Self::new("message.html", words, context! { title, says })
    }

    /// Says what the last press of a button did, by the name of its text.
    pub fn done(self, text: Option<&str>) -> Self {
        Self { done: text.and_then(|text| self.words.done(text)), ..self }
    }

    /// Lets the page run scripts of this server.
    pub fn with_script(self) -> Self {
        Self { policy: SCRIPT_POLICY, ..self }
    }

    pub fn with_problem(self, problem: Option<String>) -> Self {
        Self { problem, ..self }
    }

    pub fn shown(self) -> Result<HttpResponse, Error> {
        self.with_status(StatusCode::OK)
    }

    /// The page after a form was refused: why, at which field, and with what was typed.
    pub fn again(mut self, error: Error, sent: &FormFields) -> Result<HttpResponse, Error> {
        let status = error.status_code();
        if status.is_server_error() {
            return Err(error);
        }
        self.problem = Some(problem::detail_in(&error, self.words.code()).into_owned());
        if let Some(RequestPart::Body(pointer)) = error.mistakes().first().map(|mistake| &mistake.place) {
            self.mistake = Some(pointer.clone());
        }
        for (name, value) in &sent.0 {
            self.sent.entry(name.clone()).or_default().push(value.clone());
        }
        self.with_status(status)
    }

    /// The page, with what went wrong, in its language.
    pub fn refused(mut self, error: &Error) -> Result<HttpResponse, Error> {
        let status = error.status_code();
        if status.is_server_error() {
            tracing::error!(%error, "a page could not do its work");
        }
        let usual = || problem::detail_in(error, self.words.code()).into_owned();
        self.problem = Some(self.words.problem(error).unwrap_or_else(usual));
        self.with_status(status)
    }

    /// A page that everybody sees alike, in the language of their browser, with a tag of its bytes. Without them, if the
    /// browser has it already.
    pub fn tagged(self, seen: &Seen) -> Result<HttpResponse, Error> {
        let headers =
            [(CONTENT_SECURITY_POLICY, self.policy), (CACHE_CONTROL, "no-cache"), (VARY, "Accept-Language")];
        Ok(etag::content(seen, (StatusCode::OK, HTML), &headers, self.html()?))
    }

    pub fn with_status(self, status: StatusCode) -> Result<HttpResponse, Error> {
        let mut response = HttpResponse::build(status);
        response.insert_header((CONTENT_SECURITY_POLICY, self.policy));
        if self.names_origin || self.form_token.is_some() {
            // Under the policy for all other pages, which have secrets in their addresses, a browser would send no
            // `Origin` with a form.
            response.insert_header((REFERRER_POLICY, "same-origin"));
        }
        Ok(response.content_type(HTML).body(self.html()?))
    }

    fn html(self) -> Result<String, Error> {
        let Self { template, words, values, home, form_token, done, problem, sent, mistake, .. } = self;
        let broken = |error: minijinja::Error| Error::internal("a page", error);
        let language = words.code();
        let (say, club) = (words.into_function(), club_of_request());
        let values =
            context! { say, club, language, home, form_token, done, problem, sent, mistake, ..values };
        PAGES.get_template(template).map_err(broken)?.render(values).map_err(broken)
    }
}
