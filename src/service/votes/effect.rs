//! Who may vote, what their votes come to, what follows from it, and whom it is mailed to; and taking the
//! seat that a vote has offered.

use chrono::TimeDelta;
use uuid::Uuid;

use crate::error::{Code, Error};
use crate::notifications::MailKind;
use crate::service::caretakers::{caretaker_notification, remove_bot, seat_caretaker};
use crate::service::loaded_game::LoadedGame;
use crate::service::lobby::{self, GameDetails};
use crate::service::log::{ServiceEvent, VoteFailureReason, VoteKind};
use crate::service::play::{NewNotification, SERVICE_AUTHOR, ServiceAction, commit_service_action, retried};
use crate::service::stored_json::stored_seat;
use crate::service::tag::Seen;
use crate::service::{Tx, availability};
use crate::store::games::Status;
use crate::store::votes::{self, VoteResult, VoteRow};
use crate::store::{Connection, orders, seats};
use crate::time_control::{AvailabilityUpdate, Instant};
use rules::Seat;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// The outcome depends on seats that have not voted.
    Open,
    Carried,
    Refused,
    /// The time of the vote is over, and it was not carried.
    Expired,
}

/// The seats that may vote about something that concerns `of`.
pub fn voters(loaded: &LoadedGame, opened_by: Seat, of: Option<Seat>) -> Vec<Seat> {
    // A seat that proposes its own replacement needs no other vote.
    if of == Some(opened_by) {
        return vec![opened_by];
    }
    let seats = (0..).zip(&loaded.present.accounts).filter(|(_, account)| account.is_some());
    let plays = |seat: &Seat| {
        let bot = loaded.present.bots.get(usize::from(*seat));
        !loaded.has_resigned(*seat) && bot.is_none_or(Option::is_none) && of != Some(*seat)
    };
    seats.map(|(seat, _)| seat).filter(plays).collect()
}

/// How many must vote yes.
pub fn needed(kind: VoteKind, voters: usize) -> usize {
    match kind {
        VoteKind::EndByRanking | VoteKind::Cancel => voters,
        VoteKind::Pause | VoteKind::Resume | VoteKind::ExtendClocks | VoteKind::ReplaceSeat => voters / 2 + 1,
    }
}

/// What these ballots come to; those of seats that may not vote don't count.
pub fn verdict_of(kind: VoteKind, voters: &[Seat], ballots: &[(Seat, bool)], is_expired: bool) -> Verdict {
    let count_of =
        |what: bool| ballots.iter().filter(|(seat, yes)| voters.contains(seat) && *yes == what).count();
    let (yes, no, needed) = (count_of(true), count_of(false), needed(kind, voters.len()));
    if yes > 0 && yes >= needed {
        Verdict::Carried
    } else if is_expired {
        let goes_on = kind == VoteKind::Resume && yes > no;
        if goes_on { Verdict::Carried } else { Verdict::Expired }
    } else if voters.len() - no < needed.max(1) {
        Verdict::Refused
    } else {
        Verdict::Open
    }
}

/// How long a seat is offered, in days.
const OFFERED_DAYS: i64 = 7;
/// By how many hours a vote extends the clocks.
const EXTENSION_HOURS: i64 = 48;

/// Adds what follows from a verdict to the action, and to the loaded game, from which the write is planned.
pub fn apply_verdict(
    action: &mut ServiceAction,
    verdict: Verdict,
    row: &VoteRow,
    loaded: &mut LoadedGame,
    now: Instant,
) {
    let vote = row.id;
    let why = match verdict {
        Verdict::Open => return,
        Verdict::Carried => {
            carry(action, row, loaded, now);
            // Every player is mailed the end of the game anyway.
            if !action.status.is_some_and(Status::is_over) {
                notify_opener(action, row, loaded);
            }
            return;
        }
        Verdict::Refused => VoteFailureReason::Refused,
        Verdict::Expired => VoteFailureReason::Expired,
    };
    action.events.push(ServiceEvent::VoteFailed { vote, kind: row.kind, reason: why });
    notify_opener(action, row, loaded);
}

