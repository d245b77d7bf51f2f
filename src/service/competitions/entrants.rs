//! Signing up, leaving, and who plays for whom. Every change locks the competition.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::settings::NextRound;
use super::stored::names;
use super::work::progress;
use super::{close, lock, lock_as_organiser, must_go_on, seen, terms_of};
use crate::error::{Code, Error};
use crate::service::page::{self, Page};
use crate::service::stored_json::encode;
use crate::service::{Ctx, Tx, clubs};
use crate::store::Connection;
use crate::store::competitions::{self, CompetitionRow, CompetitionStatus, EntrantRow};
use crate::time_control::Instant;

/// How many may sign up: entrants and those who wait for a place.
const MOST_SIGNED_UP: usize = 2000;
/// How many entrants a page has: at most, and by default.
const MAX_LISTED: u16 = 200;
const DEFAULT_LISTED: u16 = 100;

/// `substitute`: waits for a place; `withdrawn`: is no longer paired.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum EntrantRole {
    /// Is paired, or will be.
    Entrant,
    /// Signed up when there was no place any more; moves up before the start, and later replaces others.
    Substitute,
    /// Is no longer paired; running games go on.
    Withdrawn,
}

/// A player or bot who signed up.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct CompetitionEntrant {
    /// In pairings and standings, from 0; null before the start, and for a substitute.
    #[schema(minimum = 0)]
    pub number: Option<i32>,
    /// Null for a bot.
    pub account_id: Option<Uuid>,
    /// What the player is called; for a bot that of its kind.
    pub name: String,
    /// The kind of bot; null for a player.
    pub bot: Option<String>,
    pub role: EntrantRole,
    #[schema(value_type = String, format = DateTime)]
    pub signed_up_at: Instant,
    /// The first round for which the entrant is no longer paired; null while it is.
    #[schema(minimum = 1)]
    pub withdrawn_from: Option<i32>,
    /// The first round in which another player than the one who signed up plays; null for none.
    #[schema(minimum = 1)]
    pub replaced_from: Option<i32>,
}

/// Which entrants are listed.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct EntrantQuery {
    /// The most entrants of a page; 100 if left out.
    #[param(minimum = 1, maximum = 200)]
    pub limit: Option<u16>,
    /// The `next_cursor` of the page before, or the `prev_cursor` of the page after.
    pub cursor: Option<String>,
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ReplaceEntrant {
    /// The substitute who plays from the next round on.
    pub by: Uuid,
}

/// Signs up: as an entrant while there is a place, or else as a substitute. While the competition runs, one who has
/// withdrawn comes back, unless a round was paired without them. Harmless to repeat. Errors: `competition_not_found`,
/// `not_a_club_member`, `competition_not_running`, `competition_full`, `entrant_gone`.
pub async fn sign_up(tx: &mut Tx<'_>, competition: Uuid, account: Uuid) -> Result<CompetitionEntrant, Error> {
    let row = lock(tx, competition, account).await?;
    must_go_on(&row)?;
    match competitions::entrant(&mut tx.db, row.id, account).await? {
        Some(entrant) => match entrant.withdrawn_from {
            Some(from) if from > row.round => competitions::withdraw(&mut tx.db, &entrant, None).await?,
            Some(_) => return Err(Code::EntrantGone.problem()),
            None => {}
        },
        None => {
            if let Some(club) = row.club_id
                && !clubs::is_member(&mut tx.db, club, account).await?
            {
                return Err(Code::NotAClubMember.problem());
            }
            let counts = competitions::counts(&mut tx.db, &[row.id], None).await?;
            if counts
                .iter()
                .any(|count| usize::try_from(count.signed_up).is_ok_and(|many| many >= MOST_SIGNED_UP))
            {
                return Err(Code::CompetitionFull.problem());
            }
            let now = tx.app.now();
            competitions::sign_up(&mut tx.db, row.id, Some(account), None, now).await?;
        }
    }
    of_account(&mut tx.db, &row, account).await
}

