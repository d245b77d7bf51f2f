//! `/v1/games/{game_id}/actions`: answering a decision.

use actix_web::HttpResponse;
use actix_web::web::Data;
use serde::Deserialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::extract::{Body, Caller, IdempotencyKey, IfMatch, Path};
use super::openapi::examples;
use crate::app::App;
use crate::error::Error;
use crate::service::access::Scope;
use crate::service::play::{self, Act, Reply};
use crate::store::{self, Pool};
use rules::Json;

/// An answer to a decision.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Answer {
    /// The title that you think the game is of; an answer for another one is refused. May be left out.
    pub ruleset: Option<String>,
    /// The decision that is answered; it must be open for your seat.
    pub decision: String,
    /// One of the decision's legal actions, as listed or as a shape that is filled in.
    #[schema(value_type = crate::description::AnyAction)]
    pub action: Json,
}

/// Act
///
/// Answers a decision. The reply holds what happened, as your seat is told it, and what it may do next. An action
/// that the rules refuse is answered with 422 and the ruleset's code, and changes nothing.
#[utoipa::path(
    post, path = "/v1/games/{game_id}/actions", operation_id = "create_action", tag = "play",
    params(("game_id" = Uuid, Path, description = "The game")),
    request_body(
        content = Answer,
        example = json!({"ruleset": "landnam", "decision": "t3.build.2", "action": {"type": "end_turn"}}),
    ),
    responses((
        status = 200, description = "Done", body = Reply,
        example = json!(examples::reply()),
    )),
    security(("access_token" = [])),
    extensions(
        ("x-scope" = json!("games:play")),
        ("x-problem-codes" = json!([
            "game_not_found", "not_a_member", "game_not_running", "game_paused", "caretaker_plays", "not_your_decision", "decision_closed",
            "offer_closed", "wrong_phase", "malformed_action", "busy", "key_reused", "rules_version_unsupported",
        ])),
        ("x-idempotent" = json!(true)), ("x-conditional" = json!(true)),
        ("x-ruleset-refusals" = json!(true)),
    ),
)]
pub async fn act(
    app: Data<App>,
    pool: Data<Pool>,
    caller: Caller,
    game: Path<Uuid>,
    key: IdempotencyKey,
    seen: IfMatch,
    body: Body<Answer>,
) -> Result<HttpResponse, Error> {
    caller.require(Scope::GamesPlay)?;
    let act = Act {
        game: game.0,
        account: caller.account,
        ruleset: body.value.ruleset,
        decision: body.value.decision,
        action: body.value.action,
        key: key.0,
        body: body.digest,
        seen: seen.0,
    };
    let mut connection = store::pool::lend(&pool).await?;
    let reply: Reply = play::act(&app, &mut connection, &act).await?;
    Ok(HttpResponse::Ok().json(reply))
}
