//! Games: their settings before the start, and their changes until they start or are called off.

use diesel::{AsChangeset, ExpressionMethods, Insertable, QueryDsl, Queryable, Selectable, SelectableHelper};
use diesel_async::RunQueryDsl;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::schema::games;
use super::sql::{Statement, sql, text_columns};
use super::{Connection, Result, Transaction, accounts};
use time_control::Instant;

text_columns! {
    /// `confirming`: full, players confirm to be there; `paused`: nobody can act; `expired`: never started; `voided`:
    /// struck out by an operator.
    #[derive(Serialize, Deserialize, ToSchema)]
    #[serde(rename_all = "snake_case")]
    pub enum Status {
        /// Seats are free.
        Open,
        /// Every seat is taken; every player confirms to be there before it starts.
        Confirming,
        /// Being played.
        Running,
        /// The table has agreed to let it rest: nobody can act.
        Paused,
        /// Over, with a result.
        Finished,
        /// Called off by its owner or by a vote; no result.
        Cancelled,
        /// It never started.
        Expired,
        /// Struck out by an operator; no result counts.
        Voided,
    }
}

text_columns! {
    /// `public`: listed, seen by everybody; `unlisted`: seen by those who know its id; `private`: seen by members alone.
    #[derive(Serialize, Deserialize, ToSchema)]
    #[serde(rename_all = "snake_case")]
    pub enum Visibility {
        /// Listed, and seen by everybody.
        Public,
        /// Not listed; seen by everybody who knows its id.
        Unlisted,
        /// Seen by its members only.
        Private,
    }
}

impl Status {
    pub fn is_in_play(self) -> bool {
        matches!(self, Self::Running | Self::Paused)
    }

    pub fn is_waiting(self) -> bool {
        matches!(self, Self::Open | Self::Confirming)
    }

    pub fn is_over(self) -> bool {
        matches!(self, Self::Finished | Self::Cancelled | Self::Expired | Self::Voided)
    }
}

/// A game without its secrets and components.
#[derive(Debug, Clone, Queryable, Selectable)]
#[diesel(table_name = games, check_for_backend(diesel::pg::Pg))]
pub struct Game {
    /// Sortable by time.
    pub id: Uuid,
    pub ruleset: String,
    pub rules_version: i32,
    pub name: String,
    pub status: Status,
    pub visibility: Visibility,
    pub owner_id: Uuid,
    pub seat_count: i16,
    /// `true`: seats are dealt by chance at the start; `false`: they follow the order of joining.
    pub deal_seats: bool,
    /// The ruleset's options, as JSON.
    pub options: String,
    pub house_rules: Vec<String>,
    /// SHA-256 of the components.
    pub components_digest: Vec<u8>,
    /// SHA-256 of the secret.
    pub commitment: Vec<u8>,
    /// The result, as JSON.
    pub outcome: Option<String>,
    pub created_at: Instant,
    pub started_at: Option<Instant>,
    pub finished_at: Option<Instant>,
    /// Raised by every change of what the lobby shows.
    pub revision: i64,
    /// The terms under which it fills and is played, as JSON.
    pub terms: String,
    /// The language of the chat; `None`: any.
    pub language: Option<String>,
    /// Seats that are neither taken nor reserved.
    pub free_seats: i16,
    /// When an open game expires, or until when presence can be confirmed.
    pub lobby_due_at: Option<Instant>,
    /// The game that this one is the rematch of.
    pub rematch_of: Option<Uuid>,
    /// The club whose members see the game.
    pub club_id: Option<Uuid>,
}

/// The columns of a game's settings, which its owner can change before the start.
#[derive(Debug, Insertable, AsChangeset)]
#[diesel(table_name = games, treat_none_as_null = true)]
pub struct SettingColumns<'a> {
    pub name: &'a str,
    /// The words of the name, folded, for searches.
    pub name_key: String,
    pub visibility: Visibility,
    pub seat_count: i16,
    pub deal_seats: bool,
    pub options: &'a str,
    pub house_rules: Vec<&'a str>,
    pub terms: String,
    pub language: Option<&'a str>,
}

