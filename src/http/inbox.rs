//! `/v1/me/inbox`: everything that awaits or invites me.

use actix_web::HttpResponse;

use super::ctx::Ctx;
use super::etag::{self, IfNoneMatch};
use super::extract::{Caller, Paging, scope};
use super::openapi::examples;
use crate::error::Error;
use crate::service::streams::{self, Inbox};

/// Show my inbox
///
/// Everything that awaits or invites you in all your games: decisions that a game waits for, votes, decisions that you
/// may answer, seats that are offered to you, messages that you have not read. The most urgent first. If mail to your
/// address was not delivered and none is sent any more, that is shown here as well.
#[utoipa::path(
    get, path = "/v1/me/inbox", operation_id = "get_inbox", tag = "inbox",
    responses((status = 200, description = "A page of it", body = Inbox, example = json!(examples::inbox()))),
)]
pub async fn show(
    caller: Caller<scope::GamesRead>,
    Paging { limit, cursor }: Paging,
    seen: IfNoneMatch,
    Ctx { app, mut db }: Ctx,
) -> Result<HttpResponse, Error> {
    let inbox = streams::inbox(&app, &mut db, caller.account, cursor.as_deref(), limit).await?;
    etag::answer_by_content(&seen.0, &inbox)
}
