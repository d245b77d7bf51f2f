//! What was sent to a webhook, and what is sent on request.

use actix_web::HttpResponse;
use actix_web::web::Data;
use serde::Deserialize;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::app::App;
use crate::error::Error;
use crate::http::extract::{Body, Caller, IdempotencyKey, Path, Query};
use crate::http::openapi::examples;
use crate::http::paging::Paging;
use crate::http::reply;
use crate::service::access::Scope;
use crate::service::once::{Once, Reply};
use crate::service::webhooks::{self, WebhookDeliveries, WebhookDelivery};
use crate::store::{self, Pool};

/// Nothing more to say.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct WebhookTest {}

/// Nothing more to say.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct WebhookReplay {}

/// List what was sent to a webhook of mine
///
/// What it was, how often it was tried, what was answered, and when it is tried again. Newest first; it is kept for 30
/// days.
#[utoipa::path(
    get, path = "/v1/me/webhooks/{webhook_id}/deliveries", operation_id = "list_webhook_deliveries", tag = "webhooks",
    params(("webhook_id" = Uuid, Path, description = "The webhook"), Paging),
    responses((
        status = 200, description = "A page of them", body = WebhookDeliveries,
        example = json!(examples::webhook_deliveries()),
    )),
    security(("access_token" = [])),
    extensions(
        ("x-scope" = json!("webhooks")),
        ("x-problem-codes" = json!(["webhook_not_found", "invalid_parameter"])),
    ),
)]
pub async fn list(
    caller: Caller,
    pool: Data<Pool>,
    webhook: Path<Uuid>,
    paging: Query<Paging>,
) -> Result<HttpResponse, Error> {
    caller.require(Scope::Webhooks)?;
    let (limit, cursor) = (paging.0.limit()?, paging.0.cursor.as_deref());
    let mut connection = store::pool::lend(&pool).await?;
    let page = webhooks::deliveries(&mut connection, caller.account, webhook.0, cursor, limit).await?;
    Ok(HttpResponse::Ok().json(page))
}

/// Send a test to a webhook
///
/// Of the type `test`, at once, whatever its topics are. The list of deliveries tells what became of it.
#[utoipa::path(
    post, path = "/v1/me/webhooks/{webhook_id}/test", operation_id = "test_webhook", tag = "webhooks",
    params(("webhook_id" = Uuid, Path, description = "The webhook")),
    request_body(content = WebhookTest, example = json!({})),
    responses((
        status = 202, description = "It will be sent", body = WebhookDelivery,
        example = json!(examples::webhook_test()),
    )),
    security(("access_token" = [])),
    extensions(
        ("x-scope" = json!("webhooks")),
        ("x-problem-codes" = json!(["webhook_not_found", "webhook_disabled", "key_reused"])),
        ("x-idempotent" = json!(true)),
    ),
)]
pub async fn test(
    app: Data<App>,
    pool: Data<Pool>,
    caller: Caller,
    webhook: Path<Uuid>,
    key: IdempotencyKey,
    body: Body<WebhookTest>,
) -> Result<HttpResponse, Error> {
    caller.require(Scope::Webhooks)?;
    let route = format!("POST /v1/me/webhooks/{}/test", webhook.0);
    let request = Once::new(caller.account, &route, key.0, body.digest);
    let reply = reply::carry_out(&app, &pool, request, async |connection| {
        Reply::new(202, &webhooks::test(&app, connection, caller.account, webhook.0).await?)
    });
    reply.await
}

/// Send something to a webhook again
///
/// Whatever became of it before: at once, under the same id and with the same body, and then as often as anything new.
#[utoipa::path(
    post, path = "/v1/me/webhooks/{webhook_id}/deliveries/{delivery_id}/replay",
    operation_id = "replay_webhook_delivery", tag = "webhooks",
    params(
        ("webhook_id" = Uuid, Path, description = "The webhook"),
        ("delivery_id" = Uuid, Path, description = "What was sent"),
    ),
    request_body(content = WebhookReplay, example = json!({})),
    responses((
        status = 202, description = "It will be sent", body = WebhookDelivery,
        example = json!(examples::webhook_test()),
    )),
    security(("access_token" = [])),
    extensions(
        ("x-scope" = json!("webhooks")),
        ("x-problem-codes" = json!([
            "webhook_not_found", "webhook_disabled", "delivery_not_found", "key_reused",
        ])),
        ("x-idempotent" = json!(true)),
    ),
)]
pub async fn replay(
    app: Data<App>,
    pool: Data<Pool>,
    caller: Caller,
    place: Path<(Uuid, Uuid)>,
    key: IdempotencyKey,
    body: Body<WebhookReplay>,
) -> Result<HttpResponse, Error> {
    caller.require(Scope::Webhooks)?;
    let (webhook, delivery) = place.0;
    let route = format!("POST /v1/me/webhooks/{webhook}/deliveries/{delivery}/replay");
    let request = Once::new(caller.account, &route, key.0, body.digest);
    let reply = reply::carry_out(&app, &pool, request, async |connection| {
        Reply::new(202, &webhooks::replay(&app, connection, caller.account, webhook, delivery).await?)
    });
    reply.await
}