/// A game to be added, with the secret columns that [`Game`] leaves out.
#[derive(Debug, Insertable)]
#[diesel(table_name = games)]
pub struct NewGame<'a> {
    pub id: Uuid,
    pub ruleset: &'a str,
    pub rules_version: i32,
    pub status: Status,
    pub owner_id: Uuid,
    #[diesel(embed)]
    pub settings: SettingColumns<'a>,
    /// The ruleset's components, as JSON.
    pub components: &'a str,
    pub components_digest: &'a [u8],
    pub commitment: &'a [u8],
    /// The secret that every draw follows from, 32 bytes.
    pub secret: &'a [u8],
    pub created_at: Instant,
    /// When the open game expires.
    pub lobby_due_at: Option<Instant>,
    pub rematch_of: Option<Uuid>,
    pub club_id: Option<Uuid>,
}

pub async fn add(connection: &mut Connection, game: NewGame<'_>) -> Result<()> {
    diesel::insert_into(games::table).values(game).run(connection).await
}

pub async fn get(connection: &mut Connection, id: Uuid) -> Result<Option<Game>> {
    games::table.find(id).select(Game::as_select()).first_optional(connection).await
}

/// Locks a game until the transaction ends, to change what the lobby shows of it, and raises its revision. Returns the
/// game as it was, with the revision that it had.
pub async fn lock(tx: &mut Transaction<'_>, id: Uuid) -> Result<Option<Game>> {
    let raised = diesel::update(games::table.find(id)).set(games::revision.eq(games::revision + 1));
    let locked: Option<Game> = raised.returning(Game::as_returning()).get_optional(tx).await?;
    Ok(locked.map(|game| Game { revision: game.revision - 1, ..game }))
}

pub async fn components(connection: &mut Connection, id: Uuid) -> Result<Option<String>> {
    games::table.find(id).select(games::components).first_optional(connection).await
}

/// The secret behind a game's commitment. It must never leave the process before the end.
pub async fn secret(connection: &mut Connection, id: Uuid) -> Result<Option<Vec<u8>>> {
    games::table.find(id).select(games::secret).first_optional(connection).await
}

pub async fn start(
    connection: &mut Connection,
    id: Uuid,
    game_seed: &[u8],
    clock: Option<&str>,
    at: Instant,
) -> Result<()> {
    diesel::update(games::table.find(id))
        .set((
            games::status.eq(Status::Running),
            games::game_seed.eq(game_seed),
            games::clock.eq(clock),
            games::started_at.eq(at),
            games::free_seats.eq(0),
            games::lobby_due_at.eq(None::<Instant>),
            games::revision.eq(games::revision + 1),
        ))
        .run(connection)
        .await
}

pub async fn change(connection: &mut Connection, id: Uuid, changed: SettingColumns<'_>) -> Result<()> {
    diesel::update(games::table.find(id)).set(changed).run(connection).await
}

/// Sets what changes when a player joins or leaves: the status, the free seats, and the next lobby deadline.
pub async fn set_lobby_status(
    connection: &mut Connection,
    id: Uuid,
    status: Status,
    free_seats: i16,
    due_at: Instant,
) -> Result<()> {
    diesel::update(games::table.find(id))
        .set((
            games::status.eq(status),
            games::free_seats.eq(free_seats),
            games::lobby_due_at.eq(due_at),
            games::revision.eq(games::revision + 1),
        ))
        .run(connection)
        .await
}

pub async fn close(connection: &mut Connection, id: Uuid, status: Status, at: Instant) -> Result<()> {
    diesel::update(games::table.find(id))
        .set((
            games::status.eq(status),
            games::finished_at.eq(at),
            games::free_seats.eq(0),
            games::lobby_due_at.eq(None::<Instant>),
            games::revision.eq(games::revision + 1),
        ))
        .run(connection)
        .await
}

pub async fn hand_to(connection: &mut Connection, id: Uuid, owner: Uuid) -> Result<()> {
    diesel::update(games::table.find(id)).set(games::owner_id.eq(owner)).run(connection).await
}