fn notify_opener(action: &mut ServiceAction, row: &VoteRow, loaded: &LoadedGame) {
    let opened_by = Seat::try_from(row.opened_by).ok();
    action
        .notifications
        .extend(opened_by.and_then(|seat| decided_notification(loaded, row.id, seat, action.seat)));
}

fn carry(action: &mut ServiceAction, row: &VoteRow, loaded: &mut LoadedGame, now: Instant) {
    action.events.push(ServiceEvent::VoteCarried { vote: row.id, kind: row.kind });
    match row.kind {
        VoteKind::Pause => {
            action.events.push(ServiceEvent::GamePaused {});
            action.status = Some(Status::Paused);
        }
        VoteKind::Resume => {
            action.events.push(ServiceEvent::GameResumed {});
            action.status = Some(Status::Running);
            action.call_again = (0..).zip(&loaded.present.accounts).map(|(seat, _)| seat).collect();
        }
        VoteKind::ExtendClocks => {
            action.events.push(ServiceEvent::ClocksExtended { hours: EXTENSION_HOURS });
        }
        VoteKind::EndByRanking => {
            action.events.push(ServiceEvent::GameEndedByVote {});
            action.status = Some(Status::Finished);
            action.end_now = true;
        }
        VoteKind::Cancel => {
            action.events.push(ServiceEvent::GameCancelled {});
            action.status = Some(Status::Cancelled);
        }
        VoteKind::ReplaceSeat => replace(action, row, loaded, now),
    }
}

fn replace(action: &mut ServiceAction, row: &VoteRow, loaded: &mut LoadedGame, now: Instant) {
    let Some(seat) = row.seat.and_then(|seat| Seat::try_from(seat).ok()) else { return };
    match &row.bot {
        Some(bot) => {
            action.events.push(seat_caretaker(loaded, seat, bot));
            action.notifications.extend(caretaker_notification(loaded, seat, action.seat));
        }
        None => {
            let expires_at = now + TimeDelta::days(OFFERED_DAYS);
            action.events.push(ServiceEvent::SeatOffered { seat, account: row.account_id, expires_at });
            action
                .notifications
                .extend(row.account_id.map(|account| offered_notification(seat, account, row.id)));
        }
    }
}

/// Updates the rows by the events of the action, in the transaction in which it was committed.
pub async fn update_rows(
    connection: &mut Connection,
    game: Uuid,
    action: &ServiceAction,
    at: Instant,
) -> Result<(), Error> {
    for event in &action.events {
        match event {
            ServiceEvent::VoteCarried { vote, .. } => {
                votes::close(connection, game, *vote, VoteResult::Carried, at).await?;
            }
            ServiceEvent::VoteFailed { vote, reason: why, .. } => {
                votes::close(connection, game, *vote, (*why).into(), at).await?;
            }
            ServiceEvent::CaretakerSeated { seat, bot } => {
                seats::set_caretaker(connection, game, i16::from(*seat), Some(bot)).await?;
            }
            ServiceEvent::SeatOffered { seat, account, expires_at } => {
                seats::offer(connection, game, i16::from(*seat), *account, *expires_at).await?;
            }
            ServiceEvent::SeatReplaced { seat, account, .. } => {
                seats::replace(connection, game, i16::from(*seat), *account).await?;
                orders::clear(connection, game, i16::from(*seat)).await?;
                seats::withdraw_offer(connection, game, i16::from(*seat)).await?;
            }
            _ => {}
        }
    }
    Ok(())
}

pub fn voters_of(loaded: &LoadedGame, row: &VoteRow) -> Result<Vec<Seat>, Error> {
    let of = row.seat.map(stored_seat).transpose()?;
    Ok(voters(loaded, stored_seat(row.opened_by)?, of))
}

