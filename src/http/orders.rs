//! `/v1/games/{game_id}/orders`: answers given in advance.

use actix_web::HttpResponse;
use actix_web::web::Data;
use serde::Deserialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::extract::{Body, Caller, IdempotencyKey, IfNoneMatch, Path};
use super::openapi::examples;
use super::reply::carry_out;
use super::tag;
use crate::app::App;
use crate::error::Error;
use crate::service::access::Scope;
use crate::service::once::{Once, Reply};
use crate::service::orders::{self, Asked, OrderSet, Orders, Rehearsal};
use crate::store::{self, Pool};
use rules::Json;

/// An answer in advance.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewOrder {
    /// The title that you think the game is of; an order for another one is refused. May be left out.
    pub ruleset: Option<String>,
    /// The order.
    #[schema(value_type = crate::description::AnyOrder)]
    pub order: Json,
}

impl From<NewOrder> for Asked {
    fn from(given: NewOrder) -> Self {
        Self { ruleset: given.ruleset, order: given.order }
    }
}

/// List my standing orders
///
/// What you have left to your seat, oldest first, those that can't apply any more among them. Nobody else ever learns of
/// them, nor does whoever takes your seat over.
#[utoipa::path(
    get, path = "/v1/games/{game_id}/orders", operation_id = "list_orders", tag = "orders",
    params(("game_id" = Uuid, Path, description = "The game")),
    responses((status = 200, description = "Your orders", body = Orders, example = json!(examples::orders()))),
    security(("access_token" = [])),
    extensions(
        ("x-scope" = json!("orders")),
        ("x-tagged" = json!(true)),
        ("x-problem-codes" = json!(["game_not_found", "not_a_member", "rules_version_unsupported"])),
    ),
)]
pub async fn list(
    app: Data<App>,
    pool: Data<Pool>,
    caller: Caller,
    game: Path<Uuid>,
    seen: IfNoneMatch,
) -> Result<HttpResponse, Error> {
    caller.require(Scope::Orders)?;
    let mut connection = store::pool::lend(&pool).await?;
    tag::answer_by_content(&seen.0, &orders::list(&app, &mut connection, game.0, caller.account).await?)
}

/// Leave a standing order
///
/// The server answers for your seat the moment a question opens that the order fits, in the same step as what opened it;
/// one that is open already is answered at once. Of several orders that could answer, the one given last does, unless the
/// title says otherwise. What an order answers looks to the others like any answer of yours.
#[utoipa::path(
    post, path = "/v1/games/{game_id}/orders", operation_id = "create_order", tag = "orders",
    params(("game_id" = Uuid, Path, description = "The game")),
    request_body(
        content = NewOrder,
        example = json!({
            "ruleset": "landnam",
            "order": {"type": "raise", "suits": {"side": "defendant", "resource": "wool"}, "up_to": 3},
        }),
    ),
    responses((
        status = 201, description = "It stands", body = OrderSet, example = json!(examples::order_set()),
    )),
    security(("access_token" = [])),
    extensions(
        ("x-scope" = json!("orders")),
        ("x-problem-codes" = json!([
            "game_not_found", "not_a_member", "game_not_running", "seat_resigned", "invalid_field",
            "malformed_order", "invalid_order", "order_forbidden", "too_many_orders", "busy", "key_reused",
            "rules_version_unsupported",
        ])),
        ("x-idempotent" = json!(true)),
    ),
)]
pub async fn create(
    app: Data<App>,
    pool: Data<Pool>,
    caller: Caller,
    game: Path<Uuid>,
    key: IdempotencyKey,
    body: Body<NewOrder>,
) -> Result<HttpResponse, Error> {
    caller.require(Scope::Orders)?;
    let route = format!("POST /v1/games/{}/orders", game.0);
    let request = Once::new(caller.account, &route, key.0, body.digest);
    let asked = Asked::from(body.value);
    let done = carry_out(&app, &pool, request, async |connection| {
        let set: OrderSet =
            orders::set(&app, connection, game.0, (caller.account, caller.grant), &asked).await?;
        Reply::new(201, &set)
    });
    done.await
}

