//! The streams of accounts over all their games, and the relay that fills them: what happens in a game becomes an item
//! in the stream of each account that plays in it.
//!
//! Each game is relayed by one statement of its own (by one transaction, in a sharded database), from where the last one ended, so that nothing is missed or
//! doubled and no worker ever locks several games. The numbers of an account's items are given out under a lock on the
//! head of its stream, so that they have no gaps and become visible in order.

use std::sync::LazyLock;

use diesel::{ExpressionMethods, QueryDsl};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::schema::{stream_heads, stream_items};
use super::sql::{Sql, Statement, by_name, sql, text_columns};
use super::{Connection, Result, Transaction};
use time_control::Instant;

/// The last numbers of these accounts' streams; a stream without an item has none.
pub async fn heads(connection: &mut Connection, people: &[Uuid]) -> Result<Vec<(Uuid, i64)>> {
    stream_heads::table
        .filter(stream_heads::account_id.eq_any(people))
        .select((stream_heads::account_id, stream_heads::last_number))
        .load(connection)
        .await
}

/// The last number of an account's stream, and the first that is still stored; 0 and `None` for one without an item.
pub async fn extent(connection: &mut Connection, account: Uuid) -> Result<(i64, Option<i64>)> {
    let heads: Vec<(Uuid, i64)> = heads(connection, &[account]).await?;
    let last = <[_]>::first(&heads).map_or(0, |(_, last)| *last);
    let first = stream_items::table
        .filter(stream_items::account_id.eq(account))
        .select(diesel::dsl::min(stream_items::number))
        .first(connection)
        .await?;
    Ok((last, first))
}

text_columns! {
    /// What an item of a stream is about.
    #[derive(Hash)]
    pub enum StreamItemKind {
        /// An entry of the log of a game.
        Entry,
        Message,
        /// A change of a game before its start.
        Change,
        /// A mail to the owner of the stream.
        Call,
    }
}

by_name! {
    /// Something that happened, with what it takes to show it.
    #[derive(Debug, Clone)]
    pub struct StreamItem {
        pub account: Uuid,
        pub number: i64,
        pub kind: StreamItemKind,
        pub game: Uuid,
        pub seat: Option<i16>,
        pub position: i64,
        pub call: Option<String>,
        pub decision: Option<String>,
        pub ruleset: String,
        /// SHA-256 of the game's components.
        pub components_digest: Vec<u8>,
        pub rules_version: i32,
        /// Distinguishes this item from another one that gets the same number after a failover that lost this one.
        pub mark: Vec<u8>,
    }
}

/// The SQL of the mark of an item `i`. It is made only of what the owner of the stream knows anyway: the position of a
/// message among all messages of the game would tell them of private messages between others.
const MARK: &str = "sha256(convert_to(concat_ws(' ', i.kind, i.game_id, i.call, \
                    extract(epoch FROM i.created_at)), 'UTF8'))";

/// The mark of the item with a number, while the item is stored.
pub async fn mark(connection: &mut Connection, account: Uuid, number: i64) -> Result<Option<Vec<u8>>> {
    let query =
        format!("SELECT {MARK} AS mark FROM stream_items i WHERE i.account_id = $1 AND i.number = $2");
    sql(query).bind(account).bind(number).optional_value(connection).await
}

/// At most `most` items of an account's stream after number `after` up to `last`.
pub async fn after(
    connection: &mut Connection,
    account: Uuid,
    after: i64,
    last: i64,
    most: i64,
) -> Result<Vec<StreamItem>> {
    between("i.account_id = $1").bind(account).bind(after).bind(last).bind(most).load(connection).await
}

/// The same of the items that others may follow.
pub async fn public_after(
    connection: &mut Connection,
    account: Uuid,
    after: i64,
    last: i64,
    most: i64,
) -> Result<Vec<StreamItem>> {
    between(PUBLIC).bind(account).bind(after).bind(last).bind(most).load(connection).await
}

