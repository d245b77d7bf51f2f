//! `/offer/{link}`: the page of a seat in a running game that its players offer to somebody by name.

use actix_web::{HttpResponse, ResponseError};
use minijinja::context;
use serde::Deserialize;

use super::page::{Button, HtmlPage, PageForm, Section, go_to};
use super::words::PageWords;
use super::{dead_link, table};
use crate::error::Error;
use crate::http::extract::{AcceptLanguage, Path, PressedForm};
use crate::http::problem;
use crate::service::Ctx;
use crate::service::lobby;
use crate::service::mail_links::{self, LinkOrigin, OpenedSeatOffer};
use crate::texts::when;

/// `GET /offer/{link}`
pub async fn show(link: Path<String>, language: AcceptLanguage, mut ctx: Ctx) -> Result<HttpResponse, Error> {
    match mail_links::open_seat_offer_link(&mut ctx, &link.0).await? {
        Ok(opened) => page(&mut ctx, &link.0, &opened, None).await?.shown(),
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
        Err(error) if !error.status_code().is_server_error() => {
            let status = error.status_code();
            page(&mut ctx, &link.0, &opened, Some(&error)).await?.with_status(status)
        }
        Err(error) => Err(error),
    }
}

async fn page(
    ctx: &mut Ctx,
    token: &str,
    opened: &OpenedSeatOffer,
    problem: Option<&Error>,
) -> Result<HtmlPage, Error> {
    let words = PageWords::new(&opened.account.language);
    let game = lobby::get(ctx, opened.loaded.id, Some(opened.account.id)).await?;
    let seat = usize::from(opened.seat);
    let former = game.seats.get(seat).and_then(|seat| seat.name.clone()).unwrap_or_default();
    let name = table::name(&ctx.app, &game);
    let until = opened.until.map(|at| when(at, &opened.account.time_zone, &opened.account.language));
    let say = |key: &str| {
        words.say_of("seat_offer", key, context! { table => name, former => &former, until => &until })
    };
    let take = PageForm::press(&format!("/offer/{token}"), "take").with(Button::new(say("take")));
    let stands = opened.until.is_some();
    Ok(HtmlPage {
        language: words.code(),
        title: say("title"),
        problem: problem.map(|error| problem::detail_in(error, words.code()).into_owned()),
        text: vec![say(if stands { "text" } else { "over" })],
        sections: if stands {
            let list = table::facts(&ctx.app, &words, &game);
            vec![Section { list, forms: vec![take], ..Section::default() }]
        } else {
            vec![]
        },
        link: (!stands).then(|| dead_link::ask(&words)),
        ..HtmlPage::default()
    })
}
