//! The heartbeat of the workers, the outages in which no worker ran, and the times that are moved because of them.

use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::sql::{Statement, by_name, sql};
use super::{Connection, Result, Transaction};
use time_control::Instant;

by_name! {
    /// A span of time in which no worker ran.
    #[derive(Debug, Clone)]
    pub struct Outage {
        /// Counted from 1.
        pub number: i64,
        /// The last heartbeat before the outage.
        pub began_at: Instant,
        /// The first heartbeat after the outage.
        pub ended_at: Instant,
        /// Every game up to this id has been compensated.
        pub settled_through: Option<Uuid>,
    }
}

/// The last heartbeat, locked until the transaction ends; if there is none yet, the first one, at `now`.
pub async fn lock_heartbeat(tx: &mut Transaction<'_>, now: Instant) -> Result<Instant> {
    sql("INSERT INTO heartbeats (seen_at) VALUES ($1) ON CONFLICT DO NOTHING").bind(now).execute(tx).await?;
    // The table has one row for the whole service.
    sql("SELECT seen_at FROM heartbeats FOR UPDATE").value(tx).await
}

pub async fn beat(connection: &mut Connection, now: Instant) -> Result<()> {
    sql("UPDATE heartbeats SET seen_at = $1").bind(now).run(connection).await
}

/// Notes an outage. The heartbeat must be locked, so that no other worker notes the same outage.
pub async fn note(tx: &mut Transaction<'_>, began: Instant, ended: Instant) -> Result<()> {
    sql("INSERT INTO outages (number, began_at, ended_at) \
         SELECT coalesce(max(number), 0) + 1, $1, $2 FROM outages")
    .bind(began)
    .bind(ended)
    .run(tx)
    .await
}

/// The first outage that is not settled.
pub async fn open(connection: &mut Connection) -> Result<Option<Outage>> {
    sql("SELECT number, began_at, ended_at, settled_through FROM outages WHERE settled_at IS NULL \
         ORDER BY number LIMIT 1")
    .get_optional(connection)
    .await
}

/// Is every outage settled, and was the last heartbeat, if there ever was one, given since `oldest`?
pub async fn is_over(connection: &mut Connection, oldest: Instant) -> Result<bool> {
    sql("SELECT NOT EXISTS (SELECT 1 FROM heartbeats WHERE seen_at < $1) \
         AND NOT EXISTS (SELECT 1 FROM outages WHERE settled_at IS NULL) AS over")
    .bind(oldest)
    .value(connection)
    .await
}

/// The next game that an outage can concern.
pub async fn next_game(connection: &mut Connection, outage: &Outage) -> Result<Option<Uuid>> {
    sql("SELECT id FROM games WHERE id > $1 AND status IN ('open', 'confirming', 'running', 'paused') \
         AND created_at < $2 ORDER BY id LIMIT 1")
    // Every id is greater than the nil id.
    .bind(outage.settled_through.unwrap_or_default())
    .bind(outage.ended_at)
    .optional_value(connection)
    .await
}

/// Stores that every game up to `game` has been compensated.
pub async fn settled_through(connection: &mut Connection, outage: &Outage, game: Uuid) -> Result<()> {
    sql("UPDATE outages SET settled_through = $2 WHERE number = $1 \
         AND (settled_through IS NULL OR settled_through < $2)")
    .bind(outage.number)
    .bind(game)
    .run(connection)
    .await
}

/// Stores that every game has been compensated; `false` if another worker has stored it.
pub async fn settle(connection: &mut Connection, outage: &Outage, at: Instant) -> Result<bool> {
    sql("UPDATE outages SET settled_at = $2 WHERE number = $1 AND settled_at IS NULL")
        .bind(outage.number)
        .bind(at)
        .affects_any(connection)
        .await
}

/// Locks the position of the game, if it has one, until the transaction ends.
pub async fn lock_position(tx: &mut Transaction<'_>, game: Uuid) -> Result<()> {
    sql("SELECT 1 FROM positions WHERE game_id = $1 FOR UPDATE").bind(game).run(tx).await
}

/// Moves the times of a game that are not those of its clocks: when it expires or presence must be confirmed, and the
/// ends of votes, seat offers and invitation links. `false` if the game was compensated for this outage before.
pub async fn move_times(tx: &mut Transaction<'_>, game: Uuid, outage: &Outage) -> Result<bool> {
    // A vote or a link that was begun during the outage has lost only the rest of it.
    let lost = |since: &str| format!("($3 - greatest($2, {since}))");
    let statement = format!(
        "WITH compensated AS (UPDATE games SET outage = $4, \
         revision = revision + CASE WHEN lobby_due_at > $2 THEN 1 ELSE 0 END, \
         lobby_due_at = CASE WHEN lobby_due_at > $2 THEN lobby_due_at + {of_game} ELSE lobby_due_at END \
         WHERE id = $1 AND outage < $4 RETURNING id), \
         voting AS (UPDATE votes v SET expires_at = v.expires_at + {of_vote} FROM compensated c \
         WHERE v.game_id = c.id AND v.closed_at IS NULL AND v.opened_at < $3 AND v.expires_at > $2), \
         offered AS (UPDATE seat_offers o SET expires_at = o.expires_at + ($3 - $2) FROM compensated c \
         WHERE o.game_id = c.id AND o.expires_at > $2), \
         invited AS (UPDATE invitation_links l SET expires_at = l.expires_at + {of_link} FROM compensated c \
         WHERE l.game_id = c.id AND l.created_at < $3 AND l.expires_at > $2) \
         SELECT id FROM compensated",
        of_game = lost("created_at"),
        of_vote = lost("v.opened_at"),
        of_link = lost("l.created_at"),
    );
    sql(statement)
        .bind(game)
        .bind(outage.began_at)
        .bind(outage.ended_at)
        .bind(outage.number)
        .affects_any(tx)
        .await
}

/// Marks these accounts as notified of the outage, and returns those that had not been.
pub async fn mark_notified(
    connection: &mut Connection,
    outage: &Outage,
    accounts: &[Uuid],
) -> Result<Vec<Uuid>> {
    // In the order of the accounts, so that two workers can't deadlock.
    sql("INSERT INTO outage_notices (outage, account_id) SELECT $1, a FROM unnest($2) AS w (a) ORDER BY a \
         ON CONFLICT DO NOTHING RETURNING account_id")
    .bind(outage.number)
    .bind(accounts)
    .values(connection)
    .await
}
