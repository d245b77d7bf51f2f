//! `/v1/me/notifications/preferences` and `/v1/games/{game_id}/notification-preferences`: what players set about their mails, and what became of them.

use actix_web::HttpResponse;
use uuid::Uuid;

use super::accounts::{Acknowledgement, IN_THE_MAIL};
use super::ctx::{Ctx, once_and_notify};
use super::extract::{Body, Caller, EmptyBody, Idempotent, LoggedIn, Paging, Path, scope};
use super::openapi::examples;
use crate::error::Error;
use crate::service::idempotency::StoredReply;
use crate::service::page::Page;
use crate::service::preferences::{
    self, Delivery, DeliveryPreferences, GamePreferences, UpdateDeliveryPreferences, UpdateGamePreferences,
};
use crate::store;

/// Show what I set about my mails
///
/// How each kind of notice reaches you, when you are left in peace, and when the daily mail comes. Mails about your
/// account itself (a new password, another address) always come at once.
#[utoipa::path(
    get, path = "/v1/me/notifications/preferences", operation_id = "get_notification_preferences", tag = "notifications",
    responses((
        status = 200, description = "What is set", body = DeliveryPreferences,
        example = json!(examples::notice_settings()),
    )),
)]
pub async fn show(
    caller: Caller<scope::AccountRead>,
    Ctx { app, mut db }: Ctx,
) -> Result<HttpResponse, Error> {
    Ok(HttpResponse::Ok().json(preferences::show(&app, &mut db, caller.account).await?))
}

/// Set how mails reach me
///
/// In place of everything that was set for all games; what is left out has its usual value. It holds for what waits to
/// be sent, too. In the quiet hours nothing is sent, not even a warning that your time runs out unless you say so; it
/// comes at their end. The daily mail comes at its own hour even if that is a quiet one. What is batched or comes daily
/// is left out of its mail when its question has been answered by then.
#[utoipa::path(
    put, path = "/v1/me/notifications/preferences", operation_id = "update_notification_preferences", tag = "notifications",
    request_body(
        content = UpdateDeliveryPreferences,
        example = json!({
            "modes": {"trade_offered": "batched", "game_started": "daily", "table": "never"},
            "quiet_hours": {"from": 22, "to": 7},
            "digest_hour": 18,
        }),
    ),
    responses((
        status = 200, description = "What is set now", body = DeliveryPreferences,
        example = json!(examples::notice_settings()),
    )),
)]
pub async fn set(
    caller: LoggedIn,
    body: Body<UpdateDeliveryPreferences>,
    Ctx { app, mut db }: Ctx,
) -> Result<HttpResponse, Error> {
    let set =
        store::transaction(&mut db, async |db| preferences::set(&app, db, caller.account, body.0).await);
    Ok(HttpResponse::Ok().json(set.await?))
}

/// List what became of my mails
///
/// Every notice and mail to you: when it was due, whether it waits, was sent, went into another mail, was not wanted or
/// no longer true, or could not be sent. Newest first.
#[utoipa::path(
    get, path = "/v1/me/notifications/deliveries", operation_id = "list_notification_deliveries", tag = "notifications",
    responses((
        status = 200, description = "A page of them", body = Page<Delivery>, example = json!(examples::deliveries()),
    )),
)]
pub async fn deliveries(
    caller: Caller<scope::AccountRead>,
    Paging { limit, cursor }: Paging,
    Ctx { mut db, .. }: Ctx,
) -> Result<HttpResponse, Error> {
    let page = preferences::deliveries(&mut db, caller.account, cursor.as_deref(), limit).await?;
    Ok(HttpResponse::Ok().json(page))
}

/// Send me a test mail
///
/// To your own address, at once, whatever is set. `GET /v1/me/notifications/deliveries` tells what became of it.
#[utoipa::path(
    post, path = "/v1/me/notifications/test", operation_id = "send_test_email", tag = "notifications",
    request_body(content = EmptyBody, example = json!({})),
    responses((
        status = 202, description = "It will be sent", body = Acknowledgement,
        example = json!({"message": IN_THE_MAIL}),
    )),
)]
pub async fn test(
    caller: LoggedIn,
    request: Idempotent<EmptyBody>,
    Ctx { app, mut db }: Ctx,
) -> Result<HttpResponse, Error> {
    once_and_notify(&app, &mut db, request.key.of(caller.account), async |db| {
        preferences::test(&app, db, caller.account).await?;
        StoredReply::new(202, &Acknowledgement { message: IN_THE_MAIL.to_owned() })
    })
    .await
}

/// Show what I set about the mails of a game
///
/// It comes before what is set for all games. Members only.
#[utoipa::path(
    get, path = "/v1/games/{game_id}/notification-preferences", operation_id = "get_game_notification_preferences", tag = "notifications",
    responses((
        status = 200, description = "What is set", body = GamePreferences, example = json!(examples::game_notices()),
    )),
    extensions(("x-problem-codes" = json!(["game_not_found", "not_a_member", "rules_version_unsupported"]))),
)]
pub async fn for_game(
    caller: Caller<scope::AccountRead>,
    game: Path<Uuid>,
    Ctx { app, mut db }: Ctx,
) -> Result<HttpResponse, Error> {
    let set = preferences::for_game(&app, &mut db, game.0, caller.account).await?;
    Ok(HttpResponse::Ok().json(set))
}

/// Set how mails of a game reach me
///
/// In place of what was set for it; kinds that are left out follow what is set for all games. Members only.
#[utoipa::path(
    put, path = "/v1/games/{game_id}/notification-preferences", operation_id = "update_game_notification_preferences", tag = "notifications",
    request_body(content = UpdateGamePreferences, example = json!({"modes": {"message": "never"}})),
    responses((
        status = 200, description = "What is set now", body = GamePreferences, example = json!(examples::game_notices()),
    )),
    extensions(("x-problem-codes" = json!(["game_not_found", "not_a_member", "rules_version_unsupported"]))),
)]
pub async fn set_for_game(
    caller: LoggedIn,
    game: Path<Uuid>,
    body: Body<UpdateGamePreferences>,
    Ctx { app, mut db }: Ctx,
) -> Result<HttpResponse, Error> {
    let set = preferences::set_for_game(&app, &mut db, game.0, caller.account, body.0);
    Ok(HttpResponse::Ok().json(set.await?))
}