/// The statement that reads the items of an account `$1` of which a condition holds, after number `$2` up to `$3`, at
/// most `$4` of them.
fn between<'b>(condition: &str) -> Sql<'b> {
    sql(format!(
        "SELECT i.account_id AS account, i.number, i.kind, i.game_id AS game, i.seat, i.position, i.call, i.decision, \
         g.ruleset, g.components_digest, g.rules_version, {MARK} AS mark \
         FROM stream_items i JOIN games g ON g.id = i.game_id \
         WHERE {condition} AND i.number > $2 AND i.number <= $3 ORDER BY i.number LIMIT $4"
    ))
}

/// What others may follow of an account's stream: entries and changes of public games.
const PUBLIC: &str = "i.account_id = $1 AND i.kind IN ('entry', 'change') AND g.visibility = 'public'";

/// The number of the item of a public game at a position of that game, while the item is stored.
pub async fn public_number(
    connection: &mut Connection,
    account: Uuid,
    kind: StreamItemKind,
    game: Uuid,
    position: i64,
) -> Result<Option<i64>> {
    sql(format!(
        "SELECT i.number AS value FROM stream_items i JOIN games g ON g.id = i.game_id \
         WHERE {PUBLIC} AND i.kind = $2 AND i.game_id = $3 AND i.position = $4 ORDER BY i.number LIMIT 1"
    ))
    .bind(account)
    .bind(kind.word())
    .bind(game)
    .bind(position)
    .optional_value(connection)
    .await
}

/// The last item of a public game up to number `last`: its kind, its game and its position there.
pub async fn last_public(
    connection: &mut Connection,
    account: Uuid,
    last: i64,
) -> Result<Option<(StreamItemKind, Uuid, i64)>> {
    sql(format!(
        "SELECT i.kind, i.game_id, i.position FROM stream_items i JOIN games g ON g.id = i.game_id \
         WHERE {PUBLIC} AND i.number <= $2 ORDER BY i.number DESC LIMIT 1"
    ))
    .bind(account)
    .bind(last)
    .optional_value(connection)
    .await
}

/// At most `most` games after `after` that have something to relay, in the order of their ids; none if there are no
/// more. Locks nothing.
pub async fn due_games(connection: &mut Connection, after: Uuid, most: i64) -> Result<Vec<Uuid>> {
    // Along the key of the queue, and at most a row for each change: a game has a few. A join or `DISTINCT` would be
    // planned without knowing how long the queue is at the moment, and then read every game there is.
    let due = "SELECT game_id FROM relay_due WHERE game_id > $1 ORDER BY game_id LIMIT $2";
    let mut games: Vec<Uuid> = sql(due).bind(after).bind(most).values(connection).await?;
    games.dedup();
    Ok(games)
}

/// How far the game `$1` was relayed, and how far it has come.
const SEEN: &str = "SELECT coalesce(r.version, -1) AS version, \
    coalesce(r.message, 0) AS message, coalesce(r.change, 0) AS change, coalesce(p.version, -1) AS to_version, \
    coalesce(t.last_message, 0) AS to_message, g.last_change AS to_change \
    FROM games g LEFT JOIN relayed r ON r.game_id = $1 LEFT JOIN positions p ON p.game_id = $1 \
    LEFT JOIN talks t ON t.game_id = $1 WHERE g.id = $1";

