//! The heartbeat of the workers, the outages in which no worker ran, and the times that are moved because of them.

use diesel::sql_types::{Array, BigInt, Bool, Nullable, Timestamptz, Uuid as SqlUuid};
use diesel::{OptionalExtension, QueryableByName};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::sql::sql;
use super::{Connection, StoreError, Transaction};
use crate::time_control::Instant;

/// A span of time in which no worker ran.
#[derive(Debug, Clone, QueryableByName)]
pub struct Outage {
    /// Counted from 1.
    #[diesel(sql_type = BigInt)]
    pub number: i64,
    /// The last heartbeat before the outage.
    #[diesel(sql_type = Timestamptz)]
    pub began_at: Instant,
    /// The first heartbeat after the outage.
    #[diesel(sql_type = Timestamptz)]
    pub ended_at: Instant,
    /// Every game up to this id has been compensated.
    #[diesel(sql_type = Nullable<SqlUuid>)]
    pub settled_through: Option<Uuid>,
}

/// The last heartbeat, locked until the transaction ends; if there is none yet, the first one, at `now`.
pub async fn lock_heartbeat(tx: &mut Transaction<'_>, now: Instant) -> Result<Instant, StoreError> {
    #[derive(QueryableByName)]
    struct Seen {
        #[diesel(sql_type = Timestamptz)]
        seen_at: Instant,
    }
    sql("INSERT INTO heartbeats (seen_at) VALUES ($1) ON CONFLICT DO NOTHING")
        .bind::<Timestamptz, _>(now)
        .execute(tx)
        .await?;
    // The table has one row for the whole service.
    let seen: Seen = sql("SELECT seen_at FROM heartbeats FOR UPDATE").get_result(tx).await?;
    Ok(seen.seen_at)
}

pub async fn beat(connection: &mut Connection, now: Instant) -> Result<(), StoreError> {
    sql("UPDATE heartbeats SET seen_at = $1").bind::<Timestamptz, _>(now).execute(connection).await?;
    Ok(())
}

/// Notes an outage. The heartbeat must be locked, so that no other worker notes the same outage.
pub async fn note(tx: &mut Transaction<'_>, began: Instant, ended: Instant) -> Result<(), StoreError> {
    sql("INSERT INTO outages (number, began_at, ended_at) \
         SELECT coalesce(max(number), 0) + 1, $1, $2 FROM outages")
    .bind::<Timestamptz, _>(began)
    .bind::<Timestamptz, _>(ended)
    .execute(tx)
    .await?;
    Ok(())
}

/// The first outage that is not settled.
pub async fn open(connection: &mut Connection) -> Result<Option<Outage>, StoreError> {
    sql("SELECT number, began_at, ended_at, settled_through FROM outages WHERE settled_at IS NULL \
         ORDER BY number LIMIT 1")
    .get_result(connection)
    .await
    .optional()
}

/// Is every outage settled, and was the last heartbeat, if there ever was one, given since `oldest`?
pub async fn is_over(connection: &mut Connection, oldest: Instant) -> Result<bool, StoreError> {
    #[derive(QueryableByName)]
    struct Over {
        #[diesel(sql_type = Bool)]
        over: bool,
    }
    let over: Over = sql("SELECT NOT EXISTS (SELECT FROM heartbeats WHERE seen_at < $1) \
         AND NOT EXISTS (SELECT FROM outages WHERE settled_at IS NULL) AS over")
    .bind::<Timestamptz, _>(oldest)
    .get_result(connection)
    .await?;
    Ok(over.over)
}

/// The next game that an outage can concern.
pub async fn next_game(connection: &mut Connection, outage: &Outage) -> Result<Option<Uuid>, StoreError> {
    #[derive(QueryableByName)]
    struct Game {
        #[diesel(sql_type = SqlUuid)]
        id: Uuid,
    }
    let found: Option<Game> =
        sql("SELECT id FROM games WHERE id > $1 AND status IN ('open', 'confirming', 'running', 'paused') \
         AND created_at < $2 ORDER BY id LIMIT 1")
        .bind::<SqlUuid, _>(outage.settled_through.unwrap_or_default())
        .bind::<Timestamptz, _>(outage.ended_at)
        .get_result(connection)
        .await
        .optional()?;
    Ok(found.map(|game| game.id))
}

/// Stores that every game up to `game` has been compensated.
pub async fn settled_through(
    connection: &mut Connection,
    outage: &Outage,
    game: Uuid,
) -> Result<(), StoreError> {
    sql("UPDATE outages SET settled_through = $2 WHERE number = $1 \
         AND (settled_through IS NULL OR settled_through < $2)")
    .bind::<BigInt, _>(outage.number)
    .bind::<SqlUuid, _>(game)
    .execute(connection)
    .await?;
    Ok(())
}

/// Stores that every game has been compensated; `false` if another worker has stored it.
pub async fn settle(connection: &mut Connection, outage: &Outage, at: Instant) -> Result<bool, StoreError> {
    let settled = sql("UPDATE outages SET settled_at = $2 WHERE number = $1 AND settled_at IS NULL")
        .bind::<BigInt, _>(outage.number)
        .bind::<Timestamptz, _>(at)
        .execute(connection)
        .await?;
    Ok(settled > 0)
}

/// Locks the position of the game, if it has one, until the transaction ends.
pub async fn lock_position(tx: &mut Transaction<'_>, game: Uuid) -> Result<(), StoreError> {
    sql("SELECT FROM positions WHERE game_id = $1 FOR UPDATE").bind::<SqlUuid, _>(game).execute(tx).await?;
    Ok(())
}

/// Moves the times of a game that are not those of its clocks: when it expires or presence must be confirmed, and the
/// ends of votes, seat offers and invitation links. `false` if the game was compensated for this outage before.
pub async fn move_times(tx: &mut Transaction<'_>, game: Uuid, outage: &Outage) -> Result<bool, StoreError> {
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
    let compensated = sql(statement)
        .bind::<SqlUuid, _>(game)
        .bind::<Timestamptz, _>(outage.began_at)
        .bind::<Timestamptz, _>(outage.ended_at)
        .bind::<BigInt, _>(outage.number)
        .execute(tx)
        .await?;
    Ok(compensated > 0)
}

/// Marks these accounts as notified of the outage, and returns those that had not been.
pub async fn mark_notified(
    connection: &mut Connection,
    outage: &Outage,
    accounts: &[Uuid],
) -> Result<Vec<Uuid>, StoreError> {
    #[derive(QueryableByName)]
    struct Notified {
        #[diesel(sql_type = SqlUuid)]
        account_id: Uuid,
    }
    // In the order of the accounts, so that two workers can't deadlock.
    let notified: Vec<Notified> = sql(
        "INSERT INTO outage_notices (outage, account_id) SELECT $1, a FROM unnest($2) AS w (a) ORDER BY a \
         ON CONFLICT DO NOTHING RETURNING account_id",
    )
    .bind::<BigInt, _>(outage.number)
    .bind::<Array<SqlUuid>, _>(accounts)
    .load(connection)
    .await?;
    Ok(notified.into_iter().map(|row| row.account_id).collect())
}
