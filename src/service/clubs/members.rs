//! Joining and leaving a club, and the roles of its members. Every change locks the club, so that they happen one at a
//! time: the last place of a link is taken once, and a club has one owner.

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::{Club, MAX_CLUBS, lock_as, may_see, must_go_on, role_in};
use crate::error::{Code, Error};
use crate::service::invitation_links;
use crate::service::page::{self, Page};
use crate::service::{Ctx, Tx};
use crate::store::club_members::{self, ClubRole};
use crate::store::clubs::{self, ClubJoining};
use crate::store::invitation_links::{self as stored_links, LinkTarget};
use crate::store::{Connection, accounts};
use crate::time_control::Instant;

/// The most members of a club, applicants included.
const MAX_MEMBERS: i64 = 2000;
/// How many members a page has: at most, and by default.
const MAX_LISTED: u16 = 100;
const DEFAULT_LISTED: u16 = 50;
/// Everybody who sees the games of a club.
const MEMBERS: [ClubRole; 3] = [ClubRole::Member, ClubRole::Organiser, ClubRole::Owner];
/// Every role, which are all ties of an account to a club.
const ALL: [ClubRole; 4] = [ClubRole::Applicant, ClubRole::Member, ClubRole::Organiser, ClubRole::Owner];

/// A member of a club, or a player who asked to join.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ClubMember {
    pub account_id: Uuid,
    pub name: String,
    pub role: ClubRole,
    /// When the member joined, or the applicant asked.
    #[schema(value_type = String, format = DateTime)]
    pub joined_at: Instant,
}

/// Which members are listed.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct MemberQuery {
    /// Only those with this role; if left out, all but applicants. Only organisers see applicants.
    pub role: Option<ClubRole>,
    /// The most members of a page; 50 if left out.
    #[param(minimum = 1, maximum = 100)]
    pub limit: Option<u16>,
    /// The `next_cursor` of the page before, or the `prev_cursor` of the page after.
    pub cursor: Option<String>,
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SetClubRole {
    /// `member` lets an applicant in; `owner` hands the club over, and you become an organiser.
    pub role: ClubRole,
}

/// Joins a club, or asks to; harmless to repeat. Errors: `club_not_found`, `club_ended`, `link_not_found`,
/// `club_link_needed`, `club_removed`, `club_full`, `too_many_clubs`.
pub async fn join(
    tx: &mut Tx<'_>,
    club: Uuid,
    account: Uuid,
    link: Option<&str>,
) -> Result<ClubMember, Error> {
    let (not_found, target) = (|| Code::ClubNotFound.problem(), LinkTarget::Club(club));
    accounts::hold(&mut tx.bare(), account).await?;
    let row = clubs::lock(&mut tx.bare(), club).await?.ok_or_else(not_found)?;
    let found = club_members::find(&mut tx.db, club, account).await?;
    let role = found.filter(|found| found.removed_at.is_none()).map(|found| found.role);
    let link = match link {
        None => None,
        Some(token) => {
            let found = invitation_links::working(tx, token, LinkTarget::Club).await?;
            let link = found.filter(|(leads_to, _)| *leads_to == target).map(|(_, link)| link);
            // A dead link to a private club does not tell that the club exists.
            let refused = if may_see(row.visibility, role) { Code::LinkNotFound } else { Code::ClubNotFound };
            Some(link.ok_or_else(|| refused.problem())?)
        }
    };
    if link.is_none() && !may_see(row.visibility, role) {
        return Err(not_found());
    }
    must_go_on(&row)?;
    let wanted = match (&link, row.joining) {
        (Some(_), _) | (None, ClubJoining::Open) => ClubRole::Member,
        (None, ClubJoining::Request) => ClubRole::Applicant,
        (None, ClubJoining::Link) if role.is_some() => ClubRole::Applicant,
        (None, ClubJoining::Link) => return Err(Code::ClubLinkNeeded.problem()),
    };
    if role.is_some_and(|role| role >= wanted) {
        return member(tx, club, account).await;
    }
    if link.is_none() && found.is_some_and(|found| found.removed_at.is_some()) {
        return Err(Code::ClubRemoved.problem());
    }
    if role.is_none() {
        must_have_room(tx, account).await?;
        let counts = club_members::counts(&mut tx.db, &[club], None).await?;
        if counts.iter().any(|count| count.members + count.applicants >= MAX_MEMBERS) {
            return Err(Code::ClubFull.problem());
        }
    }
    club_members::set(&mut tx.ctx.db, club, account, wanted, tx.ctx.app.now()).await?;
    if let Some(link) = link {
        stored_links::use_up(&mut tx.db, target, link.id).await?;
    }
    member(tx, club, account).await
}

