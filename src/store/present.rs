//! The present of a game, for whoever looks or acts: one cached statement, one round trip.

use diesel::pg::Pg;
use diesel::query_builder::{AstPass, Query, QueryFragment, QueryId};
use diesel::sql_types::{Array, BigInt, Binary, Bool, Integer, Nullable, Text, Uuid as SqlUuid};
use diesel::{OptionalExtension, QueryResult, Queryable};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::words::{Status, Visibility};
use super::{Connection, StoreError, visibility};
use crate::clock::Instant;

/// A game as a request finds it.
#[derive(Debug, Clone, Queryable)]
pub struct Present {
    pub ruleset: String,
    pub rules_version: i32,
    pub status: Status,
    /// Who may see it.
    pub visibility: Visibility,
    /// SHA-256 of the components it is played with.
    pub components_digest: Vec<u8>,
    /// The seed of every draw; `None` before the start. It must never leave the process.
    pub game_seed: Option<Vec<u8>>,
    /// Who sits where, in the order of the seats; `None` is a bot.
    pub accounts: Vec<Option<Uuid>>,
    /// The bot that plays each seat, for its owner where there is one.
    pub bots: Vec<Option<String>>,
    /// When the time of each seat's person counts, as JSON; `None`: always, the table is untimed, or the caller only
    /// looks.
    pub availability: Vec<Option<String>>,
    /// Who has given up, by seat.
    pub resigned: Vec<bool>,
    /// Is the caller offered a seat or invited? See [`visibility::is_guest`]; false for a public game.
    pub is_guest: bool,
    /// Raised by every change of what the lobby shows.
    pub revision: i64,
    /// How it ended, as JSON.
    pub outcome: Option<String>,
    /// The version of the game; `None` before the start.
    pub version: Option<i64>,
    /// The digest of the last entry; empty before the set-up, `None` before the start.
    pub digest: Option<Vec<u8>>,
    /// The state at that version, secrets included; `None` too when the caller has it.
    pub state: Option<String>,
    /// The clock of the table and when a bot takes over, as JSON; `None`: untimed.
    pub clock: Option<String>,
    /// The clocks at that version, as JSON.
    pub clocks: Option<String>,
    /// The first version that the request with the same key made.
    pub earlier_version: Option<i64>,
    pub earlier_body: Option<Vec<u8>>,
    /// The last version it made, the server's steps included.
    pub earlier_last: Option<i64>,
    /// Counts the changes of standing orders; `None` before the start.
    pub order_changes: Option<i64>,
    /// The standing orders that can apply, oldest first, as a JSON array; only for whoever may move the game.
    pub orders: Option<String>,
    /// The most seconds that standing orders wait before they answer; only for whoever may move the game.
    pub order_delay: Option<i32>,
}

type Columns = (
    Text,
    Integer,
    Text,
    Text,
    Binary,
    Nullable<Binary>,
    Array<Nullable<SqlUuid>>,
    Array<Nullable<Text>>,
    Array<Nullable<Text>>,
    Array<Bool>,
    Bool,
    BigInt,
    Nullable<Text>,
    Nullable<BigInt>,
    Nullable<Binary>,
    Nullable<Text>,
    Nullable<Text>,
    Nullable<Text>,
    Nullable<BigInt>,
    Nullable<Binary>,
    Nullable<BigInt>,
    Nullable<BigInt>,
    Nullable<Text>,
    Nullable<Integer>,
);

#[derive(Debug, Clone, Copy, Default)]
pub struct Asking<'a> {
    pub account: Option<Uuid>,
    /// What he did under this key is given, too, if he comes to move the game.
    pub key: Option<&'a str>,
    /// The digest of the position whose state need not be given, to somebody who only looks.
    pub at_hand: Option<&'a [u8]>,
    /// When it is asked: offers that have expired by then count for nothing.
    pub at: Instant,
    /// Does he come to move the game? Then he is given the standing orders and when everybody's time counts.
    pub moves: bool,
}

/// Somebody who only looks is read less, by a statement of its own: a plan that suits both would suit neither.
struct Ask<'a, const MOVES: bool> {
    game: Uuid,
    by: Asking<'a>,
}

impl<const MOVES: bool> QueryId for Ask<'_, MOVES> {
    type QueryId = Ask<'static, MOVES>;
    const HAS_STATIC_QUERY_ID: bool = true;
}

