//! Competitions: leagues, Swisses and knockouts, whose tables are games.
//!
//! ```text
//! open ──first round paired──► running ──last round over──► finished
//!  └──────────called off──────────┴──► cancelled
//! ```
//!
//! The pairing of a round and the standings follow from what is stored (`pairing`). Whatever changes a competition locks
//! its row, so that a round is paired once, however many ask for it. The games of a round are begun one after the other by
//! workers, each in a transaction of its own; a game that ends is counted by a worker, too, which pairs the next round if
//! it is time. A competition of a private club is seen by the members of the club and by its entrants; others are answered
//! as if it did not exist.

mod computed;
mod entrants;
mod invitations;
mod notice;
mod overview;
mod results;
mod rounds;
mod settings;
mod standings;
mod stored;
mod work;

pub use computed::{CACHED_COMPETITIONS, CompetitionCache};
pub use entrants::{
    CompetitionEntrant, EntrantQuery, EntrantRole, ReplaceEntrant, depart, entrants, remove, replace,
    sign_up, withdraw,
};
pub use invitations::{CompetitionInvitation, InviteToCompetition, invitation, invite};
pub use notice::{CompetitionNotice, NoticeStanding, notice};
pub use overview::{CompetitionOverview, EntrantPart, entrant_part, overview};
pub use rounds::{CompetitionRound, PairRound, RoundTable, TableOccupant, pair, round, rounds};
pub use settings::{CompetitionGames, FormSettings, NextRound, Schedule, Scoring, Tables};
pub use standings::{
    CompetitionCorrection, CompetitionStanding, CorrectStandings, correct, corrections, export, standings,
};
pub use work::{advance, put_off};

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use crate::error::{Code, Error};
use crate::service::clubs;
use crate::service::page::{self, Page};
use crate::service::plain::{self, words};
use crate::service::setting_checks::{self, search_words};
use crate::service::stored_json::{decode, encode};
use crate::service::{Ctx, Tx};
use crate::store::competition_rounds;
use crate::store::competitions::{
    self, CompetitionFilter, CompetitionMark, CompetitionRow, CompetitionStatus, EntrantCount,
};
use crate::store::{Connection, accounts};
use crate::time_control::Instant;
use settings::Terms;

/// The most competitions that an account organises at a time.
const MAX_ORGANISED: i64 = 20;
const MAX_ABOUT_CHARS: usize = 4000;
/// How many competitions a page has: at most, and by default.
const MAX_LISTED: u16 = 100;
const DEFAULT_LISTED: u16 = 20;
/// The most entrants where a request says nothing else.
const USUAL_ENTRANTS: u16 = 200;

#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CreateCompetition {
    /// One line. Its games are named after it.
    #[schema(min_length = 1, max_length = 80)]
    pub name: String,
    /// What it is for and what entrants should know. Plain text.
    #[serde(default)]
    #[schema(max_length = 4000)]
    pub about: String,
    /// The club whose members play; you are an organiser of it. Its organisers organise the competition, too. Everybody
    /// plays if left out.
    pub club_id: Option<Uuid>,
    pub form: FormSettings,
    pub tables: Tables,
    #[serde(default)]
    pub scoring: Scoring,
    pub games: CompetitionGames,
    #[serde(default)]
    pub schedule: Schedule,
    /// Who signs up beyond this number is a substitute; bots count. 200 if left out.
    #[schema(minimum = 2, maximum = 1000)]
    pub most_entrants: Option<u16>,
    /// Bots of the ruleset, by name, that are entrants like players.
    #[serde(default)]
    #[schema(max_items = 50)]
    pub bots: Vec<String>,
}

/// What is left out stays as it is.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct UpdateCompetition {
    /// One line. Games that exist keep their names.
    #[schema(min_length = 1, max_length = 80)]
    pub name: Option<String>,
    /// What it is for and what entrants should know. Plain text.
    #[schema(max_length = 4000)]
    pub about: Option<String>,
    /// Replaces the whole schedule.
    pub schedule: Option<Schedule>,
}

