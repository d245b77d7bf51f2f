//! `/v1/games/{game_id}/board.*` and `chart.*`: pictures of a game, and its board as text for screen readers.
//!
//! A viewer gets the pictures of a game, rendered from what they may see. A client that has a picture revalidates it
//! each time, also that of a past version: after a failover that lost the last writes a version can come again with
//! other content.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::http::header::CONTENT_SECURITY_POLICY;
use actix_web::web::Data;
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::ctx::Ctx;
use super::etag::{self, IfNoneMatch};
use super::extract::{MaybeCaller, Path, Query, scope};
use super::openapi::examples;
use super::views::ViewAs;
use crate::error::{Code, Error};
use crate::service::App;
use crate::service::loaded_game::LoadedGame;
use crate::service::pictures::{self, PictureRequest, WIDTHS};
use crate::service::tag::Seen;
use crate::store::games::Status;
use crate::store::{self, Pool};

/// An SVG may show itself and nothing else: no script, no style sheet, nothing from outside.
const SVG_POLICY: &str = "default-src 'none'; frame-ancestors 'none'; sandbox";

/// The width of a picture unless the request names one, in pixels: what a phone shows.
const DEFAULT_WIDTH: u16 = 600;

#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct PictureParameters {
    /// The board as you could see it at this version; left out: now.
    #[param(minimum = 0)]
    pub version: Option<i64>,
    /// `spectator`: as a spectator sees it. Left out: as your seat sees it, if you have one.
    #[serde(rename = "as")]
    #[param(rename = "as")]
    pub view_as: Option<ViewAs>,
}

#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct PixelParameters {
    /// The board as you could see it at this version; left out: now.
    #[param(minimum = 0)]
    pub version: Option<i64>,
    /// `spectator`: as a spectator sees it. Left out: as your seat sees it, if you have one.
    #[serde(rename = "as")]
    #[param(rename = "as")]
    pub view_as: Option<ViewAs>,
    /// The width in pixels, 200 to 1200; 600 if left out.
    #[param(minimum = 200, maximum = 1200)]
    pub width: Option<u16>,
}

#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct WidthParameter {
    /// The width in pixels, 200 to 1200; 600 if left out.
    #[param(minimum = 200, maximum = 1200)]
    pub width: Option<u16>,
}