/// Claims a game that was not filled or confirmed in time, of those that no other worker has claimed. It stays locked
/// until the transaction ends.
pub async fn claim_overdue(tx: &mut Transaction<'_>, now: Instant) -> Result<Option<Game>> {
    let is_due = games::lobby_due_at.le(now);
    let due = games::table.filter(is_due).order(games::lobby_due_at).limit(8);
    for id in due.select(games::id).load::<Uuid>(tx).await? {
        // The game may have been filled, confirmed or closed in the meantime.
        let game = games::table.find(id).filter(is_due).select(Game::as_select());
        if let Some(claimed) = game.for_update().skip_locked().get_optional(tx).await? {
            return Ok(Some(claimed));
        }
    }
    Ok(None)
}

/// Puts off the game that has been due the longest until `until`.
pub async fn put_off(connection: &mut Connection, now: Instant, until: Instant) -> Result<()> {
    let first = games::table
        .filter(games::lobby_due_at.le(now))
        .order(games::lobby_due_at)
        .select(games::id)
        .limit(1)
        .load::<Uuid>(connection)
        .await?;
    diesel::update(games::table.filter(games::id.eq_any(first)))
        .set(games::lobby_due_at.eq(until))
        .run(connection)
        .await
}

/// The rematch of a game, unless it was cancelled or expired. Until the transaction ends, nobody else finds or opens one:
/// the lock on the row of the game is not enough, because in a sharded database the rematch may lie on another node, which
/// commits a moment later than that of the game lets go of the row. This lock is held at the coordinator, until all nodes
/// have committed.
pub async fn hold_rematch(tx: &mut Transaction<'_>, game: Uuid) -> Result<Option<Uuid>> {
    sql("SELECT pg_advisory_xact_lock(hashtextextended($1::text, 0))::text")
        .bind(game)
        .value::<String>(tx)
        .await?;
    games::table
        .filter(games::rematch_of.eq(game))
        .filter(games::status.ne_all([Status::Cancelled, Status::Expired]))
        .select(games::id)
        .first_optional(tx)
        .await
}

/// Makes a game one of a competition. The columns of competitions are not among those that diesel knows: with them it
/// would need its support of wide tables, which makes the build longer.
pub async fn enter_competition(connection: &mut Connection, id: Uuid, competition: Uuid) -> Result<()> {
    sql("UPDATE games SET competition_id = $2 WHERE id = $1").bind(id).bind(competition).run(connection).await
}

/// The competition of a game that is a table of one.
pub async fn competition_of(connection: &mut Connection, id: Uuid) -> Result<Option<Uuid>> {
    sql("SELECT competition_id AS value FROM games WHERE id = $1 AND competition_id IS NOT NULL")
        .bind(id)
        .optional_value(connection)
        .await
}

/// A game of a competition that is over and not counted yet, the one that ended first.
pub async fn to_count(connection: &mut Connection) -> Result<Option<Uuid>> {
    sql("SELECT id FROM games WHERE competition_id IS NOT NULL AND finished_at IS NOT NULL \
         AND competition_counted_at IS NULL ORDER BY finished_at LIMIT 1")
    .optional_value(connection)
    .await
}

/// Notes that the result of a game counts in its competition; `false` for a repeat.
pub async fn counted(connection: &mut Connection, id: Uuid, at: Instant) -> Result<bool> {
    sql("UPDATE games SET competition_counted_at = $2 WHERE id = $1 AND competition_counted_at IS NULL")
        .bind(id)
        .bind(at)
        .affects_any(connection)
        .await
}

/// How many games of `owner` have not started. The account stays locked until the transaction ends, so that no other
/// request creates a game for the same owner meanwhile.
pub async fn open_tables_of(tx: &mut Transaction<'_>, owner: Uuid) -> Result<i64> {
    accounts::hold(tx, owner).await?;
    games::table
        .filter(games::owner_id.eq(owner))
        // The statuses are literals, because PostgreSQL does not use the partial index for parameters.
        .filter(diesel::dsl::sql::<diesel::sql_types::Bool>("games.status IN ('open', 'confirming')"))
        .count()
        .get_result(tx)
        .await
}
