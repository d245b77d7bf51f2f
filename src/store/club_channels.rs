//! Channels of clubs, which every game of the club has among its own (`game_channels`), under the same id.

use diesel::{ExpressionMethods, Insertable, QueryDsl, Queryable, Selectable, SelectableHelper};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::game_channels::{ChannelFormat, NamedChannel};
use super::schema::club_channels;
use super::sql::{Statement, sql};
use super::{Connection, Result};
use time_control::Instant;

#[derive(Debug, Clone, Queryable, Selectable, Insertable)]
#[diesel(table_name = club_channels, check_for_backend(diesel::pg::Pg))]
pub struct ClubChannelRow {
    pub club_id: Uuid,
    pub id: Uuid,
    pub created_by: Uuid,
    pub format: ChannelFormat,
    pub host: String,
    /// The address, and what authorises to post there, sealed.
    pub target: Vec<u8>,
    /// What signs, sealed, in the format that is signed.
    pub secret: Option<Vec<u8>>,
    pub language: String,
    pub time_zone: String,
    pub topics: Vec<String>,
    pub has_pictures: bool,
    pub created_at: Instant,
    /// Since when every post has failed, of whatever game.
    pub failing_since: Option<Instant>,
    pub disabled_at: Option<Instant>,
    pub disabled_reason: Option<String>,
}

/// Adds a channel; `false` if the club has one of that format.
pub async fn insert(connection: &mut Connection, row: &ClubChannelRow) -> Result<bool> {
    let written = diesel::insert_into(club_channels::table).values(row);
    let of_format = (club_channels::club_id, club_channels::format);
    written.on_conflict(of_format).do_nothing().affects_any(connection).await
}

/// The channels of a club, oldest first.
pub async fn of_club(connection: &mut Connection, club: Uuid) -> Result<Vec<ClubChannelRow>> {
    club_channels::table
        .filter(club_channels::club_id.eq(club))
        .order((club_channels::created_at, club_channels::id))
        .select(ClubChannelRow::as_select())
        .load(connection)
        .await
}

pub async fn find(connection: &mut Connection, club: Uuid, id: Uuid) -> Result<Option<ClubChannelRow>> {
    club_channels::table.find((club, id)).select(ClubChannelRow::as_select()).first_optional(connection).await
}

/// Gives the channels of a club to a new game, whose beginning they will tell. A format that the game has already is left
/// out.
pub async fn give_to_game(connection: &mut Connection, club: Uuid, game: Uuid) -> Result<()> {
    // Version -2: not even that the game exists is told.
    sql(copies("-2", "k.club_id = $1 AND k.disabled_at IS NULL AND g.id = $2"))
        .bind(club)
        .bind(game)
        .run(connection)
        .await
}

/// Gives a new channel of a club to its games that are not over, which tell what happens from now on.
pub async fn give_to_games(connection: &mut Connection, club: Uuid, id: Uuid) -> Result<()> {
    sql(copies(
        "coalesce(p.version, -1)",
        "k.club_id = $1 AND k.id = $2 AND g.status IN ('open', 'confirming', 'running', 'paused')",
    ))
    .bind(club)
    .bind(id)
    .run(connection)
    .await
}

/// The SQL that copies channels `k` of a club into its games `g`, which were told up to a version.
fn copies(version: &str, which: &str) -> String {
    format!(
        "INSERT INTO game_channels (game_id, id, created_by, format, host, target, secret, language, time_zone, topics, \
         has_pictures, created_at, version, status, awaited, club_id) \
         SELECT g.id, k.id, k.created_by, k.format, k.host, k.target, k.secret, k.language, k.time_zone, k.topics, \
         k.has_pictures, k.created_at, {version}, g.status, '', k.club_id FROM club_channels k \
         JOIN games g ON g.club_id = k.club_id LEFT JOIN positions p ON p.game_id = g.id WHERE {which} \
         ON CONFLICT DO NOTHING"
    )
}

/// Deletes a channel, with its copies in games and their posts; `false` if the club has none of that id.
pub async fn remove(connection: &mut Connection, club: Uuid, id: Uuid) -> Result<bool> {
    // The copies first: a worker that stores how a post ended locks a copy, and then the channel.
    sql("DELETE FROM game_channels WHERE id = $2 AND club_id = $1")
        .bind(club)
        .bind(id)
        .run(connection)
        .await?;
    diesel::delete(club_channels::table.find((club, id))).affects_any(connection).await
}

/// Notes that an attempt to post succeeded, if others failed before.
pub async fn note_success(connection: &mut Connection, club: Uuid, id: Uuid) -> Result<()> {
    let row = club_channels::table.find((club, id)).filter(club_channels::failing_since.is_not_null());
    diesel::update(row).set(club_channels::failing_since.eq(None::<Instant>)).run(connection).await
}

/// Notes that an attempt to post failed, and returns since when all have; `None` if the channel is disabled or gone.
pub async fn note_failure(
    connection: &mut Connection,
    club: Uuid,
    id: Uuid,
    now: Instant,
) -> Result<Option<Instant>> {
    let row = find(connection, club, id).await?.filter(|row| row.disabled_at.is_none());
    let Some(row) = row else { return Ok(None) };
    if let Some(since) = row.failing_since {
        return Ok(Some(since));
    }
    let row = diesel::update(club_channels::table.find((club, id)));
    row.set(club_channels::failing_since.eq(now)).run(connection).await?;
    Ok(Some(now))
}

/// Disables an enabled channel; `false` if it is none.
pub async fn disable(
    connection: &mut Connection,
    club: Uuid,
    id: Uuid,
    why: &str,
    now: Instant,
) -> Result<bool> {
    let row = club_channels::table.find((club, id)).filter(club_channels::disabled_at.is_null());
    diesel::update(row)
        .set((club_channels::disabled_at.eq(now), club_channels::disabled_reason.eq(why)))
        .affects_any(connection)
        .await
}

/// Suspends every enabled channel that an account set.
pub async fn suspend(connection: &mut Connection, account: Uuid, why: &str, now: Instant) -> Result<()> {
    let own = club_channels::table
        .filter(club_channels::created_by.eq(account))
        .filter(club_channels::disabled_at.is_null());
    diesel::update(own)
        .set((club_channels::disabled_at.eq(now), club_channels::disabled_reason.eq(why)))
        .run(connection)
        .await
}

/// The enabled channels that an account set, with the names of their clubs.
pub async fn names_of_account(
    connection: &mut Connection,
    account: Uuid,
    why_suspended: &str,
) -> Result<Vec<NamedChannel>> {
    sql("SELECT k.host, c.name, k.disabled_at FROM club_channels k JOIN clubs c ON c.id = k.club_id \
         WHERE k.created_by = $1 AND (k.disabled_reason IS NULL OR k.disabled_reason = $2) ORDER BY k.created_at, k.id")
    .bind(account)
    .bind(why_suspended)
    .load(connection)
    .await
}

/// The channel of an account that the service itself disabled last.
pub async fn given_up(connection: &mut Connection, account: Uuid) -> Result<Option<NamedChannel>> {
    sql("SELECT k.host, c.name, k.disabled_at FROM club_channels k JOIN clubs c ON c.id = k.club_id \
         WHERE k.created_by = $1 AND k.disabled_reason IN ('failing', 'gone') ORDER BY k.disabled_at DESC LIMIT 1")
    .bind(account)
    .get_optional(connection)
    .await
}
