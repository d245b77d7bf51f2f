//! What a notice is about, read in one statement at the moment of sending: whether it still holds, and the game as it
//! stands then.

use diesel::pg::Pg;
use diesel::query_builder::{AstPass, Query, QueryFragment, QueryId};
use diesel::sql_types::{
    Array, BigInt, Binary, Bool, Integer, Nullable, SmallInt, Text, Timestamptz, Uuid as SqlUuid,
};
use diesel::{OptionalExtension, QueryResult, Queryable};
use diesel_async::RunQueryDsl;

use super::outbox::Claimed;
use super::{Connection, StoreError};
use crate::clock::Instant;

/// The game of a notice, and whether the notice still holds.
#[derive(Debug, Clone, Queryable)]
pub struct Occasion {
    pub ruleset: String,
    /// The version of the rules it is played by.
    pub rules_version: i32,
    /// SHA-256 of the components it is played with.
    pub components_digest: Vec<u8>,
    pub name: String,
    /// SHA-256 of the game's secret, as text.
    pub commitment: String,
    /// The person at each seat, in the order of play; `None` for a bot or somebody who is gone.
    pub people: Vec<Option<String>>,
    pub bots: Vec<Option<String>>,
    pub version: i64,
    /// The state at that version, secrets included.
    pub state: String,
    /// Does the recipient still hold the seat?
    pub holds_seat: bool,
    /// Is the decision of the notice open?
    pub is_open: bool,
    /// Has the call stayed open, although its first decision gave way to another without the seat's doing?
    pub still_called: bool,
    /// The version of the last entry that the seat made itself.
    pub last_own_version: Option<i64>,
    pub deadline: Option<Instant>,
    /// Has the recipient been given the warning that the notice is about, and has the deadline not moved since?
    pub is_warned: bool,
    pub time_zone: Option<String>,
}

type Columns = (
    Text,
    Integer,
    Binary,
    Text,
    Text,
    Array<Nullable<Text>>,
    Array<Nullable<Text>>,
    BigInt,
    Text,
    Bool,
    Bool,
    Bool,
    Nullable<BigInt>,
    Nullable<Timestamptz>,
    Bool,
    Nullable<Text>,
);

struct Ask<'a>(&'a Claimed);

impl QueryId for Ask<'_> {
    type QueryId = Ask<'static>;
    const HAS_STATIC_QUERY_ID: bool = true;
}

impl Query for Ask<'_> {
    type SqlType = Columns;
}

impl QueryFragment<Pg> for Ask<'_> {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        let notice = self.0;
        out.push_sql(
            "SELECT g.ruleset, g.rules_version, g.components_digest, g.name, \
             encode(sha256(g.secret), 'hex'), \
             ARRAY(SELECT a.name FROM seats s LEFT JOIN accounts a ON a.id = s.account_id \
             WHERE s.game_id = g.id ORDER BY s.seat), \
             ARRAY(SELECT s.bot FROM seats s WHERE s.game_id = g.id ORDER BY s.seat), \
             p.version, p.state, \
             EXISTS (SELECT FROM seats s WHERE s.game_id = g.id AND s.seat = ",
        );
        out.push_bind_param::<SmallInt, _>(&notice.seat)?;
        out.push_sql(" AND s.account_id = ");
        out.push_bind_param::<SqlUuid, _>(&notice.account)?;
        out.push_sql("), EXISTS (SELECT FROM decisions d WHERE d.game_id = g.id AND d.seat = ");
        out.push_bind_param::<SmallInt, _>(&notice.seat)?;
        out.push_sql(" AND d.decision = ");
        out.push_bind_param::<Nullable<Text>, _>(&notice.decision)?;
        out.push_sql("), ");
        still_called(notice, out.reborrow())?;
        out.push_sql(", (SELECT max(e.version) FROM entries e WHERE e.game_id = g.id AND e.seat = ");
        out.push_bind_param::<SmallInt, _>(&notice.seat)?;
        out.push_sql(
            " AND e.made_by = 'seat'), \
             (SELECT min(d.deadline) FROM decisions d WHERE d.game_id = g.id AND d.seat = ",
        );
        out.push_bind_param::<SmallInt, _>(&notice.seat)?;
        out.push_sql("), ");
        is_warned(notice, out.reborrow())?;
        out.push_sql(", (SELECT a.time_zone FROM accounts a WHERE a.id = ");
        out.push_bind_param::<SqlUuid, _>(&notice.account)?;
        out.push_sql(
            ") \
             FROM games g JOIN positions p ON p.game_id = g.id WHERE g.id = ",
        );
        out.push_bind_param::<SqlUuid, _>(&notice.game)?;
        Ok(())
    }
}

/// The clock of the decision runs, and the warning is not to be given again.
fn is_warned<'b>(notice: &'b Claimed, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
    out.push_sql("EXISTS (SELECT FROM decisions d WHERE d.game_id = g.id AND d.seat = ");
    out.push_bind_param::<SmallInt, _>(&notice.seat)?;
    out.push_sql(" AND d.decision = ");
    out.push_bind_param::<Nullable<Text>, _>(&notice.decision)?;
    out.push_sql(" AND d.deadline IS NOT NULL AND CASE WHEN ");
    out.push_bind_param::<Text, _>(&notice.kind)?;
    out.push_sql(" = 'deadline_near' THEN d.warn_at ELSE d.warn_again_at END IS NULL)");
    Ok(())
}

/// The game waits for the seat, which has not acted since the call, and no later call has taken its place.
fn still_called<'b>(notice: &'b Claimed, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
    out.push_sql("EXISTS (SELECT FROM decisions d WHERE d.game_id = g.id AND d.blocking AND d.seat = ");
    out.push_bind_param::<SmallInt, _>(&notice.seat)?;
    out.push_sql(
        ") AND NOT EXISTS (SELECT FROM entries e WHERE e.game_id = g.id \
         AND e.made_by <> 'server' AND e.seat = ",
    );
    out.push_bind_param::<SmallInt, _>(&notice.seat)?;
    out.push_sql(" AND e.version > ");
    out.push_bind_param::<BigInt, _>(&notice.version)?;
    out.push_sql(
        ") AND NOT EXISTS (SELECT FROM outbox o WHERE o.game_id = g.id \
         AND o.decision IS NOT NULL \
         AND o.kind NOT IN ('trade_offered', 'offer_answered', 'unpayable_offer', 'message', 'vote', 'vote_decided', \
         'seat_offered', 'deadline_near', 'deadline_nearer') \
         AND o.seat = ",
    );
    out.push_bind_param::<SmallInt, _>(&notice.seat)?;
    out.push_sql(" AND o.version > ");
    out.push_bind_param::<BigInt, _>(&notice.version)?;
    out.push_sql(")");
    Ok(())
}

/// The occasion of a notice as it is now; `None` once the game is gone.
pub async fn now(connection: &mut Connection, notice: &Claimed) -> Result<Option<Occasion>, StoreError> {
    Ask(notice).get_result(connection).await.optional()
}