/// Takes a sign-up back before the start; later, the player is no longer paired. Harmless to repeat. Error:
/// `competition_not_found`.
pub async fn withdraw(tx: &mut Tx<'_>, competition: Uuid, account: Uuid) -> Result<(), Error> {
    let row = lock(tx, competition, account).await?;
    leave(tx, &row, account).await
}

/// As [`withdraw`], by an organiser.
pub async fn remove(tx: &mut Tx<'_>, competition: Uuid, account: Uuid, other: Uuid) -> Result<(), Error> {
    let row = lock_as_organiser(tx, competition, account).await?;
    must_go_on(&row)?;
    leave(tx, &row, other).await
}

async fn leave(tx: &mut Tx<'_>, row: &CompetitionRow, account: Uuid) -> Result<(), Error> {
    let Some(entrant) = competitions::entrant(&mut tx.db, row.id, account).await? else { return Ok(()) };
    match row.status {
        CompetitionStatus::Open => competitions::remove_entrant(&mut tx.db, row.id, account).await?,
        CompetitionStatus::Running if entrant.number.is_none() => {
            competitions::remove_entrant(&mut tx.db, row.id, account).await?;
        }
        CompetitionStatus::Running if entrant.withdrawn_from.is_none() => {
            competitions::withdraw(&mut tx.db, &entrant, Some(row.round + 1)).await?;
            // There may be too few for a round that nobody would pair any more.
            progress(tx, row.id).await?;
        }
        _ => {}
    }
    Ok(())
}

/// A substitute takes the place and the points of an entrant from the next round on, by an organiser. Errors:
/// `competition_not_found`, `not_an_organiser`, `competition_not_running`, `entrant_not_found`.
pub async fn replace(
    tx: &mut Tx<'_>,
    competition: Uuid,
    account: Uuid,
    other: Uuid,
    request: &ReplaceEntrant,
) -> Result<CompetitionEntrant, Error> {
    let row = lock_as_organiser(tx, competition, account).await?;
    if row.status != CompetitionStatus::Running {
        return Err(Code::CompetitionNotRunning.problem());
    }
    let entrant = competitions::entrant(&mut tx.db, row.id, other).await?;
    let entrant = entrant.filter(|entrant| entrant.number.is_some());
    let entrant = entrant.ok_or_else(|| Code::EntrantNotFound.problem())?;
    let substitute = competitions::entrant(&mut tx.db, row.id, request.by).await?;
    if substitute.is_none_or(|substitute| substitute.number.is_some()) {
        return Err(Code::EntrantNotFound.problem());
    }
    if entrant.withdrawn_from.is_some_and(|from| from <= row.round) {
        return Err(Code::EntrantGone.problem());
    }
    competitions::remove_entrant(&mut tx.db, row.id, request.by).await?;
    competitions::replace(&mut tx.db, &entrant, request.by, row.round + 1).await?;
    of_account(&mut tx.db, &row, request.by).await
}

/// Everybody who signed up, in that order.
pub async fn entrants(
    ctx: &mut Ctx,
    competition: Uuid,
    account: Option<Uuid>,
    query: EntrantQuery,
) -> Result<Page<CompetitionEntrant>, Error> {
    let limit = page::limit(query.limit, DEFAULT_LISTED, MAX_LISTED)?;
    let list = format!("entrants of {competition}");
    let place = page::place(&list, query.cursor.as_deref())?;
    let row = seen(&mut ctx.db, competition, account).await?;
    let rows = competitions::entrants(&mut ctx.db, competition).await?;
    let roles = roles(&row, &rows);
    let all = rows.into_iter().zip(roles).collect();
    let page = page::of_sorted(&list, all, limit, &place, |(row, _): &(EntrantRow, _)| row.sign_up);
    let rows: Vec<EntrantRow> = page.items.iter().map(|(row, _)| row.clone()).collect();
    let mut names = names(&mut ctx.db, &rows).await?.into_iter();
    Ok(page.map(|(row, role)| shown(row, role, names.next().unwrap_or_default())))
}

