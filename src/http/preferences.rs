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

/// Show my mail settings
///
/// How each kind of notification reaches you, your quiet hours, and when the daily mail comes. Mails about your account
/// itself always come at once.
#[utoipa::path(
    get, path = "/v1/me/notifications/preferences", operation_id = "get_notification_preferences", tag = "notifications",
    responses((
        status = 200, description = "Your settings for all games", body = DeliveryPreferences,
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
/// Replaces your settings for all games; what is left out gets its default. They hold for waiting mails, too. What is
/// due in quiet hours comes at their end, but for the daily mail. Batched and daily mails leave out what was answered
/// meanwhile.
#[utoipa::path(
    put, path = "/v1/me/notifications/preferences", operation_id = "update_notification_preferences", tag = "notifications",
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
/// Every notification and mail to you: when it was due, and whether it waits, was sent, collected into another mail, or
/// dropped. Newest first.
#[utoipa::path(
    get, path = "/v1/me/notifications/deliveries", operation_id = "list_notification_deliveries", tag = "notifications",
    responses((
        status = 200, description = "What was sent, newest first", body = Page<Delivery>,
        example = json!(examples::deliveries()),
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
        status = 202, description = "The mail will be sent", body = Acknowledgement,
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

/// Show my mail settings for a game
///
/// They come before the settings for all games. By players of the game.
#[utoipa::path(
    get, path = "/v1/games/{game_id}/notification-preferences", operation_id = "get_game_notification_preferences", tag = "notifications",
    responses((
        status = 200, description = "Your settings for the game", body = GamePreferences,
        example = json!(examples::game_notices()),
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
/// Replaces what was set for the game; kinds that are left out follow your settings for all games. By players of the
/// game.
#[utoipa::path(
    put, path = "/v1/games/{game_id}/notification-preferences", operation_id = "update_game_notification_preferences", tag = "notifications",
    request_body(content = UpdateGamePreferences, example = json!({"modes": {"message": "never"}})),
    responses((
        status = 200, description = "Your settings for the game", body = GamePreferences,
        example = json!(examples::game_notices()),
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
