//! Due work in games: deadlines of open decisions with their warnings, turns of bots, and decisions that standing
//! orders answer after a wait.
//!
//! A claim reads the rows that have been due the longest without locking them, a few because other workers win some of
//! them, and then locks one row by its key. A locking read over all games could not run on a sharded database.

use diesel::sql_types::{Array, BigInt, Nullable, SmallInt, Text, Timestamptz, Uuid as SqlUuid};
use diesel::{ExpressionMethods, OptionalExtension, QueryDsl, QueryableByName};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::mails::{ID_IN_GAME, NEW_COLUMNS};
use super::schema::{bot_turns, decisions, order_turns, positions};
use super::sql::sql;
use super::write::NewOrderTurn;
use super::{Connection, StoreError, Transaction};
use crate::time_control::Instant;

/// New deadlines of decisions that were open before. The lists are columns: values at the same index belong together.
#[derive(Debug, Default)]
pub struct MovedDeadlines {
    pub seats: Vec<i16>,
    pub decisions: Vec<String>,
    /// The new deadlines; `None`: the clock stands still.
    pub deadlines: Vec<Option<Instant>>,
    /// When the player gets the first warning.
    pub warn_at: Vec<Option<Instant>>,
    pub warn_again_at: Vec<Option<Instant>>,
}

#[derive(QueryableByName)]
struct DueGame {
    #[diesel(sql_type = SqlUuid)]
    game_id: Uuid,
}

/// Claims the game in which something has been due the longest, of those that no other transaction writes to. The
/// position of the game stays locked until the transaction ends, so that an action at the same moment is decided before
/// or after the lapses and warnings, and never between them.
pub async fn claim_due(tx: &mut Transaction<'_>, now: Instant) -> Result<Option<Uuid>, StoreError> {
    let due: Vec<DueGame> = sql("SELECT game_id FROM decisions \
         WHERE deadline IS NOT NULL AND least(warn_at, warn_again_at, deadline) <= $1 \
         AND (put_off_until IS NULL OR put_off_until <= $1) \
         ORDER BY least(warn_at, warn_again_at, deadline) LIMIT 8")
    .bind::<Timestamptz, _>(now)
    .load(tx)
    .await?;
    for DueGame { game_id } in due {
        if lock_position(tx, game_id).await? {
            return Ok(Some(game_id));
        }
    }
    Ok(None)
}

/// Locks the position of a game until the transaction ends; `false` if another transaction writes to the game.
async fn lock_position(tx: &mut Transaction<'_>, game: Uuid) -> Result<bool, StoreError> {
    let position = positions::table.find(game).select(positions::game_id);
    let locked: Option<Uuid> = position.for_update().skip_locked().get_result(tx).await.optional()?;
    Ok(locked.is_some())
}

/// Is something due in a game whose position is locked?
pub async fn is_due(connection: &mut Connection, game: Uuid, now: Instant) -> Result<bool, StoreError> {
    let found: Vec<DueGame> =
        sql("SELECT game_id FROM decisions WHERE game_id = $1 AND deadline IS NOT NULL \
         AND least(warn_at, warn_again_at, deadline) <= $2 LIMIT 1")
        .bind::<SqlUuid, _>(game)
        .bind::<Timestamptz, _>(now)
        .load(connection)
        .await?;
    Ok(!found.is_empty())
}

/// Leaves a game out of [`claim_due`] until an instant.
pub async fn put_off(connection: &mut Connection, game: Uuid, until: Instant) -> Result<(), StoreError> {
    diesel::update(decisions::table.filter(decisions::game_id.eq(game)))
        .set(decisions::put_off_until.eq(until))
        .execute(connection)
        .await?;
    Ok(())
}

/// Sets new deadlines at `at`. A warning that was given (its column is null) is given again only if its new instant is
/// in the future.
pub async fn set_anew(
    connection: &mut Connection,
    game: Uuid,
    moved: &MovedDeadlines,
    at: Instant,
) -> Result<(), StoreError> {
    sql("UPDATE decisions d SET deadline = c.deadline, \
         warn_at = CASE WHEN c.deadline IS NULL THEN d.warn_at \
         WHEN d.warn_at IS NULL AND c.warn_at <= $7 THEN NULL ELSE c.warn_at END, \
         warn_again_at = CASE WHEN c.deadline IS NULL THEN d.warn_again_at \
         WHEN d.warn_again_at IS NULL AND c.warn_again_at <= $7 THEN NULL ELSE c.warn_again_at END \
         FROM unnest($2, $3, $4, $5, $6) AS c (seat, decision, deadline, warn_at, warn_again_at) \
         WHERE d.game_id = $1 AND d.seat = c.seat AND d.decision = c.decision")
    .bind::<SqlUuid, _>(game)
    .bind::<Array<SmallInt>, _>(&moved.seats)
    .bind::<Array<Text>, _>(&moved.decisions)
    .bind::<Array<Nullable<Timestamptz>>, _>(&moved.deadlines)
    .bind::<Array<Nullable<Timestamptz>>, _>(&moved.warn_at)
    .bind::<Array<Nullable<Timestamptz>>, _>(&moved.warn_again_at)
    .bind::<Timestamptz, _>(at)
    .execute(connection)
    .await?;
    Ok(())
}