impl<const MOVES: bool> Query for Ask<'_, MOVES> {
    type SqlType = Columns;
}

/// When the time of each seat's person counts.
const AVAILABILITY: &str = "coalesce(array_agg(CASE WHEN g.clock IS NOT NULL THEN s.availability END), '{}')";
/// The standing orders that can apply.
const ORDERS: &str = "(SELECT json_agg(json_build_object('id', o.id, 'seat', o.seat, 'account', o.account_id, \
                      'order', o.content::json) ORDER BY o.number)::text FROM orders o \
                      WHERE o.game_id = g.id AND o.disarmed_at IS NULL AND o.suspended_at IS NULL)";

/// How long they may wait.
const ORDER_DELAY: &str = ", (g.terms::json ->> 'order_delay_seconds')::int";

impl<const MOVES: bool> QueryFragment<Pg> for Ask<'_, MOVES> {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        out.push_sql(
            "SELECT g.ruleset, g.rules_version, g.status, g.visibility, g.components_digest, g.game_seed, \
             t.accounts, t.bots, t.availability, t.resigned, ",
        );
        visibility::push_is_guest(&self.by.account, &self.by.at, &mut out)?;
        out.push_sql(", g.revision, g.outcome, p.version, p.digest, ");
        if MOVES {
            out.push_sql("p.state");
        } else {
            unknown_state(&self.by, out.reborrow())?;
        }
        out.push_sql(", g.clock, p.clocks, ");
        out.push_sql(if MOVES {
            "e.version, e.body_hash, e.last_version, p.order_changes, "
        } else {
            "NULL::bigint, NULL::bytea, NULL::bigint, p.order_changes, "
        });
        out.push_sql(if MOVES { ORDERS } else { "NULL::text" });
        out.push_sql(if MOVES { ORDER_DELAY } else { ", NULL::int" });
        out.push_sql(
            " FROM games g LEFT JOIN positions p ON p.game_id = g.id CROSS JOIN LATERAL \
             (SELECT coalesce(array_agg(s.account_id), '{}') AS accounts, \
             coalesce(array_agg(coalesce(s.bot, s.caretaker)), '{}') AS bots, ",
        );
        out.push_sql(if MOVES { AVAILABILITY } else { "'{}'::text[]" });
        out.push_sql(
            " AS availability, coalesce(array_agg(s.resigned_at IS NOT NULL), '{}') AS resigned \
             FROM (SELECT * FROM seats WHERE game_id = g.id ORDER BY seat) s) t",
        );
        if MOVES {
            earlier(&self.by, out.reborrow())?;
        }
        out.push_sql(" WHERE g.id = ");
        out.push_bind_param::<SqlUuid, _>(&self.game)?;
        Ok(())
    }
}

/// The state, unless it is at hand. What tells one position from another can't be a column of the system: after a
/// failover that lost a write, the same transaction number comes again.
fn unknown_state<'b>(by: &'b Asking<'b>, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
    out.push_sql("CASE WHEN p.digest IS DISTINCT FROM ");
    out.push_bind_param::<Nullable<Binary>, _>(&by.at_hand)?;
    out.push_sql(" THEN p.state END");
    Ok(())
}

/// What the caller did under the same key.
fn earlier<'b>(by: &'b Asking<'b>, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
    out.push_sql(" LEFT JOIN entries e ON e.game_id = g.id AND e.request_key = ");
    out.push_bind_param::<Nullable<Text>, _>(&by.key)?;
    out.push_sql(" AND e.seat = (SELECT s.seat FROM seats s WHERE s.game_id = g.id AND s.account_id = ");
    out.push_bind_param::<Nullable<SqlUuid>, _>(&by.account)?;
    out.push_sql(")");
    Ok(())
}

/// The present of `game`.
pub async fn load(
    connection: &mut Connection,
    game: Uuid,
    by: Asking<'_>,
) -> Result<Option<Present>, StoreError> {
    let present = if by.moves {
        Ask::<true> { game, by }.get_result(connection).await
    } else {
        Ask::<false> { game, by }.get_result(connection).await
    };
    present.optional()
}

/// The statement of whoever moves, as it is sent, without what is bound: measures send the same.
pub fn statement() -> String {
    let ask = Ask::<true> { game: Uuid::nil(), by: Asking::default() };
    super::sent(&diesel::debug_query::<Pg, _>(&ask).to_string())
}
