//! `/v1/games/{game_id}/join`, `/leave` and `/confirm`: sitting down, getting up and being there before the start.

use actix_web::HttpResponse;
use actix_web::web::Data;
use serde::Deserialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::extract::{Body, Caller, IdempotencyKey, IfMatch, Path};
use super::games::entropy;
use super::openapi::examples;
use super::reply::carry_out;
use crate::app::App;
use crate::error::Error;
use crate::service::access::Scope;
use crate::service::lobby::{self, GameShown, Joining};
use crate::service::once::{Once, Reply};
use crate::store::Pool;

/// How somebody joins.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Join {
    /// Your own share of chance: at most 64 bytes as hex.
    #[schema(pattern = "^([0-9a-fA-F]{2}){0,64}$")]
    pub entropy: Option<String>,
    /// The secret of an invitation link.
    #[schema(max_length = 100)]
    pub link: Option<String>,
}

/// Nothing more to say.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Leave {}

/// Nothing more to say.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Confirm {}

/// Join a game
///
/// Takes a free seat, or the one that an invitation keeps for you. The last one starts the game, or has everybody asked
/// to confirm that he is there.
#[utoipa::path(
    post, path = "/v1/games/{game_id}/join", operation_id = "join_game", tag = "games",
    params(("game_id" = Uuid, Path, description = "The game")),
    request_body(content = Join, example = json!({"entropy": "c0ffee"})),
    responses((
        status = 200, description = "You have a seat", body = GameShown,
        example = json!(examples::game()),
    )),
    security(("access_token" = [])),
    extensions(
        ("x-scope" = json!("games:play")),
        ("x-problem-codes" = json!([
            "game_not_found", "game_full", "already_joined", "game_already_started", "table_closed", "kicked",
            "invitation_needed", "link_not_found", "invalid_field", "key_reused",
        ])),
        ("x-idempotent" = json!(true)),
        ("x-conditional" = json!(true)),
    ),
)]
pub async fn join(
    app: Data<App>,
    pool: Data<Pool>,
    caller: Caller,
    game: Path<Uuid>,
    key: IdempotencyKey,
    seen: IfMatch,
    body: Body<Join>,
) -> Result<HttpResponse, Error> {
    caller.require(Scope::GamesPlay)?;
    let route = format!("POST /v1/games/{}/join", game.0);
    let request = Once::new(caller.account, &route, key.0, body.digest);
    let entropy = entropy(body.value.entropy.as_deref())?;
    let joining = Joining { entropy, link: body.value.link, invitation: None, seen: seen.0 };
    let done = carry_out(&app, &pool, request, async |connection| {
        let shown = lobby::join(&app, connection, game.0, caller.account, joining).await?;
        Reply::new(200, &shown)
    });
    done.await
}

/// Leave a game
///
/// Gives the seat up while the game has not started. The table goes to whoever joined next; one that its last person
/// leaves is called off.
#[utoipa::path(
    post, path = "/v1/games/{game_id}/leave", operation_id = "leave_game", tag = "games",
    params(("game_id" = Uuid, Path, description = "The game")),
    request_body(content = Leave, example = json!({})),
    responses((status = 204, description = "You have no seat any more")),
    security(("access_token" = [])),
    extensions(
        ("x-scope" = json!("games:play")),
        ("x-problem-codes" = json!([
            "game_not_found", "not_a_member", "game_already_started", "table_closed", "key_reused",
        ])),
        ("x-idempotent" = json!(true)),
        ("x-conditional" = json!(true)),
    ),
)]
pub async fn leave(
    app: Data<App>,
    pool: Data<Pool>,
    caller: Caller,
    game: Path<Uuid>,
    key: IdempotencyKey,
    seen: IfMatch,
    body: Body<Leave>,
) -> Result<HttpResponse, Error> {
    caller.require(Scope::GamesPlay)?;
    let route = format!("POST /v1/games/{}/leave", game.0);
    let request = Once::new(caller.account, &route, key.0, body.digest);
    let done = carry_out(&app, &pool, request, async |connection| {
        lobby::leave(&app, connection, game.0, caller.account, &seen.0).await?;
        Ok(Reply::empty())
    });
    done.await
}

/// Confirm that you are there
///
/// While a full table asks (`confirming`): the last one to confirm starts the game. Harmless to repeat.
#[utoipa::path(
    post, path = "/v1/games/{game_id}/confirm", operation_id = "confirm_presence", tag = "games",
    params(("game_id" = Uuid, Path, description = "The game")),
    request_body(content = Confirm, example = json!({})),
    responses((
        status = 200, description = "You are there", body = GameShown,
        example = json!(examples::game()),
    )),
    security(("access_token" = [])),
    extensions(
        ("x-scope" = json!("games:play")),
        ("x-problem-codes" = json!([
            "game_not_found", "not_a_member", "not_confirming", "game_already_started", "table_closed", "key_reused",
        ])),
        ("x-idempotent" = json!(true)),
        ("x-conditional" = json!(true)),
    ),
)]
pub async fn confirm(
    app: Data<App>,
    pool: Data<Pool>,
    caller: Caller,
    game: Path<Uuid>,
    key: IdempotencyKey,
    seen: IfMatch,
    body: Body<Confirm>,
) -> Result<HttpResponse, Error> {
    caller.require(Scope::GamesPlay)?;
    let route = format!("POST /v1/games/{}/confirm", game.0);
    let request = Once::new(caller.account, &route, key.0, body.digest);
    let done = carry_out(&app, &pool, request, async |connection| {
        Reply::new(200, &lobby::confirm(&app, connection, game.0, caller.account, &seen.0).await?)
    });
    done.await
}