/// A notification for every voter but the one who opened the vote.
pub fn vote_notifications(
    loaded: &LoadedGame,
    vote: Uuid,
    voters: &[Seat],
    opened_by: Seat,
) -> Vec<NewNotification> {
    let others = voters.iter().filter(|seat| **seat != opened_by);
    others
        .filter_map(|seat| {
            loaded.owner_of(*seat).map(|account| notification(MailKind::Vote, *seat, account, Some(vote)))
        })
        .collect()
}

/// Tells the seat that opened a vote how it ended; `None` if its own ballot decided it.
pub fn decided_notification(
    loaded: &LoadedGame,
    vote: Uuid,
    opened_by: Seat,
    decided_by: Option<Seat>,
) -> Option<NewNotification> {
    let opener = loaded.owner_of(opened_by).filter(|_| decided_by != Some(opened_by));
    opener.map(|account| notification(MailKind::VoteDecided, opened_by, account, Some(vote)))
}

/// Tells a player that a vote has offered them a seat.
pub fn offered_notification(seat: Seat, account: Uuid, vote: Uuid) -> NewNotification {
    notification(MailKind::SeatOffered, seat, account, Some(vote))
}

/// Tells a player that another one has their seat now.
pub fn replaced_notification(seat: Seat, owner: Uuid) -> NewNotification {
    notification(MailKind::SeatReplaced, seat, owner, None)
}

fn notification(kind: MailKind, seat: Seat, account: Uuid, vote: Option<Uuid>) -> NewNotification {
    NewNotification { seat, kind: kind.name(), account, decision: vote.map(|vote| vote.to_string()) }
}

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
        let others: Vec<Uuid> = loaded.present.accounts.iter().flatten().copied().collect();
        let others: Vec<Uuid> = others.into_iter().filter(|other| former != Some(*other)).collect();
        lobby::must_play_together(tx, account, &others).await?;
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

#[cfg(test)]
mod tests {
    use super::*;

    const FOUR: [Seat; 4] = [0, 1, 2, 3];

    fn judged(kind: VoteKind, yes: &[Seat], no: &[Seat], is_expired: bool) -> Verdict {
        let ballots: Vec<(Seat, bool)> =
            yes.iter().map(|seat| (*seat, true)).chain(no.iter().map(|seat| (*seat, false))).collect();
        verdict_of(kind, &FOUR, &ballots, is_expired)
    }

    #[test]
    fn more_than_half_of_all_carry_a_pause() {
        assert_eq!(judged(VoteKind::Pause, &[0, 1], &[], false), Verdict::Open);
        assert_eq!(judged(VoteKind::Pause, &[0, 1, 3], &[], false), Verdict::Carried);
        assert_eq!(judged(VoteKind::Pause, &[0, 1], &[2, 3], false), Verdict::Refused);
        assert_eq!(judged(VoteKind::Pause, &[0, 1], &[2], true), Verdict::Expired);
    }

    #[test]
    fn one_no_keeps_a_game_from_being_ended() {
        assert_eq!(judged(VoteKind::Cancel, &[0, 1, 2], &[], false), Verdict::Open);
        assert_eq!(judged(VoteKind::Cancel, &[0, 1, 2], &[3], false), Verdict::Refused);
        assert_eq!(judged(VoteKind::EndByRanking, &FOUR, &[], false), Verdict::Carried);
    }

    #[test]
    fn absent_people_can_not_keep_a_table_from_going_on() {
        assert_eq!(judged(VoteKind::Resume, &[2], &[], false), Verdict::Open);
        assert_eq!(judged(VoteKind::Resume, &[2], &[], true), Verdict::Carried);
        assert_eq!(judged(VoteKind::Resume, &[2], &[0], true), Verdict::Expired);
    }

    #[test]
    fn who_may_not_vote_is_not_counted() {
        assert_eq!(judged(VoteKind::Pause, &[7, 8, 9, 0], &[], false), Verdict::Open);
    }
}
