//! The clubs that everybody may see.

use actix_web::{Error as WebError, HttpResponse};
use minijinja::value::Serde;
use minijinja::{Value, context};

use super::summary;
use crate::error::Error;
use crate::http::etag::IfNoneMatch;
use crate::http::pages::page::{HtmlPage, PageQuery};
use crate::http::pages::public::from_cursor;
use crate::http::pages::words::PageWords;
use crate::service::Ctx;
use crate::service::addresses::club_page;
use crate::service::clubs::{self, ClubQuery};

/// The most clubs of a page.
const MOST_LISTED: u16 = 50;

/// `GET /clubs`
///
/// `from` goes on at a cursor.
pub async fn list(
    query: PageQuery,
    words: PageWords,
    seen: IfNoneMatch,
    mut ctx: Ctx,
) -> Result<HttpResponse, WebError> {
    let from = query.get("from");
    let page = from_cursor(from, async |cursor| part(&mut ctx, &words, cursor).await).await?;
    let values = context! { is_part => from.is_some(), ..page };
    Ok(HtmlPage::new("club/list.html", &words, values).tagged(&seen.0)?)
}

async fn part(ctx: &mut Ctx, words: &PageWords, cursor: Option<String>) -> Result<Value, Error> {
    let search = ClubQuery { limit: Some(MOST_LISTED), cursor, ..ClubQuery::default() };
    let page = clubs::list(&mut ctx.db, None, search).await?;
    let entries = page.items.iter().map(|club| {
        context! { address => club_page(club.id), name => &club.name, about => summary(words, club) }
    });
    Ok(context! {
        entries => entries.collect::<Vec<_>>(),
        more => Serde(page.next_cursor.map(|cursor| format!("/clubs?from={cursor}"))),
    })
}
