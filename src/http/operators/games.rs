//! `/v1/admin/games`: striking a game out.

use actix_web::HttpResponse;
use actix_web::web::Data;
use uuid::Uuid;

use super::operator;
use crate::app::App;
use crate::error::Error;
use crate::http::extract::{Body, Caller, IdempotencyKey, Path};
use crate::http::reply;
use crate::service::once::{Once, Reply, once};
use crate::service::operators::{self, Reason};
use crate::store::{self, Pool};

/// Void a game
///
/// The game is over at once, without a result, and counts for nobody's rating. Everybody at the table is told by an
/// event and by mail; at a table that has not started, by mail alone. A game that is over stays as it is.
#[utoipa::path(
    post, path = "/v1/admin/games/{game_id}/void", operation_id = "void_game", tag = "operation",
    params(("game_id" = Uuid, Path, description = "The game")),
    request_body(content = Reason, example = json!({"reason": "Played with two accounts at one table."})),
    responses((status = 204, description = "Struck out")),
    security(("access_token" = [])),
    extensions(
        ("x-scope" = json!("admin")),
        ("x-problem-codes" = json!([
            "operator_required", "game_not_found", "game_not_running", "busy", "key_reused", "rules_version_unsupported",
        ])),
        ("x-idempotent" = json!(true)),
    ),
)]
pub async fn void(
    app: Data<App>,
    pool: Data<Pool>,
    caller: Caller,
    game: Path<Uuid>,
    key: IdempotencyKey,
    body: Body<Reason>,
) -> Result<HttpResponse, Error> {
    operator(&app, &caller)?;
    let route = format!("POST /v1/admin/games/{}/void", game.0);
    let request = Once::new(caller.account, &route, key.0, body.digest);
    let mut connection = store::pool::lend(&pool).await?;
    let reply = once(&app, &mut connection, request, async |connection| {
        operators::void(&app, connection, caller.account, game.0, &body.value.text()?).await?;
        Ok(Reply { status: 204, body: String::new() })
    });
    let reply = reply.await?;
    app.wake.call_workers();
    app.wake.moved(crate::work::Moved::Game(game.0));
    Ok(reply::send(reply))
}
