//! The page of a seat: `/seat/{link}`, which the link of a mail opens, and `/play/{game_id}` for a remembered device
//! ([`super::play`]). There a player waits for the game to begin, plays a whole turn step by step, and sees how it ended.
//!
//! A GET changes nothing, since mail programs follow every link; it may preview an answer. A POST acts and redirects to
//! the page, so that reloading does nothing twice. There are no scripts.

mod channels;
pub(super) mod first_line;
mod form;
mod options;
mod orders;
pub(super) mod overview;
pub(super) mod past;
pub(super) mod result;
mod show;
mod waiting;

use actix_web::http::header::CONTENT_DISPOSITION;
use actix_web::web::Data;
use actix_web::{Error as WebError, HttpRequest, HttpResponse};

pub(super) use self::form::SeatForm;
use self::form::SeatPress;
use self::show::{PageRequest, SHOWN_UNTIL};
use super::access::PageAccess;
use super::link::opened;
use super::page::PageQuery;
use crate::error::Error;
use crate::http::extract::{Path, PressedForm};
use crate::http::language::AcceptLanguage;
use crate::http::record;
use crate::service::mail_links::{self, OpenedSeat, SeatLink};
use crate::service::spectators::GameReader;
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
    let page = SeatPage { address: address(&link.0), access: PageAccess::Link(&link.0), seat: &seat };
    Ok(page.show(&mut ctx, &query).await?)
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
    let page = SeatPage { address: address(&token), access: PageAccess::Link(&token), seat: &seat };
    match page.press(&mut ctx, &query, form).await? {
        Pressed::Done(response) => Ok(response),
        Pressed::Refused(request) => {
            // The game may have changed since the link was opened: it is opened again, and the page shows the present
            // state and the problem.
            let seat = opened(mail_links::open_seat_link(&mut ctx, &token).await?, &language)?;
            Ok(SeatPage { seat: &seat, ..page }.shown(&mut ctx, request).await?)
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
    Ok(record_file(&request, &app, pool, link).await?)
}

/// The record as a file to keep.
pub(super) async fn record_file(
    request: &HttpRequest,
    app: &Data<App>,
    pool: Data<Pool>,
    link: SeatLink,
) -> Result<HttpResponse, Error> {
    let mut response = record::send(request, app, pool, (link.game, Some(link.account)), None).await?;
    let name = format!("attachment; filename=\"{}.json\"", link.game);
    if let Ok(name) = name.parse() {
        response.headers_mut().insert(CONTENT_DISPOSITION, name);
    }
    Ok(response)
}

/// The page of a seat, however it was opened.
#[derive(Clone)]
pub(super) struct SeatPage<'p> {
    pub address: String,
    pub access: PageAccess<'p>,
    pub seat: &'p OpenedSeat,
}

/// What a pressed button led to.
pub(super) enum Pressed {
    Done(HttpResponse),
    /// The page is to be shown again, with the game opened anew.
    Refused(PageRequest),
}

impl SeatPage<'_> {
    pub async fn show(&self, ctx: &mut Ctx, query: &PageQuery) -> Result<HttpResponse, Error> {
        let seat = self.seat;
        replies::heard_from(&mut ctx.db, seat.link.game, seat.link.account).await?;
        if let (Some(at), Some(_)) = (query.get(past::STEP), seat.loaded.present.version) {
            let reader = GameReader::Player { account: seat.link.account, seat: seat.link.seat };
            let page = past::page(ctx, &self.address, (&seat.loaded, reader), at).await?;
            return page.with_access(self.access).shown();
        }
        self.shown(ctx, PageRequest::of(query)).await
    }

    pub async fn press(
        &self,
        ctx: &mut Ctx,
        query: &PageQuery,
        form: PressedForm<SeatForm>,
    ) -> Result<Pressed, Error> {
        let link = self.seat.link;
        // A GET must not mark messages as read, so the next press of any button does.
        if let Some(number) = query.get(SHOWN_UNTIL).and_then(|number| number.parse().ok()) {
            messages::mark_shown(&mut ctx.db, link.game, link.account, number).await?;
        }
        let part = form.form.as_ref().ok().and_then(SeatForm::part);
        let pressed = SeatPress { access: self.access, opened: self.seat, sent: &form.sent };
        match pressed.carry_out(ctx, form.form).await {
            Ok(next) => Ok(Pressed::Done(next.respond(&self.address, part)?)),
            Err(error) => {
                let (part, refused) = (part.map(str::to_owned), Some((error, form.sent)));
                Ok(Pressed::Refused(PageRequest { part, refused, ..PageRequest::default() }))
            }
        }
    }

    pub async fn shown(&self, ctx: &mut Ctx, request: PageRequest) -> Result<HttpResponse, Error> {
        let page = match self.seat.loaded.present.version {
            _ if request.part.as_deref() == Some(channels::PART) => {
                channels::page(ctx, &self.address, self.seat).await?
            }
            Some(_) => show::page(ctx, &self.address, self.seat, &request).await?,
            None => waiting::page(ctx, &self.address, self.seat).await?,
        };
        request.respond(page.with_access(self.access))
    }
}

fn address(token: &str) -> String {
    format!("/seat/{token}")
}
