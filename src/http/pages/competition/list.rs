//! The competitions that everybody may see and that are not over.

use actix_web::{Error as WebError, HttpResponse};
use minijinja::value::Serde;
use minijinja::{Value, context};

use super::CompetitionSentences;
use crate::error::Error;
use crate::http::etag::IfNoneMatch;
use crate::http::pages::page::{HtmlPage, PageQuery};
use crate::http::pages::public::from_cursor;
use crate::http::pages::words::PageWords;
use crate::service::Ctx;
use crate::service::addresses::competition_page;
use crate::service::competitions::{self, CompetitionQuery};
use crate::store::competitions::CompetitionStatus;

/// The most competitions of a list; the others have pages of their own.
const MOST_LISTED: u16 = 50;

/// `GET /competitions`
///
/// `open` and `running` each show one of the two lists alone, from a cursor on.
pub async fn list(
    query: PageQuery,
    words: PageWords,
    seen: IfNoneMatch,
    mut ctx: Ctx,
) -> Result<HttpResponse, WebError> {
    let both = [("open", CompetitionStatus::Open), ("running", CompetitionStatus::Running)];
    let one = both.iter().find(|(name, _)| query.get(name).is_some());
    let shown = one.map_or(&both[..], std::slice::from_ref);
    let mut lists = Vec::new();
    for (name, status) in shown {
        let from = async |cursor| part(&mut ctx, &words, (name, *status), cursor).await;
        lists.push(from_cursor(query.get(name), from).await?);
    }
    let values = context! { lists, is_part => one.is_some() };
    Ok(HtmlPage::new("competition/list.html", &words, values).tagged(&seen.0)?)
}

async fn part(
    ctx: &mut Ctx,
    words: &PageWords,
    (name, status): (&str, CompetitionStatus),
    cursor: Option<String>,
) -> Result<Value, Error> {
    let search = CompetitionQuery {
        status: Some(status),
        limit: Some(MOST_LISTED),
        cursor,
        ..CompetitionQuery::default()
    };
    let page = competitions::list(ctx, None, search).await?;
    let items = page.items.iter().map(|details| {
        let sentences = CompetitionSentences { app: &ctx.app, words, details, zone: "UTC" };
        context! {
            address => competition_page(details.id),
            name => &details.name,
            about => sentences.summary(),
        }
    });
    Ok(context! {
        title => words.say("competition", name),
        entries => items.collect::<Vec<_>>(),
        more => Serde(page.next_cursor.map(|cursor| format!("/competitions?{name}={cursor}"))),
    })
}
