//! `/v1/games`: opening games, finding them, what their owner sets before the start, and the rematch after the end.

use actix_web::HttpResponse;
use uuid::Uuid;

use super::ctx::once_and_notify;
use super::etag::{self, IfMatch, IfNoneMatch};
use super::extract::{Body, Caller, EmptyBody, Idempotent, MaybeCaller, Path, Query, scope};
use super::openapi::examples;
use crate::error::{Code, Error};
use crate::service::Ctx;
use crate::service::idempotency::StoredReply;
use crate::service::lobby::{
    self, CreateGame, CreateGames, CreateRematch, CreatedGames, GameDetails, GameQuery, RematchDelay,
    UpdateGame,
};
use crate::service::page::Page;

/// Create a game
///
/// You get the first seat. The game starts when the last seat is taken, which may be now; with `start:
/// on_confirmation`, when all players have then confirmed to be there.
#[utoipa::path(
    post, path = "/v1/games", tag = "games",
    request_body(
        content = CreateGame,
        example = json!({"ruleset": "landnam", "seats": 4, "bots": ["steady"], "entropy": "5eed"}),
    ),
    responses((
        status = 201, description = "The game is open, or has started", body = GameDetails,
        example = json!(examples::game()),
    )),
    extensions(
        ("x-problem-codes" = json!(["secret_in_text", "invalid_options", "too_many_games", "busy"])),
        ("x-shows-game" = json!(true)),
    ),
)]
pub async fn create_game(
    caller: Caller<scope::GamesCreate>,
    request: Idempotent<CreateGame>,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    once_and_notify(&mut ctx, request.key.of(caller.account), async |tx| {
        let created = lobby::create(tx, caller.account, request.body).await?;
        Ok(StoredReply { location: Some(format!("/v1/games/{}", created.id)), ..created.reply(201)? })
    })
    .await
}

/// Create several games
///
/// All of them or none, as `POST /v1/games` creates one: you get the first seat of each, and each counts as one for the
/// limit of games. What is wrong is named at the index of its game, such as `/games/3/seats`.
#[utoipa::path(
    post, path = "/v1/game-batches", tag = "games",
    request_body(
        content = CreateGames,
        example = json!({"games": [
            {"ruleset": "landnam", "seats": 4, "name": "League, table 1"},
            {"ruleset": "landnam", "seats": 4, "name": "League, table 2"},
        ]}),
    ),
    responses((
        status = 201, description = "The games, in the order of the request", body = CreatedGames,
        example = json!(examples::created_games()),
    )),
    extensions(("x-problem-codes" = json!(["secret_in_text", "invalid_options", "too_many_games", "busy"]))),
)]
pub async fn create_games(
    caller: Caller<scope::GamesCreate>,
    request: Idempotent<CreateGames>,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    // The request itself was counted as one game before it was read.
    const COUNTED: usize = 1;
    once_and_notify(&mut ctx, request.key.of(caller.account), async |tx| {
        let created = lobby::create_all(tx, caller.account, request.body, COUNTED).await?;
        StoredReply::created(&created, "/v1/games?mine=true")
    })
    .await
}

/// List games
///
/// Newest first, or those first that are soonest full. A `cursor` is valid with the same filters and order only.
#[utoipa::path(
    get, path = "/v1/games", tag = "games",
    responses((
        status = 200, description = "Games that match the filters", body = Page<GameDetails>,
        example = json!(examples::games()),
    )),
)]
pub async fn list_games(
    caller: MaybeCaller<scope::GamesRead>,
    filter: Query<GameQuery>,
    seen: IfNoneMatch,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    if let Some(ruleset) = &filter.0.ruleset {
        ctx.app.rulesets.wanted(Code::InvalidParameter, ruleset)?;
    }
    etag::answer_by_content(&seen.0, &lobby::find(&mut ctx.db, caller.account(), filter.0).await?)
}

