//! `/seat/{link}`: the page of a seat. The link of a mail opens it; there a player waits for the game to begin, plays a
//! whole turn step by step, and sees how it ended.
//!
//! A GET only shows: also what an answer would lead to, since mail programs follow every link. A POST acts and leads
//! back to the page, so that reloading it does nothing twice. Works without scripts.

mod chosen;
mod form;
mod mails;
mod options;
mod orders;
mod page;
mod result;
mod table;
mod votes;
mod waiting;

use actix_web::http::StatusCode;
use actix_web::http::header::CONTENT_DISPOSITION;
use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse, ResponseError};

use self::form::{AfterSeatForm, SeatForm, SeatPress};
use self::page::{PageRequest, SHOWN_UNTIL};
use super::dead_link;
use super::page::{HtmlPage, go_to};
use super::query::PageQuery;
use super::words::PageWords;
use crate::error::Error;
use crate::http::extract::{AcceptLanguage, Path, PressedForm};
use crate::http::record;
use crate::service::mail_links::{self, OpenedSeat};
use crate::service::{App, Ctx};
use crate::service::{accounts, messages, replies};
use crate::store::Pool;

/// `GET /seat/{link}`
pub async fn show(
    link: Path<String>,
    query: PageQuery,
    language: AcceptLanguage,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    let token = link.0;
    match mail_links::open_seat_link(&mut ctx, &token).await? {
        Ok(opened) => {
            let request = PageRequest::of(&query);
            replies::heard_from(&mut ctx.db, opened.link.game, opened.link.account).await?;
            shown(&mut ctx, &token, &opened, request, StatusCode::OK).await
        }
        Err(dead) => dead_link::refused(dead, language.0.code()),
    }
}

/// `POST /seat/{link}`
pub async fn press(
    link: Path<String>,
    query: PageQuery,
    form: PressedForm<SeatForm>,
    language: AcceptLanguage,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    let token = link.0;
    let opened = match mail_links::open_seat_link(&mut ctx, &token).await? {
        Ok(opened) => opened,
        Err(dead) => return dead_link::refused(dead, language.0.code()),
    };
    // A GET changes nothing, so that it is a press of any button that says that the page was read.
    if let Some(number) = query.get(SHOWN_UNTIL).and_then(|number| number.parse().ok()) {
        messages::mark_shown(&mut ctx.db, opened.link.game, opened.link.account, number).await?;
    }
    let pressed = SeatPress { token: &token, opened: &opened };
    let part = form.form.as_ref().ok().and_then(SeatForm::part);
    let next = match form.form {
        Ok(form) => pressed.carry_out(&mut ctx, form).await,
        Err(error) => Err(error),
    };
    let here = address(&token);
    match next {
        Ok(AfterSeatForm::Page(done)) => {
            let part = part.map(|part| format!("show={part}&")).unwrap_or_default();
            Ok(go_to(&format!("{here}?{part}done={done}")))
        }
        Ok(AfterSeatForm::Seat(link, done)) => Ok(go_to(&format!("{}?done={done}", address(&link)))),
        Ok(AfterSeatForm::Nowhere(done)) => {
            let reader = accounts::stored(&mut ctx.db, opened.link.account).await?;
            let words = PageWords::new(&reader.language);
            HtmlPage { done: words.done(done), ..dead_link::page(&words, "elsewhere") }.shown()
        }
        Err(error) if !error.status_code().is_server_error() => {
            // The game may have moved meanwhile: the page shows how it stands now, and why nothing was done.
            let status = error.status_code();
            match mail_links::open_seat_link(&mut ctx, &token).await? {
                Ok(opened) => {
                    let refused = Some((error, form.sent));
                    let part = part.map(str::to_owned);
                    let request = PageRequest { part, refused, ..PageRequest::default() };
                    shown(&mut ctx, &token, &opened, request, status).await
                }
                Err(dead) => dead_link::refused(dead, language.0.code()),
            }
        }
        Err(error) => Err(error),
    }
}

/// `GET /seat/{link}/record`: the record of the game, for players whose browser is logged in nowhere.
pub async fn record(
    link: Path<String>,
    language: AcceptLanguage,
    request: HttpRequest,
    app: Data<App>,
    pool: Data<Pool>,
) -> Result<HttpResponse, Error> {
    let opened = {
        let mut ctx = Ctx::acquire(&app, &pool).await?;
        mail_links::open_seat_link(&mut ctx, &link.0).await?
    };
    let link = match opened {
        Ok(opened) => opened.link,
        Err(dead) => return dead_link::refused(dead, language.0.code()),
    };
    let mut response = record::send(&request, &app, pool, link.game, Some(link.account)).await?;
    let name = format!("attachment; filename=\"{}.json\"", link.game);
    if let Ok(name) = name.parse() {
        response.headers_mut().insert(CONTENT_DISPOSITION, name);
    }
    Ok(response)
}

async fn shown(
    ctx: &mut Ctx,
    token: &str,
    opened: &OpenedSeat,
    request: PageRequest,
    status: StatusCode,
) -> Result<HttpResponse, Error> {
    let address = address(token);
    if opened.loaded.present.version.is_some() {
        return page::respond(ctx, address, opened, request, status).await;
    }
    let page = waiting::build(ctx, &address, opened).await?;
    if let Some((error, sent)) = &request.refused {
        return page.again(error, sent).with_status(status);
    }
    let done = request.done.and_then(|done| PageWords::new(page.language).done(&done));
    HtmlPage { done, ..page }.with_status(status)
}

fn address(token: &str) -> String {
    format!("/seat/{token}")
}
