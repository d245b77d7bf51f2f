//! `/v1/announcements`, `/v1/admin/announcements`: what operators say to everybody.

use actix_web::HttpResponse;
use actix_web::web::Data;
use uuid::Uuid;

use super::operator;
use crate::app::App;
use crate::error::Error;
use crate::http::extract::{Body, Caller, IdempotencyKey, Path, Query};
use crate::http::openapi::examples;
use crate::http::paging::Paging;
use crate::http::reply;
use crate::service::once::{Once, Reply, once};
use crate::service::operators::announcements::{self, Announcement, AnnouncementRequest, Announcements};
use crate::store::{self, Pool};

/// List announcements
///
/// What those who run the service have to say to everybody, newest first.
#[utoipa::path(
    get, path = "/v1/announcements", operation_id = "list_announcements", tag = "operation",
    params(Paging),
    responses((
        status = 200, description = "A page of announcements", body = Announcements,
        example = json!(examples::announcements()),
    )),
    extensions(("x-problem-codes" = json!(["invalid_parameter"]))),
)]
pub async fn list(app: Data<App>, pool: Data<Pool>, paging: Query<Paging>) -> Result<HttpResponse, Error> {
    let (limit, cursor) = (paging.0.limit()?, paging.0.cursor.as_deref());
    let mut connection = store::pool::lend(&pool).await?;
    Ok(HttpResponse::Ok().json(announcements::page(&app, &mut connection, cursor, limit).await?))
}

/// Announce something
#[utoipa::path(
    post, path = "/v1/admin/announcements", operation_id = "create_announcement", tag = "operation",
    request_body(content = AnnouncementRequest, example = json!({"text": "The server rests on Sunday from 6 to 7 UTC."})),
    responses((
        status = 201, description = "Announced", body = Announcement,
        example = json!(examples::announcement()),
    )),
    security(("access_token" = [])),
    extensions(
        ("x-scope" = json!("admin")),
        ("x-problem-codes" = json!(["operator_required", "key_reused"])),
        ("x-idempotent" = json!(true)),
    ),
)]
pub async fn announce(
    app: Data<App>,
    pool: Data<Pool>,
    caller: Caller,
    key: IdempotencyKey,
    body: Body<AnnouncementRequest>,
) -> Result<HttpResponse, Error> {
    operator(&app, &caller)?;
    let request = Once::new(caller.account, "POST /v1/admin/announcements", key.0, body.digest);
    let mut connection = store::pool::lend(&pool).await?;
    let reply = once(&app, &mut connection, request, async |connection| {
        Reply::new(201, &announcements::announce(&app, connection, caller.account, &body.value).await?)
    });
    Ok(reply::send(reply.await?))
}

/// Take an announcement back
#[utoipa::path(
    delete, path = "/v1/admin/announcements/{announcement_id}", operation_id = "delete_announcement", tag = "operation",
    params(("announcement_id" = Uuid, Path, description = "The announcement")),
    responses((status = 204, description = "Nobody is shown it any more")),
    security(("access_token" = [])),
    extensions(
        ("x-scope" = json!("admin")),
        ("x-problem-codes" = json!(["operator_required", "announcement_not_found"])),
    ),
)]
pub async fn end(
    app: Data<App>,
    pool: Data<Pool>,
    caller: Caller,
    announcement: Path<Uuid>,
) -> Result<HttpResponse, Error> {
    operator(&app, &caller)?;
    let mut connection = store::pool::lend(&pool).await?;
    store::transaction(&mut connection, async |connection| {
        announcements::end(&app, connection, caller.account, announcement.0).await
    })
    .await?;
    Ok(HttpResponse::NoContent().finish())
}
