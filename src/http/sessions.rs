//! `/v1/sessions` and `/v1/me/sessions`: logging in, staying logged in, logging out, here or elsewhere.

use actix_web::HttpResponse;
use actix_web::web::Data;
use secrecy::SecretString;
use serde::Deserialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::extract::{Body, Caller, Device, IdempotencyKey, Path, Query};
use super::openapi::examples;
use super::origin::Origin;
use super::paging::Paging;
use super::reply;
use crate::app::App;
use crate::error::{Code, Error};
use crate::service::accounts;
use crate::service::limits::{self, PasswordTry};
use crate::service::once::{Once, Reply, once};
use crate::service::sessions::{self, Sessions, Tokens};
use crate::store::{self, Connection, Pool};

/// Who logs in.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct LogIn {
    /// The name or the mail address.
    pub login: String,
    /// The password.
    #[schema(value_type = String, format = "password")]
    pub password: SecretString,
    /// The `device_token` of an earlier log-in of the same device, if it has one: wrong passwords that others tried don't
    /// keep it out then. One that is no good does no harm.
    #[serde(default)]
    pub device_token: Option<String>,
}

/// Log in
///
/// Gives an access token for the calls and a refresh token for the time after it. A wrong name and a wrong password
/// are answered alike. After too many wrong passwords for one name, from wherever, the right one is refused with
/// `too_many_requests` for a while, too, but not to a device that sends the `device_token` of an earlier log-in; and a
/// link by mail (`request_log_in_link`) always logs in.
#[utoipa::path(
    post, path = "/v1/sessions", operation_id = "create_session", tag = "sessions",
    request_body(content = LogIn, example = json!({"login": "Aud", "password": "a long ship west"})),
    responses((
        status = 201, description = "Logged in", body = Tokens,
        example = json!(examples::tokens()),
    )),
    extensions(
        ("x-problem-codes" = json!(["wrong_credentials", "address_not_verified", "account_banned", "key_reused"])),
        ("x-idempotent" = json!(true)),
    ),
)]
pub async fn log_in(
    app: Data<App>,
    pool: Data<Pool>,
    device: Device,
    key: IdempotencyKey,
    origin: Origin,
    body: Body<LogIn>,
) -> Result<HttpResponse, Error> {
    let LogIn { login, password, device_token } = body.value;
    // No connection is kept while passwords are waited for.
    let (candidate, tried) = {
        let mut connection = store::pool::lend(&pool).await?;
        let candidate = sessions::candidate(&mut connection, &login).await?;
        let known =
            sessions::known_device(&app, &mut connection, &candidate, device_token.as_deref()).await?;
        let tried = match known {
            Some((account, session)) => PasswordTry::Device(account, session),
            None => PasswordTry::Stranger(&login, origin.0),
        };
        limits::password_tried(&app, &mut connection, tried).await?;
        (candidate, tried)
    };
    let proven = match sessions::prove(&app, candidate, password).await {
        Ok(proven) => proven,
        Err(unproven) => {
            let mut connection = store::pool::lend(&pool).await?;
            return Err(sessions::note_failure(&app, &mut connection, unproven).await);
        }
    };
    let request = match Once::new(proven.account(), "POST /v1/sessions", key.0, body.digest) {
        Some(request) => Some(request.with_password(&app).await?),
        None => None,
    };
    let mut connection = store::pool::lend(&pool).await?;
    limits::password_right(&app, &mut connection, tried).await?;
    let reply = once(&app, &mut connection, request, async |connection| {
        Reply::new(201, &sessions::open(&app, connection, proven, &device.0).await?)
    });
    Ok(reply::send(reply.await?))
}

/// A refresh token.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Refresh {
    /// The newest refresh token of the session.
    pub refresh_token: String,
}

/// Refresh a session
///
/// Gives the next pair of tokens. A refresh token is good once: one that comes a second time ends its session, for it
/// was stolen or lost. A client that may lose the reply sends an `Idempotency-Key`: the repeat gets the same pair.
#[utoipa::path(
    post, path = "/v1/sessions/refresh", operation_id = "refresh_session", tag = "sessions",
    request_body(
        content = Refresh,
        example = json!({"refresh_token": "q83vEjRWeJASNFZ4kBI0VniQq83vEjRWeJASNFZ4kBI"}),
    ),
    responses((
        status = 200, description = "The next pair of tokens", body = Tokens,
        example = json!(examples::tokens()),
    )),
    extensions(
        ("x-problem-codes" = json!(["refresh_token_invalid", "refresh_token_reused", "key_reused"])),
        ("x-idempotent" = json!(true)),
    ),
)]
pub async fn refresh(
    app: Data<App>,
    pool: Data<Pool>,
    key: IdempotencyKey,
    body: Body<Refresh>,
) -> Result<HttpResponse, Error> {
    let token = &body.value.refresh_token;
    let mut connection = store::pool::lend(&pool).await?;
    let holder = sessions::holder(&mut connection, token).await?;
    let request = Once::new(holder.account, "POST /v1/sessions/refresh", key.0, body.digest);
    let reply = once(&app, &mut connection, request.map(Once::with_token), async |connection| {
        Reply::new(200, &sessions::refresh(&app, connection, token).await?)
    });
    let reply = reply.await;
    if reply.as_ref().is_err_and(|error| error.is(Code::RefreshTokenReused)) {
        let ending = async |connection: &mut Connection| sessions::end_reused(&app, connection, holder).await;
        store::transaction(&mut connection, ending).await?;
        app.ended.look_again();
    }
    Ok(reply::send(reply?))
}

