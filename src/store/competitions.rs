//! Competitions: what is stored of each, who plays in it, and the corrections of its organisers.

use diesel::{
    AsChangeset, BoolExpressionMethods, ExpressionMethods, Insertable, NullableExpressionMethods, QueryDsl,
    Queryable, Selectable, SelectableHelper, TextExpressionMethods,
};
use diesel_async::RunQueryDsl;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::pages::{Place, greatest_first};
use super::schema::{
    club_members, clubs, competition_corrections as corrections, competition_entrants as entrants,
    competitions,
};
use super::sql::{Statement, by_name, sql, text_columns};
use super::{Connection, Result, Transaction};
use crate::clubs::ClubVisibility;
use time_control::Instant;

text_columns! {
    /// `open`: players sign up; `cancelled`: called off by its organisers, whose games go on.
    #[derive(Serialize, Deserialize, ToSchema)]
    #[serde(rename_all = "snake_case")]
    pub enum CompetitionStatus {
        /// Players sign up.
        Open,
        /// Rounds are played.
        Running,
        /// Its last round is over.
        Finished,
        /// Called off by its organisers. Games that were begun go on and count for nothing here.
        Cancelled,
    }
}

#[derive(Debug, Clone, Queryable, Selectable, Insertable, AsChangeset)]
#[diesel(table_name = competitions, check_for_backend(diesel::pg::Pg), treat_none_as_null = true)]
pub struct CompetitionRow {
    /// Sortable by time.
    pub id: Uuid,
    pub name: String,
    /// The words of the name, folded.
    pub name_key: String,
    pub about: String,
    /// The club whose members play; `None`: everybody.
    pub club_id: Option<Uuid>,
    pub organiser_id: Uuid,
    pub ruleset: String,
    pub status: CompetitionStatus,
    /// The form, the tables, the points, the games and the schedule, as JSON.
    pub terms: String,
    pub most_entrants: i32,
    /// SHA-256 of the secret.
    pub commitment: Vec<u8>,
    /// 32 bytes. They must never leave the process before the end.
    pub secret: Vec<u8>,
    /// How many rounds are paired.
    pub round: i32,
    /// When the next round is paired by date.
    pub due_at: Option<Instant>,
    /// The league of which this is the next season.
    pub season_of: Option<Uuid>,
    pub created_at: Instant,
    pub started_at: Option<Instant>,
    pub ended_at: Option<Instant>,
}

#[derive(Debug, Clone, Queryable, Selectable, Insertable)]
#[diesel(table_name = entrants, check_for_backend(diesel::pg::Pg))]
pub struct EntrantRow {
    pub competition_id: Uuid,
    /// The place in the order of sign-up.
    pub sign_up: i32,
    /// The number in pairings, from the start on; `None` for a substitute.
    pub number: Option<i32>,
    /// `None` for a bot.
    pub account_id: Option<Uuid>,
    pub bot: Option<String>,
    pub signed_up_at: Instant,
    /// The first round for which the entrant is no longer paired.
    pub withdrawn_from: Option<i32>,
    /// The first round in which another player than the one who signed up plays.
    pub replaced_from: Option<i32>,
}

pub async fn add(connection: &mut Connection, row: &CompetitionRow) -> Result<()> {
    diesel::insert_into(competitions::table).values(row).run(connection).await
}

pub async fn find(connection: &mut Connection, id: Uuid) -> Result<Option<CompetitionRow>> {
    competitions::table.find(id).select(CompetitionRow::as_select()).first_optional(connection).await
}

/// Locks a competition until the transaction ends, so that its entrants and rounds change one after the other.
pub async fn lock(tx: &mut Transaction<'_>, id: Uuid) -> Result<Option<CompetitionRow>> {
    competitions::table.find(id).select(CompetitionRow::as_select()).for_update().get_optional(tx).await
}

/// Stores what a competition, which must be locked, has become.
pub async fn change(connection: &mut Connection, row: &CompetitionRow) -> Result<()> {
    diesel::update(competitions::table.find(row.id)).set(row).run(connection).await
}

/// Locks a competition whose next round is due by date, of those that no other worker has locked.
pub async fn claim_due(tx: &mut Transaction<'_>, now: Instant) -> Result<Option<CompetitionRow>> {
    competitions::table
        .filter(competitions::due_at.le(now))
        .order(competitions::due_at)
        .select(CompetitionRow::as_select())
        .limit(1)
        .for_update()
        .skip_locked()
        .get_optional(tx)
        .await
}

/// How many competitions of an organiser have not ended.
pub async fn going_on_of(connection: &mut Connection, organiser: Uuid) -> Result<i64> {
    competitions::table
        .filter(competitions::organiser_id.eq(organiser).and(competitions::ended_at.is_null()))
        .count()
        .get_result(connection)
        .await
}

/// The next season of a league.
pub async fn next_season(connection: &mut Connection, league: Uuid) -> Result<Option<Uuid>> {
    competitions::table
        .filter(competitions::season_of.eq(league))
        .select(competitions::id)
        .first_optional(connection)
        .await
}

