//! `/oauth/authorize`: an app has sent the browser of a player here, to be allowed to act for them (RFC 6749, 4.1.1).
//!
//! Nobody registers an app, so nobody vouches for where it is. The browser goes there only by a button that the player
//! presses, knowing the host (RFC 9700, 4.11.2): an error in the request shows a page with a link.

use actix_web::http::StatusCode;
use actix_web::web::Data;
use actix_web::{Error as WebError, HttpResponse};
use form_urlencoded::Serializer;
use minijinja::context;

use super::super::device::{self as cookies, Browser, foreign_form};
use super::super::page::{HtmlPage, PageQuery, go_to};
use super::super::words::PageWords;
use super::{AppForm, AskingApp, LogInRequest, Visitor, asking_page};
use crate::error::Error;
use crate::http::extract::PressedForm;
use crate::http::language::AcceptLanguage;
use crate::http::origin::Origin;
use crate::service::apps::{
    self, AuthorizationRequest, OAuthCode, RedirectKind, RedirectableRefusal, RefusedRequest,
};
use crate::service::{App, Ctx};
use crate::store::Pool;

/// The parameter of our own by which the page asks a browser that is logged in to log in as another player.
const AS_OTHER: &str = "as_other";

/// `GET /oauth/authorize`
pub async fn show(
    query: PageQuery,
    browser: Browser,
    language: AcceptLanguage,
    mut ctx: Ctx,
) -> Result<HttpResponse, WebError> {
    let request = match AuthorizationRequest::read(&query.0) {
        Ok(request) => request,
        Err(refused) => return Ok(refused_page(&ctx.app, &language, &refused)?),
    };
    let visitor = Visitor::of(&mut ctx, &browser).await?;
    let as_other = query.get(AS_OTHER).is_some();
    Ok(page(&visitor.words(&language), &request, &visitor, &address(&query), as_other).shown()?)
}

/// `POST /oauth/authorize`
pub async fn press(
    query: PageQuery,
    form: PressedForm<AppForm>,
    browser: Browser,
    language: AcceptLanguage,
    from: Origin,
    app: Data<App>,
    pool: Data<Pool>,
) -> Result<HttpResponse, WebError> {
    let request = match AuthorizationRequest::read(&query.0) {
        Ok(request) => request,
        Err(refused) => return Ok(refused_page(&app, &language, &refused)?),
    };
    let PressedForm { form, sent } = form;
    let visitor = Visitor::of(&mut Ctx::acquire(&app, &pool).await?, &browser).await?;
    let words = visitor.words(&language);
    if !browser.is_from_here() {
        return Ok(foreign_form(&words)?);
    }
    let here = address(&query);
    let carried_out = match form {
        Ok(AppForm::Deny {}) => {
            let issuer = &app.settings.http.public_url;
            let error = <&str>::from(OAuthCode::AccessDenied);
            let to = request.redirect.answer(&[("error", error)], request.state.as_deref(), issuer);
            return Ok(answer_page(&words, &request, &to).shown()?);
        }
        Ok(AppForm::Allow { .. }) => {
            // A player whose log-in has ended meanwhile logs in again.
            let Some(known) = visitor.known() else { return Ok(go_to(&here)) };
            if !known.has_sent(&browser, &sent) {
                return Ok(foreign_form(&words)?);
            }
            let by = (known.account.id, known.credential);
            let mut ctx = Ctx::acquire(&app, &pool).await?;
            match ctx.transaction(async |tx| apps::allow(tx, by, &request).await).await {
                Ok(to) => return Ok(answer_page(&words, &request, &to).shown()?),
                Err(error) => Err(error),
            }
        }
        Ok(form) => {
            let log_in = LogInRequest {
                app: &app,
                pool: &pool,
                browser: &browser,
                from: from.0,
                language: &language,
                goes_to: &here,
            };
            log_in.carry_out(form).await
        }
        Err(error) => Err(error),
    };
    match carried_out {
        Ok(new) => {
            let mut response = go_to(&here);
            if let Some(token) = new {
                cookies::keep_log_in(&app, &mut response, &token)?;
            }
            Ok(response)
        }
        Err(error) => {
            let as_other = query.get(AS_OTHER).is_some();
            Ok(page(&words, &request, &visitor, &here, as_other).again(error, &sent)?)
        }
    }
}

/// The address of the page, without what it adds itself.
fn address(query: &PageQuery) -> String {
    let pairs = query.0.iter().filter(|(name, _)| name != AS_OTHER);
    format!("/oauth/authorize?{}", Serializer::new(String::new()).extend_pairs(pairs).finish())
}

fn page(
    words: &PageWords,
    request: &AuthorizationRequest,
    visitor: &Visitor,
    address: &str,
    as_other: bool,
) -> HtmlPage {
    let app = AskingApp {
        client: &request.client,
        scopes: request.scopes,
        kind: kind(request.redirect.kind),
        host: Some(&request.redirect.host),
        user_code: None,
    };
    let page = asking_page(words, &app, visitor, address, as_other);
    page.with(context! { as_other_address => format!("{address}&{AS_OTHER}=yes") })
}

fn kind(kind: RedirectKind) -> &'static str {
    match kind {
        RedirectKind::Site => "site",
        RedirectKind::Loopback => "loopback",
        RedirectKind::Scheme => "scheme",
    }
}

/// The page that leads back to the app. A browser holds redirects after a form to the policy of the page that the form
/// stands on (Chromium does so along the whole way, which may lead on to other hosts of the app), so the answer is a page
/// that goes there by itself; where a browser opens no app by itself, there is the link.
fn answer_page(words: &PageWords, request: &AuthorizationRequest, to: &str) -> HtmlPage {
    let host = &request.redirect.host;
    HtmlPage::new("apps/answer.html", words, context! { to, host, goes_by_itself => true })
}

/// The page about a request that can't be allowed.
fn refused_page(
    app: &App,
    language: &AcceptLanguage,
    refused: &RefusedRequest,
) -> Result<HttpResponse, Error> {
    let words = PageWords::new(language.0.code());
    let page = match refused {
        RefusedRequest::NoClient => message(&words, "no_client"),
        RefusedRequest::NoRedirect => message(&words, "no_redirect"),
        RefusedRequest::Redirectable(refusal) => {
            let RedirectableRefusal { client, redirect, state, error } = &**refusal;
            let code = <&str>::from(error.code);
            let pairs = [("error", code), ("error_description", error.about)];
            let to = redirect.answer(&pairs, state.as_deref(), &app.settings.http.public_url);
            let values = context! { to, host => &redirect.host, client, code, about => error.about };
            HtmlPage::new("apps/answer.html", &words, values)
        }
    };
    page.with_status(StatusCode::BAD_REQUEST)
}

fn message(words: &PageWords, text: &str) -> HtmlPage {
    let (title, says) = (words.say("apps", "refused"), words.say("apps", text));
    HtmlPage::new("message.html", words, context! { title, says, is_last => true })
}
