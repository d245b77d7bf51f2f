//! Plain SQL from tests, outside of any runtime that a test may have.

use std::sync::mpsc;

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

/// A connection that is kept, on a thread and a runtime of its own. A new one for each statement costs a process of
/// PostgreSQL each time, and tests send thousands.
pub struct Session {
    ask: mpsc::Sender<Asked>,
}

struct Asked {
    statements: String,
    /// Does the statement give the column `value`?
    is_query: bool,
    answer: mpsc::Sender<Result<Vec<String>, String>>,
}

impl Session {
    /// Connects when it is first used.
    pub fn to(url: String) -> Self {
        let (ask, asked) = mpsc::channel::<Asked>();
        std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
            let mut kept = None;
            for Asked { statements, is_query, answer } in asked {
                let told = runtime.block_on(async {
                    // Tests end connections, too: only what fails on a new one has failed.
                    if let Some(mut reader) = kept.take()
                        && let Ok(told) = tell(&mut reader, &statements, is_query).await
                    {
                        kept = Some(reader);
                        return Ok(told);
                    }
                    let mut reader = Reader::connect(&url).await?;
                    let told = tell(&mut reader, &statements, is_query).await;
                    kept = Some(reader);
                    told
                });
                let _ = answer.send(told);
            }
        });
        Self { ask }
    }

    /// Runs statements.
    pub fn run(&self, statements: &str) -> Result<(), String> {
        self.ask(statements, false).map(drop)
    }

    /// The column `value` of what a query finds.
    pub fn texts(&self, query: &str) -> Result<Vec<String>, String> {
        self.ask(query, true)
    }

    fn ask(&self, statements: &str, is_query: bool) -> Result<Vec<String>, String> {
        let (answer, told) = mpsc::channel();
        let asked = Asked { statements: statements.to_owned(), is_query, answer };
        self.ask.send(asked).map_err(|error| error.to_string())?;
        told.recv().map_err(|error| error.to_string())?
    }
}

async fn tell(reader: &mut Reader, statements: &str, is_query: bool) -> Result<Vec<String>, String> {
    if is_query {
        return reader.texts(statements).await;
    }
    let done = reader.0.batch_execute(statements).await;
    done.map(|()| vec![]).map_err(|error| format!("{statements}: {error}"))
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
