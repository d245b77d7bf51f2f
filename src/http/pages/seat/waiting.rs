//! What the page of a seat shows before the game begins, and of one that never began.

use minijinja::context;
use minijinja::value::Serde;

use super::show::post_address;
use crate::error::Error;
use crate::http::pages::page::HtmlPage;
use crate::http::pages::words::PageWords;
use crate::service::Ctx;
use crate::service::accounts;
use crate::service::lobby::{self, InvitationStatus, SeatOccupant};
use crate::service::mail_links::OpenedSeat;
use crate::service::messages;
use crate::store::games::Status;
use crate::texts::when;

/// How many messages are shown, if no more are unread.
const LEAST_MESSAGES: i64 = 20;
const MAX_INVITATIONS: u16 = 100;

/// The page of an opened link at `address`.
pub async fn page(ctx: &mut Ctx, address: &str, opened: &OpenedSeat) -> Result<HtmlPage, Error> {
    let link = opened.link;
    let reader = accounts::stored(&mut ctx.db, link.account).await?;
    let game = lobby::get(ctx, link.game, Some(link.account)).await?;
    let said = messages::shown(&mut ctx.db, link.game, link.account, LEAST_MESSAGES).await?;
    let is_owner = game.owner == link.account && game.status.is_waiting();
    let mut invitations = match is_owner {
        true => lobby::invitations(ctx, link.game, link.account, None, MAX_INVITATIONS).await?.items,
        false => Vec::new(),
    };
    invitations.retain(|invitation| invitation.status == InvitationStatus::Open);
    let is_unconfirmed = |seat: &&SeatOccupant| seat.confirmed == Some(false);
    let is_own = |seat: &&SeatOccupant| seat.account == Some(link.account);
    let guests = game.seats.iter().filter(|seat| !is_own(seat) && seat.name.is_some());
    let unconfirmed = game.seats.iter().filter(is_unconfirmed).filter_map(|seat| seat.name.clone());
    let words = PageWords::new(&reader.language);
    let values = context! {
        address => post_address(address, said.unread_until),
        page_address => address,
        game => words.game(&ctx.app, &game),
        until => game.confirm_until.map(|at| when(at, &reader.time_zone, &reader.language)),
        is_waiting => game.status.is_waiting(),
        is_asked => game.status == Status::Confirming
            && game.seats.iter().filter(is_own).any(|seat| is_unconfirmed(&seat)),
        unconfirmed => unconfirmed.collect::<Vec<_>>(),
        is_owner,
        invitations => Serde(&invitations),
        guests => Serde(guests.collect::<Vec<_>>()),
        messages => Serde(&said.messages),
        has_unread => said.unread_until.is_some(),
        nobody => words.phrase("words", "nobody"),
    };
    Ok(HtmlPage::new("seat/waiting.html", &words, values))
}
