//! Putting something to the vote, voting, taking a vote back, and votes whose time is over.

use chrono::TimeDelta;
use serde::Deserialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::effect::{Verdict, apply_verdict, update_rows, verdict_of, vote_notifications, voters, voters_of};
use super::read::{Vote, show};
use crate::error::{Code, Error, Sentence};
use crate::service::loaded_game::LoadedGame;
use crate::service::log::{Ballot, ServiceEvent, VoteFailureReason, VoteKind};
use crate::service::outages;
use crate::service::play::{SERVICE_AUTHOR, ServiceAction, commit_service_action, retried};
use crate::service::tag::{Seen, Tag};
use crate::service::{App, Ctx, Tx};
use crate::store::games::{Status, Visibility};
use crate::store::votes::{VoteResult, VoteRow};
use crate::store::{Connection, accounts, blocks, votes};
use rules::Seat;

/// For how many hours a vote is open unless the request names another time.
const HOURS: u16 = 72;
/// The longest that votes are taken, in hours.
const MAX_HOURS: u16 = 336;

#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CreateVote {
    pub kind: VoteKind,
    /// With `replace_seat`: which seat. For your own no other vote is needed.
    pub seat: Option<Seat>,
    /// With `replace_seat`: the account that may take it; with neither this nor a bot, the first that comes.
    pub account: Option<Uuid>,
    /// With `replace_seat`: the bot that is to play there until the owner returns.
    pub bot: Option<String>,
    /// For how many hours votes are taken; 72 if left out.
    #[schema(minimum = 1, maximum = 336)]
    pub hours: Option<u16>,
}

impl CreateVote {
    /// A vote about the game, with nothing else to say of it.
    pub fn of(kind: VoteKind) -> Self {
        Self { kind, seat: None, account: None, bot: None, hours: None }
    }

    fn hours(&self) -> u16 {
        self.hours.unwrap_or(HOURS)
    }

    /// Refuses what contradicts itself, in whatever game.
    fn check(&self) -> Result<(), Error> {
        let wrong = |field: &'static str, sentence: Sentence| Err(Code::InvalidField.field(field, sentence));
        if !(1..=MAX_HOURS).contains(&self.hours()) {
            return wrong("hours", Sentence::between(&(1..=MAX_HOURS)));
        }
        match (self.kind, self.seat, &self.account, &self.bot) {
            (_, _, Some(_), Some(_)) => wrong("bot", Sentence::SuccessorTwice),
            (VoteKind::ReplaceSeat, Some(_), ..) => Ok(()),
            (VoteKind::ReplaceSeat, None, ..) => wrong("seat", Sentence::SeatWanted),
            (_, Some(_), ..) => wrong("seat", Sentence::SeatNotWanted),
            (_, None, None, None) => Ok(()),
            (_, None, ..) => wrong("kind", Sentence::SuccessorNotWanted),
        }
    }
}

/// Opens a vote, with the yes of the seat that opens it; the tag is that of the game after it.
pub async fn open(
    tx: &mut Tx<'_>,
    game: Uuid,
    account: Uuid,
    new: &CreateVote,
    seen: &Seen,
) -> Result<(Vote, Tag), Error> {
    new.check()?;
    let id = tx.app.new_id();
    retried(SERVICE_AUTHOR, async || {
        let mut loaded = LoadedGame::open(tx, game, Some(account), None).await?;
        let seat = loaded.member()?;
        seen.ensure_current(&loaded.tag(Some(seat)))?;
        may_open(&mut tx.db, &loaded, seat, new).await?;
        let (row, now) = (row(&tx.app, id, game, seat, new), tx.app.now());
        let mut action = ServiceAction {
            seat: Some(seat),
            events: vec![opened(&row, new, seat)],
            ..ServiceAction::default()
        };
        let voters = voters(&loaded, seat, new.seat);
        let verdict = verdict_of(new.kind, &voters, &[(seat, true)], false);
        if verdict == Verdict::Open {
            action.notifications = vote_notifications(&loaded, id, &voters, seat);
        }
        apply_verdict(&mut action, verdict, &row, &mut loaded, now);
        if commit_service_action(tx, &loaded, &action).await?.is_none() {
            return Ok(None);
        }
        votes::add(&mut tx.db, &row).await?;
        votes::cast(&mut tx.db, (game, id, i16::from(seat)), true, now).await?;
        update_rows(&mut tx.db, game, &action, now).await?;
        show(tx, game, Some(account), id).await.map(Some)
    })
    .await
}

