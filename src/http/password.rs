//! `/v1/accounts/reset` and `/v1/me/password`: a new password, with the link of a mail or with the old one.

use actix_web::HttpResponse;
use actix_web::web::Data;

use super::accounts::{Acknowledged, AddressOnly, IN_THE_MAIL};
use super::extract::{Body, Caller, IdempotencyKey};
use super::reply;
use crate::app::App;
use crate::error::{Code, Error};
use crate::service::accounts::{self, NewPassword, PasswordChange, Request};
use crate::service::once::{Once, Reply, earlier, once};
use crate::store::{self, Pool};

/// Ask for a new password
///
/// A mail with a token goes to the address, if an account has proved it; the answer is the same if none has. A newer
/// mail makes the older ones worthless.
#[utoipa::path(
    post, path = "/v1/accounts/reset", operation_id = "request_password_reset", tag = "accounts",
    request_body(content = AddressOnly, example = json!({"email": "aud@example.org"})),
    responses((
        status = 202, description = "Written down; the rest is in the mail", body = Acknowledged,
        example = json!({"message": IN_THE_MAIL}),
    )),
    extensions(("x-problem-codes" = json!(["key_reused"])), ("x-idempotent" = json!(true))),
)]
pub async fn ask(
    app: Data<App>,
    pool: Data<Pool>,
    key: IdempotencyKey,
    body: Body<AddressOnly>,
) -> Result<HttpResponse, Error> {
    super::accounts::ask(&app, &pool, Request::Reset, "POST /v1/accounts/reset", key, body).await
}

/// Set a new password
///
/// Takes the token from the mail. Ends every session and every personal access token of the account.
#[utoipa::path(
    post, path = "/v1/accounts/reset/confirm", operation_id = "reset_password", tag = "accounts",
    request_body(
        content = NewPassword,
        example = json!({"token": "eyJhbGciOiJIUzI1NiJ9.e30.c2ln", "password": "a longer ship west"}),
    ),
    responses((status = 204, description = "Set: log in with it")),
    extensions(
        ("x-problem-codes" = json!(["token_invalid", "token_expired", "key_reused"])),
        ("x-idempotent" = json!(true)),
    ),
)]
pub async fn reset(
    app: Data<App>,
    pool: Data<Pool>,
    key: IdempotencyKey,
    body: Body<NewPassword>,
) -> Result<HttpResponse, Error> {
    let NewPassword { token, password } = body.value;
    let account = {
        let mut connection = store::pool::lend(&pool).await?;
        accounts::whose_password(&app, &mut connection, &token).await?
    };
    let request = Once::new(account, "POST /v1/accounts/reset/confirm", key.0, body.digest);
    let hash = app.passwords.hash(&app, password.into_secret()).await?;
    let mut connection = store::pool::lend(&pool).await?;
    let reply = once(&app, &mut connection, request.map(Once::with_token), async |connection| {
        accounts::reset_password(&app, connection, &token, &hash).await?;
        Ok(Reply::empty())
    });
    let reply = reply.await?;
    accounts::shut_out(&app);
    app.wake.knock();
    Ok(reply::send(reply))
}

/// Change my password
///
/// Ends every other session.
#[utoipa::path(
    post, path = "/v1/me/password", operation_id = "change_password", tag = "accounts",
    request_body(
        content = PasswordChange,
        example = json!({"old_password": "a long ship west", "new_password": "a longer ship west"}),
    ),
    responses((status = 204, description = "Changed")),
    security(("access_token" = [])),
    extensions(
        ("x-session-only" = json!(true)),
        ("x-problem-codes" = json!(["wrong_password", "key_reused"])),
        ("x-idempotent" = json!(true)),
    ),
)]
pub async fn change(
    app: Data<App>,
    pool: Data<Pool>,
    caller: Caller,
    key: IdempotencyKey,
    body: Body<PasswordChange>,
) -> Result<HttpResponse, Error> {
    let session = caller.session_only()?;
    let PasswordChange { old_password, new_password } = body.value;
    let request = match Once::new(caller.account, "POST /v1/me/password", key.0, body.digest) {
        Some(request) => Some(request.with_password(&app).await?),
        None => None,
    };
    // What is stored is read before it is asked whether this was done already: a twin that does it in between has
    // changed what is stored, and its reply is there.
    let old = {
        let mut connection = store::pool::lend(&pool).await?;
        let old = accounts::stored(&mut connection, caller.account).await?;
        if let Some(reply) = earlier(&app, &mut connection, request.as_ref()).await? {
            return Ok(reply::send(reply));
        }
        old
    };
    if let Err(error) = accounts::check_password(&app, &old, old_password, "old_password").await {
        return Err(refused(&app, &pool, caller, error).await);
    }
    let hash = app.passwords.hash(&app, new_password.into_secret()).await?;
    let mut connection = store::pool::lend(&pool).await?;
    let reply = once(&app, &mut connection, request, async |connection| {
        accounts::change_password(&app, connection, &old, session, &hash).await?;
        Ok(Reply::empty())
    });
    let reply = reply.await?;
    accounts::shut_out(&app);
    app.wake.knock();
    Ok(reply::send(reply))
}

/// Notes a wrong password, and gives what the caller is told.
pub(super) async fn refused(app: &App, pool: &Pool, caller: Caller, error: Error) -> Error {
    if !error.is(Code::WrongPassword) {
        return error;
    }
    let noted = async {
        let mut connection = store::pool::lend(pool).await?;
        accounts::note_wrong_password(app, &mut connection, caller.account).await
    };
    noted.await.err().unwrap_or(error)
}