/// Show a game
///
/// What is set, who plays, how it stands. A private game exists only for its players and those who are invited.
#[utoipa::path(
    get, path = "/v1/games/{game_id}", tag = "games",
    responses((
        status = 200, description = "Settings, seats and progress", body = GameDetails,
        example = json!(examples::game()),
    )),
    extensions(("x-problem-codes" = json!(["game_not_found"]))),
)]
pub async fn get_game(
    caller: MaybeCaller<scope::GamesRead>,
    game: Path<Uuid>,
    seen: IfNoneMatch,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    let account = caller.account();
    let details = lobby::get(&mut ctx, game.0, account).await?;
    Ok(etag::answer(&seen.0, &details.entity_tag()?, &details))
}

/// Change a game
///
/// Before the start, by its owner. Players who had confirmed to be there must confirm again. `bots` names all bots that
/// shall have seats.
#[utoipa::path(
    patch, path = "/v1/games/{game_id}", tag = "games",
    request_body(content = UpdateGame, example = json!({"description": "A move a day", "bots": ["steady"]})),
    responses((
        status = 200, description = "Settings as they stand after the change", body = GameDetails,
        example = json!(examples::game()),
    )),
    extensions(("x-problem-codes" = json!([
        "secret_in_text", "game_not_found", "not_the_owner", "game_already_started", "game_closed", "invalid_options",
        "game_full", "rules_version_unsupported",
    ]))),
)]
pub async fn update_game(
    caller: Caller<scope::GamesCreate>,
    game: Path<Uuid>,
    seen: IfMatch,
    body: Body<UpdateGame>,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    let shown = ctx.transaction(async |tx| lobby::change(tx, game.0, caller.account, body.0, &seen.0).await);
    let shown = shown.await?;
    ctx.app.events.notify();
    Ok(etag::reply(&shown.entity_tag()?, &shown))
}

/// Cancel a game
///
/// Before the start, by its owner. Its players get a mail.
#[utoipa::path(
    post, path = "/v1/games/{game_id}/cancel", tag = "games",
    request_body(content = EmptyBody, example = json!({})),
    responses((
        status = 200, description = "The game is cancelled", body = GameDetails,
        example = json!(examples::game()),
    )),
    extensions(("x-problem-codes" = json!([
        "game_not_found", "not_the_owner", "game_already_started", "game_closed",
    ]))),
)]
pub async fn cancel_game(
    caller: Caller<scope::GamesCreate>,
    game: Path<Uuid>,
    seen: IfMatch,
    request: Idempotent<EmptyBody>,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    once_and_notify(&mut ctx, request.key.of(caller.account), async |tx| {
        lobby::cancel(tx, game.0, caller.account, &seen.0).await?.reply(200)
    })
    .await
}

/// Propose a rematch
///
/// After the end, by any player: a new game with the same settings and bots, and seats reserved for the same players,
/// who are invited. If somebody has proposed it already, you get that game.
#[utoipa::path(
    post, path = "/v1/games/{game_id}/rematch", tag = "games",
    request_body(content = CreateRematch, example = json!({"entropy": "5eed"})),
    responses((
        status = 200, description = "The new game, which others may have proposed", body = GameDetails,
        example = json!(examples::game()),
    )),
    extensions(
        ("x-problem-codes" = json!([
            "game_not_found", "not_a_member", "game_not_over", "too_many_games", "invalid_options",
        ])),
        ("x-shows-game" = json!(true)),
    ),
)]
pub async fn create_rematch(
    caller: Caller<scope::GamesCreate>,
    game: Path<Uuid>,
    request: Idempotent<CreateRematch>,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    let entropy = lobby::checked_entropy(request.body.entropy.as_deref())?;
    once_and_notify(&mut ctx, request.key.of(caller.account), async |tx| {
        lobby::rematch(tx, game.0, caller.account, entropy, RematchDelay::Same).await?.reply(200)
    })
    .await
}
