//! `/v1/me/webhooks`: the webhooks of an account, and what was sent to them.

use actix_web::HttpResponse;
use uuid::Uuid;

use super::ctx::once_and_notify;
use super::etag::{self, IfNoneMatch};
use super::extract::{Body, Caller, EmptyBody, Idempotent, Paging, Path, scope};
use super::openapi::examples;
use crate::error::Error;
use crate::service::Ctx;
use crate::service::idempotency::{IdempotentRequest, StoredReply};
use crate::service::page::Page;
use crate::service::webhooks::{
    self, CreateWebhook, CreatedWebhook, NewWebhookSecret, RotateWebhookSecret, UpdateWebhook, Webhook,
    WebhookDelivery,
};

/// List my webhooks
///
/// Oldest first. Secrets are shown only when they are created or rotated.
#[utoipa::path(
    get, path = "/v1/me/webhooks", tag = "webhooks",
    responses((
        status = 200, description = "Your webhooks, oldest first", body = Page<Webhook>,
        example = json!(examples::webhooks()),
    )),
)]
pub async fn list_webhooks(
    caller: Caller<scope::Webhooks>,
    seen: IfNoneMatch,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    etag::answer_by_content(&seen.0, &webhooks::list(&mut ctx, caller.account).await?)
}

/// Create a webhook
///
/// What concerns you from now on is sent there as JSON (`WebhookEvent`), each in a POST of its own; under `webhooks` this
/// description has an entry for each topic. It is signed as Standard Webhooks has it: `webhook-id` is the id of the
/// delivery and the same at every attempt, `webhook-timestamp` is the second of the attempt, and `webhook-signature` is
/// `v1,` and the base64 of an HMAC-SHA256, keyed with the secret, over id, timestamp and body with dots between. Any answer from 200 to 299 within 15 seconds is success;
/// redirects are not followed. What fails is tried ten times over three days, and the same delivery may come twice.
/// After a day in which nothing arrived, or once it answers 410, the webhook is disabled, and you get a mail about it.
/// Deliveries to one webhook about one game come in the order in which things happened, as long as none fails.
///
/// A body says what happened and where to read more, and never what is in a hand.
#[utoipa::path(
    post, path = "/v1/me/webhooks", tag = "webhooks",
    request_body(
        content = CreateWebhook,
        example = json!({
            "url": "https://bot.example.org/althing",
            "description": "my bot",
            "topics": ["your_turn", "althing", "trade_offered", "no_longer_awaited", "game_ended"],
        }),
    ),
    responses((
        status = 201, description = "The webhook and its secret", body = CreatedWebhook,
        example = json!(examples::created_webhook()),
    )),
    extensions(("x-problem-codes" = json!(["secret_in_text", "too_many_webhooks"]))),
)]
pub async fn create_webhook(
    caller: Caller<scope::Webhooks>,
    request: Idempotent<CreateWebhook>,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    once_and_notify(&mut ctx, request.key.of(caller.account).map(IdempotentRequest::with_token), async |tx| {
        let owner = (caller.account, caller.grant);
        let created = webhooks::create(tx, owner, &request.body).await?;
        let location = format!("/v1/me/webhooks/{}", created.webhook.id);
        StoredReply::created(&created, location)
    })
    .await
}

/// Show a webhook of mine
///
/// The secret is shown only when it is made: `POST /v1/me/webhooks/{webhook_id}/secret` makes a new one.
#[utoipa::path(
    get, path = "/v1/me/webhooks/{webhook_id}", tag = "webhooks",
    responses((
        status = 200, description = "The webhook without its secret", body = Webhook,
        example = json!(examples::webhook()),
    )),
    extensions(("x-problem-codes" = json!(["webhook_not_found"]))),
)]
pub async fn get_webhook(
    caller: Caller<scope::Webhooks>,
    webhook: Path<Uuid>,
    seen: IfNoneMatch,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    etag::answer_by_content(&seen.0, &webhooks::get(&mut ctx, caller.account, webhook.0).await?)
}

/// Change a webhook
///
/// Sets URL, topics or games, disables or enables it. Enabling resets `failing_since` and resumes a webhook suspended
/// by a password reset; what happened meanwhile is not sent.
#[utoipa::path(
    patch, path = "/v1/me/webhooks/{webhook_id}", tag = "webhooks",
    request_body(content = UpdateWebhook, example = json!({"topics": ["your_turn", "game_updated"], "enabled": true})),
    responses((
        status = 200, description = "What is set for it from now on", body = Webhook,
        example = json!(examples::webhook()),
    )),
    extensions(("x-problem-codes" = json!(["secret_in_text", "webhook_not_found"]))),
)]
pub async fn update_webhook(
    caller: Caller<scope::Webhooks>,
    webhook: Path<Uuid>,
    body: Body<UpdateWebhook>,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    let updated = ctx.transaction(async |tx| {
        webhooks::update(tx, (caller.account, caller.grant), webhook.0, body.0).await
    });
    Ok(HttpResponse::Ok().json(updated.await?))
}

