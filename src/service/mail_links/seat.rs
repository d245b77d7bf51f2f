//! Links to the page of a seat: who holds one may play that seat, as long as its player has it.
//!
//! Each mail about a game has a new one; the one before stays valid for a week, so that an older mail in the same inbox
//! still works.

use uuid::Uuid;

use super::{DeadLink, LinkOrigin, NewLink};
use crate::error::{Code, Error};
use crate::notifications::MailKind;
use crate::notifications::enqueue::{self, AnswerNote};
use crate::service::Ctx;
use crate::service::access::OrderCredential;
use crate::service::loaded_game::LoadedGame;
use crate::store::mail_links::{self, LinkPurpose};
use rules::Seat;

/// The seat that a link opens, and the account for which it does.
#[derive(Debug, Clone, Copy)]
pub struct SeatLink {
    pub account: Uuid,
    pub game: Uuid,
    /// Before the start its number only says that the player has joined.
    pub seat: Seat,
    /// The credential with which standing orders are given.
    pub credential: OrderCredential,
}

/// A link that works, and the game as it is now.
pub struct OpenedSeat {
    pub link: SeatLink,
    pub loaded: LoadedGame,
}

/// Makes a link for a player, and returns the last part of its address. `seat` is `None` until the seats are dealt.
pub async fn create_seat_link(
    ctx: &mut Ctx,
    (game, account): (Uuid, Uuid),
    seat: Option<Seat>,
    origin: LinkOrigin<'_>,
) -> Result<String, Error> {
    let new = NewLink {
        partition: game,
        account,
        purpose: LinkPurpose::Seat,
        seat: seat.map(i16::from),
        invitation: None,
        expires_at: None,
    };
    super::create(ctx, new, origin).await
}

/// The seat behind a link, or why there is none. Changes nothing.
pub async fn open_seat_link(ctx: &mut Ctx, token: &str) -> Result<Result<OpenedSeat, DeadLink>, Error> {
    let row = match super::find(ctx, token, LinkPurpose::Seat).await? {
        Ok(row) => row,
        Err(dead) => return Ok(Err(dead)),
    };
    let loaded = match LoadedGame::open(ctx, row.partition, row.account_id, None).await {
        Ok(loaded) => loaded,
        Err(error) if error.is(Code::GameNotFound) => return Ok(Err(DeadLink::SeatLost)),
        Err(error) => return Err(error),
    };
    let is_its = |seat: &Seat| row.seat.is_none_or(|mailed| mailed == i16::from(*seat));
    let (Some(seat), Some(account)) = (loaded.seat.filter(is_its), row.account_id) else {
        return Ok(Err(DeadLink::SeatLost));
    };
    let (game, secret_hash) = (row.partition, row.secret_hash.try_into().unwrap_or_default());
    let credential = OrderCredential::MailLink { partition: game, secret_hash };
    Ok(Ok(OpenedSeat { link: SeatLink { account, game, seat, credential }, loaded }))
}

/// Ends every link of the account to the game, this one too, and the links that were made from them, and mails a new
/// one to the owner's address.
pub async fn end_seat_links(ctx: &mut Ctx, opened: &OpenedSeat, token: &str) -> Result<(), Error> {
    let OpenedSeat { link, loaded } = opened;
    // Before the start players have joined, but have no seats.
    let seat = loaded.present.version.map(|_| ());
    mail_links::remove_all(&mut ctx.db, link.game, link.account, LinkPurpose::Seat).await?;
    mail_links::remove_opened_from(&mut ctx.db, link.game, link.account).await?;
    let note = AnswerNote {
        account: Some(link.account),
        seat: seat.map(|()| link.seat),
        ..AnswerNote::new(MailKind::LinksEnded, link.game, token.as_bytes())
    };
    enqueue::answer(&ctx.app, &mut ctx.db, &note).await?;
    Ok(())
}
