//! `/clubs`: people who play together, for everybody who may see them without an account.
//!
//! Shows what the API shows without a log-in. For strangers a private club is the same page as one that does not exist,
//! to the byte; its members open it from their own page.

mod body;
mod list;

use actix_web::http::StatusCode;
use actix_web::{Error as WebError, HttpResponse};
use minijinja::value::merge_maps;
use minijinja::{Value, context};
use uuid::Uuid;

pub(super) use self::body::{ClubBody, ClubReader, summary};
pub use self::list::list;
use super::hour_sentences::HourSentences;
use super::link::refusal;
use super::page::HtmlPage;
use super::words::PageWords;
use crate::error::Code;
use crate::http::etag::IfNoneMatch;
use crate::http::extract::Path;
use crate::service::addresses::club_page;
use crate::service::clubs::{self, Club};
use crate::service::{App, Ctx};

/// `GET /clubs/{club_id}`
pub async fn show(
    club: Path<String>,
    words: PageWords,
    seen: IfNoneMatch,
    mut ctx: Ctx,
) -> Result<HttpResponse, WebError> {
    let club = opened(&mut ctx, &club.0, &words).await?;
    let body = ClubBody::load(&mut ctx, &words, &club, ClubReader::Anybody).await?;
    let values = body.values(&ctx.app, &HourSentences::default());
    let preview = preview(&ctx.app, &club, summary(&words, &club));
    let values = merge_maps([context! { preview, is_utc => true }, values]);
    Ok(HtmlPage::new("club/club.html", &words, values).tagged(&seen.0)?)
}

/// The club of an address, or the page that says that there is none.
async fn opened(ctx: &mut Ctx, id: &str, words: &PageWords) -> Result<Club, WebError> {
    // A club has one address: other spellings of its id lead nowhere.
    let id = Uuid::parse_str(id).ok().filter(|parsed| parsed.to_string() == id);
    let club = match id {
        Some(id) => clubs::show(&mut ctx.db, id, None).await,
        None => Err(Code::ClubNotFound.problem()),
    };
    match club {
        Ok(club) => Ok(club),
        Err(error) if error.is(Code::ClubNotFound) => Err(missing(words)),
        Err(error) => Err(refusal(super::link::blank(words).refused(&error))),
    }
}

/// The page for a club that does not exist, or that not everybody may see.
fn missing(words: &PageWords) -> WebError {
    let (title, text) = (words.say("club", "missing_title"), words.say("club", "missing"));
    refusal(HtmlPage::of_message(words, title, text).with_status(StatusCode::NOT_FOUND))
}

/// What services that show where a link leads are told, for `game/meta.html`.
fn preview(app: &App, club: &Club, description: String) -> Value {
    let public_url = &app.settings.http.public_url;
    let url = format!("{public_url}{}", club_page(club.id));
    context! { description, icon => format!("{public_url}/icon-512.png"), url }
}
