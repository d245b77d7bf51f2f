//! Clubs: people who play together for years, their roles, and what their games are like.
//!
//! Who may not see a club is answered as if it did not exist. Members see the club's games, private ones too, which
//! `store::positions` and the list of games check. A club that has ended stays as it was for its members, and none of
//! its games changes.

mod links;
mod members;
mod messages;
mod standings;

pub use links::{CreateClubLink, behind, links, make_link, revoke_link};
pub use members::{
    ClubMember, MemberQuery, SetClubRole, answer_applicant, applicants, depart, first_members, join, leave,
    members, remove, set_role,
};
pub use messages::{ClubMessage, CreateClubMessage, messages, post_message, remove_message};
pub use standings::{ClubStanding, RulesetStandings, StandingQuery, best_of_rulesets, standings};

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use crate::error::{Code, Error, Mistakes, Sentence};
use crate::service::page::{self, Page};
use crate::service::plain::{self, words};
use crate::service::setting_checks::{self, check_forbidden_orders, checked_clock, search_words};
use crate::service::stored_json::{decode, encode};
use crate::service::{App, Tx};
use crate::store::club_members::{self, ClubCount, ClubRole};
use crate::store::clubs::{self, ClubJoining, ClubRow, ClubVisibility};
use crate::store::{Connection, accounts};
use crate::time_control::{Clock, Instant};

/// The most clubs that an account owns, and the most that it belongs to or asked to join.
const MAX_OWNED: i64 = 10;
const MAX_CLUBS: i64 = 100;
const MAX_ABOUT_CHARS: usize = 4000;
/// How many clubs a page has: at most, and by default.
const MAX_LISTED: u16 = 100;
const DEFAULT_LISTED: u16 = 20;

/// What new games of a club are like where a request says nothing else.
#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct ClubDefaults {
    /// The ruleset that clients propose; null for none.
    pub ruleset: Option<String>,
    /// The time that players have to answer; null for that of all games.
    pub clock: Option<Clock>,
    /// Kinds of standing orders (their `type`) that are forbidden in every game of the club.
    #[schema(max_items = 50)]
    pub forbidden_orders: Vec<String>,
}

impl ClubDefaults {
    /// Error: `invalid_field`, with everything that is wrong.
    fn check(&self, app: &App) -> Result<(), Error> {
        let mut mistakes = Mistakes::default();
        if let Some(ruleset) = &self.ruleset {
            mistakes.note(app.rulesets.wanted(Code::InvalidField, ruleset).map(|_| ()))?;
        }
        mistakes.note(self.clock.map(checked_clock).transpose())?;
        let kinds: BTreeSet<&str> =
            app.rulesets.iter().flat_map(|ruleset| ruleset.order_kinds()).copied().collect();
        let kinds: Vec<&str> = kinds.into_iter().collect();
        mistakes.note(check_forbidden_orders(&kinds, &self.forbidden_orders))?;
        mistakes.result().map_err(|error| error.within("defaults"))
    }
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CreateClub {
    /// One line, with a letter or digit; no other club that has not ended has the same words.
    #[schema(min_length = 1, max_length = 80)]
    pub name: String,
    /// What the club is for and whom it is looking for. Plain text.
    #[serde(default)]
    #[schema(max_length = 4000)]
    pub about: String,
    #[serde(default)]
    pub visibility: ClubVisibility,
    #[serde(default)]
    pub joining: ClubJoining,
    #[serde(default)]
    pub defaults: ClubDefaults,
}

/// What is left out stays as it is.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct UpdateClub {
    /// One line, with a letter or digit; no other club that has not ended has the same words.
    #[schema(min_length = 1, max_length = 80)]
    pub name: Option<String>,
    /// What the club is for and whom it is looking for. Plain text.
    #[schema(max_length = 4000)]
    pub about: Option<String>,
    pub visibility: Option<ClubVisibility>,
    pub joining: Option<ClubJoining>,
    /// Replaces all that were set.
    pub defaults: Option<ClubDefaults>,
}

