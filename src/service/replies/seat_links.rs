//! The links of mails that open the page of a seat: who holds one may play that seat, without a password.
//!
//! A link has the id of its game and a secret, of which only the hash is stored. Each mail has a new one; the one before
//! stays valid for a week, so that an older mail in the same inbox still works. All of an account end when its owner
//! says so, recovers the account, or loses the seat.

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use chrono::TimeDelta;
use sha2::{Digest, Sha256};
use uuid::Uuid;

use crate::error::{Code, Error};
use crate::notifications::MailKind;
use crate::notifications::enqueue::{self, AnswerNote};
use crate::service::App;
use crate::service::loaded_game::LoadedGame;
use crate::store::seat_links::{self, SeatLinkRow};
use crate::store::{Connection, operators, recoveries};
use rules::Seat;

/// The secret part, in bytes: nobody guesses 128 bits.
const SECRET_BYTES: usize = 16;
const GAME_BYTES: usize = 16;
/// For how long a link is valid after a newer one was mailed.
const DAYS_AFTER_A_NEWER_ONE: i64 = 7;

/// What a link stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SeatLink {
    pub account: Uuid,
    pub game: Uuid,
    pub seat: Seat,
}

/// Why a link opens nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DeadSeatLink {
    /// It is none of ours, is not whole, or is gone.
    Unknown,
    Expired,
    /// The password or the address of its account changed since it was mailed, or sessions were ended.
    Ended,
    /// Another player has the seat.
    SeatLost,
    /// Its account may not play here.
    Banned,
}

/// A link that works, and the game as it is now.
pub struct OpenedSeat {
    pub link: SeatLink,
    pub loaded: LoadedGame,
}

/// A new link for a player: the last part of its address. `seat` is `None` until the seats are dealt.
pub async fn create_seat_link(
    app: &App,
    connection: &mut Connection,
    (game, account): (Uuid, Uuid),
    seat: Option<Seat>,
) -> Result<String, Error> {
    let secret: [u8; SECRET_BYTES] = app.secrets.bytes();
    let now = app.now();
    let row = SeatLinkRow {
        game_id: game,
        secret_hash: Sha256::digest(secret).to_vec(),
        account_id: account,
        seat: seat.map(i16::from),
        recovery_id: recoveries::current(connection, account).await?.unwrap_or_default(),
        created_at: now,
        expires_at: None,
    };
    seat_links::add(connection, &row, now + TimeDelta::days(DAYS_AFTER_A_NEWER_ONE)).await?;
    Ok(BASE64_URL_SAFE_NO_PAD.encode([game.as_bytes().as_slice(), &secret].concat()))
}

/// The seat behind a link, or why there is none. Changes nothing.
pub async fn open_seat_link(
    app: &App,
    connection: &mut Connection,
    token: &str,
) -> Result<Result<OpenedSeat, DeadSeatLink>, Error> {
    let Some(row) = stored(connection, token).await? else { return Ok(Err(DeadSeatLink::Unknown)) };
    // Someone who reads an old mailbox learns nothing of the game either.
    if recoveries::current(connection, row.account_id).await? != Some(row.recovery_id) {
        return Ok(Err(DeadSeatLink::Ended));
    }
    let oldest = app.now() - TimeDelta::days(app.settings.replies.days);
    if row.expires_at.is_some_and(|at| at <= app.now()) || row.created_at < oldest {
        return Ok(Err(DeadSeatLink::Expired));
    }
    let loaded = match LoadedGame::open(app, connection, row.game_id, Some(row.account_id), None).await {
        Ok(loaded) => loaded,
        Err(error) if error.is(Code::GameNotFound) => return Ok(Err(DeadSeatLink::SeatLost)),
        Err(error) => return Err(error),
    };
    let is_its = |seat: &Seat| row.seat.is_none_or(|mailed| mailed == i16::from(*seat));
    let Some(seat) = loaded.seat.filter(is_its) else { return Ok(Err(DeadSeatLink::SeatLost)) };
    let link = SeatLink { account: row.account_id, game: row.game_id, seat };
    if operators::is_banned(connection, link.account).await? {
        return Ok(Err(DeadSeatLink::Banned));
    }
    Ok(Ok(OpenedSeat { link, loaded }))
}

async fn stored(connection: &mut Connection, token: &str) -> Result<Option<SeatLinkRow>, Error> {
    let bytes = BASE64_URL_SAFE_NO_PAD.decode(token).unwrap_or_default();
    let Some((game, secret)) = bytes.split_at_checked(GAME_BYTES) else { return Ok(None) };
    let (Ok(game), SECRET_BYTES) = (Uuid::from_slice(game), secret.len()) else { return Ok(None) };
    Ok(seat_links::find(connection, game, &Sha256::digest(secret)).await?)
}

/// Makes every link dead that the account has to the game, this one too, and mails a new one to the owner's address.
pub async fn end_seat_links(
    app: &App,
    connection: &mut Connection,
    link: SeatLink,
    token: &str,
) -> Result<(), Error> {
    seat_links::remove_all(connection, link.game, link.account).await?;
    let note = AnswerNote {
        kind: MailKind::LinksEnded,
        account: link.account,
        game: link.game,
        seat: link.seat,
        since: -1,
        given: &[],
        refused: None,
        reply_to: None,
        answer: token.as_bytes(),
    };
    enqueue::answer(app, connection, &note).await
}
