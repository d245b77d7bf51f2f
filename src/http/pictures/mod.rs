//! `/v1/games/{game_id}/board.*` and `chart.*`: pictures of a game, and its board as text for screen readers.
//!
//! Knows how pictures are requested and sent; `service::pictures` knows how they are made. A picture is rendered from
//! what its viewer may see. A client that has a picture revalidates it each time, even that of a past version: after a
//! failover that lost the last writes a version can come again with other content.

pub mod for_channel;
mod parameters;

use actix_web::http::StatusCode;
use actix_web::http::header::{CONTENT_LANGUAGE, CONTENT_SECURITY_POLICY, VARY};
use actix_web::web::Data;
use actix_web::{HttpResponse, HttpResponseBuilder};
use std::sync::Arc;
use utoipa::ToSchema;
use uuid::Uuid;

use super::etag::{self, IfNoneMatch};
use super::extract::{MaybeCaller, Path, Query, scope};
use super::language::AcceptLanguage;
use super::openapi::examples;
use super::origin::Origin;
use super::views::ViewAs;
use crate::error::{Code, Error, Sentence};
use crate::service::identity::Language;
use crate::service::loaded_game::LoadedGame;
use crate::service::pictures::{self, PictureCaller, PictureRequest, PictureStyle, WIDTHS};
use crate::service::tag::Seen;
use crate::service::{App, Ctx};
use crate::store::games::Status;
use crate::store::{Connection, Pool};
use parameters::{
    ChartParameters, MarksRequested, PartsRequested, PictureParameters, PictureWidth, TextParameters,
    ThemeRequested,
};
use rules::render::{PictureParts, PlaceLabels, Theme};

/// The policy of an SVG that is opened by itself: no script, no style sheet, nothing from outside.
const SVG_POLICY: &str = "default-src 'none'; frame-ancestors 'none'; sandbox";

/// The width in pixels of a picture whose request names none: that of a phone.
const DEFAULT_WIDTH: u16 = 600;

