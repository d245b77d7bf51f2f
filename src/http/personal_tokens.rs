//! `/v1/me/tokens`: personal access tokens, for clients and bots.

use actix_web::HttpResponse;
use uuid::Uuid;

use super::ctx::once;
use super::extract::{Idempotent, LoggedIn, Paging, Path};
use super::openapi::examples;
use crate::error::Error;
use crate::service::Ctx;
use crate::service::access::Grant;
use crate::service::access::personal_tokens::{
    self, CreatePersonalToken, CreatedPersonalToken, PersonalToken,
};
use crate::service::idempotency::{IdempotentRequest, StoredReply};
use crate::service::page::Page;

/// Create a personal access token
///
/// For a client or bot, valid for its scopes. The token is shown only here.
#[utoipa::path(
    post, path = "/v1/me/tokens", tag = "tokens",
    request_body(
        content = CreatePersonalToken,
        example = json!({"name": "my bot", "scopes": ["games:read", "games:play"]}),
    ),
    responses((
        status = 201, description = "The token with its secret", body = CreatedPersonalToken,
        example = json!(examples::made_token()),
    )),
    extensions(("x-problem-codes" = json!(["secret_in_text", "operator_required", "too_many_tokens"]))),
)]
pub async fn create_personal_token(
    caller: LoggedIn,
    request: Idempotent<CreatePersonalToken>,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    // The reply contains the token, so what is stored of it for a repeated request is sealed.
    once(&mut ctx, request.key.of(caller.account).map(IdempotentRequest::with_token), async |tx| {
        let credential = Grant::Session(caller.session).into();
        let made = personal_tokens::make(tx, (caller.account, credential), &request.body).await?;
        StoredReply::created(&made, "/v1/me/tokens")
    })
    .await
}

/// List my personal access tokens
///
/// Newest first, expired ones for a month. Secrets are not shown.
#[utoipa::path(
    get, path = "/v1/me/tokens", tag = "tokens",
    responses((
        status = 200, description = "Your tokens, newest first", body = Page<PersonalToken>,
        example = json!(examples::personal_tokens()),
    )),
)]
pub async fn list_personal_tokens(
    caller: LoggedIn,
    Paging { limit, cursor }: Paging,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    Ok(HttpResponse::Ok()
        .json(personal_tokens::page(&mut ctx.db, caller.account, cursor.as_deref(), limit).await?))
}

/// Revoke a personal access token
///
/// Invalid at once in this process, within five seconds in all others.
#[utoipa::path(
    delete, path = "/v1/me/tokens/{token_id}", tag = "tokens",
    responses((status = 204, description = "Calls with it are refused from now on")),
    extensions(("x-problem-codes" = json!(["token_not_found"]))),
)]
pub async fn delete_personal_token(
    caller: LoggedIn,
    token: Path<Uuid>,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    ctx.transaction(async |tx| personal_tokens::end(tx, caller.account, token.0).await).await?;
    // After the commit: cleared before it, the cache could be filled again with the token that is about to end.
    ctx.app.personal_token_cache.clear();
    Ok(HttpResponse::NoContent().finish())
}
