//! `/v1/games/{game_id}/actions`: answering a decision.

use actix_web::HttpResponse;
use serde::Deserialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::ctx::Ctx;
use super::etag::IfMatch;
use super::extract::{Caller, Idempotent, Path, scope};
use super::openapi::examples;
use crate::error::Error;
use crate::service::play::{self, Act, ActionResult};
use rules::Json;

/// An answer to a decision.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Answer {
    /// The ruleset that you take the game for; an action in a game of another one is refused. May be left out.
    pub ruleset: Option<String>,
    /// The decision that is answered; it must be open for your seat.
    pub decision: String,
    /// One of the decision's legal actions, as listed or as a shape that is filled in.
    #[schema(value_type = rules::schemas::AnyAction)]
    pub action: Json,
}

/// Act
///
/// Answers a decision. The reply has what happened, as far as your seat may know it, and what it may do next. An action
/// that the rules refuse is answered with 422 and the ruleset's code, and changes nothing.
#[utoipa::path(
    post, path = "/v1/games/{game_id}/actions", operation_id = "create_action", tag = "play",
    request_body(
        content = Answer,
        example = json!({"ruleset": "landnam", "decision": "t3.build.2", "action": {"type": "end_turn"}}),
    ),
    responses((status = 200, description = "Done", body = ActionResult, example = json!(examples::reply()))),
    extensions(
        ("x-problem-codes" = json!([
            "game_not_found", "not_a_member", "game_not_running", "game_paused", "caretaker_plays",
            "not_your_decision", "decision_closed", "offer_closed", "wrong_phase", "malformed_action",
            "busy", "rules_version_unsupported",
        ])),
        ("x-ruleset-refusals" = json!(true)),
    ),
)]
pub async fn act(
    caller: Caller<scope::GamesPlay>,
    game: Path<Uuid>,
    seen: IfMatch,
    request: Idempotent<Answer>,
    Ctx { app, mut db }: Ctx,
) -> Result<HttpResponse, Error> {
    let (key, body) = request.key.into_parts();
    let act = Act {
        game: game.0,
        account: caller.account,
        ruleset: request.body.ruleset,
        decision: request.body.decision,
        action: request.body.action,
        key,
        body,
        seen: seen.0,
    };
    let reply: ActionResult = play::act(&app, &mut db, &act).await?;
    Ok(HttpResponse::Ok().json(reply))
}