/// A competition, with your part in it.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct CompetitionDetails {
    /// Later ones are greater.
    pub id: Uuid,
    pub name: String,
    pub about: String,
    /// The club whose members play; null: everybody.
    pub club_id: Option<Uuid>,
    /// The account that organises it, with the organisers of its club.
    pub organiser: Uuid,
    pub status: CompetitionStatus,
    pub form: FormSettings,
    pub tables: Tables,
    pub scoring: Scoring,
    pub games: CompetitionGames,
    pub schedule: Schedule,
    /// Bots that are entrants like players, by name.
    pub bots: Vec<String>,
    #[schema(minimum = 2, maximum = 1000)]
    pub most_entrants: i32,
    /// Everybody who signed up, substitutes and bots included.
    #[schema(minimum = 0)]
    pub entrant_count: i64,
    /// Have you signed up?
    pub entered: bool,
    /// May you pair rounds and change entrants?
    pub organising: bool,
    /// How many rounds are paired.
    #[schema(minimum = 0)]
    pub round: i32,
    /// When the next round is paired by itself; null: by what happens, or by its organisers.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub next_round_at: Option<Instant>,
    /// SHA-256 of the secret that all lots follow from, as hex. The export has the secret when the competition is over, so
    /// that anybody can check the pairings.
    #[schema(pattern = "^[0-9a-f]{64}$")]
    pub commitment: String,
    /// The league of which this is the next season; null for none.
    pub season_of: Option<Uuid>,
    #[schema(value_type = String, format = DateTime)]
    pub created_at: Instant,
    /// When the first round was paired; null before.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub started_at: Option<Instant>,
    /// Null until it is over or called off.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub ended_at: Option<Instant>,
}

/// Which competitions are listed.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct CompetitionQuery {
    /// Only those of this status.
    pub status: Option<CompetitionStatus>,
    /// Only those of this ruleset.
    #[param(max_length = 40)]
    pub ruleset: Option<String>,
    /// Only those of this club.
    pub club: Option<Uuid>,
    /// `true`: only those that you play in or organise; needs a log-in.
    #[serde(default)]
    pub mine: bool,
    /// How the name begins; case, accents and signs don't matter.
    #[param(max_length = 80)]
    pub name: Option<String>,
    /// The most competitions of a page; 20 if left out.
    #[param(minimum = 1, maximum = 100)]
    pub limit: Option<u16>,
    /// The `next_cursor` of the page before, or the `prev_cursor` of the page after.
    pub cursor: Option<String>,
}

/// Opens a competition for sign-up. Errors: `invalid_field`, `secret_in_text`, `too_many_competitions`, and those of a
/// club that one does not organise.
pub async fn create(
    tx: &mut Tx<'_>,
    account: Uuid,
    request: CreateCompetition,
) -> Result<CompetitionDetails, Error> {
    let most_entrants = request.most_entrants.unwrap_or(USUAL_ENTRANTS);
    let terms = Terms {
        form: request.form,
        tables: request.tables,
        scoring: request.scoring,
        games: request.games,
        schedule: request.schedule,
        bots: request.bots,
        divisions: Vec::new(),
    };
    terms.check(&tx.app, most_entrants)?;
    let row =
        opened(tx, account, (&request.name, &request.about), request.club_id, &terms, most_entrants, None)?;
    open(tx, &row, &terms).await?;
    shown(&mut tx.db, row, Some(account)).await
}