/// Which competitions a list shows.
#[derive(Debug, Clone, Default)]
pub struct CompetitionFilter {
    /// Only those of one of these statuses; empty: of any.
    pub statuses: Vec<CompetitionStatus>,
    pub ruleset: Option<String>,
    pub club: Option<Uuid>,
    /// Only those in which this account plays or that it organises.
    pub of_account: Option<Uuid>,
    /// How the name begins: words, folded.
    pub beginning: String,
    /// Who looks: members of a private club see its competitions.
    pub reader: Option<Uuid>,
}

/// A page of competitions, newest first.
pub async fn page(
    connection: &mut Connection,
    filter: &CompetitionFilter,
    place: Place<Uuid>,
    limit: i64,
) -> Result<Vec<CompetitionRow>> {
    let everybodys =
        clubs::table.filter(clubs::visibility.eq(ClubVisibility::Public)).select(clubs::id.nullable());
    // Folded words are letters, digits and blanks: nothing in them is a wildcard.
    let mut query = competitions::table
        .filter(competitions::name_key.like(format!("{}%", filter.beginning)))
        .select(CompetitionRow::as_select())
        .limit(limit)
        .into_boxed();
    let entered = |account: Uuid| {
        competitions::id
            .eq_any(entrants::table.filter(entrants::account_id.eq(account)).select(entrants::competition_id))
    };
    query = match filter.reader {
        None => query.filter(competitions::club_id.is_null().or(competitions::club_id.eq_any(everybodys))),
        Some(reader) => {
            let own = club_members::table
                .filter(club_members::account_id.eq(reader).and(club_members::removed_at.is_null()))
                .filter(club_members::role.ne(crate::club_members::ClubRole::Applicant))
                .select(club_members::club_id.nullable());
            let seen = competitions::club_id.is_null().or(competitions::club_id.eq_any(everybodys));
            query.filter(seen.or(competitions::club_id.eq_any(own)).or(entered(reader)))
        }
    };
    if let Some(account) = filter.of_account {
        query = query.filter(entered(account).or(competitions::organiser_id.eq(account)));
    }
    if let Some(club) = filter.club {
        query = query.filter(competitions::club_id.eq(club));
    }
    if let Some(ruleset) = &filter.ruleset {
        query = query.filter(competitions::ruleset.eq(ruleset.clone()));
    }
    if !filter.statuses.is_empty() {
        query = query.filter(competitions::status.eq_any(filter.statuses.clone()));
    }
    greatest_first!(query, competitions::id, place).load(connection).await
}

by_name! {
    /// Entrants of competitions in figures, and what an account is to them.
    #[derive(Debug, Clone, Copy)]
    pub struct EntrantCount {
        pub competition: Uuid,
        /// Without substitutes, and before the start those who would have a place.
        pub signed_up: i64,
        /// Is the account one of them?
        pub entered: bool,
    }
}

pub async fn counts(
    connection: &mut Connection,
    competitions: &[Uuid],
    account: Option<Uuid>,
) -> Result<Vec<EntrantCount>> {
    sql("SELECT competition_id AS competition, count(*) AS signed_up, \
         coalesce(bool_or(account_id = $2), false) AS entered \
         FROM competition_entrants WHERE competition_id = ANY($1) GROUP BY competition_id")
    .bind(competitions)
    .bind(account)
    .load(connection)
    .await
}

/// Everybody who signed up, in that order.
pub async fn entrants(connection: &mut Connection, competition: Uuid) -> Result<Vec<EntrantRow>> {
    entrants::table
        .filter(entrants::competition_id.eq(competition))
        .order(entrants::sign_up)
        .select(EntrantRow::as_select())
        .load(connection)
        .await
}

pub async fn entrant(
    connection: &mut Connection,
    competition: Uuid,
    account: Uuid,
) -> Result<Option<EntrantRow>> {
    entrants::table
        .filter(entrants::competition_id.eq(competition).and(entrants::account_id.eq(account)))
        .select(EntrantRow::as_select())
        .first_optional(connection)
        .await
}

/// How many players signed up before one, and how many bots there are.
pub async fn ahead_of(connection: &mut Connection, competition: Uuid, sign_up: i32) -> Result<(i64, i64)> {
    sql("SELECT count(*) FILTER (WHERE account_id IS NOT NULL AND sign_up < $2), count(*) FILTER (WHERE bot IS NOT NULL) \
         FROM competition_entrants WHERE competition_id = $1")
    .bind(competition)
    .bind(sign_up)
    .value(connection)
    .await
}

/// Signs up players or bots behind those who are there. The competition must be locked.
pub async fn sign_up(
    connection: &mut Connection,
    competition: Uuid,
    account: Option<Uuid>,
    bot: Option<&str>,
    at: Instant,
) -> Result<()> {
    sql("INSERT INTO competition_entrants (competition_id, sign_up, account_id, bot, signed_up_at) \
         SELECT $1, coalesce(max(sign_up) + 1, 0), $2, $3, $4 FROM competition_entrants WHERE competition_id = $1")
    .bind(competition)
    .bind(account)
    .bind(bot)
    .bind(at)
    .run(connection)
    .await
}

