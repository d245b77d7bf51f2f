//! `/v1/me/address` and `/v1/accounts/address`: another mail address, agreed to at both ends.

use actix_web::HttpResponse;
use actix_web::web::Data;

use super::extract::{Body, Caller, IdempotencyKey};
use super::openapi::examples;
use super::{
    password,
    reply::{self, carry_out},
};
use crate::app::App;
use crate::error::Error;
use crate::service::access::Scope;
use crate::service::accounts::{
    self, Address, AddressAnswer, AddressChange, AddressProgress, PendingAddress,
};
use crate::service::once::{Once, Reply, once};
use crate::store::{self, Pool};

/// Show my mail address
///
/// And the change of it that waits for its mails to be answered, if one does.
#[utoipa::path(
    get, path = "/v1/me/address", operation_id = "get_address", tag = "accounts",
    responses((status = 200, description = "The address", body = Address, example = json!(examples::address()))),
    security(("access_token" = [])),
    extensions(("x-scope" = json!("account:read"))),
)]
pub async fn show(app: Data<App>, caller: Caller, pool: Data<Pool>) -> Result<HttpResponse, Error> {
    caller.require(Scope::AccountRead)?;
    let mut connection = store::pool::lend(&pool).await?;
    Ok(HttpResponse::Ok().json(accounts::address(&app, &mut connection, caller.account).await?))
}

/// Ask for another mail address
///
/// A mail goes to both addresses. The new one holds as soon as both have answered with `POST /v1/accounts/address`;
/// each can put an end to it. A newer change takes the place of an older one.
#[utoipa::path(
    post, path = "/v1/me/address", operation_id = "change_address", tag = "accounts",
    request_body(
        content = AddressChange,
        example = json!({"email": "aud@example.net", "password": "a long ship west"}),
    ),
    responses((
        status = 202, description = "Both ends are asked", body = PendingAddress,
        example = json!(examples::pending_address()),
    )),
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
    body: Body<AddressChange>,
) -> Result<HttpResponse, Error> {
    let session = caller.session_only()?;
    let AddressChange { email, password } = body.value;
    let stored = {
        let mut connection = store::pool::lend(&pool).await?;
        accounts::stored(&mut connection, caller.account).await?
    };
    password::must_match(&app, &pool, &stored, password, "password").await?;
    let request = match Once::new(caller.account, "POST /v1/me/address", key.0, body.digest) {
        Some(request) => Some(request.with_password(&app).await?),
        None => None,
    };
    let done = carry_out(&app, &pool, request, async |connection| {
        Reply::new(202, &accounts::change_address(&app, connection, &stored, session, &email).await?)
    });
    done.await
}

/// Keep my mail address
///
/// Puts an end to a change that waits. Harmless to repeat.
#[utoipa::path(
    delete, path = "/v1/me/address", operation_id = "cancel_address_change", tag = "accounts",
    responses((status = 204, description = "No change waits")),
    security(("access_token" = [])),
    extensions(("x-session-only" = json!(true))),
)]
pub async fn cancel(app: Data<App>, caller: Caller, pool: Data<Pool>) -> Result<HttpResponse, Error> {
    caller.session_only()?;
    let mut connection = store::pool::lend(&pool).await?;
    store::transaction(&mut connection, async |connection| {
        accounts::cancel_address_change(&app, connection, caller.account).await
    })
    .await?;
    Ok(HttpResponse::NoContent().finish())
}

/// Answer a change of mail address
///
/// Takes the token of the mail to the old or to the new address. Once both have agreed, every session ends but the one that
/// asked for the change, and so do personal access tokens, streams, tickets, and every link in a mail that was sent.
#[utoipa::path(
    post, path = "/v1/accounts/address", operation_id = "answer_address_change", tag = "accounts",
    request_body(
        content = AddressAnswer,
        example = json!({"token": "eyJhbGciOiJIUzI1NiJ9.e30.c2ln", "answer": "confirm"}),
    ),
    responses((
        status = 200, description = "Where the change stands", body = AddressProgress,
        example = json!({"state": "waiting"}),
    )),
    extensions(
        ("x-problem-codes" = json!(["token_invalid", "token_expired", "address_taken", "key_reused"])),
        ("x-idempotent" = json!(true)),
    ),
)]
pub async fn answer(
    app: Data<App>,
    pool: Data<Pool>,
    key: IdempotencyKey,
    body: Body<AddressAnswer>,
) -> Result<HttpResponse, Error> {
    let AddressAnswer { token, answer } = body.value;
    let mut connection = store::pool::lend(&pool).await?;
    let (claims, _) = accounts::which_end(&app, &mut connection, &token).await?;
    let request = Once::new(claims.account, "POST /v1/accounts/address", key.0, body.digest);
    let reply = once(&app, &mut connection, request.map(Once::with_token), async |connection| {
        Reply::new(200, &accounts::answer_address(&app, connection, &token, answer).await?)
    });
    let reply = reply.await?;
    accounts::shut_out(&app);
    app.wake.knock();
    Ok(reply::send(reply))
}