/// Opens the next season of a league, in which the divisions begin as the season before left them; harmless to repeat.
/// Errors: `season_not_over`, and those of an organiser.
pub async fn next_season(tx: &mut Tx<'_>, league: Uuid, account: Uuid) -> Result<CompetitionDetails, Error> {
    let before = lock_as_organiser(tx, league, account).await?;
    if let Some(next) = competitions::next_season(&mut tx.db, league).await? {
        return show(tx, next, Some(account)).await;
    }
    let terms = terms_of(&before)?;
    if before.status != CompetitionStatus::Finished || !matches!(terms.form, FormSettings::League { .. }) {
        return Err(Code::SeasonNotOver.problem());
    }
    let terms =
        Terms { divisions: Vec::new(), schedule: Schedule { starts_at: None, ..terms.schedule }, ..terms };
    let most = u16::try_from(before.most_entrants).unwrap_or(USUAL_ENTRANTS);
    let texts = (before.name.as_str(), before.about.as_str());
    let row = opened(tx, account, texts, before.club_id, &terms, most, Some(league))?;
    open(tx, &row, &terms).await?;
    shown(&mut tx.db, row, Some(account)).await
}

/// The row of a competition that is opened now.
fn opened(
    tx: &Tx<'_>,
    account: Uuid,
    (name, about): (&str, &str),
    club_id: Option<Uuid>,
    terms: &Terms,
    most_entrants: u16,
    season_of: Option<Uuid>,
) -> Result<CompetitionRow, Error> {
    let (name, secret) = (setting_checks::checked_name(name)?, tx.app.secrets.bytes());
    Ok(CompetitionRow {
        id: tx.app.new_id(),
        name_key: words(&name).join(" "),
        name,
        about: plain::lines("about", about, 0, MAX_ABOUT_CHARS)?,
        club_id,
        organiser_id: account,
        ruleset: terms.games.ruleset.clone(),
        status: CompetitionStatus::Open,
        terms: encode(terms)?,
        most_entrants: most_entrants.into(),
        commitment: pairing::commitment(&secret).to_vec(),
        secret: secret.to_vec(),
        round: 0,
        due_at: terms.schedule.starts_at,
        season_of,
        created_at: tx.app.now(),
        started_at: None,
        ended_at: None,
    })
}

async fn open(tx: &mut Tx<'_>, row: &CompetitionRow, terms: &Terms) -> Result<(), Error> {
    if let Some(club) = row.club_id {
        clubs::must_organise(&mut tx.db, club, row.organiser_id).await?;
    }
    accounts::hold(&mut tx.bare(), row.organiser_id).await?;
    if competitions::going_on_of(&mut tx.db, row.organiser_id).await? >= MAX_ORGANISED {
        return Err(Code::TooManyCompetitions.problem());
    }
    competitions::add(&mut tx.db, row).await?;
    for bot in &terms.bots {
        competitions::sign_up(&mut tx.db, row.id, None, Some(bot), row.created_at).await?;
    }
    Ok(())
}

/// Changes a competition, by its organisers. The schedule of one that runs keeps its start.
pub async fn update(
    tx: &mut Tx<'_>,
    competition: Uuid,
    account: Uuid,
    request: UpdateCompetition,
) -> Result<CompetitionDetails, Error> {
    let mut row = lock_as_organiser(tx, competition, account).await?;
    must_go_on(&row)?;
    if let Some(name) = &request.name {
        row.name = setting_checks::checked_name(name)?;
        row.name_key = words(&row.name).join(" ");
    }
    if let Some(about) = &request.about {
        row.about = plain::lines("about", about, 0, MAX_ABOUT_CHARS)?;
    }
    if let Some(schedule) = request.schedule {
        let mut terms = terms_of(&row)?;
        terms.schedule = schedule;
        terms.check(&tx.app, u16::try_from(row.most_entrants).unwrap_or(USUAL_ENTRANTS))?;
        row.terms = encode(&terms)?;
        if row.status == CompetitionStatus::Open {
            row.due_at = terms.schedule.starts_at;
        } else {
            row.due_at = work::next_date(&terms, competition_rounds::all(&mut tx.db, row.id).await?.last());
        }
    }
    competitions::change(&mut tx.db, &row).await?;
    work::progress(tx, row.id).await?;
    show(tx, competition, Some(account)).await
}