fn row(app: &App, id: Uuid, game: Uuid, seat: Seat, new: &CreateVote) -> VoteRow {
    VoteRow {
        game_id: game,
        id,
        kind: new.kind,
        opened_by: i16::from(seat),
        seat: new.seat.map(i16::from),
        account_id: new.account,
        bot: new.bot.clone(),
        opened_at: app.now(),
        expires_at: app.now() + TimeDelta::hours(new.hours().into()),
        closed_at: None,
        result: None,
    }
}

fn opened(row: &VoteRow, new: &CreateVote, seat: Seat) -> ServiceEvent {
    ServiceEvent::VoteOpened {
        vote: row.id,
        kind: new.kind,
        seat,
        of: new.seat,
        account: row.account_id,
        bot: row.bot.clone(),
        expires_at: row.expires_at,
    }
}

/// Refuses what the seat can't put to the vote now.
async fn may_open(
    connection: &mut Connection,
    loaded: &LoadedGame,
    seat: Seat,
    new: &CreateVote,
) -> Result<(), Error> {
    loaded.in_play()?;
    may_vote(loaded, seat)?;
    match (new.kind, loaded.present.status) {
        (VoteKind::Pause, Status::Paused) => return Err(Code::GamePaused.problem()),
        (VoteKind::Resume, Status::Running) => return Err(Code::GameNotPaused.problem()),
        (VoteKind::ExtendClocks, _) if loaded.present.clock.is_none() => {
            return Err(Code::InvalidField.field("kind", Sentence::NoClocks));
        }
        _ => {}
    }
    if let Some(of) = new.seat {
        may_replace(connection, loaded, (seat, of), new).await?;
    }
    if votes::is_open(connection, loaded.id, new.kind).await? {
        return Err(Code::VoteOpen.problem());
    }
    Ok(())
}

/// Refuses a seat that has resigned, or that a bot plays.
pub fn may_vote(loaded: &LoadedGame, seat: Seat) -> Result<(), Error> {
    if loaded.has_resigned(seat) {
        return Err(Code::SeatResigned.problem());
    }
    if loaded.present.bots.get(usize::from(seat)).is_some_and(Option::is_some) {
        return Err(Code::CaretakerPlays.problem());
    }
    Ok(())
}

async fn may_replace(
    connection: &mut Connection,
    loaded: &LoadedGame,
    (opened_by, of): (Seat, Seat),
    new: &CreateVote,
) -> Result<(), Error> {
    let wrong = |field: &'static str, sentence: Sentence| Err(Code::InvalidField.field(field, sentence));
    let Some(owner) = loaded.present.accounts.get(usize::from(of)) else {
        return wrong("seat", Sentence::NoSuchSeat);
    };
    if loaded.has_resigned(of) {
        return Err(Code::SeatResigned.problem());
    }
    match (&new.bot, new.account) {
        (Some(_), _) if owner.is_none() => wrong("bot", Sentence::BotThere),
        (Some(bot), _) if !loaded.ruleset.bots().contains(&bot.as_str()) => {
            wrong("bot", Sentence::not_among(bot, loaded.ruleset.bots()))
        }
        (None, Some(account)) if loaded.present.accounts.contains(&Some(account)) => {
            wrong("account", Sentence::PersonHasSeat)
        }
        (None, Some(account)) if accounts::find(connection, account).await?.is_none() => {
            wrong("account", Sentence::NobodyNamed)
        }
        (None, Some(account)) if does_block(connection, loaded.owner_of(opened_by), account).await? => {
            wrong("account", Sentence::BlockedByYou)
        }
        (None, None) if loaded.present.visibility == Visibility::Private => {
            wrong("account", Sentence::SuccessorWanted)
        }
        _ => Ok(()),
    }
}

async fn does_block(connection: &mut Connection, one: Option<Uuid>, other: Uuid) -> Result<bool, Error> {
    match one {
        Some(one) => Ok(blocks::exists(connection, one, other).await?),
        None => Ok(false),
    }
}

/// Casts the ballot of a seat, which may change it while the vote is open.
pub async fn cast(
    tx: &mut Tx<'_>,
    place: (Uuid, Uuid),
    account: Uuid,
    ballot: Ballot,
    seen: &Seen,
) -> Result<(Vote, Tag), Error> {
    let (game, vote) = place;
    let yes = ballot == Ballot::Yes;
    retried(SERVICE_AUTHOR, async || {
        let (mut loaded, row, seat) = find_open(tx, place, account, seen).await?;
        may_vote(&loaded, seat)?;
        let voters = voters_of(&loaded, &row)?;
        if !voters.contains(&seat) {
            return Err(Code::NotAVoter.problem());
        }
        let mut ballots = ballots(&mut tx.db, &row).await?;
        if ballots.contains(&(seat, yes)) {
            return show(tx, game, Some(account), vote).await.map(Some);
        }
        ballots.retain(|(other, _)| *other != seat);
        ballots.push((seat, yes));
        let now = tx.app.now();
        let cast = ServiceEvent::BallotCast { vote, seat, ballot };
        let mut action = ServiceAction { seat: Some(seat), events: vec![cast], ..ServiceAction::default() };
        apply_verdict(&mut action, verdict_of(row.kind, &voters, &ballots, false), &row, &mut loaded, now);
        if commit_service_action(tx, &loaded, &action).await?.is_none() {
            return Ok(None);
        }
        votes::cast(&mut tx.db, (game, vote, i16::from(seat)), yes, now).await?;
        update_rows(&mut tx.db, game, &action, now).await?;
        show(tx, game, Some(account), vote).await.map(Some)
    })
    .await
}

