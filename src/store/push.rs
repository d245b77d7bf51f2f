//! Web push: the key pair of the server, the browsers that are subscribed, and what is pushed to them. One worker at a
//! time claims a delivery, by an update of one row as in the queue of mails; each delivery is settled once.

use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::mails::queue::{Lease, most_found};
use super::sql::{Statement, by_name, derived_id, sql};
use super::{Connection, Result, Transaction, accounts};
use time_control::Instant;

/// The private key of the server; `None` before the first is made.
pub async fn key(connection: &mut Connection) -> Result<Option<Vec<u8>>> {
    sql("SELECT secret AS value FROM push_keys").optional_value(connection).await
}

/// Stores a private key, unless there is one.
pub async fn add_key(connection: &mut Connection, id: Uuid, new: &[u8], now: Instant) -> Result<()> {
    sql("INSERT INTO push_keys (id, secret, created_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING")
        .bind(id)
        .bind(new)
        .bind(now)
        .run(connection)
        .await
}

by_name! {
    /// A browser that is subscribed.
    #[derive(Debug, Clone)]
    pub struct PushSubscriptionRow {
        pub id: Uuid,
        pub account_id: Uuid,
        pub device_id: Option<Uuid>,
        pub label: String,
        /// The host of its push service.
        pub host: String,
        pub endpoint_hash: Vec<u8>,
        /// Its address and keys.
        pub sealed: Vec<u8>,
        pub created_at: Instant,
        /// Since when every push has failed.
        pub failing_since: Option<Instant>,
    }
}

const COLUMNS: &str =
    "id, account_id, device_id, label, host, endpoint_hash, sealed, created_at, failing_since";

/// How many subscriptions an account has besides that of this address. The account stays locked until the transaction
/// ends, so that two requests don't count the same ones.
pub async fn count_others(tx: &mut Transaction<'_>, account: Uuid, endpoint_hash: &[u8]) -> Result<i64> {
    accounts::hold(tx, account).await?;
    sql("SELECT count(*) AS value FROM push_subscriptions WHERE account_id = $1 AND endpoint_hash <> $2")
        .bind(account)
        .bind(endpoint_hash)
        .value(tx)
        .await
}

/// Stores a subscription; one of the same account and address is replaced and keeps its id, which is returned.
pub async fn put(connection: &mut Connection, row: &PushSubscriptionRow) -> Result<Uuid> {
    sql("INSERT INTO push_subscriptions \
         (id, account_id, device_id, label, host, endpoint_hash, sealed, created_at, looked_at) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $8) ON CONFLICT (account_id, endpoint_hash) DO UPDATE \
         SET device_id = excluded.device_id, label = excluded.label, failing_since = NULL RETURNING id")
    .bind(row.id)
    .bind(row.account_id)
    .bind(row.device_id)
    .bind(&row.label)
    .bind(&row.host)
    .bind(&row.endpoint_hash)
    .bind(&row.sealed)
    .bind(row.created_at)
    .value(connection)
    .await
}

/// Replaces what is sealed in a subscription: a browser may change its keys and keep its address.
pub async fn seal(connection: &mut Connection, id: Uuid, sealed: &[u8]) -> Result<()> {
    sql("UPDATE push_subscriptions SET sealed = $2 WHERE id = $1").bind(id).bind(sealed).run(connection).await
}

/// The subscriptions of an account, oldest first.
pub async fn of_account(connection: &mut Connection, account: Uuid) -> Result<Vec<PushSubscriptionRow>> {
    sql(format!("SELECT {COLUMNS} FROM push_subscriptions WHERE account_id = $1 ORDER BY created_at, id"))
        .bind(account)
        .load(connection)
        .await
}

/// `false` if the account has none of that id.
pub async fn remove(connection: &mut Connection, account: Uuid, id: Uuid) -> Result<bool> {
    sql("DELETE FROM push_subscriptions WHERE account_id = $1 AND id = $2")
        .bind(account)
        .bind(id)
        .affects_any(connection)
        .await
}

