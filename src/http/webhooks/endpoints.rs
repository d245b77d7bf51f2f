//! Webhooks are made, listed, changed and removed, and get new secrets.

use actix_web::HttpResponse;
use actix_web::web::Data;
use serde::{Deserialize, Deserializer};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::app::App;
use crate::error::Error;
use crate::http::extract::{Body, Caller, IdempotencyKey, Path};
use crate::http::openapi::examples;
use crate::http::reply;
use crate::service::access::Scope;
use crate::service::once::{Once, Reply};
use crate::service::webhooks::{
    self, MadeWebhook, NewWebhookSecret, Webhook, WebhookChange, WebhookList, WebhookRequest,
    WebhookSecretRequest, WebhookTopic,
};
use crate::store::{self, Pool};

/// List my webhooks
///
/// Oldest first. Their secrets are not shown any more.
#[utoipa::path(
    get, path = "/v1/me/webhooks", operation_id = "list_webhooks", tag = "webhooks",
    responses((
        status = 200, description = "The webhooks", body = WebhookList, example = json!(examples::webhooks()),
    )),
    security(("access_token" = [])),
    extensions(("x-scope" = json!("webhooks"))),
)]
pub async fn list(app: Data<App>, caller: Caller, pool: Data<Pool>) -> Result<HttpResponse, Error> {
    caller.require(Scope::Webhooks)?;
    let mut connection = store::pool::lend(&pool).await?;
    Ok(HttpResponse::Ok().json(webhooks::list(&mut connection, caller.account, app.now()).await?))
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
    security(("access_token" = [])),
    extensions(
        ("x-scope" = json!("webhooks")),
        ("x-problem-codes" = json!(["too_many_webhooks", "key_reused"])),
        ("x-idempotent" = json!(true)),
    ),
)]
pub async fn create(
    app: Data<App>,
    pool: Data<Pool>,
    caller: Caller,
    key: IdempotencyKey,
    body: Body<WebhookRequest>,
) -> Result<HttpResponse, Error> {
    caller.require(Scope::Webhooks)?;
    let request = Once::new(caller.account, "POST /v1/me/webhooks", key.0, body.digest);
    let reply = reply::carry_out(&app, &pool, request.map(Once::with_token), async |connection| {
        Reply::new(201, &webhooks::make(&app, connection, (caller.account, caller.grant), &body.value).await?)
    });
    reply.await
}

/// Show a webhook of mine
#[utoipa::path(
    get, path = "/v1/me/webhooks/{webhook_id}", operation_id = "get_webhook", tag = "webhooks",
    params(("webhook_id" = Uuid, Path, description = "The webhook")),
    responses((status = 200, description = "The webhook", body = Webhook, example = json!(examples::webhook()))),
    security(("access_token" = [])),
    extensions(("x-scope" = json!("webhooks")), ("x-problem-codes" = json!(["webhook_not_found"]))),
)]
pub async fn show(
    app: Data<App>,
    caller: Caller,
    pool: Data<Pool>,
    webhook: Path<Uuid>,
) -> Result<HttpResponse, Error> {
    caller.require(Scope::Webhooks)?;
    let mut connection = store::pool::lend(&pool).await?;
    let shown = webhooks::show(&mut connection, caller.account, webhook.0, app.now()).await?;
    Ok(HttpResponse::Ok().json(shown))
}

/// What is to be set anew; what is left out stays as it is.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct WebhookChanges {
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
    params(("webhook_id" = Uuid, Path, description = "The webhook")),
    request_body(content = WebhookChanges, example = json!({"topics": ["your_turn", "moved"], "enabled": true})),
    responses((
        status = 200, description = "The webhook as it is now", body = Webhook, example = json!(examples::webhook()),
    )),
    security(("access_token" = [])),
    extensions(("x-scope" = json!("webhooks")), ("x-problem-codes" = json!(["webhook_not_found"]))),
)]
pub async fn change(
    app: Data<App>,
    pool: Data<Pool>,
    caller: Caller,
    webhook: Path<Uuid>,
    body: Body<WebhookChanges>,
) -> Result<HttpResponse, Error> {
    caller.require(Scope::Webhooks)?;
    let WebhookChanges { url, description, topics, games, enabled } = body.value;
    let asked = WebhookChange { url, description, topics, games, enabled };
    let mut connection = store::pool::lend(&pool).await?;
    let changed = store::transaction(&mut connection, async |connection| {
        webhooks::change(&app, connection, (caller.account, caller.grant), webhook.0, asked).await
    });
    Ok(HttpResponse::Ok().json(changed.await?))
}

/// Remove a webhook
///
/// Nothing is sent to it any more, and what was sent is forgotten.
#[utoipa::path(
    delete, path = "/v1/me/webhooks/{webhook_id}", operation_id = "delete_webhook", tag = "webhooks",
    params(("webhook_id" = Uuid, Path, description = "The webhook")),
    responses((status = 204, description = "It is gone")),
    security(("access_token" = [])),
    extensions(("x-scope" = json!("webhooks")), ("x-problem-codes" = json!(["webhook_not_found"]))),
)]
pub async fn remove(
    app: Data<App>,
    pool: Data<Pool>,
    caller: Caller,
    webhook: Path<Uuid>,
) -> Result<HttpResponse, Error> {
    caller.require(Scope::Webhooks)?;
    let mut connection = store::pool::lend(&pool).await?;
    store::transaction(&mut connection, async |connection| {
        webhooks::remove(&app, connection, caller.account, webhook.0).await
    })
    .await?;
    Ok(HttpResponse::NoContent().finish())
}

/// Give a webhook a new secret
///
/// For a day, or as long as you say, the old one signs too, and `webhook-signature` holds both signatures with a blank
/// between. A secret before that does not sign any more.
#[utoipa::path(
    post, path = "/v1/me/webhooks/{webhook_id}/secret", operation_id = "rotate_webhook_secret", tag = "webhooks",
    params(("webhook_id" = Uuid, Path, description = "The webhook")),
    request_body(content = WebhookSecretRequest, example = json!({"keep_old_hours": 48})),
    responses((
        status = 200, description = "The new secret", body = NewWebhookSecret,
        example = json!(examples::new_webhook_secret()),
    )),
    security(("access_token" = [])),
    extensions(
        ("x-scope" = json!("webhooks")),
        ("x-problem-codes" = json!(["webhook_not_found", "key_reused"])),
        ("x-idempotent" = json!(true)),
    ),
)]
pub async fn rotate(
    app: Data<App>,
    pool: Data<Pool>,
    caller: Caller,
    webhook: Path<Uuid>,
    key: IdempotencyKey,
    body: Body<WebhookSecretRequest>,
) -> Result<HttpResponse, Error> {
    caller.require(Scope::Webhooks)?;
    let route = format!("POST /v1/me/webhooks/{}/secret", webhook.0);
    let request = Once::new(caller.account, &route, key.0, body.digest);
    let reply = reply::carry_out(&app, &pool, request.map(Once::with_token), async |connection| {
        let owner = (caller.account, caller.grant);
        let made = webhooks::rotate(&app, connection, owner, webhook.0, &body.value).await?;
        Reply::new(200, &made)
    });
    reply.await
}
