//! Taking a seat that its table has offered, coming back to one's own, and leaving it for good.

use uuid::Uuid;

use super::effect::{Deed, enter, note};
use super::tell;
use crate::app::App;
use crate::clocks::Heard;
use crate::error::{Code, Error};
use crate::service::availability;
use crate::service::lobby::{self, GameShown};
use crate::service::log::TableEvent;
use crate::service::play::{TABLE, tries};
use crate::service::table::Table;
use crate::service::tag::Seen;
use crate::store::{Connection, seats};
use rules::{AnyRuleset, Seat};

/// Somebody takes a seat that is offered to him. Runs inside a transaction of the caller.
pub async fn take(
    app: &App,
    connection: &mut Connection,
    place: (Uuid, Seat),
    account: Uuid,
    seen: &Seen,
) -> Result<GameShown, Error> {
    let (game, seat) = place;
    for _ in tries(TABLE) {
        let mut table = Table::open(app, connection, game, Some(account), None).await?;
        seen.must_have(&table.tag(None))?;
        if table.seat.is_some() {
            return Err(Code::AlreadyJoined.problem());
        }
        table.in_play()?;
        if !seats::holds_offer(connection, game, i16::from(seat), account, app.now()).await? {
            return Err(Code::SeatNotOffered.problem());
        }
        if table.has_resigned(seat) {
            return Err(Code::SeatResigned.problem());
        }
        let told = tell::owner(&table, seat);
        let former = table.present.accounts.get(usize::from(seat)).copied().flatten();
        if let Some(owner) = table.present.accounts.get_mut(usize::from(seat)) {
            *owner = Some(account);
        }
        own(&mut table, seat);
        let hours = availability::of(connection, account).await?;
        let events = vec![TableEvent::SeatReplaced { seat, account, former }];
        let notices = told.map(|former| tell::replaced(seat, former)).into_iter().collect();
        let deed = Deed {
            seat: Some(seat),
            events,
            call: vec![seat],
            notices,
            heard: Some(Heard { seat, availability: hours.clone(), late: false }),
            ..Deed::default()
        };
        if enter(app, connection, &table, &deed).await?.is_some() {
            note(connection, game, &deed, app.now()).await?;
            availability::copy(connection, game, seat, &hours).await?;
            return lobby::show(app, connection, game, Some(account)).await;
        }
    }
    Err(Code::Busy.problem())
}

/// Somebody plays himself again. Runs inside a transaction of the caller.
pub async fn come_back(
    app: &App,
    connection: &mut Connection,
    game: Uuid,
    account: Uuid,
    seen: &Seen,
) -> Result<GameShown, Error> {
    for _ in tries(TABLE) {
        let mut table = Table::open(app, connection, game, Some(account), None).await?;
        let seat = table.member()?;
        seen.must_have(&table.tag(Some(seat)))?;
        table.in_play()?;
        if table.present.bots.get(usize::from(seat)).is_none_or(Option::is_none) {
            return lobby::show(app, connection, game, Some(account)).await;
        }
        own(&mut table, seat);
        let events = vec![TableEvent::OwnerReturned { seat }];
        let deed = Deed { seat: Some(seat), events, call: vec![seat], ..Deed::default() };
        if enter(app, connection, &table, &deed).await?.is_some() {
            note(connection, game, &deed, app.now()).await?;
            return lobby::show(app, connection, game, Some(account)).await;
        }
    }
    Err(Code::Busy.problem())
}

/// The bot that plays for absent people, where its title has it.
const CARETAKER: &str = "steady";

/// The bot of a title that plays for whoever is not there.
pub fn caretaker(title: &dyn AnyRuleset) -> Option<&'static str> {
    let bots = title.bots();
    bots.iter().find(|bot| **bot == CARETAKER).or(bots.first()).copied()
}

/// The owner of a seat that is entrusted to a bot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Owner {
    HasLeft,
    /// He is told, and may come back.
    MayReturn,
}

/// A bot plays from now on for somebody who is not there. Nothing happens if he has no seat any more, has given up, or
/// a bot plays for him already. Runs inside a transaction of the caller. Errors: `game_not_found`, `busy`.
pub async fn entrust(
    app: &App,
    connection: &mut Connection,
    game: Uuid,
    account: Uuid,
    bot: &str,
    owner: Owner,
) -> Result<(), Error> {
    for _ in tries(TABLE) {
        let mut table = Table::open_for_worker(app, connection, game).await?;
        let plays = |seat: &Seat| table.present.status.is_in_play() && !table.has_resigned(*seat);
        let Some(seat) = table.seat_of(account).filter(plays) else { return Ok(()) };
        let place = table.present.bots.get_mut(usize::from(seat)).filter(|place| place.is_none());
        let Some(place) = place else { return Ok(()) };
        *place = Some(bot.to_owned());
        let events = vec![TableEvent::CaretakerSeated { seat, bot: bot.to_owned() }];
        let told = tell::caretaker(&table, seat, None).filter(|_| owner == Owner::MayReturn);
        let notices = told.into_iter().collect();
        let deed = Deed { events, notices, ..Deed::default() };
        if enter(app, connection, &table, &deed).await?.is_some() {
            return note(connection, game, &deed, app.now()).await;
        }
    }
    Err(Code::Busy.problem())
}

/// No bot plays there from now on.
fn own(table: &mut Table, seat: Seat) {
    if let Some(bot) = table.present.bots.get_mut(usize::from(seat)) {
        *bot = None;
    }
}
