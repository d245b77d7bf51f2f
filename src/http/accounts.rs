//! `/v1/accounts` and `/v1/me`: registering, the own account, its audit log, its export and its end.

use actix_web::HttpResponse;
use actix_web::http::header::CONTENT_DISPOSITION;
use actix_web::web::Data;
use secrecy::SecretString;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::ctx::{once, once_and_notify, with_password};
use super::etag::{self, IfNoneMatch};
use super::extract::{Body, Caller, Idempotent, LoggedIn, Paging, scope};
use super::openapi::examples;
use super::password;
use crate::error::Error;
use crate::service::accounts::{self, Account, AccountExport, CreateAccount, UpdateAccount};
use crate::service::audit::{self, AuditEntry};
use crate::service::deadlines;
use crate::service::departures;
use crate::service::idempotency::{IdempotentRequest, StoredReply};
use crate::service::identity::{EmailAddress, Password};
use crate::service::page::Page;
use crate::service::recovery::{self, LinkRequest};
use crate::service::{App, Ctx};
use crate::store::Pool;

/// The same whether or not the address has an account.
#[derive(Debug, Serialize, ToSchema)]
pub struct Acknowledgement {
    /// What to do next, in English.
    pub message: String,
}

pub(super) const IN_THE_MAIL: &str = "Look into your mail: it says how to go on.";

#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RequestEmail {
    #[schema(value_type = String, format = "email", max_length = 254)]
    pub email: EmailAddress,
}

/// Register an account
///
/// Sends a mail with a token for `POST /v1/accounts/verify`. The answer is the same for an address that has an account
/// already: its owner gets a mail. A registration that is not verified in time is deleted.
#[utoipa::path(
    post, path = "/v1/accounts", tag = "accounts",
    request_body(
        content = CreateAccount,
        example = json!({"name": "Aud", "email": "aud@example.org", "password": "a long ship west"}),
    ),
    responses((
        status = 202, description = "Registered; the mail says how to go on", body = Acknowledgement,
        example = json!({"message": IN_THE_MAIL}),
    )),
    extensions(("x-problem-codes" = json!(["name_taken", "busy"]))),
)]
pub async fn create_account(
    app: Data<App>,
    pool: Data<Pool>,
    request: Idempotent<CreateAccount>,
) -> Result<HttpResponse, Error> {
    // No connection is in use while passwords are hashed.
    let key = with_password(&app, request.key.of_stranger(&request.body.email.key())).await?;
    let prepared = accounts::prepare(&app, request.body).await?;
    let mut ctx = Ctx::acquire(&app, &pool).await?;
    once_and_notify(&mut ctx, key, async |tx| {
        accounts::register(tx, prepared).await?;
        StoredReply::new(202, &Acknowledgement { message: IN_THE_MAIL.to_owned() })
    })
    .await
}

/// Request another verification mail
///
/// Sends the mail of the registration again, if the address still waits to be verified; the answer is the same if it
/// does not.
#[utoipa::path(
    post, path = "/v1/accounts/verification", tag = "accounts",
    request_body(content = RequestEmail, example = json!({"email": "aud@example.org"})),
    responses((
        status = 202, description = "Accepted; a mail follows if the address waits for it", body = Acknowledgement,
        example = json!({"message": IN_THE_MAIL}),
    )),
)]
pub async fn request_verification(
    request: Idempotent<RequestEmail>,
    ctx: Ctx,
) -> Result<HttpResponse, Error> {
    ask_for_mail(ctx, LinkRequest::Verification, request).await
}

/// Queues the mail that was requested without a log-in, if the address gets one.
pub(super) async fn ask_for_mail(
    mut ctx: Ctx,
    link: LinkRequest,
    request: Idempotent<RequestEmail>,
) -> Result<HttpResponse, Error> {
    let email = &request.body.email;
    once_and_notify(&mut ctx, request.key.of_stranger(&email.key()), async |tx| {
        recovery::request_link(tx, link, email, None).await?;
        StoredReply::new(202, &Acknowledgement { message: IN_THE_MAIL.to_owned() })
    })
    .await
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct VerifyAccount {
    /// The token from the mail.
    pub token: String,
    /// Replaces the password of the registration, which need not have been made by the owner of the address.
    #[schema(value_type = Option<String>, format = "password", min_length = 8, max_length = 128)]
    pub password: Option<Password>,
}

/// Verify an email address
///
/// Takes the token from the mail that followed the registration. Clients should show the name of the account and ask for
/// a password: without one the password of the registration stays. Harmless to repeat; only the first time sets a password.
#[utoipa::path(
    post, path = "/v1/accounts/verify", tag = "accounts",
    request_body(content = VerifyAccount, example = json!({"token": "eyJhbGciOiJIUzI1NiJ9.e30.c2ln"})),
    responses((
        status = 200, description = "The address is verified; its owner can log in", body = Account,
        example = json!(examples::account()),
    )),
    extensions(("x-problem-codes" = json!(["token_invalid", "token_expired", "address_taken"]))),
)]
pub async fn verify_account(
    app: Data<App>,
    pool: Data<Pool>,
    request: Idempotent<VerifyAccount>,
) -> Result<HttpResponse, Error> {
    let VerifyAccount { token, password } = request.body;
    let account = {
        let mut ctx = Ctx::acquire(&app, &pool).await?;
        accounts::whose_address(&mut ctx, &token).await?.account.id
    };
    let key = request.key.of(account);
    // No connection is in use while passwords are hashed.
    let (key, hash) = match password {
        Some(password) => {
            let key = with_password(&app, key).await?;
            (key, Some(app.passwords.hash(&app, password.into_secret()).await?))
        }
        None => (key.map(IdempotentRequest::with_token), None),
    };
    let mut ctx = Ctx::acquire(&app, &pool).await?;
    once(&mut ctx, key, async |tx| {
        let verified = accounts::verify(tx, &token, hash.as_deref()).await?;
        StoredReply::new(200, &verified.account)
    })
    .await
}

