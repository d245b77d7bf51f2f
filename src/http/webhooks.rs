//! `/v1/me/webhooks`: where an account has what concerns it sent to, and what was sent there.

use actix_web::HttpResponse;
use serde::{Deserialize, Deserializer};
use utoipa::ToSchema;
use uuid::Uuid;

use super::ctx::{Ctx, once_and_notify};
use super::extract::{Body, Caller, EmptyBody, Idempotent, Paging, Path, scope};
use super::openapi::examples;
use crate::error::Error;
use crate::service::idempotency::{IdempotentRequest, StoredReply};
use crate::service::webhooks::{
    self, MadeWebhook, NewWebhookSecret, Webhook, WebhookChange, WebhookDeliveries, WebhookDelivery,
    WebhookList, WebhookRequest, WebhookSecretRequest, WebhookTopic,
};
use crate::store;

/// List my webhooks
///
/// Oldest first. Their secrets are not shown any more.
#[utoipa::path(
    get, path = "/v1/me/webhooks", operation_id = "list_webhooks", tag = "webhooks",
    responses((
        status = 200, description = "The webhooks", body = WebhookList, example = json!(examples::webhooks()),
    )),
)]
pub async fn list(caller: Caller<scope::Webhooks>, Ctx { app, mut db }: Ctx) -> Result<HttpResponse, Error> {
    Ok(HttpResponse::Ok().json(webhooks::list(&app, &mut db, caller.account).await?))
}

/// Make a webhook
///
/// What concerns you from now on is sent there as JSON (`WebhookBody`), each by a POST of its own that is signed after
/// Standard Webhooks: `webhook-id` names what is sent and is the same at every attempt, `webhook-timestamp` is the second
/// of the attempt, and `webhook-signature` holds `v1,` and the base64 of an HMAC-SHA256, keyed with the secret, over id,
/// timestamp and body with dots between. Any answer from 200 to 299 within 15 seconds is success; redirects are not
/// followed. What fails is tried ten times over three days, and the same thing may come twice. After a day in which
/// nothing arrived, or once it answers 410, the webhook is disabled, and you are told by mail. What is sent to one
/// webhook about one game comes in the order in which it happened, as long as it does not fail.
///
/// What is sent says what happened and where to look, and never what is in a hand.
#[utoipa::path(
    post, path = "/v1/me/webhooks", operation_id = "create_webhook", tag = "webhooks",
    request_body(
        content = WebhookRequest,
        example = json!({
            "url": "https://bot.example.org/althing",
            "description": "my bot",
            "topics": ["your_turn", "althing", "trade_offered", "no_longer_awaited", "game_ended"],
        }),
    ),
    responses((
        status = 201, description = "Made", body = MadeWebhook, example = json!(examples::made_webhook()),
    )),
    extensions(("x-problem-codes" = json!(["too_many_webhooks"]))),
)]
pub async fn create(
    caller: Caller<scope::Webhooks>,
    request: Idempotent<WebhookRequest>,
    Ctx { app, mut db }: Ctx,
) -> Result<HttpResponse, Error> {
    once_and_notify(
        &app,
        &mut db,
        request.key.of(caller.account).map(IdempotentRequest::with_token),
        async |db| {
            StoredReply::new(
                201,
                &webhooks::make(&app, db, (caller.account, caller.grant), &request.body).await?,
            )
        },
    )
    .await
}

/// Show a webhook of mine
#[utoipa::path(
    get, path = "/v1/me/webhooks/{webhook_id}", operation_id = "get_webhook", tag = "webhooks",
    responses((status = 200, description = "The webhook", body = Webhook, example = json!(examples::webhook()))),
    extensions(("x-problem-codes" = json!(["webhook_not_found"]))),
)]
pub async fn show(
    caller: Caller<scope::Webhooks>,
    webhook: Path<Uuid>,
    Ctx { app, mut db }: Ctx,
) -> Result<HttpResponse, Error> {
    let shown = webhooks::show(&app, &mut db, caller.account, webhook.0).await?;
    Ok(HttpResponse::Ok().json(shown))
}

