//! `/games/{game_id}/picture.png`: the board with its players, for services that show where a link leads.

use actix_web::http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, ETAG, VARY};
use actix_web::web::Data;
use actix_web::{Error as WebError, HttpResponse, HttpResponseBuilder};
use uuid::Uuid;

use super::{TEXTS, opened};
use crate::error::{Code, Error};
use crate::http::etag::{IfNoneMatch, tag_of};
use crate::http::extract::Path;
use crate::http::origin::Origin;
use crate::http::pages::page::PageQuery;
use crate::http::pages::public::missing;
use crate::http::pages::words::PageWords;
use crate::service::identity::Language;
use crate::service::loaded_game::LoadedGame;
use crate::service::pictures::{self, PictureCaller, PictureRequest, PictureStyle, card};
use crate::service::spectators::GameReader;
use crate::service::{App, Ctx, bot_names};
use crate::store::Pool;
use crate::store::games::Visibility;
use rules::render::{PictureParts, PlaceLabels, Theme};

pub use crate::service::pictures::{CARD_HEIGHT as HEIGHT, CARD_WIDTH as WIDTH};

/// For how long a picture is kept whose address names what it shows.
const KEPT: &str = "public, max-age=3600";
/// The page names the picture of another moment, or none: it is asked for again.
const ASKED_AGAIN: &str = "no-cache";

/// `GET /games/{game_id}/picture.png`
///
/// `v` names the moment that is shown, so that another moment has another address; `l` is the language.
pub async fn picture(
    game: Path<String>,
    query: PageQuery,
    words: PageWords,
    seen: IfNoneMatch,
    (app, pool, origin): (Data<App>, Data<Pool>, Origin),
) -> Result<HttpResponse, WebError> {
    let language = query.get("l").and_then(|code| Language::offered(code).ok()).unwrap_or_default();
    let mut ctx = Ctx::acquire(&app, &pool).await?;
    let loaded = opened(&mut ctx, &game.0, &words).await?;
    if loaded.present.version.is_none() {
        return Err(missing(&words, TEXTS));
    }
    let request = request(&loaded, names(&mut ctx, loaded.id, language).await?, language);
    let version = version(&request);
    let (mut response, is_known) = head(&query, &seen, &version);
    if loaded.present.visibility != Visibility::Public {
        response.insert_header(("X-Robots-Tag", "noindex"));
    }
    if is_known {
        return Ok(response.finish());
    }
    let svg = match card(&mut ctx.db, &loaded, &request).await {
        // A ruleset without the rendering part has no board.
        Err(error) if error.is(Code::RouteNotFound) => return Err(missing(&words, TEXTS)),
        drawn => drawn?,
    };
    // No connection is held while the picture waits for a free thread.
    drop(ctx);
    let png = app.png_renderer.png(svg, WIDTH, PictureCaller::Anonymous(origin.0)).await?;
    Ok(response.content_type("image/png").body(png.to_vec()))
}

/// The head of the answer with a picture of this version, and whether the caller has the picture already.
pub fn head(query: &PageQuery, seen: &IfNoneMatch, version: &str) -> (HttpResponseBuilder, bool) {
    let tag = tag_of(version);
    let cached = if query.get("v") == Some(version) { KEPT } else { ASKED_AGAIN };
    let is_known = seen.0.has(&tag);
    let mut response = if is_known { HttpResponse::NotModified() } else { HttpResponse::Ok() };
    response
        .insert_header((ETAG, tag))
        .insert_header((CACHE_CONTROL, cached))
        .insert_header((VARY, "Accept-Encoding"))
        .insert_header((CONTENT_SECURITY_POLICY, "default-src 'none'; frame-ancestors 'none'; sandbox"));
    (response, is_known)
}

/// The picture of the present moment, as a spectator sees it.
pub fn request(loaded: &LoadedGame, names: Vec<String>, language: Language) -> PictureRequest {
    let style = PictureStyle {
        language,
        parts: PictureParts::Board,
        theme: Theme::Light,
        marks_legal: false,
        place_labels: PlaceLabels::Hidden,
    };
    PictureRequest::of_present(loaded, None, names, style)
}

/// What the picture depends on, as a part of its address.
pub fn version(request: &PictureRequest) -> String {
    let tag = tag_of(format!("{} {}", request.tag, request.mark()));
    format!("{}-{}", request.tag.version, tag.trim_matches('"'))
}

/// The names of the players, as pictures show them.
async fn names(ctx: &mut Ctx, game: Uuid, language: Language) -> Result<Vec<String>, Error> {
    let context = GameReader::Spectator(language).context(&mut ctx.db, game).await?;
    let bots = bot_names::names_of_bots(game, &context.people, &context.bots, &context.join_orders);
    Ok(pictures::names(context.people.iter().zip(&bots)))
}
