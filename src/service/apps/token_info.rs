//! What a token is and allows, told to those who have it, and its end.

use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::grants::end_grant;
use super::oauth_error::{OAuthCode, OAuthError};
use super::{hash, some_origin};
use crate::error::{Code, Error};
use crate::service::access::{Grant, Scope, Scopes, personal_tokens};
use crate::service::accounts;
use crate::service::audit::AuditKind;
use crate::service::{Ctx, Tx};
use crate::store::{apps, credentials, operators};
use crate::time_control::Instant;

/// What kind of token a request came with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum TokenKind {
    /// The access token of a log-in, which may do everything that is yours.
    Session,
    /// A personal access token.
    Personal,
    /// The access token of an app that you have allowed.
    App,
}

/// The app that a token was issued to.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct CurrentApp {
    /// As `GET /v1/me/apps` lists it.
    pub id: Uuid,
    /// What it calls itself.
    pub client_id: String,
    /// Where the browser was sent back to; null for a program for which a code was typed.
    pub redirect_origin: Option<String>,
}

/// The token of this request.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct CurrentToken {
    pub kind: TokenKind,
    /// Whom it acts for.
    pub account_id: Uuid,
    /// What it may do; that of a log-in may do more than there are scopes for.
    pub scopes: Vec<Scope>,
    /// From this instant on it is refused.
    #[schema(value_type = String, format = DateTime)]
    pub expires_at: Instant,
    /// What its owner called a personal access token; null for others.
    pub name: Option<String>,
    /// Null for a token that was not issued to an app.
    pub app: Option<CurrentApp>,
}

/// What the credential of a request is; `session_end` is when the access token of a session expires.
pub async fn current(
    ctx: &mut Ctx,
    account: Uuid,
    grant: Grant,
    session_end: Option<Instant>,
) -> Result<CurrentToken, Error> {
    let gone = || Code::TokenInvalid.problem();
    let Grant::Token { id, scopes } = grant else {
        let is_operator = crate::service::access::is_operator(ctx, account).await?;
        let scopes: Scopes = Scope::of_apps().chain(is_operator.then_some(Scope::Admin)).collect();
        return Ok(CurrentToken {
            kind: TokenKind::Session,
            account_id: account,
            scopes: scopes.list(),
            expires_at: session_end.ok_or_else(gone)?,
            name: None,
            app: None,
        });
    };
    let row = credentials::token_of_id(&mut ctx.db, id).await?.ok_or_else(gone)?;
    let app = apps::of_token(&mut ctx.db, id).await?.map(|app| CurrentApp {
        id: app.id,
        client_id: app.client_id,
        redirect_origin: some_origin(app.origin),
    });
    Ok(CurrentToken {
        kind: if app.is_some() { TokenKind::App } else { TokenKind::Personal },
        account_id: account,
        scopes: scopes.list(),
        expires_at: row.expires_at,
        name: Some(row.name).filter(|_| app.is_none()),
        app,
    })
}

/// RFC 7662, 2.2. Of a token that is not valid nothing more is said.
#[derive(Debug, Default, Serialize)]
pub struct Introspection {
    pub active: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scope: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub client_id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub token_type: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exp: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub iat: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sub: Option<Uuid>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub iss: Option<String>,
}

/// What a token is, told to those who have it: a token is long and random, so to have it is to be allowed to ask. `client`:
/// the app that asks, if it says so; it learns nothing of another app's token.
pub async fn introspect(ctx: &mut Ctx, token: &str, client: Option<&str>) -> Result<Introspection, Error> {
    let issuer = Some(ctx.app.settings.http.public_url.clone());
    let is_asked = |of: Option<&str>| client.is_none() || of == client;
    if personal_tokens::is_token(token) {
        let Some(row) = personal_tokens::find(ctx, token).await? else { return Ok(Introspection::default()) };
        let app = apps::of_token(&mut ctx.db, row.id).await?.map(|app| app.client_id);
        if !is_asked(app.as_deref()) {
            return Ok(Introspection::default());
        }
        return Ok(Introspection {
            active: true,
            scope: Some(row.scopes),
            client_id: app,
            token_type: Some("Bearer"),
            exp: Some(row.expires_at.timestamp()),
            iat: Some(row.created_at.timestamp()),
            sub: Some(row.account_id),
            iss: issuer,
        });
    }
    let hash = hash(token);
    let found = apps::grant_of_refresh_token(&mut ctx.db, &hash).await?;
    let now = ctx.app.now();
    let Some(grant) = found.filter(|grant| is_asked(Some(&grant.client_id)) && grant.expires_at > now) else {
        return Ok(Introspection::default());
    };
    let is_active = apps::is_unused(&mut ctx.db, &hash).await?
        && !operators::is_banned(&mut ctx.db, grant.account_id).await?;
    Ok(match is_active {
        false => Introspection::default(),
        true => Introspection {
            active: true,
            scope: Some(grant.scopes),
            client_id: Some(grant.client_id),
            exp: Some(grant.expires_at.timestamp()),
            sub: Some(grant.account_id),
            iss: issuer,
            ..Introspection::default()
        },
    })
}

/// Ends the grant that an access or refresh token belongs to, for the app that has it (RFC 7009, 2.1). A token that is
/// none of ours has ended already (2.2).
pub async fn revoke(ctx: &mut Ctx, token: &str, client: &str) -> Result<Result<(), OAuthError>, Error> {
    let found = match personal_tokens::token_hash(token) {
        Some(hash) => apps::grant_of_access_token(&mut ctx.db, &hash).await?,
        None => apps::grant_of_refresh_token(&mut ctx.db, &hash(token)).await?,
    };
    let Some(grant) = found else { return Ok(Ok(())) };
    if grant.client_id != client {
        return Ok(Err(OAuthCode::InvalidClient.about("The token was issued to another app.")));
    }
    let account = grant.account_id;
    ctx.transaction(async |tx: &mut Tx<'_>| {
        accounts::owner(&mut tx.db, account).await?;
        end_grant(tx, account, (grant.id, &grant.client_id), AuditKind::AppEnded).await
    })
    .await?;
    ctx.app.personal_token_cache.clear();
    Ok(Ok(()))
}