/// Try a standing order
///
/// What the order would answer now if it were your only one. Nothing is kept, and nobody learns of it.
#[utoipa::path(
    post, path = "/v1/games/{game_id}/orders/dry-run", operation_id = "try_order", tag = "orders",
    params(("game_id" = Uuid, Path, description = "The game")),
    request_body(content = NewOrder, example = json!({"ruleset": "landnam", "order": {"type": "end_turn"}})),
    responses((
        status = 200, description = "What it would do", body = Rehearsal, example = json!(examples::rehearsal()),
    )),
    security(("access_token" = [])),
    extensions(
        ("x-scope" = json!("orders")),
        ("x-problem-codes" = json!([
            "game_not_found", "not_a_member", "game_not_running", "seat_resigned", "invalid_field",
            "malformed_order", "invalid_order", "rules_version_unsupported",
        ])),
    ),
)]
pub async fn dry_run(
    app: Data<App>,
    pool: Data<Pool>,
    caller: Caller,
    game: Path<Uuid>,
    body: Body<NewOrder>,
) -> Result<HttpResponse, Error> {
    caller.require(Scope::Orders)?;
    let asked = Asked::from(body.value);
    let mut connection = store::pool::lend(&pool).await?;
    let rehearsal: Rehearsal = orders::dry_run(&app, &mut connection, game.0, caller.account, &asked).await?;
    Ok(HttpResponse::Ok().json(rehearsal))
}

/// Nothing has to be said besides.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ResumeOrder {}

/// Resume a standing order
///
/// A password reset suspends the standing orders of the account, because somebody else may have given them: they answer
/// nothing until you resume each. One that is resumed answers at once what is open. Harmless to repeat.
#[utoipa::path(
    post, path = "/v1/games/{game_id}/orders/{order_id}/resume", operation_id = "resume_order", tag = "orders",
    params(
        ("game_id" = Uuid, Path, description = "The game"),
        ("order_id" = Uuid, Path, description = "The order"),
    ),
    request_body(content = ResumeOrder, example = json!({})),
    responses((
        status = 200, description = "It is at work", body = OrderSet, example = json!(examples::order_set()),
    )),
    security(("access_token" = [])),
    extensions(
        ("x-scope" = json!("orders")),
        ("x-problem-codes" = json!([
            "game_not_found", "not_a_member", "game_not_running", "seat_resigned", "order_not_found", "busy",
            "key_reused", "rules_version_unsupported",
        ])),
        ("x-idempotent" = json!(true)),
    ),
)]
pub async fn resume(
    app: Data<App>,
    pool: Data<Pool>,
    caller: Caller,
    place: Path<(Uuid, Uuid)>,
    key: IdempotencyKey,
    body: Body<ResumeOrder>,
) -> Result<HttpResponse, Error> {
    caller.require(Scope::Orders)?;
    let (game, order) = place.0;
    let route = format!("POST /v1/games/{game}/orders/{order}/resume");
    let request = Once::new(caller.account, &route, key.0, body.digest);
    let done = carry_out(&app, &pool, request, async |connection| {
        let owner = (caller.account, caller.grant);
        Reply::new(200, &orders::resume(&app, connection, game, owner, order).await?)
    });
    done.await
}

/// Take a standing order back
#[utoipa::path(
    delete, path = "/v1/games/{game_id}/orders/{order_id}", operation_id = "remove_order", tag = "orders",
    params(
        ("game_id" = Uuid, Path, description = "The game"),
        ("order_id" = Uuid, Path, description = "The order"),
    ),
    responses((status = 204, description = "It is gone")),
    security(("access_token" = [])),
    extensions(
        ("x-scope" = json!("orders")),
        ("x-problem-codes" = json!([
            "game_not_found", "not_a_member", "order_not_found", "rules_version_unsupported",
        ])),
    ),
)]
pub async fn remove(
    app: Data<App>,
    pool: Data<Pool>,
    caller: Caller,
    place: Path<(Uuid, Uuid)>,
) -> Result<HttpResponse, Error> {
    caller.require(Scope::Orders)?;
    let (game, order) = place.0;
    let mut connection = store::pool::lend(&pool).await?;
    store::transaction(&mut connection, async |connection| {
        orders::remove(&app, connection, game, caller.account, order).await
    })
    .await?;
    Ok(HttpResponse::NoContent().finish())
}