pub async fn remove_entrant(connection: &mut Connection, competition: Uuid, account: Uuid) -> Result<()> {
    let entrant = entrants::table
        .filter(entrants::competition_id.eq(competition).and(entrants::account_id.eq(account)));
    diesel::delete(entrant).run(connection).await
}

/// Numbers these sign-ups in their order, from 0; all others have no number.
pub async fn number(connection: &mut Connection, competition: Uuid, sign_ups: &[i32]) -> Result<()> {
    sql("UPDATE competition_entrants SET number = array_position($2, sign_up) - 1 WHERE competition_id = $1")
        .bind(competition)
        .bind(sign_ups)
        .run(connection)
        .await
}

/// The first round for which an entrant is no longer paired; `None`: it is paired on.
pub async fn withdraw(connection: &mut Connection, row: &EntrantRow, from: Option<i32>) -> Result<()> {
    diesel::update(entrants::table.find((row.competition_id, row.sign_up)))
        .set(entrants::withdrawn_from.eq(from))
        .run(connection)
        .await
}

/// Another player takes the place of an entrant from a round on.
pub async fn replace(connection: &mut Connection, row: &EntrantRow, by: Uuid, from: i32) -> Result<()> {
    diesel::update(entrants::table.find((row.competition_id, row.sign_up)))
        .set((
            entrants::account_id.eq(by),
            entrants::replaced_from.eq(row.replaced_from.unwrap_or(from)),
            entrants::withdrawn_from.eq(None::<i32>),
        ))
        .run(connection)
        .await
}

/// Running or open competitions in which an account plays.
pub async fn going_on_with(connection: &mut Connection, account: Uuid) -> Result<Vec<Uuid>> {
    sql("SELECT e.competition_id FROM competition_entrants e JOIN competitions c ON c.id = e.competition_id \
         WHERE e.account_id = $1 AND c.ended_at IS NULL \
         UNION SELECT id FROM competitions WHERE organiser_id = $1 AND ended_at IS NULL ORDER BY 1")
    .bind(account)
    .values(connection)
    .await
}

/// A correction as it is stored, with who made it.
#[derive(Debug, Clone, Queryable, Selectable, Insertable)]
#[diesel(table_name = corrections, check_for_backend(diesel::pg::Pg))]
pub struct CorrectionRow {
    pub competition_id: Uuid,
    pub number: i32,
    /// As JSON.
    pub correction: String,
    pub made_by: Uuid,
    pub made_at: Instant,
}

pub async fn corrections(connection: &mut Connection, competition: Uuid) -> Result<Vec<CorrectionRow>> {
    corrections::table
        .filter(corrections::competition_id.eq(competition))
        .order(corrections::number)
        .select(CorrectionRow::as_select())
        .load(connection)
        .await
}

pub async fn correct(connection: &mut Connection, row: &CorrectionRow) -> Result<()> {
    diesel::insert_into(corrections::table).values(row).run(connection).await
}

by_name! {
    /// How far a competition is.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct CompetitionMark {
        pub competition: Uuid,
        pub status: CompetitionStatus,
        /// How many rounds are paired.
        pub round: i32,
        /// The tables of these rounds.
        pub tables: i64,
        pub tables_over: i64,
        /// Another one whenever anything that is shown of the competition changes.
        pub mark: String,
    }
}

/// The marks of competitions. They follow from what is stored and are not counted: a counter would make everybody who
/// changes something wait for the row of the competition, in which tables begin and end at the same time.
pub async fn marks(connection: &mut Connection, competitions: &[Uuid]) -> Result<Vec<CompetitionMark>> {
    // A row as text distinguishes what is missing from what is empty.
    sql("SELECT c.id AS competition, c.status, c.round, t.tables, t.tables_over, \
         md5(ROW(c.name, c.about, c.club_id, c.organiser_id, c.status, c.terms, c.most_entrants, c.round, c.due_at, \
         c.started_at, c.ended_at, t.mark, e.mark, r.made)::text) AS mark \
         FROM competitions c CROSS JOIN LATERAL (SELECT count(*) AS tables, count(t.ended_at) AS tables_over, \
         string_agg(ROW(t.round, t.number, t.game_id, t.ready_at IS NULL, t.seated, t.ended_at, t.results, t.known_from)::text, \
         '' ORDER BY t.round, t.number) AS mark FROM competition_tables t WHERE t.competition_id = c.id) t \
         CROSS JOIN LATERAL (SELECT string_agg(ROW(e.sign_up, e.number, e.account_id, e.bot, e.withdrawn_from, \
         e.replaced_from, a.name)::text, '' ORDER BY e.sign_up) AS mark FROM competition_entrants e \
         LEFT JOIN accounts a ON a.id = e.account_id WHERE e.competition_id = c.id) e \
         CROSS JOIN LATERAL (SELECT count(*) AS made FROM competition_corrections r WHERE r.competition_id = c.id) r \
         WHERE c.id = ANY($1)")
    .bind(competitions)
    .load(connection)
    .await
}
