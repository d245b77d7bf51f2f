//! `/v1/games/{game_id}/resign`: giving up.

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
use crate::service::once::{Once, Reply};
use crate::service::play;
use crate::store::Pool;

/// Nothing more to say.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Resign {}

/// Resign
///
/// Your seat gives up for good. What it has stays on the board and counts there as before, but its turns are skipped, it
/// gains nothing any more, and it is ranked behind all who play on. If it is its turn, that ends at once. When only one
/// player is left the game is over. To have somebody else play on for you, ask the table to replace you instead.
#[utoipa::path(
    post, path = "/v1/games/{game_id}/resign", operation_id = "resign_seat", tag = "play",
    params(("game_id" = Uuid, Path, description = "The game")),
    request_body(content = Resign, example = json!({})),
    responses((
        status = 200, description = "Done", body = play::Reply,
        example = json!(examples::reply()),
    )),
    security(("access_token" = [])),
    extensions(
        ("x-scope" = json!("games:play")),
        ("x-problem-codes" = json!([
            "game_not_found", "not_a_member", "game_not_running", "seat_resigned", "busy", "key_reused",
            "rules_version_unsupported",
        ])),
        ("x-idempotent" = json!(true)),
        ("x-conditional" = json!(true)),
    ),
)]
pub async fn resign(
    app: Data<App>,
    pool: Data<Pool>,
    caller: Caller,
    game: Path<Uuid>,
    key: IdempotencyKey,
    seen: IfMatch,
    body: Body<Resign>,
) -> Result<HttpResponse, Error> {
    caller.require(Scope::GamesPlay)?;
    let route = format!("POST /v1/games/{}/resign", game.0);
    let request = Once::new(caller.account, &route, key.0, body.digest);
    let done = carry_out(&app, &pool, request, async |connection| {
        Reply::new(200, &play::resign(&app, connection, game.0, caller.account, &seen.0).await?)
    });
    done.await
}
