//! `/v1/games/{game_id}/channels`: where the news of a game is posted; `/v1/clubs/{club_id}/channels`: that of all games of a
//! club.

use actix_web::HttpResponse;
use uuid::Uuid;

use super::ctx::once_and_notify;
use super::extract::{Body, Caller, EmptyBody, Idempotent, Path, scope};
use super::openapi::examples;
use crate::error::Error;
use crate::service::Ctx;
use crate::service::channels::{
    self, Channel, ChannelCaller, ClubChannel, CreateChannel, CreatedChannel, CreatedClubChannel,
    UpdateChannel,
};
use crate::service::idempotency::{IdempotentRequest, StoredReply};
use crate::service::page::Page;

// What sends to other servers has the scope of webhooks; a player's agreement is a decision in a game like a ballot.

fn owner(caller: &Caller<scope::Webhooks>) -> ChannelCaller {
    ChannelCaller { account: caller.account, credential: caller.grant.into() }
}

/// List the channels of a game
///
/// Where its news is posted, oldest first, by players of the game: format and host, who set it, and who agrees. The
/// address of a channel is never shown.
#[utoipa::path(
    get, path = "/v1/games/{game_id}/channels", tag = "channels",
    responses((
        status = 200, description = "The channels of the game, at most one of each format", body = Page<Channel>,
        example = json!(examples::channels()),
    )),
    extensions(("x-problem-codes" = json!(["game_not_found", "not_a_member", "rules_version_unsupported"]))),
)]
pub async fn list_channels(
    caller: Caller<scope::GamesRead>,
    game: Path<Uuid>,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    Ok(HttpResponse::Ok().json(channels::list(&mut ctx, game.0, caller.account).await?))
}

/// Set a channel of a game
///
/// By the owner of the game, before the start or while it is played; one of each format. From then on the news of the
/// game is posted there: what a spectator may know, with the board as a picture, at most once a minute. No post holds a
/// link that lets its reader act, or says anything of hands, messages and standing orders. Setting a channel is agreeing to
/// it; in a private game nothing is posted until every player has agreed, and a player who takes a seat is asked anew.
///
/// What fails is tried again with the news that has come meanwhile. After a day in which nothing arrived, or once the
/// service says that the address is gone, the channel is disabled, and you get a mail about it.
///
/// In the format `althing` a `ChannelEvent` is posted, signed as webhooks are.
#[utoipa::path(
    post, path = "/v1/games/{game_id}/channels", tag = "channels",
    request_body(
        content = CreateChannel,
        example = json!({
            "format": "discord",
            "url": "https://discord.com/api/webhooks/1/example",
            "language": "en",
            "time_zone": "Europe/Oslo",
        }),
    ),
    responses((
        status = 201, description = "The channel, and the secret of the format `althing`", body = CreatedChannel,
        example = json!(examples::created_channel()),
    )),
    extensions(("x-problem-codes" = json!([
        "game_not_found", "not_a_member", "not_the_owner", "channel_exists", "game_not_running",
        "rules_version_unsupported",
    ]))),
)]
pub async fn create_channel(
    caller: Caller<scope::Webhooks>,
    game: Path<Uuid>,
    request: Idempotent<CreateChannel>,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    let key = request.key.of(caller.account).map(IdempotentRequest::with_token);
    let new = request.body;
    once_and_notify(&mut ctx, key, async |tx| {
        let created = channels::create(tx, game.0, owner(&caller), new).await?;
        let location = format!("/v1/games/{}/channels/{}", game.0, created.channel.id);
        StoredReply::created(&created, location)
    })
    .await
}

/// Show a channel of a game
///
/// By players of the game. What became of the last post is shown to the player who set the channel.
#[utoipa::path(
    get, path = "/v1/games/{game_id}/channels/{channel_id}", tag = "channels",
    responses((
        status = 200, description = "The channel without its address", body = Channel,
        example = json!(examples::channel()),
    )),
    extensions(("x-problem-codes" = json!([
        "game_not_found", "not_a_member", "channel_not_found", "rules_version_unsupported",
    ]))),
)]
pub async fn get_channel(
    caller: Caller<scope::GamesRead>,
    ids: Path<(Uuid, Uuid)>,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    Ok(HttpResponse::Ok().json(channels::get(&mut ctx, ids.0, caller.account).await?))
}