/// The bytes of a PNG, so that generated clients give bytes and not text.
#[derive(ToSchema)]
#[schema(value_type = String, format = Binary)]
struct PngImage(#[expect(dead_code, reason = "only described")] Vec<u8>);

#[derive(Clone, Copy)]
enum Form {
    Svg,
    Png { width: u16, caller: PictureCaller },
    Text,
}

impl Form {
    /// The form as a part of an entity tag.
    fn name(self) -> String {
        match self {
            Self::Svg => "svg".to_owned(),
            Self::Png { width, .. } => format!("png{width}"),
            Self::Text => "txt".to_owned(),
        }
    }

    /// Sends an SVG, or the text of a board, in this form. Making pixels may wait for a free thread, so the caller must
    /// not hold a database connection.
    async fn send(
        self,
        app: &App,
        (tag, language): (&str, Language),
        source: String,
    ) -> Result<HttpResponse, Error> {
        let (content_type, body) = match self {
            Self::Svg => ("image/svg+xml", source.into_bytes()),
            Self::Png { width, caller } => {
                ("image/png", app.png_renderer.png(source, width, caller).await?.to_vec())
            }
            Self::Text => ("text/plain; charset=utf-8", source.into_bytes()),
        };
        Ok(tagged(StatusCode::OK, tag)
            .content_type(content_type)
            .insert_header((CONTENT_LANGUAGE, language.code()))
            .insert_header((CONTENT_SECURITY_POLICY, SVG_POLICY))
            .body(body))
    }
}

/// The beginning of a response about a picture: its tag, and the request headers that it depends on.
fn tagged(status: StatusCode, tag: &str) -> HttpResponseBuilder {
    let mut response = etag::tagged(status, &tag);
    response.insert_header((VARY, "Authorization, Accept-Language"));
    response
}

/// Who requests a picture, of which game, and what they have of it.
struct Request {
    account: Option<Uuid>,
    game: Uuid,
    /// `None`: none was named in the address.
    language: Option<Language>,
    preferred: Language,
    seen: Seen,
}

impl Request {
    async fn language(&self, connection: &mut Connection) -> Result<Language, Error> {
        match self.language {
            Some(language) => Ok(language),
            None => pictures::language_of(connection, self.account, self.preferred).await,
        }
    }
}

struct BoardRequest {
    of: Request,
    version: Option<i64>,
    view_as: Option<ViewAs>,
    parts: PartsRequested,
    theme: ThemeRequested,
    marks: Option<MarksRequested>,
    place_labels: PlaceLabels,
}

impl BoardRequest {
    async fn send(self, app: &Arc<App>, pool: &Pool, form: Form) -> Result<HttpResponse, Error> {
        let mut ctx = Ctx::acquire(app, pool).await?;
        let loaded = LoadedGame::open(&mut ctx, self.of.game, self.of.account, None).await?;
        let viewer = if self.view_as.is_some() { None } else { loaded.seat };
        let style = PictureStyle {
            language: self.of.language(&mut ctx.db).await?,
            parts: match self.parts {
                PartsRequested::Whole => PictureParts::Whole,
                PartsRequested::Board => PictureParts::Board,
            },
            theme: theme(self.theme),
            marks_legal: self.marks.is_some(),
            place_labels: self.place_labels,
        };
        let picture = PictureRequest::of(&mut ctx.db, &loaded, viewer, self.version, style).await?;
        let tag = picture_tag(&picture, &form.name());
        if self.of.seen.has(&tag) {
            return Ok(tagged(StatusCode::NOT_MODIFIED, &tag).finish());
        }
        let board = pictures::render(&mut ctx.db, &loaded, &picture).await?;
        drop(ctx);
        let source = if matches!(form, Form::Text) { board.text } else { board.svg };
        form.send(app, (&tag, style.language), source).await
    }
}

const fn theme(requested: ThemeRequested) -> Theme {
    match requested {
        ThemeRequested::Light => Theme::Light,
        ThemeRequested::Dark => Theme::Dark,
    }
}

/// Sends the chart of a game that is over, which everybody sees alike.
async fn send_chart(
    mut ctx: Ctx,
    of: Request,
    requested: ThemeRequested,
    form: Form,
) -> Result<HttpResponse, Error> {
    let loaded = LoadedGame::open(&mut ctx, of.game, of.account, None).await?;
    if loaded.present.status != Status::Finished {
        return Err(Code::GameNotFinished.problem());
    }
    let language = of.language(&mut ctx.db).await?;
    let style = PictureStyle { language, theme: theme(requested), ..PictureStyle::default() };
    let picture = PictureRequest::of(&mut ctx.db, &loaded, None, None, style).await?;
    let tag = picture_tag(&picture, &format!("chart.{}", form.name()));
    if of.seen.has(&tag) {
        return Ok(tagged(StatusCode::NOT_MODIFIED, &tag).finish());
    }
    let chart = pictures::chart(&mut ctx.db, &loaded, &picture).await?;
    drop(ctx.db);
    form.send(&ctx.app, (&tag, language), chart).await
}

/// The entity tag of a picture in some form: the tag of the game, and what else the picture depends on. A client may
/// send it as `If-Match`, like the tag of any other read.
fn picture_tag(picture: &PictureRequest, form: &str) -> String {
    let game = picture.tag.to_string();
    format!("{}-{form}-{}\"", game.trim_end_matches('"'), picture.mark())
}

/// A PNG of the width that is requested. Error: `invalid_parameter` for a width beyond the bounds.
fn pixels(width: PictureWidth, account: Option<Uuid>, origin: &Origin) -> Result<Form, Error> {
    let width = width.width.unwrap_or(DEFAULT_WIDTH);
    if !WIDTHS.contains(&width) {
        return Err(Code::InvalidParameter.field("width", Sentence::between(&WIDTHS)));
    }
    let caller = account.map_or(PictureCaller::Anonymous(origin.0), PictureCaller::Account);
    Ok(Form::Png { width, caller })
}

/// Draw the board as SVG
///
/// As your seat sees it, or as a spectator does: an SVG for a width of 600, with every public fact on it, your own
/// cards below the board, and the ids that actions use. A white frame marks what the last move changed. Elements carry
/// titles and `data-` attributes.
#[utoipa::path(
    get, path = "/v1/games/{game_id}/board.svg", tag = "pictures",
    responses((
        status = 200, description = "A picture of the board", body = String, content_type = "image/svg+xml",
    )),
    extensions(("x-problem-codes" = json!([
        "game_not_found", "game_not_running", "version_beyond_present", "rules_version_unsupported",
    ]))),
)]
pub async fn get_board_svg(
    caller: MaybeCaller<scope::GamesRead>,
    app: Data<App>,
    pool: Data<Pool>,
    game: Path<Uuid>,
    parameters: Query<PictureParameters>,
    preferred: AcceptLanguage,
    seen: IfNoneMatch,
) -> Result<HttpResponse, Error> {
    let place_labels = parameters.0.place_labels();
    let PictureParameters { version, view_as, language, parts, theme, marks, .. } = parameters.0;
    let (account, seen) = (caller.account(), seen.0);
    let of = Request { account, game: game.0, language, preferred: preferred.0, seen };
    BoardRequest { of, version, view_as, parts, theme, marks, place_labels }
        .send(&app, &pool, Form::Svg)
        .await
}

