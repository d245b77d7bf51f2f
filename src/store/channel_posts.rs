//! Posts to channels of games: adding, claiming and settling. One worker at a time claims a post, by an update of one
//! row, as in the queue of mails.

use diesel::{ExpressionMethods, Insertable, QueryDsl, Queryable, Selectable, SelectableHelper};
use uuid::Uuid;

use super::game_channels::{ChannelFormat, MAY_POST, ToldNews};
use super::games::Status;
use super::mails::queue::{Lease, most_found};
use super::schema::channel_posts;
use super::sql::{Statement, by_name, sql};
use super::webhook_deliveries::DeliveryResult;
use super::{Connection, Result, Transaction};
use time_control::Instant;

#[derive(Debug, Clone, Queryable, Selectable, Insertable)]
#[diesel(table_name = channel_posts, check_for_backend(diesel::pg::Pg))]
pub struct PostRow {
    pub game_id: Uuid,
    pub id: Uuid,
    pub channel_id: Uuid,
    pub is_test: bool,
    /// What it says, as JSON.
    pub content: String,
    pub version_before: i64,
    pub status_before: Status,
    pub awaited_before: String,
    pub reminded_before: Option<Instant>,
    pub created_at: Instant,
    /// When the next attempt is made, if the post waits.
    pub due_at: Instant,
    pub claimed_until: Option<Instant>,
    pub attempts: i16,
    /// The attempts that failed; those that the service put off are not counted.
    pub failures: i16,
    pub tried_at: Option<Instant>,
    pub http_status: Option<i16>,
    pub problem: Option<String>,
    pub settled_at: Option<Instant>,
    pub result: Option<DeliveryResult>,
}

impl PostRow {
    /// What the channel had told before this post.
    pub fn told_before(&self) -> ToldNews {
        ToldNews {
            version: self.version_before,
            status: self.status_before,
            awaited: self.awaited_before.clone(),
            reminded_of: self.reminded_before,
        }
    }
}

pub async fn insert(connection: &mut Connection, row: &PostRow) -> Result<()> {
    diesel::insert_into(channel_posts::table).values(row).run(connection).await
}

/// The last post of a channel.
pub async fn latest(connection: &mut Connection, game: Uuid, channel: Uuid) -> Result<Option<PostRow>> {
    channel_posts::table
        .filter(channel_posts::game_id.eq(game))
        .filter(channel_posts::channel_id.eq(channel))
        .order((channel_posts::created_at.desc(), channel_posts::id.desc()))
        .select(PostRow::as_select())
        .first_optional(connection)
        .await
}

/// The post of news that waits to be sent; it stays locked until the transaction ends.
pub async fn lock_waiting(tx: &mut Transaction<'_>, game: Uuid, channel: Uuid) -> Result<Option<PostRow>> {
    channel_posts::table
        .filter(channel_posts::game_id.eq(game))
        .filter(channel_posts::channel_id.eq(channel))
        .filter(channel_posts::settled_at.is_null())
        .filter(channel_posts::is_test.eq(false))
        .order(channel_posts::created_at)
        .select(PostRow::as_select())
        .for_no_key_update()
        .first_optional(tx)
        .await
}

/// Drops what waits to be posted to a channel: all of it, or only its news.
pub async fn drop_waiting(
    connection: &mut Connection,
    (game, channel): (Uuid, Uuid),
    only_news: bool,
    now: Instant,
) -> Result<()> {
    sql("UPDATE channel_posts SET settled_at = $3, result = 'dropped', claimed_until = NULL \
         WHERE game_id = $1 AND channel_id = $2 AND settled_at IS NULL AND NOT ($4 AND is_test)")
    .bind(game)
    .bind(channel)
    .bind(now)
    .bind(only_news)
    .run(connection)
    .await
}

by_name! {
    /// A post that was claimed, and where it goes.
    #[derive(Debug, Clone)]
    pub struct ClaimedPost {
        pub game_id: Uuid,
        pub id: Uuid,
        pub channel_id: Uuid,
        pub format: ChannelFormat,
        pub target: Vec<u8>,
        pub secret: Option<Vec<u8>>,
        pub content: String,
        pub http_status: Option<i16>,
        pub failures: i16,
        pub claimed_until: Instant,
    }
}

