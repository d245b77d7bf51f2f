//! `/games/{game_id}`: a game for everybody who may see it without an account, and its picture for services that show
//! where a link leads.
//!
//! Shows what the API shows to a spectator. For strangers a private game is the same page as one that does not exist, to
//! the byte.

mod lobby;
pub(super) mod picture;
mod show;

use actix_web::{Error as WebError, HttpResponse};
use minijinja::{Value, context};

pub use self::picture::picture;
use super::page::PageQuery;
use super::public;
use super::seat::past;
use super::words::PageWords;
use crate::error::Code;
use crate::http::etag::IfNoneMatch;
use crate::http::extract::Path;
use crate::service::addresses::public_page;
use crate::service::loaded_game::LoadedGame;
use crate::service::pictures::PictureRequest;
use crate::service::spectators::{self, GameReader};
use crate::service::{App, Ctx};
use crate::store::games::Visibility;

/// The section of the texts.
const TEXTS: &str = "public";

/// `GET /games/{game_id}`
pub async fn show(
    game: Path<String>,
    query: PageQuery,
    words: PageWords,
    seen: IfNoneMatch,
    mut ctx: Ctx,
) -> Result<HttpResponse, WebError> {
    let loaded = opened(&mut ctx, &game.0, &words).await?;
    let address = public_page(loaded.id);
    let language = words.language();
    let page = match (loaded.present.version, query.get(past::STEP)) {
        (None, _) => lobby::page(&mut ctx, &loaded, &words).await?,
        (Some(_), Some(at)) => {
            past::page(&mut ctx, &address, (&loaded, GameReader::Spectator(language)), at).await?
        }
        (Some(_), None) => show::page(&mut ctx, &loaded, language, query.get("show")).await?,
    };
    Ok(page.tagged(&seen.0)?)
}

/// The game of an address, or the page that says that there is none.
async fn opened(ctx: &mut Ctx, id: &str, words: &PageWords) -> Result<LoadedGame, WebError> {
    let none = (Code::GameNotFound, TEXTS);
    public::opened(id, words, none, async |id| spectators::open(ctx, id).await).await
}

/// What services that show where a link leads are told of a game, for `game/meta.html`. `description` says how it
/// stands; `picture` is the one of its board, if it has one.
fn preview(app: &App, loaded: &LoadedGame, description: String, picture: Option<&PictureRequest>) -> Value {
    let public_url = &app.settings.http.public_url;
    let here = format!("{public_url}{}", public_page(loaded.id));
    let picture = picture.map(|request| {
        let language = request.style.language.code();
        format!("{here}/picture.png?v={}&l={language}", picture::version(request))
    });
    context! {
        url => here,
        description,
        picture,
        icon => format!("{public_url}/icon-512.png"),
        width => picture::WIDTH,
        height => picture::HEIGHT,
        is_unlisted => loaded.present.visibility != Visibility::Public,
    }
}
