//! `/v1/me/tokens`: personal access tokens, for clients and bots.

use actix_web::HttpResponse;
use actix_web::web::Data;
use uuid::Uuid;

use super::extract::{Body, Caller, IdempotencyKey, Path, Query};
use super::openapi::examples;
use super::paging::Paging;
use super::reply;
use crate::app::App;
use crate::error::Error;
use crate::service::access::personal::{self, MadePersonalToken, PersonalTokenRequest, PersonalTokens};
use crate::service::once::{Once, Reply, once};
use crate::store::{self, Pool};

/// Make a personal access token
///
/// A token for a client or a bot, good for what its scopes name. It is shown in this answer and never again.
#[utoipa::path(
    post, path = "/v1/me/tokens", operation_id = "create_token", tag = "tokens",
    request_body(
        content = PersonalTokenRequest,
        example = json!({"name": "my bot", "scopes": ["games:read", "games:play"]}),
    ),
    responses((
        status = 201, description = "Made", body = MadePersonalToken,
        example = json!(examples::made_token()),
    )),
    security(("access_token" = [])),
    extensions(
        ("x-session-only" = json!(true)),
        ("x-problem-codes" = json!(["operator_required", "too_many_tokens", "key_reused"])),
        ("x-idempotent" = json!(true)),
    ),
)]
pub async fn create(
    app: Data<App>,
    pool: Data<Pool>,
    caller: Caller,
    key: IdempotencyKey,
    body: Body<PersonalTokenRequest>,
) -> Result<HttpResponse, Error> {
    let session = caller.session_only()?;
    let request = Once::new(caller.account, "POST /v1/me/tokens", key.0, body.digest);
    let mut connection = store::pool::lend(&pool).await?;
    let reply = once(&app, &mut connection, request.map(Once::with_token), async |connection| {
        let made = personal::make(&app, connection, caller.account, session, &body.value).await?;
        Reply::new(201, &made)
    });
    Ok(reply::send(reply.await?))
}

/// List my personal access tokens
///
/// Newest first, expired ones for a month longer. The tokens themselves are not known any more.
#[utoipa::path(
    get, path = "/v1/me/tokens", operation_id = "list_tokens", tag = "tokens",
    params(Paging),
    responses((
        status = 200, description = "The tokens", body = PersonalTokens,
        example = json!(examples::personal_tokens()),
    )),
    security(("access_token" = [])),
    extensions(("x-session-only" = json!(true)), ("x-problem-codes" = json!(["invalid_parameter"]))),
)]
pub async fn list(caller: Caller, pool: Data<Pool>, paging: Query<Paging>) -> Result<HttpResponse, Error> {
    caller.session_only()?;
    let (limit, cursor) = (paging.0.limit()?, paging.0.cursor.as_deref());
    let mut connection = store::pool::lend(&pool).await?;
    Ok(HttpResponse::Ok().json(personal::page(&mut connection, caller.account, cursor, limit).await?))
}

/// End a personal access token
///
/// It is good for nothing any more: at once in the process that answers, within five seconds in every other.
#[utoipa::path(
    delete, path = "/v1/me/tokens/{token_id}", operation_id = "delete_token", tag = "tokens",
    params(("token_id" = Uuid, Path, description = "The id of the token")),
    responses((status = 204, description = "Ended")),
    security(("access_token" = [])),
    extensions(("x-session-only" = json!(true)), ("x-problem-codes" = json!(["token_not_found"]))),
)]
pub async fn end(
    app: Data<App>,
    pool: Data<Pool>,
    caller: Caller,
    token: Path<Uuid>,
) -> Result<HttpResponse, Error> {
    caller.session_only()?;
    let mut connection = store::pool::lend(&pool).await?;
    store::transaction(&mut connection, async |connection| {
        personal::end(&app, connection, caller.account, token.0).await
    })
    .await?;
    personal::ended(&app);
    Ok(HttpResponse::NoContent().finish())
}