/// Calls a competition off, by its organisers. Its games go on; those that have not begun never do.
pub async fn cancel(tx: &mut Tx<'_>, competition: Uuid, account: Uuid) -> Result<(), Error> {
    let row = lock_as_organiser(tx, competition, account).await?;
    must_go_on(&row)?;
    close(tx, row, CompetitionStatus::Cancelled).await
}

/// Ends a competition, which must be locked: it is `finished` or `cancelled`.
async fn close(tx: &mut Tx<'_>, row: CompetitionRow, status: CompetitionStatus) -> Result<(), Error> {
    let now = tx.app.now();
    competition_rounds::close(&mut tx.db, row.id, now).await?;
    let row = CompetitionRow { status, ended_at: Some(now), due_at: None, ..row };
    competitions::change(&mut tx.db, &row).await?;
    work::tell_end(tx, &row).await
}

/// The competition, if `account` may see it. Error: `competition_not_found`.
pub async fn show(
    ctx: &mut Ctx,
    competition: Uuid,
    account: Option<Uuid>,
) -> Result<CompetitionDetails, Error> {
    let row = seen(&mut ctx.db, competition, account).await?;
    shown(&mut ctx.db, row, account).await
}

/// Newest first. Errors: `unauthenticated` for `mine` without a log-in, `invalid_parameter`.
pub async fn list(
    ctx: &mut Ctx,
    account: Option<Uuid>,
    query: CompetitionQuery,
) -> Result<Page<CompetitionDetails>, Error> {
    let limit = page::limit(query.limit, DEFAULT_LISTED, MAX_LISTED)?;
    let of_account = match (query.mine, account) {
        (true, None) => return Err(Code::Unauthenticated.problem()),
        (mine, account) => account.filter(|_| mine),
    };
    if let Some(ruleset) = &query.ruleset {
        ctx.app.rulesets.wanted(Code::InvalidParameter, ruleset)?;
    }
    let filter = CompetitionFilter {
        statuses: query.status.into_iter().collect(),
        ruleset: query.ruleset,
        club: query.club,
        of_account,
        beginning: search_words(&query.name.unwrap_or_default())?.join(" "),
        reader: account,
    };
    let list = format!("competitions {filter:?}");
    let place = page::place(&list, query.cursor.as_deref())?;
    let rows = competitions::page(&mut ctx.db, &filter, place, i64::from(limit) + 1).await?;
    let rows = page::cut(&list, rows, limit, &place, |row| row.id);
    let mut items = Vec::with_capacity(rows.items.len());
    let ids: Vec<Uuid> = rows.items.iter().map(|row| row.id).collect();
    let counts = competitions::counts(&mut ctx.db, &ids, account).await?;
    for row in rows.items {
        let organising = organises(&mut ctx.db, &row, account).await?;
        items.push(to_details(row, &counts, organising)?);
    }
    Ok(Page { items, next_cursor: rows.next_cursor, prev_cursor: rows.prev_cursor })
}

fn terms_of(row: &CompetitionRow) -> Result<Terms, Error> {
    decode(format_args!("the terms of competition {}", row.id), &row.terms)
}

fn must_go_on(row: &CompetitionRow) -> Result<(), Error> {
    if row.ended_at.is_none() { Ok(()) } else { Err(Code::CompetitionNotRunning.problem()) }
}

/// Public ones to everybody, those of private clubs to members of the club and entrants.
async fn seen(connection: &mut Connection, id: Uuid, account: Option<Uuid>) -> Result<CompetitionRow, Error> {
    let not_found = || Code::CompetitionNotFound.problem();
    let row = competitions::find(connection, id).await?.ok_or_else(not_found)?;
    may_see(connection, row, account).await
}

/// How far a competition is, if `account` may see it. Error: `competition_not_found`.
pub async fn progress_seen(
    ctx: &mut Ctx,
    competition: Uuid,
    account: Option<Uuid>,
) -> Result<CompetitionMark, Error> {
    seen(&mut ctx.db, competition, account).await?;
    let mark = competitions::marks(&mut ctx.db, &[competition]).await?.pop();
    mark.ok_or_else(|| Code::CompetitionNotFound.problem())
}