pub async fn remove_all(connection: &mut Connection, account: Uuid) -> Result<()> {
    sql("DELETE FROM push_subscriptions WHERE account_id = $1").bind(account).run(connection).await
}

/// Ends what a remembered device had subscribed.
pub async fn remove_of_device(connection: &mut Connection, device: Uuid) -> Result<()> {
    sql("DELETE FROM push_subscriptions WHERE device_id = $1").bind(device).run(connection).await
}

/// Ends a subscription that its push service does not know any more, or to which nothing gets through.
pub async fn remove_dead(connection: &mut Connection, id: Uuid) -> Result<()> {
    sql("DELETE FROM push_subscriptions WHERE id = $1").bind(id).run(connection).await
}

/// The instant from which on notices are searched, with some minutes of overlap: a row that is committed late is found
/// late and not missed.
const FROM: &str = "greatest(s.created_at, s.looked_at - interval '10 minutes')";

/// The id of the delivery of a notice to a subscription. It contains the instant of the notice, since the ids of mails
/// come again after a failover that lost the last ones.
const ID: &str = derived_id!("concat_ws('.', 'push', s.id, m.id, extract(epoch FROM m.created_at))");

/// Queues a delivery of each new notice of these kinds, for every subscription of its reader. Returns how many were new.
/// A notice that waits in case its reader acts meanwhile is pushed no sooner than it is mailed.
pub async fn enqueue(connection: &mut Connection, kinds: &[&str]) -> Result<usize> {
    sql(format!(
        "WITH readers AS MATERIALIZED (SELECT s.id, s.account_id, {FROM} AS from_at FROM push_subscriptions s \
         JOIN accounts a ON a.id = s.account_id AND a.deleted_at IS NULL \
         WHERE NOT EXISTS (SELECT 1 FROM bans b WHERE b.account_id = s.account_id)), \
         notices AS MATERIALIZED (SELECT {ID} AS id, s.id AS subscription_id, m.kind, m.partition, m.seat, \
         coalesce(m.decision, m.payload->>'invitation') AS reference, m.created_at, \
         CASE WHEN m.attempts = 0 AND m.held IS NULL THEN m.due_at ELSE m.created_at END AS due_at \
         FROM readers s JOIN mails m ON m.account_id = s.account_id AND m.created_at >= s.from_at \
         WHERE m.kind = ANY($1)) \
         INSERT INTO push_deliveries (id, subscription_id, kind, game_id, seat, reference, happened_at, due_at, tries) \
         SELECT n.*, 0 FROM notices n \
         WHERE NOT EXISTS (SELECT 1 FROM push_deliveries x WHERE x.id = n.id) ON CONFLICT DO NOTHING"
    ))
    .bind(kinds)
    .execute(connection)
    .await
}

/// Is any browser subscribed?
pub async fn any(connection: &mut Connection) -> Result<bool> {
    sql("SELECT EXISTS (SELECT 1 FROM push_subscriptions) AS value").value(connection).await
}

/// Stores that notices were searched up to `now`, which must be read before they are.
pub async fn advance(connection: &mut Connection, now: Instant) -> Result<()> {
    sql("UPDATE push_subscriptions SET looked_at = $1 WHERE looked_at < $1 - interval '5 minutes'")
        .bind(now)
        .run(connection)
        .await
}

/// Queues a test.
pub async fn enqueue_test(
    connection: &mut Connection,
    (id, subscription): (Uuid, Uuid),
    kind: &str,
    now: Instant,
) -> Result<()> {
    sql("INSERT INTO push_deliveries (id, subscription_id, kind, happened_at, due_at, tries) \
         VALUES ($1, $2, $3, $4, $4, 0)")
    .bind(id)
    .bind(subscription)
    .bind(kind)
    .bind(now)
    .run(connection)
    .await
}

