//! The board, as SVG, PNG and text.

use actix_web::HttpResponse;
use actix_web::web::Data;
use uuid::Uuid;

use super::open;
use super::parameters::{PictureParameters, PixelParameters, bounded, viewer};
use super::tag::Tag;
use crate::app::App;
use crate::error::Error;
use crate::http::extract::{IfNoneMatch, MaybeCaller, Path, Query};
use crate::http::look::Place;
use crate::http::openapi::examples;
use crate::service::pictures::{self, Asked};
use crate::service::tag::Seen;
use crate::store::{self, Pool};
use rules::RenderedBoard;

/// A board that somebody wants, in whatever form.
struct Wanted {
    caller: MaybeCaller,
    game: Uuid,
    version: Option<i64>,
    place: Option<Place>,
    seen: Seen,
}

impl Wanted {
    /// The tag of the board in this form, and its drawing unless the caller has it. No connection is held afterwards:
    /// whoever waits for pixels needs none.
    async fn draw(self, app: &App, pool: &Pool, form: &str) -> Result<(Tag, Option<RenderedBoard>), Error> {
        let mut connection = store::pool::lend(pool).await?;
        let table = open(app, &mut connection, self.caller, self.game).await?;
        let asked = Asked::of(&mut connection, &table, viewer(&table, self.place), self.version).await?;
        let tag = Tag::of(&asked, form);
        if tag.is_held(&self.seen) {
            return Ok((tag, None));
        }
        let drawing = pictures::draw(&mut connection, &table, &asked).await?;
        Ok((tag, Some(drawing)))
    }
}

/// Draw the board
///
/// As your seat sees it, or as a spectator does: an SVG for a width of 600, with every public fact on it, your own
/// cards below the board, and everything called as the actions call it. Elements carry titles and `data-` attributes.
#[utoipa::path(
    get, path = "/v1/games/{game_id}/board.svg", operation_id = "get_board_svg", tag = "pictures",
    params(("game_id" = Uuid, Path, description = "The game"), PictureParameters),
    responses(
        (status = 200, description = "The board", body = String, content_type = "image/svg+xml"),
    ),
    security((), ("access_token" = [])),
    extensions(("x-tagged" = json!(true)), ("x-scope" = json!("games:read")), ("x-problem-codes" = json!([
        "game_not_found", "game_not_running", "version_beyond_present", "invalid_parameter", "rules_version_unsupported",
    ]))),
)]
pub async fn board_svg(
    app: Data<App>,
    pool: Data<Pool>,
    caller: MaybeCaller,
    game: Path<Uuid>,
    parameters: Query<PictureParameters>,
    seen: IfNoneMatch,
) -> Result<HttpResponse, Error> {
    let PictureParameters { version, place } = parameters.0;
    let wanted = Wanted { caller, game: game.0, version, place, seen: seen.0 };
    let (tag, drawing) = wanted.draw(&app, &pool, "svg").await?;
    let Some(drawing) = drawing else { return Ok(tag.unchanged()) };
    Ok(tag.send("image/svg+xml", drawing.svg.into_bytes()))
}

/// Draw the board in pixels
///
/// The same picture as a PNG.
#[utoipa::path(
    get, path = "/v1/games/{game_id}/board.png", operation_id = "get_board_png", tag = "pictures",
    params(("game_id" = Uuid, Path, description = "The game"), PixelParameters),
    responses(
        (status = 200, description = "The board", body = String, content_type = "image/png"),
    ),
    security((), ("access_token" = [])),
    extensions(("x-tagged" = json!(true)), ("x-scope" = json!("games:read")), ("x-problem-codes" = json!([
        "game_not_found", "game_not_running", "version_beyond_present", "invalid_parameter", "rules_version_unsupported",
    ]))),
)]
pub async fn board_png(
    app: Data<App>,
    pool: Data<Pool>,
    caller: MaybeCaller,
    game: Path<Uuid>,
    parameters: Query<PixelParameters>,
    seen: IfNoneMatch,
) -> Result<HttpResponse, Error> {
    let PixelParameters { version, place, width } = parameters.0;
    let width = bounded(width)?;
    let wanted = Wanted { caller, game: game.0, version, place, seen: seen.0 };
    let (tag, drawing) = wanted.draw(&app, &pool, &format!("png{width}")).await?;
    let Some(drawing) = drawing else { return Ok(tag.unchanged()) };
    Ok(tag.send("image/png", app.studio.png(drawing.svg, width).await?.to_vec()))
}

/// Describe the board
///
/// A map in characters and every fact in sentences, in lines of at most 78 columns, sensible when read aloud from top
/// to bottom.
#[utoipa::path(
    get, path = "/v1/games/{game_id}/board.txt", operation_id = "get_board_text", tag = "pictures",
    params(("game_id" = Uuid, Path, description = "The game"), PictureParameters),
    responses(
        (
            status = 200, description = "The board", body = String, content_type = "text/plain",
            example = json!(examples::board()),
        ),
    ),
    security((), ("access_token" = [])),
    extensions(("x-tagged" = json!(true)), ("x-scope" = json!("games:read")), ("x-problem-codes" = json!([
        "game_not_found", "game_not_running", "version_beyond_present", "invalid_parameter", "rules_version_unsupported",
    ]))),
)]
pub async fn board_text(
    app: Data<App>,
    pool: Data<Pool>,
    caller: MaybeCaller,
    game: Path<Uuid>,
    parameters: Query<PictureParameters>,
    seen: IfNoneMatch,
) -> Result<HttpResponse, Error> {
    let PictureParameters { version, place } = parameters.0;
    let wanted = Wanted { caller, game: game.0, version, place, seen: seen.0 };
    let (tag, drawing) = wanted.draw(&app, &pool, "txt").await?;
    let Some(drawing) = drawing else { return Ok(tag.unchanged()) };
    Ok(tag.send("text/plain; charset=utf-8", drawing.text.into_bytes()))
}
