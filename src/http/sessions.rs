//! `/v1/sessions` and `/v1/me/sessions`: logging in, with a password or a link by mail, staying logged in, logging out,
//! here or elsewhere.

use actix_web::dev::Payload;
use actix_web::http::header::USER_AGENT;
use actix_web::web::Data;
use actix_web::{Error as WebError, HttpRequest, HttpResponse};
use secrecy::SecretString;
use serde::Deserialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::accounts::{Acknowledgement, IN_THE_MAIL, RequestEmail, VerifyAccount, ask_for_mail};
use super::ctx::{once, with_password};
use super::endpoint::Argument;
use super::extract::{Idempotent, LoggedIn, Paging, Path};
use super::openapi::examples;
use super::origin::Origin;
use crate::error::{Code, Error};
use crate::service::idempotency::{IdempotentRequest, StoredReply};
use crate::service::identity::EmailAddress;
use crate::service::limits::{self, PasswordTry};
use crate::service::page::Page;
use crate::service::recovery::{self, LinkRequest};
use crate::service::sessions::{self, Session, SessionTokens};
use crate::service::{App, Ctx};
use crate::store::Pool;

#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CreateSession {
    /// Your name or mail address.
    pub login: String,
    #[schema(value_type = String, format = "password")]
    pub password: SecretString,
    /// The `device_token` of an earlier log-in of this device: wrong passwords of others don't keep it out then.
    #[serde(default)]
    pub device_token: Option<String>,
}

/// The device that calls, from its `User-Agent` header, in a few words; empty without one.
pub struct Device(pub String);

impl Argument for Device {
    async fn read(request: &HttpRequest, _: &mut Payload) -> Result<Self, WebError> {
        let agent = request.headers().get(USER_AGENT).and_then(|value| value.to_str().ok());
        Ok(Self(sessions::device(agent.unwrap_or_default())))
    }
}

/// Where a session can be found that was opened.
const OWN_SESSIONS: &str = "/v1/me/sessions";

/// Log in
///
/// Gives an access token for calls and a refresh token for later. A wrong name and a wrong password are answered alike.
/// After too many wrong passwords for a name the right one is refused for a while, but not with a `device_token`; a
/// link by mail (`request_login_link`) always works.
#[utoipa::path(
    post, path = "/v1/sessions", tag = "sessions",
    request_body(content = CreateSession, example = json!({"login": "Aud", "password": "a long ship west"})),
    responses((
        status = 201, description = "You are logged in", body = SessionTokens,
        example = json!(examples::tokens()),
    )),
    extensions(("x-problem-codes" = json!(["wrong_credentials", "address_not_verified", "account_banned"]))),
)]
pub async fn create_session(
    app: Data<App>,
    pool: Data<Pool>,
    device: Device,
    origin: Origin,
    request: Idempotent<CreateSession>,
) -> Result<HttpResponse, Error> {
    let CreateSession { login, password, device_token } = &request.body;
    // No connection is in use while passwords are hashed.
    let (candidate, tried) = {
        let mut ctx = Ctx::acquire(&app, &pool).await?;
        let candidate = sessions::candidate(&mut ctx.db, login).await?;
        let known = sessions::known_device(&mut ctx, &candidate, device_token.as_deref()).await?;
        let tried = match known {
            Some((account, session)) => PasswordTry::Device(account, session),
            None => PasswordTry::Stranger(login, origin.0),
        };
        limits::password_tried(&mut ctx, tried).await?;
        (candidate, tried)
    };
    let proven = match sessions::prove(&app, candidate, password.clone()).await {
        Ok(proven) => proven,
        Err(unproven) => {
            let mut ctx = Ctx::acquire(&app, &pool).await?;
            return Err(sessions::record_failure(&mut ctx, unproven).await);
        }
    };
    let key = with_password(&app, request.key.of(proven.account())).await?;
    let mut ctx = Ctx::acquire(&app, &pool).await?;
    limits::password_right(&mut ctx, tried).await?;
    once(&mut ctx, key, async |tx| {
        StoredReply::created(&sessions::open(tx, proven, &device.0).await?, OWN_SESSIONS)
    })
    .await
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RefreshSession {
    pub refresh_token: String,
}

/// Refresh a session
///
/// Gives the next pair of tokens. A refresh token works once: if it comes again, it was stolen or lost, and its session
/// ends. A client that may lose the reply sends an `Idempotency-Key`: the repeat gets the same pair.
#[utoipa::path(
    post, path = "/v1/sessions/refresh", tag = "sessions",
    request_body(
        content = RefreshSession,
        example = json!({"refresh_token": "q83vEjRWeJASNFZ4kBI0VniQq83vEjRWeJASNFZ4kBI"}),
    ),
    responses((
        status = 200, description = "The next pair of tokens", body = SessionTokens,
        example = json!(examples::tokens()),
    )),
    extensions(("x-problem-codes" = json!(["refresh_token_invalid", "refresh_token_reused"]))),
)]
pub async fn refresh_session(
    request: Idempotent<RefreshSession>,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    let token = &request.body.refresh_token;
    let holder = sessions::holder(&mut ctx.db, token).await?;
    let key = request.key.of(holder.account).map(IdempotentRequest::with_token);
    let response =
        once(&mut ctx, key, async |tx| StoredReply::new(200, &sessions::refresh(tx, token).await?)).await;
    if response.as_ref().is_err_and(|error| error.is(Code::RefreshTokenReused)) {
        ctx.transaction(async |tx| sessions::end_reused(tx, holder).await).await?;
        ctx.app.revoked_sessions.invalidate();
    }
    response
}

