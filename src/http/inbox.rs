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
/// Decisions, votes, offers of seats, invitations and unread messages of all your games, most urgent first.
#[utoipa::path(
    get, path = "/v1/me/inbox", operation_id = "get_inbox", tag = "inbox",
    responses((
        status = 200, description = "What waits for you", body = Inbox, example = json!(examples::inbox()),
    )),
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
