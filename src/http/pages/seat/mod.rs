//! `/seat/{link}`: the page of a seat. The link of a mail opens it; there a player waits for the game to begin, plays a
//! whole turn step by step, and sees how it ended.
//!
//! A GET changes nothing, since mail programs follow every link; it may preview an answer. A POST acts and redirects to
//! the page, so that reloading does nothing twice. There are no scripts.

mod form;
mod options;
mod orders;
mod overview;
mod past;
mod result;
mod show;
mod waiting;

use actix_web::http::header::CONTENT_DISPOSITION;
use actix_web::web::Data;
use actix_web::{Error as WebError, HttpRequest, HttpResponse};

use self::form::{SeatForm, SeatPress};
use self::show::{PageRequest, SHOWN_UNTIL};
use super::link::opened;
use super::page::PageQuery;
use crate::error::Error;
use crate::http::extract::{Path, PressedForm};
use crate::http::language::AcceptLanguage;
use crate::http::record;
use crate::service::mail_links::{self, OpenedSeat};
use crate::service::{App, Ctx};
use crate::service::{messages, replies};
use crate::store::Pool;

/// `GET /seat/{link}`
pub async fn show(
    link: Path<String>,
    query: PageQuery,
    language: AcceptLanguage,
    mut ctx: Ctx,
) -> Result<HttpResponse, WebError> {
    let seat = opened(mail_links::open_seat_link(&mut ctx, &link.0).await?, &language)?;
    replies::heard_from(&mut ctx.db, seat.link.game, seat.link.account).await?;
    if let (Some(at), Some(_)) = (query.get(past::STEP), seat.loaded.present.version) {
        return Ok(past::page(&mut ctx, &address(&link.0), &seat, at).await?.shown()?);
    }
    Ok(shown(&mut ctx, &link.0, &seat, PageRequest::of(&query)).await?)
}

/// `POST /seat/{link}`
pub async fn press(
    link: Path<String>,
    query: PageQuery,
    form: PressedForm<SeatForm>,
    language: AcceptLanguage,
    mut ctx: Ctx,
) -> Result<HttpResponse, WebError> {
    let token = link.0;
    let seat = opened(mail_links::open_seat_link(&mut ctx, &token).await?, &language)?;
    // A GET must not mark messages as read, so the next press of any button does.
    if let Some(number) = query.get(SHOWN_UNTIL).and_then(|number| number.parse().ok()) {
        messages::mark_shown(&mut ctx.db, seat.link.game, seat.link.account, number).await?;
    }
    let part = form.form.as_ref().ok().and_then(SeatForm::part);
    let pressed = SeatPress { token: &token, opened: &seat, sent: &form.sent };
    match pressed.carry_out(&mut ctx, form.form).await {
        Ok(next) => Ok(next.respond(&address(&token), part)?),
        Err(error) => {
            // The game may have changed since the link was opened: it is opened again, and the page shows the present
            // state and the problem.
            let seat = opened(mail_links::open_seat_link(&mut ctx, &token).await?, &language)?;
            let (part, refused) = (part.map(str::to_owned), Some((error, form.sent)));
            let request = PageRequest { part, refused, ..PageRequest::default() };
            Ok(shown(&mut ctx, &token, &seat, request).await?)
        }
    }
}

/// `GET /seat/{link}/record`: the record of the game, for players whose browser is logged in nowhere.
pub async fn record(
    link: Path<String>,
    language: AcceptLanguage,
    request: HttpRequest,
    app: Data<App>,
    pool: Data<Pool>,
) -> Result<HttpResponse, WebError> {
    let seat = {
        let mut ctx = Ctx::acquire(&app, &pool).await?;
        mail_links::open_seat_link(&mut ctx, &link.0).await?
    };
    let link = opened(seat, &language)?.link;
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
) -> Result<HttpResponse, Error> {
    let address = address(token);
    let page = match opened.loaded.present.version {
        Some(_) => show::page(ctx, &address, opened, &request).await?,
        None => waiting::page(ctx, &address, opened).await?,
    };
    request.respond(page)
}

fn address(token: &str) -> String {
    format!("/seat/{token}")
}
