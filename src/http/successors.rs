//! `/v1/games/{game_id}/seats/{seat}/take` and `/return`: new people in seats of a running game, and old ones.

use actix_web::HttpResponse;
use actix_web::web::Data;
use serde::Deserialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::extract::{Body, Caller, IdempotencyKey, IfMatch, Path};
use super::openapi::examples;
use super::reply::carry_out;
use crate::app::App;
use crate::error::Error;
use crate::service::access::Scope;
use crate::service::lobby::GameShown;
use crate::service::once::{Once, Reply};
use crate::service::votes;
use crate::store::Pool;
use rules::Seat;

/// Nothing more to say.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Nothing {}

/// Take a seat that is offered
///
/// A seat of a running game that its table has offered to you, or to whoever comes first. You see what the seat sees,
/// its history too; not the private notes and messages of whoever had it before.
#[utoipa::path(
    post, path = "/v1/games/{game_id}/seats/{seat}/take", operation_id = "take_seat", tag = "votes",
    params(
        ("game_id" = Uuid, Path, description = "The game"),
        ("seat" = u8, Path, description = "The seat"),
    ),
    request_body(content = Nothing, example = json!({})),
    responses((status = 200, description = "The seat is yours", body = GameShown, example = json!(examples::game()))),
    security(("access_token" = [])),
    extensions(
        ("x-scope" = json!("games:play")),
        ("x-problem-codes" = json!([
            "game_not_found", "already_joined", "seat_not_offered", "seat_resigned", "game_not_running", "busy",
            "key_reused", "rules_version_unsupported",
        ])),
        ("x-idempotent" = json!(true)),
        ("x-conditional" = json!(true)),
    ),
)]
pub async fn take(
    app: Data<App>,
    pool: Data<Pool>,
    caller: Caller,
    place: Path<(Uuid, Seat)>,
    key: IdempotencyKey,
    seen: IfMatch,
    body: Body<Nothing>,
) -> Result<HttpResponse, Error> {
    caller.require(Scope::GamesPlay)?;
    let route = format!("POST /v1/games/{}/seats/{}/take", place.0.0, place.0.1);
    let request = Once::new(caller.account, &route, key.0, body.digest);
    let done = carry_out(&app, &pool, request, async |connection| {
        Reply::new(200, &votes::take(&app, connection, place.0, caller.account, &seen.0).await?)
    });
    done.await
}

/// Come back
///
/// You play yourself again, where a bot played for you. Nothing changes for somebody who was not away.
#[utoipa::path(
    post, path = "/v1/games/{game_id}/return", operation_id = "return_to_game", tag = "votes",
    params(("game_id" = Uuid, Path, description = "The game")),
    request_body(content = Nothing, example = json!({})),
    responses((status = 200, description = "You are back", body = GameShown, example = json!(examples::game()))),
    security(("access_token" = [])),
    extensions(
        ("x-scope" = json!("games:play")),
        ("x-problem-codes" = json!([
            "game_not_found", "not_a_member", "game_not_running", "busy", "key_reused", "rules_version_unsupported",
        ])),
        ("x-idempotent" = json!(true)),
        ("x-conditional" = json!(true)),
    ),
)]
pub async fn come_back(
    app: Data<App>,
    pool: Data<Pool>,
    caller: Caller,
    game: Path<Uuid>,
    key: IdempotencyKey,
    seen: IfMatch,
    body: Body<Nothing>,
) -> Result<HttpResponse, Error> {
    caller.require(Scope::GamesPlay)?;
    let route = format!("POST /v1/games/{}/return", game.0);
    let request = Once::new(caller.account, &route, key.0, body.digest);
    let done = carry_out(&app, &pool, request, async |connection| {
        Reply::new(200, &votes::come_back(&app, connection, game.0, caller.account, &seen.0).await?)
    });
    done.await
}
