//! The game that a mail is about, read in one statement at the moment of sending: whether the mail's call is still
//! open, and the game as it is then.

use diesel::sql_types::{
    Array, BigInt, Binary, Bool, Integer, Nullable, SmallInt, Text, Timestamptz, Uuid as SqlUuid,
};
use diesel::{OptionalExtension, QueryableByName};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::sql::sql;
use super::{Connection, StoreError};
use crate::time_control::Instant;

/// The game of a mail, and whether the mail is still true.
#[derive(Debug, Clone, QueryableByName)]
pub struct GameMailContext {
    #[diesel(sql_type = Text)]
    pub ruleset: String,
    /// The version of the rules it is played by.
    #[diesel(sql_type = Integer)]
    pub rules_version: i32,
    /// SHA-256 of the components it is played with.
    #[diesel(sql_type = Binary)]
    pub components_digest: Vec<u8>,
    #[diesel(sql_type = Text)]
    pub name: String,
    /// SHA-256 of the game's secret, as text.
    #[diesel(sql_type = Text)]
    pub commitment: String,
    /// The player at each seat, in the order of play; `None` for a bot or a player who is gone.
    #[diesel(sql_type = Array<Nullable<Text>>)]
    pub people: Vec<Option<String>>,
    #[diesel(sql_type = Array<Nullable<Text>>)]
    pub bots: Vec<Option<String>>,
    #[diesel(sql_type = BigInt)]
    pub version: i64,
    /// The state at that version, secrets included.
    #[diesel(sql_type = Text)]
    pub state: String,
    /// Does the reader still have the seat?
    #[diesel(sql_type = Bool)]
    pub holds_seat: bool,
    /// Is the decision of the mail open?
    #[diesel(sql_type = Bool)]
    pub is_open: bool,
    /// Is the seat still awaited for this call, although another decision has replaced the first one without an action
    /// of the seat?
    #[diesel(sql_type = Bool)]
    pub still_called: bool,
    /// The version of the last entry that the seat made itself.
    #[diesel(sql_type = Nullable<BigInt>)]
    pub last_own_version: Option<i64>,
    #[diesel(sql_type = Nullable<Timestamptz>)]
    pub deadline: Option<Instant>,
    /// Has the reader been given the warning that the mail is about, and has the deadline not moved since?
    #[diesel(sql_type = Bool)]
    pub is_warned: bool,
    #[diesel(sql_type = Nullable<Text>)]
    pub time_zone: Option<String>,
    /// Is the game over, with a result or without?
    #[diesel(sql_type = Bool)]
    pub is_over: bool,
    /// The result of a game that is finished, as JSON.
    #[diesel(sql_type = Nullable<Text>)]
    pub outcome: Option<String>,
}

/// The mail that the context is for.
#[derive(Debug)]
pub struct ContextKey<'a> {
    pub game: Uuid,
    pub version: i64,
    pub seat: i16,
    pub account: Uuid,
    pub decision: Option<&'a str>,
    /// Is it the first of two warnings?
    pub is_first_warning: bool,
    /// The kinds of call to awaited seats: a later one to the same seat replaces an earlier one.
    pub awaited: &'a [&'a str],
}

const CONTEXT: &str = "SELECT g.ruleset, g.rules_version, g.components_digest, g.name, \
    encode(sha256(g.secret), 'hex') AS commitment, \
    ARRAY(SELECT a.name FROM seats s LEFT JOIN accounts a ON a.id = s.account_id \
    WHERE s.game_id = g.id ORDER BY s.seat) AS people, \
    ARRAY(SELECT s.bot FROM seats s WHERE s.game_id = g.id ORDER BY s.seat) AS bots, \
    p.version, p.state, \
    EXISTS (SELECT FROM seats s WHERE s.game_id = g.id AND s.seat = $2 AND s.account_id = $3) AS holds_seat, \
    EXISTS (SELECT FROM decisions d WHERE d.game_id = g.id AND d.seat = $2 AND d.decision = $4) AS is_open, \
    EXISTS (SELECT FROM decisions d WHERE d.game_id = g.id AND d.blocking AND d.seat = $2) \
    AND NOT EXISTS (SELECT FROM entries e WHERE e.game_id = g.id \
    AND e.made_by <> 'server' AND e.seat = $2 AND e.version > $5) \
    AND NOT EXISTS (SELECT FROM mails o WHERE o.partition = g.id AND o.decision IS NOT NULL \
    AND o.kind = ANY($6) AND o.seat = $2 AND o.version > $5) AS still_called, \
    (SELECT max(e.version) FROM entries e WHERE e.game_id = g.id AND e.seat = $2 AND e.made_by = 'seat') \
    AS last_own_version, \
    (SELECT min(d.deadline) FROM decisions d WHERE d.game_id = g.id AND d.seat = $2) AS deadline, \
    EXISTS (SELECT FROM decisions d WHERE d.game_id = g.id AND d.seat = $2 AND d.decision = $4 \
    AND d.deadline IS NOT NULL AND CASE WHEN $7 THEN d.warn_at ELSE d.warn_again_at END IS NULL) AS is_warned, \
    (SELECT a.time_zone FROM accounts a WHERE a.id = $3) AS time_zone, \
    g.status NOT IN ('open', 'confirming', 'running', 'paused') AS is_over, \
    CASE WHEN g.status = 'finished' THEN g.outcome END AS outcome \
    FROM games g JOIN positions p ON p.game_id = g.id WHERE g.id = $1";

/// The context of a mail as it is now; `None` once the game is gone.
pub async fn load(
    connection: &mut Connection,
    subject: &ContextKey<'_>,
) -> Result<Option<GameMailContext>, StoreError> {
    sql(CONTEXT)
        .bind::<SqlUuid, _>(subject.game)
        .bind::<SmallInt, _>(subject.seat)
        .bind::<SqlUuid, _>(subject.account)
        .bind::<Nullable<Text>, _>(subject.decision)
        .bind::<BigInt, _>(subject.version)
        .bind::<Array<Text>, _>(subject.awaited)
        .bind::<Bool, _>(subject.is_first_warning)
        .get_result(connection)
        .await
        .optional()
}
