//! `/v1/sessions/link`: logging in with a link by mail.

use actix_web::HttpResponse;
use actix_web::web::Data;

use super::accounts::{Acknowledged, AddressOnly, IN_THE_MAIL, Verification};
use super::extract::{Body, Device, IdempotencyKey};
use super::openapi::examples;
use super::reply;
use crate::app::App;
use crate::error::Error;
use crate::service::accounts::Request;
use crate::service::once::{Once, Reply, once};
use crate::service::sessions::{self, Tokens};
use crate::store::{self, Pool};

/// Ask for a link to log in
///
/// A mail with a token goes to the address, if an account has proved it; the answer is the same if none has. A newer mail
/// makes the older ones worthless.
#[utoipa::path(
    post, path = "/v1/sessions/link", operation_id = "request_log_in_link", tag = "sessions",
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
    super::accounts::ask(&app, &pool, Request::LogIn, "POST /v1/sessions/link", key, body).await
}

/// Log in with a link
///
/// Takes the token from the mail, once, and gives what a log-in gives. The password stays as it is.
#[utoipa::path(
    post, path = "/v1/sessions/link/confirm", operation_id = "log_in_with_link", tag = "sessions",
    request_body(content = Verification, example = json!({"token": "eyJhbGciOiJIUzI1NiJ9.e30.c2ln"})),
    responses((
        status = 201, description = "Logged in", body = Tokens,
        example = json!(examples::tokens()),
    )),
    extensions(
        ("x-problem-codes" = json!(["token_invalid", "token_expired", "account_banned", "key_reused"])),
        ("x-idempotent" = json!(true)),
    ),
)]
pub async fn log_in(
    app: Data<App>,
    pool: Data<Pool>,
    device: Device,
    key: IdempotencyKey,
    body: Body<Verification>,
) -> Result<HttpResponse, Error> {
    let token = &body.value.token;
    let mut connection = store::pool::lend(&pool).await?;
    let account = sessions::whose_link(&app, &mut connection, token).await?;
    let request = Once::new(account, "POST /v1/sessions/link/confirm", key.0, body.digest);
    let reply = once(&app, &mut connection, request.map(Once::with_token), async |connection| {
        Reply::new(201, &sessions::open_by_link(&app, connection, token, &device.0).await?)
    });
    Ok(reply::send(reply.await?))
}
