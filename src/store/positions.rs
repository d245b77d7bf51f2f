//! The present position of a game: in full for a request that reads or moves the game (one cached statement, one round
//! trip), or only its version, or whether an account may see it as a guest.

use std::sync::LazyLock;

use diesel::{
    BoolExpressionMethods, ExpressionMethods, JoinOnDsl, NullableExpressionMethods, QueryDsl, Queryable,
};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::games::{Status, Visibility};
use super::schema::{games, positions, seats};
use super::sql::{Statement, by_name, sql};
use super::write::MOST_GAMES;
use super::{Connection, Result};
use time_control::Instant;

by_name! {
    /// A game as a request loads it.
    #[derive(Debug, Clone)]
    pub struct GameRow {
        pub ruleset: String,
        pub rules_version: i32,
        pub status: Status,
        pub visibility: Visibility,
        /// SHA-256 of the components it is played with.
        pub components_digest: Vec<u8>,
        /// The seed of every draw; `None` before the start. It must never leave the process.
        pub game_seed: Option<Vec<u8>>,
        /// The player of each seat, in the order of the seats; `None` is a bot.
        pub accounts: Vec<Option<Uuid>>,
        /// The bot that plays each seat, for its owner where there is one.
        pub bots: Vec<Option<String>>,
        /// When the time of each seat's player counts, as JSON; `None`: always, the game is untimed, or the load is not
        /// `for_update`.
        pub availability: Vec<Option<String>>,
        pub resigned: Vec<bool>,
        /// Is the caller offered a seat or invited? See [`is_guest`]; false for a public game.
        pub is_guest: bool,
        /// Raised by every change of what the lobby shows.
        pub revision: i64,
        /// The result, as JSON.
        pub outcome: Option<String>,
        /// The version of the game; `None` before the start.
        pub version: Option<i64>,
        /// The digest of the last entry; empty before the set-up, `None` before the start.
        pub digest: Option<Vec<u8>>,
        /// The state at that version, secrets included; `None` before the start, and when it is cached.
        pub state: Option<String>,
        /// The clock of the game and when a bot takes over, as JSON; `None`: untimed.
        pub clock: Option<String>,
        /// The clocks at that version, as JSON.
        pub clocks: Option<String>,
        /// What can be taken back at that version, as JSON; `None`: nothing yet.
        pub take_backs: Option<String>,
        /// The clocks at the versions that can be returned to: a JSON array of pairs of a version and its clocks.
        pub earlier_clocks: Option<String>,
        /// The first version that the request with the same key made.
        pub earlier_version: Option<i64>,
        pub earlier_body: Option<Vec<u8>>,
        /// The last version that the request with the same key made, the server's steps included.
        pub earlier_last: Option<i64>,
        /// Counts the changes beside the log that actions are judged by: of standing orders, and of availability. `None`
        /// before the start.
        pub order_changes: Option<i64>,
        /// The standing orders that can apply, oldest first, as a JSON array; only with `for_update`.
        pub orders: Option<String>,
        /// The most seconds that standing orders wait before they answer; only with `for_update`.
        pub order_delay: Option<i32>,
    }
}

#[derive(Debug, Clone, Copy, Default)]
pub struct LoadOptions<'a> {
    pub account: Option<Uuid>,
    /// The idempotency key: the entry that the caller made under it before is loaded, too, with `for_update`.
    pub key: Option<&'a str>,
    /// The digest of the cached position: if the game still has it, its state is not loaded, except with `for_update`.
    pub cached_digest: Option<&'a [u8]>,
    /// The instant of the request: a seat offer that has expired by then makes nobody a guest.
    pub at: Instant,
    /// Is the game loaded to be moved? Then the standing orders and all availability are loaded, too.
    pub for_update: bool,
}

/// The columns that a read does not need, as nulls.
const VIEW_REST: &str = "NULL::bigint AS earlier_version, NULL::bytea AS earlier_body, \
    NULL::bigint AS earlier_last, NULL::text AS orders, NULL::int AS order_delay";

/// A request that only reads loads less, by a statement of its own: a plan that suits both would suit neither.
static FOR_VIEW: LazyLock<String> = LazyLock::new(|| {
    let state = "CASE WHEN p.digest IS DISTINCT FROM $4 THEN p.state END";
    select(state, VIEW_REST, "'{}'::text[]", "", ONE)
});

/// `FOR_VIEW` for several games at once.
static FOR_VIEWS: LazyLock<String> = LazyLock::new(|| {
    let state = "CASE WHEN p.digest = ANY ($4) THEN NULL ELSE p.state END";
    select(state, VIEW_REST, "'{}'::text[]", "", ("g.id", "g.id = ANY ($1)"))
});