/// Leaves a club, or takes back the wish to join; harmless to repeat. The owner can't leave while others are there, and
/// ends the club by leaving it alone. Errors: `club_not_found`, `club_owner_stays`.
pub async fn leave(tx: &mut Tx<'_>, club: Uuid, account: Uuid) -> Result<(), Error> {
    let row = clubs::lock(&mut tx.bare(), club).await?.ok_or_else(|| Code::ClubNotFound.problem())?;
    let role = role_in(&mut tx.db, club, account).await?;
    match role {
        None if may_see(row.visibility, None) => return Ok(()),
        None => return Err(Code::ClubNotFound.problem()),
        Some(ClubRole::Owner) if row.ended_at.is_none() => {
            if club_members::successor(&mut tx.db, club, account).await?.is_some() {
                return Err(Code::ClubOwnerStays.problem());
            }
            clubs::end(&mut tx.ctx.db, club, tx.ctx.app.now()).await?;
        }
        Some(_) => {}
    }
    Ok(club_members::leave(&mut tx.db, club, account).await?)
}

/// The members of a club, in the order of their ids. Errors: `club_not_found`, `club_role_too_small` for applicants.
pub async fn members(
    ctx: &mut Ctx,
    club: Uuid,
    account: Option<Uuid>,
    query: MemberQuery,
) -> Result<Page<ClubMember>, Error> {
    let limit = page::limit(query.limit, DEFAULT_LISTED, MAX_LISTED)?;
    let list = format!("members of {club} {:?}", query.role);
    let place = page::place(&list, query.cursor.as_deref())?;
    let shown = super::show(&mut ctx.db, club, account).await?;
    let is_organiser = shown.your_role.is_some_and(|role| role >= ClubRole::Organiser);
    let roles = match &query.role {
        Some(ClubRole::Applicant) if !is_organiser => return Err(Code::ClubRoleTooSmall.problem()),
        Some(role) => std::slice::from_ref(role),
        None => MEMBERS.as_slice(),
    };
    let rows = club_members::page(&mut ctx.db, club, roles, place, i64::from(limit) + 1).await?;
    let page = page::cut(&list, rows, limit, &place, |row| row.account);
    Ok(page.map(ClubMember::from))
}

/// The members of a club that an account is shown: those with the greatest roles first, then those who joined first.
pub async fn first_members(
    connection: &mut Connection,
    club: &Club,
    most: i64,
) -> Result<Vec<ClubMember>, Error> {
    let rows = club_members::first(connection, club.id, &MEMBERS, most).await?;
    Ok(rows.into_iter().map(ClubMember::from).collect())
}

/// Those who asked to join a club that an account is shown, those who wait longest first; none for others than
/// organisers.
pub async fn applicants(
    connection: &mut Connection,
    club: &Club,
    most: i64,
) -> Result<Vec<ClubMember>, Error> {
    if club.applicant_count.unwrap_or_default() == 0 {
        return Ok(Vec::new());
    }
    let rows = club_members::first(connection, club.id, &[ClubRole::Applicant], most).await?;
    Ok(rows.into_iter().map(ClubMember::from).collect())
}

/// Gives a member or applicant a role: by organisers, who let applicants in; by the owner, who names organisers and hands
/// the club over. Errors: `club_not_found`, `club_role_too_small`, `club_ended`, `club_member_not_found`.
pub async fn set_role(
    tx: &mut Tx<'_>,
    club: Uuid,
    (account, other): (Uuid, Uuid),
    role: ClubRole,
) -> Result<ClubMember, Error> {
    let (_, own) = lock_as(tx, club, account, ClubRole::Organiser).await?;
    let is_owner = own == ClubRole::Owner;
    let present = role_in(&mut tx.db, club, other).await?;
    let present = present.ok_or_else(|| Code::ClubMemberNotFound.problem())?;
    if present == role {
        return member(tx, club, other).await;
    }
    // Nobody becomes an applicant by others, and the owner stops being it only by handing the club over.
    let is_letting_in = present == ClubRole::Applicant && role == ClubRole::Member;
    if role == ClubRole::Applicant || present == ClubRole::Owner || !(is_owner || is_letting_in) {
        return Err(Code::ClubRoleTooSmall.problem());
    }
    if present == ClubRole::Applicant {
        club_members::set(&mut tx.ctx.db, club, other, role, tx.ctx.app.now()).await?;
    } else {
        club_members::change_role(&mut tx.db, club, other, role).await?;
    }
    if role == ClubRole::Owner {
        club_members::change_role(&mut tx.db, club, account, ClubRole::Organiser).await?;
    }
    member(tx, club, other).await
}

