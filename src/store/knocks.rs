//! Waking workers and streams of other processes. Nothing depends on it: they look at the tables anyway.

use diesel::sql_types::Text;
use diesel_async::{AsyncConnection, RunQueryDsl, SimpleAsyncConnection};
use futures_util::StreamExt;

use super::Connection;
use super::StoreError;

const WORK: &str = "althing_work";
const MOVES: &str = "althing_moves";

/// What a process was told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Heard {
    /// There is something to do.
    Work,
    /// Something moved; the text says what, in the words of whoever told it.
    Moves(String),
}

/// A connection that hears what other processes tell.
pub struct Ear(Connection);

impl Ear {
    /// Connects and begins to listen.
    pub async fn open(url: &str) -> Result<Self, String> {
        let mut connection = Connection::establish(url).await.map_err(|error| error.to_string())?;
        let listen = format!("LISTEN {WORK}; LISTEN {MOVES}");
        connection.batch_execute(&listen).await.map_err(|error| error.to_string())?;
        Ok(Self(connection))
    }

    /// Waits until somebody says something; `None` when the connection is gone.
    pub async fn heard(&mut self) -> Option<Heard> {
        let mut notifications = std::pin::pin!(self.0.notifications_stream());
        let heard = notifications.next().await?.ok()?;
        Some(if heard.channel == MOVES { Heard::Moves(heard.payload) } else { Heard::Work })
    }
}

/// Tells every worker that there is something to do.
pub async fn knock(connection: &mut Connection) -> Result<(), StoreError> {
    connection.batch_execute(&format!("NOTIFY {WORK}")).await
}

/// Tells every process what moved, in at most 8,000 bytes.
pub async fn tell_moves(connection: &mut Connection, moves: &str) -> Result<(), StoreError> {
    diesel::sql_query("SELECT pg_notify($1, $2)")
        .bind::<Text, _>(MOVES)
        .bind::<Text, _>(moves)
        .execute(connection)
        .await?;
    Ok(())
}
