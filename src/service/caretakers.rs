//! Caretakers: bots that play for absent players, after lapses in a row or by a vote, and the owner's return.

use uuid::Uuid;

use crate::error::Error;
use crate::notifications::MailKind;
use crate::service::Tx;
use crate::service::loaded_game::LoadedGame;
use crate::service::lobby::{self, GameDetails};
use crate::service::log::ServiceEvent;
use crate::service::play::{NewNotification, SERVICE_AUTHOR, ServiceAction, commit_service_action, retried};
use crate::service::tag::Seen;
use crate::store::seats;
use rules::{AnyRuleset, Seat};

/// The bot that plays for absent players, where the ruleset has it.
const CARETAKER: &str = "steady";

/// The bot of a ruleset that plays for absent players; `None` if the ruleset has no bots.
pub fn caretaker(ruleset: &dyn AnyRuleset) -> Option<&'static str> {
    let bots = ruleset.bots();
    bots.iter().find(|bot| **bot == CARETAKER).or(bots.first()).copied()
}

/// The owner of a seat that is entrusted to a bot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AbsentOwner {
    HasLeft,
    /// The owner is mailed, and may come back.
    MayReturn,
}

/// Lets a bot play from now on for an absent player. Nothing happens if the player has no seat any more, has given up,
/// or a bot plays for them already.
pub async fn entrust(
    tx: &mut Tx<'_>,
    game: Uuid,
    account: Uuid,
    bot: &str,
    owner: AbsentOwner,
) -> Result<(), Error> {
    retried(SERVICE_AUTHOR, async || {
        let mut loaded = LoadedGame::open_for_worker(tx, game).await?;
        let plays = |seat: &Seat| loaded.present.status.is_in_play() && !loaded.has_resigned(*seat);
        let Some(seat) = loaded.seat_of(account).filter(plays) else { return Ok(Some(())) };
        if loaded.bot_of(seat).is_some() {
            return Ok(Some(()));
        }
        let event = seat_caretaker(&mut loaded, seat, bot);
        let notification =
            caretaker_notification(&loaded, seat, None).filter(|_| owner == AbsentOwner::MayReturn);
        let notifications = notification.into_iter().collect();
        let action = ServiceAction { events: vec![event], notifications, ..ServiceAction::default() };
        if commit_service_action(tx, &loaded, &action).await?.is_none() {
            return Ok(None);
        }
        seats::set_caretaker(&mut tx.db, game, i16::from(seat), Some(bot)).await?;
        Ok(Some(()))
    })
    .await
}

/// A player takes over from the bot again.
pub async fn return_to_seat(
    tx: &mut Tx<'_>,
    game: Uuid,
    account: Uuid,
    seen: &Seen,
) -> Result<GameDetails, Error> {
    retried(SERVICE_AUTHOR, async || {
        let mut loaded = LoadedGame::open(tx, game, Some(account), None).await?;
        let seat = loaded.member()?;
        seen.ensure_current(&loaded.tag(Some(seat)))?;
        loaded.in_play()?;
        if loaded.bot_of(seat).is_none() {
            return lobby::get(tx, game, Some(account)).await.map(Some);
        }
        remove_bot(&mut loaded, seat);
        let events = vec![ServiceEvent::OwnerReturned { seat }];
        let action =
            ServiceAction { seat: Some(seat), events, call_again: vec![seat], ..ServiceAction::default() };
        if commit_service_action(tx, &loaded, &action).await?.is_none() {
            return Ok(None);
        }
        seats::set_caretaker(&mut tx.db, game, i16::from(seat), None).await?;
        lobby::get(tx, game, Some(account)).await.map(Some)
    })
    .await
}

/// Gives the seat to a bot in the loaded game, from which the change is planned, and returns the event that says so.
pub fn seat_caretaker(loaded: &mut LoadedGame, seat: Seat, bot: &str) -> ServiceEvent {
    if let Some(place) = loaded.present.bots.get_mut(usize::from(seat)) {
        *place = Some(bot.to_owned());
    }
    ServiceEvent::CaretakerSeated { seat, bot: bot.to_owned() }
}

/// Takes the bot off the seat in the loaded game, from which the change is planned.
pub fn remove_bot(loaded: &mut LoadedGame, seat: Seat) {
    if let Some(bot) = loaded.present.bots.get_mut(usize::from(seat)) {
        *bot = None;
    }
}

/// Tells the owner of a seat that a bot plays it now; `None` if they decided it themselves.
pub fn caretaker_notification(
    loaded: &LoadedGame,
    seat: Seat,
    decided_by: Option<Seat>,
) -> Option<NewNotification> {
    let account = loaded.owner_of(seat).filter(|_| decided_by != Some(seat))?;
    Some(NewNotification { seat, kind: MailKind::CaretakerSeated.name(), account, decision: None })
}
