//! Saying yes or no, and taking a vote back.

use uuid::Uuid;

use super::count::judge;
use super::effect::{Deed, enter, follow, note, voters_of};
use super::open::may_vote;
use super::shown::{VoteShown, show};
use crate::app::App;
use crate::error::{Code, Error};
use crate::service::log::{Ballot, TableEvent, VoteKind, WhyFailed};
use crate::service::play::{TABLE, tries};
use crate::service::table::Table;
use crate::service::tag::Seen;
use crate::store::Connection;
use crate::store::votes::{self, VoteRow};
use rules::Seat;

/// A seat says something in a vote; it may change its mind while the vote is open. Runs inside a transaction of the
/// caller.
pub async fn cast(
    app: &App,
    connection: &mut Connection,
    place: (Uuid, Uuid),
    account: Uuid,
    ballot: Ballot,
    seen: &Seen,
) -> Result<VoteShown, Error> {
    let (game, vote) = place;
    let yes = ballot == Ballot::Yes;
    for _ in tries(TABLE) {
        let (mut table, row, kind, seat) = find(app, connection, place, account, seen).await?;
        may_vote(&table, seat)?;
        let voters = voters_of(&table, &row);
        if !voters.contains(&seat) {
            return Err(Code::NotAVoter.problem());
        }
        let mut ballots = ballots(connection, &row).await?;
        if ballots.contains(&(seat, yes)) {
            return show(app, connection, game, Some(account), vote).await;
        }
        ballots.retain(|(other, _)| *other != seat);
        ballots.push((seat, yes));
        let now = app.now();
        let said = TableEvent::BallotCast { vote, seat, ballot };
        let mut deed = Deed { seat: Some(seat), events: vec![said], ..Deed::default() };
        follow(&mut deed, judge(kind, &voters, &ballots, false), &row, kind, &mut table, now);
        if enter(app, connection, &table, &deed).await?.is_some() {
            votes::cast(connection, (game, vote, i16::from(seat)), yes, now).await?;
            note(connection, game, &deed, now).await?;
            return show(app, connection, game, Some(account), vote).await;
        }
    }
    Err(Code::Busy.problem())
}

/// Whoever opened a vote takes it back. Runs inside a transaction of the caller.
pub async fn withdraw(
    app: &App,
    connection: &mut Connection,
    place: (Uuid, Uuid),
    account: Uuid,
    seen: &Seen,
) -> Result<(), Error> {
    for _ in tries(TABLE) {
        let (table, row, kind, seat) = find(app, connection, place, account, seen).await?;
        if row.opened_by != i16::from(seat) {
            return Err(Code::NotAVoter.because("Somebody else opened this vote."));
        }
        let failed = TableEvent::VoteFailed { vote: row.id, kind, why: WhyFailed::Withdrawn };
        let deed = Deed { seat: Some(seat), events: vec![failed], ..Deed::default() };
        if enter(app, connection, &table, &deed).await?.is_some() {
            return note(connection, place.0, &deed, app.now()).await;
        }
    }
    Err(Code::Busy.problem())
}

/// The table, and a vote that is open there.
async fn find(
    app: &App,
    connection: &mut Connection,
    place: (Uuid, Uuid),
    account: Uuid,
    seen: &Seen,
) -> Result<(Table, VoteRow, VoteKind, Seat), Error> {
    let (game, vote) = place;
    let table = Table::open(app, connection, game, Some(account), None).await?;
    let seat = table.member()?;
    let row = votes::find(connection, game, vote).await?.ok_or_else(|| Code::VoteNotFound.problem())?;
    seen.must_have(&table.tag(Some(seat)))?;
    table.in_play()?;
    if row.closed_at.is_some() || row.expires_at <= app.now() {
        return Err(Code::VoteClosed.problem());
    }
    let kind = VoteKind::from_word(&row.kind)
        .ok_or_else(|| Error::Internal(format!("a vote about {}", row.kind)))?;
    Ok((table, row, kind, seat))
}

pub async fn ballots(connection: &mut Connection, row: &VoteRow) -> Result<Vec<(Seat, bool)>, Error> {
    let said = votes::ballots(connection, row.game_id, &[row.id]).await?;
    Ok(said.into_iter().filter_map(|(_, seat, yes)| Some((Seat::try_from(seat).ok()?, yes))).collect())
}