/// Draw the board as PNG
///
/// The same picture as a PNG.
#[utoipa::path(
    get, path = "/v1/games/{game_id}/board.png", tag = "pictures",
    responses((
        status = 200, description = "A picture of the board", body = inline(PngImage), content_type = "image/png",
    )),
    extensions(("x-problem-codes" = json!([
        "game_not_found", "game_not_running", "version_beyond_present", "rules_version_unsupported",
    ]))),
)]
pub async fn get_board_png(
    caller: MaybeCaller<scope::GamesRead>,
    game: Path<Uuid>,
    parameters: Query<PictureParameters>,
    width: PictureWidth,
    preferred: AcceptLanguage,
    seen: IfNoneMatch,
    (app, pool, origin): (Data<App>, Data<Pool>, Origin),
) -> Result<HttpResponse, Error> {
    let place_labels = parameters.0.place_labels();
    let PictureParameters { version, view_as, language, parts, theme, marks, .. } = parameters.0;
    let (account, seen) = (caller.account(), seen.0);
    let form = pixels(width, account, &origin)?;
    let of = Request { account, game: game.0, language, preferred: preferred.0, seen };
    BoardRequest { of, version, view_as, parts, theme, marks, place_labels }.send(&app, &pool, form).await
}

/// Describe the board in text
///
/// A map in characters and every fact in sentences, in lines of at most 78 columns, sensible when read aloud from top
/// to bottom.
#[utoipa::path(
    get, path = "/v1/games/{game_id}/board.txt", tag = "pictures",
    responses(
        (
            status = 200, description = "The board in plain text", body = String, content_type = "text/plain",
            example = json!(examples::board()),
        ),
    ),
    extensions(("x-problem-codes" = json!([
        "game_not_found", "game_not_running", "version_beyond_present", "rules_version_unsupported",
    ]))),
)]
pub async fn get_board_text(
    caller: MaybeCaller<scope::GamesRead>,
    app: Data<App>,
    pool: Data<Pool>,
    game: Path<Uuid>,
    parameters: Query<TextParameters>,
    preferred: AcceptLanguage,
    seen: IfNoneMatch,
) -> Result<HttpResponse, Error> {
    let TextParameters { version, view_as, language } = parameters.0;
    let (account, seen) = (caller.account(), seen.0);
    let of = Request { account, game: game.0, language, preferred: preferred.0, seen };
    let (parts, theme) = (PartsRequested::default(), ThemeRequested::default());
    let (marks, place_labels) = (None, PlaceLabels::default());
    BoardRequest { of, version, view_as, parts, theme, marks, place_labels }
        .send(&app, &pool, Form::Text)
        .await
}

/// Draw a chart of the points as SVG
///
/// The points of every seat at the end of each turn, once the game is over.
#[utoipa::path(
    get, path = "/v1/games/{game_id}/chart.svg", tag = "pictures",
    responses((status = 200, description = "Points by turn, one line for each seat", body = String, content_type = "image/svg+xml")),
    extensions(("x-problem-codes" = json!([
        "game_not_found", "game_not_finished", "rules_version_unsupported",
    ]))),
)]
pub async fn get_chart_svg(
    caller: MaybeCaller<scope::GamesRead>,
    game: Path<Uuid>,
    parameters: Query<ChartParameters>,
    preferred: AcceptLanguage,
    seen: IfNoneMatch,
    ctx: Ctx,
) -> Result<HttpResponse, Error> {
    let ChartParameters { language, theme } = parameters.0;
    let (account, seen) = (caller.account(), seen.0);
    let of = Request { account, game: game.0, language, preferred: preferred.0, seen };
    send_chart(ctx, of, theme, Form::Svg).await
}

/// Draw a chart of the points as PNG
///
/// The same chart as the SVG, once the game is over.
#[utoipa::path(
    get, path = "/v1/games/{game_id}/chart.png", tag = "pictures",
    responses((status = 200, description = "Points by turn, one line for each seat", body = inline(PngImage), content_type = "image/png")),
    extensions(("x-problem-codes" = json!([
        "game_not_found", "game_not_finished", "rules_version_unsupported",
    ]))),
)]
pub async fn get_chart_png(
    caller: MaybeCaller<scope::GamesRead>,
    game: Path<Uuid>,
    parameters: Query<ChartParameters>,
    (width, preferred, origin): (PictureWidth, AcceptLanguage, Origin),
    seen: IfNoneMatch,
    ctx: Ctx,
) -> Result<HttpResponse, Error> {
    let ChartParameters { language, theme } = parameters.0;
    let (account, seen) = (caller.account(), seen.0);
    let form = pixels(width, account, &origin)?;
    let of = Request { account, game: game.0, language, preferred: preferred.0, seen };
    send_chart(ctx, of, theme, form).await
}