/// Log out
///
/// Its refresh token and access tokens become invalid.
#[utoipa::path(
    delete, path = "/v1/sessions/current", tag = "sessions",
    responses((status = 204, description = "The session has ended")),
)]
pub async fn delete_current_session(caller: LoggedIn, mut ctx: Ctx) -> Result<HttpResponse, Error> {
    ctx.transaction(async |tx| sessions::log_out(tx, caller.account, caller.session).await).await?;
    ctx.app.revoked_sessions.invalidate();
    Ok(HttpResponse::NoContent().finish())
}

/// List where I am logged in
///
/// Newest first, without those that have ended or expired.
#[utoipa::path(
    get, path = "/v1/me/sessions", tag = "sessions",
    responses((
        status = 200, description = "Your sessions, newest first", body = Page<Session>,
        example = json!(examples::sessions()),
    )),
)]
pub async fn list_sessions(
    caller: LoggedIn,
    Paging { limit, cursor }: Paging,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    let page = sessions::page(&mut ctx, caller.account, caller.session, cursor.as_deref(), limit);
    Ok(HttpResponse::Ok().json(page.await?))
}

/// Log out everywhere else
///
/// Ends every other session, and every personal access token, stream and link in a mail. A mail lists the webhooks and
/// standing orders that go on.
#[utoipa::path(
    delete, path = "/v1/me/sessions", tag = "sessions",
    responses((status = 204, description = "You are logged in here only")),
)]
pub async fn delete_other_sessions(caller: LoggedIn, mut ctx: Ctx) -> Result<HttpResponse, Error> {
    ctx.transaction(async |tx| recovery::end_other_sessions(tx, caller.account, caller.session).await)
        .await?;
    recovery::clear_credential_caches(&ctx.app);
    ctx.app.events.notify();
    Ok(HttpResponse::NoContent().finish())
}

/// End a session
///
/// Logs out one of your devices. Harmless to repeat.
#[utoipa::path(
    delete, path = "/v1/me/sessions/{session_id}", tag = "sessions",
    responses((status = 204, description = "The device is logged out")),
    extensions(("x-problem-codes" = json!(["session_not_found"]))),
)]
pub async fn delete_session(
    caller: LoggedIn,
    session: Path<Uuid>,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    ctx.transaction(async |tx| sessions::end_one(tx, caller.account, session.0).await).await?;
    ctx.app.revoked_sessions.invalidate();
    Ok(HttpResponse::NoContent().finish())
}

/// Request a link to log in
///
/// Sends a mail to the address with a short code (`create_session_with_code`) and a token (`create_session_with_link`), if
/// an account has verified it; the answer is the same if none has. Older mails become invalid.
#[utoipa::path(
    post, path = "/v1/sessions/link", tag = "sessions",
    request_body(content = RequestEmail, example = json!({"email": "aud@example.org"})),
    responses((
        status = 202, description = "Accepted; a mail follows if the address has an account", body = Acknowledgement,
        example = json!({"message": IN_THE_MAIL}),
    )),
)]
pub async fn request_login_link(request: Idempotent<RequestEmail>, ctx: Ctx) -> Result<HttpResponse, Error> {
    ask_for_mail(ctx, LinkRequest::LogIn, request).await
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CreateSessionWithCode {
    /// The address that the mail was sent to.
    #[schema(value_type = String, format = "email", max_length = 254)]
    pub email: EmailAddress,
    /// The short code of the mail, in any case, with or without its space.
    #[schema(max_length = 20)]
    pub code: String,
}

/// Log in with a code
///
/// Takes the short code from the mail of `request_login_link`, which a player can type, and gives what a log-in gives.
/// After ten tries the code is used up; the longer one of the same mail still works. The password stays as it is.
#[utoipa::path(
    post, path = "/v1/sessions/code", tag = "sessions",
    request_body(
        content = CreateSessionWithCode,
        example = json!({"email": "aud@example.org", "code": "7GQ2 M4XK"}),
    ),
    responses((
        status = 201, description = "You are logged in", body = SessionTokens,
        example = json!(examples::tokens()),
    )),
    extensions(("x-problem-codes" = json!(["account_banned"]))),
)]
pub async fn create_session_with_code(
    device: Device,
    request: Idempotent<CreateSessionWithCode>,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    let CreateSessionWithCode { email, code } = &request.body;
    let account = sessions::whose_code(&mut ctx, email).await?;
    // Refused within the request that is done once: a repeat gets the first reply, although the code is used up by then.
    let typed = sessions::check_code(&mut ctx, account, code).await;
    let key = account.and_then(|account| request.key.of(account)).map(IdempotentRequest::with_token);
    once(&mut ctx, key, async |tx| {
        StoredReply::created(&sessions::open_by_code(tx, &typed?, &device.0).await?, OWN_SESSIONS)
    })
    .await
}

/// Log in with a link
///
/// Takes the token from the mail, once, and gives what a log-in gives. The password stays as it is.
#[utoipa::path(
    post, path = "/v1/sessions/link/confirm", tag = "sessions",
    request_body(content = VerifyAccount, example = json!({"token": "eyJhbGciOiJIUzI1NiJ9.e30.c2ln"})),
    responses((
        status = 201, description = "You are logged in", body = SessionTokens,
        example = json!(examples::tokens()),
    )),
    extensions(("x-problem-codes" = json!(["token_invalid", "token_expired", "account_banned"]))),
)]
pub async fn create_session_with_link(
    device: Device,
    request: Idempotent<VerifyAccount>,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    let token = &request.body.token;
    let account = sessions::whose_link(&mut ctx, token).await?;
    once(&mut ctx, request.key.of(account).map(IdempotentRequest::with_token), async |tx| {
        StoredReply::created(&sessions::open_by_link(tx, token, &device.0).await?, OWN_SESSIONS)
    })
    .await
}
