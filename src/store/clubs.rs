//! Clubs, and the links with which anyone may join one. Of a link only the hash of its secret is stored.

use diesel::{
    AsChangeset, BoolExpressionMethods, ExpressionMethods, Insertable, QueryDsl, Queryable, Selectable,
    SelectableHelper, TextExpressionMethods,
};
use diesel_async::RunQueryDsl;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::pages::{Place, greatest_first};
use super::schema::{club_links as links, club_members, clubs};
use super::sql::{Statement, text_columns, unless_taken};
use super::{Connection, Result, Transaction};
use time_control::Instant;

text_columns! {
    /// `public`: listed, seen by everybody; `private`: seen by its members, and by those who have a link.
    #[derive(Default, Serialize, Deserialize, ToSchema)]
    #[serde(rename_all = "snake_case")]
    pub enum ClubVisibility {
        /// Listed, and seen by everybody.
        #[default]
        Public,
        /// Seen by its members, and by those who have a link to it.
        Private,
    }
}

text_columns! {
    /// `open`: everybody at once; `request`: when an organiser agrees; `link`: with a link alone.
    #[derive(Default, Serialize, Deserialize, ToSchema)]
    #[serde(rename_all = "snake_case")]
    pub enum ClubJoining {
        /// Everybody who can see the club, at once.
        Open,
        /// Players ask, and an organiser agrees.
        #[default]
        Request,
        /// Only with an invitation link.
        Link,
    }
}

#[derive(Debug, Clone, Queryable, Selectable, Insertable)]
#[diesel(table_name = clubs, check_for_backend(diesel::pg::Pg))]
pub struct ClubRow {
    /// Sortable by time.
    pub id: Uuid,
    pub name: String,
    /// The words of the name, folded.
    pub name_key: String,
    pub about: String,
    pub visibility: ClubVisibility,
    pub joining: ClubJoining,
    /// What new games of the club are like, as JSON.
    pub defaults: String,
    pub created_at: Instant,
    pub ended_at: Option<Instant>,
}

/// What organisers can change of a club.
#[derive(Debug, AsChangeset)]
#[diesel(table_name = clubs)]
pub struct ClubChanges<'a> {
    pub name: &'a str,
    pub name_key: &'a str,
    pub about: &'a str,
    pub visibility: ClubVisibility,
    pub joining: ClubJoining,
    pub defaults: &'a str,
}

/// Stores a club. `false`: another one has the name.
pub async fn add(connection: &mut Connection, row: &ClubRow) -> Result<bool> {
    diesel::insert_into(clubs::table).values(row).on_conflict_do_nothing().affects_any(connection).await
}

pub async fn find(connection: &mut Connection, id: Uuid) -> Result<Option<ClubRow>> {
    clubs::table.find(id).select(ClubRow::as_select()).first_optional(connection).await
}

/// Locks a club until the transaction ends, so that its members change one at a time.
pub async fn lock(tx: &mut Transaction<'_>, id: Uuid) -> Result<Option<ClubRow>> {
    clubs::table.find(id).select(ClubRow::as_select()).for_update().get_optional(tx).await
}

/// Changes a club. `false`: another one has the name.
pub async fn change(tx: &mut Transaction<'_>, id: Uuid, changes: &ClubChanges<'_>) -> Result<bool> {
    unless_taken(diesel::update(clubs::table.find(id)).set(changes).run(tx).await)
}

pub async fn end(connection: &mut Connection, id: Uuid, at: Instant) -> Result<()> {
    diesel::update(clubs::table.find(id)).set(clubs::ended_at.eq(at)).run(connection).await
}

/// A page of the public clubs that have not ended, newest first; only those whose names begin with these folded words.
pub async fn page(
    connection: &mut Connection,
    beginning: &str,
    place: Place<Uuid>,
    limit: i64,
) -> Result<Vec<ClubRow>> {
    let query = clubs::table
        .filter(clubs::visibility.eq(ClubVisibility::Public).and(clubs::ended_at.is_null()))
        // Folded words are letters, digits and blanks: nothing in them is a wildcard.
        .filter(clubs::name_key.like(format!("{beginning}%")))
        .select(ClubRow::as_select())
        .limit(limit)
        .into_boxed();
    greatest_first!(query, clubs::id, place).load(connection).await
}

/// A page of the clubs of which `account` is a member or an applicant, newest first.
pub async fn page_of_account(
    connection: &mut Connection,
    account: Uuid,
    place: Place<Uuid>,
    limit: i64,
) -> Result<Vec<ClubRow>> {
    let own = club_members::table
        .filter(club_members::account_id.eq(account).and(club_members::removed_at.is_null()))
        .select(club_members::club_id);
    let query =
        clubs::table.filter(clubs::id.eq_any(own)).select(ClubRow::as_select()).limit(limit).into_boxed();
    greatest_first!(query, clubs::id, place).load(connection).await
}

#[derive(Debug, Clone, Queryable, Insertable)]
#[diesel(table_name = links)]
pub struct ClubLinkRow {
    pub club_id: Uuid,
    /// Sortable by time.
    pub id: Uuid,
    /// SHA-256 of the secret.
    pub token_hash: Vec<u8>,
    pub made_by: Uuid,
    pub created_at: Instant,
    pub expires_at: Instant,
    /// How many players may still join with it.
    pub uses_left: i16,
    pub revoked_at: Option<Instant>,
}

pub async fn add_link(connection: &mut Connection, row: &ClubLinkRow) -> Result<()> {
    diesel::insert_into(links::table).values(row).run(connection).await
}

/// A page of the links of a club, newest first.
pub async fn page_of_links(
    connection: &mut Connection,
    club: Uuid,
    place: Place<Uuid>,
    limit: i64,
) -> Result<Vec<ClubLinkRow>> {
    let query = links::table.filter(links::club_id.eq(club)).limit(limit).into_boxed();
    greatest_first!(query, links::id, place).load(connection).await
}

/// The links of a club that are valid at `now`.
pub async fn working_links(
    connection: &mut Connection,
    club: Uuid,
    now: Instant,
) -> Result<Vec<ClubLinkRow>> {
    links::table
        .filter(links::club_id.eq(club))
        .filter(links::revoked_at.is_null())
        .filter(links::uses_left.gt(0))
        .filter(links::expires_at.gt(now))
        .load(connection)
        .await
}

/// Counts a player who joined with the link.
pub async fn use_link_up(connection: &mut Connection, club: Uuid, id: Uuid) -> Result<()> {
    diesel::update(links::table.find((club, id)))
        .set(links::uses_left.eq(links::uses_left - 1))
        .run(connection)
        .await
}

/// Revokes a link; `false` when there is none. A repeat keeps the first instant.
pub async fn revoke_link(connection: &mut Connection, club: Uuid, id: Uuid, at: Instant) -> Result<bool> {
    diesel::update(links::table.find((club, id)).filter(links::revoked_at.is_null()))
        .set(links::revoked_at.eq(at))
        .execute(connection)
        .await?;
    diesel::select(diesel::dsl::exists(links::table.find((club, id)))).get_result(connection).await
}
