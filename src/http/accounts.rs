//! `/v1/accounts`, `/v1/me`: becoming somebody, and seeing who one is.

use actix_web::HttpResponse;
use actix_web::web::Data;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::extract::{Body, Caller, IdempotencyKey};
use super::openapi::examples;
use super::reply::{self, carry_out};
use crate::app::App;
use crate::error::Error;
use crate::service::access::Scope;
use crate::service::accounts::{self, Account, EmailAddress, ProfileChange, Registration, Request};
use crate::service::once::{Once, Reply, once};
use crate::service::timing;
use crate::store::{self, Pool};

/// What everybody is told, whether or not the address has an account.
#[derive(Debug, Serialize, ToSchema)]
pub struct Acknowledged {
    /// What to do next.
    pub message: String,
}

pub(super) const IN_THE_MAIL: &str = "Look into your mail: it says how to go on.";

/// A mail address.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AddressOnly {
    /// The address.
    #[schema(value_type = String, format = "email", max_length = 254)]
    pub email: EmailAddress,
}

/// Register an account
///
/// A mail with a token goes to the address; `POST /v1/accounts/verify` takes the token. The answer is the same for an
/// address that has an account: its owner is told by mail. A registration that is not verified in time is forgotten.
#[utoipa::path(
    post, path = "/v1/accounts", operation_id = "create_account", tag = "accounts",
    request_body(
        content = Registration,
        example = json!({"name": "Aud", "email": "aud@example.org", "password": "a long ship west"}),
    ),
    responses((
        status = 202, description = "Registered; the rest is in the mail", body = Acknowledged,
        example = json!({"message": IN_THE_MAIL}),
    )),
    extensions(("x-problem-codes" = json!(["name_taken", "key_reused", "busy"])), ("x-idempotent" = json!(true))),
)]
pub async fn register(
    app: Data<App>,
    pool: Data<Pool>,
    key: IdempotencyKey,
    body: Body<Registration>,
) -> Result<HttpResponse, Error> {
    let email = body.value.email.key();
    let request = match Once::of_stranger(&email, "POST /v1/accounts", key.0, body.digest) {
        Some(request) => Some(request.with_password(&app).await?),
        None => None,
    };
    let prepared = accounts::prepare(&app, body.value).await?;
    let done = carry_out(&app, &pool, request, async |connection| {
        accounts::register(&app, connection, prepared).await?;
        Reply::new(202, &Acknowledged { message: IN_THE_MAIL.to_owned() })
    });
    done.await
}

/// Ask for another proof of address
///
/// Sends the mail of the registration again, if the address waits to be verified; the answer is the same if it does
/// not, and if nobody has it.
#[utoipa::path(
    post, path = "/v1/accounts/verification", operation_id = "request_verification", tag = "accounts",
    request_body(content = AddressOnly, example = json!({"email": "aud@example.org"})),
    responses((
        status = 202, description = "Written down; the rest is in the mail", body = Acknowledged,
        example = json!({"message": IN_THE_MAIL}),
    )),
    extensions(("x-problem-codes" = json!(["key_reused"])), ("x-idempotent" = json!(true))),
)]
pub async fn ask_for_verification(
    app: Data<App>,
    pool: Data<Pool>,
    key: IdempotencyKey,
    body: Body<AddressOnly>,
) -> Result<HttpResponse, Error> {
    ask(&app, &pool, Request::Verification, "POST /v1/accounts/verification", key, body).await
}

/// Writes down what a stranger asks for an address.
pub(super) async fn ask(
    app: &App,
    pool: &Pool,
    request: Request,
    route: &str,
    key: IdempotencyKey,
    body: Body<AddressOnly>,
) -> Result<HttpResponse, Error> {
    let email = body.value.email;
    let kept = Once::of_stranger(&email.key(), route, key.0, body.digest);
    let mut connection = store::pool::lend(pool).await?;
    let reply = once(app, &mut connection, kept, async |connection| {
        accounts::ask(app, connection, request, &email).await?;
        Reply::new(202, &Acknowledged { message: IN_THE_MAIL.to_owned() })
    });
    let reply = reply.await?;
    app.wake.knock();
    Ok(reply::send(reply))
}

/// A token from a mail.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Verification {
    /// The token as it stands in the mail.
    pub token: String,
}

/// Verify a mail address
///
/// Takes the token from the mail that followed the registration. A repeat is answered alike.
#[utoipa::path(
    post, path = "/v1/accounts/verify", operation_id = "verify_account", tag = "accounts",
    request_body(content = Verification, example = json!({"token": "eyJhbGciOiJIUzI1NiJ9.e30.c2ln"})),
    responses((
        status = 200, description = "The address is verified; its owner can log in", body = Account,
        example = json!(examples::account()),
    )),
    extensions(
        ("x-problem-codes" = json!(["token_invalid", "token_expired", "address_taken", "key_reused"])),
        ("x-idempotent" = json!(true)),
    ),
)]
pub async fn verify(
    app: Data<App>,
    pool: Data<Pool>,
    key: IdempotencyKey,
    body: Body<Verification>,
) -> Result<HttpResponse, Error> {
    let token = &body.value.token;
    let mut connection = store::pool::lend(&pool).await?;
    let account = accounts::whose_address(&app, &mut connection, token).await?;
    let request = Once::new(account, "POST /v1/accounts/verify", key.0, body.digest);
    let reply = once(&app, &mut connection, request.map(Once::with_token), async |connection| {
        Reply::new(200, &accounts::verify(&app, connection, token).await?)
    });
    Ok(reply::send(reply.await?))
}

/// Show my account
#[utoipa::path(
    get, path = "/v1/me", operation_id = "get_me", tag = "accounts",
    responses((
        status = 200, description = "The account that the access token speaks for", body = Account,
        example = json!(examples::account()),
    )),
    security(("access_token" = [])),
    extensions(("x-scope" = json!("account:read"))),
)]
pub async fn me(caller: Caller, pool: Data<Pool>) -> Result<HttpResponse, Error> {
    caller.require(Scope::AccountRead)?;
    let mut connection = store::pool::lend(&pool).await?;
    Ok(HttpResponse::Ok().json(accounts::show(&mut connection, caller.account).await?))
}

/// Change my profile
///
/// What is left out stays as it is.
#[utoipa::path(
    patch, path = "/v1/me", operation_id = "update_me", tag = "accounts",
    request_body(
        content = ProfileChange,
        example = json!({"time_zone": "Atlantic/Reykjavik", "about": "Settling in."}),
    ),
    responses((status = 200, description = "The account now", body = Account, example = json!(examples::account()))),
    security(("access_token" = [])),
    extensions(("x-problem-codes" = json!(["name_taken"])), ("x-session-only" = json!(true))),
)]
pub async fn update(
    app: Data<App>,
    pool: Data<Pool>,
    caller: Caller,
    body: Body<ProfileChange>,
) -> Result<HttpResponse, Error> {
    caller.session_only()?;
    let mut connection = store::pool::lend(&pool).await?;
    let account = store::transaction(&mut connection, async |connection| {
        accounts::change_profile(&app, connection, caller.account, body.value).await
    });
    let account = account.await?;
    timing::hear_all(&app, &mut connection, caller.account).await;
    Ok(HttpResponse::Ok().json(account))
}
