//! `/v1/me/notifications/preferences` and `/v1/games/{game_id}/notification-preferences`: what players set about their
//! mails, and what became of them.

use actix_web::HttpResponse;
use uuid::Uuid;

use super::accounts::{Acknowledgement, IN_THE_MAIL};
use super::ctx::once_and_notify;
use super::extract::{Body, Caller, EmptyBody, Idempotent, Paging, Path, scope};
use super::openapi::examples;
use crate::error::Error;
use crate::service::Ctx;
use crate::service::idempotency::StoredReply;
use crate::service::page::Page;
use crate::service::preferences::{
    self, Delivery, DeliveryPreferences, GamePreferences, UpdateDeliveryPreferences, UpdateGamePreferences,
};

/// Show my mail settings
///
/// How each kind of notification reaches you, your quiet hours, and when the daily mail comes. Mails about your account
/// itself always come at once.
#[utoipa::path(
    get, path = "/v1/me/notifications/preferences", tag = "notifications",
    responses((
        status = 200, description = "Your settings for all games", body = DeliveryPreferences,
        example = json!(examples::notice_settings()),
    )),
)]
pub async fn get_notification_preferences(
    caller: Caller<scope::AccountRead>,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    Ok(HttpResponse::Ok().json(preferences::show(&mut ctx, caller.account).await?))
}

/// Set how mails reach me
///
/// Replaces your settings for all games; what is left out gets its default. They hold for waiting mails, too. What is
/// due in quiet hours comes at their end, but for the daily mail. Batched and daily mails leave out what was answered
/// meanwhile.
#[utoipa::path(
    put, path = "/v1/me/notifications/preferences", tag = "notifications",
    request_body(
        content = UpdateDeliveryPreferences,
        example = json!({
            "modes": {"trade_offered": "batched", "game_started": "daily", "membership": "never"},
            "quiet_hours": {"from": 22, "to": 7},
            "digest_hour": 18,
        }),
    ),
    responses((
        status = 200, description = "Your settings for all games", body = DeliveryPreferences,
        example = json!(examples::notice_settings()),
    )),
)]
pub async fn update_notification_preferences(
    caller: Caller<scope::NotificationsWrite>,
    body: Body<UpdateDeliveryPreferences>,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    let set = ctx.transaction(async |tx| preferences::set(tx, caller.account, body.0).await);
    Ok(HttpResponse::Ok().json(set.await?))
}

/// List what became of my mails
///
/// Every notification and mail to you: when it was due, and whether it waits, was sent, collected into another mail, or
/// dropped. Newest first.
#[utoipa::path(
    get, path = "/v1/me/notifications/deliveries", tag = "notifications",
    responses((
        status = 200, description = "What was sent, newest first", body = Page<Delivery>,
        example = json!(examples::deliveries()),
    )),
)]
pub async fn list_notification_deliveries(
    caller: Caller<scope::AccountRead>,
    Paging { limit, cursor }: Paging,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    let page = preferences::deliveries(&mut ctx.db, caller.account, cursor.as_deref(), limit).await?;
    Ok(HttpResponse::Ok().json(page))
}

/// Send me a test mail
///
/// To your own address, at once, whatever is set. `GET /v1/me/notifications/deliveries` tells what became of it.
#[utoipa::path(
    post, path = "/v1/me/notifications/test", tag = "notifications",
    request_body(content = EmptyBody, example = json!({})),
    responses((
        status = 202, description = "The mail will be sent", body = Acknowledgement,
        example = json!({"message": IN_THE_MAIL}),
    )),
)]
pub async fn send_test_email(
    caller: Caller<scope::NotificationsWrite>,
    request: Idempotent<EmptyBody>,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    once_and_notify(&mut ctx, request.key.of(caller.account), async |tx| {
        preferences::test(tx, caller.account).await?;
        StoredReply::new(202, &Acknowledgement { message: IN_THE_MAIL.to_owned() })
    })
    .await
}

/// Show my mail settings for a game
///
/// They come before the settings for all games. By players of the game.
#[utoipa::path(
    get, path = "/v1/games/{game_id}/notification-preferences", tag = "notifications",
    responses((
        status = 200, description = "Your settings for the game", body = GamePreferences,
        example = json!(examples::game_notices()),
    )),
    extensions(("x-problem-codes" = json!(["game_not_found", "not_a_member", "rules_version_unsupported"]))),
)]
pub async fn get_game_notification_preferences(
    caller: Caller<scope::AccountRead>,
    game: Path<Uuid>,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    let set = preferences::for_game(&mut ctx, game.0, caller.account).await?;
    Ok(HttpResponse::Ok().json(set))
}

/// Set how mails of a game reach me
///
/// Replaces what was set for the game; kinds that are left out follow your settings for all games. By players of the
/// game.
#[utoipa::path(
    put, path = "/v1/games/{game_id}/notification-preferences", tag = "notifications",
    request_body(content = UpdateGamePreferences, example = json!({"modes": {"message": "never"}})),
    responses((
        status = 200, description = "Your settings for the game", body = GamePreferences,
        example = json!(examples::game_notices()),
    )),
    extensions(("x-problem-codes" = json!(["game_not_found", "not_a_member", "rules_version_unsupported"]))),
)]
pub async fn update_game_notification_preferences(
    caller: Caller<scope::NotificationsWrite>,
    game: Path<Uuid>,
    body: Body<UpdateGamePreferences>,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    let set = preferences::set_for_game(&mut ctx, game.0, caller.account, body.0);
    Ok(HttpResponse::Ok().json(set.await?))
}