/// What is new in the game `$1` between the ends of the stretch `h`, for each account in it; `$2` are the kinds of
/// notification that are items of streams.
const NEW: &str = "SELECT s.account_id, 'entry' AS kind, s.seat, e.version AS position, NULL AS call, \
    NULL AS decision, e.created_at FROM {stretch} h \
    JOIN entries e ON e.game_id = $1 AND e.version > h.version AND e.version <= h.to_version \
    JOIN seats s ON s.game_id = $1 AND s.account_id IS NOT NULL \
    UNION ALL SELECT o.account_id, 'call', o.seat, o.version, o.kind, o.decision, o.created_at \
    FROM {stretch} h JOIN mails o ON o.partition = $1 AND o.version > h.version AND o.version <= h.to_version \
    WHERE o.kind = ANY($2) \
    UNION ALL SELECT w.account_id, 'change', NULL, c.change, NULL, NULL, c.created_at FROM {stretch} h \
    JOIN table_changes c ON c.game_id = $1 AND c.change > h.change AND c.change <= h.to_change \
    CROSS JOIN LATERAL (SELECT s.account_id FROM seats s WHERE s.game_id = $1 AND s.account_id IS NOT NULL \
    UNION SELECT c.account_id WHERE c.account_id IS NOT NULL) w \
    UNION ALL SELECT c.account_id, 'message', s.seat, m.message, NULL, NULL, m.created_at FROM {stretch} h \
    JOIN messages m ON m.game_id = $1 AND m.message > h.message AND m.message <= h.to_message \
    JOIN message_copies c ON c.game_id = $1 AND c.message = m.message \
    JOIN seats s ON s.game_id = $1 AND s.account_id = c.account_id \
    WHERE NOT EXISTS (SELECT 1 FROM blocks x WHERE x.account_id = c.account_id AND x.blocked_id = m.account_id)";

/// Parts of a statement that give what is `new` in the game `$1` the next numbers of each account's stream. The heads are
/// locked in the order of the accounts, so that two workers can't deadlock.
const NUMBERED: &str = "ordered AS (SELECT n.*, row_number() OVER (PARTITION BY n.account_id \
    ORDER BY n.kind <> 'change', n.kind = 'message', n.position, n.kind DESC) AS place FROM new n), \
    counted AS (SELECT account_id, count(*) AS many FROM ordered GROUP BY account_id ORDER BY account_id), \
    heads AS (INSERT INTO stream_heads AS h (account_id, last_number) \
    SELECT account_id, many FROM counted ORDER BY account_id \
    ON CONFLICT (account_id) DO UPDATE SET last_number = h.last_number + excluded.last_number \
    RETURNING account_id, last_number), \
    items AS (INSERT INTO stream_items \
    (account_id, number, kind, game_id, seat, position, call, decision, created_at) \
    SELECT o.account_id, h.last_number - c.many + o.place, o.kind, $1, o.seat, o.position, o.call, \
    o.decision, o.created_at FROM ordered o JOIN counted c USING (account_id) JOIN heads h USING (account_id))";

/// Claims a game and gives the accounts in it what is new there, all in one statement.
///
/// `claimed` moves the game's row in `relayed` from where `seen` found it to the end of what `seen` found. Of two
/// workers that found the same, the second one waits for the first one's row, finds it moved and gets no row back;
/// since every later part reads `stretch`, the second worker writes nothing. The claim is an insert, so that a game
/// that was never relayed needs no row beforehand. All parts read one snapshot: what is committed later is relayed the
/// next time.
static FAN_OUT: LazyLock<String> = LazyLock::new(|| {
    let new = NEW.replace("{stretch}", "stretch");
    format!(
        "WITH seen AS ({SEEN}), \
         claimed AS (INSERT INTO relayed AS r (game_id, version, message, change) \
         SELECT $1, to_version, to_message, to_change FROM seen ON CONFLICT (game_id) DO UPDATE \
         SET version = excluded.version, message = excluded.message, change = excluded.change \
         WHERE (r.version, r.message, r.change) = (SELECT s.version, s.message, s.change FROM seen s) \
         RETURNING r.game_id), \
         stretch AS (SELECT s.* FROM seen s CROSS JOIN claimed c), \
         new AS ({new}), {NUMBERED}, \
         gone AS (DELETE FROM relay_due d USING stretch h WHERE d.game_id = $1 \
         AND d.position <= CASE d.kind WHEN 'entry' THEN h.to_version \
         WHEN 'change' THEN h.to_change ELSE h.to_message END) \
         SELECT account_id FROM heads"
    )
});