/// Change a channel of a game
///
/// Its language, time zone, topics and pictures; disables it, and enables one that was given up, or suspended by a
/// password reset. By the owner of the game who set it.
#[utoipa::path(
    patch, path = "/v1/games/{game_id}/channels/{channel_id}", tag = "channels",
    request_body(content = UpdateChannel, example = json!({"topics": ["awaited", "game_ended"], "enabled": true})),
    responses((
        status = 200, description = "What is set for it from now on", body = Channel,
        example = json!(examples::channel()),
    )),
    extensions(("x-problem-codes" = json!([
        "game_not_found", "not_a_member", "not_the_owner", "channel_not_found", "game_not_running",
        "rules_version_unsupported",
    ]))),
)]
pub async fn update_channel(
    caller: Caller<scope::Webhooks>,
    ids: Path<(Uuid, Uuid)>,
    body: Body<UpdateChannel>,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    let updated =
        ctx.transaction(async |tx| channels::update(tx, ids.0, owner(&caller), body.0).await).await?;
    Ok(HttpResponse::Ok().json(updated))
}

/// End a channel of a game
///
/// Nothing is posted there any more, and the server forgets its address. By the owner of the game.
#[utoipa::path(
    delete, path = "/v1/games/{game_id}/channels/{channel_id}", tag = "channels",
    responses((status = 204, description = "Nothing is posted any more")),
    extensions(("x-problem-codes" = json!([
        "game_not_found", "not_a_member", "not_the_owner", "channel_not_found", "rules_version_unsupported",
    ]))),
)]
pub async fn delete_channel(
    caller: Caller<scope::Webhooks>,
    ids: Path<(Uuid, Uuid)>,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    ctx.transaction(async |tx| channels::delete(tx, ids.0, owner(&caller)).await).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// Send a test to a channel of a game
///
/// Posts a sentence and the board at once; `last_post` of the channel says what became of it. By the owner who set it.
#[utoipa::path(
    post, path = "/v1/games/{game_id}/channels/{channel_id}/test", tag = "channels",
    request_body(content = EmptyBody, example = json!({})),
    responses((
        status = 202, description = "The test will be posted", body = Channel,
        example = json!(examples::channel()),
    )),
    extensions(("x-problem-codes" = json!([
        "game_not_found", "not_a_member", "not_the_owner", "channel_not_found", "channel_disabled",
        "channel_not_agreed", "rules_version_unsupported",
    ]))),
)]
pub async fn test_channel(
    caller: Caller<scope::Webhooks>,
    ids: Path<(Uuid, Uuid)>,
    request: Idempotent<EmptyBody>,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    once_and_notify(&mut ctx, request.key.of(caller.account), async |tx| {
        StoredReply::new(202, &channels::send_test(tx, ids.0, owner(&caller)).await?)
    })
    .await
}

/// Agree to a channel of a game
///
/// In a private game nothing is posted to it until every player agrees. Harmless to repeat. It covers this channel
/// alone, and ends when you leave your seat.
#[utoipa::path(
    put, path = "/v1/games/{game_id}/channels/{channel_id}/agreement", tag = "channels",
    responses((
        status = 200, description = "The channel with your agreement", body = Channel,
        example = json!(examples::channel()),
    )),
    extensions(("x-problem-codes" = json!([
        "game_not_found", "not_a_member", "channel_not_found", "rules_version_unsupported",
    ]))),
)]
pub async fn agree_to_channel(
    caller: Caller<scope::GamesPlay>,
    ids: Path<(Uuid, Uuid)>,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    ctx.transaction(async |tx| channels::agree(tx, ids.0, caller.account).await).await?;
    Ok(HttpResponse::Ok().json(channels::get(&mut ctx, ids.0, caller.account).await?))
}

