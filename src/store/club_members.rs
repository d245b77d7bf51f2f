//! Who belongs to a club, and as what.

use diesel::{BoolExpressionMethods, ExpressionMethods, JoinOnDsl, QueryDsl, Queryable};
use diesel_async::RunQueryDsl;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::pages::Place;
use super::schema::{accounts, club_members as members, clubs};
use super::sql::{Statement, by_name, sql, text_columns};
use super::{Connection, Result};
use time_control::Instant;

text_columns! {
    /// `applicant`: asked to join; `organiser`: may also change the club and its members; `owner`: may also end it.
    // In the order of what they may do, which comparisons use.
    #[derive(PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema)]
    #[serde(rename_all = "snake_case")]
    pub enum ClubRole {
        /// Asked to join; sees what everybody sees.
        Applicant,
        /// Sees the club's games and plays in them.
        Member,
        /// Also changes the club, its members and its links.
        Organiser,
        /// Also names organisers, hands the club over and ends it. Each club has one.
        Owner,
    }
}

/// What an account is to a club.
#[derive(Debug, Clone, Copy, Queryable)]
pub struct Membership {
    pub role: ClubRole,
    pub removed_at: Option<Instant>,
}

pub async fn find(connection: &mut Connection, club: Uuid, account: Uuid) -> Result<Option<Membership>> {
    members::table
        .find((club, account))
        .select((members::role, members::removed_at))
        .first_optional(connection)
        .await
}

/// Gives an account a role in a club; one that it has already is replaced, and it joins anew if it was removed.
pub async fn set(
    connection: &mut Connection,
    club: Uuid,
    account: Uuid,
    role: ClubRole,
    joined_at: Instant,
) -> Result<()> {
    diesel::insert_into(members::table)
        .values((
            members::club_id.eq(club),
            members::account_id.eq(account),
            members::role.eq(role),
            members::joined_at.eq(joined_at),
        ))
        .on_conflict((members::club_id, members::account_id))
        .do_update()
        .set((
            members::role.eq(role),
            members::joined_at.eq(joined_at),
            members::removed_at.eq(None::<Instant>),
        ))
        .run(connection)
        .await
}

/// Changes the role of a member.
pub async fn change_role(
    connection: &mut Connection,
    club: Uuid,
    account: Uuid,
    role: ClubRole,
) -> Result<()> {
    diesel::update(members::table.find((club, account))).set(members::role.eq(role)).run(connection).await
}

/// The account belongs to the club no more, and may come back as others may.
pub async fn leave(connection: &mut Connection, club: Uuid, account: Uuid) -> Result<()> {
    diesel::delete(members::table.find((club, account))).run(connection).await
}

/// The account belongs to the club no more, and may come back only by a link or an organiser.
pub async fn remove(connection: &mut Connection, club: Uuid, account: Uuid, at: Instant) -> Result<()> {
    diesel::update(members::table.find((club, account)))
        .set((members::role.eq(ClubRole::Member), members::removed_at.eq(at)))
        .run(connection)
        .await
}

/// In how many clubs that have not ended an account has one of these roles.
pub async fn count_of_account(connection: &mut Connection, account: Uuid, roles: &[ClubRole]) -> Result<i64> {
    members::table
        .inner_join(clubs::table.on(clubs::id.eq(members::club_id)))
        .filter(members::account_id.eq(account).and(members::removed_at.is_null()))
        .filter(members::role.eq_any(roles))
        .filter(clubs::ended_at.is_null())
        .count()
        .get_result(connection)
        .await
}

by_name! {
    /// How many members clubs have, and what an account is to them.
    #[derive(Debug, Clone, Copy)]
    pub struct ClubCount {
        pub club: Uuid,
        /// Without applicants.
        pub members: i64,
        pub applicants: i64,
        pub owner: Option<Uuid>,
        /// The role of the account, if it has one.
        pub role: Option<ClubRole>,
    }
}