/// The bytes of a PNG, so that generated clients give bytes and not text.
#[derive(ToSchema)]
#[schema(value_type = String, format = Binary)]
struct PngImage(#[expect(dead_code, reason = "only described")] Vec<u8>);

#[derive(Clone, Copy)]
enum Form {
    Svg,
    Png { width: u16 },
    Text,
}

impl Form {
    /// As it stands in an entity tag.
    fn name(self) -> String {
        match self {
            Self::Svg => "svg".to_owned(),
            Self::Png { width } => format!("png{width}"),
            Self::Text => "txt".to_owned(),
        }
    }

    /// Sends an SVG, or the text of a board, in this form. Pixels may have to wait for a free thread: the caller must
    /// hold no database connection.
    async fn send(self, app: &App, tag: &str, source: String) -> Result<HttpResponse, Error> {
        let (content_type, body) = match self {
            Self::Svg => ("image/svg+xml", source.into_bytes()),
            Self::Png { width } => ("image/png", app.png_renderer.png(source, width).await?.to_vec()),
            Self::Text => ("text/plain; charset=utf-8", source.into_bytes()),
        };
        Ok(etag::tagged(StatusCode::OK, &tag)
            .content_type(content_type)
            .insert_header((CONTENT_SECURITY_POLICY, SVG_POLICY))
            .body(body))
    }
}

/// The board of a game that is requested, and what the caller has seen of it.
struct BoardRequest {
    account: Option<Uuid>,
    game: Uuid,
    version: Option<i64>,
    view_as: Option<ViewAs>,
    seen: Seen,
}

impl BoardRequest {
    async fn send(self, app: &App, pool: &Pool, form: Form) -> Result<HttpResponse, Error> {
        let mut db = store::pool::acquire(pool).await?;
        let loaded = LoadedGame::open(app, &mut db, self.game, self.account, None).await?;
        let viewer = if self.view_as.is_some() { None } else { loaded.seat };
        let picture = PictureRequest::of(&mut db, &loaded, viewer, self.version).await?;
        let tag = picture_tag(&picture, &form.name());
        if self.seen.has(&tag) {
            return Ok(etag::not_modified(&tag));
        }
        let board = pictures::render(&mut db, &loaded, &picture).await?;
        drop(db);
        form.send(app, &tag, if matches!(form, Form::Text) { board.text } else { board.svg }).await
    }
}

/// Sends the chart of a game that is over, which everybody sees alike. Error: `game_not_finished`.
async fn send_chart(
    Ctx { app, mut db }: Ctx,
    game: Uuid,
    account: Option<Uuid>,
    seen: &Seen,
    form: Form,
) -> Result<HttpResponse, Error> {
    let loaded = LoadedGame::open(&app, &mut db, game, account, None).await?;
    if loaded.present.status != Status::Finished {
        return Err(Code::GameNotFinished.problem());
    }
    let picture = PictureRequest::of(&mut db, &loaded, None, None).await?;
    let tag = picture_tag(&picture, &format!("chart.{}", form.name()));
    if seen.has(&tag) {
        return Ok(etag::not_modified(&tag));
    }
    let chart = pictures::chart(&mut db, &loaded, &picture).await?;
    drop(db);
    form.send(&app, &tag, chart).await
}

/// The entity tag of a picture in some form: the tag of the game, and what else the picture depends on. It serves
/// `If-Match` as well as that of any other read.
fn picture_tag(picture: &PictureRequest, form: &str) -> String {
    let game = picture.tag.to_string();
    format!("{}-{form}-{}\"", game.trim_end_matches('"'), picture.mark())
}

/// A width within its bounds. Error: `invalid_parameter`.
fn checked_width(width: Option<u16>) -> Result<u16, Error> {
    let width = width.unwrap_or(DEFAULT_WIDTH);
    if WIDTHS.contains(&width) {
        return Ok(width);
    }
    let detail = format!("A picture is {} to {} pixels wide.", WIDTHS.start(), WIDTHS.end());
    Err(Code::InvalidParameter.field("width", detail))
}

/// Draw the board
///
/// As your seat sees it, or as a spectator does: an SVG for a width of 600, with every public fact on it, your own
/// cards below the board, and the ids that actions use. Elements carry titles and `data-` attributes.
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
    let PictureParameters { version, view_as } = parameters.0;
    let request = BoardRequest { account: caller.account(), game: game.0, version, view_as, seen: seen.0 };
    request.send(&app, &pool, Form::Svg).await
}

/// Draw the board in pixels
///
/// The same picture as a PNG.
#[utoipa::path(
    get, path = "/v1/games/{game_id}/board.png", operation_id = "get_board_png", tag = "pictures",
    responses((status = 200, description = "The board", body = inline(PngImage), content_type = "image/png")),
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
    let PixelParameters { version, view_as, width } = parameters.0;
    let form = Form::Png { width: checked_width(width)? };
    let request = BoardRequest { account: caller.account(), game: game.0, version, view_as, seen: seen.0 };
    request.send(&app, &pool, form).await
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
    let PictureParameters { version, view_as } = parameters.0;
    let request = BoardRequest { account: caller.account(), game: game.0, version, view_as, seen: seen.0 };
    request.send(&app, &pool, Form::Text).await
}

/// Draw the points of a game that is over
///
/// The points of every seat at the end of each turn, as an SVG.
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
    ctx: Ctx,
) -> Result<HttpResponse, Error> {
    send_chart(ctx, game.0, caller.account(), &seen.0, Form::Svg).await
}

/// Draw the points of a game that is over in pixels
///
/// The same chart as a PNG.
#[utoipa::path(
    get, path = "/v1/games/{game_id}/chart.png", operation_id = "get_chart_png", tag = "pictures",
    responses((status = 200, description = "The chart", body = inline(PngImage), content_type = "image/png")),
    extensions(("x-problem-codes" = json!([
        "game_not_found", "game_not_finished", "rules_version_unsupported",
    ]))),
)]
pub async fn chart_png(
    caller: MaybeCaller<scope::GamesRead>,
    game: Path<Uuid>,
    parameters: Query<WidthParameter>,
    seen: IfNoneMatch,
    ctx: Ctx,
) -> Result<HttpResponse, Error> {
    let form = Form::Png { width: checked_width(parameters.0.width)? };
    send_chart(ctx, game.0, caller.account(), &seen.0, form).await
}
