//! Does each connection keep a session of its own? A pooler in transaction mode gives each transaction another one, in which
//! the statements are unknown that an earlier transaction has prepared, and nothing can be listened to.

use tokio_postgres::Client;
use tokio_postgres::error::SqlState;

use super::{DatabaseConnection, DatabaseTarget, dial};

const SESSION: &str = "SELECT pg_backend_pid()";

/// What became of a statement that was executed while another connection was in a transaction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Sessions {
    Kept,
    /// They change, and the pooler prepares statements again in the session that they come to.
    Changing,
    /// They change, and with them the statements are gone.
    Forgetful,
}

impl DatabaseTarget {
    /// Finds out whether the settings suit what lies between here and the database; else a sentence that says what to set.
    pub async fn check_sessions(&self) -> Result<(), String> {
        let direct = self.direct();
        if direct.sessions().await? != Sessions::Kept {
            return Err(match self.has_direct() {
                true => "database.direct_url leads to a pooler that gives each transaction another session: it must \
                         lead to PostgreSQL itself, or to a pooler with pool_mode = session"
                    .to_owned(),
                false => "a pooler gives each transaction another session: name PostgreSQL itself in \
                          database.direct_url, and set database.prepared_statements = \"unnamed\" if the pooler forgets \
                          prepared statements; or let it keep sessions (pool_mode = session)"
                    .to_owned(),
            });
        }
        if !self.has_direct() {
            return Ok(());
        }
        if self.database().await? != direct.database().await? {
            return Err("database.url and database.direct_url lead to different databases".to_owned());
        }
        match !self.options().unnamed_statements && self.sessions().await? == Sessions::Forgetful {
            true => Err(
                "the pooler forgets prepared statements: set database.prepared_statements = \"unnamed\", or \
                         let PgBouncer (1.21 or newer) keep them (max_prepared_statements = 500)"
                    .to_owned(),
            ),
            false => Ok(()),
        }
    }

    async fn sessions(&self) -> Result<Sessions, String> {
        let (one, other) = (self.connect_plainly().await?, self.connect_plainly().await?);
        match changes(&one.connection, &other.connection).await {
            Ok(true) => Ok(Sessions::Changing),
            Ok(false) => Ok(Sessions::Kept),
            Err(error) if is_of_statement(error.code()) => Ok(Sessions::Forgetful),
            Err(error) => Err(dial::describe(&error)),
        }
    }

    /// What tells two databases apart, even copies of each other.
    async fn database(&self) -> Result<(String, i64), String> {
        let DatabaseConnection { connection, .. } = &self.connect_plainly().await?;
        let started =
            "SELECT current_database()::text, extract(epoch FROM pg_postmaster_start_time())::bigint";
        let row = connection.query_one(started, &[]).await.map_err(|error| dial::describe(&error))?;
        Ok((row.get(0), row.get(1)))
    }
}

/// Has either connection had two sessions? The first transaction of the one leaves its session to the pooler, which gives it
/// to the other; while that one stays in its transaction, the first needs another session.
async fn changes(one: &Client, other: &Client) -> Result<bool, tokio_postgres::Error> {
    let of_one = one.prepare(SESSION).await?;
    let pid = async |client: &Client, statement| client.query_one(statement, &[]).await?.try_get::<_, i32>(0);
    let before = pid(one, &of_one).await?;
    other.batch_execute("BEGIN").await?;
    let of_other = other.prepare(SESSION).await?;
    let of_transaction = pid(other, &of_other).await?;
    let after = pid(one, &of_one).await?;
    other.batch_execute("COMMIT").await?;
    one.batch_execute("BEGIN").await?;
    let last = pid(one, &of_one).await?;
    let at_last = pid(other, &of_other).await?;
    one.batch_execute("COMMIT").await?;
    Ok(before != after || after != last || of_transaction != at_last)
}

/// Is the statement unknown to the session, or known from another connection?
fn is_of_statement(code: Option<&SqlState>) -> bool {
    code.is_some_and(|code| crate::sqlstate::forgets_statements(code.code()))
}
