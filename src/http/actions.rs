//! `/v1/games/{game_id}/actions` and `/take-back`: answering a decision, looking at an answer before it is sent, and
//! taking answers back.

use actix_web::HttpResponse;
use serde::Deserialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::etag::{self, IfMatch};
use super::extract::{Body, Caller, Idempotent, Path, Query, scope};
use super::includes::{PlayParameters, SentenceParameters, TextLanguage, in_words};
use super::openapi::examples;
use crate::error::Error;
use crate::service::play::{self, Act, ActionRequest, ActionResult, Preview, TakeBack};
use crate::service::{Ctx, LazyCtx};

/// Act in a game
///
/// Answers a decision. The reply tells what happened, as far as your seat may know, and what it may do next. An action
/// that the rules refuse changes nothing.
#[utoipa::path(
    post, path = "/v1/games/{game_id}/actions", tag = "play",
    request_body = ActionRequest,
    responses((
        status = 200, description = "What happened, and what you may do next", body = ActionResult,
        example = json!(examples::reply()),
    )),
    extensions(
        ("x-problem-codes" = json!([
            "game_not_found", "not_a_member", "game_not_running", "game_paused", "caretaker_plays",
            "not_your_decision", "decision_closed", "offer_closed", "wrong_phase", "malformed_action",
            "busy", "rules_version_unsupported",
        ])),
        ("x-ruleset-refusals" = json!(true)),
    ),
)]
pub async fn create_action(
    caller: Caller<scope::GamesPlay>,
    game: Path<Uuid>,
    (parameters, language, seen): (Query<PlayParameters>, TextLanguage, IfMatch),
    request: Idempotent<ActionRequest>,
    ctx: LazyCtx,
) -> Result<HttpResponse, Error> {
    let (key, body) = request.key.into_parts();
    let included = language.included(&parameters.0.include);
    let (game, account, request, seen) = (game.0, caller.account, request.body, seen.0);
    let grant = Some(caller.grant);
    let act = Act { game, account, grant, request, key, body, seen, included };
    let reply = play::act_in_played(&ctx, &act).await?;
    Ok(in_words(etag::reply(&reply.tag, &reply), included.texts))
}

/// Preview an action
///
/// Checks an action and tells what it would certainly lead to. Nothing changes, nothing is drawn, and nobody can see
/// that you looked.
#[utoipa::path(
    post, path = "/v1/games/{game_id}/actions/preview", tag = "play",
    request_body = ActionRequest,
    responses((
        status = 200, description = "What the action would lead to", body = Preview,
        example = json!(examples::preview()),
    )),
    extensions(
        ("x-problem-codes" = json!([
            "game_not_found", "not_a_member", "game_not_running", "game_paused", "caretaker_plays",
            "not_your_decision", "decision_closed", "offer_closed", "wrong_phase", "malformed_action",
            "rules_version_unsupported",
        ])),
        ("x-ruleset-refusals" = json!(true)),
    ),
)]
pub async fn preview_action(
    caller: Caller<scope::GamesRead>,
    game: Path<Uuid>,
    (parameters, language, seen): (Query<SentenceParameters>, TextLanguage, IfMatch),
    body: Body<ActionRequest>,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    let texts = language.of(&parameters.0.include);
    let preview = play::preview(&mut ctx, game.0, caller.account, &body.0, &seen.0, texts).await?;
    Ok(in_words(etag::reply(&preview.tag, &preview), texts))
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct TakeBackRequest {
    /// The version to return to, one of `take_back.versions` in the legal actions.
    #[schema(minimum = 0)]
    pub version: i64,
}

/// Take actions back
///
/// Returns to the version before one of your own actions of this turn, as long as everything since is your own doing or
/// followed from it, nothing was drawn, and nobody learned anything hidden; at most three times a turn. Everybody sees
/// that you did. Clocks go on as they stood, and reopened decisions have new ids.
#[utoipa::path(
    post, path = "/v1/games/{game_id}/take-back", tag = "play",
    request_body(content = TakeBackRequest, example = json!({"version": 41})),
    responses((
        status = 200, description = "The game stands as it did before", body = ActionResult,
        example = json!(examples::reply()),
    )),
    extensions(("x-problem-codes" = json!([
        "game_not_found", "not_a_member", "game_not_running", "game_paused", "caretaker_plays",
        "cannot_take_back", "busy", "rules_version_unsupported",
    ]))),
)]
pub async fn take_back(
    caller: Caller<scope::GamesPlay>,
    game: Path<Uuid>,
    (parameters, language, seen): (Query<PlayParameters>, TextLanguage, IfMatch),
    request: Idempotent<TakeBackRequest>,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    let (key, body) = request.key.into_parts();
    let included = language.included(&parameters.0.include);
    let (game, account, version, seen) = (game.0, caller.account, request.body.version, seen.0);
    let request = TakeBack { game, account, version, key, body, seen, included };
    let reply = play::take_back(&mut ctx, &request).await?;
    Ok(in_words(etag::reply(&reply.tag, &reply), included.texts))
}