/// A club, with your part in it.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Club {
    /// Later ones are greater.
    pub id: Uuid,
    pub name: String,
    pub about: String,
    pub visibility: ClubVisibility,
    pub joining: ClubJoining,
    pub defaults: ClubDefaults,
    /// The account that owns the club; null when it has ended because nobody was left.
    pub owner: Option<Uuid>,
    /// How many members it has.
    #[schema(minimum = 0)]
    pub member_count: i64,
    /// How many players have asked to join; null for others than organisers.
    #[schema(minimum = 0)]
    pub applicant_count: Option<i64>,
    /// What you are to the club; null if you do not belong to it and have not asked to.
    pub your_role: Option<ClubRole>,
    #[schema(value_type = String, format = DateTime)]
    pub created_at: Instant,
    /// Null until the club ends.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub ended_at: Option<Instant>,
}

/// Which public clubs are listed.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct ClubQuery {
    /// How the name begins; case, accents and signs don't matter.
    #[param(max_length = 80)]
    pub name: Option<String>,
    /// The most clubs of a page; 20 if left out.
    #[param(minimum = 1, maximum = 100)]
    pub limit: Option<u16>,
    /// The `next_cursor` of the page before, or the `prev_cursor` of the page after.
    pub cursor: Option<String>,
}

/// Founds a club, which `owner` owns. Errors: `invalid_field`, `secret_in_text`, `club_name_taken`, `too_many_clubs`.
pub async fn create(tx: &mut Tx<'_>, owner: Uuid, request: CreateClub) -> Result<Club, Error> {
    let CreateClub { name, about, visibility, joining, defaults } = request;
    let name = checked_name(&name)?;
    let row = ClubRow {
        id: tx.app.new_id(),
        name_key: words(&name).join(" "),
        name,
        about: checked_about(&about)?,
        visibility,
        joining,
        defaults: stored_defaults(&tx.app, &defaults)?,
        created_at: tx.app.now(),
        ended_at: None,
    };
    accounts::hold(&mut tx.bare(), owner).await?;
    let owned = club_members::count_of_account(&mut tx.db, owner, &[ClubRole::Owner]).await?;
    if owned >= MAX_OWNED {
        return Err(Code::TooManyClubs.problem());
    }
    members::must_have_room(tx, owner).await?;
    if !clubs::add(&mut tx.db, &row).await? {
        return Err(Code::ClubNameTaken.problem());
    }
    club_members::set(&mut tx.db, row.id, owner, ClubRole::Owner, row.created_at).await?;
    shown(&mut tx.db, row, Some(owner)).await
}

/// Changes a club, by its organisers.
pub async fn update(tx: &mut Tx<'_>, club: Uuid, account: Uuid, request: UpdateClub) -> Result<Club, Error> {
    let (row, _) = lock_as(tx, club, account, ClubRole::Organiser).await?;
    let name = request.name.as_deref().map(checked_name).transpose()?.unwrap_or(row.name);
    let about = request.about.as_deref().map(checked_about).transpose()?.unwrap_or(row.about);
    let defaults = request.defaults.map(|given| stored_defaults(&tx.app, &given)).transpose()?;
    let row = ClubRow {
        name_key: words(&name).join(" "),
        name,
        about,
        visibility: request.visibility.unwrap_or(row.visibility),
        joining: request.joining.unwrap_or(row.joining),
        defaults: defaults.unwrap_or(row.defaults),
        ..row
    };
    if !clubs::change(&mut tx.bare(), &row).await? {
        return Err(Code::ClubNameTaken.problem());
    }
    shown(&mut tx.db, row, Some(account)).await
}

/// Ends a club, by its owner. Its games go on, and its members still see them.
pub async fn end(tx: &mut Tx<'_>, club: Uuid, account: Uuid) -> Result<(), Error> {
    lock_as(tx, club, account, ClubRole::Owner).await?;
    Ok(clubs::end(&mut tx.ctx.db, club, tx.ctx.app.now()).await?)
}

/// The club, if `account` may see it. Error: `club_not_found`.
pub async fn show(connection: &mut Connection, club: Uuid, account: Option<Uuid>) -> Result<Club, Error> {
    let row = clubs::find(connection, club).await?.ok_or_else(|| Code::ClubNotFound.problem())?;
    let shown = shown(connection, row, account).await?;
    if may_see(shown.visibility, shown.your_role) { Ok(shown) } else { Err(Code::ClubNotFound.problem()) }
}