/// What is to be set anew; what is left out stays as it is.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct UpdateWebhook {
    /// Where to send to: `https://` and at most 500 characters, without a name and a password, to a public address.
    #[schema(max_length = 500)]
    pub url: Option<String>,
    /// What you call it, in a line of at most 100 characters.
    #[schema(max_length = 100)]
    pub description: Option<String>,
    /// What to send, at least one.
    #[schema(min_items = 1)]
    pub topics: Option<Vec<WebhookTopic>>,
    /// Of which games of yours, 1 to 100; null: of all, later ones too.
    #[serde(default, deserialize_with = "given")]
    #[schema(value_type = Option<Vec<Uuid>>, min_items = 1, max_items = 100)]
    pub games: Option<Option<Vec<Uuid>>>,
    /// Is anything to be sent? What waits when a webhook is disabled is not sent any more unless you send it again, and
    /// what happens while it is disabled is never sent.
    pub enabled: Option<bool>,
}

/// Tells a field that is null from one that is left out.
fn given<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Option<Vec<Uuid>>>, D::Error> {
    Option::deserialize(deserializer).map(Some)
}

/// Change a webhook
///
/// Point it elsewhere, choose anew what is sent, disable it or enable it again. Enabling it forgets that it failed. A
/// webhook that was suspended when your password was reset (`disabled_why` is `password_reset`) is resumed with
/// `"enabled": true`; what happened in between is not sent.
#[utoipa::path(
    patch, path = "/v1/me/webhooks/{webhook_id}", operation_id = "change_webhook", tag = "webhooks",
    request_body(content = UpdateWebhook, example = json!({"topics": ["your_turn", "moved"], "enabled": true})),
    responses((
        status = 200, description = "The webhook as it is now", body = Webhook, example = json!(examples::webhook()),
    )),
    extensions(("x-problem-codes" = json!(["webhook_not_found"]))),
)]
pub async fn change(
    caller: Caller<scope::Webhooks>,
    webhook: Path<Uuid>,
    body: Body<UpdateWebhook>,
    Ctx { app, mut db }: Ctx,
) -> Result<HttpResponse, Error> {
    let UpdateWebhook { url, description, topics, games, enabled } = body.0;
    let asked = WebhookChange { url, description, topics, games, enabled };
    let changed = store::transaction(&mut db, async |db| {
        webhooks::change(&app, db, (caller.account, caller.grant), webhook.0, asked).await
    });
    Ok(HttpResponse::Ok().json(changed.await?))
}

/// Remove a webhook
///
/// Nothing is sent to it any more, and what was sent is forgotten.
#[utoipa::path(
    delete, path = "/v1/me/webhooks/{webhook_id}", operation_id = "delete_webhook", tag = "webhooks",
    responses((status = 204, description = "It is gone")),
    extensions(("x-problem-codes" = json!(["webhook_not_found"]))),
)]
pub async fn remove(
    caller: Caller<scope::Webhooks>,
    webhook: Path<Uuid>,
    Ctx { app, mut db }: Ctx,
) -> Result<HttpResponse, Error> {
    store::transaction(&mut db, async |db| webhooks::remove(&app, db, caller.account, webhook.0).await)
        .await?;
    Ok(HttpResponse::NoContent().finish())
}

