//! Remembered devices at a browser, and log-ins for some minutes: their cookies, and what guards the forms of the pages
//! that they open.
//!
//! A browser sends a cookie with every request, whichever site has made it send one. So a form of these pages is taken
//! only from a page of this server (`Origin`), and only with a token that the page had. Pages that a mailed link opens
//! need neither: their address is the secret.

use actix_web::cookie::time::Duration;
use actix_web::cookie::{Cookie, SameSite};
use actix_web::dev::Payload;
use actix_web::http::StatusCode;
use actix_web::http::header::{HOST, ORIGIN, USER_AGENT};
use actix_web::web::Data;
use actix_web::{Error as WebError, HttpRequest, HttpResponse};

use super::page::HtmlPage;
use super::words::PageWords;
use crate::config::Settings;
use crate::error::Error;
use crate::http::endpoint::Argument;
use crate::http::extract::FormFields;
use crate::service::devices::{self, DEVICE_DAYS, DeviceToken, OpenedDevice};
use crate::service::page_log_ins::{self, LOG_IN_MINUTES, LogInToken, OpenedLogIn};
use crate::service::sessions;
use crate::service::{App, Ctx};

/// The field of a form that holds the token of its page.
pub const FORM_TOKEN: &str = "form_token";

/// What a browser sends of itself with a request for a page.
pub struct Browser {
    cookie: Option<String>,
    /// The cookie of a log-in for some minutes.
    log_in: Option<String>,
    /// Does the request come from a page of this server?
    is_from_here: bool,
    user_agent: String,
}

impl Argument for Browser {
    async fn read(request: &HttpRequest, _: &mut Payload) -> Result<Self, WebError> {
        let app = request.app_data::<Data<App>>().ok_or_else(|| Error::bug("a request without an app"))?;
        let header = |name| request.headers().get(name).and_then(|value| value.to_str().ok());
        let cookie_of = |name| request.cookie(name).map(|cookie| cookie.value().to_owned());
        let cookie = cookie_of(cookie_name(&app.settings));
        let log_in = cookie_of(log_in_cookie_name(&app.settings));
        let is_from_here = header(ORIGIN).is_some_and(|origin| {
            // A browser names its own server in both headers; behind a proxy that changes `Host`, the public address
            // is the one that it knows.
            let public = app.settings.http.public_url.as_str();
            let host = origin.split_once("://").map(|(_, host)| host);
            origin == public || host.is_some() && host == header(HOST)
        });
        let user_agent = header(USER_AGENT).unwrap_or_default().to_owned();
        Ok(Self { cookie, log_in, is_from_here, user_agent })
    }
}

impl Browser {
    /// The device that the browser is remembered as.
    pub async fn device(&self, ctx: &mut Ctx) -> Result<Option<OpenedDevice>, Error> {
        match &self.cookie {
            Some(cookie) => devices::open(ctx, cookie).await,
            None => Ok(None),
        }
    }

    /// The log-in for some minutes of the browser, whether or not it is complete.
    pub async fn log_in(&self, ctx: &mut Ctx) -> Result<Option<OpenedLogIn>, Error> {
        match &self.log_in {
            Some(cookie) => page_log_ins::open(ctx, cookie).await,
            None => Ok(None),
        }
    }

    /// Was the form sent by a page of this server?
    pub fn is_from_here(&self) -> bool {
        self.is_from_here
    }

    /// Was the form sent by a page that this device had opened?
    pub fn has_sent(&self, device: &OpenedDevice, form: &FormFields) -> bool {
        self.is_from_here && form.has(FORM_TOKEN, &device.form_token())
    }

    /// `Firefox on Android`.
    pub fn label(&self) -> String {
        sessions::device(&self.user_agent)
    }
}

/// The page for a form that was not sent by a page of ours.
pub fn foreign_form(words: &PageWords) -> Result<HttpResponse, Error> {
    let (title, says) = (words.say("home", "foreign_form"), words.say("home", "foreign_form_then"));
    HtmlPage::of_message(words, title, says).with_status(StatusCode::FORBIDDEN)
}

/// A cookie with this prefix is of this host alone: no other host of the domain can set or read it. Browsers take it by
/// HTTPS only; without that the cookie is not protected, and its page says so.
fn cookie_name(settings: &Settings) -> &'static str {
    match settings.http.is_encrypted() {
        true => "__Host-althing",
        false => "althing",
    }
}

/// The cookie of a log-in for some minutes, likewise.
fn log_in_cookie_name(settings: &Settings) -> &'static str {
    match settings.http.is_encrypted() {
        true => "__Host-althing-log-in",
        false => "althing-log-in",
    }
}

/// Sets the cookie for another year.
pub fn remember(app: &App, response: &mut HttpResponse, token: &DeviceToken) -> Result<(), Error> {
    let name = cookie_name(&app.settings);
    set(app, response, (name, token.to_string()), Duration::days(DEVICE_DAYS))
}

/// Removes the cookie.
pub fn forget(app: &App, response: &mut HttpResponse) -> Result<(), Error> {
    set(app, response, (cookie_name(&app.settings), String::new()), Duration::ZERO)
}

/// Sets the cookie of a log-in: until its mail is used, and some minutes from then on.
pub fn keep_log_in(app: &App, response: &mut HttpResponse, token: &LogInToken) -> Result<(), Error> {
    let name = log_in_cookie_name(&app.settings);
    set(app, response, (name, token.to_string()), Duration::minutes(2 * LOG_IN_MINUTES))
}

fn set(
    app: &App,
    response: &mut HttpResponse,
    (name, value): (&'static str, String),
    age: Duration,
) -> Result<(), Error> {
    let cookie = Cookie::build(name, value)
        .path("/")
        .max_age(age)
        .http_only(true)
        .secure(app.settings.http.is_encrypted())
        .same_site(SameSite::Lax)
        .finish();
    response.add_cookie(&cookie).map_err(|error| Error::internal("a cookie", error))
}