/// Show my account
///
/// With the settings that `PATCH /v1/me` changes, and whether mails reach you.
#[utoipa::path(
    get, path = "/v1/me", tag = "accounts",
    responses((
        status = 200, description = "The account of the token", body = Account,
        example = json!(examples::account()),
    )),
)]
pub async fn get_me(
    caller: Caller<scope::AccountRead>,
    seen: IfNoneMatch,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    etag::answer_by_content(&seen.0, &accounts::show(&mut ctx.db, caller.account).await?)
}

/// Change my profile
///
/// What is left out stays as it is.
#[utoipa::path(
    patch, path = "/v1/me", tag = "accounts",
    request_body(
        content = UpdateAccount,
        example = json!({"time_zone": "Atlantic/Reykjavik", "about": "Settling in."}),
    ),
    responses((
        status = 200, description = "Your account as it is now", body = Account,
        example = json!(examples::account()),
    )),
    extensions(("x-problem-codes" = json!(["secret_in_text", "name_taken"]))),
)]
pub async fn update_me(
    caller: Caller<scope::ProfileWrite>,
    body: Body<UpdateAccount>,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    let account = ctx.transaction(async |tx| accounts::change_profile(tx, caller.account, body.0).await);
    let account = account.await?;
    deadlines::apply_availability(&mut ctx, caller.account).await;
    Ok(HttpResponse::Ok().json(account))
}

/// Export everything about me
///
/// Log-ins, games and your actions in them, messages, notes, mails and more, in one document.
#[utoipa::path(
    get, path = "/v1/me/export", tag = "accounts",
    responses((
        status = 200, description = "Everything that is stored about you", body = AccountExport,
        example = json!(examples::export()),
    )),
)]
pub async fn export_account(caller: LoggedIn, mut ctx: Ctx) -> Result<HttpResponse, Error> {
    let export = accounts::export(&mut ctx, caller.account).await?;
    let name = "attachment; filename=\"althing-export.json\"";
    Ok(HttpResponse::Ok().insert_header((CONTENT_DISPOSITION, name)).json(export))
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct DeleteAccount {
    /// Your password, to be sure that it is you.
    #[schema(value_type = String, format = "password")]
    pub password: SecretString,
}

/// Delete my account
///
/// For good. What is personal is erased; in games a pseudonym remains, so that those of others stay whole. Seats in
/// games that have not started are given up; in running games a bot plays on.
#[utoipa::path(
    delete, path = "/v1/me", tag = "accounts",
    request_body(content = DeleteAccount, example = json!({"password": "a long ship west"})),
    responses((status = 204, description = "Nobody can log in to it any more")),
    extensions(("x-problem-codes" = json!(["wrong_password"]))),
)]
pub async fn delete_account(
    caller: LoggedIn,
    app: Data<App>,
    pool: Data<Pool>,
    body: Body<DeleteAccount>,
) -> Result<HttpResponse, Error> {
    let stored = {
        let mut ctx = Ctx::acquire(&app, &pool).await?;
        accounts::stored(&mut ctx.db, caller.account).await?
    };
    password::must_match(&app, &pool, &stored, body.0.password, "password").await?;
    let mut ctx = Ctx::acquire(&app, &pool).await?;
    ctx.transaction(async |tx| departures::depart(tx, &stored, caller.session).await).await?;
    recovery::clear_credential_caches(&app);
    departures::leave_tables(&mut ctx, Some(caller.account)).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// List the audit log of my account
///
/// Log-ins, failed ones too, changes of password and address, tokens, and what operators did. Latest first.
#[utoipa::path(
    get, path = "/v1/me/audit", tag = "accounts",
    responses((
        status = 200, description = "Entries of the log, latest first", body = Page<AuditEntry>,
        example = json!(examples::notes()),
    )),
)]
pub async fn list_audit_log(
    caller: Caller<scope::AccountRead>,
    Paging { limit, cursor }: Paging,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    Ok(HttpResponse::Ok().json(audit::page(&mut ctx.db, caller.account, cursor.as_deref(), limit).await?))
}
