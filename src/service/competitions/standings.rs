//! Who stands where, the corrections of organisers, and the export with which anybody can compute both again.

use pairing::{CompetitionTable, Correction, ExportedCompetition, Standing};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::computed::Computed;
use super::stored::Stored;
use super::{lock_as_organiser, seen};
use crate::error::{Code, Error, bounded};
use crate::service::page::Page;
use crate::service::plain;
use crate::service::stored_json::{decode, encode};
use crate::service::{Ctx, Tx};
use crate::store::competitions::{self, CompetitionStatus, CorrectionRow};
use crate::time_control::Instant;

/// How far a correction moves an entrant, in hundredths of a match point.
const CHANGE: std::ops::RangeInclusive<i64> = -100_000..=100_000;
const MAX_NOTE_CHARS: usize = 500;
/// The most corrections of a competition.
const MAX_CORRECTIONS: usize = 500;

/// A row of the standings, with the player.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct CompetitionStanding {
    #[serde(flatten)]
    pub standing: Standing,
    /// Null for a bot.
    pub account_id: Option<Uuid>,
    /// What the player is called; for a bot that of its kind.
    pub name: String,
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CorrectStandings {
    /// The number in pairings.
    #[schema(minimum = 0, maximum = 2000)]
    pub entrant: u32,
    /// The table that it is about; null for none.
    pub table: Option<CompetitionTable>,
    /// In hundredths of a match point; less than 0 takes points away.
    #[schema(minimum = -100_000, maximum = 100_000)]
    pub change: i64,
    /// Why, for everybody to read.
    #[schema(min_length = 1, max_length = 500)]
    pub note: String,
}

/// A change of match points that an organiser made.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct CompetitionCorrection {
    #[serde(flatten)]
    pub correction: Correction,
    /// The account of the organiser.
    pub made_by: Uuid,
    #[schema(value_type = String, format = DateTime)]
    pub made_at: Instant,
}

/// Best first, division by division. Before the first round there are none.
pub async fn standings(
    ctx: &mut Ctx,
    competition: Uuid,
    account: Option<Uuid>,
) -> Result<Page<CompetitionStanding>, Error> {
    let row = seen(&mut ctx.db, competition, account).await?;
    Ok(Page::whole(ranked(&*Computed::load(ctx, row).await?)))
}

/// The same, of a competition that was loaded.
pub fn ranked(Computed { stored, names, standings }: &Computed) -> Vec<CompetitionStanding> {
    let shown = |standing: &Standing| CompetitionStanding {
        account_id: stored.entrant(standing.entrant).and_then(|entrant| entrant.account_id),
        name: names.get(standing.entrant as usize).cloned().unwrap_or_default(),
        standing: standing.clone(),
    };
    standings.iter().map(shown).collect()
}

/// Changes the match points of an entrant, by an organiser; the next pairing knows of it. Errors: `competition_not_found`,
/// `not_an_organiser`, `competition_not_running`, `entrant_not_found`, `round_not_found`, `invalid_field`, `secret_in_text`.
pub async fn correct(
    tx: &mut Tx<'_>,
    competition: Uuid,
    account: Uuid,
    request: CorrectStandings,
) -> Result<CompetitionCorrection, Error> {
    let change = bounded("change", request.change, &CHANGE)?;
    let note = plain::lines("note", &request.note, 1, MAX_NOTE_CHARS)?;
    let row = lock_as_organiser(tx, competition, account).await?;
    if !matches!(row.status, CompetitionStatus::Running | CompetitionStatus::Finished) {
        return Err(Code::CompetitionNotRunning.problem());
    }
    let stored = Stored::load(&mut tx.db, row).await?;
    if stored.entrant(request.entrant).is_none() || stored.corrections.len() >= MAX_CORRECTIONS {
        return Err(Code::EntrantNotFound.problem());
    }
    if let Some(CompetitionTable { round, table }) = request.table {
        let round = i32::try_from(round).unwrap_or_default();
        if !stored.tables_of(round).any(|row| u32::try_from(row.number) == Ok(table)) {
            return Err(Code::RoundNotFound.problem());
        }
    }
    let correction = Correction {
        entrant: request.entrant,
        table: request.table,
        change,
        note,
        from_round: stored.competition.next_round(),
    };
    let made = CorrectionRow {
        competition_id: competition,
        number: i32::try_from(stored.corrections.len()).unwrap_or(i32::MAX),
        correction: encode(&correction)?,
        made_by: account,
        made_at: tx.app.now(),
    };
    competitions::correct(&mut tx.db, &made).await?;
    corrected(&made)
}

/// All corrections, the first one first.
pub async fn corrections(
    ctx: &mut Ctx,
    competition: Uuid,
    account: Option<Uuid>,
) -> Result<Page<CompetitionCorrection>, Error> {
    seen(&mut ctx.db, competition, account).await?;
    let rows = competitions::corrections(&mut ctx.db, competition).await?;
    Ok(Page::whole(rows.iter().map(corrected).collect::<Result<_, _>>()?))
}

/// Everything that pairings and standings follow from; with the secret once the competition is over.
pub async fn export(
    ctx: &mut Ctx,
    competition: Uuid,
    account: Option<Uuid>,
) -> Result<ExportedCompetition, Error> {
    let row = seen(&mut ctx.db, competition, account).await?;
    let is_over = row.ended_at.is_some();
    let stored = Stored::load(&mut ctx.db, row).await?;
    stored.must_be_sound()?;
    let secret = stored.secret()?;
    Ok(ExportedCompetition::of(stored.competition, &secret, is_over))
}

pub fn corrected(row: &CorrectionRow) -> Result<CompetitionCorrection, Error> {
    let what = format!("correction {} of competition {}", row.number, row.competition_id);
    Ok(CompetitionCorrection {
        correction: decode(what, &row.correction)?,
        made_by: row.made_by,
        made_at: row.made_at,
    })
}
