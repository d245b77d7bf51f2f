//! Links to the page of a seat that is offered: who holds one may take it for the account that it was mailed to.

use uuid::Uuid;

use super::{DeadLink, LinkOrigin, NewLink, create_seat_link};
use crate::error::{Code, Error};
use crate::service::loaded_game::LoadedGame;
use crate::service::tag::Seen;
use crate::service::votes;
use crate::service::{Ctx, Tx};
use crate::store::accounts::AccountRow;
use crate::store::mail_links::LinkPurpose;
use crate::store::{self, seats};
use crate::time_control::Instant;
use rules::Seat;

/// A seat that is offered by a link that works.
pub struct OpenedSeatOffer {
    pub loaded: LoadedGame,
    pub seat: Seat,
    pub account: AccountRow,
    /// `None`: it is not offered any more.
    pub until: Option<Instant>,
}

/// Makes a link to an offer, and returns the last part of its address.
pub async fn create_seat_offer_link(
    ctx: &mut Ctx,
    (game, seat): (Uuid, Seat),
    account: Uuid,
    origin: LinkOrigin<'_>,
) -> Result<String, Error> {
    let new = NewLink {
        partition: game,
        account,
        purpose: LinkPurpose::SeatOffer,
        seat: Some(i16::from(seat)),
        invitation: None,
        expires_at: None,
    };
    super::create(ctx, new, origin).await
}

/// The offer behind a link, or why there is none. Changes nothing.
pub async fn open_seat_offer_link(
    ctx: &mut Ctx,
    token: &str,
) -> Result<Result<OpenedSeatOffer, DeadLink>, Error> {
    let row = match super::find(ctx, token, LinkPurpose::SeatOffer).await? {
        Ok(row) => row,
        Err(dead) => return Ok(Err(dead)),
    };
    let (Some(id), Some(seat)) = (row.account_id, row.seat.and_then(|seat| Seat::try_from(seat).ok())) else {
        return Ok(Err(DeadLink::Unknown));
    };
    let Some(account) = store::accounts::find(&mut ctx.db, id).await? else {
        return Ok(Err(DeadLink::Unknown));
    };
    let loaded = match LoadedGame::open(ctx, row.partition, Some(id), None).await {
        Ok(loaded) => loaded,
        // Once the offer is over, the account may no longer see a private game.
        Err(error) if error.is(Code::GameNotFound) => return Ok(Err(DeadLink::Expired)),
        Err(error) => return Err(error),
    };
    let until = seats::offer_to(&mut ctx.db, row.partition, i16::from(seat), id).await?;
    let stands = |until: &Instant| {
        *until > ctx.app.now() && loaded.present.status.is_in_play() && !loaded.has_resigned(seat)
    };
    let until = until.filter(stands);
    Ok(Ok(OpenedSeatOffer { loaded, seat, account, until }))
}

/// Takes the seat, and returns the link to its page. Errors: those of [`votes::take`].
pub async fn take_offered_seat(
    tx: &mut Tx<'_>,
    (game, seat): (Uuid, Seat),
    account: Uuid,
    origin: LinkOrigin<'_>,
) -> Result<String, Error> {
    votes::take(tx, game, seat, account, &Seen::Nothing).await?;
    create_seat_link(tx, (game, account), Some(seat), origin).await
}
