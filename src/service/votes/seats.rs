//! Taking a seat that a vote has offered.

use uuid::Uuid;

use super::effect::{replaced_notification, update_rows};
use crate::error::{Code, Error};
use crate::service::Tx;
use crate::service::caretakers::remove_bot;
use crate::service::loaded_game::LoadedGame;
use crate::service::lobby::GameDetails;
use crate::service::log::ServiceEvent;
use crate::service::play::{SERVICE_AUTHOR, ServiceAction, commit_service_action, retried};
use crate::service::tag::Seen;
use crate::service::{availability, lobby};
use crate::store::seats;
use crate::time_control::AvailabilityUpdate;
use rules::Seat;

/// A player takes a seat that is offered to them.
pub async fn take(
    tx: &mut Tx<'_>,
    game: Uuid,
    seat: Seat,
    account: Uuid,
    seen: &Seen,
) -> Result<GameDetails, Error> {
    retried(SERVICE_AUTHOR, async || {
        let mut loaded = LoadedGame::open(tx, game, Some(account), None).await?;
        seen.ensure_current(&loaded.tag(None))?;
        if loaded.seat.is_some() {
            return Err(Code::AlreadyJoined.problem());
        }
        loaded.in_play()?;
        if !seats::holds_offer(&mut tx.ctx.db, game, i16::from(seat), account, tx.ctx.app.now()).await? {
            return Err(Code::SeatNotOffered.problem());
        }
        if loaded.has_resigned(seat) {
            return Err(Code::SeatResigned.problem());
        }
        let former = loaded.owner_of(seat);
        if let Some(owner) = loaded.present.accounts.get_mut(usize::from(seat)) {
            *owner = Some(account);
        }
        remove_bot(&mut loaded, seat);
        let hours = availability::of(&mut tx.db, account).await?;
        let events = vec![ServiceEvent::SeatReplaced { seat, account, former }];
        let notifications = former.map(|former| replaced_notification(seat, former)).into_iter().collect();
        let action = ServiceAction {
            seat: Some(seat),
            events,
            call_again: vec![seat],
            notifications,
            availability_update: Some(AvailabilityUpdate { seat, availability: hours.clone(), late: false }),
            ..ServiceAction::default()
        };
        if commit_service_action(tx, &loaded, &action).await?.is_none() {
            return Ok(None);
        }
        update_rows(&mut tx.ctx.db, game, &action, tx.ctx.app.now()).await?;
        availability::copy(&mut tx.ctx.db, game, seat, &hours).await?;
        lobby::get(tx, game, Some(account)).await.map(Some)
    })
    .await
}
