//! The rounds of a competition: pairing the next one by hand, and who meets whom in each.

use pairing::{PlayedBy, PlayedRound, Reason, SeatResult, TableSeat};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::computed::Computed;
use super::stored::Stored;
use super::work::{NotPaired, pair_first, pair_next, progress};
use super::{lock_as_organiser, must_go_on, seen};
use crate::error::{Code, Error};
use crate::service::page::Page;
use crate::service::{Ctx, Tx};
use crate::store::competition_rounds::{RoundRow, TableRow};
use crate::store::competitions::{CompetitionRow, CompetitionStatus};
use crate::time_control::Instant;

#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PairRound {
    /// The number of the round, so that a request that is sent twice pairs one; 1 begins the competition.
    #[schema(minimum = 1, maximum = 1000)]
    pub round: i32,
}

/// A round, with its tables and why they are as they are.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct CompetitionRound {
    #[schema(minimum = 1)]
    pub round: i32,
    #[schema(value_type = String, format = DateTime)]
    pub paired_at: Instant,
    /// Are all its games over?
    pub over: bool,
    pub tables: Vec<RoundTable>,
    /// Who has no table in this round.
    pub byes: Vec<RoundBye>,
    /// How many times in sum somebody sits in a seat number that they had more often than another.
    pub seat_cost: i64,
    /// For each two at a table, how often they met before, in sum.
    pub repeats: i64,
    /// `true`: no pairing of these has a lower seat cost, or the same with fewer repeats.
    pub proven: bool,
}

/// A table of a round, and its game.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct RoundTable {
    /// From 0.
    #[schema(minimum = 0)]
    pub table: i32,
    /// Null until players are seated.
    pub game_id: Option<Uuid>,
    /// In the order of the seats.
    pub seats: Vec<TableOccupant>,
    /// What led to this table.
    pub reasons: Vec<Reason>,
    /// When the game ended; null before.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub ended_at: Option<Instant>,
}

/// Who was paired for a seat, and what came of it.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct TableOccupant {
    /// Null for a bot that fills a seat.
    #[schema(minimum = 0)]
    pub entrant: Option<u32>,
    /// The present account of the entrant; null for a bot.
    pub account_id: Option<Uuid>,
    /// The present name of the entrant; null for a bot that fills a seat.
    pub name: Option<String>,
    /// Place at the table, from 1; who share a place have the same. Null without a result.
    #[schema(minimum = 1)]
    pub place: Option<usize>,
    /// Points of the game; null without a result.
    pub points: Option<i64>,
    /// Who played the seat to its end; null without a result.
    pub played_by: Option<PlayedBy>,
}

/// An entrant without a table.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct RoundBye {
    #[schema(minimum = 0)]
    pub entrant: u32,
    /// Null for a bot.
    pub account_id: Option<Uuid>,
    pub name: Option<String>,
    /// How many byes the entrant had before.
    #[schema(minimum = 0)]
    pub before: u32,
    /// Rank in the standings.
    #[schema(minimum = 0)]
    pub rank: usize,
}

/// Pairs the next round, by an organiser; a round that is paired is shown. Errors: `competition_not_found`,
/// `not_an_organiser`, `competition_not_running`, `round_not_next`, `round_not_over`, `competition_too_small`.
pub async fn pair(
    tx: &mut Tx<'_>,
    competition: Uuid,
    account: Uuid,
    request: &PairRound,
) -> Result<CompetitionRound, Error> {
    let row = lock_as_organiser(tx, competition, account).await?;
    if (1..=row.round).contains(&request.round) {
        return one(tx, row, request.round).await;
    }
    must_go_on(&row)?;
    if request.round != row.round + 1 {
        return Err(Code::RoundNotNext.problem());
    }
    let is_open = row.status == CompetitionStatus::Open;
    let paired = if is_open {
        pair_first(tx, row).await?
    } else {
        let stored = Stored::load(&mut tx.db, row).await?;
        if !stored.round_is_over() {
            return Err(Code::RoundNotOver.problem());
        }
        pair_next(tx, stored).await?
    };
    match paired {
        Ok(()) => {}
        Err(NotPaired::TooFew) if is_open => return Err(Code::CompetitionTooSmall.problem()),
        // It ends when its last game is counted, see `progress`.
        Err(_) => return Err(Code::RoundNotNext.problem()),
    }
    progress(tx, competition).await?;
    round(tx, competition, request.round, Some(account)).await
}

/// A round of a competition. Error: `round_not_found`.
async fn one(ctx: &mut Ctx, row: CompetitionRow, round: i32) -> Result<CompetitionRound, Error> {
    let computed = Computed::load(ctx, row).await?;
    let found = computed.stored.rounds.iter().find(|found| found.round == round);
    shown(&computed, found.ok_or_else(|| Code::RoundNotFound.problem())?)
}

/// All rounds that are paired, the first one first.
pub async fn rounds(
    ctx: &mut Ctx,
    competition: Uuid,
    account: Option<Uuid>,
) -> Result<Page<CompetitionRound>, Error> {
    let row = seen(&mut ctx.db, competition, account).await?;
    let computed = Computed::load(ctx, row).await?;
    let rounds = computed.stored.rounds.iter().map(|round| shown(&computed, round));
    Ok(Page::whole(rounds.collect::<Result<_, _>>()?))
}

/// Errors: `competition_not_found`, `round_not_found`.
pub async fn round(
    ctx: &mut Ctx,
    competition: Uuid,
    round: i32,
    account: Option<Uuid>,
) -> Result<CompetitionRound, Error> {
    let row = seen(&mut ctx.db, competition, account).await?;
    one(ctx, row, round).await
}

/// A round of a competition.
pub fn shown(computed: &Computed, row: &RoundRow) -> Result<CompetitionRound, Error> {
    let Computed { stored, names, .. } = computed;
    let PlayedRound { pairing, results, .. } = stored.played(row.round)?;
    let tables: Vec<&TableRow> = stored.tables_of(row.round).collect();
    let name = |entrant: u32| names.get(entrant as usize).cloned();
    let account = |entrant: u32| stored.entrant(entrant).and_then(|entrant| entrant.account_id);
    let seat = |who: &TableSeat, result: Option<&SeatResult>| {
        let entrant = match who {
            TableSeat::Entrant(entrant) => Some(*entrant),
            TableSeat::Bot(_) => None,
        };
        TableOccupant {
            entrant,
            account_id: entrant.and_then(account),
            name: entrant.and_then(name),
            place: result.map(|result| result.place),
            points: result.map(|result| result.points),
            played_by: result.map(|result| result.by),
        }
    };
    let shown_tables =
        pairing.tables.iter().zip(&tables).zip(results).map(|((paired, table), results)| RoundTable {
            table: table.number,
            game_id: table.seated.as_ref().map(|_| table.game_id),
            seats: paired
                .seats
                .iter()
                .enumerate()
                .map(|(number, who)| seat(who, results.as_ref().and_then(|results| results.get(number))))
                .collect(),
            reasons: paired.reasons.clone(),
            ended_at: table.ended_at,
        });
    Ok(CompetitionRound {
        round: row.round,
        paired_at: row.paired_at,
        over: tables.iter().all(|table| table.ended_at.is_some()),
        tables: shown_tables.collect(),
        byes: pairing
            .byes
            .iter()
            .map(|bye| RoundBye {
                entrant: bye.entrant,
                account_id: account(bye.entrant),
                name: name(bye.entrant),
                before: bye.before,
                rank: bye.rank,
            })
            .collect(),
        seat_cost: pairing.seat_cost,
        repeats: pairing.repeats,
        proven: pairing.proven,
    })
}
