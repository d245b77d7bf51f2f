//! `/v1/games/{game_id}/board.*` and `chart.*`: pictures of a game, for eyes and for readers of screens.
//!
//! A viewer of a game may have its pictures, drawn from what they may see. No handler makes pixels itself. A client that
//! has a picture asks each time whether it still holds, of past versions too: after a failover that lost the last writes
//! a version can come again with other content.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::http::header::CONTENT_SECURITY_POLICY;
use actix_web::web::Data;
use serde::Deserialize;
use utoipa::IntoParams;
use uuid::Uuid;

use super::ctx::Ctx;
use super::etag::{self, IfNoneMatch};
use super::extract::{MaybeCaller, Path, Query, scope};
use super::openapi::examples;
use super::views::LookingAs;
use crate::error::{Code, Error};
use crate::service::App;
use crate::service::loaded_game::LoadedGame;
use crate::service::pictures::{self, PictureRequest, WIDTHS};
use crate::service::tag::Seen;
use crate::store::games::Status;
use crate::store::{self, Connection, Pool};
use rules::RenderedBoard;

/// An SVG may show itself and nothing else: no script, no style sheet, nothing from outside.
const ONLY_ITSELF: &str = "default-src 'none'; frame-ancestors 'none'; sandbox";

/// The width of a picture if none is asked for, in pixels: what a phone shows.
const USUAL_WIDTH: u16 = 600;

/// Which picture is asked for.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct PictureParameters {
    /// The board as you could see it at this version; left out: now.
    #[param(minimum = 0)]
    pub version: Option<i64>,
    /// `spectator`: as somebody without a seat. Left out: from your seat, if you have one.
    #[serde(rename = "as")]
    #[param(rename = "as")]
    pub place: Option<LookingAs>,
}

/// Which picture is asked for, in pixels.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct PixelParameters {
    /// The board as you could see it at this version; left out: now.
    #[param(minimum = 0)]
    pub version: Option<i64>,
    /// `spectator`: as somebody without a seat. Left out: from your seat, if you have one.
    #[serde(rename = "as")]
    #[param(rename = "as")]
    pub place: Option<LookingAs>,
    /// How wide, in pixels, 200 to 1200; 600 if left out.
    #[param(minimum = 200, maximum = 1200)]
    pub width: Option<u16>,
}

/// How wide a chart is asked for.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct WidthParameter {
    /// How wide, in pixels, 200 to 1200; 600 if left out.
    #[param(minimum = 200, maximum = 1200)]
    pub width: Option<u16>,
}

/// Which board is asked for.
struct Wanted {
    account: Option<Uuid>,
    game: Uuid,
    version: Option<i64>,
    place: Option<LookingAs>,
    seen: Seen,
}

impl Wanted {
    /// The tag of the board in this form, and its drawing unless the caller has it. No connection is held afterwards:
    /// a caller that waits for pixels needs none.
    async fn draw(self, app: &App, pool: &Pool, form: &str) -> Result<(Tag, Option<RenderedBoard>), Error> {
        let mut db = store::pool::acquire(pool).await?;
        let table = LoadedGame::open(app, &mut db, self.game, self.account, None).await?;
        let viewer = if self.place.is_some() { None } else { table.seat };
        let asked = PictureRequest::of(&mut db, &table, viewer, self.version).await?;
        let tag = Tag::of(&asked, form);
        if self.seen.has(&tag.0) {
            return Ok((tag, None));
        }
        let drawing = pictures::render(&mut db, &table, &asked).await?;
        Ok((tag, Some(drawing)))
    }
}

/// Draw the board
///
/// As your seat sees it, or as a spectator does: an SVG for a width of 600, with every public fact on it, your own
/// cards below the board, and everything called as the actions call it. Elements carry titles and `data-` attributes.
#[utoipa::path(
    get, path = "/v1/games/{game_id}/board.svg", operation_id = "get_board_svg", tag = "pictures",
    responses((status = 200, description = "The board", body = String, content_type = "image/svg+xml")),
    extensions(("x-problem-codes" = json!([
        "game_not_found", "game_not_running", "version_beyond_present", "rules_version_unsupported",
    ]))),
)]
pub async fn board_svg(
    caller: MaybeCaller<scope::GamesRead>,
    app: Data<App>,
    pool: Data<Pool>,
    game: Path<Uuid>,
    parameters: Query<PictureParameters>,
    seen: IfNoneMatch,
) -> Result<HttpResponse, Error> {
    let PictureParameters { version, place } = parameters.0;
    let wanted = Wanted { account: caller.account(), game: game.0, version, place, seen: seen.0 };
    let (tag, drawing) = wanted.draw(&app, &pool, "svg").await?;
    let Some(drawing) = drawing else { return Ok(tag.unchanged()) };
    Ok(tag.send("image/svg+xml", drawing.svg.into_bytes()))
}

/// Draw the board in pixels
///
/// The same picture as a PNG.
#[utoipa::path(
    get, path = "/v1/games/{game_id}/board.png", operation_id = "get_board_png", tag = "pictures",
    responses((status = 200, description = "The board", body = String, content_type = "image/png")),
    extensions(("x-problem-codes" = json!([
        "game_not_found", "game_not_running", "version_beyond_present", "rules_version_unsupported",
    ]))),
)]
pub async fn board_png(
    caller: MaybeCaller<scope::GamesRead>,
    app: Data<App>,
    pool: Data<Pool>,
    game: Path<Uuid>,
    parameters: Query<PixelParameters>,
    seen: IfNoneMatch,
) -> Result<HttpResponse, Error> {
    let PixelParameters { version, place, width } = parameters.0;
    let width = bounded(width)?;
    let wanted = Wanted { account: caller.account(), game: game.0, version, place, seen: seen.0 };
    let (tag, drawing) = wanted.draw(&app, &pool, &format!("png{width}")).await?;
    let Some(drawing) = drawing else { return Ok(tag.unchanged()) };
    Ok(tag.send("image/png", app.png_renderer.png(drawing.svg, width).await?.to_vec()))
}

