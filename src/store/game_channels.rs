//! Channels of games, where their news is posted, and the players' agreement to those of private games.

use diesel::{AsChangeset, ExpressionMethods, Insertable, QueryDsl, Queryable, Selectable, SelectableHelper};
use diesel_async::RunQueryDsl;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::games::Status;
use super::schema::{channel_agreements, game_channels};
use super::sql::{Statement, by_name, sql, text_columns};
use super::{Connection, Result, Transaction};
use time_control::Instant;

text_columns! {
    /// How the posts of a channel are written and sent.
    #[derive(Hash, PartialOrd, Ord, Serialize, Deserialize, ToSchema, strum::VariantArray)]
    #[serde(rename_all = "snake_case")]
    pub enum ChannelFormat {
        /// A webhook of a channel of Discord.
        Discord,
        /// An incoming webhook of Slack.
        Slack,
        /// A room of Matrix, in which an account of yours for this purpose may write.
        Matrix,
        /// A chat of Telegram, in which a bot of yours may write.
        Telegram,
        /// A program: JSON, signed as webhooks are.
        Althing,
    }
}

#[derive(Debug, Clone, Queryable, Selectable, Insertable, AsChangeset)]
#[diesel(table_name = game_channels, primary_key(game_id, id), check_for_backend(diesel::pg::Pg))]
#[diesel(treat_none_as_null = true)]
pub struct ChannelRow {
    pub game_id: Uuid,
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
    #[diesel(embed)]
    pub told: ToldNews,
    /// When a post was last composed.
    pub composed_at: Option<Instant>,
    /// Since when every post has failed.
    pub failing_since: Option<Instant>,
    pub disabled_at: Option<Instant>,
    pub disabled_reason: Option<String>,
    /// The club that the channel is one of; `None`: the owner of the game set it.
    pub club_id: Option<Uuid>,
}

/// What the posts of a channel have told of its game.
#[derive(Debug, Clone, PartialEq, Eq, Queryable, Selectable, Insertable, AsChangeset)]
#[diesel(table_name = game_channels, check_for_backend(diesel::pg::Pg), treat_none_as_null = true)]
pub struct ToldNews {
    /// -1 before the start; -2: not even that the game exists.
    pub version: i64,
    pub status: Status,
    /// For whom the game waited, in a form of the service's own; empty: for nobody.
    pub awaited: String,
    /// The deadline of which players were reminded last.
    pub reminded_of: Option<Instant>,
}

/// The SQL of whether anything may be posted to a channel `c` of a game `g`: it is enabled, who set it has a seat, or is
/// an organiser of the club whose channel it is, and is not banned, and in a private game every player agrees. An agreement
/// counts from when the player took the seat on; a player whose account is deleted has left.
pub(super) const MAY_POST: &str = "(c.disabled_at IS NULL \
    AND NOT EXISTS (SELECT 1 FROM bans b WHERE b.account_id = c.created_by) \
    AND ((c.club_id IS NULL AND EXISTS (SELECT 1 FROM seats o WHERE o.game_id = g.id AND o.account_id = c.created_by)) \
    OR EXISTS (SELECT 1 FROM club_channels k JOIN club_members m ON m.club_id = k.club_id AND m.account_id = k.created_by \
    AND m.removed_at IS NULL AND m.role IN ('organiser', 'owner') \
    WHERE k.club_id = c.club_id AND k.id = c.id AND k.disabled_at IS NULL)) \
    AND (g.visibility <> 'private' OR NOT EXISTS (SELECT 1 FROM seats s JOIN accounts a ON a.id = s.account_id \
    AND a.deleted_at IS NULL WHERE s.game_id = g.id AND NOT EXISTS (SELECT 1 FROM channel_agreements y \
    WHERE y.game_id = g.id AND y.channel_id = c.id AND y.account_id = s.account_id AND y.agreed_at >= s.joined_at))))";

/// Adds a channel; `false` if the game has one of that format.
pub async fn insert(connection: &mut Connection, row: &ChannelRow) -> Result<bool> {
    let written = diesel::insert_into(game_channels::table).values(row);
    let of_format = (game_channels::game_id, game_channels::format);
    written.on_conflict(of_format).do_nothing().affects_any(connection).await
}

/// The channels of a game, oldest first.
pub async fn of_game(connection: &mut Connection, game: Uuid) -> Result<Vec<ChannelRow>> {
    game_channels::table
        .filter(game_channels::game_id.eq(game))
        .order((game_channels::created_at, game_channels::id))
        .select(ChannelRow::as_select())
        .load(connection)
        .await
}

pub async fn find(connection: &mut Connection, game: Uuid, id: Uuid) -> Result<Option<ChannelRow>> {
    game_channels::table.find((game, id)).select(ChannelRow::as_select()).first_optional(connection).await
}

