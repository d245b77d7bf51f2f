//! Plain SQL from tests, outside of any runtime that a test may have.

use diesel::QueryableByName;
use diesel::sql_types::Text;
use diesel_async::{AsyncConnection, AsyncPgConnection, RunQueryDsl, SimpleAsyncConnection};

#[derive(QueryableByName)]
struct Row {
    #[diesel(sql_type = Text)]
    value: String,
}

/// Runs one statement.
pub fn run(url: &str, statement: &str) -> Result<(), String> {
    apart(async {
        let mut connection = connect(url).await?;
        connection.batch_execute(statement).await.map_err(|error| format!("{statement}: {error}"))
    })
}

/// The column `value` of what a query finds.
pub fn texts(url: &str, query: &str) -> Result<Vec<String>, String> {
    apart(async { Reader::connect(url).await?.texts(query).await })
}

/// A connection for what is read again and again: a new one each time costs more than the query.
pub struct Reader(AsyncPgConnection);

impl Reader {
    pub async fn connect(url: &str) -> Result<Self, String> {
        Ok(Self(connect(url).await?))
    }

    /// The column `value` of what a query finds.
    pub async fn texts(&mut self, query: &str) -> Result<Vec<String>, String> {
        let rows: Vec<Row> =
            diesel::sql_query(query).load(&mut self.0).await.map_err(|error| error.to_string())?;
        Ok(rows.into_iter().map(|row| row.value).collect())
    }
}

/// Does something that only one test process at a time may do.
pub fn under_lock(url: &str, work: impl FnOnce() + Send) {
    let outcome = apart(async {
        let mut connection = connect(url).await?;
        connection.batch_execute("SELECT pg_advisory_lock(1)").await.map_err(|error| error.to_string())?;
        work();
        Ok(())
    });
    outcome.unwrap();
}

async fn connect(url: &str) -> Result<AsyncPgConnection, String> {
    AsyncPgConnection::establish(url).await.map_err(|error| format!("{url}: {error}"))
}

/// A thread and a runtime of its own, so that it works inside and outside of asynchronous tests alike.
fn apart<T: Send>(work: impl Future<Output = Result<T, String>> + Send) -> Result<T, String> {
    std::thread::scope(|scope| {
        let thread = scope.spawn(|| {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
            runtime.map_err(|error| error.to_string())?.block_on(work)
        });
        thread.join().unwrap_or_else(|_| Err("the thread for SQL died".to_owned()))
    })
}
