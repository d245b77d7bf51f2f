//! `/v1/me/games/export`, `/v1/people/{person}/games/export` and `/v1/competitions/{competition_id}/games/export`: the
//! records of all games of a player or a competition, one a line.

use std::sync::Arc;

use actix_web::http::Method;
use actix_web::http::header::{CACHE_CONTROL, HeaderName};
use actix_web::web::{Bytes, Data};
use actix_web::{HttpRequest, HttpResponse};
use futures_util::stream;
use uuid::Uuid;

use super::extract::{Caller, Path, Query, scope};
use super::openapi::examples;
use super::origin::Origin;
use super::record::GameRecord;
use super::streams::credential;
use crate::error::Error;
use crate::service::App;
use crate::service::game_exports::{ExportRequest, GameExport, GameExportQuery, RequestedGames};
use crate::service::streams::Hub;
use crate::store::Pool;

/// One JSON document a line.
const LINES: &str = "application/x-ndjson";

/// Export my games
///
/// The records of all your games that began and are over, private ones too, in the order in which they ended: a line for
/// each (newline-delimited JSON), as `GET /v1/games/{game_id}/record` gives it to you. It is streamed. When the
/// connection is cut, forget the line that is not whole, and go on with `after`: nothing is missed and nothing comes
/// twice. A game is exported about half a minute after its end. One that an operator declares void afterwards comes once
/// more. You can fetch two exports at the same time; each counts as a stream, and ends when the token expires.
#[utoipa::path(
    get, path = "/v1/me/games/export", tag = "records",
    responses((
        status = 200, description = "Lines of records, sent as a stream", body = GameRecord,
        content_type = "application/x-ndjson", example = json!(examples::record()),
    )),
    extensions(("x-problem-codes" = json!(["too_many_streams"]))),
)]
pub async fn export_my_games(
    caller: Caller<scope::GamesRead>,
    query: Query<GameExportQuery>,
    request: HttpRequest,
    origin: Origin,
    (app, pool, hub): (Data<App>, Data<Pool>, Data<Hub>),
) -> Result<HttpResponse, Error> {
    export(RequestedGames::Own, &caller, query.0, (&request, &origin), (&app, &pool, &hub)).await
}

/// Export a player's public games
///
/// As `GET /v1/me/games/export`, of the public games of any player.
#[utoipa::path(
    get, path = "/v1/people/{person}/games/export", tag = "records",
    responses((
        status = 200, description = "Lines of records, sent as a stream", body = GameRecord,
        content_type = "application/x-ndjson", example = json!(examples::record()),
    )),
    extensions(("x-problem-codes" = json!(["account_not_found", "too_many_streams"]))),
)]
pub async fn export_games_of_person(
    caller: Caller<scope::GamesRead>,
    person: Path<String>,
    query: Query<GameExportQuery>,
    request: HttpRequest,
    origin: Origin,
    (app, pool, hub): (Data<App>, Data<Pool>, Data<Hub>),
) -> Result<HttpResponse, Error> {
    let games = RequestedGames::Player(&person.0);
    export(games, &caller, query.0, (&request, &origin), (&app, &pool, &hub)).await
}

/// Export the games of a competition
///
/// As `GET /v1/me/games/export`, of all games of a competition that you may see. Each record names the round and the table.
#[utoipa::path(
    get, path = "/v1/competitions/{competition_id}/games/export", tag = "records",
    responses((
        status = 200, description = "Lines of records, sent as a stream", body = GameRecord,
        content_type = "application/x-ndjson", example = json!(examples::record()),
    )),
    extensions(("x-problem-codes" = json!(["competition_not_found", "too_many_streams"]))),
)]
pub async fn export_games_of_competition(
    caller: Caller<scope::GamesRead>,
    competition: Path<Uuid>,
    query: Query<GameExportQuery>,
    request: HttpRequest,
    origin: Origin,
    (app, pool, hub): (Data<App>, Data<Pool>, Data<Hub>),
) -> Result<HttpResponse, Error> {
    let games = RequestedGames::Competition(competition.0);
    export(games, &caller, query.0, (&request, &origin), (&app, &pool, &hub)).await
}

async fn export(
    games: RequestedGames<'_>,
    caller: &Caller<scope::GamesRead>,
    query: GameExportQuery,
    (request, origin): (&HttpRequest, &Origin),
    (app, pool, hub): (&Arc<App>, &Pool, &Hub),
) -> Result<HttpResponse, Error> {
    let wanted = ExportRequest { credential: credential(caller, request), address: origin.0, games };
    send(request, GameExport::open(app, hub, pool, wanted, query).await?)
}

/// Sends an export, or the head of it. `X-Accel-Buffering` asks proxies not to collect what may be gigabytes.
fn send(request: &HttpRequest, export: GameExport) -> Result<HttpResponse, Error> {
    let mut response = HttpResponse::Ok();
    response
        .content_type(LINES)
        .insert_header((CACHE_CONTROL, "no-store"))
        .insert_header((HeaderName::from_static("x-accel-buffering"), "no"));
    if request.method() == Method::HEAD {
        return Ok(response.finish());
    }
    // The next piece is made when the one before has left: a slow client holds one piece and no connection.
    let pieces = stream::try_unfold(export, async |mut export| {
        let piece = export.next().await?;
        Ok::<_, Error>(piece.map(|piece| (Bytes::from(piece), export)))
    });
    Ok(response.streaming(Box::pin(pieces)))
}
