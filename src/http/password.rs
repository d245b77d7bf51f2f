//! `/v1/accounts/reset` and `/v1/me/password`: a new password, with the link of a mail or with the old one.

use actix_web::HttpResponse;
use actix_web::web::Data;
use secrecy::SecretString;
use std::sync::Arc;

use super::accounts::{Acknowledgement, IN_THE_MAIL, RequestEmail, ask_for_mail};
use super::ctx::{self, with_password};
use super::extract::{Idempotent, LoggedIn};
use crate::error::{Code, Error};
use crate::service::accounts;
use crate::service::idempotency::{IdempotentRequest, StoredReply, earlier};
use crate::service::limits::{self, PasswordTry};
use crate::service::recovery::{self, ChangePassword, LinkRequest, ResetPassword};
use crate::service::{App, Ctx};
use crate::store::Pool;
use crate::store::accounts::AccountRow;

/// Request a password reset
///
/// Sends a mail with a token to the address, if an account has verified it; the answer is the same if none has. Older
/// mails become invalid.
#[utoipa::path(
    post, path = "/v1/accounts/reset", tag = "accounts",
    request_body(content = RequestEmail, example = json!({"email": "aud@example.org"})),
    responses((
        status = 202, description = "Accepted; a mail follows if the address has an account", body = Acknowledgement,
        example = json!({"message": IN_THE_MAIL}),
    )),
)]
pub async fn request_password_reset(
    request: Idempotent<RequestEmail>,
    ctx: Ctx,
) -> Result<HttpResponse, Error> {
    ask_for_mail(ctx, LinkRequest::Reset, request).await
}

/// Set a new password
///
/// Takes the token from the mail. Ends every session, personal access token, stream and link in a mail. Webhooks and
/// standing orders are suspended until you resume them (`update_webhook` with `"enabled": true`, `resume_order`); a
/// mail lists them.
#[utoipa::path(
    post, path = "/v1/accounts/reset/confirm", tag = "accounts",
    request_body(
        content = ResetPassword,
        example = json!({"token": "eyJhbGciOiJIUzI1NiJ9.e30.c2ln", "password": "a longer ship west"}),
    ),
    responses((status = 204, description = "The password is set; log in with it")),
    extensions(("x-problem-codes" = json!(["token_invalid", "token_expired"]))),
)]
pub async fn reset_password(
    app: Data<App>,
    pool: Data<Pool>,
    request: Idempotent<ResetPassword>,
) -> Result<HttpResponse, Error> {
    let ResetPassword { token, password } = request.body;
    let account = {
        let mut ctx = Ctx::acquire(&app, &pool).await?;
        recovery::whose_password(&mut ctx, &token).await?
    };
    let hash = app.passwords.hash(&app, password.into_secret()).await?;
    let key = request.key.of(account).map(IdempotentRequest::with_token);
    let mut ctx = Ctx::acquire(&app, &pool).await?;
    let response = ctx::once(&mut ctx, key, async |tx| {
        recovery::reset_password(tx, &token, &hash).await?;
        Ok(StoredReply::empty())
    })
    .await?;
    after_reset(&mut ctx).await;
    Ok(response)
}

/// What follows the commit of a reset. Standing orders that can't be suspended now are left to a worker.
pub(super) async fn after_reset(ctx: &mut Ctx) {
    recovery::clear_credential_caches(&ctx.app);
    if let Err(error) = recovery::suspend_orders(ctx).await {
        tracing::warn!(%error, "standing orders could not be suspended yet");
    }
    ctx.app.events.notify();
}

/// Change my password
///
/// Ends every other session, and every personal access token, stream and link in a mail. A mail lists the webhooks and
/// standing orders that go on.
#[utoipa::path(
    post, path = "/v1/me/password", tag = "accounts",
    request_body(
        content = ChangePassword,
        example = json!({"old_password": "a long ship west", "new_password": "a longer ship west"}),
    ),
    responses((status = 204, description = "The new password is valid")),
    extensions(("x-problem-codes" = json!(["wrong_password"]))),
)]
pub async fn change_password(
    caller: LoggedIn,
    app: Data<App>,
    pool: Data<Pool>,
    request: Idempotent<ChangePassword>,
) -> Result<HttpResponse, Error> {
    let key = with_password(&app, request.key.of(caller.account)).await?;
    let ChangePassword { old_password, new_password } = request.body;
    // The stored account is read before the reply of an earlier, equal request: if one runs in between, the account has
    // changed and its reply is there.
    let old = {
        let mut ctx = Ctx::acquire(&app, &pool).await?;
        let old = accounts::stored(&mut ctx.db, caller.account).await?;
        if let Some(reply) = earlier(&mut ctx, key.as_ref()).await? {
            return ctx::send(reply);
        }
        old
    };
    must_match(&app, &pool, &old, old_password, "old_password").await?;
    let hash = app.passwords.hash(&app, new_password.into_secret()).await?;
    let mut ctx = Ctx::acquire(&app, &pool).await?;
    let response = ctx::once(&mut ctx, key, async |tx| {
        recovery::change_password(tx, &old, caller.session, &hash).await?;
        Ok(StoredReply::empty())
    })
    .await?;
    recovery::clear_credential_caches(&app);
    app.events.notify();
    Ok(response)
}

/// Checks the password of a caller who is logged in, given in `field`; wrong ones are counted and recorded. Errors:
/// `wrong_password`, `too_many_requests`.
pub(super) async fn must_match(
    app: &Arc<App>,
    pool: &Pool,
    row: &AccountRow,
    password: SecretString,
    field: &'static str,
) -> Result<(), Error> {
    let tried = PasswordTry::LoggedIn(row.id);
    {
        // No connection is in use while passwords are hashed.
        let mut ctx = Ctx::acquire(app, pool).await?;
        limits::password_tried(&mut ctx, tried).await?;
    }
    let checked = recovery::check_password(app, row, password, field).await;
    let mut ctx = Ctx::acquire(app, pool).await?;
    match checked {
        Ok(()) => limits::password_right(&mut ctx, tried).await,
        Err(error) if error.is(Code::WrongPassword) => {
            recovery::record_wrong_password(&mut ctx, row.id).await?;
            Err(error)
        }
        Err(error) => Err(error),
    }
}
