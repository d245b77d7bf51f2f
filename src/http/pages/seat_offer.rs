//! `/offer/{link}`: the page of a seat in a running game that its players offer to somebody by name.

use actix_web::{Error as WebError, HttpResponse};
use minijinja::context;
use serde::Deserialize;

use super::hour_sentences::{HourSentences, players};
use super::link::opened;
use super::page::{HtmlPage, go_to};
use super::words::PageWords;
use crate::error::Error;
use crate::http::extract::{Path, PressedForm};
use crate::http::language::AcceptLanguage;
use crate::service::Ctx;
use crate::service::lobby;
use crate::service::mail_links::{self, LinkOrigin, OpenedSeatOffer};
use crate::texts::when;

/// `GET /offer/{link}`
pub async fn show(
    link: Path<String>,
    language: AcceptLanguage,
    mut ctx: Ctx,
) -> Result<HttpResponse, WebError> {
    let offer = opened(mail_links::open_seat_offer_link(&mut ctx, &link.0).await?, &language)?;
    Ok(page(&mut ctx, &link.0, &offer).await?.shown()?)
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
) -> Result<HttpResponse, WebError> {
    let offer = opened(mail_links::open_seat_offer_link(&mut ctx, &link.0).await?, &language)?;
    let taken = take(&mut ctx, &link.0, &offer, form.form).await;
    ctx.app.events.notify();
    match taken {
        Ok(link) => Ok(go_to(&format!("/seat/{link}?done=seat_taken"))),
        Err(error) => Ok(page(&mut ctx, &link.0, &offer).await?.again(error, &form.sent)?),
    }
}

/// Takes the seat, and returns the link to its page.
async fn take(
    ctx: &mut Ctx,
    token: &str,
    offer: &OpenedSeatOffer,
    form: Result<SeatOfferForm, Error>,
) -> Result<String, Error> {
    let SeatOfferForm::Take {} = form?;
    let (place, account) = ((offer.loaded.id, offer.seat), offer.account.id);
    ctx.transaction(async |tx| {
        mail_links::take_offered_seat(tx, place, account, LinkOrigin::Page(token)).await
    })
    .await
}

async fn page(ctx: &mut Ctx, token: &str, offer: &OpenedSeatOffer) -> Result<HtmlPage, Error> {
    let reader = &offer.account;
    let words = PageWords::new(&reader.language);
    let game = lobby::get(ctx, offer.loaded.id, Some(reader.id)).await?;
    let seat = game.seats.get(usize::from(offer.seat));
    // The former player is not there any more once the seat is taken.
    let former = seat.and_then(|seat| seat.account_id);
    let mut others = players(&game);
    others.retain(|player| Some(*player) != former);
    let hours = HourSentences::load(ctx, &words, reader, &others).await?;
    let values = context! {
        address => format!("/offer/{token}"),
        former => seat.and_then(|seat| seat.name.clone()).unwrap_or_default(),
        until => offer.until.map(|at| when(at, &reader.time_zone, &reader.language)),
        game => words.game(&ctx.app, &game),
        hours => hours.about(&others),
    };
    Ok(HtmlPage::new("seat_offer.html", &words, values))
}
