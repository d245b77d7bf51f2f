//! `/v1/me/notices` and `/v1/games/{game_id}/notices`: what a reader sets about his mails, and what became of them.

use actix_web::HttpResponse;
use actix_web::web::Data;
use serde::Deserialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::accounts::{Acknowledged, IN_THE_MAIL};
use super::extract::{Body, Caller, IdempotencyKey, Path, Query};
use super::openapi::examples;
use super::paging::Paging;
use super::reply;
use crate::app::App;
use crate::error::Error;
use crate::service::access::Scope;
use crate::service::notice_settings::{
    self, Deliveries, GameNoticeSettings, GameWays, NoticeSettings, NoticeSettingsChange,
};
use crate::service::once::{Once, Reply};
use crate::store::{self, Pool};

/// Show what I set about my mails
///
/// How each kind of notice reaches you, when you are left in peace, and when the daily mail comes. Mails about your
/// account itself (a new password, another address) always come at once.
#[utoipa::path(
    get, path = "/v1/me/notices", operation_id = "get_notice_settings", tag = "notices",
    responses((
        status = 200, description = "What is set", body = NoticeSettings,
        example = json!(examples::notice_settings()),
    )),
    security(("access_token" = [])),
    extensions(("x-scope" = json!("account:read"))),
)]
pub async fn show(caller: Caller, pool: Data<Pool>) -> Result<HttpResponse, Error> {
    caller.require(Scope::AccountRead)?;
    let mut connection = store::pool::lend(&pool).await?;
    Ok(HttpResponse::Ok().json(notice_settings::show(&mut connection, caller.account).await?))
}

/// Set how mails reach me
///
/// In place of everything that was set for all games; what is left out has its usual value. It holds for what waits to
/// be sent, too. In the quiet hours nothing is sent, not even a warning that your time runs out unless you say so; it
/// comes at their end. The daily mail comes at its own hour even if that is a quiet one. What is batched or comes daily
/// is left out of its mail when its question has been answered by then.
#[utoipa::path(
    put, path = "/v1/me/notices", operation_id = "update_notice_settings", tag = "notices",
    request_body(
        content = NoticeSettingsChange,
        example = json!({
            "ways": {"trade_offered": "batched", "game_started": "daily", "table": "never"},
            "quiet_hours": {"from": 22, "to": 7},
            "digest_hour": 18,
        }),
    ),
    responses((
        status = 200, description = "What is set now", body = NoticeSettings,
        example = json!(examples::notice_settings()),
    )),
    security(("access_token" = [])),
    extensions(("x-session-only" = json!(true))),
)]
pub async fn set(
    app: Data<App>,
    pool: Data<Pool>,
    caller: Caller,
    body: Body<NoticeSettingsChange>,
) -> Result<HttpResponse, Error> {
    caller.session_only()?;
    let mut connection = store::pool::lend(&pool).await?;
    let set = store::transaction(&mut connection, async |connection| {
        notice_settings::set(&app, connection, caller.account, body.value).await
    });
    Ok(HttpResponse::Ok().json(set.await?))
}

/// List what became of my mails
///
/// Every notice and mail to you: when it was due, whether it waits, was sent, went into another mail, was not wanted or
/// no longer true, or could not be sent. Newest first.
#[utoipa::path(
    get, path = "/v1/me/notices/deliveries", operation_id = "list_deliveries", tag = "notices",
    params(Paging),
    responses((
        status = 200, description = "A page of them", body = Deliveries, example = json!(examples::deliveries()),
    )),
    security(("access_token" = [])),
    extensions(("x-problem-codes" = json!(["invalid_parameter"])), ("x-scope" = json!("account:read"))),
)]
pub async fn deliveries(
    caller: Caller,
    pool: Data<Pool>,
    paging: Query<Paging>,
) -> Result<HttpResponse, Error> {
    caller.require(Scope::AccountRead)?;
    let (limit, cursor) = (paging.0.limit()?, paging.0.cursor.as_deref());
    let mut connection = store::pool::lend(&pool).await?;
    let page = notice_settings::deliveries(&mut connection, caller.account, cursor, limit).await?;
    Ok(HttpResponse::Ok().json(page))
}

