//! Invitation links: secrets that the owner of a table hands out.

use actix_web::HttpResponse;
use actix_web::web::Data;
use serde::Deserialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::extract::{Body, Caller, IdempotencyKey, Path, Query};
use super::openapi::examples;
use super::paging::Paging;
use super::reply;
use crate::app::App;
use crate::error::Error;
use crate::service::access::Scope;
use crate::service::lobby::{self, GameShown, Links, MadeLink};
use crate::service::once::{Once, Reply, once};
use crate::store::{self, Pool};

/// What a new link is good for.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct LinkToMake {
    /// How many may join with it, 1 to 100; 10 if left out.
    #[serde(default = "ten")]
    #[schema(minimum = 1, maximum = 100, default = 10)]
    pub uses: u16,
    /// How many hours it works, 1 to 720; a week if left out.
    #[serde(default = "a_week")]
    #[schema(minimum = 1, maximum = 720, default = 168)]
    pub hours: u16,
}

fn ten() -> u16 {
    10
}

fn a_week() -> u16 {
    168
}

/// Which link is looked at.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct LookAtLink {
    /// Its secret.
    #[schema(max_length = 100)]
    pub link: String,
}

/// Make an invitation link
///
/// By the owner of a table, before the start. Its `token` is shown in this answer and never again; whoever has it sees
/// the table and may join with it, even a private one.
#[utoipa::path(
    post, path = "/v1/games/{game_id}/links", operation_id = "create_link", tag = "invitations",
    params(("game_id" = Uuid, Path, description = "The game")),
    request_body(content = LinkToMake, example = json!({"uses": 3, "hours": 48})),
    responses((status = 201, description = "Made", body = MadeLink, example = json!(examples::made_link()))),
    security(("access_token" = [])),
    extensions(
        ("x-scope" = json!("games:create")),
        ("x-problem-codes" = json!([
            "game_not_found", "not_the_owner", "game_already_started", "table_closed", "invalid_field",
            "too_many_links", "key_reused",
        ])),
        ("x-idempotent" = json!(true)),
    ),
)]
pub async fn create(
    app: Data<App>,
    pool: Data<Pool>,
    caller: Caller,
    game: Path<Uuid>,
    key: IdempotencyKey,
    body: Body<LinkToMake>,
) -> Result<HttpResponse, Error> {
    caller.require(Scope::GamesCreate)?;
    let route = format!("POST /v1/games/{}/links", game.0);
    let request = Once::new(caller.account, &route, key.0, body.digest).map(Once::with_token);
    let new = lobby::NewLink { uses: body.value.uses, hours: body.value.hours };
    let mut connection = store::pool::lend(&pool).await?;
    let reply = once(&app, &mut connection, request, async |connection| {
        Reply::new(201, &lobby::make_link(&app, connection, game.0, caller.account, new).await?)
    });
    Ok(reply::send(reply.await?))
}

/// List a table's invitation links
///
/// By its owner, newest first, those that work no more too. The secrets themselves are not known any more.
#[utoipa::path(
    get, path = "/v1/games/{game_id}/links", operation_id = "list_links", tag = "invitations",
    params(("game_id" = Uuid, Path, description = "The game"), Paging),
    responses((status = 200, description = "A page of links", body = Links, example = json!(examples::invitation_links()))),
    security(("access_token" = [])),
    extensions(
        ("x-scope" = json!("games:read")),
        ("x-problem-codes" = json!(["game_not_found", "not_the_owner", "invalid_parameter"])),
    ),
)]
pub async fn list(
    app: Data<App>,
    pool: Data<Pool>,
    caller: Caller,
    game: Path<Uuid>,
    paging: Query<Paging>,
) -> Result<HttpResponse, Error> {
    caller.require(Scope::GamesRead)?;
    let (limit, cursor) = (paging.0.limit()?, paging.0.cursor.as_deref());
    let mut connection = store::pool::lend(&pool).await?;
    let page = lobby::links(&app, &mut connection, game.0, caller.account, cursor, limit).await?;
    Ok(HttpResponse::Ok().json(page))
}

/// Take an invitation link back
///
/// By the owner of the table. Nobody joins with it any more. Harmless to repeat.
#[utoipa::path(
    delete, path = "/v1/games/{game_id}/links/{link_id}", operation_id = "delete_link", tag = "invitations",
    params(
        ("game_id" = Uuid, Path, description = "The game"),
        ("link_id" = Uuid, Path, description = "The link"),
    ),
    responses((status = 204, description = "Taken back")),
    security(("access_token" = [])),
    extensions(
        ("x-scope" = json!("games:create")),
        ("x-problem-codes" = json!(["game_not_found", "not_the_owner", "link_not_found"])),
    ),
)]
pub async fn revoke(
    app: Data<App>,
    pool: Data<Pool>,
    caller: Caller,
    path: Path<(Uuid, Uuid)>,
) -> Result<HttpResponse, Error> {
    caller.require(Scope::GamesCreate)?;
    let (game, link) = path.0;
    let mut connection = store::pool::lend(&pool).await?;
    store::transaction(&mut connection, async |connection| {
        lobby::revoke_link(&app, connection, game, link, caller.account).await
    })
    .await?;
    Ok(HttpResponse::NoContent().finish())
}

/// Look where an invitation link leads
///
/// The table behind it, while it works and the table has not started. The secret is sent in the body, so that no log of
/// addresses keeps it.
#[utoipa::path(
    post, path = "/v1/links", operation_id = "look_at_link", tag = "invitations",
    request_body(
        content = LookAtLink,
        example = json!({"link": "AZNEn2jAey-MPhorPE1eAQECAwQFBgcICQoLDA0ODxAREhMUFRYXGA"}),
    ),
    responses((
        status = 200, description = "The table", body = GameShown, example = json!(examples::game()),
    )),
    security(("access_token" = [])),
    extensions(("x-scope" = json!("games:read")), ("x-problem-codes" = json!(["link_not_found"]))),
)]
pub async fn look(
    app: Data<App>,
    pool: Data<Pool>,
    caller: Caller,
    body: Body<LookAtLink>,
) -> Result<HttpResponse, Error> {
    caller.require(Scope::GamesRead)?;
    let mut connection = store::pool::lend(&pool).await?;
    let shown = lobby::behind(&app, &mut connection, &body.value.link, caller.account).await?;
    Ok(HttpResponse::Ok().json(shown))
}
