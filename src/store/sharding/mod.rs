//! The schema on a cluster of Citus: what belongs to a game is spread over the nodes by the id of the game, all tables by
//! the same split, so that everything about one game lies in one shard. What statements about one game read beside it
//! (accounts, their sessions, who blocks whom) is copied to every node. All else lies at the
//! coordinator.

mod writes;

use diesel_async::{AsyncConnection, SimpleAsyncConnection};

use super::connect::{ConnectOptions, DatabaseTarget};
use super::sql::sql;
use super::{Connection, StoreError};

/// What every node has a copy of. A write to one of these is a transaction over all nodes, so that nothing is here that
/// requests write often.
const ON_EVERY_NODE: &[&str] = &[
    "accounts",
    "sessions",
    "apps",
    "app_grants",
    "personal_tokens",
    "bans",
    "blocks",
    "follows",
    "friends",
    "clubs",
    "club_members",
    "club_links",
    "club_channels",
    "operators",
    "stopped_addresses",
    "notice_settings",
    "availability",
    "vacations",
    "push_subscriptions",
];

/// What Citus need not know: no other table is read or written in the same statement. Its own rules for what an insert may
/// compute don't apply there.
const ALONE: &[&str] = &["__diesel_schema_migrations", "rate_limits"];

/// What every session of a spread database is set to.
///
/// Copies of a table on all nodes and shards can be changed in one transaction only by one connection to each node.
/// Statements over several shards are rare here, so that every session may work like that.
///
/// Citus would lock a whole copied table for each update of a row, and the tables that it refers to for each insert: of
/// twelve people who logged in, refreshed, blocked and logged out at once, two requests in three ended in a deadlock. It
/// does so since an update whose condition is met by rows that others insert meanwhile could meet other rows on each node.
/// No statement here is of that kind: what is inserted is never what a sweep removes, and where an account's rows are
/// changed together, `accounts::hold` or `lock` keeps others from adding to them.
pub const DATABASE_SETTINGS: [&str; 2] =
    ["citus.multi_shard_modify_mode = sequential", "citus.all_modifications_commutative = on"];

/// See `accounts::hold`. The lock is held at the coordinator, through which all requests go.
const HOLD_ACCOUNT: &str = "CREATE OR REPLACE FUNCTION hold_account(account uuid, everything boolean) RETURNS boolean \
    LANGUAGE plpgsql AS $$ BEGIN \
    PERFORM pg_advisory_xact_lock(hashtextextended(account::text, 0)); \
    PERFORM FROM accounts WHERE id = account; \
    RETURN FOUND; \
    END $$";

/// The tables of games, each with the column that it is spread by: those whose primary key begins with a game, and those
/// of mails, whose partition is a game or an account. A table that others refer to comes before them.
const BY_GAME: &str = "SELECT c.conrelid::regclass::text, a.attname::text FROM pg_constraint c \
    JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1] \
    WHERE c.contype = 'p' AND c.connamespace = current_schema()::regnamespace AND a.attname IN ('game_id', 'partition') \
    ORDER BY NOT EXISTS (SELECT 1 FROM pg_constraint f WHERE f.confrelid = c.conrelid), 1";

/// Why the schema could not be spread.
#[derive(Debug, thiserror::Error)]
pub enum ShardError {
    /// The database can't be reached, or its URL can't be read. The sentence names the host and has no password.
    #[error("{0}")]
    Connect(String),
    #[error(
        "the database has no extension citus: install Citus on every node, run CREATE EXTENSION citus in the database of \
         each, and add the nodes at the coordinator (citus_set_coordinator_host, citus_add_node)"
    )]
    NoCitus,
    #[error("no node of the cluster may hold shards: add some at the coordinator with citus_add_node")]
    NoNode,
    #[error(
        "the database is a node of the cluster and not its coordinator: name the coordinator in database.url"
    )]
    NotCoordinator,
    #[error("the database refused: {0}")]
    Store(#[from] StoreError),
}

/// Are the games of the database at a URL spread over the nodes of a cluster?
pub async fn is_sharded(url: &str) -> Result<bool, ShardError> {
    let (mut connection, _open) = connect(url, &ConnectOptions::default()).await?;
    has_shards(&mut connection).await
}

/// A connection, and what keeps it open.
async fn connect(
    url: &str,
    options: &ConnectOptions,
) -> Result<(Connection, impl Sized + use<>), ShardError> {
    let target = DatabaseTarget::new(url, options).map_err(ShardError::Connect)?;
    Ok(target.connect().await.map_err(ShardError::Connect)?.into_connection())
}

