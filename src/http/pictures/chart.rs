//! The chart of points of a game that is over, as SVG and PNG.

use actix_web::HttpResponse;
use actix_web::web::Data;
use uuid::Uuid;

use super::open;
use super::parameters::{WidthParameter, bounded};
use super::tag::Tag;
use crate::app::App;
use crate::error::{Code, Error};
use crate::http::extract::{IfNoneMatch, MaybeCaller, Path, Query};
use crate::service::pictures::{self, Asked};
use crate::service::table::Table;
use crate::store::words::Status;
use crate::store::{self, Connection, Pool};

/// Draw the points of a game that is over
///
/// Everybody's points at the end of each turn, as an SVG.
#[utoipa::path(
    get, path = "/v1/games/{game_id}/chart.svg", operation_id = "get_chart_svg", tag = "pictures",
    params(("game_id" = Uuid, Path, description = "The game")),
    responses(
        (status = 200, description = "The chart", body = String, content_type = "image/svg+xml"),
    ),
    security((), ("access_token" = [])),
    extensions(("x-tagged" = json!(true)), ("x-scope" = json!("games:read")), ("x-problem-codes" = json!([
        "game_not_found", "game_not_finished", "invalid_parameter", "rules_version_unsupported",
    ]))),
)]
pub async fn chart_svg(
    app: Data<App>,
    pool: Data<Pool>,
    caller: MaybeCaller,
    game: Path<Uuid>,
    seen: IfNoneMatch,
) -> Result<HttpResponse, Error> {
    let mut connection = store::pool::lend(&pool).await?;
    let table = open(&app, &mut connection, caller, game.0).await?;
    let asked = finished(&mut connection, &table).await?;
    let tag = Tag::of(&asked, "chart.svg");
    if tag.is_held(&seen.0) {
        return Ok(tag.unchanged());
    }
    let chart = pictures::chart(&mut connection, &table, &asked).await?;
    Ok(tag.send("image/svg+xml", chart.into_bytes()))
}

/// Draw the points of a game that is over in pixels
///
/// The same chart as a PNG.
#[utoipa::path(
    get, path = "/v1/games/{game_id}/chart.png", operation_id = "get_chart_png", tag = "pictures",
    params(("game_id" = Uuid, Path, description = "The game"), WidthParameter),
    responses(
        (status = 200, description = "The chart", body = String, content_type = "image/png"),
    ),
    security((), ("access_token" = [])),
    extensions(("x-tagged" = json!(true)), ("x-scope" = json!("games:read")), ("x-problem-codes" = json!([
        "game_not_found", "game_not_finished", "invalid_parameter", "rules_version_unsupported",
    ]))),
)]
pub async fn chart_png(
    app: Data<App>,
    pool: Data<Pool>,
    caller: MaybeCaller,
    game: Path<Uuid>,
    parameters: Query<WidthParameter>,
    seen: IfNoneMatch,
) -> Result<HttpResponse, Error> {
    let width = bounded(parameters.0.width)?;
    let mut connection = store::pool::lend(&pool).await?;
    let table = open(&app, &mut connection, caller, game.0).await?;
    let asked = finished(&mut connection, &table).await?;
    let tag = Tag::of(&asked, &format!("chart.png{width}"));
    if tag.is_held(&seen.0) {
        return Ok(tag.unchanged());
    }
    let chart = pictures::chart(&mut connection, &table, &asked).await?;
    drop(connection);
    Ok(tag.send("image/png", app.studio.png(chart, width).await?.to_vec()))
}

/// The end of the game, which everybody sees alike. Error: `game_not_finished`.
async fn finished(connection: &mut Connection, table: &Table) -> Result<Asked, Error> {
    if table.present.status != Status::Finished {
        return Err(Code::GameNotFinished.problem());
    }
    Asked::of(connection, table, None, None).await
}