static FOR_UPDATE: LazyLock<String> = LazyLock::new(|| {
    let rest = "e.version AS earlier_version, e.body_hash AS earlier_body, e.last_version AS earlier_last, \
                (SELECT json_agg(json_build_object('id', o.id, 'seat', o.seat, 'account', o.account_id, \
                'order', o.content::json) ORDER BY o.number)::text FROM orders o \
                WHERE o.game_id = $1 AND o.disarmed_at IS NULL AND o.suspended_at IS NULL) AS orders, \
                (g.terms::json ->> 'order_delay_seconds')::int AS order_delay";
    let availability = "coalesce(array_agg(CASE WHEN g.clock IS NOT NULL THEN s.availability END), '{}')";
    // No key is empty. Compared with null, the join would lose the game by which a sharded database finds the shard.
    let earlier = "LEFT JOIN entries e ON e.game_id = $1 AND e.request_key = coalesce($4, '') \
                   AND e.seat = (SELECT s.seat FROM seats s WHERE s.game_id = $1 AND s.account_id = $2)";
    select("p.state", rest, availability, earlier, ONE)
});

/// How parts of a statement about one game name it, and the condition for it. A sharded database finds the shard by the
/// parameter, and not by what it is compared with elsewhere in the statement.
const ONE: (&str, &str) = ("$1", "g.id = $1");

/// The statement that loads games: `$1` is the game, or the games, `$2` the caller, `$3` now.
fn select(state: &str, rest: &str, availability: &str, earlier: &str, (game, which): (&str, &str)) -> String {
    let is_guest = guest(game);
    format!(
        "SELECT g.id, g.ruleset, g.rules_version, g.status, g.visibility, g.components_digest, g.game_seed, \
         t.accounts, t.bots, t.availability, t.resigned, \
         {is_guest} AS is_guest, \
         g.revision, g.outcome, p.version, p.digest, {state} AS state, g.clock, p.clocks, p.take_backs, p.earlier_clocks, p.order_changes, {rest} \
         FROM games g LEFT JOIN positions p ON p.game_id = {game} CROSS JOIN LATERAL \
         (SELECT coalesce(array_agg(s.account_id), '{{}}') AS accounts, \
         coalesce(array_agg(coalesce(s.bot, s.caretaker)), '{{}}') AS bots, {availability} AS availability, \
         coalesce(array_agg(s.resigned_at IS NOT NULL), '{{}}') AS resigned \
         FROM (SELECT * FROM seats WHERE game_id = {game} ORDER BY seat) s) t {earlier} WHERE {which}"
    )
}

pub async fn load(connection: &mut Connection, game: Uuid, by: LoadOptions<'_>) -> Result<Option<GameRow>> {
    let text: &str = if by.for_update { &FOR_UPDATE } else { &FOR_VIEW };
    let query = sql(text).bind(game).bind(account_or_nil(by.account)).bind(by.at);
    // A position is identified by its digest and not by a system column such as xmin: after a failover that lost a
    // write, the same transaction number comes again.
    let query = match by.for_update {
        true => query.bind(by.key),
        false => query.bind(by.cached_digest),
    };
    query.get_optional(connection).await
}

by_name! {
    struct IdentifiedRow {
        id: Uuid,
        row: GameRow,
    }
}

/// The present state of several games at one moment, for reads of `account`; the states of positions with one of
/// these digests are left out.
pub async fn load_all(
    connection: &mut Connection,
    games: &[Uuid],
    account: Uuid,
    cached_digests: &[&[u8]],
    at: Instant,
) -> Result<Vec<(Uuid, GameRow)>> {
    let rows: Vec<IdentifiedRow> = sql(FOR_VIEWS.as_str())
        .bind(games)
        .bind(account)
        .bind(at)
        .bind(cached_digests)
        .load(connection)
        .await?;
    Ok(rows.into_iter().map(|found| (found.id, found.row)).collect())
}

/// Raises the counter of changes beside the log. A write that was decided before then fails and is decided again; the
/// lock on the position keeps every other write waiting until the transaction ends. Returns the counter; `None`: the
/// game has not begun.
pub async fn raise_changes(connection: &mut Connection, game: Uuid) -> Result<Option<i64>> {
    diesel::update(positions::table.find(game))
        .set(positions::order_changes.eq(positions::order_changes + 1))
        .returning(positions::order_changes)
        .get_optional(connection)
        .await
}