/// The same, all at once.
pub async fn all_shown(
    connection: &mut Connection,
    row: &CompetitionRow,
) -> Result<Vec<CompetitionEntrant>, Error> {
    let rows = competitions::entrants(connection, row.id).await?;
    let names = names(connection, &rows).await?;
    let roles = roles(row, &rows);
    Ok(rows.into_iter().zip(roles).zip(names).map(|((row, role), name)| shown(row, role, name)).collect())
}

/// The entrant of an account that has signed up.
pub async fn of_account(
    connection: &mut Connection,
    row: &CompetitionRow,
    account: Uuid,
) -> Result<CompetitionEntrant, Error> {
    let gone = || Error::bug(format!("{account} is no entrant of {}", row.id));
    let entrant = competitions::entrant(connection, row.id, account).await?.ok_or_else(gone)?;
    let has_place = match row.status {
        CompetitionStatus::Open => {
            let (before, bots) = competitions::ahead_of(connection, row.id, entrant.sign_up).await?;
            before + bots < i64::from(row.most_entrants)
        }
        _ => entrant.number.is_some(),
    };
    let role = role(&entrant, has_place);
    let names = names(connection, std::slice::from_ref(&entrant)).await?;
    Ok(shown(entrant, role, names.into_iter().next().unwrap_or_default()))
}

fn role(entrant: &EntrantRow, has_place: bool) -> EntrantRole {
    match entrant.withdrawn_from {
        Some(_) => EntrantRole::Withdrawn,
        None if has_place => EntrantRole::Entrant,
        None => EntrantRole::Substitute,
    }
}

/// What each is, in the order of sign-up. Before the start bots have their places, and players the others in the order of
/// sign-up.
fn roles(row: &CompetitionRow, rows: &[EntrantRow]) -> Vec<EntrantRole> {
    let places: BTreeSet<i32> = with_places(row, rows).into_iter().collect();
    let has_place = |entrant: &EntrantRow| match row.status {
        CompetitionStatus::Open => places.contains(&entrant.sign_up),
        _ => entrant.number.is_some(),
    };
    rows.iter().map(|entrant| role(entrant, has_place(entrant))).collect()
}

/// The sign-ups that have a place, in the order of their numbers: players by sign-up, and then bots.
pub fn with_places(row: &CompetitionRow, rows: &[EntrantRow]) -> Vec<i32> {
    let bots = rows.iter().filter(|entrant| entrant.account_id.is_none());
    let most = usize::try_from(row.most_entrants).unwrap_or_default();
    let room = most.saturating_sub(bots.clone().count());
    let people = rows.iter().filter(|entrant| entrant.account_id.is_some()).take(room);
    people.chain(bots).map(|entrant| entrant.sign_up).collect()
}

fn shown(row: EntrantRow, role: EntrantRole, name: String) -> CompetitionEntrant {
    CompetitionEntrant {
        number: row.number,
        account_id: row.account_id,
        name,
        bot: row.bot,
        role,
        signed_up_at: row.signed_up_at,
        withdrawn_from: row.withdrawn_from,
        replaced_from: row.replaced_from,
    }
}

/// For an account that is being deleted: it leaves its competitions. What it organised alone goes on by itself,
/// and is called off if it has not begun.
pub async fn depart(tx: &mut Tx<'_>, account: Uuid) -> Result<(), Error> {
    for id in competitions::going_on_with(&mut tx.db, account).await? {
        let Some(row) = competitions::lock(&mut tx.bare(), id).await? else { continue };
        leave(tx, &row, account).await?;
        if row.organiser_id != account || row.club_id.is_some() {
            continue;
        }
        if row.status == CompetitionStatus::Open {
            close(tx, row, CompetitionStatus::Cancelled).await?;
            continue;
        }
        let mut terms = terms_of(&row)?;
        if terms.schedule.next_round == NextRound::ByOrganisers {
            terms.schedule.next_round = NextRound::WhenOver;
            competitions::change(&mut tx.db, &CompetitionRow { terms: encode(&terms)?, ..row }).await?;
        }
        progress(tx, id).await?;
    }
    Ok(())
}