/// The seat that opened a vote takes it back.
pub async fn withdraw(
    tx: &mut Tx<'_>,
    place: (Uuid, Uuid),
    account: Uuid,
    seen: &Seen,
) -> Result<Tag, Error> {
    retried(SERVICE_AUTHOR, async || {
        let (loaded, row, seat) = find_open(tx, place, account, seen).await?;
        if row.opened_by != i16::from(seat) {
            return Err(Code::NotAVoter.because(Sentence::OthersVote));
        }
        let failed =
            ServiceEvent::VoteFailed { vote: row.id, kind: row.kind, reason: VoteFailureReason::Withdrawn };
        let action = ServiceAction { seat: Some(seat), events: vec![failed], ..ServiceAction::default() };
        if commit_service_action(tx, &loaded, &action).await?.is_none() {
            return Ok(None);
        }
        update_rows(&mut tx.ctx.db, place.0, &action, tx.ctx.app.now()).await?;
        Ok(Some(show(tx, place.0, Some(account), row.id).await?.1))
    })
    .await
}

/// The game, and a vote that is open there.
async fn find_open(
    ctx: &mut Ctx,
    place: (Uuid, Uuid),
    account: Uuid,
    seen: &Seen,
) -> Result<(LoadedGame, VoteRow, Seat), Error> {
    let (game, vote) = place;
    let loaded = LoadedGame::open(ctx, game, Some(account), None).await?;
    let seat = loaded.member()?;
    let row = votes::find(&mut ctx.db, game, vote).await?.ok_or_else(|| Code::VoteNotFound.problem())?;
    seen.ensure_current(&loaded.tag(Some(seat)))?;
    loaded.in_play()?;
    if row.closed_at.is_some() || row.expires_at <= ctx.app.now() {
        return Err(Code::VoteClosed.problem());
    }
    Ok((loaded, row, seat))
}

pub async fn ballots(connection: &mut Connection, row: &VoteRow) -> Result<Vec<(Seat, bool)>, Error> {
    let cast = votes::ballots(connection, row.game_id, &[row.id]).await?;
    Ok(cast.into_iter().filter_map(|(_, seat, yes)| Some((Seat::try_from(seat).ok()?, yes))).collect())
}

/// Closes one vote whose time is over; `false` when there is none.
pub async fn expire(ctx: &mut Ctx) -> Result<bool, Error> {
    // Time in which no worker ran is given back to every game before any vote expires.
    if !outages::may_expire(ctx).await? {
        return Ok(false);
    }
    let now = ctx.app.now();
    ctx.transaction(async |tx| {
        let Some(row) = votes::claim_due(&mut tx.bare(), now).await? else { return Ok(false) };
        let closed = retried(SERVICE_AUTHOR, async || {
            let mut loaded = LoadedGame::open_for_worker(tx, row.game_id).await?;
            if !loaded.present.status.is_in_play() {
                // The game was over first: no notification is needed.
                let now = tx.app.now();
                votes::close(&mut tx.db, row.game_id, row.id, VoteResult::Expired, now).await?;
                return Ok(Some(true));
            }
            let (voters, ballots) = (voters_of(&loaded, &row)?, ballots(&mut tx.db, &row).await?);
            let mut action = ServiceAction::default();
            let verdict = verdict_of(row.kind, &voters, &ballots, true);
            apply_verdict(&mut action, verdict, &row, &mut loaded, tx.app.now());
            if commit_service_action(tx, &loaded, &action).await?.is_none() {
                return Ok(None);
            }
            update_rows(&mut tx.ctx.db, row.game_id, &action, tx.ctx.app.now()).await?;
            Ok(Some(true))
        })
        .await;
        // The game is busy; its vote is due until the next poll closes it.
        if matches!(&closed, Err(error) if error.is(Code::Busy)) { Ok(false) } else { closed }
    })
    .await
}