/// Refuses an account that may not see a competition. Error: `competition_not_found`.
pub async fn ensure_seen(ctx: &mut Ctx, competition: Uuid, account: Option<Uuid>) -> Result<(), Error> {
    seen(&mut ctx.db, competition, account).await.map(|_| ())
}

async fn may_see(
    connection: &mut Connection,
    row: CompetitionRow,
    account: Option<Uuid>,
) -> Result<CompetitionRow, Error> {
    let Some(club) = row.club_id else { return Ok(row) };
    if clubs::sees(connection, club, account).await? {
        return Ok(row);
    }
    let entered = match account {
        Some(account) => competitions::entrant(connection, row.id, account).await?.is_some(),
        None => false,
    };
    if entered { Ok(row) } else { Err(Code::CompetitionNotFound.problem()) }
}

/// May everybody see a competition and its games?
async fn is_public(connection: &mut Connection, row: &CompetitionRow) -> Result<bool, Error> {
    match row.club_id {
        Some(club) => clubs::is_public(connection, club).await,
        None => Ok(true),
    }
}

async fn organises(
    connection: &mut Connection,
    row: &CompetitionRow,
    account: Option<Uuid>,
) -> Result<bool, Error> {
    match (account, row.club_id) {
        (None, _) => Ok(false),
        (Some(account), _) if account == row.organiser_id => Ok(true),
        (Some(_), None) => Ok(false),
        (Some(account), Some(club)) => clubs::is_organiser(connection, club, account).await,
    }
}

/// Locks a competition for somebody who may see it.
async fn lock(tx: &mut Tx<'_>, id: Uuid, account: Uuid) -> Result<CompetitionRow, Error> {
    let not_found = || Code::CompetitionNotFound.problem();
    let row = competitions::lock(&mut tx.bare(), id).await?.ok_or_else(not_found)?;
    may_see(&mut tx.db, row, Some(account)).await
}

/// Errors: `competition_not_found`, `not_an_organiser`.
async fn lock_as_organiser(tx: &mut Tx<'_>, id: Uuid, account: Uuid) -> Result<CompetitionRow, Error> {
    let row = lock(tx, id, account).await?;
    if organises(&mut tx.db, &row, Some(account)).await? {
        Ok(row)
    } else {
        Err(Code::NotAnOrganiser.problem())
    }
}

async fn shown(
    connection: &mut Connection,
    row: CompetitionRow,
    account: Option<Uuid>,
) -> Result<CompetitionDetails, Error> {
    let counts = competitions::counts(connection, &[row.id], account).await?;
    let organising = organises(connection, &row, account).await?;
    to_details(row, &counts, organising)
}

/// `counts` may hold those of other competitions, too; one that nobody entered has none.
fn to_details(
    row: CompetitionRow,
    counts: &[EntrantCount],
    organising: bool,
) -> Result<CompetitionDetails, Error> {
    let Terms { form, tables, scoring, games, schedule, bots, divisions: _ } = terms_of(&row)?;
    let count = counts.iter().find(|count| count.competition == row.id);
    Ok(CompetitionDetails {
        id: row.id,
        name: row.name,
        about: row.about,
        club_id: row.club_id,
        organiser: row.organiser_id,
        status: row.status,
        form,
        tables,
        scoring,
        games,
        schedule,
        bots,
        most_entrants: row.most_entrants,
        entrant_count: count.map_or(0, |count| count.signed_up),
        entered: count.is_some_and(|count| count.entered),
        organising,
        round: row.round,
        next_round_at: row.due_at,
        commitment: hex::encode(&row.commitment),
        season_of: row.season_of,
        created_at: row.created_at,
        started_at: row.started_at,
        ended_at: row.ended_at,
    })
}
