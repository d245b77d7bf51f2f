//! `/v1/games/{game_id}/orders`: answers given in advance.

use actix_web::HttpResponse;
use uuid::Uuid;

use super::ctx;
use super::etag::{self, IfNoneMatch};
use super::extract::{Body, Caller, EmptyBody, Idempotent, Path, Query, scope};
use super::includes::{SentenceParameters, TextLanguage, in_words};
use super::openapi::examples;
use crate::error::Error;
use crate::service::Ctx;
use crate::service::idempotency::{self, StoredReply};
use crate::service::identity::Language;
use crate::service::orders::{
    self, CreateStandingOrder, StandingOrderDryRun, StandingOrderPage, StandingOrderResult,
};

/// List my standing orders
///
/// Oldest first, with those that can't apply any more. Nobody else ever learns of them, nor does a player who takes
/// your seat over.
#[utoipa::path(
    get, path = "/v1/games/{game_id}/orders", tag = "orders",
    responses((
        status = 200, description = "Your orders in this game", body = StandingOrderPage,
        example = json!(examples::orders()),
    )),
    extensions(("x-problem-codes" = json!(["game_not_found", "not_a_member", "rules_version_unsupported"]))),
)]
pub async fn list_orders(
    caller: Caller<scope::Orders>,
    game: Path<Uuid>,
    seen: IfNoneMatch,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    etag::answer_by_content(&seen.0, &orders::list(&mut ctx, game.0, caller.account).await?)
}

/// Give a standing order
///
/// The server answers for your seat the moment a decision opens that the order fits; one that is open already is
/// answered at once. Of several orders that fit, the latest answers, unless the ruleset says otherwise. Others can't
/// tell it from an answer of yours.
#[utoipa::path(
    post, path = "/v1/games/{game_id}/orders", tag = "orders",
    request_body(
        content = CreateStandingOrder,
        example = json!({
            "ruleset": "landnam",
            "order": {"type": "raise", "suits": {"side": "defendant", "resource": "wool"}, "up_to": 3},
        }),
    ),
    responses((
        status = 201, description = "The order, and what it did at once", body = StandingOrderResult,
        example = json!(examples::order_set()),
    )),
    extensions(
        ("x-problem-codes" = json!([
            "game_not_found", "not_a_member", "game_not_running", "seat_resigned", "malformed_order",
            "invalid_order", "order_forbidden", "too_many_orders", "busy", "rules_version_unsupported",
        ])),
        ("x-shows-game" = json!(true)),
    ),
)]
pub async fn create_order(
    caller: Caller<scope::Orders>,
    game: Path<Uuid>,
    (parameters, language): (Query<SentenceParameters>, TextLanguage),
    request: Idempotent<CreateStandingOrder>,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    let texts = language.of(&parameters.0.include);
    let reply = idempotency::once(&mut ctx, request.key.of(caller.account), async |tx| {
        let owner = (caller.account, caller.grant.into());
        let set = orders::set(tx, game.0, owner, &request.body).await?;
        let location = format!("/v1/games/{}/orders", game.0);
        Ok(StoredReply::created(&set, location)?.under(&set.tag))
    });
    let reply = reply.await?;
    send(&mut ctx, (game.0, caller.account), reply, texts).await
}

/// Sends the reply about an order that was given or resumed, which may have answered decisions.
async fn send(
    ctx: &mut Ctx,
    place: (Uuid, Uuid),
    reply: StoredReply,
    texts: Option<Language>,
) -> Result<HttpResponse, Error> {
    ctx.app.events.notify();
    let reply = match texts {
        Some(language) => orders::in_words(ctx, place, language, reply).await?,
        None => reply,
    };
    Ok(in_words(ctx::send(reply)?, texts))
}

/// Try a standing order without giving it
///
/// What the order would answer now if it were your only one. Nothing is stored, and nobody learns of it.
#[utoipa::path(
    post, path = "/v1/games/{game_id}/orders/dry-run", tag = "orders",
    request_body(content = CreateStandingOrder, example = json!({"ruleset": "landnam", "order": {"type": "end_turn"}})),
    responses((
        status = 200, description = "What the order would do", body = StandingOrderDryRun,
        example = json!(examples::dry_run()),
    )),
    extensions(("x-problem-codes" = json!([
        "game_not_found", "not_a_member", "game_not_running", "seat_resigned", "malformed_order",
        "invalid_order", "rules_version_unsupported",
    ]))),
)]
pub async fn dry_run_order(
    caller: Caller<scope::Orders>,
    game: Path<Uuid>,
    (parameters, language): (Query<SentenceParameters>, TextLanguage),
    body: Body<CreateStandingOrder>,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    let texts = language.of(&parameters.0.include);
    let tried = orders::dry_run(&mut ctx, game.0, caller.account, &body.0, texts).await?;
    Ok(in_words(HttpResponse::Ok().json(tried), texts))
}

/// Resume a standing order
///
/// After a password reset your standing orders answer nothing until you resume each, since an intruder may have given
/// them. It answers at once what is open. Harmless to repeat.
#[utoipa::path(
    post, path = "/v1/games/{game_id}/orders/{order_id}/resume",
    tag = "orders",
    request_body(content = EmptyBody, example = json!({})),
    responses((
        status = 200, description = "The order works again", body = StandingOrderResult,
        example = json!(examples::order_set()),
    )),
    extensions(
        ("x-problem-codes" = json!([
            "game_not_found", "not_a_member", "game_not_running", "seat_resigned", "order_not_found", "busy",
            "rules_version_unsupported",
        ])),
        ("x-shows-game" = json!(true)),
    ),
)]
pub async fn resume_order(
    caller: Caller<scope::Orders>,
    place: Path<(Uuid, Uuid)>,
    (parameters, language): (Query<SentenceParameters>, TextLanguage),
    request: Idempotent<EmptyBody>,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    let (game, order) = place.0;
    let texts = language.of(&parameters.0.include);
    let reply = idempotency::once(&mut ctx, request.key.of(caller.account), async |tx| {
        let owner = (caller.account, caller.grant.into());
        let resumed = orders::resume(tx, game, owner, order).await?;
        Ok(StoredReply::new(200, &resumed)?.under(&resumed.tag))
    });
    let reply = reply.await?;
    send(&mut ctx, (game, caller.account), reply, texts).await
}

/// Take a standing order back
///
/// What it has answered already stays as it is.
#[utoipa::path(
    delete, path = "/v1/games/{game_id}/orders/{order_id}", tag = "orders",
    responses((status = 204, description = "The order answers nothing any more")),
    extensions(("x-problem-codes" = json!([
        "game_not_found", "not_a_member", "order_not_found", "rules_version_unsupported",
    ]))),
)]
pub async fn delete_order(
    caller: Caller<scope::Orders>,
    place: Path<(Uuid, Uuid)>,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    let (game, order) = place.0;
    ctx.transaction(async |tx| orders::remove(tx, game, caller.account, order).await).await?;
    Ok(HttpResponse::NoContent().finish())
}
