//! Reading votes. Ballots are public within a game.

use serde::Serialize;
use uuid::Uuid;

use super::effect::{needed, voters_of};
use crate::error::{Code, Error};
use crate::service::loaded_game::LoadedGame;
use crate::service::log::{Ballot, VoteKind};
use crate::service::page::{self, Page};
use crate::service::stored_json::stored_seat;
use crate::service::tag::Tag;
use crate::service::{App, Ctx};
use crate::store::votes;
use crate::store::votes::{VoteResult, VoteRow};
use crate::time_control::Instant;
use rules::Seat;

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct Vote {
    /// Later ones are greater.
    pub id: Uuid,
    pub kind: VoteKind,
    pub status: VoteStatus,
    /// The seat that opened it, and voted yes.
    pub opened_by: Seat,
    /// With `replace_seat`: the seat that is to change hands.
    pub seat: Option<Seat>,
    /// With `replace_seat`: the account that is to have it.
    pub account_id: Option<Uuid>,
    /// The same as `account_id`.
    #[schema(deprecated)]
    pub account: Option<Uuid>,
    /// With `replace_seat`: the bot that is to play there until the owner returns.
    pub bot: Option<String>,
    pub voters: Vec<Seat>,
    /// How many of them must vote yes.
    pub needed: usize,
    pub ballots: Vec<SeatBallot>,
    #[schema(value_type = String, format = DateTime)]
    pub opened_at: Instant,
    #[schema(value_type = String, format = DateTime)]
    pub expires_at: Instant,
}

impl Vote {
    /// What texts about the vote may name, for the reader at `seat`.
    pub fn facts(&self, seat: Seat) -> [(&'static str, minijinja::Value); 10] {
        let count = |wanted: Ballot| self.ballots.iter().filter(|cast| cast.ballot == wanted).count();
        [
            ("mine", (self.opened_by == seat).into()),
            ("kind", self.kind.word().into()),
            ("opener", usize::from(self.opened_by).into()),
            ("of", self.seat.map(usize::from).unwrap_or_default().into()),
            ("bot", self.bot.clone().unwrap_or_default().into()),
            ("named", self.account.is_some().into()),
            ("voters", self.voters.len().into()),
            ("needed", self.needed.into()),
            ("yes", count(Ballot::Yes).into()),
            ("no", count(Ballot::No).into()),
        ]
    }
}

/// `refused`: too many voted no; `expired`: its time, or the game, was over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum VoteStatus {
    /// Votes are still taken.
    Open,
    /// The vote was carried.
    Carried,
    /// Too many voted no.
    Refused,
    /// Its time was over, or the game was.
    Expired,
    /// The seat that opened it took it back.
    Withdrawn,
}

#[derive(Debug, Clone, Copy, Serialize, utoipa::ToSchema)]
pub struct SeatBallot {
    pub seat: Seat,
    pub ballot: Ballot,
}

/// One vote of a game that `account` may see, and the tag of the game.
pub async fn show(
    ctx: &mut Ctx,
    game: Uuid,
    account: Option<Uuid>,
    vote: Uuid,
) -> Result<(Vote, Tag), Error> {
    let loaded = LoadedGame::open(ctx, game, account, None).await?;
    let vote = read(ctx, &loaded, vote).await?.ok_or_else(|| Code::VoteNotFound.problem())?;
    Ok((vote, loaded.tag(loaded.seat)))
}

/// One vote of a game, for a caller who may see it.
pub async fn read(ctx: &mut Ctx, loaded: &LoadedGame, vote: Uuid) -> Result<Option<Vote>, Error> {
    let Some(row) = votes::find(&mut ctx.db, loaded.id, vote).await? else { return Ok(None) };
    let ballots = votes::ballots(&mut ctx.db, loaded.id, &[vote]).await?;
    shown(&ctx.app, loaded, row, &ballots).map(Some)
}

pub async fn list(
    ctx: &mut Ctx,
    game: Uuid,
    account: Option<Uuid>,
    after: Option<&str>,
    limit: u16,
) -> Result<Page<Vote>, Error> {
    let loaded = LoadedGame::open(ctx, game, account, None).await?;
    let name = format!("votes of {game}");
    let place = page::place(&name, after)?;
    let rows = votes::page(&mut ctx.db, game, place, i64::from(limit) + 1).await?;
    let page = page::cut(&name, rows, limit, &place, |row| row.id);
    let ids: Vec<Uuid> = page.items.iter().map(|row| row.id).collect();
    let ballots = votes::ballots(&mut ctx.db, game, &ids).await?;
    page.try_map(|row| shown(&ctx.app, &loaded, row, &ballots))
}

/// The open votes of a game, latest first.
pub async fn list_open(ctx: &mut Ctx, loaded: &LoadedGame) -> Result<Vec<Vote>, Error> {
    let rows = votes::not_closed(&mut ctx.db, loaded.id).await?;
    if rows.is_empty() {
        return Ok(Vec::new());
    }
    let ids: Vec<Uuid> = rows.iter().map(|row| row.id).collect();
    let ballots = votes::ballots(&mut ctx.db, loaded.id, &ids).await?;
    let all = rows.into_iter().map(|row| shown(&ctx.app, loaded, row, &ballots));
    // A vote whose time is over waits for a worker to close it.
    all.filter(|vote| vote.as_ref().map_or(true, |vote| vote.status == VoteStatus::Open)).collect()
}

fn shown(app: &App, loaded: &LoadedGame, row: VoteRow, ballots: &[(Uuid, i16, bool)]) -> Result<Vote, Error> {
    let voters = voters_of(loaded, &row)?;
    let cast = ballots.iter().filter(|(vote, ..)| *vote == row.id).filter_map(|(_, seat, yes)| {
        let ballot = if *yes { Ballot::Yes } else { Ballot::No };
        Some(SeatBallot { seat: Seat::try_from(*seat).ok()?, ballot })
    });
    Ok(Vote {
        id: row.id,
        kind: row.kind,
        status: status(app, loaded, &row),
        opened_by: stored_seat(row.opened_by)?,
        seat: row.seat.map(stored_seat).transpose()?,
        needed: needed(row.kind, voters.len()),
        voters,
        ballots: cast.collect(),
        account_id: row.account_id,
        account: row.account_id,
        bot: row.bot,
        opened_at: row.opened_at,
        expires_at: row.expires_at,
    })
}

fn status(app: &App, loaded: &LoadedGame, row: &VoteRow) -> VoteStatus {
    match row.result {
        Some(VoteResult::Carried) => VoteStatus::Carried,
        Some(VoteResult::Refused) => VoteStatus::Refused,
        Some(VoteResult::Withdrawn) => VoteStatus::Withdrawn,
        Some(VoteResult::Expired) => VoteStatus::Expired,
        None if loaded.present.status.is_over() || row.expires_at <= app.now() => VoteStatus::Expired,
        None => VoteStatus::Open,
    }
}