/// The public clubs that have not ended, newest first.
pub async fn list(
    connection: &mut Connection,
    account: Option<Uuid>,
    query: ClubQuery,
) -> Result<Page<Club>, Error> {
    let limit = page::limit(query.limit, DEFAULT_LISTED, MAX_LISTED)?;
    let beginning = search_words(&query.name.unwrap_or_default())?.join(" ");
    let list = format!("clubs {beginning}");
    let place = page::place(&list, query.cursor.as_deref())?;
    let rows = clubs::page(connection, &beginning, place, i64::from(limit) + 1).await?;
    let rows = page::cut(&list, rows, limit, &place, |row| row.id);
    all_shown(connection, rows, account).await
}

/// The clubs that `account` belongs to or asked to join, newest first, with those that have ended.
pub async fn of_account(
    connection: &mut Connection,
    account: Uuid,
    after: Option<&str>,
    limit: u16,
) -> Result<Page<Club>, Error> {
    let list = format!("clubs of {account}");
    let place = page::place(&list, after)?;
    let rows = clubs::page_of_account(connection, account, place, i64::from(limit) + 1).await?;
    let rows = page::cut(&list, rows, limit, &place, |row| row.id);
    all_shown(connection, rows, Some(account)).await
}

/// What a new game of `owner` in a club is like: the club's clock unless the game has one, and the kinds of standing
/// orders that the club forbids. Errors: `club_not_found`, `not_a_club_member`, `club_ended`.
pub async fn defaults_for_game(
    connection: &mut Connection,
    club: Uuid,
    owner: Uuid,
) -> Result<ClubDefaults, Error> {
    let (row, _) = open_as(connection, club, owner, ClubRole::Member).await?;
    must_go_on(&row)?;
    stored(&row)
}

/// Is `account` a member of a club? Applicants are not.
pub async fn is_member(connection: &mut Connection, club: Uuid, account: Uuid) -> Result<bool, Error> {
    Ok(role_in(connection, club, account).await?.is_some_and(|role| role >= ClubRole::Member))
}

/// May `account` see a club? Nobody sees one that does not exist.
pub async fn sees(connection: &mut Connection, club: Uuid, account: Option<Uuid>) -> Result<bool, Error> {
    let Some(row) = clubs::find(connection, club).await? else { return Ok(false) };
    let role = match account {
        Some(account) => role_in(connection, club, account).await?,
        None => None,
    };
    Ok(may_see(row.visibility, role))
}

/// Refuses an account that is no organiser of a club that goes on. Errors: `club_not_found`, `not_a_club_member`,
/// `club_role_too_small`, `club_ended`.
pub async fn must_organise(connection: &mut Connection, club: Uuid, account: Uuid) -> Result<(), Error> {
    let (row, _) = open_as(connection, club, account, ClubRole::Organiser).await?;
    must_go_on(&row)
}

/// Is a club listed and seen by everybody?
pub async fn is_public(connection: &mut Connection, club: Uuid) -> Result<bool, Error> {
    Ok(clubs::find(connection, club).await?.is_some_and(|row| row.visibility == ClubVisibility::Public))
}

/// Is `account` an organiser of a club, or its owner?
pub async fn is_organiser(connection: &mut Connection, club: Uuid, account: Uuid) -> Result<bool, Error> {
    Ok(role_in(connection, club, account).await?.is_some_and(|role| role >= ClubRole::Organiser))
}

/// What a club is called; `None` for one that does not exist.
pub async fn name(connection: &mut Connection, club: Uuid) -> Result<Option<String>, Error> {
    Ok(clubs::find(connection, club).await?.map(|row| row.name))
}

/// Public clubs are seen by everybody, private ones by their members.
fn may_see(visibility: ClubVisibility, role: Option<ClubRole>) -> bool {
    visibility == ClubVisibility::Public || role.is_some_and(|role| role >= ClubRole::Member)
}

async fn role_in(connection: &mut Connection, club: Uuid, account: Uuid) -> Result<Option<ClubRole>, Error> {
    let found = club_members::find(connection, club, account).await?;
    Ok(found.filter(|found| found.removed_at.is_none()).map(|found| found.role))
}

