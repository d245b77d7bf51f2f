//! Apps that players allow to act for them: OAuth 2.1 for public clients, which nobody registers (decision 46).
//!
//! An app is what it calls itself (`client_id`) together with where it is redirected to, and each press of "Allow" gives
//! it a grant. A grant has a chain of refresh tokens, of which the newest alone is valid, and access tokens, which lie
//! beside the personal ones. A grant ends with a refresh token or a code that comes twice, by revocation, and with the
//! sessions of its account. Everything that gives or ends one holds the lock of the account.
//!
//! The sections that are implemented: the grants of a code (RFC 6749, 4.1, with PKCE of RFC 7636, 4.2 and 4.6), of a
//! refresh token (6749, 6; rotation of RFC 9700, 4.14.2) and of a device (RFC 8628, 3); redirects to native apps (RFC
//! 8252, 7); revocation (RFC 7009, 2); introspection (RFC 7662, 2); and the issuer in the answer (RFC 9207, 2). Libraries
//! were looked at: oxide-auth has had no release for long and knows neither the device grant nor rotation with an end of
//! the chain; the crates around openidconnect are for clients. What they would have left to write is most of this.

mod device_grant;
mod grants;
mod oauth_error;
mod redirect;
mod request;
mod token_info;

pub use device_grant::{
    DEVICE_MINUTES, DeviceAuthorization, WaitingDevice, allow_device, begin_device, deny_device,
    exchange_device, waiting_device,
};
pub use grants::{IssuedTokens, allow, exchange_code, refresh};
pub use oauth_error::{OAuthCode, OAuthError};
pub use redirect::{Redirect, RedirectKind};
pub use request::{AuthorizationRequest, RedirectableRefusal, RefusedRequest, read_scopes};
pub use token_info::{CurrentApp, CurrentToken, Introspection, TokenKind, current, introspect, revoke};

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use chrono::TimeDelta;
use serde::Serialize;
use serde_json::json;
use sha2::{Digest, Sha256};
use utoipa::ToSchema;
use uuid::Uuid;

use super::access::{Grant, Scope, Scopes};
use super::accounts;
use super::audit::{self, AuditKind};
use crate::error::{Code, Error};
use crate::service::page::Page;
use crate::service::{App as Process, Ctx, Tx};
use crate::store::apps::{self, AppRow};
use crate::time_control::Instant;

/// The most apps of an account; of more, the one that was not used for longest ends.
pub const MAX_APPS: i64 = 50;
/// How long codes and device requests are kept after they expired, in hours: one that comes again is told from a wrong one.
const KEPT_HOURS: i64 = 24;

/// An app that you have allowed to act for you.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct AllowedApp {
    pub id: Uuid,
    /// What it calls itself; nobody has checked that.
    pub client_id: String,
    /// Where your browser was sent back to: scheme and host, or the scheme of an app on a device; null for a program
    /// without a browser, for which you typed a code.
    pub redirect_origin: Option<String>,
    /// What it may do.
    pub scopes: Vec<Scope>,
    /// When you first allowed it.
    #[schema(value_type = String, format = DateTime)]
    pub created_at: Instant,
    /// When it was last given a token.
    #[schema(value_type = String, format = DateTime)]
    pub last_used_at: Instant,
}

impl From<AppRow> for AllowedApp {
    fn from(row: AppRow) -> Self {
        Self {
            id: row.id,
            client_id: row.client_id,
            redirect_origin: some_origin(row.origin),
            scopes: Scopes::from_stored(&row.scopes).list(),
            created_at: row.created_at,
            last_used_at: row.last_used_at,
        }
    }
}

/// An origin as it is stored is empty for a program without a browser.
fn some_origin(stored: String) -> Option<String> {
    Some(stored).filter(|origin| !origin.is_empty())
}

/// The apps of an account that can still act, the last used one first.
pub async fn list(ctx: &mut Ctx, account: Uuid) -> Result<Page<AllowedApp>, Error> {
    let now = ctx.app.now();
    let rows = apps::of_account(&mut ctx.db, account, now).await?;
    Ok(Page::whole(rows.into_iter().map(AllowedApp::from).collect()))
}

/// Ends an app: its grants, its tokens, and the webhooks and subscriptions that it registered. After the commit the
/// cache of tokens must be cleared. Error: `app_not_found`.
pub async fn end(tx: &mut Tx<'_>, account: Uuid, id: Uuid) -> Result<(), Error> {
    accounts::owner(&mut tx.db, account).await?;
    if !apps::remove(&mut tx.bare(), account, id).await? {
        return Err(Code::AppNotFound.problem());
    }
    audit::record(tx, account, AuditKind::AppEnded, json!({ "app": id })).await
}

/// Ends every app of an account, whose row must be locked, and what would still lead to one.
pub async fn end_all(tx: &mut Tx<'_>, account: Uuid) -> Result<(), Error> {
    let ended = apps::remove_all(&mut tx.db, account).await?;
    if ended > 0 {
        audit::record(tx, account, AuditKind::AppEnded, json!({ "apps": ended })).await?;
    }
    Ok(())
}

/// Notes that a webhook which was made or changed with `grant` ends with its app, if it is an app's.
pub async fn own_webhook(tx: &mut Tx<'_>, webhook: Uuid, grant: Grant) -> Result<(), Error> {
    match grant {
        Grant::Session(_) => Ok(()),
        Grant::Token { id, .. } => Ok(apps::own_webhook(&mut tx.db, webhook, id).await?),
    }
}

/// The same for the subscription of a browser.
pub async fn own_push_subscription(tx: &mut Tx<'_>, subscription: Uuid, grant: Grant) -> Result<(), Error> {
    match grant {
        Grant::Session(_) => Ok(()),
        Grant::Token { id, .. } => Ok(apps::own_push_subscription(&mut tx.db, subscription, id).await?),
    }
}

/// Deletes what has expired.
pub async fn forget(ctx: &mut Ctx) -> Result<(), Error> {
    let now = ctx.app.now();
    Ok(apps::forget(&mut ctx.db, now, now - TimeDelta::hours(KEPT_HOURS)).await?)
}

const MAX_CLIENT_CHARS: usize = 80;

/// What an app calls itself, if it is something that can be shown: letters, digits and marks of ASCII (RFC 6749, A.1),
/// which has no letter that turns the text around or looks like nothing.
pub fn client_id(text: &str) -> Option<&str> {
    let is_printable = text.bytes().all(|byte| (b' '..=b'~').contains(&byte));
    (is_printable && (1..=MAX_CLIENT_CHARS).contains(&text.len()) && text.trim() == text).then_some(text)
}

/// A secret that can't be guessed: a code or a refresh token.
fn new_secret(app: &Process) -> String {
    BASE64_URL_SAFE_NO_PAD.encode(app.secrets.bytes::<32>())
}

/// Codes and tokens are long and random, so a plain hash is enough to make a copy of the database worthless.
fn hash(secret: &str) -> Vec<u8> {
    Sha256::digest(secret).to_vec()
}

#[cfg(test)]
mod tests {
    use super::client_id;

    #[test]
    fn an_app_calls_itself_something_that_can_be_shown() {
        for name in ["a", "Longship for Android", "https://longship.example", "org.example.longship"] {
            assert_eq!(client_id(name), Some(name));
        }
        for name in ["", " a", "a ", "a\u{202e}b", "Lángskip", "a\nb", &"x".repeat(81)] {
            assert_eq!(client_id(name), None, "{name:?}");
        }
    }
}