/// Give a webhook a new secret
///
/// For a day, or as long as you say, the old one signs too, and `webhook-signature` holds both signatures with a blank
/// between. A secret before that does not sign any more.
#[utoipa::path(
    post, path = "/v1/me/webhooks/{webhook_id}/secret",
    operation_id = "rotate_webhook_secret", tag = "webhooks",
    request_body(content = WebhookSecretRequest, example = json!({"keep_old_hours": 48})),
    responses((
        status = 200, description = "The new secret", body = NewWebhookSecret,
        example = json!(examples::new_webhook_secret()),
    )),
    extensions(("x-problem-codes" = json!(["webhook_not_found"]))),
)]
pub async fn rotate(
    caller: Caller<scope::Webhooks>,
    webhook: Path<Uuid>,
    request: Idempotent<WebhookSecretRequest>,
    Ctx { app, mut db }: Ctx,
) -> Result<HttpResponse, Error> {
    once_and_notify(
        &app,
        &mut db,
        request.key.of(caller.account).map(IdempotentRequest::with_token),
        async |db| {
            let owner = (caller.account, caller.grant);
            let made = webhooks::rotate(&app, db, owner, webhook.0, &request.body).await?;
            StoredReply::new(200, &made)
        },
    )
    .await
}

/// List what was sent to a webhook of mine
///
/// What it was, how often it was tried, what was answered, and when it is tried again. Newest first; it is kept for 30
/// days.
#[utoipa::path(
    get, path = "/v1/me/webhooks/{webhook_id}/deliveries",
    operation_id = "list_webhook_deliveries", tag = "webhooks",
    responses((
        status = 200, description = "A page of them", body = WebhookDeliveries,
        example = json!(examples::webhook_deliveries()),
    )),
    extensions(("x-problem-codes" = json!(["webhook_not_found"]))),
)]
pub async fn deliveries(
    caller: Caller<scope::Webhooks>,
    webhook: Path<Uuid>,
    Paging { limit, cursor }: Paging,
    Ctx { mut db, .. }: Ctx,
) -> Result<HttpResponse, Error> {
    let page = webhooks::deliveries(&mut db, caller.account, webhook.0, cursor.as_deref(), limit).await?;
    Ok(HttpResponse::Ok().json(page))
}

/// Send a test to a webhook
///
/// Of the type `test`, at once, whatever its topics are. The list of deliveries tells what became of it.
#[utoipa::path(
    post, path = "/v1/me/webhooks/{webhook_id}/test", operation_id = "test_webhook", tag = "webhooks",
    request_body(content = EmptyBody, example = json!({})),
    responses((
        status = 202, description = "It will be sent", body = WebhookDelivery,
        example = json!(examples::webhook_test()),
    )),
    extensions(("x-problem-codes" = json!(["webhook_not_found", "webhook_disabled"]))),
)]
pub async fn test(
    caller: Caller<scope::Webhooks>,
    webhook: Path<Uuid>,
    request: Idempotent<EmptyBody>,
    Ctx { app, mut db }: Ctx,
) -> Result<HttpResponse, Error> {
    once_and_notify(&app, &mut db, request.key.of(caller.account), async |db| {
        StoredReply::new(202, &webhooks::test(&app, db, caller.account, webhook.0).await?)
    })
    .await
}

/// Send something to a webhook again
///
/// Whatever became of it before: at once, under the same id and with the same body, and then as often as anything new.
#[utoipa::path(
    post, path = "/v1/me/webhooks/{webhook_id}/deliveries/{delivery_id}/replay",
    operation_id = "replay_webhook_delivery", tag = "webhooks",
    request_body(content = EmptyBody, example = json!({})),
    responses((
        status = 202, description = "It will be sent", body = WebhookDelivery,
        example = json!(examples::webhook_test()),
    )),
    extensions(("x-problem-codes" = json!(["webhook_not_found", "webhook_disabled", "delivery_not_found"]))),
)]
pub async fn replay(
    caller: Caller<scope::Webhooks>,
    place: Path<(Uuid, Uuid)>,
    request: Idempotent<EmptyBody>,
    Ctx { app, mut db }: Ctx,
) -> Result<HttpResponse, Error> {
    let (webhook, delivery) = place.0;
    once_and_notify(&app, &mut db, request.key.of(caller.account), async |db| {
        StoredReply::new(202, &webhooks::replay(&app, db, caller.account, webhook, delivery).await?)
    })
    .await
}
