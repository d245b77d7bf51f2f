//! Which operation is counted under which limit, and the layer around those that are.

use std::sync::Arc;

use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::middleware::Next;
use actix_web::web::Data;
use uuid::Uuid;

use super::extract;
use super::origin;
use crate::error::Error;
use crate::service::limits::{self, CountedAction, LimitSubject};
use crate::service::{App, Ctx};
use crate::store::Pool;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum By {
    /// For the account that calls; for its network address without an account.
    Account,
    Address,
}

/// What an operation is counted as; `None` when it is not counted.
pub fn rule(method: &str, path: &str) -> Option<(CountedAction, By)> {
    let last = path.rsplit('/').next().unwrap_or_default();
    let counted = match (method, path, last) {
        ("GET" | "HEAD", _, "stream" | "streams") => (CountedAction::Stream, By::Account),
        ("GET" | "HEAD", "/v1/me/export", _) => (CountedAction::Costly, By::Account),
        // Nobody guesses the link of a mail, and playing is what the service is for. What is done on these pages beside
        // playing is counted for the account where it is done.
        (_, _, "{link}") => return None,
        ("GET" | "HEAD", ..) => return None,
        // Acting is what the service is for.
        (
            "POST",
            "/v1/games/{game_id}/actions"
            | "/v1/games/{game_id}/actions/preview"
            | "/v1/games/{game_id}/take-back",
            _,
        ) => return None,
        ("POST", "/v1/accounts", _) => (CountedAction::Register, By::Address),
        ("POST", "/v1/sessions", _) => (CountedAction::LogIn, By::Address),
        ("POST", "/v1/sessions/refresh", _) => (CountedAction::Change, By::Address),
        ("POST", "/v1/me/notifications/test", _) => (CountedAction::Mail, By::Account),
        ("POST", "/account", _) => (CountedAction::Mail, By::Address),
        // Each has mails go to two addresses: an account does that from any number of networks.
        ("POST", "/v1/me/email", _) => (CountedAction::Mail, By::Account),
        ("POST", path, _) if takes_or_sends_mail(path) => (CountedAction::Mail, By::Address),
        ("POST", "/v1/games", _) | ("POST", _, "rematch") => (CountedAction::CreateGame, By::Account),
        ("POST", _, "invitations") => (CountedAction::Invite, By::Account),
        ("POST", _, "messages") => (CountedAction::Message, By::Account),
        ("POST", _, "stream-tickets" | "stream-ticket" | "tickets" | "ticket") => {
            (CountedAction::Stream, By::Account)
        }
        ("POST", "/v1/me/tokens" | "/v1/me/password", _) | ("DELETE", "/v1/me", _) => {
            (CountedAction::Costly, By::Account)
        }
        // Each has this server call another one.
        ("POST", path, last) if path.starts_with("/v1/me/webhooks") && last != "replay" => {
            (CountedAction::Costly, By::Account)
        }
        _ => (CountedAction::Change, By::Account),
    };
    Some(counted)
}

fn takes_or_sends_mail(path: &str) -> bool {
    path.starts_with("/v1/accounts/")
        || path.starts_with("/accounts/")
        || path.starts_with("/v1/password")
        || path.starts_with("/v1/me/email")
        || path.starts_with("/v1/sessions/link")
}

/// Counts a request to `path` before anything else is done about it.
pub async fn count(
    path: Arc<str>,
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse, actix_web::Error> {
    if let Some((counted, by)) = rule(request.method().as_str(), &path)
        && let Err(error) = take(&request, counted, by).await
    {
        return Ok(request.error_response(error).map_into_boxed_body());
    }
    Ok(next.call(request).await?.map_into_boxed_body())
}

async fn take(request: &ServiceRequest, counted: CountedAction, by: By) -> Result<(), Error> {
    let (Some(app), Some(pool)) = (request.app_data::<Data<App>>(), request.app_data::<Data<Pool>>()) else {
        return Ok(());
    };
    if !app.settings.limits.enabled {
        return Ok(());
    }
    let account: Option<Uuid> = match by {
        By::Account => extract::account(request.request()).await,
        By::Address => None,
    };
    let from = || request.peer_addr().and_then(|peer| origin::of(peer.ip(), request.headers(), app));
    let Some(subject) = account.map(LimitSubject::Account).or_else(|| from().map(LimitSubject::Address))
    else {
        return Ok(());
    };
    let mut ctx = Ctx::acquire(app, pool).await?;
    limits::take(&mut ctx, counted, subject).await
}
