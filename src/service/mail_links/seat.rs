//! Links to the page of a seat: who holds one may play that seat, as long as its player has it. What the page shows is
//! here, too, and the links to a seat that is offered: who holds one may take it for the account it was mailed to.
//!
//! Each mail about a game has a new one; the one before stays valid for a week, so that an older mail in the same inbox
//! still works.

use uuid::Uuid;

use super::{DeadLink, LinkOrigin, NewLink};
use crate::error::{Code, Error};
use crate::notifications::MailKind;
use crate::notifications::enqueue::{self, AnswerNote};
use crate::service::access::AccountCredential;
use crate::service::bot_names::names_of_bots;
use crate::service::devices::OpenedDevice;
use crate::service::loaded_game::LoadedGame;
use crate::service::messages::{self, ShownMessages};
use crate::service::play::{self, AwaitedDecision, GameClocks, TakeBackOptions};
use crate::service::ratings::{self, RatingChange};
use crate::service::tag::Seen;
use crate::service::turn::open_decisions;
use crate::service::turn_log::{LogTurn, former_players, turn_before};
use crate::service::votes::{self, Vote};
use crate::service::{Ctx, Tx, stored_json};
use crate::store::accounts::AccountRow;
use crate::store::games::Status;
use crate::store::history::{self, EntryRow};
use crate::store::mail_links::{self, LinkPurpose};
use crate::store::{self, contexts, seats};
use crate::texts::FormerPlayer;
use crate::time_control::Instant;
use rules::{AnyGame, Json, Legal, Outcome, Seat};

/// The seat that a link or a remembered device opens, and the account for which it does.
#[derive(Debug, Clone, Copy)]
pub struct SeatLink {
    pub account: Uuid,
    pub game: Uuid,
    /// Before the start its number only says that the player has joined.
    pub seat: Seat,
    /// The credential with which standing orders are given.
    pub credential: AccountCredential,
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
    let new = NewLink { seat: seat.map(i16::from), ..NewLink::new(LinkPurpose::Seat, game, account) };
    super::create(ctx, new, origin).await
}

/// The seat behind a link, or why there is none. Changes nothing.
pub async fn open_seat_link(ctx: &mut Ctx, token: &str) -> Result<Result<OpenedSeat, DeadLink>, Error> {
    let row = match super::find(ctx, token, LinkPurpose::Seat).await? {
        Ok(row) => row,
        Err(dead) => return Ok(Err(dead)),
    };
    let secret_hash = row.secret_hash.try_into();
    let secret_hash =
        secret_hash.map_err(|_| Error::bug("a link is stored under a hash of another length"))?;
    let Some(account) = row.account_id else { return Ok(Err(DeadLink::SeatLost)) };
    let credential = AccountCredential::MailLink { partition: row.partition, secret_hash };
    match open_seat(ctx, (row.partition, account), credential).await? {
        Some(opened) if row.seat.is_none_or(|mailed| mailed == i16::from(opened.link.seat)) => Ok(Ok(opened)),
        _ => Ok(Err(DeadLink::SeatLost)),
    }
}

/// The seat of the member of a remembered device. `None`: they have none in this game, or there is no such game.
pub async fn open_seat_of_device(
    ctx: &mut Ctx,
    device: &OpenedDevice,
    game: Uuid,
) -> Result<Option<OpenedSeat>, Error> {
    let account = device.account.id;
    open_seat(ctx, (game, account), AccountCredential::Device { account, id: device.id }).await
}

async fn open_seat(
    ctx: &mut Ctx,
    (game, account): (Uuid, Uuid),
    credential: AccountCredential,
) -> Result<Option<OpenedSeat>, Error> {
    let loaded = match LoadedGame::open(ctx, game, Some(account), None).await {
        Ok(loaded) => loaded,
        Err(error) if error.is(Code::GameNotFound) => return Ok(None),
        Err(error) => return Err(error),
    };
    let link = loaded.seat.map(|seat| SeatLink { account, game, seat, credential });
    Ok(link.map(|link| OpenedSeat { link, loaded }))
}

/// Ends every link of the account to the game, this one too, and the links that were made from them, and mails a new
/// one to the owner's address. `pressed` makes the mail that of this press, so that pressing twice mails one.
pub async fn end_seat_links(ctx: &mut Ctx, opened: &OpenedSeat, pressed: &[u8]) -> Result<(), Error> {
    let OpenedSeat { link, loaded } = opened;
    // Before the start players have joined, but have no seats.
    let seat = loaded.present.version.map(|_| ());
    mail_links::remove_all(&mut ctx.db, link.game, link.account, LinkPurpose::Seat).await?;
    mail_links::remove_opened_from(&mut ctx.db, link.game, link.account).await?;
    let note = AnswerNote {
        account: Some(link.account),
        seat: seat.map(|()| link.seat),
        ..AnswerNote::new(MailKind::LinksEnded, link.game, pressed)
    };
    enqueue::answer(&ctx.app, &mut ctx.db, &note).await?;
    ctx.app.events.notify();
    Ok(())
}

