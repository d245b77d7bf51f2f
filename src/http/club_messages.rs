//! `/v1/clubs/{club_id}/messages`: what members of a club say to each other.

use actix_web::HttpResponse;
use uuid::Uuid;

use super::ctx::once;
use super::etag::{self, IfNoneMatch};
use super::extract::{Caller, Idempotent, Paging, Path, scope};
use super::openapi::examples;
use crate::error::Error;
use crate::service::Ctx;
use crate::service::clubs::{self, ClubMessage, CreateClubMessage};
use crate::service::idempotency::StoredReply;
use crate::service::page::Page;

/// Send a message to a club
///
/// To its members alone, by one of them; also in a public club nobody else reads it. Nobody is mailed about it.
#[utoipa::path(
    post, path = "/v1/clubs/{club_id}/messages", tag = "clubs",
    request_body(content = CreateClubMessage, example = json!({"text": "A new saga on Friday?"})),
    responses((
        status = 201, description = "The message was sent", body = ClubMessage,
        example = json!(examples::club_message()),
    )),
    extensions(("x-problem-codes" = json!([
        "secret_in_text", "club_not_found", "not_a_club_member", "club_ended",
    ]))),
)]
pub async fn create_club_message(
    caller: Caller<scope::Messages>,
    club: Path<Uuid>,
    request: Idempotent<CreateClubMessage>,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    once(&mut ctx, request.key.of(caller.account), async |tx| {
        let posted = clubs::post_message(tx, club.0, caller.account, &request.body).await?;
        StoredReply::created(&posted, format!("/v1/clubs/{}/messages", club.0))
    })
    .await
}

/// List the messages of a club
///
/// Newest first, for its members, also after its end; none of players you block.
#[utoipa::path(
    get, path = "/v1/clubs/{club_id}/messages", tag = "clubs",
    responses((
        status = 200, description = "What members wrote, newest first", body = Page<ClubMessage>,
        example = json!(examples::club_messages()),
    )),
    extensions(("x-problem-codes" = json!(["club_not_found", "not_a_club_member"]))),
)]
pub async fn list_club_messages(
    caller: Caller<scope::Messages>,
    club: Path<Uuid>,
    Paging { limit, cursor }: Paging,
    seen: IfNoneMatch,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    let page = clubs::messages(&mut ctx, club.0, caller.account, cursor.as_deref(), limit).await?;
    etag::answer_by_content(&seen.0, &page)
}

/// Remove a message of a club
///
/// Your own, and as an organiser those of others, also after the end of the club. The text is deleted for everybody, and
/// its number is not used again. Harmless to repeat.
#[utoipa::path(
    delete, path = "/v1/clubs/{club_id}/messages/{message_id}", tag = "clubs",
    responses((status = 204, description = "Nobody reads the message any more")),
    extensions(("x-problem-codes" = json!(["club_not_found", "not_a_club_member", "club_role_too_small"]))),
)]
pub async fn delete_club_message(
    caller: Caller<scope::Messages>,
    path: Path<(Uuid, Uuid)>,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    let (club, message) = path.0;
    ctx.transaction(async |tx| clubs::remove_message(tx, club, caller.account, message).await).await?;
    Ok(HttpResponse::NoContent().finish())
}