/// The SQL of: is the account `$2` a guest of the game `g`, which is named by `game`, at `$3`: offered a seat there, a
/// member of its club, or, until it starts, invited by name or by the verified address, where neither blocks the other?
/// Always false for a public game, where it does not matter.
fn guest(game: &str) -> String {
    format!(
        "g.visibility = 'private' AND (EXISTS (SELECT 1 FROM seat_offers o WHERE o.game_id = {game} \
         AND o.account_id = $2 AND o.expires_at > $3) \
         OR g.club_id IS NOT NULL AND EXISTS (SELECT 1 FROM club_members m WHERE m.club_id = g.club_id \
         AND m.account_id = $2 AND m.removed_at IS NULL AND m.role <> 'applicant') \
         OR g.status IN ('open', 'confirming') AND EXISTS (SELECT 1 FROM invitations i WHERE i.game_id = {game} \
         AND i.state = 'open' AND (i.account_id = $2 OR i.email_key = (SELECT a.email_key FROM accounts a \
         WHERE a.id = $2 AND a.verified_at IS NOT NULL AND a.deleted_at IS NULL)) \
         AND NOT EXISTS (SELECT 1 FROM blocks b \
         WHERE (b.account_id, b.blocked_id) IN (($2, i.invited_by), (i.invited_by, $2)))))"
    )
}

/// Is `account` a guest of `game` at `at`? A game that does not exist has no guests.
pub async fn is_guest(
    connection: &mut Connection,
    game: Uuid,
    account: Option<Uuid>,
    at: Instant,
) -> Result<bool> {
    let found = sql(format!("SELECT {} AS is_guest FROM games g WHERE g.id = $1", guest("$1")))
        .bind(game)
        .bind(account_or_nil(account))
        .bind(at)
        .optional_value(connection)
        .await?;
    Ok(found.unwrap_or(false))
}

/// What stands for a caller without a log-in in a statement: no account has the nil id. Null would not do. PostgreSQL
/// removes what is compared with null, finds the rest so much cheaper that it never keeps a plan, and takes 0.24 ms to plan
/// each of these reads. And a join that is removed takes away the game by which a sharded database finds the shard.
pub(super) fn account_or_nil(account: Option<Uuid>) -> Uuid {
    account.unwrap_or_default()
}

/// The game that is read, and who reads it.
#[derive(Debug, Clone, Copy)]
pub struct VersionKey {
    pub game: Uuid,
    pub account: Option<Uuid>,
}

by_name! {
    /// Values of which at least one changes whenever a viewer would see a game differently.
    #[derive(Debug, Clone, Queryable)]
    pub struct VersionProbe {
        pub visibility: Visibility,
        /// Raised by every change of what the lobby shows.
        pub revision: i64,
        pub version: i64,
        /// The digest of the last entry.
        pub digest: Vec<u8>,
        pub seat: Option<i16>,
    }
}

/// The version of a game that has begun, for a viewer who may have seen it already: its state is not read.
pub async fn probe_version(connection: &mut Connection, key: &VersionKey) -> Result<Option<VersionProbe>> {
    let own = seats::game_id.eq(games::id).and(seats::account_id.eq(account_or_nil(key.account)));
    games::table
        .inner_join(positions::table.on(positions::game_id.eq(games::id)))
        .left_join(seats::table.on(own))
        .filter(games::id.eq(key.game))
        .select((
            games::visibility,
            games::revision,
            positions::version,
            positions::digest,
            seats::seat.nullable(),
        ))
        .get_optional(connection)
        .await
}

by_name! {
    struct PlacedProbe {
        place: i32,
        probe: VersionProbe,
    }
}

/// The statements that probe so many games, from one. Each lists its keys: of keys in an array PostgreSQL does not know
/// how many there are, and plans each time anew, which takes three times as long as finding four games.
static PROBES: LazyLock<[String; MOST_GAMES]> = LazyLock::new(|| {
    std::array::from_fn(|more| {
        let key = |place: usize| format!("({place}, ${}::uuid, ${}::uuid)", 2 * place + 1, 2 * place + 2);
        let keys: Vec<String> = (0..=more).map(key).collect();
        format!(
            "SELECT k.place, g.visibility, g.revision, p.version, p.digest, s.seat \
             FROM (VALUES {}) AS k (place, game, account) \
             JOIN games g ON g.id = k.game JOIN positions p ON p.game_id = k.game \
             LEFT JOIN seats s ON s.game_id = k.game AND s.account_id = k.account",
            keys.join(", ")
        )
    })
});

/// [`probe_version`] of at most [`MOST_GAMES`] at once, in the order of the keys.
pub async fn probe_versions(
    connection: &mut Connection,
    keys: &[&VersionKey],
) -> Result<Vec<Option<VersionProbe>>> {
    let mut probes = vec![None; keys.len()];
    let Some(text) = keys.len().checked_sub(1).and_then(|more| PROBES.get(more)) else { return Ok(probes) };
    let mut statement = sql(text.as_str());
    for key in keys {
        statement = statement.bind(key.game).bind(account_or_nil(key.account));
    }
    let found: Vec<PlacedProbe> = statement.load(connection).await?;
    for PlacedProbe { place, probe } in found {
        if let Some(its) = usize::try_from(place).ok().and_then(|place| probes.get_mut(place)) {
            *its = Some(probe);
        }
    }
    Ok(probes)
}
