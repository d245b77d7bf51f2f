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
use super::sql::{Statement, by_name, sql, text_columns, unless_taken};
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

by_name! {
    /// How many finished games of a club ended alike for a player.
    #[derive(Debug, Clone)]
    pub struct ClubResultRow {
        pub ruleset: String,
        pub account: Uuid,
        pub name: String,
        /// Does the player belong to the club?
        pub is_member: bool,
        /// The place of the player, from 1.
        pub rank: i32,
        /// How many players and bots came after the player.
        pub behind: i64,
        /// How many others share the place.
        pub beside: i64,
        /// How many took part.
        pub seats: i64,
        pub games: i64,
    }
}

/// Which finished games of a club count.
#[derive(Debug, Clone)]
pub struct ClubGames {
    pub club: Uuid,
    /// Only games of this ruleset; `None`: of all.
    pub ruleset: Option<String>,
    /// Only games that ended then or later.
    pub since: Option<Instant>,
    /// Only games that ended earlier.
    pub until: Option<Instant>,
    /// Games that are not public, too.
    pub with_private: bool,
}

/// How the finished games of a club ended for everybody who had a seat at the end and whose account is not deleted.
pub async fn results(connection: &mut Connection, games: &ClubGames) -> Result<Vec<ClubResultRow>> {
    // As for the crosstable: a result without the seat counts for nobody.
    sql("SELECT t.ruleset, t.account, a.name, EXISTS (SELECT 1 FROM club_members m WHERE m.club_id = $1 \
         AND m.account_id = t.account AND m.role <> 'applicant' AND m.removed_at IS NULL) AS is_member, \
         t.rank, t.behind, t.beside, t.seats, t.games \
         FROM (SELECT p.ruleset, p.account, p.rank, p.behind, p.beside, p.seats, count(*) AS games \
         FROM (SELECT o.ruleset, o.account, o.rank, json_array_length(o.ranking)::bigint AS seats, \
         (SELECT count(*) FROM json_array_elements(o.ranking) r WHERE (r ->> 'rank')::int > o.rank) AS behind, \
         (SELECT count(*) - 1 FROM json_array_elements(o.ranking) r WHERE (r ->> 'rank')::int = o.rank) AS beside \
         FROM (SELECT g.ruleset, s.account_id AS account, g.outcome::json -> 'ranking' AS ranking, \
         (SELECT (r ->> 'rank')::int FROM json_array_elements(g.outcome::json -> 'ranking') r \
         WHERE (r ->> 'seat')::int = s.seat) AS rank \
         FROM games g JOIN seats s ON s.game_id = g.id \
         WHERE g.club_id = $1 AND ($2 IS NULL OR g.ruleset = $2) AND g.status = 'finished' AND s.account_id IS NOT NULL \
         AND ($3 IS NULL OR g.finished_at >= $3) AND ($4 IS NULL OR g.finished_at < $4) \
         AND ($5 OR g.visibility = 'public')) o WHERE o.rank IS NOT NULL) p \
         GROUP BY p.ruleset, p.account, p.rank, p.behind, p.beside, p.seats) t \
         JOIN accounts a ON a.id = t.account AND a.verified_at IS NOT NULL AND a.deleted_at IS NULL")
    .bind(games.club)
    .bind(&games.ruleset)
    .bind(games.since)
    .bind(games.until)
    .bind(games.with_private)
    .load(connection)
    .await
}
