//! Which rate limit counts which operation, and the middleware that counts.

use std::sync::Arc;

use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::{HeaderMap, HeaderName, HeaderValue};
use actix_web::middleware::Next;
use actix_web::web::Data;
use uuid::Uuid;

use super::extract;
use super::origin;
use crate::config::Limit;
use crate::error::Error;
use crate::service::limits::{self, CountedAction, LimitSubject, LimitUse};
use crate::service::{App, Ctx};
use crate::store::Pool;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum By {
    /// Counted for the account that calls, or for its network address where there is no account.
    Account,
    Address,
}

/// The limit that counts an operation; `None`: no limit does.
pub fn rule(method: &str, path: &str) -> Option<(CountedAction, By)> {
    let last = path.rsplit('/').next().unwrap_or_default();
    let counted = match (method, path, last) {
        ("GET" | "HEAD", _, "stream") => (CountedAction::Stream, By::Account),
        ("GET" | "HEAD", "/games/{game_id}/news.atom", _) => (CountedAction::Feed, By::Address),
        // It reads every finished game of the club.
        ("GET" | "HEAD", "/v1/clubs/{club_id}/standings", _) => (CountedAction::Costly, By::Account),
        ("GET" | "HEAD", _, "export") => (CountedAction::Costly, By::Account),
        ("GET" | "HEAD", "/v1/people", _) => (CountedAction::Search, By::Account),
        // The link of a mail can't be guessed, and playing must not be limited. What these pages do besides playing is
        // counted for the account by the use case.
        (_, _, "{link}") => return None,
        ("GET" | "HEAD", ..) => return None,
        // Playing must not be limited.
        (
            "POST",
            "/v1/games/{game_id}/actions"
            | "/v1/games/{game_id}/actions/preview"
            | "/v1/games/{game_id}/take-back",
            _,
        ) => return None,
        ("POST", "/v1/accounts", _) => (CountedAction::Register, By::Address),
        ("POST", "/v1/sessions" | "/v1/sessions/code", _) => (CountedAction::LogIn, By::Address),
        // Codes are typed there, and passwords.
        ("POST", "/oauth/authorize" | "/device" | "/oauth/device_authorization", _) => {
            (CountedAction::LogIn, By::Address)
        }
        ("POST", "/oauth/token" | "/oauth/revoke" | "/oauth/introspect", _) => {
            (CountedAction::Change, By::Address)
        }
        ("POST", "/v1/sessions/refresh", _) => (CountedAction::Change, By::Address),
        ("POST", "/v1/me/notifications/test", _) => (CountedAction::Mail, By::Account),
        ("POST", "/account", _) => (CountedAction::Mail, By::Address),
        // A change of address sends mails to two addresses. It is counted by account, since one account may call from
        // any number of networks.
        ("POST", "/v1/me/email", _) => (CountedAction::Mail, By::Account),
        ("POST", path, _) if takes_or_sends_mail(path) => (CountedAction::Mail, By::Address),
        ("POST", "/v1/games" | "/v1/game-batches", _) | ("POST", _, "rematch") => {
            (CountedAction::CreateGame, By::Account)
        }
        ("POST", _, "invitations") | ("PUT", "/v1/me/friends/{account_id}", _) => {
            (CountedAction::Invite, By::Account)
        }
        ("POST", _, "messages") => (CountedAction::Message, By::Account),
        ("POST", _, "stream-tickets") => (CountedAction::Stream, By::Account),
        ("POST", "/v1/me/tokens" | "/v1/me/password", _) | ("DELETE", "/v1/me", _) => {
            (CountedAction::Costly, By::Account)
        }
        // Each of these makes this server call another server.
        ("POST", "/v1/me/push-subscriptions/{subscription_id}/test", _) => {
            (CountedAction::Costly, By::Account)
        }
        ("POST", path, last) if path.starts_with("/v1/me/webhooks") && last != "replay" => {
            (CountedAction::Costly, By::Account)
        }
        (
            "POST",
            "/v1/games/{game_id}/channels"
            | "/v1/games/{game_id}/channels/{channel_id}/test"
            | "/v1/clubs/{club_id}/channels",
            _,
        ) => (CountedAction::Costly, By::Account),
        _ => (CountedAction::Change, By::Account),
    };
    Some(counted)
}

fn takes_or_sends_mail(path: &str) -> bool {
    ["/v1/accounts/", "/accounts/", "/v1/sessions/link"].iter().any(|prefix| path.starts_with(prefix))
}

/// Counts a request to `path` before its arguments are read. The response says how much of the limit is used.
pub async fn count(
    path: Arc<str>,
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse, actix_web::Error> {
    let Some((counted, by)) = rule(request.method().as_str(), &path) else {
        return Ok(next.call(request).await?.map_into_boxed_body());
    };
    let (used, mut response) = match take(&request, counted, by).await {
        Ok(used) => (used, next.call(request).await?.map_into_boxed_body()),
        Err((error, used)) => (used, request.error_response(error).map_into_boxed_body()),
    };
    if let Some(used) = used.filter(|_| path.starts_with("/v1/")) {
        announce(response.headers_mut(), counted.word(), used);
    }
    Ok(response)
}

/// Adds the two fields of draft-ietf-httpapi-ratelimit-headers-10, lists of structured fields (RFC 9651): the policy
/// with its quota and window, and how much of it is left until when all of it is.
fn announce(headers: &mut HeaderMap, name: &str, used: LimitUse) {
    let LimitUse { limit: Limit { count, seconds }, remaining, free_in } = used;
    let fields = [
        ("ratelimit-policy", format!("\"{name}\";q={count};w={seconds}")),
        ("ratelimit", format!("\"{name}\";r={remaining};t={free_in}")),
    ];
    for (field, value) in fields {
        if let Ok(value) = HeaderValue::from_str(&value) {
            headers.insert(HeaderName::from_static(field), value);
        }
    }
}

async fn take(
    request: &ServiceRequest,
    counted: CountedAction,
    by: By,
) -> Result<Option<LimitUse>, (Error, Option<LimitUse>)> {
    let (Some(app), Some(pool)) = (request.app_data::<Data<App>>(), request.app_data::<Data<Pool>>()) else {
        return Ok(None);
    };
    if !app.settings.limits.enabled {
        return Ok(None);
    }
    let account: Option<Uuid> = match by {
        By::Account => extract::account(request.request()).await,
        By::Address => None,
    };
    let from = || request.peer_addr().and_then(|peer| origin::of(peer.ip(), request.headers(), app));
    let Some(subject) = account.map(LimitSubject::Account).or_else(|| from().map(LimitSubject::Address))
    else {
        return Ok(None);
    };
    let mut ctx = Ctx::acquire(app, pool).await.map_err(|error| (error, None))?;
    limits::take_several(&mut ctx, counted, subject, 1).await
}
