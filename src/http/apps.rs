//! `/v1/me/apps`: the apps that a player has allowed; `/v1/tokens/current`: what the token of a request is.

use actix_web::{HttpRequest, HttpResponse};
use uuid::Uuid;

use super::extract::{AnyCaller, LoggedIn, Path, token_end};
use super::openapi::examples;
use crate::error::Error;
use crate::service::Ctx;
use crate::service::apps::{self, AllowedApp, CurrentToken};
use crate::service::page::Page;

/// Show the token of this request
///
/// Whom it acts for, what it may do, until when, and the app that it was issued to. Any token may ask, whatever its
/// scopes.
#[utoipa::path(
    get, path = "/v1/tokens/current", tag = "tokens",
    responses((
        status = 200, description = "Whom it acts for, its scopes and its expiry", body = CurrentToken,
        example = json!(examples::current_token()),
    )),
)]
pub async fn get_current_token(
    caller: AnyCaller,
    request: HttpRequest,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    let shown = apps::current(&mut ctx, caller.account, caller.grant, token_end(&request)).await?;
    Ok(HttpResponse::Ok().json(shown))
}

/// List the apps that may act for me
///
/// The last used one first. An app is what it calls itself together with where your browser was sent back to.
#[utoipa::path(
    get, path = "/v1/me/apps", tag = "tokens",
    responses((
        status = 200, description = "What you have allowed and not ended", body = Page<AllowedApp>,
        example = json!(examples::apps()),
    )),
)]
pub async fn list_apps(caller: LoggedIn, mut ctx: Ctx) -> Result<HttpResponse, Error> {
    Ok(HttpResponse::Ok().json(apps::list(&mut ctx, caller.account).await?))
}

/// Revoke an app
///
/// Ends its tokens on every device, and the webhooks and push subscriptions that it made. Within five seconds no process
/// takes them any more.
#[utoipa::path(
    delete, path = "/v1/me/apps/{app_id}", tag = "tokens",
    responses((status = 204, description = "The app can't act for you any more")),
    extensions(("x-problem-codes" = json!(["app_not_found"]))),
)]
pub async fn delete_app(caller: LoggedIn, app: Path<Uuid>, mut ctx: Ctx) -> Result<HttpResponse, Error> {
    ctx.transaction(async |tx| apps::end(tx, caller.account, app.0).await).await?;
    // After the commit: cleared before it, the cache could be filled again with a token that is about to end.
    ctx.app.personal_token_cache.clear();
    ctx.app.events.notify();
    Ok(HttpResponse::NoContent().finish())
}