/// Finds a channel and locks it until the transaction ends.
pub async fn lock(tx: &mut Transaction<'_>, game: Uuid, id: Uuid) -> Result<Option<ChannelRow>> {
    let row = game_channels::table.find((game, id)).select(ChannelRow::as_select());
    row.for_no_key_update().first_optional(tx).await
}

/// Stores a channel as it is now; it must be locked.
pub async fn update(tx: &mut Transaction<'_>, row: &ChannelRow) -> Result<()> {
    diesel::update(game_channels::table.find((row.game_id, row.id))).set(row).run(tx).await
}

/// Deletes a channel with its posts and agreements; `false` if the game has none of that id.
pub async fn remove(connection: &mut Connection, game: Uuid, id: Uuid) -> Result<bool> {
    diesel::delete(game_channels::table.find((game, id))).affects_any(connection).await
}

/// The enabled channels that an account set for single games, with the names of these.
pub async fn names_of_account(
    connection: &mut Connection,
    account: Uuid,
    why_suspended: &str,
) -> Result<Vec<NamedChannel>> {
    sql("SELECT c.host, coalesce(nullif(g.name, ''), g.ruleset) AS name, c.disabled_at \
         FROM game_channels c JOIN games g ON g.id = c.game_id \
         WHERE c.created_by = $1 AND c.club_id IS NULL AND (c.disabled_reason IS NULL OR c.disabled_reason = $2) ORDER BY c.created_at, c.id")
    .bind(account)
    .bind(why_suspended)
    .load(connection)
    .await
}

/// The channel of an account for a single game that the service itself disabled last.
pub async fn given_up(connection: &mut Connection, account: Uuid) -> Result<Option<NamedChannel>> {
    sql("SELECT c.host, coalesce(nullif(g.name, ''), g.ruleset) AS name, c.disabled_at \
         FROM game_channels c JOIN games g ON g.id = c.game_id \
         WHERE c.created_by = $1 AND c.club_id IS NULL AND c.disabled_reason IN ('failing', 'gone') ORDER BY c.disabled_at DESC LIMIT 1")
    .bind(account)
    .get_optional(connection)
    .await
}

/// Suspends every enabled channel that an account set for a single game, and drops what waits to be posted there.
pub async fn suspend(connection: &mut Connection, account: Uuid, why: &str, now: Instant) -> Result<()> {
    sql("WITH suspended AS (UPDATE game_channels SET disabled_at = $2, disabled_reason = $3 \
         WHERE created_by = $1 AND club_id IS NULL AND disabled_at IS NULL RETURNING game_id, id) \
         UPDATE channel_posts p SET settled_at = $2, result = 'dropped', claimed_until = NULL \
         FROM suspended s WHERE p.game_id = s.game_id AND p.channel_id = s.id AND p.settled_at IS NULL")
    .bind(account)
    .bind(now)
    .bind(why)
    .run(connection)
    .await
}

/// Notes that the last attempt of a channel succeeded.
pub async fn note_success(connection: &mut Connection, game: Uuid, id: Uuid) -> Result<()> {
    let row = game_channels::table.find((game, id)).filter(game_channels::failing_since.is_not_null());
    diesel::update(row).set(game_channels::failing_since.eq(None::<Instant>)).run(connection).await
}

/// Adds or renews the agreement of a player to a channel.
pub async fn agree(
    connection: &mut Connection,
    (game, id): (Uuid, Uuid),
    account: Uuid,
    at: Instant,
) -> Result<()> {
    use channel_agreements as agreements;
    diesel::insert_into(agreements::table)
        .values((
            agreements::game_id.eq(game),
            agreements::channel_id.eq(id),
            agreements::account_id.eq(account),
            agreements::agreed_at.eq(at),
        ))
        .on_conflict((agreements::game_id, agreements::channel_id, agreements::account_id))
        .do_update()
        .set(agreements::agreed_at.eq(at))
        .run(connection)
        .await
}

/// Withdraws the agreement of a player to a channel.
pub async fn disagree(connection: &mut Connection, (game, id): (Uuid, Uuid), account: Uuid) -> Result<()> {
    diesel::delete(channel_agreements::table.find((game, id, account))).run(connection).await
}

/// Deletes the agreements of accounts that have no seat in the game any more.
pub async fn forget_departed(connection: &mut Connection, game: Uuid) -> Result<()> {
    sql("DELETE FROM channel_agreements y WHERE y.game_id = $1 AND NOT EXISTS \
         (SELECT 1 FROM seats s WHERE s.game_id = $1 AND s.account_id = y.account_id)")
    .bind(game)
    .run(connection)
    .await
}

by_name! {
    /// A channel by what its owner knows of it.
    #[derive(Debug, Clone)]
    pub struct NamedChannel {
        pub host: String,
        /// Of the game, or its ruleset if it has no name; or of the club.
        pub name: String,
        pub disabled_at: Option<Instant>,
    }

    /// Whether a player agrees to a channel.
    #[derive(Debug, Clone)]
    pub struct PlayersAgreement {
        pub channel_id: Uuid,
        pub account_id: Uuid,
        pub agrees: bool,
    }
}