/// Nothing more to say.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct TestMail {}

/// Send me a test mail
///
/// To your own address, at once, whatever is set. `GET /v1/me/notices/deliveries` tells what became of it.
#[utoipa::path(
    post, path = "/v1/me/notices/test", operation_id = "send_test_mail", tag = "notices",
    request_body(content = TestMail, example = json!({})),
    responses((
        status = 202, description = "It will be sent", body = Acknowledged,
        example = json!({"message": IN_THE_MAIL}),
    )),
    security(("access_token" = [])),
    extensions(
        ("x-session-only" = json!(true)),
        ("x-problem-codes" = json!(["key_reused"])),
        ("x-idempotent" = json!(true)),
    ),
)]
pub async fn test(
    app: Data<App>,
    pool: Data<Pool>,
    caller: Caller,
    key: IdempotencyKey,
    body: Body<TestMail>,
) -> Result<HttpResponse, Error> {
    caller.session_only()?;
    let request = Once::new(caller.account, "POST /v1/me/notices/test", key.0, body.digest);
    let reply = reply::carry_out(&app, &pool, request, async |connection| {
        notice_settings::test(&app, connection, caller.account).await?;
        Reply::new(202, &Acknowledged { message: IN_THE_MAIL.to_owned() })
    });
    reply.await
}

/// Show what I set about the mails of a game
///
/// It comes before what is set for all games. Members only.
#[utoipa::path(
    get, path = "/v1/games/{game_id}/notices", operation_id = "get_game_notice_settings", tag = "notices",
    params(("game_id" = Uuid, Path, description = "The game")),
    responses((
        status = 200, description = "What is set", body = GameWays, example = json!(examples::game_notices()),
    )),
    security(("access_token" = [])),
    extensions(
        ("x-scope" = json!("account:read")),
        ("x-problem-codes" = json!(["game_not_found", "not_a_member", "rules_version_unsupported"])),
    ),
)]
pub async fn for_game(
    app: Data<App>,
    pool: Data<Pool>,
    caller: Caller,
    game: Path<Uuid>,
) -> Result<HttpResponse, Error> {
    caller.require(Scope::AccountRead)?;
    let mut connection = store::pool::lend(&pool).await?;
    let set = notice_settings::for_game(&app, &mut connection, game.0, caller.account).await?;
    Ok(HttpResponse::Ok().json(set))
}

/// Set how mails of a game reach me
///
/// In place of what was set for it; kinds that are left out follow what is set for all games. Members only.
#[utoipa::path(
    put, path = "/v1/games/{game_id}/notices", operation_id = "update_game_notice_settings", tag = "notices",
    params(("game_id" = Uuid, Path, description = "The game")),
    request_body(content = GameNoticeSettings, example = json!({"ways": {"message": "never"}})),
    responses((
        status = 200, description = "What is set now", body = GameWays, example = json!(examples::game_notices()),
    )),
    security(("access_token" = [])),
    extensions(
        ("x-session-only" = json!(true)),
        ("x-problem-codes" = json!([
            "game_not_found", "not_a_member", "invalid_field", "rules_version_unsupported",
        ])),
    ),
)]
pub async fn set_for_game(
    app: Data<App>,
    pool: Data<Pool>,
    caller: Caller,
    game: Path<Uuid>,
    body: Body<GameNoticeSettings>,
) -> Result<HttpResponse, Error> {
    caller.session_only()?;
    let mut connection = store::pool::lend(&pool).await?;
    let set = notice_settings::set_for_game(&app, &mut connection, game.0, caller.account, body.value);
    Ok(HttpResponse::Ok().json(set.await?))
}