/// The members of these clubs in figures, with the role of `account`.
pub async fn counts(
    connection: &mut Connection,
    clubs: &[Uuid],
    account: Option<Uuid>,
) -> Result<Vec<ClubCount>> {
    sql("SELECT club_id AS club, count(*) FILTER (WHERE role <> 'applicant') AS members, \
         count(*) FILTER (WHERE role = 'applicant') AS applicants, \
         (array_agg(account_id) FILTER (WHERE role = 'owner'))[1] AS owner, \
         max(role) FILTER (WHERE account_id = $2) AS role \
         FROM club_members WHERE club_id = ANY($1) AND removed_at IS NULL GROUP BY club_id")
    .bind(clubs)
    .bind(account)
    .load(connection)
    .await
}

#[derive(Debug, Clone, Queryable)]
pub struct MemberRow {
    pub account: Uuid,
    pub name: String,
    pub role: ClubRole,
    pub joined_at: Instant,
}

/// A member of a club, or an applicant.
pub async fn member(connection: &mut Connection, club: Uuid, account: Uuid) -> Result<Option<MemberRow>> {
    members::table
        .inner_join(accounts::table.on(accounts::id.eq(members::account_id)))
        .filter(members::club_id.eq(club).and(members::account_id.eq(account)))
        .filter(members::removed_at.is_null())
        .select((members::account_id, accounts::name, members::role, members::joined_at))
        .first_optional(connection)
        .await
}

/// A page of those who have one of these roles in a club, in the order of their ids.
pub async fn page(
    connection: &mut Connection,
    club: Uuid,
    roles: &[ClubRole],
    place: Place<Uuid>,
    limit: i64,
) -> Result<Vec<MemberRow>> {
    let query = members::table
        .inner_join(accounts::table.on(accounts::id.eq(members::account_id)))
        .filter(members::club_id.eq(club).and(members::removed_at.is_null()))
        .filter(members::role.eq_any(roles))
        .limit(limit)
        .select((members::account_id, accounts::name, members::role, members::joined_at))
        .into_boxed();
    let query = match place {
        Place::Beginning => query.order(members::account_id.asc()),
        Place::After(key) => query.filter(members::account_id.gt(key)).order(members::account_id.asc()),
        Place::Before(key) => query.filter(members::account_id.lt(key)).order(members::account_id.desc()),
    };
    query.load(connection).await
}

/// Those who have one of these roles in a club: the greatest role first, and of each those who came first.
pub async fn first(
    connection: &mut Connection,
    club: Uuid,
    roles: &[ClubRole],
    limit: i64,
) -> Result<Vec<MemberRow>> {
    members::table
        .inner_join(accounts::table.on(accounts::id.eq(members::account_id)))
        .filter(members::club_id.eq(club).and(members::removed_at.is_null()))
        .filter(members::role.eq_any(roles))
        // The words of the roles lie in the order of what they may do.
        .order((members::role.desc(), members::joined_at, members::account_id))
        .limit(limit)
        .select((members::account_id, accounts::name, members::role, members::joined_at))
        .load(connection)
        .await
}

/// The clubs of which `account` is a member, with their names, also those that have ended.
pub async fn clubs_of(connection: &mut Connection, account: Uuid) -> Result<Vec<(Uuid, String)>> {
    members::table
        .inner_join(clubs::table.on(clubs::id.eq(members::club_id)))
        .filter(members::account_id.eq(account).and(members::removed_at.is_null()))
        .filter(members::role.ne(ClubRole::Applicant))
        .select((clubs::id, clubs::name))
        .order(clubs::id.desc())
        .load(connection)
        .await
}

/// The clubs that `account` owns and that have not ended.
pub async fn owned(connection: &mut Connection, account: Uuid) -> Result<Vec<Uuid>> {
    members::table
        .inner_join(clubs::table.on(clubs::id.eq(members::club_id)))
        .filter(members::account_id.eq(account).and(members::role.eq(ClubRole::Owner)))
        .filter(clubs::ended_at.is_null())
        .select(members::club_id)
        .order(members::club_id)
        .load(connection)
        .await
}

/// Who should own a club after its owner: of the organisers, or else of the members, the one who joined first.
pub async fn successor(connection: &mut Connection, club: Uuid, owner: Uuid) -> Result<Option<Uuid>> {
    sql("SELECT account_id FROM club_members WHERE club_id = $1 AND account_id <> $2 AND removed_at IS NULL \
         AND role IN ('organiser', 'member') ORDER BY role DESC, joined_at, account_id LIMIT 1")
    .bind(club)
    .bind(owner)
    .optional_value(connection)
    .await
}
