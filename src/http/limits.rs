//! Which operation is counted under which limit, and the layer around those that are.

use std::sync::Arc;

use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::middleware::Next;
use actix_web::web::Data;
use uuid::Uuid;

use super::extract;
use super::origin;
use crate::app::App;
use crate::error::Error;
use crate::service::limits::{self, Counted, Subject};
use crate::store::{self, Pool};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum By {
    /// For the account that calls; for its network address when nobody is known to call.
    Account,
    Address,
}

/// What an operation is counted as; `None` when it is not counted.
pub fn rule(method: &str, path: &str) -> Option<(Counted, By)> {
    let last = path.rsplit('/').next().unwrap_or_default();
    let counted = match (method, path, last) {
        ("GET" | "HEAD", _, "stream" | "streams") => (Counted::Stream, By::Account),
        ("GET" | "HEAD", "/v1/me/export", _) => (Counted::Costly, By::Account),
        // A link needs no account: it is counted by where the request comes from, reading included.
        (_, "/games/answer", _) => (Counted::Change, By::Address),
        ("GET" | "HEAD", ..) => return None,
        // Acting is what the service is for.
        ("POST", "/v1/games/{game_id}/actions", _) => return None,
        ("POST", "/v1/accounts", _) => (Counted::Register, By::Address),
        ("POST", "/v1/sessions", _) => (Counted::LogIn, By::Address),
        ("POST", "/v1/sessions/refresh", _) => (Counted::Change, By::Address),
        ("POST", "/v1/me/notices/test", _) => (Counted::Mail, By::Account),
        ("POST", path, _) if takes_or_sends_mail(path) => (Counted::Mail, By::Address),
        ("POST", "/v1/games", _) | ("POST", _, "rematch") => (Counted::CreateGame, By::Account),
        ("POST", _, "invitations") => (Counted::Invite, By::Account),
        ("POST", _, "messages") => (Counted::Message, By::Account),
        ("POST", _, "stream-tickets" | "stream-ticket" | "tickets" | "ticket") => {
            (Counted::Stream, By::Account)
        }
        ("POST", "/v1/me/tokens" | "/v1/me/password", _) | ("DELETE", "/v1/me", _) => {
            (Counted::Costly, By::Account)
        }
        // Each has this server call another one.
        ("POST", path, last) if path.starts_with("/v1/me/webhooks") && last != "replay" => {
            (Counted::Costly, By::Account)
        }
        _ => (Counted::Change, By::Account),
    };
    Some(counted)
}

fn takes_or_sends_mail(path: &str) -> bool {
    path.starts_with("/v1/accounts/")
        || path.starts_with("/accounts/")
        || path.starts_with("/v1/password")
        || path.starts_with("/v1/me/address")
        || path.starts_with("/v1/sessions/link")
}

/// Counts a request to `path` before anything else is done about it.
pub async fn count(
    path: Arc<str>,
    request: ServiceRequest,
    next: Next<impl MessageBody>,
) -> Result<ServiceResponse<impl MessageBody>, actix_web::Error> {
    if let Some((counted, by)) = rule(request.method().as_str(), &path) {
        take(&request, counted, by).await?;
    }
    next.call(request).await
}

async fn take(request: &ServiceRequest, counted: Counted, by: By) -> Result<(), Error> {
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
    let Some(subject) = account.map(Subject::Account).or_else(|| from().map(Subject::Address)) else {
        return Ok(());
    };
    let mut connection = store::pool::acquire(pool).await?;
    limits::take(app, &mut connection, counted, subject).await
}
