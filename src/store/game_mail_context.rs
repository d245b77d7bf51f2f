//! The game that a mail is about, read in one statement at the moment of sending: whether the mail's call is still
//! open, and the game as it is then.

use uuid::Uuid;

use super::sql::{Statement, by_name, sql};
use super::{Connection, Result};
use crate::time_control::Instant;

by_name! {
    /// The game of a mail, and whether the mail is still true.
    #[derive(Debug, Clone)]
    pub struct GameMailContext {
        pub ruleset: String,
        /// The version of the rules it is played by.
        pub rules_version: i32,
        /// SHA-256 of the components it is played with.
        pub components_digest: Vec<u8>,
        pub name: String,
        /// SHA-256 of the game's secret, as text.
        pub commitment: String,
        /// The player at each seat, in the order of play; `None` for a bot or a player who is gone.
        pub people: Vec<Option<String>>,
        pub bots: Vec<Option<String>>,
        pub version: i64,
        /// The state at that version, secrets included.
        pub state: String,
        /// Does the reader still have the seat?
        pub holds_seat: bool,
        /// Is the decision of the mail open?
        pub is_open: bool,
        /// Is the seat still awaited for this call, although another decision has replaced the first one without an action
        /// of the seat?
        pub still_called: bool,
        /// The version of the last entry that the seat made itself.
        pub last_own_version: Option<i64>,
        pub deadline: Option<Instant>,
        /// Has the reader been given the warning that the mail is about, and has the deadline not moved since?
        pub is_warned: bool,
        pub time_zone: Option<String>,
        /// Is the game over, with a result or without?
        pub is_over: bool,
        /// The result of a game that is finished, as JSON.
        pub outcome: Option<String>,
    }
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
pub async fn load(connection: &mut Connection, subject: &ContextKey<'_>) -> Result<Option<GameMailContext>> {
    sql(CONTEXT)
        .bind(subject.game)
        .bind(subject.seat)
        .bind(subject.account)
        .bind(subject.decision)
        .bind(subject.version)
        .bind(subject.awaited)
        .bind(subject.is_first_warning)
        .get_optional(connection)
        .await
}
