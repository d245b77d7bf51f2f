//! Grants: given for a code, and carried on by refresh tokens.

use chrono::TimeDelta;
use secrecy::ExposeSecret;
use serde::Serialize;
use serde_json::json;
use sha2::{Digest, Sha256};
use uuid::Uuid;

use super::oauth_error::{OAuthCode, OAuthError};
use super::redirect::Redirect;
use super::request::{AuthorizationRequest, read_scopes};
use super::{MAX_APPS, hash, new_secret};
use crate::error::Error;
use crate::notifications::enqueue;
use crate::service::access::{AccountCredential, Scopes, personal_tokens, refuse_banned};
use crate::service::accounts;
use crate::service::audit::{self, AuditKind};
use crate::service::{Ctx, Tx};
use crate::store::apps::{self, CodeRow, GrantRow};
use crate::store::operators;

/// How long a code is valid, in seconds: an app trades it as soon as it has it.
const CODE_SECONDS: i64 = 60;
/// How long an access token is valid, in seconds.
const ACCESS_SECONDS: i64 = 3_600;
/// How long a grant lasts that is not refreshed, in days.
const GRANT_DAYS: i64 = 90;
/// The most grants of an app: it may run on several devices. Of more, the oldest ends.
const MAX_GRANTS: i64 = 10;
/// The most access tokens of a grant at a time; those before the newest serve requests that were under way.
const MAX_ACCESS_TOKENS: i64 = 5;

/// What an app gets (RFC 6749, 5.1).
#[derive(Debug, Serialize)]
pub struct IssuedTokens {
    pub access_token: String,
    pub token_type: &'static str,
    pub expires_in: i64,
    pub refresh_token: String,
    pub scope: String,
}

/// Who an app is and acts for.
pub(super) struct Grantee<'g> {
    pub account: Uuid,
    pub client: &'g str,
    pub origin: &'g str,
}

/// Allows what an app asks for, for the account that the page is open for. Returns where the browser goes with the code.
/// Errors: `session_ended`, `account_banned`.
pub async fn allow(
    tx: &mut Tx<'_>,
    (account, credential): (Uuid, AccountCredential),
    request: &AuthorizationRequest,
) -> Result<String, Error> {
    // Whatever ends the credential locks the account, too: no code is given by what has just ended.
    accounts::owner(&mut tx.db, account).await?;
    credential.ensure_valid(tx).await?;
    refuse_banned(&mut tx.db, account).await?;
    let code = new_secret(&tx.app);
    let row = CodeRow {
        code_hash: hash(&code),
        account_id: account,
        client_id: request.client.clone(),
        redirect_uri: request.redirect.text.clone(),
        challenge: request.challenge.clone(),
        scopes: request.scopes.stored(),
        expires_at: tx.app.now() + TimeDelta::seconds(CODE_SECONDS),
        grant_id: None,
    };
    apps::add_code(&mut tx.bare(), &row).await?;
    let issuer = &tx.app.settings.http.public_url;
    Ok(request.redirect.answer(&[("code", &code)], request.state.as_deref(), issuer))
}

const CODE_INVALID: OAuthError =
    OAuthCode::InvalidGrant.about("The code is wrong, too old or used, or was given for another request.");

/// Trades a code for the first tokens of a grant (RFC 6749, 4.1.3). The code is used up whatever comes of it; one that
/// comes again ends what it gave (4.1.2), since one of the two has stolen it.
pub async fn exchange_code(
    ctx: &mut Ctx,
    code: &str,
    (client, redirect_uri, verifier): (&str, &str, &str),
) -> Result<Result<IssuedTokens, OAuthError>, Error> {
    let hash = hash(code);
    let Some(row) = apps::find_code(&mut ctx.db, &hash).await? else { return Ok(Err(CODE_INVALID)) };
    let issued = ctx.transaction(async |tx| {
        let Some(()) = lock(tx, row.account_id).await? else { return Ok(Err(CODE_INVALID)) };
        let (now, grant) = (tx.app.now(), tx.app.new_id());
        if !apps::use_code(&mut tx.bare(), &hash, grant, now).await? {
            let before = apps::find_code(&mut tx.db, &hash).await?.and_then(|row| row.grant_id);
            if let Some(grant) = before {
                end_grant(tx, row.account_id, (grant, &row.client_id), AuditKind::AppCodeReused).await?;
            }
            return Ok(Err(CODE_INVALID));
        }
        let is_right = row.expires_at > now
            && row.client_id == client
            && row.redirect_uri == redirect_uri
            && is_verified(verifier, &row.challenge);
        let Some(redirect) = Redirect::read(redirect_uri).filter(|_| is_right) else {
            return Ok(Err(CODE_INVALID));
        };
        let grantee = Grantee { account: row.account_id, client, origin: &redirect.origin };
        begin(tx, &grantee, grant, Scopes::from_stored(&row.scopes)).await.map(Ok)
    });
    let issued = issued.await?;
    if issued.is_err() {
        ctx.app.personal_token_cache.clear();
    }
    Ok(issued)
}

/// RFC 7636, 4.1 and 4.6.
fn is_verified(verifier: &str, challenge: &[u8]) -> bool {
    let is_allowed = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~".contains(&byte);
    (43..=128).contains(&verifier.len())
        && verifier.bytes().all(is_allowed)
        && Sha256::digest(verifier).as_slice() == challenge
}

/// Locks the account of a grant; `None` where nobody can act for it any more.
pub(super) async fn lock(tx: &mut Tx<'_>, account: Uuid) -> Result<Option<()>, Error> {
    let row = crate::store::accounts::lock(&mut tx.db, account).await?;
    let is_open =
        row.is_some_and(|row| row.deleted_at.is_none()) && !operators::is_banned(&mut tx.db, account).await?;
    Ok(is_open.then_some(()))
}

