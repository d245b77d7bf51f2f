//! Putting something to the vote.

use chrono::TimeDelta;
use uuid::Uuid;

use super::count::{Verdict, judge, voters};
use super::effect::{Deed, enter, follow, note};
use super::shown::{VoteShown, show};
use super::tell;
use crate::app::App;
use crate::error::{Code, Error};
use crate::service::log::{TableEvent, VoteKind};
use crate::service::play::{TABLE, tries};
use crate::service::table::Table;
use crate::service::tag::Seen;
use crate::store::games::{Status, Visibility};
use crate::store::votes::{self, VoteRow};
use crate::store::{Connection, accounts};
use rules::Seat;

/// What somebody puts to the vote.
#[derive(Debug, Clone)]
pub struct Proposal {
    pub kind: VoteKind,
    /// Of `replace_seat`: the seat, and who shall have it.
    pub replace: Option<(Seat, Successor)>,
    /// For how many hours votes are taken.
    pub hours: i64,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Successor {
    /// A bot, until the owner returns.
    Bot(String),
    /// This account, if it wants to.
    Account(Uuid),
    /// Whoever comes first.
    Anybody,
}

/// Opens a vote, with the yes of whoever opens it. Runs inside a transaction of the caller.
pub async fn open(
    app: &App,
    connection: &mut Connection,
    game: Uuid,
    account: Uuid,
    proposal: &Proposal,
    seen: &Seen,
) -> Result<VoteShown, Error> {
    let id = app.new_id();
    for _ in tries(TABLE) {
        let mut table = Table::open(app, connection, game, Some(account), None).await?;
        let seat = table.member()?;
        seen.must_have(&table.tag(Some(seat)))?;
        may_open(connection, &table, seat, proposal).await?;
        let (row, now) = (row(app, id, game, seat, proposal), app.now());
        let mut deed =
            Deed { seat: Some(seat), events: vec![opened(&row, proposal, seat)], ..Deed::default() };
        let of = proposal.replace.as_ref().map(|(of, _)| *of);
        let voters = voters(&table, seat, of);
        let verdict = judge(proposal.kind, &voters, &[(seat, true)], false);
        if verdict == Verdict::Open {
            deed.notices = tell::voters(&table, id, &voters, seat);
        }
        follow(&mut deed, verdict, &row, proposal.kind, &mut table, now);
        if enter(app, connection, &table, &deed).await?.is_some() {
            votes::add(connection, &row).await?;
            votes::cast(connection, (game, id, i16::from(seat)), true, now).await?;
            note(connection, game, &deed, now).await?;
            return show(app, connection, game, Some(account), id).await;
        }
    }
    Err(Code::Busy.problem())
}

fn row(app: &App, id: Uuid, game: Uuid, seat: Seat, proposal: &Proposal) -> VoteRow {
    let successor = proposal.replace.as_ref().map(|(_, successor)| successor);
    VoteRow {
        game_id: game,
        id,
        kind: proposal.kind.word().to_owned(),
        opened_by: i16::from(seat),
        seat: proposal.replace.as_ref().map(|(seat, _)| i16::from(*seat)),
        account_id: match successor {
            Some(Successor::Account(account)) => Some(*account),
            _ => None,
        },
        bot: match successor {
            Some(Successor::Bot(bot)) => Some(bot.clone()),
            _ => None,
        },
        opened_at: app.now(),
        expires_at: app.now() + TimeDelta::hours(proposal.hours),
        closed_at: None,
        result: None,
    }
}

fn opened(row: &VoteRow, proposal: &Proposal, seat: Seat) -> TableEvent {
    TableEvent::VoteOpened {
        vote: row.id,
        kind: proposal.kind,
        seat,
        of: proposal.replace.as_ref().map(|(of, _)| *of),
        account: row.account_id,
        bot: row.bot.clone(),
        expires_at: row.expires_at,
    }
}

/// Is that something to vote about now, for this seat?
async fn may_open(
    connection: &mut Connection,
    table: &Table,
    seat: Seat,
    proposal: &Proposal,
) -> Result<(), Error> {
    table.in_play()?;
    may_vote(table, seat)?;
    match (proposal.kind, table.present.status) {
        (VoteKind::Pause, Status::Paused) => return Err(Code::GamePaused.problem()),
        (VoteKind::Resume, Status::Running) => return Err(Code::GameNotPaused.problem()),
        (VoteKind::ExtendClocks, _) if table.present.clock.is_none() => {
            return Err(Code::InvalidField.field("kind", "This table has no clocks."));
        }
        _ => {}
    }
    if let Some((of, successor)) = &proposal.replace {
        may_replace(connection, table, *of, successor).await?;
    }
    if votes::is_open(connection, table.id, proposal.kind.word()).await? {
        return Err(Code::VoteOpen.problem());
    }
    Ok(())
}

/// Does the seat play, by the hand of its owner?
pub fn may_vote(table: &Table, seat: Seat) -> Result<(), Error> {
    if table.has_resigned(seat) {
        return Err(Code::SeatResigned.problem());
    }
    if table.present.bots.get(usize::from(seat)).is_some_and(Option::is_some) {
        return Err(Code::CaretakerPlays.problem());
    }
    Ok(())
}

async fn may_replace(
    connection: &mut Connection,
    table: &Table,
    of: Seat,
    successor: &Successor,
) -> Result<(), Error> {
    let wrong = |field: &'static str, sentence: &'static str| Err(Code::InvalidField.field(field, sentence));
    let Some(owner) = table.present.accounts.get(usize::from(of)) else {
        return wrong("seat", "There is no such seat.");
    };
    if table.has_resigned(of) {
        return Err(Code::SeatResigned.problem());
    }
    match successor {
        Successor::Bot(_) if owner.is_none() => wrong("bot", "A bot has this seat already."),
        Successor::Bot(bot) if !table.title.bots().contains(&bot.as_str()) => {
            wrong("bot", "This title has no such bot.")
        }
        Successor::Account(account) if table.present.accounts.contains(&Some(*account)) => {
            wrong("account", "This account has a seat in the game already.")
        }
        Successor::Account(account) if accounts::find(connection, *account).await?.is_none() => {
            wrong("account", "There is no such account.")
        }
        Successor::Anybody if table.present.visibility == Visibility::Private => {
            wrong("account", "Nobody sees a private game: name who shall have the seat.")
        }
        _ => Ok(()),
    }
}
