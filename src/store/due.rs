//! Due work in games: deadlines of open decisions with their warnings, turns of bots, and decisions that standing
//! orders answer after a wait.
//!
//! A claim reads the rows that have been due the longest without locking them, a few because other workers win some of
//! them, and then locks one row by its key. A locking read over all games could not run on a sharded database.

use diesel::{ExpressionMethods, QueryDsl};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::mails::{ID_IN_GAME, NEW_COLUMNS};
use super::schema::{bot_turns, decisions, order_turns, positions};
use super::sql::{Statement, by_name, rows, sql};
use super::write::NewOrderTurn;
use super::{Connection, Result, Transaction};
use time_control::Instant;

rows! {
    /// The new deadline of a decision that was open before.
    MovedDeadline {
        seat: i16,
        decision: String,
        /// `None`: the clock stands still.
        deadline: Option<Instant>,
        /// When the player gets the first warning.
        warn_at: Option<Instant>,
        warn_again_at: Option<Instant>,
    }
}

/// Claims the game in which something has been due the longest, of those that no other transaction writes to. The
/// position of the game stays locked until the transaction ends, so that an action at the same moment is decided before
/// or after the lapses and warnings, and never between them.
pub async fn claim_due(tx: &mut Transaction<'_>, now: Instant) -> Result<Option<Uuid>> {
    let due: Vec<Uuid> = sql("SELECT game_id FROM decisions \
         WHERE deadline IS NOT NULL AND least(warn_at, warn_again_at, deadline) <= $1 \
         AND (put_off_until IS NULL OR put_off_until <= $1) \
         ORDER BY least(warn_at, warn_again_at, deadline) LIMIT 8")
    .bind(now)
    .values(tx)
    .await?;
    for game in due {
        if lock_position(tx, game).await? {
            return Ok(Some(game));
        }
    }
    Ok(None)
}

/// Locks the position of a game until the transaction ends; `false` if another transaction writes to the game.
async fn lock_position(tx: &mut Transaction<'_>, game: Uuid) -> Result<bool> {
    let position = positions::table.find(game).select(positions::game_id);
    let locked: Option<Uuid> = position.for_update().skip_locked().get_optional(tx).await?;
    Ok(locked.is_some())
}

/// Is something due in a game whose position is locked?
pub async fn is_due(connection: &mut Connection, game: Uuid, now: Instant) -> Result<bool> {
    sql("SELECT game_id FROM decisions WHERE game_id = $1 AND deadline IS NOT NULL \
         AND least(warn_at, warn_again_at, deadline) <= $2 LIMIT 1")
    .bind(game)
    .bind(now)
    .affects_any(connection)
    .await
}

/// Leaves a game out of [`claim_due`] until an instant.
pub async fn put_off(connection: &mut Connection, game: Uuid, until: Instant) -> Result<()> {
    diesel::update(decisions::table.filter(decisions::game_id.eq(game)))
        .set(decisions::put_off_until.eq(until))
        .run(connection)
        .await
}

/// Sets new deadlines at `at`. A warning that was given (its column is null) is given again only if its new instant is
/// in the future.
pub async fn set_anew(
    connection: &mut Connection,
    game: Uuid,
    moved: &[MovedDeadline],
    at: Instant,
) -> Result<()> {
    let statement = sql(format!(
        "UPDATE decisions d SET deadline = c.deadline, \
         warn_at = CASE WHEN c.deadline IS NULL THEN d.warn_at \
         WHEN d.warn_at IS NULL AND c.warn_at <= $7 THEN NULL ELSE c.warn_at END, \
         warn_again_at = CASE WHEN c.deadline IS NULL THEN d.warn_again_at \
         WHEN d.warn_again_at IS NULL AND c.warn_again_at <= $7 THEN NULL ELSE c.warn_again_at END \
         FROM unnest($2, $3, $4, $5, $6) AS c ({}) \
         WHERE d.game_id = $1 AND d.seat = c.seat AND d.decision = c.decision",
        MovedDeadline::COLUMNS.join(", ")
    ))
    .bind(game);
    MovedDeadline::bind(moved, statement).bind(at).run(connection).await
}

