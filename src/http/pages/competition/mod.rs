//! `/competitions`: leagues, Swisses and knockouts, for everybody who may see them without an account.
//!
//! Shows what the API shows without a log-in. For strangers a competition of a private club is the same page as one that
//! does not exist, to the byte; the members of the club open it from their own page.

mod body;
mod list;
mod picture;
mod sentences;

use actix_web::{Error as WebError, HttpResponse};
use minijinja::value::merge_maps;
use minijinja::{Value, context};

pub(super) use self::body::CompetitionBody;
pub use self::list::list;
pub use self::picture::picture;
pub(super) use self::sentences::CompetitionSentences;
use super::game::picture::{HEIGHT, WIDTH};
use super::page::{HtmlPage, PageQuery};
use super::public;
use super::words::PageWords;
use crate::error::{Code, Error};
use crate::http::etag::IfNoneMatch;
use crate::http::extract::Path;
use crate::service::addresses::{club_page, competition_page};
use crate::service::competitions::{self, CompetitionOverview};
use crate::service::loaded_game::LoadedGame;
use crate::service::{App, Ctx};
use crate::store::games::{self, Visibility};

/// The section of the texts.
const TEXTS: &str = "competition";

/// `GET /competitions/{competition_id}`
///
/// `round` shows one round, `part=standings` the standings alone; both go on at `from`.
pub async fn show(
    competition: Path<String>,
    query: PageQuery,
    words: PageWords,
    seen: IfNoneMatch,
    mut ctx: Ctx,
) -> Result<HttpResponse, WebError> {
    let overview = opened(&mut ctx, &competition.0, &words).await?;
    let base = format!("{}?", competition_page(overview.details.id));
    let club_page = overview.details.club_id.filter(|_| overview.is_public).map(club_page);
    let (app, words, overview) = (&ctx.app, &words, &overview);
    let body = CompetitionBody { app, words, overview, zone: "UTC", base: &base, club_page };
    let picture = picture::drawn(app, words, overview)
        .map(|svg| format!("standings.png?v={}&l={}", picture::version(&svg), words.code()));
    let preview = preview(app, (words, overview), body.description(), picture.as_deref());
    let picture = picture.map(|picture| format!("{}/{picture}", competition_page(overview.details.id)));
    let values = merge_maps([context! { preview, picture, is_utc => true }, body.values(&query)]);
    Ok(HtmlPage::new("competition/competition.html", words, values).tagged(&seen.0)?)
}

/// The page of the competition that a game is a table of, if everybody can open it: where they can't, the games are
/// private, too.
pub async fn page_of_game(ctx: &mut Ctx, loaded: &LoadedGame) -> Result<Option<String>, Error> {
    if loaded.present.visibility != Visibility::Public {
        return Ok(None);
    }
    Ok(games::competition_of(&mut ctx.db, loaded.id).await?.map(competition_page))
}

/// The competition of an address, or the page that says that there is none.
async fn opened(ctx: &mut Ctx, id: &str, words: &PageWords) -> Result<CompetitionOverview, WebError> {
    let none = (Code::CompetitionNotFound, TEXTS);
    public::opened(id, words, none, async |id| competitions::overview(ctx, id, None).await).await
}

/// What services that show where a link leads are told, for `game/meta.html`. `picture`: the address of that of the
/// standings below the page, if there are results.
fn preview(
    app: &App,
    (words, overview): (&PageWords, &CompetitionOverview),
    description: String,
    picture: Option<&str>,
) -> Value {
    let public_url = &app.settings.http.public_url;
    let url = format!("{public_url}{}", competition_page(overview.details.id));
    context! {
        description,
        picture => picture.map(|picture| format!("{url}/{picture}")),
        picture_alt => words.say_of("competition", "picture_of", context! { name => &overview.details.name }),
        icon => format!("{public_url}/icon-512.png"),
        width => WIDTH,
        height => HEIGHT,
        url,
    }
}
