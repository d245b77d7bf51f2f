//! `/v1/me/push-subscriptions`: the browsers that show the notifications of an account.

use actix_web::HttpResponse;
use uuid::Uuid;

use super::ctx::once_and_notify;
use super::extract::{Caller, EmptyBody, Idempotent, Path, scope};
use super::openapi::examples;
use crate::error::Error;
use crate::service::Ctx;
use crate::service::apps;
use crate::service::idempotency::StoredReply;
use crate::service::page::Page;
use crate::service::push::{self, CreatePushSubscription, PushServerKey, PushSubscription};

/// Show the key that browsers subscribe with
///
/// The `applicationServerKey` of this server (VAPID, RFC 8292). It is the same for everybody and never changes.
#[utoipa::path(
    get, path = "/v1/push-key", tag = "webhooks",
    responses((
        status = 200, description = "What `PushManager.subscribe` takes as `applicationServerKey`", body = PushServerKey,
        example = json!(examples::push_key()),
    )),
)]
pub async fn get_push_key(mut ctx: Ctx) -> Result<HttpResponse, Error> {
    Ok(HttpResponse::Ok().json(push::public_key(&mut ctx).await?))
}

/// List my subscribed browsers
///
/// Oldest first. Addresses and keys are not shown.
#[utoipa::path(
    get, path = "/v1/me/push-subscriptions", tag = "webhooks",
    responses((
        status = 200, description = "Your browsers, oldest first", body = Page<PushSubscription>,
        example = json!(examples::push_subscriptions()),
    )),
)]
pub async fn list_push_subscriptions(
    caller: Caller<scope::Webhooks>,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    Ok(HttpResponse::Ok().json(push::list(&mut ctx, caller.account).await?))
}

/// Subscribe a browser
///
/// What is mailed to you at once is from now on pushed there, too (RFC 8030), at the same time and by the same
/// preferences. A message is JSON with `title`, `body`, `url` (a path of this server, without any secret) and `tag` (the
/// game), encrypted for the browser (RFC 8291); there are never cards in it. A subscription that its push service does
/// not know any more is deleted, and so is one to which nothing got through for a week. Subscribing an address again
/// changes its label and keys. You can have 20.
#[utoipa::path(
    post, path = "/v1/me/push-subscriptions", tag = "webhooks",
    request_body(
        content = CreatePushSubscription,
        example = json!({
            "endpoint": "https://push.example.org/send/c29tZSBicm93c2Vy",
            "keys": {
                "p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
                "auth": "BTBZMqHH6r4Tts7J_aSIgg",
            },
            "label": "my phone",
        }),
    ),
    responses((
        status = 201, description = "The subscription, without its address", body = PushSubscription,
        example = json!(examples::push_subscription()),
    )),
    extensions(("x-problem-codes" = json!(["secret_in_text", "too_many_push_subscriptions"]))),
)]
pub async fn create_push_subscription(
    caller: Caller<scope::Webhooks>,
    request: Idempotent<CreatePushSubscription>,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    let grant = caller.grant;
    once_and_notify(&mut ctx, request.key.of(caller.account), async |tx| {
        let still_valid = async |ctx: &mut Ctx| grant.ensure_valid(ctx).await;
        let created = push::create(tx, (caller.account, None), request.body.clone(), still_valid).await?;
        apps::own_push_subscription(tx, created.id, grant).await?;
        StoredReply::created(&created, "/v1/me/push-subscriptions")
    })
    .await
}

/// End the subscription of a browser
///
/// Nothing is pushed to it any more.
#[utoipa::path(
    delete, path = "/v1/me/push-subscriptions/{subscription_id}", tag = "webhooks",
    responses((status = 204, description = "What waits for the browser is dropped")),
    extensions(("x-problem-codes" = json!(["push_subscription_not_found"]))),
)]
pub async fn delete_push_subscription(
    caller: Caller<scope::Webhooks>,
    subscription: Path<Uuid>,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    ctx.transaction(async |tx| push::delete(tx, caller.account, subscription.0).await).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// Push a test to a browser
///
/// It says that it is a test.
#[utoipa::path(
    post, path = "/v1/me/push-subscriptions/{subscription_id}/test", tag = "webhooks",
    request_body(content = EmptyBody, example = json!({})),
    responses((status = 204, description = "The test is on its way")),
    extensions(("x-problem-codes" = json!(["push_subscription_not_found"]))),
)]
pub async fn test_push_subscription(
    caller: Caller<scope::Webhooks>,
    subscription: Path<Uuid>,
    request: Idempotent<EmptyBody>,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    once_and_notify(&mut ctx, request.key.of(caller.account), async |tx| {
        push::test(tx, caller.account, subscription.0).await?;
        Ok(StoredReply::empty())
    })
    .await
}
