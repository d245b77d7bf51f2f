//! Taking a seat that a vote has offered, coming back to one's own, and leaving it for good.

use uuid::Uuid;

use super::effect::{caretaker_notification, replaced_notification, update_rows};
use crate::error::{Code, Error};
use crate::service::App;
use crate::service::loaded_game::LoadedGame;
use crate::service::lobby::GameDetails;
use crate::service::log::TableEvent;
use crate::service::play::{SERVICE_AUTHOR, ServiceAction, commit_service_action, tries};
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
    for _ in tries(SERVICE_AUTHOR) {
        let mut loaded = LoadedGame::open(app, connection, game, Some(account), None).await?;
        seen.ensure_current(&loaded.tag(None))?;
        if loaded.seat.is_some() {
            return Err(Code::AlreadyJoined.problem());
        }
        loaded.in_play()?;
        if !seats::holds_offer(connection, game, i16::from(seat), account, app.now()).await? {
            return Err(Code::SeatNotOffered.problem());
        }
        if loaded.has_resigned(seat) {
            return Err(Code::SeatResigned.problem());
        }
        let former = loaded.owner_of(seat);
        if let Some(owner) = loaded.present.accounts.get_mut(usize::from(seat)) {
            *owner = Some(account);
        }
        own(&mut loaded, seat);
        let hours = availability::of(connection, account).await?;
        let events = vec![TableEvent::SeatReplaced { seat, account, former }];
        let notifications = former.map(|former| replaced_notification(seat, former)).into_iter().collect();
        let action = ServiceAction {
            seat: Some(seat),
            events,
            call_again: vec![seat],
            notifications,
            availability_update: Some(AvailabilityUpdate { seat, availability: hours.clone(), late: false }),
            ..ServiceAction::default()
        };
        if commit_service_action(app, connection, &loaded, &action).await?.is_some() {
            update_rows(connection, game, &action, app.now()).await?;
            availability::copy(connection, game, seat, &hours).await?;
            return lobby::get(app, connection, game, Some(account)).await;
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
    for _ in tries(SERVICE_AUTHOR) {
        let mut loaded = LoadedGame::open(app, connection, game, Some(account), None).await?;
        let seat = loaded.member()?;
        seen.ensure_current(&loaded.tag(Some(seat)))?;
        loaded.in_play()?;
        if loaded.present.bots.get(usize::from(seat)).is_none_or(Option::is_none) {
            return lobby::get(app, connection, game, Some(account)).await;
        }
        own(&mut loaded, seat);
        let events = vec![TableEvent::OwnerReturned { seat }];
        let action =
            ServiceAction { seat: Some(seat), events, call_again: vec![seat], ..ServiceAction::default() };
        if commit_service_action(app, connection, &loaded, &action).await?.is_some() {
            update_rows(connection, game, &action, app.now()).await?;
            return lobby::get(app, connection, game, Some(account)).await;
        }
    }
    Err(Code::Busy.problem())
}

/// The bot that plays for absent people, where its ruleset has it.
const CARETAKER: &str = "steady";

/// The bot of a ruleset that plays for absent players.
pub fn caretaker(ruleset: &dyn AnyRuleset) -> Option<&'static str> {
    let bots = ruleset.bots();
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
    for _ in tries(SERVICE_AUTHOR) {
        let mut loaded = LoadedGame::open_for_worker(app, connection, game).await?;
        let plays = |seat: &Seat| loaded.present.status.is_in_play() && !loaded.has_resigned(*seat);
        let Some(seat) = loaded.seat_of(account).filter(plays) else { return Ok(()) };
        let place = loaded.present.bots.get_mut(usize::from(seat)).filter(|place| place.is_none());
        let Some(place) = place else { return Ok(()) };
        *place = Some(bot.to_owned());
        let events = vec![TableEvent::CaretakerSeated { seat, bot: bot.to_owned() }];
        let notification =
            caretaker_notification(&loaded, seat, None).filter(|_| owner == AbsentOwner::MayReturn);
        let notifications = notification.into_iter().collect();
        let action = ServiceAction { events, notifications, ..ServiceAction::default() };
        if commit_service_action(app, connection, &loaded, &action).await?.is_some() {
            return update_rows(connection, game, &action, app.now()).await;
        }
    }
    Err(Code::Busy.problem())
}

/// No bot plays there from now on.
fn own(loaded: &mut LoadedGame, seat: Seat) {
    if let Some(bot) = loaded.present.bots.get_mut(usize::from(seat)) {
        *bot = None;
    }
}
