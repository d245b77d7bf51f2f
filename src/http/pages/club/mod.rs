//! `/clubs`: people who play together, for everybody who may see them without an account.
//!
//! Shows what the API shows without a log-in. For strangers a private club is the same page as one that does not exist,
//! to the byte; its members open it from their own page.

mod body;
mod list;

use actix_web::{Error as WebError, HttpResponse};
use minijinja::value::merge_maps;
use minijinja::{Value, context};

pub(super) use self::body::{ClubBody, ClubReader, summary};
pub use self::list::list;
use super::hour_sentences::HourSentences;
use super::page::HtmlPage;
use super::public::opened;
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
    let none = (Code::ClubNotFound, "club");
    let club = opened(&club.0, &words, none, async |id| clubs::show(&mut ctx.db, id, None).await).await?;
    let body = ClubBody::load(&mut ctx, &words, &club, ClubReader::Anybody).await?;
    let values = body.values(&ctx.app, &HourSentences::default());
    let preview = preview(&ctx.app, &club, summary(&words, &club));
    let values = merge_maps([context! { preview, is_utc => true }, values]);
    Ok(HtmlPage::new("club/club.html", &words, values).tagged(&seen.0)?)
}

/// What services that show where a link leads are told, for `game/meta.html`.
fn preview(app: &App, club: &Club, description: String) -> Value {
    let public_url = &app.settings.http.public_url;
    let url = format!("{public_url}{}", club_page(club.id));
    context! { description, icon => format!("{public_url}/icon-512.png"), url }
}