/// Removes a member from a club, who can come back only by a link or after [`set_role`]; an applicant is turned down and
/// may ask again. By those who have a greater role; harmless to repeat. Errors: `club_not_found`, `club_role_too_small`,
/// `club_ended`.
pub async fn remove(tx: &mut Tx<'_>, club: Uuid, account: Uuid, other: Uuid) -> Result<(), Error> {
    let (_, own) = lock_as(tx, club, account, ClubRole::Organiser).await?;
    match role_in(&mut tx.db, club, other).await? {
        None => Ok(()),
        Some(ClubRole::Applicant) => Ok(club_members::leave(&mut tx.db, club, other).await?),
        Some(role) if role < own => {
            Ok(club_members::remove(&mut tx.ctx.db, club, other, tx.ctx.app.now()).await?)
        }
        Some(_) => Err(Code::ClubRoleTooSmall.problem()),
    }
}

/// Lets an applicant in or turns them down, by organisers; says what they are to the club then. Those whom somebody else
/// let in meanwhile stay what they have become. Errors: `club_not_found`, `club_role_too_small`, `club_ended`,
/// `club_member_not_found`.
pub async fn answer_applicant(
    tx: &mut Tx<'_>,
    club: Uuid,
    (account, applicant): (Uuid, Uuid),
    lets_in: bool,
) -> Result<Option<ClubRole>, Error> {
    lock_as(tx, club, account, ClubRole::Organiser).await?;
    match role_in(&mut tx.db, club, applicant).await? {
        Some(ClubRole::Applicant) if lets_in => {
            Ok(Some(set_role(tx, club, (account, applicant), ClubRole::Member).await?.role))
        }
        Some(ClubRole::Applicant) => {
            club_members::leave(&mut tx.db, club, applicant).await?;
            Ok(None)
        }
        None if lets_in => Err(Code::ClubMemberNotFound.problem()),
        role => Ok(role),
    }
}

/// Hands on the clubs of an account that is being deleted: to the organiser, or else the member, who joined first. Those
/// without anybody else end. That it belongs to no club any more is up to `store::departures`.
pub async fn depart(tx: &mut Tx<'_>, account: Uuid) -> Result<(), Error> {
    for club in club_members::owned(&mut tx.db, account).await? {
        clubs::lock(&mut tx.bare(), club).await?;
        match club_members::successor(&mut tx.db, club, account).await? {
            Some(next) => club_members::change_role(&mut tx.db, club, next, ClubRole::Owner).await?,
            None => clubs::end(&mut tx.ctx.db, club, tx.ctx.app.now()).await?,
        }
    }
    Ok(())
}

/// Refuses an account that belongs to as many clubs as it may. The account must be locked.
pub async fn must_have_room(tx: &mut Tx<'_>, account: Uuid) -> Result<(), Error> {
    let clubs = club_members::count_of_account(&mut tx.db, account, &ALL).await?;
    if clubs < MAX_CLUBS { Ok(()) } else { Err(Code::TooManyClubs.problem()) }
}

async fn member(tx: &mut Tx<'_>, club: Uuid, account: Uuid) -> Result<ClubMember, Error> {
    let found = club_members::member(&mut tx.db, club, account).await?;
    found.map(ClubMember::from).ok_or_else(|| Error::bug(format!("{account} is no member of club {club}")))
}

impl From<club_members::MemberRow> for ClubMember {
    fn from(row: club_members::MemberRow) -> Self {
        Self { account_id: row.account, name: row.name, role: row.role, joined_at: row.joined_at }
    }
}