/// The agreement of each player of a game to each of its channels, in the order of the seats.
pub async fn agreements(connection: &mut Connection, game: Uuid) -> Result<Vec<PlayersAgreement>> {
    sql("SELECT c.id AS channel_id, s.account_id, EXISTS (SELECT 1 FROM channel_agreements y WHERE y.game_id = $1 \
         AND y.channel_id = c.id AND y.account_id = s.account_id AND y.agreed_at >= s.joined_at) AS agrees \
         FROM game_channels c JOIN seats s ON s.game_id = c.game_id JOIN accounts a ON a.id = s.account_id \
         AND a.deleted_at IS NULL WHERE c.game_id = $1 ORDER BY c.id, s.seat")
    .bind(game)
    .load(connection)
    .await
}

/// May anything be posted to this channel now?
pub async fn may_post(connection: &mut Connection, game: Uuid, id: Uuid) -> Result<bool> {
    sql(format!(
        "SELECT EXISTS (SELECT 1 FROM game_channels c JOIN games g ON g.id = c.game_id \
         WHERE c.game_id = $1 AND c.id = $2 AND {MAY_POST})"
    ))
    .bind(game)
    .bind(id)
    .value(connection)
    .await
}

/// When news is told: the instants that the search goes by.
#[derive(Debug, Clone, Copy)]
pub struct NewsTimes {
    pub now: Instant,
    /// A game that has moved since waits for more, so that what follows each other is one post.
    pub quiet_since: Instant,
    /// No channel gets another post whose last one was composed since; a move from before waits no longer.
    pub posted_before: Instant,
    /// Players are reminded of a deadline before this,
    pub near_until: Instant,
    /// in seconds, if no post was composed within so long before the deadline.
    pub told_within: i32,
}

/// At most `most` channels whose games may have news for them, each with its game. One that tells nothing but beginnings
/// and ends is not looked at for every move.
pub async fn due(connection: &mut Connection, times: NewsTimes, most: i64) -> Result<Vec<(Uuid, Uuid)>> {
    sql("SELECT c.game_id, c.id FROM game_channels c JOIN games g ON g.id = c.game_id \
         LEFT JOIN positions p ON p.game_id = c.game_id \
         WHERE c.disabled_at IS NULL AND (c.composed_at IS NULL OR c.composed_at <= $3) \
         AND NOT EXISTS (SELECT 1 FROM channel_posts o WHERE o.game_id = c.game_id AND o.channel_id = c.id \
         AND o.settled_at IS NULL AND o.claimed_until > $1) \
         AND (((g.status <> c.status OR c.version < -1 \
         OR (coalesce(p.version, -1) <> c.version AND NOT c.topics <@ '{game_created,game_started,game_ended}')) \
         AND (p.updated_at IS NULL OR p.updated_at <= $2 OR EXISTS (SELECT 1 FROM entries e \
         WHERE e.game_id = c.game_id AND e.version = greatest(c.version, -1) + 1 AND e.created_at <= $3))) \
         OR (g.status = 'running' AND 'deadline_near' = ANY (c.topics) AND EXISTS (SELECT 1 FROM decisions d WHERE d.game_id = c.game_id AND d.blocking \
         AND d.deadline > $1 AND d.deadline <= $4 AND d.deadline IS DISTINCT FROM c.reminded_of \
         AND c.composed_at <= d.deadline - make_interval(secs => $5)))) \
         ORDER BY c.composed_at NULLS FIRST, c.id LIMIT $6")
    .bind(times.now)
    .bind(times.quiet_since)
    .bind(times.posted_before)
    .bind(times.near_until)
    .bind(times.told_within)
    .bind(most)
    .values(connection)
    .await
}

/// Keeps a channel out of [`due`] until the next post may come.
pub async fn put_off(connection: &mut Connection, game: Uuid, id: Uuid, now: Instant) -> Result<()> {
    let row = diesel::update(game_channels::table.find((game, id)));
    row.set(game_channels::composed_at.eq(now)).run(connection).await
}

/// Deletes the channels of games that ended before `ended`, those whose setters have no seat in the game, and those of
/// clubs that have ended them.
pub async fn forget(connection: &mut Connection, ended: Instant) -> Result<()> {
    sql("DELETE FROM game_channels c USING games g WHERE g.id = c.game_id \
         AND (coalesce(g.finished_at, CASE WHEN g.status IN ('cancelled', 'expired', 'voided') THEN c.composed_at END) < $1 \
         OR CASE WHEN c.club_id IS NULL \
         THEN NOT EXISTS (SELECT 1 FROM seats s WHERE s.game_id = g.id AND s.account_id = c.created_by) \
         ELSE NOT EXISTS (SELECT 1 FROM club_channels k WHERE k.club_id = c.club_id AND k.id = c.id) END)")
    .bind(ended)
    .run(connection)
    .await
}
