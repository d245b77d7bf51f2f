//! A competition with everything that its page shows, read once; and what one player has to do with it.

use pairing::Standing;
use uuid::Uuid;

use super::computed::Computed;
use super::notice::{EntrantTable, table_of};
use super::standings::{corrected, ranked};
use super::{
    CompetitionCorrection, CompetitionDetails, CompetitionEntrant, CompetitionRound, CompetitionStanding,
    EntrantRole, entrants, is_public, rounds, seen, shown,
};
use crate::error::Error;
use crate::service::{Ctx, clubs};
use crate::store::accounts;

/// What the page of a competition shows.
pub struct CompetitionOverview {
    pub details: CompetitionDetails,
    /// What its club is called; `None` where everybody may play.
    pub club: Option<String>,
    /// What the account that organises it is called.
    pub organiser: String,
    /// What a bye gives, in hundredths of a match point.
    pub bye_points: i64,
    /// May everybody see its games?
    pub is_public: bool,
    /// Everybody who signed up, in that order.
    pub entrants: Vec<CompetitionEntrant>,
    /// All rounds that are paired, the first one first.
    pub rounds: Vec<CompetitionRound>,
    /// Best first, division by division; empty before the first round.
    pub standings: Vec<CompetitionStanding>,
    pub corrections: Vec<CompetitionCorrection>,
}

/// The competition, if `account` may see it. Error: `competition_not_found`.
pub async fn overview(
    ctx: &mut Ctx,
    competition: Uuid,
    account: Option<Uuid>,
) -> Result<CompetitionOverview, Error> {
    let row = seen(&mut ctx.db, competition, account).await?;
    let club = match row.club_id {
        Some(club) => clubs::name(&mut ctx.db, club).await?,
        None => None,
    };
    let is_public = is_public(&mut ctx.db, &row).await?;
    let organisers = accounts::names(&mut ctx.db, &[row.organiser_id]).await?;
    let entrants = entrants::all_shown(&mut ctx.db, &row).await?;
    let computed = Computed::load(ctx, row.clone()).await?;
    let stored = &computed.stored;
    let rounds = stored.rounds.iter().map(|round| rounds::shown(&computed, round));
    Ok(CompetitionOverview {
        club,
        organiser: organisers.into_iter().map(|(_, name)| name).next().unwrap_or_default(),
        bye_points: stored.competition.settings.points_of_bye(),
        is_public,
        entrants,
        rounds: rounds.collect::<Result<_, _>>()?,
        standings: ranked(&computed),
        corrections: stored.corrections.iter().map(corrected).collect::<Result<_, _>>()?,
        details: shown(&mut ctx.db, row, account).await?,
    })
}

/// What a player has to do with a competition.
pub struct EntrantPart {
    pub role: EntrantRole,
    /// The player's table in the latest round.
    pub table: Option<EntrantTable>,
    pub has_bye: bool,
    /// `None` before there are results, and for a substitute.
    pub standing: Option<Standing>,
    /// How many stand in the player's division.
    pub of: usize,
    pub has_divisions: bool,
}

/// What an account has to do with a competition that it sees; `None` if it has not signed up.
pub async fn entrant_part(
    ctx: &mut Ctx,
    competition: &CompetitionDetails,
    account: Uuid,
) -> Result<Option<EntrantPart>, Error> {
    if !competition.entered {
        return Ok(None);
    }
    let row = seen(&mut ctx.db, competition.id, Some(account)).await?;
    let own = entrants::of_account(&mut ctx.db, &row, account).await?;
    let mut part = EntrantPart {
        role: own.role,
        table: None,
        has_bye: false,
        standing: None,
        of: 0,
        has_divisions: false,
    };
    let Some(number) = own.number.and_then(|number| u32::try_from(number).ok()) else {
        return Ok(Some(part));
    };
    let computed = Computed::load(ctx, row).await?;
    let Computed { stored, names, standings } = &*computed;
    (part.table, part.has_bye) = table_of(stored, stored.row.round, number as usize, names)?;
    let own = standings.iter().find(|row| row.entrant == number);
    if standings.iter().any(|row| row.tables > 0) {
        part.standing = own.cloned();
        part.of = standings.iter().filter(|row| own.is_some_and(|own| own.division == row.division)).count();
        part.has_divisions = standings.iter().any(|row| row.division > 0);
    }
    Ok(Some(part))
}