/// Describe the board
///
/// A map in characters and every fact in sentences, in lines of at most 78 columns, sensible when read aloud from top
/// to bottom.
#[utoipa::path(
    get, path = "/v1/games/{game_id}/board.txt", operation_id = "get_board_text", tag = "pictures",
    responses(
        (
            status = 200, description = "The board", body = String, content_type = "text/plain",
            example = json!(examples::board()),
        ),
    ),
    extensions(("x-problem-codes" = json!([
        "game_not_found", "game_not_running", "version_beyond_present", "rules_version_unsupported",
    ]))),
)]
pub async fn board_text(
    caller: MaybeCaller<scope::GamesRead>,
    app: Data<App>,
    pool: Data<Pool>,
    game: Path<Uuid>,
    parameters: Query<PictureParameters>,
    seen: IfNoneMatch,
) -> Result<HttpResponse, Error> {
    let PictureParameters { version, place } = parameters.0;
    let wanted = Wanted { account: caller.account(), game: game.0, version, place, seen: seen.0 };
    let (tag, drawing) = wanted.draw(&app, &pool, "txt").await?;
    let Some(drawing) = drawing else { return Ok(tag.unchanged()) };
    Ok(tag.send("text/plain; charset=utf-8", drawing.text.into_bytes()))
}

/// Draw the points of a game that is over
///
/// Everybody's points at the end of each turn, as an SVG.
#[utoipa::path(
    get, path = "/v1/games/{game_id}/chart.svg", operation_id = "get_chart_svg", tag = "pictures",
    responses((status = 200, description = "The chart", body = String, content_type = "image/svg+xml")),
    extensions(("x-problem-codes" = json!([
        "game_not_found", "game_not_finished", "rules_version_unsupported",
    ]))),
)]
pub async fn chart_svg(
    caller: MaybeCaller<scope::GamesRead>,
    game: Path<Uuid>,
    seen: IfNoneMatch,
    Ctx { app, mut db }: Ctx,
) -> Result<HttpResponse, Error> {
    let table = LoadedGame::open(&app, &mut db, game.0, caller.account(), None).await?;
    let asked = finished(&mut db, &table).await?;
    let tag = Tag::of(&asked, "chart.svg");
    if seen.0.has(&tag.0) {
        return Ok(tag.unchanged());
    }
    let chart = pictures::chart(&mut db, &table, &asked).await?;
    Ok(tag.send("image/svg+xml", chart.into_bytes()))
}

/// Draw the points of a game that is over in pixels
///
/// The same chart as a PNG.
#[utoipa::path(
    get, path = "/v1/games/{game_id}/chart.png", operation_id = "get_chart_png", tag = "pictures",
    responses((status = 200, description = "The chart", body = String, content_type = "image/png")),
    extensions(("x-problem-codes" = json!([
        "game_not_found", "game_not_finished", "rules_version_unsupported",
    ]))),
)]
pub async fn chart_png(
    caller: MaybeCaller<scope::GamesRead>,
    game: Path<Uuid>,
    parameters: Query<WidthParameter>,
    seen: IfNoneMatch,
    Ctx { app, mut db }: Ctx,
) -> Result<HttpResponse, Error> {
    let width = bounded(parameters.0.width)?;
    let table = LoadedGame::open(&app, &mut db, game.0, caller.account(), None).await?;
    let asked = finished(&mut db, &table).await?;
    let tag = Tag::of(&asked, &format!("chart.png{width}"));
    if seen.0.has(&tag.0) {
        return Ok(tag.unchanged());
    }
    let chart = pictures::chart(&mut db, &table, &asked).await?;
    // The pixels are waited for without a connection.
    drop(db);
    Ok(tag.send("image/png", app.png_renderer.png(chart, width).await?.to_vec()))
}

/// The end of the game, which everybody sees alike. Error: `game_not_finished`.
async fn finished(connection: &mut Connection, table: &LoadedGame) -> Result<PictureRequest, Error> {
    if table.present.status != Status::Finished {
        return Err(Code::GameNotFinished.problem());
    }
    PictureRequest::of(connection, table, None, None).await
}

/// A width within its bounds. Error: `invalid_parameter`.
fn bounded(width: Option<u16>) -> Result<u16, Error> {
    let width = width.unwrap_or(USUAL_WIDTH);
    if WIDTHS.contains(&width) {
        return Ok(width);
    }
    let said = format!("A picture is {} to {} pixels wide.", WIDTHS.start(), WIDTHS.end());
    Err(Code::InvalidParameter.field("width", said))
}

struct Tag(String);

impl Tag {
    /// The tag of what is asked for in that form: the tag of the game, and what else the picture depends on. As good for
    /// `If-Match` as that of any other read.
    fn of(asked: &PictureRequest, form: &str) -> Self {
        let game = asked.tag.to_string();
        Self(format!("{}-{form}-{}\"", game.trim_end_matches('"'), asked.mark()))
    }

    fn unchanged(&self) -> HttpResponse {
        etag::not_modified(&self.0)
    }

    fn send(&self, content_type: &str, body: Vec<u8>) -> HttpResponse {
        etag::tagged(StatusCode::OK, &self.0)
            .content_type(content_type)
            .insert_header((CONTENT_SECURITY_POLICY, ONLY_ITSELF))
            .body(body)
    }
}