/// Delete a webhook
///
/// Nothing is sent to it any more, and its deliveries are deleted.
#[utoipa::path(
    delete, path = "/v1/me/webhooks/{webhook_id}", tag = "webhooks",
    responses((status = 204, description = "Nothing is sent any more")),
    extensions(("x-problem-codes" = json!(["webhook_not_found"]))),
)]
pub async fn delete_webhook(
    caller: Caller<scope::Webhooks>,
    webhook: Path<Uuid>,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    ctx.transaction(async |tx| webhooks::delete(tx, caller.account, webhook.0).await).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// Give a webhook a new secret
///
/// For a day, or for `keep_old_hours`, the old one signs too: `webhook-signature` is both signatures with a space
/// between.
#[utoipa::path(
    post, path = "/v1/me/webhooks/{webhook_id}/secret",
    tag = "webhooks",
    request_body(content = RotateWebhookSecret, example = json!({"keep_old_hours": 48})),
    responses((
        status = 200, description = "The secret that signs from now on", body = NewWebhookSecret,
        example = json!(examples::new_webhook_secret()),
    )),
    extensions(("x-problem-codes" = json!(["webhook_not_found"]))),
)]
pub async fn rotate_webhook_secret(
    caller: Caller<scope::Webhooks>,
    webhook: Path<Uuid>,
    request: Idempotent<RotateWebhookSecret>,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    once_and_notify(&mut ctx, request.key.of(caller.account).map(IdempotentRequest::with_token), async |tx| {
        let owner = (caller.account, caller.grant);
        let rotated = webhooks::rotate(tx, owner, webhook.0, &request.body).await?;
        StoredReply::new(200, &rotated)
    })
    .await
}

/// List what was sent to a webhook of mine
///
/// With body, number of attempts, last answer, and the next attempt. Newest first, kept for 30 days.
#[utoipa::path(
    get, path = "/v1/me/webhooks/{webhook_id}/deliveries",
    tag = "webhooks",
    responses((
        status = 200, description = "What was sent, newest first", body = Page<WebhookDelivery>,
        example = json!(examples::webhook_deliveries()),
    )),
    extensions(("x-problem-codes" = json!(["webhook_not_found"]))),
)]
pub async fn list_webhook_deliveries(
    caller: Caller<scope::Webhooks>,
    webhook: Path<Uuid>,
    Paging { limit, cursor }: Paging,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    let page =
        webhooks::list_deliveries(&mut ctx.db, caller.account, webhook.0, cursor.as_deref(), limit).await?;
    Ok(HttpResponse::Ok().json(page))
}

/// Send a test to a webhook
///
/// Sends a delivery of type `test` at once, whatever its topics are. The list of deliveries shows the outcome.
#[utoipa::path(
    post, path = "/v1/me/webhooks/{webhook_id}/test", tag = "webhooks",
    request_body(content = EmptyBody, example = json!({})),
    responses((
        status = 202, description = "The test will be sent", body = WebhookDelivery,
        example = json!(examples::webhook_test()),
    )),
    extensions(("x-problem-codes" = json!(["webhook_not_found", "webhook_disabled"]))),
)]
pub async fn test_webhook(
    caller: Caller<scope::Webhooks>,
    webhook: Path<Uuid>,
    request: Idempotent<EmptyBody>,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    once_and_notify(&mut ctx, request.key.of(caller.account), async |tx| {
        StoredReply::new(202, &webhooks::send_test(tx, caller.account, webhook.0).await?)
    })
    .await
}

/// Send a delivery to a webhook again
///
/// Whatever its outcome was: at once, under the same id and with the same body, with as many attempts as a new one.
#[utoipa::path(
    post, path = "/v1/me/webhooks/{webhook_id}/deliveries/{delivery_id}/replay",
    tag = "webhooks",
    request_body(content = EmptyBody, example = json!({})),
    responses((
        status = 202, description = "The delivery will be sent", body = WebhookDelivery,
        example = json!(examples::webhook_test()),
    )),
    extensions(("x-problem-codes" = json!(["webhook_not_found", "webhook_disabled", "delivery_not_found"]))),
)]
pub async fn replay_webhook_delivery(
    caller: Caller<scope::Webhooks>,
    ids: Path<(Uuid, Uuid)>,
    request: Idempotent<EmptyBody>,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    let (webhook, delivery) = ids.0;
    once_and_notify(&mut ctx, request.key.of(caller.account), async |tx| {
        StoredReply::new(202, &webhooks::replay(tx, caller.account, webhook, delivery).await?)
    })
    .await
}
