//! What operators look at when something is wrong: the server, the schema, the workers, and what waits in each queue.

use diesel_async::RunQueryDsl;

use super::migrate::{self, KNOWN};
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
        /// Since when the first has been due.
        pub due_since: Option<Instant>,
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

/// The schema of a database, against the migrations that this program knows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SchemaState {
    pub ran: usize,
    /// Those that have not run.
    pub pending: Vec<String>,
    /// Those that ran, and that this program does not know.
    pub unknown: Vec<String>,
    /// Why this program can't use the schema as it is, apart from migrations that have not run.
    pub fault: Option<String>,
}

pub async fn schema(connection: &mut Connection) -> Result<SchemaState> {
    let exists: bool =
        sql("SELECT to_regclass('__diesel_schema_migrations') IS NOT NULL").value(connection).await?;
    let ran: Vec<String> = match exists {
        true => {
            sql("SELECT version::text FROM __diesel_schema_migrations ORDER BY version")
                .values(connection)
                .await?
        }
        false => Vec::new(),
    };
    let known = || KNOWN.iter().map(|known| known.version.to_owned());
    Ok(SchemaState {
        pending: known().filter(|name| !ran.contains(name)).collect(),
        unknown: ran.iter().filter(|name| !known().any(|known| known == **name)).cloned().collect(),
        ran: ran.len(),
        fault: migrate::check(connection).await.err().map(|error| error.to_string()),
    })
}

/// When a worker was last seen; `None` if none ever was.
pub async fn last_heartbeat(connection: &mut Connection) -> Result<Option<Instant>> {
    sql("SELECT seen_at FROM heartbeats").optional_value(connection).await
}

/// The queues: a name, when a row of it is due, since when it has waited, and what rows are waiting ones.
const QUEUES: &[(&str, &str, &str, &str)] = &[
    ("mails", "due_at", "coalesce(waiting_since, due_at)", "mails WHERE settled_at IS NULL"),
    ("address_requests", "created_at", "created_at", "address_requests"),
    ("bots", "due_at", "due_at", "bot_turns"),
    ("standing_orders", "due_at", "due_at", "order_turns"),
    ("deadlines", "deadline", "deadline", "decisions WHERE deadline IS NOT NULL"),
    ("lobbies", "lobby_due_at", "lobby_due_at", "games WHERE lobby_due_at IS NOT NULL"),
    ("votes", "expires_at", "expires_at", "votes WHERE closed_at IS NULL"),
    ("availability", "due_at", "due_at", "availability_due"),
    ("ratings", "finished_at", "finished_at", "games WHERE status = 'finished' AND rated_at IS NULL"),
    ("webhooks", "due_at", "created_at", "webhook_deliveries WHERE settled_at IS NULL"),
    ("channels", "due_at", "created_at", "channel_posts WHERE settled_at IS NULL"),
    ("push", "due_at", "happened_at", "push_deliveries WHERE settled_at IS NULL"),
];

/// The state of each queue at `now`. No number is counted beyond 100,000.
pub async fn queues(connection: &mut Connection, now: Instant) -> Result<Vec<QueueState>> {
    let one = |(name, due, since, rows): &(&str, &str, &str, &str)| {
        format!(
            "SELECT '{name}' AS name, count(*) AS waiting, count(*) FILTER (WHERE due <= $1) AS due, \
             min(since) FILTER (WHERE due <= $1 OR since <= $1) AS oldest_at, \
             min(due) FILTER (WHERE due <= $1) AS due_since \
             FROM (SELECT {due} AS due, {since} AS since FROM {rows} ORDER BY {due} LIMIT 100000) q"
        )
    };
    sql(QUEUES.iter().map(one).collect::<Vec<_>>().join(" UNION ALL ")).bind(now).load(connection).await
}
