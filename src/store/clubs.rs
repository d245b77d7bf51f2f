//! Clubs: what they are called, who sees them, and how players come in.

use diesel::{
    AsChangeset, BoolExpressionMethods, ExpressionMethods, Insertable, QueryDsl, Queryable, Selectable,
    SelectableHelper, TextExpressionMethods,
};
use diesel_async::RunQueryDsl;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::pages::{Place, greatest_first};
use super::schema::{club_members, clubs};
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

#[derive(Debug, Clone, Queryable, Selectable, Insertable, AsChangeset)]
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

/// Stores what a club, which must be locked, has become. `false`: another one has the name.
pub async fn change(tx: &mut Transaction<'_>, row: &ClubRow) -> Result<bool> {
    unless_taken(diesel::update(clubs::table.find(row.id)).set(row).run(tx).await)
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
