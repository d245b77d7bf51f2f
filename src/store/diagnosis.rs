//! What operators look at when something is wrong: the server, the workers, and what waits in each queue.

use diesel_async::RunQueryDsl;

use super::sql::{by_name, sql};
use super::{Connection, Result};
use time_control::Instant;

by_name! {
    /// The PostgreSQL that answers.
    #[derive(Debug, Clone)]
    pub struct DatabaseServer {
        /// As PostgreSQL names it, such as `15.8`.
        pub version: String,
        /// The major version.
        pub major: i32,
        /// Is this connection encrypted?
        pub encrypted: bool,
        pub read_only: bool,
    }

    /// A queue of work.
    #[derive(Debug, Clone)]
    pub struct QueueState {
        pub name: String,
        /// What waits, due or not.
        pub waiting: i64,
        pub due: i64,
        /// Since when the oldest that is due has waited.
        pub oldest_at: Option<Instant>,
    }
}

pub async fn server(connection: &mut Connection) -> Result<DatabaseServer> {
    sql("SELECT current_setting('server_version') AS version, \
         current_setting('server_version_num')::int / 10000 AS major, \
         coalesce((SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()), false) AS encrypted, \
         current_setting('transaction_read_only')::bool AS read_only")
    .get_result(connection)
    .await
}

/// When a worker was last seen; `None` if none ever was.
pub async fn last_heartbeat(connection: &mut Connection) -> Result<Option<Instant>> {
    sql("SELECT seen_at FROM heartbeats").optional_value(connection).await
}

/// A queue in SQL.
struct Queue {
    name: &'static str,
    /// The rows that wait.
    rows: &'static str,
    /// When such a row is due.
    due: &'static str,
    /// Since when it has waited.
    since: &'static str,
    /// When the first is due, where an index has that by another expression than the least `due` of the rows.
    first_due: Option<&'static str>,
}

const fn queue(name: &'static str, rows: &'static str, due: &'static str, since: &'static str) -> Queue {
    Queue { name, rows, due, since, first_due: None }
}

const QUEUES: [Queue; 12] = [
    Queue {
        // Each lane has an index of its own.
        first_due: Some(
            "least((SELECT min(due_at) FROM mails WHERE settled_at IS NULL AND partition = account_id), \
             (SELECT min(due_at) FROM mails WHERE settled_at IS NULL AND partition IS DISTINCT FROM account_id))",
        ),
        ..queue("mails", "mails WHERE settled_at IS NULL", "due_at", "coalesce(waiting_since, due_at)")
    },
    queue("address_requests", "address_requests", "created_at", "created_at"),
    queue("bots", "bot_turns", "due_at", "due_at"),
    queue("standing_orders", "order_turns", "due_at", "due_at"),
    Queue {
        // Players are warned by the same worker.
        first_due: Some(
            "(SELECT min(least(warn_at, warn_again_at, deadline)) FROM decisions WHERE deadline IS NOT NULL)",
        ),
        ..queue("deadlines", "decisions WHERE deadline IS NOT NULL", "deadline", "deadline")
    },
    queue("lobbies", "games WHERE lobby_due_at IS NOT NULL", "lobby_due_at", "lobby_due_at"),
    queue("votes", "votes WHERE closed_at IS NULL", "expires_at", "expires_at"),
    queue("availability", "availability_due", "due_at", "due_at"),
    queue("ratings", "games WHERE status = 'finished' AND rated_at IS NULL", "finished_at", "finished_at"),
    queue("webhooks", "webhook_deliveries WHERE settled_at IS NULL", "due_at", "created_at"),
    queue("channels", "channel_posts WHERE settled_at IS NULL", "due_at", "created_at"),
    queue("push", "push_deliveries WHERE settled_at IS NULL", "due_at", "happened_at"),
];

/// The state of each queue at `now`. No number is counted beyond 100,000.
pub async fn queues(connection: &mut Connection, now: Instant) -> Result<Vec<QueueState>> {
    let state = |Queue { name, rows, due, since, .. }: &Queue| {
        format!(
            "SELECT '{name}' AS name, count(*) AS waiting, count(*) FILTER (WHERE due <= $1) AS due, \
             min(since) FILTER (WHERE due <= $1 OR since <= $1) AS oldest_at \
             FROM (SELECT {due} AS due, {since} AS since FROM {rows} ORDER BY {due} LIMIT 100000) q"
        )
    };
    sql(QUEUES.each_ref().map(state).join(" UNION ALL ")).bind(now).load(connection).await
}

/// For how many seconds the first of each queue has been due at `now`, with the name of the queue. It is asked for every few
/// seconds, so each is one look into an index: counting what waits would sort all open decisions of a large service.
pub async fn queue_ages(connection: &mut Connection, now: Instant) -> Result<Vec<(String, i64)>> {
    let age = |Queue { name, rows, due, first_due, .. }: &Queue| {
        let first_due = first_due.map_or_else(|| format!("(SELECT min({due}) FROM {rows})"), str::to_owned);
        format!("SELECT '{name}', greatest(0, coalesce(extract(epoch FROM $1 - {first_due}), 0))::bigint")
    };
    sql(QUEUES.each_ref().map(age).join(" UNION ALL ")).bind(now).values(connection).await
}