by_name! {
    /// A delivery that was claimed, with its subscription and reader.
    #[derive(Debug, Clone)]
    pub struct ClaimedPush {
        pub id: Uuid,
        pub subscription_id: Uuid,
        pub account_id: Uuid,
        pub sealed: Vec<u8>,
        pub language: String,
        pub kind: String,
        pub game_id: Option<Uuid>,
        pub seat: Option<i16>,
        pub reference: Option<String>,
        pub happened_at: Instant,
        /// The attempts, this one included.
        pub tries: i16,
        pub claimed_until: Instant,
    }
}

/// Claims at most `most` deliveries that are due, the longest due first. Those of banned accounts wait.
pub async fn claim(connection: &mut Connection, lease: Lease, most: usize) -> Result<Vec<ClaimedPush>> {
    let due: Vec<Uuid> = sql(format!(
        "SELECT d.id AS value FROM push_deliveries d JOIN push_subscriptions s ON s.id = d.subscription_id \
         WHERE d.settled_at IS NULL AND d.due_at <= $1 AND (d.claimed_until IS NULL OR d.claimed_until <= $1) \
         AND NOT EXISTS (SELECT 1 FROM bans b WHERE b.account_id = s.account_id) \
         ORDER BY d.due_at, d.id LIMIT {}",
        most_found(most)
    ))
    .bind(lease.now)
    .values(connection)
    .await?;
    let mut claimed = Vec::new();
    for id in due {
        if claimed.len() == most {
            break;
        }
        claimed.extend(claim_one(connection, id, lease).await?);
    }
    Ok(claimed)
}