/// Begins a grant, with its first tokens. The account must be locked. Its owner is told by mail of an app that is new, or
/// may do more than before.
pub(super) async fn begin(
    tx: &mut Tx<'_>,
    grantee: &Grantee<'_>,
    grant: Uuid,
    scopes: Scopes,
) -> Result<IssuedTokens, Error> {
    let (account, now) = (grantee.account, tx.app.now());
    let before = apps::of_account(&mut tx.db, account, now).await?;
    let before =
        before.into_iter().find(|app| app.client_id == grantee.client && app.origin == grantee.origin);
    let is_known = before.is_some_and(|app| Scopes::from_stored(&app.scopes).contains_all(scopes));
    let new = (tx.app.new_id(), account);
    let app = apps::put(&mut tx.bare(), new, (grantee.client, grantee.origin), (now, MAX_APPS)).await?;
    let times = (now, now + TimeDelta::days(GRANT_DAYS));
    apps::add_grant(&mut tx.bare(), (grant, app), &scopes.stored(), times, MAX_GRANTS).await?;
    let detail = json!({
        "app": app, "client_id": grantee.client, "redirect_origin": grantee.origin, "scopes": scopes.list(),
    });
    audit::record(tx, account, AuditKind::AppAllowed, detail).await?;
    if !is_known {
        enqueue::about_app(&tx.ctx.app, &mut tx.ctx.db, account, (grantee.client, grantee.origin)).await?;
    }
    tokens(tx, account, grant, scopes, scopes).await
}

/// The next tokens of a grant: the refresh token is for all that it allows, the access token for `asked`.
async fn tokens(
    tx: &mut Tx<'_>,
    account: Uuid,
    grant: Uuid,
    allowed: Scopes,
    asked: Scopes,
) -> Result<IssuedTokens, Error> {
    debug_assert!(allowed.contains_all(asked), "scopes never grow");
    let now = tx.app.now();
    let expires_at = now + TimeDelta::seconds(ACCESS_SECONDS);
    // Before the new one is made, which may be of the same instant as the others.
    apps::trim_access_tokens(&mut tx.bare(), grant, MAX_ACCESS_TOKENS - 1).await?;
    let access = personal_tokens::make_for_app(tx, (account, grant), asked, expires_at).await?;
    let refresh_token = new_secret(&tx.app);
    apps::add_refresh_token(&mut tx.bare(), &hash(&refresh_token), grant, now).await?;
    Ok(IssuedTokens {
        access_token: access.expose_secret().to_owned(),
        token_type: "Bearer",
        expires_in: ACCESS_SECONDS,
        refresh_token,
        scope: asked.stored(),
    })
}

const REFRESH_INVALID: OAuthError =
    OAuthCode::InvalidGrant.about("The refresh token is wrong, too old or used, or is another app's.");

/// Trades a refresh token for the next tokens (RFC 6749, 6), for `scope` or what the grant allows. A token that comes
/// again ends its grant, also at the same moment: nobody can tell the app from a thief then (RFC 9700, 4.14.2).
pub async fn refresh(
    ctx: &mut Ctx,
    token: &str,
    client: &str,
    scope: Option<&str>,
) -> Result<Result<IssuedTokens, OAuthError>, Error> {
    let hash = hash(token);
    let found = apps::grant_of_refresh_token(&mut ctx.db, &hash).await?;
    let Some(GrantRow { id, account_id: account, client_id, scopes, .. }) = found else {
        return Ok(Err(REFRESH_INVALID));
    };
    // Who knows the token and not the app it belongs to has found it somewhere; the app keeps it.
    if client_id != client {
        return Ok(Err(REFRESH_INVALID));
    }
    let allowed = Scopes::from_stored(&scopes);
    let asked = match scope.map(read_scopes).transpose() {
        Ok(asked) => asked.unwrap_or(allowed),
        Err(error) => return Ok(Err(error)),
    };
    if !allowed.contains_all(asked) {
        return Ok(Err(OAuthCode::InvalidScope.about("A scope was not allowed before.")));
    }
    let issued = ctx.transaction(async |tx| {
        let Some(()) = lock(tx, account).await? else { return Ok(Err(REFRESH_INVALID)) };
        let now = tx.app.now();
        // Read again under the lock: it may have ended meanwhile.
        let grant = apps::grant_of_refresh_token(&mut tx.db, &hash).await?;
        if grant.is_none_or(|grant| grant.expires_at <= now) {
            return Ok(Err(REFRESH_INVALID));
        }
        if !apps::use_refresh_token(&mut tx.bare(), &hash, now).await? {
            tracing::warn!(grant = %id, "a refresh token of an app was used twice; its grant is ended");
            end_grant(tx, account, (id, &client_id), AuditKind::AppTokenReused).await?;
            return Ok(Err(REFRESH_INVALID));
        }
        apps::extend_grant(&mut tx.bare(), id, now, now + TimeDelta::days(GRANT_DAYS)).await?;
        tokens(tx, account, id, allowed, asked).await.map(Ok)
    });
    let issued = issued.await?;
    if issued.is_err() {
        ctx.app.personal_token_cache.clear();
    }
    Ok(issued)
}

/// Ends a grant of an account that is locked, and notes why. Harmless to repeat.
pub(super) async fn end_grant(
    tx: &mut Tx<'_>,
    account: Uuid,
    (grant, client): (Uuid, &str),
    why: AuditKind,
) -> Result<(), Error> {
    if apps::remove_grant(&mut tx.bare(), grant).await? {
        audit::record(tx, account, why, json!({ "client_id": client })).await?;
    }
    Ok(())
}
