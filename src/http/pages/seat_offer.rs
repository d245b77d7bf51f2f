//! `/offer/{link}`: the page of a seat in a running game that its players offer to somebody by name.

use actix_web::HttpResponse;
use minijinja::context;
use serde::Deserialize;

use super::page::{HtmlPage, go_to};
use super::words::PageWords;
use super::{dead_link, table};
use crate::error::Error;
use crate::http::extract::{AcceptLanguage, Path, PressedForm};
use crate::service::Ctx;
use crate::service::lobby;
use crate::service::mail_links::{self, LinkOrigin, OpenedSeatOffer};
use crate::texts::when;

/// `GET /offer/{link}`
pub async fn show(link: Path<String>, language: AcceptLanguage, mut ctx: Ctx) -> Result<HttpResponse, Error> {
    match mail_links::open_seat_offer_link(&mut ctx, &link.0).await? {
        Ok(opened) => page(&mut ctx, &link.0, &opened).await?.shown(),
        Err(dead) => dead_link::refused(dead, language.0.code()),
    }
}

#[derive(Debug, Deserialize)]
#[serde(tag = "press", rename_all = "snake_case", deny_unknown_fields)]
pub enum SeatOfferForm {
    Take {},
}

/// `POST /offer/{link}`
pub async fn press(
    link: Path<String>,
    form: PressedForm<SeatOfferForm>,
    language: AcceptLanguage,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    let opened = match mail_links::open_seat_offer_link(&mut ctx, &link.0).await? {
        Ok(opened) => opened,
        Err(dead) => return dead_link::refused(dead, language.0.code()),
    };
    let place = (opened.loaded.id, opened.seat);
    let taken = match form.form {
        Ok(SeatOfferForm::Take {}) => {
            ctx.transaction(async |tx| {
                mail_links::take_offered_seat(tx, place, opened.account.id, LinkOrigin::Page(&link.0)).await
            })
            .await
        }
        Err(error) => Err(error),
    };
    ctx.app.events.notify();
    match taken {
        Ok(link) => Ok(go_to(&format!("/seat/{link}?done=seat_taken"))),
        Err(error) => page(&mut ctx, &link.0, &opened).await?.again(error, &form.sent),
    }
}

async fn page(ctx: &mut Ctx, token: &str, opened: &OpenedSeatOffer) -> Result<HtmlPage, Error> {
    let reader = &opened.account;
    let words = PageWords::new(&reader.language);
    let game = lobby::get(ctx, opened.loaded.id, Some(reader.id)).await?;
    let seat = game.seats.get(usize::from(opened.seat));
    let values = context! {
        address => format!("/offer/{token}"),
        former => seat.and_then(|seat| seat.name.clone()).unwrap_or_default(),
        until => opened.until.map(|at| when(at, &reader.time_zone, &reader.language)),
        game => table::shown(&ctx.app, &words, &game),
    };
    Ok(HtmlPage::new("seat_offer.html", &words, values))
}
