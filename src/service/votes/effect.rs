//! What follows from a vote, and how it is entered in the log.

use chrono::TimeDelta;
use uuid::Uuid;

use super::count::{Verdict, voters};
use super::tell;
use crate::app::App;
use crate::clock::Instant;
use crate::clocks::Heard;
use crate::error::Error;
use crate::service::calls::Notice;
use crate::service::lobby::raw;
use crate::service::log::{self, TableEvent, VoteKind, WhyFailed};
use crate::service::play::{AtTable, Change, commit};
use crate::service::table::Table;
use crate::store::games::Status;
use crate::store::votes::{self, VoteRow};
use crate::store::{Connection, orders, seats};
use rules::{Author, Outcome, Seat, StoredEntry};

/// How long a seat is offered, in days.
const OFFERED_DAYS: i64 = 7;
/// Author how much a table extends its clocks, in hours.
const EXTENSION_HOURS: i64 = 48;
/// Why a game was over that its table ended.
const BY_VOTE: &str = "vote";

/// Something the table does.
#[derive(Default)]
pub struct Deed {
    /// Who did it; `None`: the server.
    pub seat: Option<Seat>,
    pub events: Vec<TableEvent>,
    /// Where the game stands from now on.
    pub standing: Option<Status>,
    /// Is the game ranked as it stands?
    pub ranked: bool,
    pub call: Vec<Seat>,
    /// Who else is told what by mail.
    pub notices: Vec<Notice>,
    /// When the time of a seat's person counts from now on, if that changes.
    pub heard: Option<Heard>,
}

/// Enters it in the log; `None` when somebody else moved the game in between, and then nothing was changed.
pub async fn enter(
    app: &App,
    connection: &mut Connection,
    table: &Table,
    deed: &Deed,
) -> Result<Option<i64>, Error> {
    let (base, mut game) = table.in_play()?;
    let before = game.awaiting();
    let entry = StoredEntry {
        version: u64::try_from(base).unwrap_or_default() + 1,
        by: if deed.seat.is_some() { Author::Seat } else { Author::Server },
        seat: deed.seat,
        action: None,
        events: raw(log::NO_EVENTS.to_owned())?,
        draws: Vec::new(),
        answered: Vec::new(),
    };
    let outcome = deed.ranked.then(|| Outcome { ended_by: BY_VOTE.to_owned(), ranking: game.rank() });
    let change = Change {
        table,
        base,
        at: app.now(),
        entries: &mut vec![entry],
        before: &before,
        game: game.as_mut(),
        acting: None,
        request: None,
        at_table: AtTable {
            events: &deed.events,
            standing: deed.standing,
            outcome,
            call: &deed.call,
            notices: &deed.notices,
            heard: deed.heard.as_ref(),
        },
    };
    Ok(commit(app, connection, change).await?.map(|committed| committed.version))
}

/// Adds what a verdict leads to, and changes the table as it will be.
pub fn follow(
    deed: &mut Deed,
    verdict: Verdict,
    row: &VoteRow,
    kind: VoteKind,
    table: &mut Table,
    now: Instant,
) {
    let vote = row.id;
    let why = match verdict {
        Verdict::Open => return,
        Verdict::Carried => {
            carry(deed, row, kind, table, now);
            // Everybody hears of the end of the game.
            if !deed.standing.is_some_and(Status::is_over) {
                tell_opener(deed, row, table);
            }
            return;
        }
        Verdict::Refused => WhyFailed::Refused,
        Verdict::Expired => WhyFailed::Expired,
    };
    deed.events.push(TableEvent::VoteFailed { vote, kind, why });
    tell_opener(deed, row, table);
}

fn tell_opener(deed: &mut Deed, row: &VoteRow, table: &Table) {
    let opened_by = Seat::try_from(row.opened_by).ok();
    deed.notices.extend(opened_by.and_then(|seat| tell::decided(table, row.id, seat, deed.seat)));
}

fn carry(deed: &mut Deed, row: &VoteRow, kind: VoteKind, table: &mut Table, now: Instant) {
    deed.events.push(TableEvent::VoteCarried { vote: row.id, kind });
    match kind {
        VoteKind::Pause => {
            deed.events.push(TableEvent::GamePaused {});
            deed.standing = Some(Status::Paused);
        }
        VoteKind::Resume => {
            deed.events.push(TableEvent::GameResumed {});
            deed.standing = Some(Status::Running);
            deed.call = (0..).zip(&table.present.accounts).map(|(seat, _)| seat).collect();
        }
        VoteKind::ExtendClocks => {
            deed.events.push(TableEvent::ClocksExtended { hours: EXTENSION_HOURS });
        }
        VoteKind::EndByRanking => {
            deed.events.push(TableEvent::GameEndedByVote {});
            deed.standing = Some(Status::Finished);
            deed.ranked = true;
        }
        VoteKind::Cancel => {
            deed.events.push(TableEvent::GameCancelled {});
            deed.standing = Some(Status::Cancelled);
        }
        VoteKind::ReplaceSeat => replace(deed, row, table, now),
    }
}

fn replace(deed: &mut Deed, row: &VoteRow, table: &mut Table, now: Instant) {
    let Some(seat) = row.seat.and_then(|seat| Seat::try_from(seat).ok()) else { return };
    match &row.bot {
        Some(bot) => {
            if let Some(place) = table.present.bots.get_mut(usize::from(seat)) {
                *place = Some(bot.clone());
            }
            deed.events.push(TableEvent::CaretakerSeated { seat, bot: bot.clone() });
            deed.notices.extend(tell::caretaker(table, seat, deed.seat));
        }
        None => {
            let expires_at = now + TimeDelta::days(OFFERED_DAYS);
            deed.events.push(TableEvent::SeatOffered { seat, account: row.account_id, expires_at });
            deed.notices.extend(row.account_id.map(|account| tell::offered(seat, account, row.id)));
        }
    }
}

/// Notes in the rows what the deed said; in the transaction in which it was entered.
pub async fn note(connection: &mut Connection, game: Uuid, deed: &Deed, at: Instant) -> Result<(), Error> {
    for event in &deed.events {
        match event {
            TableEvent::VoteCarried { vote, .. } => {
                votes::close(connection, game, *vote, "carried", at).await?;
            }
            TableEvent::VoteFailed { vote, why, .. } => {
                votes::close(connection, game, *vote, why.word(), at).await?;
            }
            TableEvent::CaretakerSeated { seat, bot } => {
                seats::set_caretaker(connection, game, i16::from(*seat), Some(bot)).await?;
            }
            TableEvent::OwnerReturned { seat } => {
                seats::set_caretaker(connection, game, i16::from(*seat), None).await?;
            }
            TableEvent::SeatOffered { seat, account, expires_at } => {
                seats::offer(connection, game, i16::from(*seat), *account, *expires_at).await?;
            }
            TableEvent::SeatReplaced { seat, account, .. } => {
                seats::replace(connection, game, i16::from(*seat), *account).await?;
                orders::clear(connection, game, i16::from(*seat)).await?;
                seats::withdraw_offer(connection, game, i16::from(*seat)).await?;
            }
            _ => {}
        }
    }
    Ok(())
}

/// Who may vote in a vote that is kept.
pub fn voters_of(table: &Table, row: &VoteRow) -> Vec<Seat> {
    let of = row.seat.and_then(|seat| Seat::try_from(seat).ok());
    voters(table, Seat::try_from(row.opened_by).unwrap_or(Seat::MAX), of)
}