/// The role of an account, which must not be smaller than this. Errors: `club_not_found` where it may not even see the
/// club, `not_a_club_member`, `club_role_too_small`.
async fn must_be(
    connection: &mut Connection,
    club: &ClubRow,
    account: Uuid,
    least: ClubRole,
) -> Result<ClubRole, Error> {
    let role = role_in(connection, club.id, account).await?;
    match role {
        Some(role) if role >= least => Ok(role),
        role if !may_see(club.visibility, role) => Err(Code::ClubNotFound.problem()),
        None | Some(ClubRole::Applicant) => Err(Code::NotAClubMember.problem()),
        Some(_) => Err(Code::ClubRoleTooSmall.problem()),
    }
}

fn must_go_on(club: &ClubRow) -> Result<(), Error> {
    if club.ended_at.is_none() { Ok(()) } else { Err(Code::ClubEnded.problem()) }
}

/// A club for an account that has at least this role in it, and the role. Errors: `club_not_found`, `not_a_club_member`,
/// `club_role_too_small`.
pub async fn open_as(
    connection: &mut Connection,
    club: Uuid,
    account: Uuid,
    least: ClubRole,
) -> Result<(ClubRow, ClubRole), Error> {
    let row = clubs::find(connection, club).await?.ok_or_else(|| Code::ClubNotFound.problem())?;
    let role = must_be(connection, &row, account, least).await?;
    Ok((row, role))
}

/// Locks a club that has not ended, for an account that has at least this role in it, and says which one.
pub async fn lock_as(
    tx: &mut Tx<'_>,
    club: Uuid,
    account: Uuid,
    least: ClubRole,
) -> Result<(ClubRow, ClubRole), Error> {
    let row = clubs::lock(&mut tx.bare(), club).await?.ok_or_else(|| Code::ClubNotFound.problem())?;
    let role = must_be(&mut tx.db, &row, account, least).await?;
    must_go_on(&row)?;
    Ok((row, role))
}

async fn shown(connection: &mut Connection, row: ClubRow, account: Option<Uuid>) -> Result<Club, Error> {
    let counts = club_members::counts(connection, &[row.id], account).await?;
    to_club(row, &counts)
}

async fn all_shown(
    connection: &mut Connection,
    rows: Page<ClubRow>,
    account: Option<Uuid>,
) -> Result<Page<Club>, Error> {
    let ids: Vec<Uuid> = rows.items.iter().map(|row| row.id).collect();
    let counts = club_members::counts(connection, &ids, account).await?;
    rows.try_map(|row| to_club(row, &counts))
}

/// `counts` may hold those of other clubs, too; a club without members has none.
fn to_club(row: ClubRow, counts: &[ClubCount]) -> Result<Club, Error> {
    let count = counts.iter().find(|count| count.club == row.id);
    let your_role = count.and_then(|count| count.role);
    let is_organiser = your_role.is_some_and(|role| role >= ClubRole::Organiser);
    Ok(Club {
        defaults: stored(&row)?,
        id: row.id,
        name: row.name,
        about: row.about,
        visibility: row.visibility,
        joining: row.joining,
        owner: count.and_then(|count| count.owner),
        member_count: count.map_or(0, |count| count.members),
        applicant_count: count.filter(|_| is_organiser).map(|count| count.applicants),
        your_role,
        created_at: row.created_at,
        ended_at: row.ended_at,
    })
}

fn stored(row: &ClubRow) -> Result<ClubDefaults, Error> {
    decode(format_args!("the defaults of club {}", row.id), &row.defaults)
}

fn stored_defaults(app: &App, given: &ClubDefaults) -> Result<String, Error> {
    given.check(app)?;
    encode(given)
}

fn checked_name(given: &str) -> Result<String, Error> {
    let name = setting_checks::checked_name(given)?;
    if words(&name).is_empty() {
        return Err(Code::InvalidField.field("name", Sentence::LetterNeeded));
    }
    Ok(name)
}

fn checked_about(given: &str) -> Result<String, Error> {
    plain::lines("about", given, 0, MAX_ABOUT_CHARS)
}