async fn has_shards(connection: &mut Connection) -> Result<bool, ShardError> {
    // The catalogue of Citus is there only with the extension, and a statement that names it fails without.
    if !sql("SELECT to_regclass('pg_dist_partition') IS NOT NULL").value(connection).await? {
        return Ok(false);
    }
    let query = "SELECT EXISTS (SELECT 1 FROM pg_dist_partition WHERE logicalrelid = 'games'::regclass)";
    Ok(sql(query).value(connection).await?)
}

/// Brings up to date what migrations leave behind on shards, if there are any: the functions that write a game.
pub async fn refresh(url: &str) -> Result<(), ShardError> {
    // No statement limit: another process may be migrating, which may take long.
    let (mut connection, _open) = connect(url, &ConnectOptions::default().with_statement_limit(None)).await?;
    if !has_shards(&mut connection).await? {
        return Ok(());
    }
    connection.batch_execute(super::migrate::ONE_AT_A_TIME).await?;
    connection
        .transaction(async |connection| {
            connection.batch_execute("SET LOCAL citus.multi_shard_modify_mode = sequential").await?;
            writes::spread(connection).await
        })
        .await
}

/// Spreads what is not spread yet, all or nothing, and returns the names of the tables that were. The schema must be up
/// to date.
pub async fn shard(url: &str) -> Result<Vec<String>, ShardError> {
    // No statement limit: the rows that are there already move to their nodes.
    let (mut connection, _open) = connect(url, &ConnectOptions::default().with_statement_limit(None)).await?;
    connection.batch_execute(super::migrate::ONE_AT_A_TIME).await?;
    must_be_coordinator(&mut connection).await?;
    connection.transaction(async |connection| spread(connection).await).await
}

async fn must_be_coordinator(connection: &mut Connection) -> Result<(), ShardError> {
    if !sql("SELECT to_regclass('pg_dist_node') IS NOT NULL").value(connection).await? {
        return Err(ShardError::NoCitus);
    }
    if !sql("SELECT groupid = 0 FROM pg_dist_local_group").value(connection).await? {
        return Err(ShardError::NotCoordinator);
    }
    match sql("SELECT EXISTS (SELECT 1 FROM pg_dist_node WHERE shouldhaveshards AND isactive)")
        .value(connection)
        .await?
    {
        true => Ok(()),
        false => Err(ShardError::NoNode),
    }
}

async fn spread(connection: &mut Connection) -> Result<Vec<String>, ShardError> {
    connection.batch_execute("SET LOCAL citus.multi_shard_modify_mode = sequential").await?;
    for setting in DATABASE_SETTINGS {
        let set = format!("EXECUTE format('ALTER DATABASE %I SET {setting}', current_database());");
        connection.batch_execute(&format!("DO $$ BEGIN {set} END $$")).await?;
    }
    connection.batch_execute("DROP INDEX IF EXISTS games_rematch").await?;
    connection.batch_execute(HOLD_ACCOUNT).await?;
    let done: Vec<String> = sql(
        "SELECT logicalrelid::regclass::text FROM pg_dist_partition WHERE partmethod = 'h' OR repmodel = 't'",
    )
    .values(connection)
    .await?;
    let mut spread = Vec::new();
    let is_new = |table: &str| !done.iter().any(|other| other == table);
    for table in ON_EVERY_NODE.iter().filter(|table| is_new(table)) {
        sql("SELECT create_reference_table($1::regclass)::text")
            .bind(*table)
            .optional_value::<Option<String>>(connection)
            .await?;
        spread.push((*table).to_owned());
    }
    let by_game: Vec<(String, String)> = sql(BY_GAME).values(connection).await?;
    let games = ("games".to_owned(), "id".to_owned());
    for (table, column) in std::iter::once(games).chain(by_game).filter(|(table, _)| is_new(table)) {
        let beside = if table == "games" { "none" } else { "games" };
        sql("SELECT create_distributed_table($1::regclass, $2, colocate_with => $3)::text")
            .bind(&table)
            .bind(&column)
            .bind(beside)
            .optional_value::<Option<String>>(connection)
            .await?;
        spread.push(table);
    }
    // Citus plans statements over several kinds of table only if it knows all of them.
    sql("SELECT citus_add_local_table_to_metadata(c.oid::regclass)::text FROM pg_class c \
         WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r' \
         AND c.relname <> ALL ($1) \
         AND NOT EXISTS (SELECT 1 FROM pg_dist_partition p WHERE p.logicalrelid = c.oid)")
    .bind(ALONE)
    .values::<Option<String>>(connection)
    .await?;
    writes::spread(connection).await?;
    Ok(spread)
}