/// Relays what is new in `game`: changes before its start, entries and calls by version, and messages. Returns the
/// accounts that got something; none if another worker was faster. `kinds` are the kinds of notification that are items
/// of streams.
pub async fn fan_out(connection: &mut Connection, game: Uuid, kinds: &[&str]) -> Result<Vec<Uuid>> {
    sql(FAN_OUT.as_str()).bind(game).bind(kinds).values(connection).await
}

by_name! {
    /// From where to where a game is relayed: the first after `version`, `message` and `change`, the last `to_…`.
    struct Stretch {
        version: i64,
        message: i64,
        change: i64,
        to_version: i64,
        to_message: i64,
        to_change: i64,
    }

    struct NewItem {
        account_id: Uuid,
        kind: String,
        seat: Option<i16>,
        position: i64,
        call: Option<String>,
        decision: Option<String>,
        created_at: Instant,
    }
}

const CLAIM: &str = "INSERT INTO relayed AS r (game_id, version, message, change) VALUES ($1, $2, $3, $4) \
    ON CONFLICT (game_id) DO UPDATE SET version = excluded.version, message = excluded.message, \
    change = excluded.change WHERE r.version = $5 AND r.message = $6 AND r.change = $7";

static NEW_OF_GAME: LazyLock<String> = LazyLock::new(|| {
    let stretch = "(SELECT $3::bigint AS version, $4::bigint AS to_version, $5::bigint AS message, \
                   $6::bigint AS to_message, $7::bigint AS change, $8::bigint AS to_change)";
    NEW.replace("{stretch}", stretch)
});

static NUMBER: LazyLock<String> = LazyLock::new(|| {
    let columns = "account_id, kind, seat, position, call, decision, created_at";
    format!(
        "WITH new AS (SELECT * FROM unnest($2, $3, $4, $5, $6, $7, $8) AS n ({columns})), {NUMBERED} \
         SELECT account_id FROM heads"
    )
});

const RELAYED: &str = "DELETE FROM relay_due WHERE game_id = $1 \
    AND (kind = 'entry' AND position <= $2 OR kind = 'change' AND position <= $3 OR kind = 'message' AND position <= $4)";

/// The same as [`fan_out`] for a sharded database: each statement touches the shard of the game, or streams alone. What is
/// new is read after the claim, but only up to the ends that were claimed.
pub async fn fan_out_in_steps(tx: &mut Transaction<'_>, game: Uuid, kinds: &[&str]) -> Result<Vec<Uuid>> {
    let Some(stretch) = sql(SEEN).bind(game).get_optional::<Stretch>(tx).await? else {
        return Ok(Vec::new());
    };
    let claim =
        sql(CLAIM).bind(game).bind(stretch.to_version).bind(stretch.to_message).bind(stretch.to_change);
    let claim = claim.bind(stretch.version).bind(stretch.message).bind(stretch.change);
    if !claim.affects_any(tx).await? {
        return Ok(Vec::new());
    }
    let new = sql(NEW_OF_GAME.as_str()).bind(game).bind(kinds).bind(stretch.version).bind(stretch.to_version);
    let new = new.bind(stretch.message).bind(stretch.to_message).bind(stretch.change).bind(stretch.to_change);
    let new: Vec<NewItem> = new.load(tx).await?;
    let accounts = sql(NUMBER.as_str())
        .bind(game)
        .bind_column(&new, |item| item.account_id)
        .bind_column(&new, |item| &item.kind)
        .bind_column(&new, |item| item.seat)
        .bind_column(&new, |item| item.position)
        .bind_column(&new, |item| item.call.as_deref())
        .bind_column(&new, |item| item.decision.as_deref())
        .bind_column(&new, |item| item.created_at)
        .values(tx)
        .await?;
    sql(RELAYED)
        .bind(game)
        .bind(stretch.to_version)
        .bind(stretch.to_change)
        .bind(stretch.to_message)
        .run(tx)
        .await?;
    Ok(accounts)
}

pub async fn forget(connection: &mut Connection, oldest: Instant) -> Result<()> {
    diesel::delete(stream_items::table.filter(stream_items::created_at.lt(oldest))).run(connection).await
}
