//! Links to the page of a seat that is offered: who holds one may take it for the account that it was mailed to.

use uuid::Uuid;

use super::{DeadLink, LinkOrigin, NewLink, create_seat_link};
use crate::error::{Code, Error};
use crate::service::App;
use crate::service::loaded_game::LoadedGame;
use crate::service::tag::Seen;
use crate::service::votes;
use crate::store::accounts::AccountRow;
use crate::store::mail_links::LinkPurpose;
use crate::store::{self, Connection, seats};
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

/// A link to an offer: the last part of its address.
pub async fn create_seat_offer_link(
    app: &App,
    connection: &mut Connection,
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
    super::create(app, connection, new, origin).await
}

/// The offer behind a link, or why there is none. Changes nothing.
pub async fn open_seat_offer_link(
    app: &App,
    connection: &mut Connection,
    token: &str,
) -> Result<Result<OpenedSeatOffer, DeadLink>, Error> {
    let row = match super::find(app, connection, token, LinkPurpose::SeatOffer).await? {
        Ok(row) => row,
        Err(dead) => return Ok(Err(dead)),
    };
    let (Some(id), Some(seat)) = (row.account_id, row.seat.and_then(|seat| Seat::try_from(seat).ok())) else {
        return Ok(Err(DeadLink::Unknown));
    };
    let Some(account) = store::accounts::find(connection, id).await? else {
        return Ok(Err(DeadLink::Unknown));
    };
    let loaded = match LoadedGame::open(app, connection, row.partition, Some(id), None).await {
        Ok(loaded) => loaded,
        // A private game is no longer seen by those whom it offers nothing.
        Err(error) if error.is(Code::GameNotFound) => return Ok(Err(DeadLink::Expired)),
        Err(error) => return Err(error),
    };
    let until = seats::offer_to(connection, row.partition, i16::from(seat), id).await?;
    let stands = |until: &Instant| {
        *until > app.now() && loaded.present.status.is_in_play() && !loaded.has_resigned(seat)
    };
    let until = until.filter(stands);
    Ok(Ok(OpenedSeatOffer { loaded, seat, account, until }))
}

/// Takes the seat, in a transaction of the caller: the link to its page. Errors: those of [`votes::take`].
pub async fn take_offered_seat(
    app: &App,
    connection: &mut Connection,
    (game, seat): (Uuid, Seat),
    account: Uuid,
    origin: LinkOrigin<'_>,
) -> Result<String, Error> {
    votes::take(app, connection, game, seat, account, &Seen::Nothing).await?;
    create_seat_link(app, connection, (game, account), Some(seat), origin).await
}
