//! `/play/{game_id}`: the page of the seat that the member of a remembered device has in a game. Its address has no
//! secret, so feeds, pushes and posts may lead there; any other browser is asked for a mail address.

use actix_web::web::Data;
use actix_web::{Error as WebError, HttpRequest, HttpResponse};
use uuid::Uuid;

use super::access::PageAccess;
use super::account::ask_page;
use super::device::{Browser, foreign_form};
use super::link::opened;
use super::page::{PageQuery, go_to};
use super::seat::{Pressed, SeatForm, SeatPage, record_file};
use super::words::PageWords;
use crate::http::extract::{Path, PressedForm};
use crate::http::language::AcceptLanguage;
use crate::service::addresses::{public_page, seat_page};
use crate::service::devices::OpenedDevice;
use crate::service::mail_links::{self, DeadLink, OpenedSeat};
use crate::service::{App, Ctx};
use crate::store::Pool;

/// `GET /play/{game_id}`
pub async fn show(
    game: Path<Uuid>,
    query: PageQuery,
    browser: Browser,
    language: AcceptLanguage,
    mut ctx: Ctx,
) -> Result<HttpResponse, WebError> {
    let Some(device) = device(&mut ctx, &browser, &language).await? else {
        return Ok(ask_page(&PageWords::new(language.0.code())).shown()?);
    };
    let Some(seat) = mail_links::open_seat_of_device(&mut ctx, &device, game.0).await? else {
        return Ok(no_seat(game.0));
    };
    Ok(page(&device, &seat).show(&mut ctx, &query).await?)
}

/// `POST /play/{game_id}`
pub async fn press(
    game: Path<Uuid>,
    query: PageQuery,
    form: PressedForm<SeatForm>,
    browser: Browser,
    language: AcceptLanguage,
    mut ctx: Ctx,
) -> Result<HttpResponse, WebError> {
    let Some(device) = device(&mut ctx, &browser, &language).await? else {
        return Ok(go_to(&seat_page(game.0)));
    };
    if !browser.has_sent(&device, &form.sent) {
        return Ok(foreign_form(&PageWords::new(&device.account.language))?);
    }
    let Some(seat) = mail_links::open_seat_of_device(&mut ctx, &device, game.0).await? else {
        return Ok(no_seat(game.0));
    };
    match page(&device, &seat).press(&mut ctx, &query, form).await? {
        Pressed::Done(response) => Ok(response),
        Pressed::Refused(request) => {
            // As with a link: the game may have changed since it was opened.
            let Some(seat) = mail_links::open_seat_of_device(&mut ctx, &device, game.0).await? else {
                return Ok(no_seat(game.0));
            };
            Ok(page(&device, &seat).shown(&mut ctx, request).await?)
        }
    }
}

/// `GET /play/{game_id}/record`
pub async fn record(
    game: Path<Uuid>,
    browser: Browser,
    language: AcceptLanguage,
    request: HttpRequest,
    app: Data<App>,
    pool: Data<Pool>,
) -> Result<HttpResponse, WebError> {
    let seat = {
        let mut ctx = Ctx::acquire(&app, &pool).await?;
        match device(&mut ctx, &browser, &language).await? {
            Some(device) => mail_links::open_seat_of_device(&mut ctx, &device, game.0).await?,
            None => None,
        }
    };
    match seat {
        Some(seat) => Ok(record_file(&request, &app, pool, seat.link).await?),
        None => Ok(go_to(&seat_page(game.0))),
    }
}

/// The device of a browser; refused with a page if its member is banned.
pub(super) async fn device(
    ctx: &mut Ctx,
    browser: &Browser,
    language: &AcceptLanguage,
) -> Result<Option<OpenedDevice>, WebError> {
    match browser.device(ctx).await? {
        Some(device) if device.is_banned => opened(Err(DeadLink::Banned), language),
        device => Ok(device),
    }
}

fn page<'p>(device: &'p OpenedDevice, seat: &'p OpenedSeat) -> SeatPage<'p> {
    SeatPage { address: seat_page(seat.link.game), access: PageAccess::Device(device), seat }
}

/// The public page decides whether there is such a game for a reader without a seat.
fn no_seat(game: Uuid) -> HttpResponse {
    go_to(&public_page(game))
}