/// Queues the warnings that are due in a game at `now`, as mails that may leave at once; `near` and `nearer` are the
/// kinds of the first and the last warning. If both warnings of a decision are due, only the last one is queued.
/// Returns `false` if no warning was queued.
pub async fn warn(
    connection: &mut Connection,
    game: Uuid,
    now: Instant,
    (near, nearer): (&str, &str),
) -> Result<bool> {
    sql(format!(
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
    .bind(game)
    .bind(now)
    .bind(near)
    .bind(nearer)
    .affects_any(connection)
    .await
}

/// Claims the bot turn that has been due the longest, of those that no other worker plays, and returns its game and
/// version. The turn stays locked until the transaction ends.
pub async fn claim_bot_turn(tx: &mut Transaction<'_>, at: Instant) -> Result<Option<(Uuid, i64)>> {
    let due: Vec<(Uuid, i64)> =
        sql("SELECT game_id, version FROM bot_turns WHERE due_at <= $1 ORDER BY due_at LIMIT 8")
            .bind(at)
            .values(tx)
            .await?;
    for place in due {
        // Another worker may have played it or put it off in the meantime.
        let turn = bot_turns::table.find(place).filter(bot_turns::due_at.le(at));
        let turn = turn.select((bot_turns::game_id, bot_turns::version)).for_update().skip_locked();
        if let Some(claimed) = turn.get_optional(tx).await? {
            return Ok(Some(claimed));
        }
    }
    Ok(None)
}

pub async fn bot_turn_done(connection: &mut Connection, game: Uuid, version: i64) -> Result<()> {
    diesel::delete(bot_turns::table.find((game, version))).run(connection).await
}

/// When the latest of these decisions of a game was opened.
pub async fn last_opened(
    connection: &mut Connection,
    game: Uuid,
    seats: &[i16],
    ids: &[&str],
) -> Result<Option<Instant>> {
    sql("SELECT d.opened_at AS value FROM decisions d WHERE d.game_id = $1 AND d.seat = ANY($2) \
         AND d.decision = ANY($3) ORDER BY d.opened_at DESC LIMIT 1")
    .bind(game)
    .bind(seats)
    .bind(ids)
    .optional_value(connection)
    .await
}

/// Puts off a bot turn that could not be played, or that waits for people.
pub async fn put_off_bot_turn(
    connection: &mut Connection,
    game: Uuid,
    version: i64,
    until: Instant,
) -> Result<()> {
    diesel::update(bot_turns::table.find((game, version)))
        .set(bot_turns::due_at.eq(until))
        .run(connection)
        .await
}

by_name! {
    /// A decision that waits for the standing orders of its seat to answer it.
    #[derive(Debug, Clone)]
    pub struct OrderTurn {
        pub game_id: Uuid,
        pub seat: i16,
        pub decision: String,
    }
}

/// Claims the order turn that has been due the longest, of the games that no other transaction writes to. The position
/// of the game stays locked until the transaction ends.
pub async fn claim_order_turn(tx: &mut Transaction<'_>, now: Instant) -> Result<Option<OrderTurn>> {
    let due: Vec<OrderTurn> =
        sql("SELECT game_id, seat, decision FROM order_turns WHERE due_at <= $1 ORDER BY due_at LIMIT 8")
            .bind(now)
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
) -> Result<bool> {
    let row = order_turns::table.find((game, seat, decision));
    diesel::delete(row).affects_any(connection).await
}

/// Puts off an order turn whose decision could not be answered.
pub async fn put_off_order_turn(connection: &mut Connection, turn: &OrderTurn, until: Instant) -> Result<()> {
    diesel::update(order_turns::table.find((turn.game_id, turn.seat, &turn.decision)))
        .set(order_turns::due_at.eq(until))
        .run(connection)
        .await
}

/// Adds the decisions that standing orders will answer later. The position of the game must be locked.
pub async fn add_order_turns(
    connection: &mut Connection,
    game: Uuid,
    ordered: &[NewOrderTurn],
) -> Result<()> {
    let statement = sql("INSERT INTO order_turns (game_id, seat, decision, due_at) \
         SELECT $1, o.* FROM unnest($2, $3, $4) AS o ON CONFLICT DO NOTHING")
    .bind(game);
    NewOrderTurn::bind(ordered, statement).run(connection).await
}