/// Withdraw your agreement to a channel of a game
///
/// In a private game nothing is posted to it from now on, not even what waits; a post that is on its way at this moment
/// may still arrive. Harmless to repeat.
#[utoipa::path(
    delete, path = "/v1/games/{game_id}/channels/{channel_id}/agreement", tag = "channels",
    responses((
        status = 200, description = "The channel without your agreement", body = Channel,
        example = json!(examples::channel()),
    )),
    extensions(("x-problem-codes" = json!([
        "game_not_found", "not_a_member", "channel_not_found", "rules_version_unsupported",
    ]))),
)]
pub async fn disagree_with_channel(
    caller: Caller<scope::GamesPlay>,
    ids: Path<(Uuid, Uuid)>,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    ctx.transaction(async |tx| channels::withdraw(tx, ids.0, caller.account).await).await?;
    Ok(HttpResponse::Ok().json(channels::get(&mut ctx, ids.0, caller.account).await?))
}

/// List the channels of a club
///
/// Where the news of all its games is posted, oldest first, by its members: format, host and who set it. The address of a
/// channel is never shown.
#[utoipa::path(
    get, path = "/v1/clubs/{club_id}/channels", tag = "clubs",
    responses((
        status = 200, description = "The channels of the club, at most one of each format", body = Page<ClubChannel>,
        example = json!(examples::club_channels()),
    )),
    extensions(("x-problem-codes" = json!(["club_not_found", "not_a_club_member"]))),
)]
pub async fn list_club_channels(
    caller: Caller<scope::GamesRead>,
    club: Path<Uuid>,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    Ok(HttpResponse::Ok().json(channels::list_of_club(&mut ctx, club.0, caller.account).await?))
}

/// Set a channel of a club
///
/// By its organisers, one of each format. From then on every game of the club has it among its channels, and posts there
/// that it exists, begins and ends, or what `topics` say. The owner of a game may end it there, and where a game has a
/// channel of this format already, the club's is left out. Of private games nothing is posted unless every player agrees.
/// It posts while you are an organiser; what fails is treated as in a channel of a game.
#[utoipa::path(
    post, path = "/v1/clubs/{club_id}/channels", tag = "clubs",
    request_body(
        content = CreateChannel,
        example = json!({"format": "discord", "url": "https://discord.com/api/webhooks/1/example", "language": "en"}),
    ),
    responses((
        status = 201, description = "The channel, and the secret of the format `althing`", body = CreatedClubChannel,
        example = json!(examples::created_club_channel()),
    )),
    extensions(("x-problem-codes" = json!([
        "club_not_found", "not_a_club_member", "club_role_too_small", "club_ended", "channel_exists",
    ]))),
)]
pub async fn create_club_channel(
    caller: Caller<scope::Webhooks>,
    club: Path<Uuid>,
    request: Idempotent<CreateChannel>,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    let key = request.key.of(caller.account).map(IdempotentRequest::with_token);
    let new = request.body;
    once_and_notify(&mut ctx, key, async |tx| {
        let created = channels::create_for_club(tx, club.0, owner(&caller), new).await?;
        StoredReply::created(&created, format!("/v1/clubs/{}/channels", club.0))
    })
    .await
}

/// End a channel of a club
///
/// Nothing is posted there any more of any game, and the server forgets its address. By organisers, also after the end of
/// the club.
#[utoipa::path(
    delete, path = "/v1/clubs/{club_id}/channels/{channel_id}", tag = "clubs",
    responses((status = 204, description = "Nothing is posted any more")),
    extensions(("x-problem-codes" = json!([
        "club_not_found", "not_a_club_member", "club_role_too_small", "channel_not_found",
    ]))),
)]
pub async fn delete_club_channel(
    caller: Caller<scope::Webhooks>,
    ids: Path<(Uuid, Uuid)>,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    ctx.transaction(async |tx| channels::delete_of_club(tx, ids.0, owner(&caller)).await).await?;
    Ok(HttpResponse::NoContent().finish())
}