/// Claims one delivery, unless another worker was faster.
async fn claim_one(connection: &mut Connection, id: Uuid, lease: Lease) -> Result<Option<ClaimedPush>> {
    sql("UPDATE push_deliveries d SET tries = d.tries + 1, claimed_until = $3 \
         FROM push_subscriptions s JOIN accounts a ON a.id = s.account_id WHERE d.id = $1 AND s.id = d.subscription_id \
         AND d.settled_at IS NULL AND d.due_at <= $2 AND (d.claimed_until IS NULL OR d.claimed_until <= $2) \
         RETURNING d.id, d.subscription_id, s.account_id, s.sealed, a.language, d.kind, d.game_id, d.seat, \
         d.reference, d.happened_at, d.tries, d.claimed_until")
    .bind(id)
    .bind(lease.now)
    .bind(lease.until)
    .get_optional(connection)
    .await
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AfterPush {
    /// Tried again at this instant.
    Again(Instant),
    /// Put off by the preferences of the reader, which is no attempt.
    Held(Instant),
    Delivered(Instant),
    Failed(Instant),
    /// Not sent: it is not true any more, or not wanted.
    Dropped(Instant),
}

/// Stores the outcome of a claimed delivery; `false` when the lease had passed to another worker.
pub async fn settle(connection: &mut Connection, claimed: &ClaimedPush, then: AfterPush) -> Result<bool> {
    let (due_at, settled_at, result, not_tried) = match then {
        AfterPush::Again(at) => (Some(at), None, None, 0_i16),
        AfterPush::Held(at) => (Some(at), None, None, 1),
        AfterPush::Delivered(at) => (None, Some(at), Some("delivered"), 0),
        AfterPush::Failed(at) => (None, Some(at), Some("failed"), 0),
        AfterPush::Dropped(at) => (None, Some(at), Some("dropped"), 1),
    };
    sql("UPDATE push_deliveries SET claimed_until = NULL, due_at = coalesce($3, due_at), settled_at = $4, \
         result = $5, tries = tries - $6 WHERE id = $1 AND claimed_until = $2 AND settled_at IS NULL")
    .bind(claimed.id)
    .bind(claimed.claimed_until)
    .bind(due_at)
    .bind(settled_at)
    .bind(result)
    .bind(not_tried)
    .affects_any(connection)
    .await
}

pub async fn note_success(connection: &mut Connection, subscription: Uuid) -> Result<()> {
    sql("UPDATE push_subscriptions SET failing_since = NULL WHERE id = $1 AND failing_since IS NOT NULL")
        .bind(subscription)
        .run(connection)
        .await
}

/// Notes a failure; returns since when every push has failed.
pub async fn note_failure(
    connection: &mut Connection,
    subscription: Uuid,
    now: Instant,
) -> Result<Option<Instant>> {
    sql("UPDATE push_subscriptions SET failing_since = coalesce(failing_since, $2) WHERE id = $1 \
         RETURNING failing_since AS value")
    .bind(subscription)
    .bind(now)
    .optional_value(connection)
    .await
}

/// Deletes deliveries of notices from before `oldest`.
pub async fn forget(connection: &mut Connection, oldest: Instant) -> Result<()> {
    sql("DELETE FROM push_deliveries WHERE happened_at < $1").bind(oldest).run(connection).await
}

by_name! {
    /// The game of a notice as it is now, and what of the notice still holds.
    #[derive(Debug, Clone)]
    pub struct PushContext {
        pub game_name: String,
        pub ruleset: String,
        /// Has the reader the seat that the notice is about?
        pub holds_seat: bool,
        /// The kind of the decision that the notice is about, if that is still open.
        pub decision_kind: Option<String>,
        pub deadline: Option<Instant>,
        /// Does the game wait for the seat?
        pub is_awaited: bool,
        /// Is the vote open, without a ballot of the seat?
        pub ballot_missing: bool,
        pub unread: bool,
        /// Who invites, if the invitation is open.
        pub inviter: Option<String>,
        /// May the reader see the game?
        pub may_see: bool,
    }
}

// Each part names the game by the parameter: by a column of the outer query Citus finds no shard.
const OF_DECISION: &str = "FROM decisions d WHERE d.game_id = $1 AND d.seat = $3 AND d.decision = $4";

/// The context of a delivery; `None` once the game is gone.
pub async fn context(connection: &mut Connection, push: &ClaimedPush) -> Result<Option<PushContext>> {
    let Some(game) = push.game_id else { return Ok(None) };
    sql(format!(
        "SELECT g.name AS game_name, g.ruleset, \
         EXISTS (SELECT 1 FROM seats s WHERE s.game_id = $1 AND s.account_id = $2 \
         AND ($3 IS NULL OR s.seat = $3)) AS holds_seat, \
         (SELECT d.kind {OF_DECISION}) AS decision_kind, (SELECT d.deadline {OF_DECISION}) AS deadline, \
         EXISTS (SELECT 1 FROM decisions d WHERE d.game_id = $1 AND d.seat = $3 AND d.blocking) AS is_awaited, \
         EXISTS (SELECT 1 FROM votes v WHERE v.game_id = $1 AND v.id::text = $4 AND v.closed_at IS NULL \
         AND NOT EXISTS (SELECT 1 FROM ballots b WHERE b.game_id = $1 AND b.vote_id = v.id AND b.seat = $3)) \
         AS ballot_missing, \
         EXISTS (SELECT 1 FROM message_boxes b WHERE b.game_id = $1 AND b.account_id = $2 \
         AND b.last_number > b.read_number) AS unread, \
         (SELECT n.name FROM invitations i JOIN accounts n ON n.id = i.invited_by WHERE i.game_id = $1 \
         AND i.id::text = $4 AND i.state = 'open' AND i.account_id = $2 \
         AND NOT EXISTS (SELECT 1 FROM blocks x \
         WHERE (x.account_id, x.blocked_id) IN (($2, i.invited_by), (i.invited_by, $2)))) AS inviter, \
         (g.visibility <> 'private' OR EXISTS (SELECT 1 FROM seats s WHERE s.game_id = $1 AND s.account_id = $2) \
         OR EXISTS (SELECT 1 FROM seat_offers o WHERE o.game_id = $1 AND o.account_id = $2) \
         OR EXISTS (SELECT 1 FROM invitations i WHERE i.game_id = $1 AND i.account_id = $2 AND i.state = 'open')) \
         AS may_see FROM games g WHERE g.id = $1"
    ))
    .bind(game)
    .bind(push.account_id)
    .bind(push.seat)
    .bind(&push.reference)
    .get_optional(connection)
    .await
}
