//! `/v1/me/inbox`: everything that awaits or invites me.

use actix_web::HttpResponse;
use actix_web::web::Data;

use super::extract::{Caller, IfNoneMatch, Query};
use super::openapi::examples;
use super::paging::Paging;
use super::tag;
use crate::app::App;
use crate::error::Error;
use crate::service::access::Scope;
use crate::service::following::{self, Inbox};
use crate::store::{self, Pool};

/// Show my inbox
///
/// Everything that awaits or invites you in all your games: decisions that a game waits for, votes, decisions that you
/// may answer, seats that are offered to you, messages that you have not read. The most urgent first. If mail to your
/// address was not delivered and none is sent any more, that is told here as well.
#[utoipa::path(
    get, path = "/v1/me/inbox", operation_id = "get_inbox", tag = "following",
    params(Paging),
    responses((status = 200, description = "A page of it", body = Inbox, example = json!(examples::inbox()))),
    security(("access_token" = [])),
    extensions(
        ("x-scope" = json!("games:read")),
        ("x-tagged" = json!(true)),
        ("x-problem-codes" = json!(["invalid_parameter"])),
    ),
)]
pub async fn show(
    app: Data<App>,
    pool: Data<Pool>,
    caller: Caller,
    paging: Query<Paging>,
    seen: IfNoneMatch,
) -> Result<HttpResponse, Error> {
    caller.require(Scope::GamesRead)?;
    let (limit, cursor) = (paging.0.limit()?, paging.0.cursor.as_deref());
    let mut connection = store::pool::lend(&pool).await?;
    let inbox = following::inbox(&app, &mut connection, caller.account, cursor, limit).await?;
    tag::answer_by_content(&seen.0, &inbox)
}