/// Queues the warnings that are due in a game at `now`, as mails that may leave at once; `near` and `nearer` are the
/// kinds of the first and the last warning. If both warnings of a decision are due, only the last one is queued.
/// Returns `false` if no warning was queued.
pub async fn warn(
    connection: &mut Connection,
    game: Uuid,
    now: Instant,
    (near, nearer): (&str, &str),
) -> Result<bool, StoreError> {
    let warned = sql(format!(
        "WITH due AS (SELECT d.* FROM decisions d WHERE d.game_id = $1 AND d.deadline > $2 \
         AND least(d.warn_at, d.warn_again_at) <= $2), \
         noted AS (UPDATE decisions d SET \
         warn_at = CASE WHEN d.warn_at > $2 THEN d.warn_at END, \
         warn_again_at = CASE WHEN d.warn_again_at > $2 THEN d.warn_again_at END \
         FROM due WHERE d.game_id = due.game_id AND d.seat = due.seat AND d.decision = due.decision), \
         new AS (SELECT due.game_id, p.version, due.seat, s.account_id, due.decision, \
         CASE WHEN due.warn_again_at <= $2 THEN $4 ELSE $3 END AS kind FROM due JOIN positions p ON p.game_id = due.game_id \
         JOIN seats s ON s.game_id = due.game_id AND s.seat = due.seat WHERE s.account_id IS NOT NULL) \
         INSERT INTO mails ({NEW_COLUMNS}) SELECT n.game_id, {ID_IN_GAME}, n.kind, n.account_id, NULL, n.seat, n.version, \
         n.decision, NULL, NULL, $2, $2 FROM new n ON CONFLICT DO NOTHING",
    ))
    .bind::<SqlUuid, _>(game)
    .bind::<Timestamptz, _>(now)
    .bind::<Text, _>(near)
    .bind::<Text, _>(nearer)
    .execute(connection)
    .await?;
    Ok(warned > 0)
}

#[derive(QueryableByName)]
struct BotTurn {
    #[diesel(sql_type = SqlUuid)]
    game_id: Uuid,
    #[diesel(sql_type = BigInt)]
    version: i64,
}

/// Claims the bot turn that has been due the longest, of those that no other worker plays, and returns its game and
/// version. The turn stays locked until the transaction ends.
pub async fn claim_bot_turn(
    tx: &mut Transaction<'_>,
    at: Instant,
) -> Result<Option<(Uuid, i64)>, StoreError> {
    let due: Vec<BotTurn> =
        sql("SELECT game_id, version FROM bot_turns WHERE due_at <= $1 ORDER BY due_at LIMIT 8")
            .bind::<Timestamptz, _>(at)
            .load(tx)
            .await?;
    for BotTurn { game_id, version } in due {
        // Another worker may have played it or put it off in the meantime.
        let turn = bot_turns::table.find((game_id, version)).filter(bot_turns::due_at.le(at));
        let turn = turn.select((bot_turns::game_id, bot_turns::version)).for_update().skip_locked();
        if let Some(claimed) = turn.get_result(tx).await.optional()? {
            return Ok(Some(claimed));
        }
    }
    Ok(None)
}

pub async fn bot_turn_done(connection: &mut Connection, game: Uuid, version: i64) -> Result<(), StoreError> {
    diesel::delete(bot_turns::table.find((game, version))).execute(connection).await?;
    Ok(())
}

/// Puts off a bot turn that could not be played.
pub async fn put_off_bot_turn(
    connection: &mut Connection,
    game: Uuid,
    version: i64,
    until: Instant,
) -> Result<(), StoreError> {
    diesel::update(bot_turns::table.find((game, version)))
        .set(bot_turns::due_at.eq(until))
        .execute(connection)
        .await?;
    Ok(())
}

/// A decision that waits for the standing orders of its seat to answer it.
#[derive(Debug, Clone, QueryableByName)]
pub struct OrderTurn {
    #[diesel(sql_type = SqlUuid)]
    pub game_id: Uuid,
    #[diesel(sql_type = SmallInt)]
    pub seat: i16,
    #[diesel(sql_type = Text)]
    pub decision: String,
}

/// Claims the order turn that has been due the longest, of the games that no other transaction writes to. The position
/// of the game stays locked until the transaction ends.
pub async fn claim_order_turn(
    tx: &mut Transaction<'_>,
    now: Instant,
) -> Result<Option<OrderTurn>, StoreError> {
    let due: Vec<OrderTurn> =
        sql("SELECT game_id, seat, decision FROM order_turns WHERE due_at <= $1 ORDER BY due_at LIMIT 8")
            .bind::<Timestamptz, _>(now)
            .load(tx)
            .await?;
    for turn in due {
        if lock_position(tx, turn.game_id).await? {
            return Ok(Some(turn));
        }
    }
    Ok(None)
}

/// Removes an order turn; `false` if there is none.
pub async fn order_turn_done(
    connection: &mut Connection,
    game: Uuid,
    seat: i16,
    decision: &str,
) -> Result<bool, StoreError> {
    let row = order_turns::table.find((game, seat, decision));
    Ok(diesel::delete(row).execute(connection).await? > 0)
}

/// Puts off an order turn whose decision could not be answered.
pub async fn put_off_order_turn(
    connection: &mut Connection,
    turn: &OrderTurn,
    until: Instant,
) -> Result<(), StoreError> {
    diesel::update(order_turns::table.find((turn.game_id, turn.seat, &turn.decision)))
        .set(order_turns::due_at.eq(until))
        .execute(connection)
        .await?;
    Ok(())
}

/// Adds the decisions that standing orders will answer later. The position of the game must be locked.
pub async fn add_order_turns(
    connection: &mut Connection,
    game: Uuid,
    ordered: &[NewOrderTurn<'_>],
) -> Result<(), StoreError> {
    let statement = sql("INSERT INTO order_turns (game_id, seat, decision, due_at) \
         SELECT $1, o.* FROM unnest($2, $3, $4) AS o ON CONFLICT DO NOTHING")
    .bind::<SqlUuid, _>(game);
    NewOrderTurn::bind(ordered, statement).execute(connection).await?;
    Ok(())
}