/// How many messages are shown, if no more are unread.
const LEAST_MESSAGES: i64 = 10;
/// The most entries of the log that are read for what happened.
const MAX_ENTRIES: i64 = 200;

/// A game at one moment, for the player of a seat.
pub struct SeatMoment {
    pub version: i64,
    pub status: Status,
    pub game: Box<dyn AnyGame>,
    /// The name of the game; may be empty.
    pub name: String,
    /// The player of each seat; `None` for a bot.
    pub people: Vec<Option<String>>,
    /// The name of the bot that has the seat.
    pub bots: Vec<Option<String>>,
    pub language: String,
    pub time_zone: String,
    /// The status for which the player's address gets no mail; `None` if it does.
    pub mail_stopped: Option<String>,
    /// Does a bot play the seat for its player?
    pub has_caretaker: bool,
    /// The decisions that are open to the seat: those for which the game waits come first.
    pub open: Vec<Legal<Json>>,
    pub awaited: Vec<AwaitedDecision>,
    pub take_back: TakeBackOptions,
    /// The open votes, latest first.
    pub votes: Vec<Vote>,
    pub messages: ShownMessages,
    /// The entries of the log from the player's last own action on.
    pub entries: Vec<EntryRow>,
    /// The turn that was on before the first of them.
    pub turn_before: LogTurn,
    pub former: Vec<FormerPlayer>,
    /// SHA-256 of the secret of the game, as hex.
    pub commitment: String,
    /// The result, once there is one.
    pub outcome: Option<Outcome>,
    pub finished_at: Option<Instant>,
    /// What the game did to the player's rating; `None` until it is rated.
    pub rating_change: Option<RatingChange>,
}

/// Reads the moment. Error: `game_not_running` before the start.
pub async fn seat_moment(ctx: &mut Ctx, opened: &OpenedSeat) -> Result<SeatMoment, Error> {
    let OpenedSeat { link, loaded } = opened;
    let (version, game) = loaded.position()?;
    let context = contexts::of_seat_page(&mut ctx.db, loaded.id, link.account).await?;
    let context = context.ok_or_else(|| Code::GameNotFound.problem())?;
    let own_seat = i16::from(link.seat);
    let entries = history::entries_since_own(&mut ctx.db, loaded.id, own_seat, version, MAX_ENTRIES).await?;
    let first = entries.first().map_or(0, |entry| entry.version);
    let turn_before = turn_before(&mut ctx.db, (loaded.ruleset.as_ref(), loaded.id), first).await?;
    let status = loaded.present.status;
    let is_over = status.is_over();
    let votes = if is_over { vec![] } else { votes::list_open(ctx, loaded).await? };
    let awaited =
        if is_over { vec![] } else { play::awaited(game.as_ref(), &GameClocks::deadlines(loaded)?) };
    let has_caretaker = loaded.bot_of(link.seat).is_some();
    let may_act = status == Status::Running && !has_caretaker;
    let mut open = if may_act { open_decisions(game.as_ref(), link.seat) } else { Vec::new() };
    open.sort_by_key(|legal| !legal.decision.blocking);
    let rating_change = match is_over {
        true => ratings::known_change(&mut ctx.db, loaded.id, link.account).await?,
        false => None,
    };
    let outcome = loaded.present.outcome.as_deref().filter(|_| status == Status::Finished);
    Ok(SeatMoment {
        version,
        status,
        name: context.name,
        commitment: context.commitment,
        outcome: outcome.map(|text| stored_json::decode("an outcome", text)).transpose()?,
        finished_at: context.finished_at,
        rating_change,
        bots: names_of_bots(loaded.id, &context.people, &context.bots, &context.join_orders),
        people: context.people,
        language: context.language,
        time_zone: context.time_zone,
        mail_stopped: context.mail_stopped,
        has_caretaker,
        open,
        awaited,
        votes,
        messages: messages::shown(&mut ctx.db, loaded.id, link.account, LEAST_MESSAGES).await?,
        take_back: TakeBackOptions::of(ctx, loaded, link.seat).await?,
        former: former_players(&mut ctx.db, &entries).await?,
        entries,
        turn_before,
        game,
    })
}

/// The offer of a seat behind a valid link.
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
    let new = NewLink { seat: Some(i16::from(seat)), ..NewLink::new(LinkPurpose::SeatOffer, game, account) };
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

/// Takes the seat, and returns the link to its page.
pub async fn take_offered_seat(
    tx: &mut Tx<'_>,
    (game, seat): (Uuid, Seat),
    account: Uuid,
    origin: LinkOrigin<'_>,
) -> Result<String, Error> {
    votes::take(tx, game, seat, account, &Seen::Nothing).await?;
    create_seat_link(tx, (game, account), Some(seat), origin).await
}
