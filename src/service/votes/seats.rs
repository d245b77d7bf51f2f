//! Taking a seat that its table has offered, coming back to one's own, and leaving it for good.

use uuid::Uuid;

use super::effect::{caretaker_notice, replaced_notice, update_rows};
use crate::error::{Code, Error};
use crate::service::App;
use crate::service::loaded_game::LoadedGame;
use crate::service::lobby::GameDetails;
use crate::service::log::TableEvent;
use crate::service::play::{TABLE, TableAction, enter, tries};
use crate::service::tag::Seen;
use crate::service::{availability, lobby};
use crate::store::{Connection, seats};
use crate::time_control::AvailabilityUpdate;
use rules::{AnyRuleset, Seat};

/// A player takes a seat that is offered to them. Runs inside a transaction of the caller.
pub async fn take(
    app: &App,
    connection: &mut Connection,
    place: (Uuid, Seat),
    account: Uuid,
    seen: &Seen,
) -> Result<GameDetails, Error> {
    let (game, seat) = place;
    for _ in tries(TABLE) {
        let mut table = LoadedGame::open(app, connection, game, Some(account), None).await?;
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
        let former = table.owner_of(seat);
        if let Some(owner) = table.present.accounts.get_mut(usize::from(seat)) {
            *owner = Some(account);
        }
        own(&mut table, seat);
        let hours = availability::of(connection, account).await?;
        let events = vec![TableEvent::SeatReplaced { seat, account, former }];
        let notices = former.map(|former| replaced_notice(seat, former)).into_iter().collect();
        let action = TableAction {
            seat: Some(seat),
            events,
            call: vec![seat],
            notices,
            heard: Some(AvailabilityUpdate { seat, availability: hours.clone(), late: false }),
            ..TableAction::default()
        };
        if enter(app, connection, &table, &action).await?.is_some() {
            update_rows(connection, game, &action, app.now()).await?;
            availability::copy(connection, game, seat, &hours).await?;
            return lobby::show(app, connection, game, Some(account)).await;
        }
    }
    Err(Code::Busy.problem())
}

/// A player takes over from the bot again. Runs inside a transaction of the caller.
pub async fn return_to_seat(
    app: &App,
    connection: &mut Connection,
    game: Uuid,
    account: Uuid,
    seen: &Seen,
) -> Result<GameDetails, Error> {
    for _ in tries(TABLE) {
        let mut table = LoadedGame::open(app, connection, game, Some(account), None).await?;
        let seat = table.member()?;
        seen.must_have(&table.tag(Some(seat)))?;
        table.in_play()?;
        if table.present.bots.get(usize::from(seat)).is_none_or(Option::is_none) {
            return lobby::show(app, connection, game, Some(account)).await;
        }
        own(&mut table, seat);
        let events = vec![TableEvent::OwnerReturned { seat }];
        let action = TableAction { seat: Some(seat), events, call: vec![seat], ..TableAction::default() };
        if enter(app, connection, &table, &action).await?.is_some() {
            update_rows(connection, game, &action, app.now()).await?;
            return lobby::show(app, connection, game, Some(account)).await;
        }
    }
    Err(Code::Busy.problem())
}

/// The bot that plays for absent people, where its ruleset has it.
const CARETAKER: &str = "steady";

/// The bot of a ruleset that plays for absent players.
pub fn caretaker(title: &dyn AnyRuleset) -> Option<&'static str> {
    let bots = title.bots();
    bots.iter().find(|bot| **bot == CARETAKER).or(bots.first()).copied()
}

/// The owner of a seat that is entrusted to a bot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AbsentOwner {
    HasLeft,
    /// They are mailed, and may come back.
    MayReturn,
}

/// A bot plays from now on for a player who is not there. Nothing happens if they have no seat any more, have given up,
/// or a bot plays for them already. Runs inside a transaction of the caller. Errors: `game_not_found`, `busy`.
pub async fn entrust(
    app: &App,
    connection: &mut Connection,
    game: Uuid,
    account: Uuid,
    bot: &str,
    owner: AbsentOwner,
) -> Result<(), Error> {
    for _ in tries(TABLE) {
        let mut table = LoadedGame::open_for_worker(app, connection, game).await?;
        let plays = |seat: &Seat| table.present.status.is_in_play() && !table.has_resigned(*seat);
        let Some(seat) = table.seat_of(account).filter(plays) else { return Ok(()) };
        let place = table.present.bots.get_mut(usize::from(seat)).filter(|place| place.is_none());
        let Some(place) = place else { return Ok(()) };
        *place = Some(bot.to_owned());
        let events = vec![TableEvent::CaretakerSeated { seat, bot: bot.to_owned() }];
        let notice = caretaker_notice(&table, seat, None).filter(|_| owner == AbsentOwner::MayReturn);
        let notices = notice.into_iter().collect();
        let action = TableAction { events, notices, ..TableAction::default() };
        if enter(app, connection, &table, &action).await?.is_some() {
            return update_rows(connection, game, &action, app.now()).await;
        }
    }
    Err(Code::Busy.problem())
}

/// No bot plays there from now on.
fn own(table: &mut LoadedGame, seat: Seat) {
    if let Some(bot) = table.present.bots.get_mut(usize::from(seat)) {
        *bot = None;
    }
}
