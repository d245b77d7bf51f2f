//! `/v1/me/email` and `/v1/accounts/email`: another mail address, confirmed at both ends.

use actix_web::HttpResponse;
use actix_web::web::Data;

use super::ctx::{once, once_and_notify, with_password};
use super::extract::{Caller, Idempotent, LoggedIn, scope};
use super::openapi::examples;
use super::password;
use crate::error::Error;
use crate::service::accounts;
use crate::service::idempotency::{IdempotentRequest, StoredReply};
use crate::service::recovery::{
    self, AnswerEmailChange, ChangeEmail, CurrentEmail, EmailChange, PendingEmail,
};
use crate::service::{App, Ctx};
use crate::store::Pool;

/// Show my email address
///
/// With the change that waits for answers, if there is one.
#[utoipa::path(
    get, path = "/v1/me/email", tag = "accounts",
    responses((
        status = 200, description = "Your address and its pending change", body = CurrentEmail,
        example = json!(examples::address()),
    )),
)]
pub async fn get_email(caller: Caller<scope::AccountRead>, mut ctx: Ctx) -> Result<HttpResponse, Error> {
    Ok(HttpResponse::Ok().json(recovery::address(&mut ctx, caller.account).await?))
}

/// Request another email address
///
/// Both addresses get a mail, and the new one is valid once both have answered with `POST /v1/accounts/email`. A newer
/// change replaces an older one.
#[utoipa::path(
    post, path = "/v1/me/email", tag = "accounts",
    request_body(
        content = ChangeEmail,
        example = json!({"email": "aud@example.net", "password": "a long ship west"}),
    ),
    responses((
        status = 202, description = "Both addresses get a mail", body = PendingEmail,
        example = json!(examples::pending_address()),
    )),
    extensions(("x-problem-codes" = json!(["wrong_password"]))),
)]
pub async fn change_email(
    caller: LoggedIn,
    app: Data<App>,
    pool: Data<Pool>,
    request: Idempotent<ChangeEmail>,
) -> Result<HttpResponse, Error> {
    let ChangeEmail { email, password } = request.body;
    let stored = {
        let mut ctx = Ctx::acquire(&app, &pool).await?;
        accounts::stored(&mut ctx.db, caller.account).await?
    };
    password::must_match(&app, &pool, &stored, password, "password").await?;
    let key = with_password(&app, request.key.of(caller.account)).await?;
    let mut ctx = Ctx::acquire(&app, &pool).await?;
    once_and_notify(&mut ctx, key, async |tx| {
        StoredReply::new(202, &recovery::change_address(tx, &stored, caller.session, &email).await?)
    })
    .await
}

/// Cancel a change of my email address
///
/// Ends a change that waits for answers. Harmless to repeat.
#[utoipa::path(
    delete, path = "/v1/me/email", tag = "accounts",
    responses((status = 204, description = "No change waits any more")),
)]
pub async fn cancel_email_change(caller: LoggedIn, mut ctx: Ctx) -> Result<HttpResponse, Error> {
    ctx.transaction(async |tx| recovery::cancel_address_change(tx, caller.account).await).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// Approve or refuse a change of email address
///
/// Takes the token of the mail to the old or the new address. Once both have agreed, every session but the one that
/// asked for the change ends, with all personal access tokens, streams and links in mails.
#[utoipa::path(
    post, path = "/v1/accounts/email", tag = "accounts",
    request_body(
        content = AnswerEmailChange,
        example = json!({"token": "eyJhbGciOiJIUzI1NiJ9.e30.c2ln", "answer": "confirm"}),
    ),
    responses((
        status = 200, description = "Where the change stands now", body = EmailChange,
        example = json!({"status": "waiting"}),
    )),
    extensions(("x-problem-codes" = json!(["token_invalid", "token_expired", "address_taken"]))),
)]
pub async fn answer_email_change(
    request: Idempotent<AnswerEmailChange>,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    let AnswerEmailChange { token, answer } = request.body;
    let (claims, _) = recovery::which_end(&mut ctx, &token).await?;
    let response =
        once(&mut ctx, request.key.of(claims.account).map(IdempotentRequest::with_token), async |tx| {
            StoredReply::new(200, &recovery::answer_address(tx, &token, answer).await?)
        })
        .await?;
    recovery::clear_credential_caches(&ctx.app);
    ctx.app.events.notify();
    Ok(response)
}