/// Log out
///
/// Ends the session of the access token: neither its refresh token nor its access tokens are good any more.
#[utoipa::path(
    delete, path = "/v1/sessions/current", operation_id = "delete_current_session", tag = "sessions",
    responses((status = 204, description = "Logged out")),
    security(("access_token" = [])),
    extensions(("x-session-only" = json!(true))),
)]
pub async fn log_out(caller: Caller, app: Data<App>, pool: Data<Pool>) -> Result<HttpResponse, Error> {
    let session = caller.session_only()?;
    let mut connection = store::pool::lend(&pool).await?;
    store::transaction(&mut connection, async |connection| {
        sessions::log_out(&app, connection, caller.account, session).await
    })
    .await?;
    app.ended.look_again();
    Ok(HttpResponse::NoContent().finish())
}

/// List where I am logged in
///
/// Newest first. Sessions that have ended or run out are not listed.
#[utoipa::path(
    get, path = "/v1/me/sessions", operation_id = "list_sessions", tag = "sessions",
    params(Paging),
    responses((
        status = 200, description = "A page of sessions", body = Sessions,
        example = json!(examples::sessions()),
    )),
    security(("access_token" = [])),
    extensions(("x-problem-codes" = json!(["invalid_parameter"])), ("x-session-only" = json!(true))),
)]
pub async fn list(
    app: Data<App>,
    caller: Caller,
    pool: Data<Pool>,
    paging: Query<Paging>,
) -> Result<HttpResponse, Error> {
    let session = caller.session_only()?;
    let (limit, cursor) = (paging.0.limit()?, paging.0.cursor.as_deref());
    let mut connection = store::pool::lend(&pool).await?;
    let page = sessions::page(&app, &mut connection, caller.account, session, cursor, limit);
    Ok(HttpResponse::Ok().json(page.await?))
}

/// Log out everywhere else
///
/// Ends every session but the one that asks, and with them every personal access token, stream, ticket, and link in a mail
/// that was sent. A mail says so, and lists the webhooks and standing orders that go on.
#[utoipa::path(
    delete, path = "/v1/me/sessions", operation_id = "delete_other_sessions", tag = "sessions",
    responses((status = 204, description = "Logged in here only")),
    security(("access_token" = [])),
    extensions(("x-session-only" = json!(true))),
)]
pub async fn end_others(caller: Caller, app: Data<App>, pool: Data<Pool>) -> Result<HttpResponse, Error> {
    let session = caller.session_only()?;
    let mut connection = store::pool::lend(&pool).await?;
    store::transaction(&mut connection, async |connection| {
        accounts::end_other_sessions(&app, connection, caller.account, session).await
    })
    .await?;
    accounts::shut_out(&app);
    app.wake.knock();
    Ok(HttpResponse::NoContent().finish())
}

/// End a session
///
/// Logs a device out, from any other. Harmless to repeat.
#[utoipa::path(
    delete, path = "/v1/me/sessions/{session_id}", operation_id = "delete_session", tag = "sessions",
    params(("session_id" = Uuid, Path, description = "The session")),
    responses((status = 204, description = "Logged out there")),
    security(("access_token" = [])),
    extensions(("x-problem-codes" = json!(["session_not_found"])), ("x-session-only" = json!(true))),
)]
pub async fn end_one(
    caller: Caller,
    app: Data<App>,
    pool: Data<Pool>,
    session: Path<Uuid>,
) -> Result<HttpResponse, Error> {
    caller.session_only()?;
    let mut connection = store::pool::lend(&pool).await?;
    store::transaction(&mut connection, async |connection| {
        sessions::end_one(&app, connection, caller.account, session.0).await
    })
    .await?;
    app.ended.look_again();
    Ok(HttpResponse::NoContent().finish())
}