/// Claims at most `most` posts that are due, the longest due first. One to which nothing may be posted any more is
/// dropped instead.
pub async fn claim(connection: &mut Connection, lease: Lease, most: usize) -> Result<Vec<ClaimedPost>> {
    let due: Vec<(Uuid, Uuid)> =
        sql("SELECT game_id, id FROM channel_posts WHERE settled_at IS NULL AND due_at <= $1 \
         AND (claimed_until IS NULL OR claimed_until <= $1) ORDER BY due_at LIMIT $2")
        .bind(lease.now)
        .bind(i64::try_from(most_found(most)).unwrap_or(i64::MAX))
        .values(connection)
        .await?;
    let mut claimed = Vec::new();
    for (game, id) in due {
        if claimed.len() == most {
            break;
        }
        match claim_one(connection, (game, id), lease).await? {
            Some(post) => claimed.push(post),
            None => drop_forbidden(connection, (game, id), lease.now).await?,
        }
    }
    Ok(claimed)
}

async fn claim_one(
    connection: &mut Connection,
    (game, id): (Uuid, Uuid),
    lease: Lease,
) -> Result<Option<ClaimedPost>> {
    sql(format!(
        "UPDATE channel_posts p SET attempts = p.attempts + 1, tried_at = $3, claimed_until = $4 \
         FROM game_channels c JOIN games g ON g.id = c.game_id \
         WHERE p.game_id = $1 AND p.id = $2 AND c.game_id = p.game_id AND c.id = p.channel_id \
         AND p.settled_at IS NULL AND p.due_at <= $3 AND (p.claimed_until IS NULL OR p.claimed_until <= $3) AND {MAY_POST} \
         RETURNING p.game_id, p.id, p.channel_id, c.format, c.target, c.secret, p.content, p.http_status, p.failures, \
         p.claimed_until"
    ))
    .bind(game)
    .bind(id)
    .bind(lease.now)
    .bind(lease.until)
    .get_optional(connection)
    .await
}

async fn drop_forbidden(connection: &mut Connection, (game, id): (Uuid, Uuid), now: Instant) -> Result<()> {
    sql(format!(
        "UPDATE channel_posts p SET settled_at = $3, result = 'dropped', claimed_until = NULL \
         FROM game_channels c JOIN games g ON g.id = c.game_id WHERE p.game_id = $1 AND p.id = $2 \
         AND c.game_id = p.game_id AND c.id = p.channel_id AND p.settled_at IS NULL AND NOT {MAY_POST}"
    ))
    .bind(game)
    .bind(id)
    .bind(now)
    .run(connection)
    .await
}

/// Is the claim of a post still good, and may it be posted? Asked right before it is sent.
pub async fn may_send(connection: &mut Connection, claimed: &ClaimedPost) -> Result<bool> {
    sql(format!(
        "SELECT EXISTS (SELECT 1 FROM channel_posts p JOIN game_channels c ON c.game_id = p.game_id AND c.id = p.channel_id \
         JOIN games g ON g.id = c.game_id WHERE p.game_id = $1 AND p.id = $2 AND p.claimed_until = $3 \
         AND p.settled_at IS NULL AND {MAY_POST})"
    ))
    .bind(claimed.game_id)
    .bind(claimed.id)
    .bind(claimed.claimed_until)
    .value(connection)
    .await
}

/// How an attempt ended.
#[derive(Debug, Clone)]
pub struct PostAttempt {
    pub http_status: Option<i16>,
    pub problem: Option<String>,
    pub failures: i16,
    /// When it is tried again; `None`: it is settled.
    pub again_at: Option<Instant>,
    pub result: Option<DeliveryResult>,
}

/// Stores the outcome of a claimed post; `false` when the lease had passed to another worker, or the post was dropped.
pub async fn settle(
    connection: &mut Connection,
    claimed: &ClaimedPost,
    attempt: &PostAttempt,
    now: Instant,
) -> Result<bool> {
    sql("UPDATE channel_posts SET claimed_until = NULL, http_status = $4, problem = $5, failures = $6, \
         due_at = coalesce($7, due_at), settled_at = CASE WHEN $8 IS NOT NULL THEN $9 END, result = $8 \
         WHERE game_id = $1 AND id = $2 AND claimed_until = $3 AND settled_at IS NULL")
    .bind(claimed.game_id)
    .bind(claimed.id)
    .bind(claimed.claimed_until)
    .bind(attempt.http_status)
    .bind(attempt.problem.as_deref())
    .bind(attempt.failures)
    .bind(attempt.again_at)
    .bind(attempt.result)
    .bind(now)
    .affects_any(connection)
    .await
}

/// Deletes posts composed before `oldest`.
pub async fn forget(connection: &mut Connection, oldest: Instant) -> Result<()> {
    diesel::delete(channel_posts::table.filter(channel_posts::created_at.lt(oldest))).run(connection).await
}
